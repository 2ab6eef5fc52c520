package io.myosotis.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Compares an answer with what a case expects, as clients/conformance/README.md says. */
final class Expectation {
  private static final double TOLERANCE = 1e-6;

  private Expectation() {}

  /** Where they differ, as {@code path: expected …, got …}; empty if the answer matches. */
  static Optional<String> difference(JsonElement expected, JsonElement got) {
    return difference(expected, got, "");
  }

  private static Optional<String> difference(JsonElement expected, JsonElement got, String path) {
    if (expected instanceof JsonObject object) {
      boolean isOperator =
          object.size() > 0 && object.keySet().stream().allMatch(key -> key.startsWith("$"));
      return isOperator ? operators(object, got, path) : members(object, got, path);
    }
    if (isDefault(expected) && isDefault(got)) {
      return Optional.empty();
    }
    if (expected instanceof JsonArray array) {
      return elements(array, got, path);
    }
    return isSame(expected, got) ? Optional.empty() : differs(expected, got, path);
  }

  private static Optional<String> members(JsonObject expected, JsonElement got, String path) {
    if (got == null && expected.size() == 0) {
      return Optional.empty();
    }
    if (!(got instanceof JsonObject object)) {
      return differs(expected, got, path);
    }
    for (Map.Entry<String, JsonElement> member : expected.entrySet()) {
      JsonElement value = object.get(member.getKey());
      Optional<String> difference =
          difference(member.getValue(), value, join(path, member.getKey()));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> elements(JsonArray expected, JsonElement got, String path) {
    if (!(got instanceof JsonArray array) || array.size() != expected.size()) {
      return differs(expected, got, path);
    }
    for (int index = 0; index < expected.size(); index++) {
      Optional<String> difference =
          difference(expected.get(index), array.get(index), join(path, String.valueOf(index)));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> operators(JsonObject expected, JsonElement got, String path) {
    for (Map.Entry<String, JsonElement> operator : expected.entrySet()) {
      if (!holds(operator.getKey(), operator.getValue(), got)) {
        return differs(expected, got, path);
      }
    }
    return Optional.empty();
  }

  private static boolean holds(String operator, JsonElement operand, JsonElement got) {
    return switch (operator) {
      case "$any" -> !isDefault(got);
      case "$absent" -> isDefault(got);
      case "$contains" -> hasEach(operand.getAsJsonArray().asList(), array(got).asList());
      case "$excludes" -> all(operand, each -> !anyMatches(each, got));
      case "$length" -> array(got).size() == operand.getAsInt();
      case "$regex" -> Pattern.compile(operand.getAsString()).matcher(text(got)).find();
      case "$at_least" -> number(got) >= operand.getAsDouble() - TOLERANCE;
      case "$at_most" -> number(got) <= operand.getAsDouble() + TOLERANCE;
      default -> throw new IllegalArgumentException("no such comparison: " + operator);
    };
  }

  /** Whether each of the expected matches an element of its own. */
  private static boolean hasEach(List<JsonElement> expected, List<JsonElement> got) {
    if (expected.isEmpty()) {
      return true;
    }
    for (int index = 0; index < got.size(); index++) {
      if (difference(expected.get(0), got.get(index)).isEmpty()) {
        List<JsonElement> others = new ArrayList<>(got);
        others.remove(index);
        if (hasEach(expected.subList(1, expected.size()), others)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean all(JsonElement list, java.util.function.Predicate<JsonElement> holds) {
    return list.getAsJsonArray().asList().stream().allMatch(holds);
  }

  private static boolean anyMatches(JsonElement expected, JsonElement got) {
    return array(got).asList().stream()
        .anyMatch(element -> difference(expected, element).isEmpty());
  }

  private static boolean isSame(JsonElement expected, JsonElement got) {
    if (!(expected instanceof JsonPrimitive one) || !(got instanceof JsonPrimitive other)) {
      return expected.equals(got);
    }
    if (one.isNumber() || other.isNumber()) {
      return !one.isBoolean()
          && !other.isBoolean()
          && Math.abs(number(one) - number(other)) <= TOLERANCE;
    }
    return one.equals(other);
  }

  /** Whether protobuf's JSON would leave it out. */
  private static boolean isDefault(JsonElement value) {
    if (value == null || value instanceof JsonNull) {
      return true;
    }
    if (value instanceof JsonObject object) {
      return object.size() == 0;
    }
    if (value instanceof JsonArray array) {
      return array.isEmpty();
    }
    JsonPrimitive primitive = (JsonPrimitive) value;
    if (primitive.isBoolean()) {
      return !primitive.getAsBoolean();
    }
    if (primitive.isNumber()) {
      return primitive.getAsDouble() == 0;
    }
    String text = primitive.getAsString();
    return text.isEmpty() || text.equals("0") || text.endsWith("_UNSPECIFIED");
  }

  private static JsonArray array(JsonElement value) {
    return value instanceof JsonArray array ? array : new JsonArray();
  }

  private static String text(JsonElement value) {
    return value instanceof JsonPrimitive primitive ? primitive.getAsString() : "";
  }

  /** What is left out is 0, and what is no number is none. */
  private static double number(JsonElement value) {
    if (isDefault(value)) {
      return 0;
    }
    try {
      return value.getAsDouble();
    } catch (NumberFormatException | UnsupportedOperationException | IllegalStateException none) {
      return Double.NaN;
    }
  }

  private static Optional<String> differs(JsonElement expected, JsonElement got, String path) {
    String shown = got == null ? "nothing" : got.toString();
    return Optional.of(
        (path.isEmpty() ? "" : path + ": ") + "expected " + expected + ", got " + shown);
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
