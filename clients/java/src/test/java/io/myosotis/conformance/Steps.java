package io.myosotis.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.myosotis.MyosotisClient;
import io.myosotis.MyosotisException;
import io.myosotis.ResponseStream;
import io.myosotis.v1.ImportMemoriesRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays the steps of one case, with the names that they save. */
final class Steps {
  private static final Duration EVENTUALLY = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 200;
  private static final Pattern NAME = Pattern.compile("\\$\\{(\\w+)\\}");
  private static final Set<String> MEMBERS =
      Set.of(
          "about", "call", "request", "requests", "expect", "whole", "error", "save", "eventually",
          "retry_same", "timeout_seconds");

  private final MyosotisClient client;
  private final MyosotisClient streaming;
  private final Map<String, String> names = new HashMap<>();

  /** A step did not go as expected. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String message) {
      super(message);
    }
  }

  Steps(MyosotisClient client, String run, String user) {
    this.client = client;
    this.streaming = client.withTimeout(Duration.ofSeconds(60));
    names.put("run", run);
    names.put("user", user);
  }

  void play(JsonArray steps) throws Failed, InterruptedException {
    for (int number = 1; number <= steps.size(); number++) {
      JsonObject step = steps.get(number - 1).getAsJsonObject();
      try {
        play(step);
      } catch (Failed failure) {
        throw new Failed("step " + number + ": " + failure.getMessage());
      } catch (RuntimeException | InvalidProtocolBufferException failure) {
        throw new Failed("step " + number + ": " + failure);
      }
    }
  }

  private void play(JsonObject raw)
      throws Failed, InterruptedException, InvalidProtocolBufferException {
    // A misspelt member would expect nothing.
    if (!MEMBERS.containsAll(raw.keySet())) {
      throw new Failed("has " + raw.keySet() + ", of which the format has but " + MEMBERS);
    }
    JsonObject step = named(raw).getAsJsonObject();
    boolean isPatient = step.has("eventually") && step.get("eventually").getAsBoolean();
    long end = System.nanoTime() + (isPatient ? EVENTUALLY.toNanos() : 0);
    JsonElement answer = ask(step);
    Optional<String> difference = difference(step, answer);
    while (difference.isPresent() && System.nanoTime() < end) {
      Thread.sleep(POLL_MILLIS);
      answer = ask(step);
      difference = difference(step, answer);
    }
    if (difference.isEmpty() && step.has("retry_same") && step.get("retry_same").getAsBoolean()) {
      JsonElement again = ask(step);
      if (!again.equals(answer)) {
        throw new Failed("sent again: expected " + answer + ", got " + again);
      }
    }
    if (difference.isPresent()) {
      throw new Failed(difference.get());
    }
    if (step.has("save")) {
      for (var saved : step.getAsJsonObject("save").entrySet()) {
        names.put(saved.getKey(), at(answer, saved.getValue().getAsString()));
      }
    }
  }

  /** The answer as JSON: an object, an array of a stream's, or {"error": …}. */
  private JsonElement ask(JsonObject step) throws InvalidProtocolBufferException {
    MethodDescriptor<Message, Message> method = Contract.method(step.get("call").getAsString());
    try {
      if (method.getType() == MethodType.UNARY) {
        Message request = Contract.request(method, step.get("request"));
        return Contract.json(within(step, client).call(method, request));
      }
      try (ResponseStream<? extends Message> stream = open(method, step)) {
        return read(stream, step);
      }
    } catch (MyosotisException failure) {
      JsonObject answer = new JsonObject();
      answer.add("error", error(failure));
      return answer;
    }
  }

  /** The client with the step's own time-out, if it has one. */
  private static MyosotisClient within(JsonObject step, MyosotisClient usual) {
    JsonElement seconds = step.get("timeout_seconds");
    return seconds == null
        ? usual
        : usual.withTimeout(Duration.ofMillis(Math.round(seconds.getAsDouble() * 1000)));
  }

  private ResponseStream<? extends Message> open(
      MethodDescriptor<Message, Message> method, JsonObject step)
      throws InvalidProtocolBufferException {
    if (method.getType().clientSendsOneMessage()) {
      Message request = Contract.request(method, step.get("request"));
      return within(step, streaming).stream(method, request);
    }
    List<ImportMemoriesRequest> requests = new ArrayList<>();
    for (JsonElement request : step.getAsJsonArray("requests")) {
      requests.add((ImportMemoriesRequest) Contract.request(method, request));
    }
    return within(step, streaming).importMemories(requests);
  }

  /** As many answers as are expected, and one more where the stream must end there. */
  private static JsonArray read(ResponseStream<? extends Message> stream, JsonObject step) {
    boolean isWhole = step.has("whole") && step.get("whole").getAsBoolean();
    // An error is at the stream's end.
    int atMost = Integer.MAX_VALUE;
    if (step.get("expect") instanceof JsonArray expected) {
      atMost = expected.size() + (isWhole ? 1 : 0);
    }
    JsonArray answers = new JsonArray();
    while (answers.size() < atMost && stream.hasNext()) {
      answers.add(Contract.json(stream.next()));
    }
    return answers;
  }

  private static JsonObject error(MyosotisException failure) {
    JsonObject error = new JsonObject();
    error.addProperty("code", failure.code().name());
    error.addProperty("reason", failure.reason());
    JsonArray fields = new JsonArray();
    var distinct = new TreeSet<String>();
    failure.violations().forEach(violation -> distinct.add(violation.field()));
    distinct.forEach(fields::add);
    error.add("fields", fields);
    error.addProperty("retry", failure.retryAfter().isPresent());
    error.addProperty("message", failure.getMessage());
    return error;
  }

  private static Optional<String> difference(JsonObject step, JsonElement answer) {
    JsonElement error = answer instanceof JsonObject object ? object.get("error") : null;
    if (step.has("error")) {
      if (error == null) {
        return Optional.of("expected error " + step.get("error") + ", got " + answer);
      }
      return Expectation.difference(step.get("error"), error).map(told -> "error " + told);
    }
    if (error != null) {
      return Optional.of(
          "expected an answer, got " + error.getAsJsonObject().get("message").getAsString());
    }
    return step.has("expect")
        ? Expectation.difference(step.get("expect"), answer)
        : Optional.empty();
  }

  private static String at(JsonElement answer, String path) throws Failed {
    JsonElement value = answer;
    for (String name : path.split("\\.")) {
      if (value instanceof JsonArray array && name.chars().allMatch(Character::isDigit)) {
        int index = Integer.parseInt(name);
        value = index < array.size() ? array.get(index) : null;
      } else {
        value = value instanceof JsonObject object ? object.get(name) : null;
      }
    }
    if (!(value instanceof JsonPrimitive primitive)) {
      throw new Failed(path + ": expected a value to save, got " + value);
    }
    return primitive.getAsString();
  }

  /** The same with the names' values in all its strings. */
  private JsonElement named(JsonElement json) {
    if (json instanceof JsonObject object) {
      JsonObject copy = new JsonObject();
      for (var member : object.entrySet()) {
        copy.add(named(member.getKey()), named(member.getValue()));
      }
      return copy;
    }
    if (json instanceof JsonArray array) {
      JsonArray copy = new JsonArray();
      array.forEach(element -> copy.add(named(element)));
      return copy;
    }
    boolean isText = json instanceof JsonPrimitive primitive && primitive.isString();
    return isText ? new JsonPrimitive(named(json.getAsString())) : json;
  }

  private String named(String text) {
    return NAME.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(saved(found.group(1))));
  }

  private String saved(String name) {
    if (!names.containsKey(name)) {
      throw new IllegalArgumentException("nothing was saved as " + name);
    }
    return names.get(name);
  }
}
