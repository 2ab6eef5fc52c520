"""`python -m myosotis_server` is the `myosotis` command."""

from myosotis_server.cli import main

main()
