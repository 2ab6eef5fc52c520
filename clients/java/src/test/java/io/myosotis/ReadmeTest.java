package io.myosotis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** The first is a whole program; every line of the others is one of a program that compiles. */
  @Test
  void theSnippetsCompile(@TempDir Path folder) throws IOException {
    List<String> snippets =
        SNIPPET.matcher(Files.readString(Path.of("README.md"))).results()
            .map(found -> found.group(1))
            .toList();
    assertEquals(3, snippets.size());
    Path program = Files.writeString(folder.resolve("Main.java"), snippets.get(0));
    var complaints = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, null, complaints, "-d", folder.toString(), "-encoding", "UTF-8",
                "-cp", System.getProperty("java.class.path"), program.toString());
    assertEquals(0, result, complaints.toString(StandardCharsets.UTF_8));

    Path quickstart = Path.of("src/test/java/io/myosotis/examples/Quickstart.java");
    Set<String> compiled =
        Files.readAllLines(quickstart).stream().map(String::strip).collect(Collectors.toSet());
    for (String snippet : snippets.subList(1, snippets.size())) {
      for (String line : snippet.lines().map(String::strip).toList()) {
        assertTrue(line.isEmpty() || compiled.contains(line), line);
      }
    }
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
