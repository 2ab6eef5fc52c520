package io.myosotis.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a": 1}                          | {"a": 1, "b": 2}             | true
          {"a": 1}                          | {"a": "1"}                   | true
          {"a": "0"}                        | {}                           | true
          {"a": 0.3}                        | {"a": 0.30000001}            | true
          {"a": 0.3}                        | {"a": 0.31}                  | false
          {"a": [], "b": "", "c": false}    | {}                           | true
          {"a": {"b": []}}                  | {}                           | false
          {"a": {}}                         | {}                           | true
          {"a": "ROLE_UNSPECIFIED"}         | {}                           | true
          {"a": {"b": 1}}                   | {}                           | false
          {"a": [1]}                        | {"a": [1, 2]}                | false
          {"a": [1, 2]}                     | {"a": [1, 2]}                | true
          {"a": "1"}                        | {"a": true}                  | false
          {"$any": true}                    | 0                            | false
          {"$any": true}                    | "x"                          | true
          {"a": {"$absent": true}}          | {"a": ""}                    | true
          {"a": {"$absent": true}}          | {"a": 1}                     | false
          {"$contains": [{"n": 1}]}         | [{"n": 2}, {"n": 1, "m": 3}] | true
          {"$contains": [1, 4]}             | [1, 2]                       | false
          {"$contains": [1, 1]}             | [1, 2]                       | false
          {"$contains": [{}, {"n": 1}]}     | [{"n": 1}, {"n": 2}]         | true
          {"a": {"$excludes": [1]}}         | {}                           | true
          {"$excludes": [{"n": 1}]}         | [{"n": 1}]                   | false
          {"$length": 2}                    | [1, 1]                       | true
          {"$length": 2, "$contains": [3]}  | [1, 1]                       | false
          {"$regex": "^成"}                 | "成都"                       | true
          {"$regex": "^都"}                 | "成都"                       | false
          {"$at_least": 0.5, "$at_most": 1} | 0.7                          | true
          {"$at_least": 0.5, "$at_most": 1} | "2"                          | false
          {"a": {"$at_most": 1}}            | {}                           | true
          {"$at_least": 1}                  | "x"                          | false
          """)
  void comparesAsTheReadmeSays(String expected, String got, boolean matches) {
    assertEquals(
        matches,
        Expectation.difference(JsonParser.parseString(expected), JsonParser.parseString(got))
            .isEmpty());
  }
}
