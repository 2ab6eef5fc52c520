package io.myosotis;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The retries and time-outs that the clients of all languages share: {@code
 * clients/service_config.json}, copied into the jar when it is built.
 *
 * <p>Retries are left to gRPC. Time-outs are set call by call instead: gRPC takes the shorter of
 * its service config's and the caller's, so that a caller could otherwise never ask for more time.
 *
 * @param forChannel the config without its time-outs, as gRPC takes it
 * @param timeouts by full method name, such as {@code myosotis.v1.MemoryService/Recall}
 */
record ServiceConfig(Map<String, ?> forChannel, Map<String, Duration> timeouts) {
  private static final String RESOURCE = "service_config.json";

  /** Reads it anew: once for each channel. */
  static ServiceConfig load() {
    try (InputStream stream = ServiceConfig.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new IllegalStateException(RESOURCE + " is not in the jar of the Myosotis client");
      }
      return parse(new InputStreamReader(stream, StandardCharsets.UTF_8));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @SuppressWarnings("unchecked") // whatever has another shape fails the build's tests
  static ServiceConfig parse(Reader json) {
    Map<String, Object> config = new Gson().fromJson(json, Map.class);
    Map<String, Duration> timeouts = new HashMap<>();
    for (Map<String, Object> method : (List<Map<String, Object>>) config.get("methodConfig")) {
      String timeout = (String) method.remove("timeout");
      if (timeout == null) {
        continue;
      }
      for (Map<String, String> name : (List<Map<String, String>>) method.get("name")) {
        // "10s" is PT10S: ISO 8601 but for its prefix.
        String fullName = name.get("service") + "/" + name.get("method");
        timeouts.put(fullName, Duration.parse("PT" + timeout));
      }
    }
    return new ServiceConfig(config, Map.copyOf(timeouts));
  }
}
