"""How the Python runner compares what came with what a case expects; the README has the table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

Json = Any
"""What json.loads gives; None is what is not there."""

TOLERANCE = 1e-6
SHOWN_CHARACTERS = 400


def difference(expected: Json, got: Json, path: str = "") -> str | None:
    """Where and how they differ, as `path: expected …, got …`; None if what came matches.

    Raises ValueError for a matcher that the format does not have.
    """
    if isinstance(expected, dict):
        if any(name.startswith("$") for name in expected):
            is_match = all(_matches(name, wanted, got) for name, wanted in expected.items())
            return None if is_match else _differs(path, expected, got)
        return _members_difference(expected, got, path)
    if isinstance(expected, list):
        return _items_difference(expected, got, path)
    return None if _is_same(expected, got) else _differs(path, expected, got)


def shown(value: Json) -> str:
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"


def _members_difference(expected: dict[str, Json], got: Json, path: str) -> str | None:
    members = {} if got is None and not expected else got
    if not isinstance(members, dict):
        return _differs(path, expected, got)
    found = (
        difference(wanted, members.get(name), _inside(path, name))
        for name, wanted in expected.items()
    )
    return next(filter(None, found), None)


def _items_difference(expected: list[Json], got: Json, path: str) -> str | None:
    items = [] if got is None else got
    if not isinstance(items, list) or len(items) != len(expected):
        return _differs(path, expected, got)
    found = (
        difference(wanted, item, _inside(path, str(index)))
        for index, (wanted, item) in enumerate(zip(expected, items, strict=True))
    )
    return next(filter(None, found), None)


def _matches(matcher: str, wanted: Json, got: Json) -> bool:
    items = [] if got is None else got
    match matcher, wanted:
        case "$any", True:
            return not _is_default(got)
        case "$absent", True:
            return _is_default(got)
        case "$contains", list():
            return isinstance(items, list) and _has_each(wanted, items)
        case "$excludes", list():
            return isinstance(items, list) and not any(
                difference(unwanted, item) is None for unwanted in wanted for item in items
            )
        case "$length", int():
            return isinstance(items, list) and len(items) == wanted
        case "$regex", str():
            text = "" if got is None else got
            return isinstance(text, str) and re.search(wanted, text) is not None
        case "$at_least", int() | float():
            number = _number(got)
            return number is not None and number >= wanted - TOLERANCE
        case "$at_most", int() | float():
            number = _number(got)
            return number is not None and number <= wanted + TOLERANCE
    raise ValueError(f"{matcher} is no matcher, or not with {shown(wanted)}")


def _has_each(wanted: Sequence[Json], items: list[Json]) -> bool:
    """Whether each of `wanted` matches an item of its own."""
    if not wanted:
        return True
    return any(
        difference(wanted[0], item) is None
        and _has_each(wanted[1:], items[:index] + items[index + 1 :])
        for index, item in enumerate(items)
    )


def _is_same(expected: Json, got: Json) -> bool:
    if got is None:
        return _is_default(expected)
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, str) and isinstance(got, str):
        return expected == got
    one, other = _number(expected), _number(got)
    return one is not None and other is not None and abs(one - other) <= TOLERANCE


def _is_default(value: Json) -> bool:
    """Whether protobuf's JSON leaves the value out."""
    if isinstance(value, str):
        return value in ("", "0") or value.endswith("_UNSPECIFIED")
    return not value


def _number(value: Json) -> float | None:
    """A number, which may stand as a string as 64-bit ones do; what is left out is 0."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        return None
    try:
        return float(0 if value is None else value)
    except ValueError:
        return None


def _inside(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _differs(path: str, expected: Json, got: Json) -> str:
    where = f"{path}: " if path else ""
    return f"{where}expected {shown(expected)}, got {shown(got)}"
