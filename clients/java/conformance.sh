#!/bin/sh
# Plays clients/conformance/cases; its README tells the arguments. Needs `mvn verify` once.
target=$(dirname "$0")/target
exec java -cp "$target/test-classes:$target/classes:$(cat "$target/classpath.txt")" \
  io.myosotis.conformance.Runner "$@"
