package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const tolerance = 1e-6

// compare tells where and how what came differs from what was expected; nil if it matches. Both are
// as encoding/json reads them with UseNumber; what is not there is nil.
func compare(path string, expected, got any) error {
	switch expected := expected.(type) {
	case map[string]any:
		if isMatcher(expected) {
			return compareMatcher(path, expected, got)
		}
		return compareObject(path, expected, got)
	case []any:
		return compareList(path, expected, got)
	case json.Number:
		number, ok := numberOf(got)
		wanted, err := expected.Float64()
		if !ok || err != nil || math.Abs(wanted-number) > tolerance {
			return differs(path, expected, got)
		}
		return nil
	default:
		leftOut := isDefault(got) && (isDefault(expected) || expected == "0")
		if expected == got || leftOut || sameInteger(expected, got) {
			return nil
		}
		return differs(path, expected, got)
	}
}

func compareObject(path string, expected map[string]any, got any) error {
	members, ok := got.(map[string]any)
	if !ok && (got != nil || len(expected) > 0) {
		return differs(path, expected, got)
	}
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		if err := compare(inside(path, name), expected[name], members[name]); err != nil {
			return err
		}
	}
	return nil
}

func compareList(path string, expected []any, got any) error {
	items, ok := listOf(got)
	if !ok || len(items) != len(expected) {
		return differs(path, expected, got)
	}
	for i := range expected {
		if err := compare(inside(path, strconv.Itoa(i)), expected[i], items[i]); err != nil {
			return err
		}
	}
	return nil
}

func isMatcher(object map[string]any) bool {
	for name := range object {
		if strings.HasPrefix(name, "$") {
			return true
		}
	}
	return false
}

func compareMatcher(path string, matcher map[string]any, got any) error {
	for name, wanted := range matcher {
		matches, err := matchesOne(name, wanted, got)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if !matches {
			return differs(path, matcher, got)
		}
	}
	return nil
}

func matchesOne(name string, wanted, got any) (bool, error) {
	switch name {
	case "$any":
		return !isDefault(got), nil
	case "$absent":
		return isDefault(got), nil
	case "$contains":
		elements, ok := wanted.([]any)
		items, isList := listOf(got)
		if !ok {
			break
		}
		return isList && containsAll(elements, items), nil
	case "$excludes":
		elements, ok := wanted.([]any)
		items, isList := listOf(got)
		if !ok {
			break
		}
		return isList && !slices.ContainsFunc(elements, func(element any) bool {
			return slices.ContainsFunc(items, func(item any) bool {
				return compare("", element, item) == nil
			})
		}), nil
	case "$length":
		items, isList := listOf(got)
		return isList && compare("", wanted, json.Number(strconv.Itoa(len(items)))) == nil, nil
	case "$regex":
		text, ok := textOf(got)
		pattern, isText := wanted.(string)
		if !isText {
			break
		}
		expression, err := regexp.Compile(pattern)
		return err == nil && ok && expression.MatchString(text), err
	case "$at_least", "$at_most":
		bound, ok := numberOf(wanted)
		number, isNumber := numberOf(got)
		if !ok || wanted == nil {
			break
		}
		if name == "$at_least" {
			return isNumber && number >= bound-tolerance, nil
		}
		return isNumber && number <= bound+tolerance, nil
	}
	return false, fmt.Errorf("%s is no matcher, or not with %s", name, shown(wanted))
}

// containsAll tells whether each element matches an item of its own.
func containsAll(elements, items []any) bool {
	if len(elements) == 0 {
		return true
	}
	for i, item := range items {
		if compare("", elements[0], item) == nil {
			others := slices.Concat(items[:i], items[i+1:])
			if containsAll(elements[1:], others) {
				return true
			}
		}
	}
	return false
}

// isDefault tells whether protobuf's JSON leaves the value out.
func isDefault(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == "" || strings.HasSuffix(value, "_UNSPECIFIED")
	case bool:
		return !value
	case json.Number:
		number, err := value.Float64()
		return err == nil && number == 0
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	default:
		return false
	}
}

func listOf(value any) ([]any, bool) {
	if value == nil {
		return nil, true
	}
	items, ok := value.([]any)
	return items, ok
}

func textOf(value any) (string, bool) {
	if value == nil {
		return "", true
	}
	text, ok := value.(string)
	return text, ok
}

// numberOf reads a number that may stand as a string, as 64-bit ones do; what is left out is 0.
func numberOf(value any) (float64, bool) {
	var text string
	switch value := value.(type) {
	case nil:
		return 0, true
	case json.Number:
		text = value.String()
	case string:
		text = value
	default:
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil
}

// sameInteger tells whether a 64-bit number expected as a string came as a number.
func sameInteger(expected, got any) bool {
	text, ok := expected.(string)
	number, isNumber := got.(json.Number)
	return ok && isNumber && text == number.String()
}

func inside(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func differs(path string, expected, got any) error {
	if path == "" {
		return fmt.Errorf("expected %s, got %s", shown(expected), shown(got))
	}
	return fmt.Errorf("%s: expected %s, got %s", path, shown(expected), shown(got))
}
