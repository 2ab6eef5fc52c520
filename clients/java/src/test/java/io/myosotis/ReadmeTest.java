package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** Every line of the snippets is one of a program that compiles. */
  @Test
  void theSnippetsCompile() throws IOException {
    Path program = Path.of("src/test/java/io/myosotis/examples/Quickstart.java");
    Set<String> compiled =
        Files.readAllLines(program).stream().map(String::strip).collect(Collectors.toSet());
    Matcher snippets = SNIPPET.matcher(Files.readString(Path.of("README.md")));
    int count = 0;
    for (; snippets.find(); count++) {
      for (String line : snippets.group(1).lines().map(String::strip).toList()) {
        assertTrue(line.isEmpty() || compiled.contains(line), line);
      }
    }
    assertEquals(3, count);
  }

  @Test
  void everyMethodIsNamed() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    Set<String> missing = new HashSet<>();
    for (var method : MyosotisClient.class.getDeclaredMethods()) {
      if (java.lang.reflect.Modifier.isPublic(method.getModifiers())
          && !List.of("close", "call", "stream").contains(method.getName())
          && !readme.contains(method.getName())) {
        missing.add(method.getName());
      }
    }
    assertEquals(Set.of(), missing);
  }
}
