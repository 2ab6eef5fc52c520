package io.myosotis.conformance;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.myosotis.MyosotisClient;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plays the conformance cases; see clients/conformance/README.md for its arguments. */
public final class Runner {
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private final MyosotisClient client;
  private final String run;
  private final String language;
  private final String phase;
  private final List<String> writers;

  private Runner(MyosotisClient client, Map<String, String> options) {
    this.client = client;
    this.run = options.get("run");
    this.language = options.getOrDefault("language", "java");
    this.phase = options.getOrDefault("phase", "all");
    this.writers = List.of(options.getOrDefault("writers", language).split(","));
  }

  /** Exits with 0 if every case is ok, 1 if not, 2 for wrong arguments. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> options = options(arguments);
    if (!options.keySet().containsAll(List.of("address", "cases", "run"))) {
      System.err.println("needed are --address, --cases and --run");
      System.exit(2);
    }
    boolean isOk = true;
    try (MyosotisClient client =
        MyosotisClient.builder(options.get("address"))
            .apiKey(System.getenv("MYOSOTIS_API_KEY"))
            .build()) {
      client.waitReady(Duration.ofSeconds(30));
      Runner runner = new Runner(client, options);
      for (Path file : cases(Path.of(options.get("cases")))) {
        isOk &= runner.play(file);
      }
    }
    System.exit(isOk ? 0 : 1);
  }

  private static Map<String, String> options(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int index = 0; index + 1 < arguments.length; index += 2) {
      options.put(arguments[index].replaceFirst("^--", ""), arguments[index + 1]);
    }
    return options;
  }

  private static List<Path> cases(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  /** Whether the file's case is ok, or has nothing for this phase. */
  private boolean play(Path file) throws IOException, InterruptedException {
    String name = file.getFileName().toString().replaceFirst("\\.json$", "");
    try {
      JsonObject conformance = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
      if (!play(conformance, name)) {
        return true;
      }
    } catch (Steps.Failed failure) {
      OUT.println("failed " + name + ": " + failure.getMessage());
      return false;
    } catch (RuntimeException malformed) {
      OUT.println("failed " + name + ": " + malformed);
      return false;
    }
    OUT.println("ok " + name);
    return true;
  }

  /** Whether there was anything to play. */
  private boolean play(JsonObject conformance, String name)
      throws Steps.Failed, InterruptedException {
    if (conformance.has("steps")) {
      if (phase.equals("all")) {
        steps(language, name).play(conformance.getAsJsonArray("steps"));
      }
      return phase.equals("all");
    }
    if (!phase.equals("read")) {
      steps(language, name).play(conformance.getAsJsonArray("write"));
    }
    if (!phase.equals("write")) {
      for (String writer : writers) {
        try {
          steps(writer, name).play(conformance.getAsJsonArray("read"));
        } catch (Steps.Failed failure) {
          throw new Steps.Failed("what " + writer + " wrote: " + failure.getMessage());
        }
      }
    }
    return true;
  }

  /** What one language writes in one file is one user's. */
  private Steps steps(String writer, String name) {
    return new Steps(client, run, run + "-" + writer + "-" + name);
  }
}
