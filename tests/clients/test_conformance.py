"""The conformance cases: that they cover the contract, and how the Python runner compares."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

CONFORMANCE = Path(__file__).parents[2] / "clients" / "conformance"


def _module(name: str) -> ModuleType:
    sys.path.insert(0, str(CONFORMANCE))
    try:
        return __import__(name)
    finally:
        sys.path.pop(0)


comparing, python_runner, run = map(_module, ("comparing", "python_runner", "run"))
CASES = sorted((CONFORMANCE / "cases").glob("*.json"))


def steps_of(path: Path) -> Iterator[dict[str, Any]]:
    for steps in python_runner.read_case(path).values():
        yield from steps


def texts_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def is_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def test_every_call_of_the_contract_is_answered_in_some_case() -> None:
    answered = Counter(
        step["call"] for path in CASES for step in steps_of(path) if "expect" in step
    )
    contract = {
        f"{name}.{method.name}"
        for name, service in python_runner.services().items()
        for method in service.methods
    }
    assert len(contract) == 29
    assert set(answered) == contract


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_written_as_the_format_says(path: Path) -> None:
    assert json.loads(path.read_text(encoding="utf-8"))["about"].endswith(".")
    for step in steps_of(path):
        method = python_runner._method(step["call"])
        assert ("requests" in step) == method.client_streaming
        if "expect" in step:
            assert isinstance(step["expect"], list) == method.server_streaming
        fields = step.get("error", {}).get("fields", [])
        assert fields == sorted(set(fields))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_speaks_both_languages(path: Path) -> None:
    contents = [
        found
        for step in steps_of(path)
        for found in _contents(step.get("requests", step.get("request")))
    ]
    assert any(map(is_chinese, contents))
    assert not all(map(is_chinese, contents))


def _contents(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _contents(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name in ("content", "query") and isinstance(item, str):
                yield item
            else:
                yield from _contents(item)


def test_clients_read_what_others_wrote_in_some_cases() -> None:
    shared = [path for path in CASES if "write" in python_runner.read_case(path)]
    assert len(shared) >= 2


@pytest.mark.parametrize(
    "text",
    [
        '{"about": "a"}',
        '{"about": "a", "steps": [], "write": [], "read": []}',
        '{"about": "a", "steps": [{"call": "MemoryService.Recall", "expects": {}}]}',
        '{"about": "a", "steps": [{"call": "MemoryService.Recall", "error": {"cod": "OK"}}]}',
        '{"about": "a", "steps": [{"call": "M.R", "expect": {}, "error": {"code": "OK"}}]}',
        '{"about": "a", "write": []}',
    ],
)
def test_what_the_format_does_not_have_is_refused(text: str, tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    case.write_text(text, encoding="utf-8")
    with pytest.raises(python_runner.Failed):
        python_runner.read_case(case)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"a": 1}, {"a": 1, "b": "更多"}),
        (5, "5"),
        ("5", 5),
        ("18446744073709551615", "18446744073709551615"),
        (0.3, 0.3000000001),
        ({"a": 0, "b": "", "c": False, "d": [], "e": {}, "f": "0", "g": "ROLE_UNSPECIFIED"}, {}),
        ({"a": {"$any": True}}, {"a": "在"}),
        ({"a": {"$absent": True}}, {}),
        ({"$contains": ["猫", "cat"]}, ["cat", "dog", "猫"]),
        ({"$contains": [{}, {"a": 1}]}, [{"a": 1}, {"b": 1}]),
        ({"a": {"$excludes": ["猫"], "$length": 0}}, {}),
        ({"$excludes": ["猫"]}, ["狗"]),
        ({"$length": 2}, [1, 2]),
        ({"$regex": "成都$"}, "我住在成都"),
        ({"$at_least": 0.5, "$at_most": 1}, 0.7),
        ({"$at_least": 1}, "3"),
        ({"a": {"$at_most": 1}}, {}),
    ],
)
def test_what_matches(expected: Any, got: Any) -> None:
    assert comparing.difference(expected, got) is None


@pytest.mark.parametrize(
    ("expected", "got", "told"),
    [
        ({"a": {"b": "猫"}}, {"a": {"b": "狗"}}, 'a.b: expected "猫", got "狗"'),
        ([1, 2], [1, 2, 3], "expected [1, 2], got [1, 2, 3]"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, "a.0.b: expected 1, got 2"),
        (0.3, 0.3001, "expected 0.3, got 0.3001"),
        (True, 1, "expected true, got 1"),
        ({"a": True}, {}, "a: expected true, got nothing"),
        ({"a": {"b": 0}}, {}, 'a: expected {"b": 0}, got nothing'),
        ({"$any": True}, "0", 'expected {"$any": true}, got "0"'),
        ({"$absent": True}, 1, 'expected {"$absent": true}, got 1'),
        ({"$contains": [1, 1]}, [1, 2], 'expected {"$contains": [1, 1]}, got [1, 2]'),
        ({"$excludes": ["猫"]}, ["狗", "猫"], 'expected {"$excludes": ["猫"]}, got ["狗", "猫"]'),
        ({"$regex": "^成都"}, "我住在成都", 'expected {"$regex": "^成都"}, got "我住在成都"'),
        ({"$at_least": 0.5}, 0.2, 'expected {"$at_least": 0.5}, got 0.2'),
        ({"$at_most": 1}, "many", 'expected {"$at_most": 1}, got "many"'),
    ],
)
def test_what_does_not_match_is_told(expected: Any, got: Any, told: str) -> None:
    assert comparing.difference(expected, got) == told


def test_a_matcher_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\$at_leats"):
        comparing.difference({"$at_leats": 0.5}, 0.7)


def test_saved_values_are_found_by_their_path() -> None:
    answer = [{"changes": [{"memory": {"memoryId": "m1"}}], "count": 3}]
    assert python_runner.value_at(answer, "0.changes.0.memory.memoryId") == "m1"
    assert python_runner.value_at(answer, "0.count") == "3"
    for path in ("1.count", "0.changes.x", "0.none", "0.count.of"):
        with pytest.raises(python_runner.Failed):
            python_runner.value_at(answer, path)


def test_a_runner_that_breaks_off_has_failed() -> None:
    assert run.read_report("ok 一\nok b\n", "", 0) == run.Played({"一": "", "b": ""})
    failed = run.read_report("ok a\nfailed b: step 2: x: expected 1, got 2\n", "", 1)
    assert failed.outcomes == {"a": "", "b": "step 2: x: expected 1, got 2"}
    assert not failed.is_ok
    assert not failed.complaint
    for stdout, code in [("", 0), ("ok a\n", 1), ("ok a\n", 139), ("failed a: b\n", 0)]:
        assert run.read_report(stdout, "died", code).complaint == f"ended with {code}: died"


def test_the_table_shows_who_failed_where() -> None:
    played = {"go": run.Played({"a": "", "b": "wrong"}), "java": run.Played({"a": ""})}
    assert run.table(["go", "java"], {"": played, "(read)": {"go": run.Played({"c": ""})}}) == (
        "         go     java\na        ok     ok\nb        FAILED —\nc (read) ok     —"
    )
