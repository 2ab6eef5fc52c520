package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func read(t *testing.T, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(text, err)
	}
	return value
}

func TestComparing(t *testing.T) {
	cases := []struct {
		expected, got string
		// Empty where it matches.
		differs string
	}{
		{`{"a": 1}`, `{"a": 1, "b": "更多"}`, ""},
		{`{"a": {"b": "猫"}}`, `{"a": {"b": "狗"}}`, `a.b: expected "猫", got "狗"`},
		{`[1, 2]`, `[1, 2, 3]`, `expected [1,2], got [1,2,3]`},
		{`{"a": [{"b": 1}]}`, `{"a": [{"b": 2}]}`, `a.0.b: expected 1, got 2`},
		{`0.3`, `0.3000000001`, ""},
		{`0.3`, `0.3001`, "expected 0.3, got 0.3001"},
		{`5`, `"5"`, ""},
		{`"5"`, `5`, ""},
		{`"18446744073709551615"`, `"18446744073709551615"`, ""},
		{`{"a": 0, "b": "", "c": false, "d": [], "e": {}, "f": "0", "g": "ROLE_UNSPECIFIED"}`, `{}`, ""},
		{`{"a": true}`, `{}`, "a: expected true, got nothing"},
		{`{"a": {"b": 1}}`, `{}`, `a: expected {"b":1}, got nothing`},
		{`{"a": {"$any": true}}`, `{"a": "在"}`, ""},
		{`{"a": {"$any": true}}`, `{"a": "0"}`, ""},
		{`{"a": {"$any": true}}`, `{}`, `a: expected {"$any":true}, got nothing`},
		{`{"a": {"$absent": true}}`, `{}`, ""},
		{`{"a": {"$absent": true}}`, `{"a": 1}`, `a: expected {"$absent":true}, got 1`},
		{`{"$contains": ["猫", "cat"]}`, `["cat", "dog", "猫"]`, ""},
		{`{"$contains": [{"a": 1}, {}]}`, `[{"a": 1}]`, `expected {"$contains":[{"a":1},{}]}, got [{"a":1}]`},
		{`{"$contains": [{}, {"a": 1}]}`, `[{"a": 1}, {"b": 1}]`, ""},
		{`{"$excludes": ["猫"]}`, `["狗"]`, ""},
		{`{"a": {"$excludes": ["猫"], "$length": 0}}`, `{}`, ""},
		{`{"$excludes": ["猫"]}`, `["狗", "猫"]`, `expected {"$excludes":["猫"]}, got ["狗","猫"]`},
		{`{"$length": 2}`, `[1, 2]`, ""},
		{`{"$length": 2}`, `[1]`, `expected {"$length":2}, got [1]`},
		{`{"$regex": "成都$"}`, `"我住在成都"`, ""},
		{`{"$regex": "^成都"}`, `"我住在成都"`, `expected {"$regex":"^成都"}, got "我住在成都"`},
		{`{"$at_least": 0.5, "$at_most": 1}`, `0.7`, ""},
		{`{"$at_least": 1}`, `"3"`, ""},
		{`{"a": {"$at_most": 1}}`, `{}`, ""},
		{`{"$at_least": 0.5}`, `0.2`, `expected {"$at_least":0.5}, got 0.2`},
		{`{"$at_leats": 0.5}`, `0.7`, `: $at_leats is no matcher, or not with 0.5`},
	}
	for _, c := range cases {
		err := compare("", read(t, c.expected), read(t, c.got))
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != c.differs {
			t.Errorf("%s with %s: %q, not %q", c.expected, c.got, text, c.differs)
		}
	}
}

func TestSavedValuesStandInLaterStrings(t *testing.T) {
	p := newPlayer(nil, map[string]string{"user": "小雨"})
	answer := read(t, `{"changes": [{"memory": {"memoryId": "m1"}}], "revision": "7", "count": 3}`)
	for path, wanted := range map[string]string{
		"changes.0.memory.memoryId": "m1", "revision": "7", "count": "3",
	} {
		if got, err := at(answer, path); got != wanted || err != nil {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	for _, path := range []string{"changes.1.memory", "changes.x", "revision.of", "none"} {
		if got, err := at(answer, path); err == nil {
			t.Errorf("%s: %q", path, got)
		}
	}
	filled, err := p.fill(read(t, `{"a": ["${user}-${user}", 1, {"b": "${user}"}]}`))
	if err != nil || shown(filled) != `{"a":["小雨-小雨",1,{"b":"小雨"}]}` {
		t.Error(shown(filled), err)
	}
	if _, err := p.fill("${nobody}"); err == nil {
		t.Error("a name that nothing was saved as was taken")
	}
}

func TestACallIsFoundByItsName(t *testing.T) {
	one := []any{map[string]any{"userId": "小雨"}}
	if _, err := newCall(step{Call: "MemoryService.Recall"}, one); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"Recall", "NoService.Recall", "MemoryService.NoCall", "Memory.Get"} {
		if _, err := newCall(step{Call: name}, one); err == nil {
			t.Errorf("%s was found", name)
		}
	}
	if _, err := newCall(step{Call: "MemoryService.Recall"}, nil); err == nil {
		t.Error("a call without its request was taken")
	}
	wrong := []any{map[string]any{"user": "小雨"}}
	if _, err := newCall(step{Call: "MemoryService.Recall"}, wrong); err == nil {
		t.Error("a request with a member that there is not was taken")
	}
}
