"""Collects everything that is wrong with a request, so that the caller learns it in one go."""

import math
import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis_server.memory.blank import is_blank
from myosotis_server.memory.errors import InvalidRequest, Violation
from myosotis_server.memory.values import SECOND, Instant

EARLIEST: Instant = -2_208_988_800 * SECOND
"""1900-01-01T00:00:00Z."""
LATEST: Instant = 7_258_118_400 * SECOND
"""2200-01-01T00:00:00Z."""

_SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

_ZONES = {name.casefold(): name for name in available_timezones()}
"""Read at start, because it searches folders for some 40 ms."""

Enum = TypeVar("Enum", bound=IntEnum)


class Checker:
    """Checks fields one by one. Each method gives a usable value even when it notes a violation."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def note(self, field: str, description: str) -> None:
        self.violations.append(Violation(field, description))

    def finish(self) -> None:
        """InvalidRequest with every violation noted so far, if there was any."""
        if self.violations:
            raise InvalidRequest(self.violations)

    def text(
        self, field: str, value: str, max_bytes: int, *, required: bool = False, blank: bool = True
    ) -> str:
        """A string without NUL of at most `max_bytes` of UTF-8; `blank` allows only white space."""
        size = len(value.encode())
        if required and not value:
            self.note(field, "is required")
        elif size > max_bytes:
            self.note(field, f"is {size} bytes of UTF-8, at most {max_bytes} are allowed")
        elif "\0" in value:
            self.note(field, "must not contain NUL")
        elif value and not blank and is_blank(value):
            self.note(field, "must hold more than white space and invisible characters")
        return value

    def snake_case(self, field: str, value: str) -> str:
        if not value:
            self.note(field, "is required")
        elif len(value) > 64 or not _SNAKE_CASE.fullmatch(value):
            self.note(field, "must be snake_case (a-z, 0-9, _) of at most 64 characters")
        return value

    def uuid(self, field: str, value: str, *, required: bool = False) -> str:
        """A UUID in canonical lower-case form, or empty where it is not required."""
        if not value:
            if required:
                self.note(field, "is required")
            return ""
        try:
            canonical = str(UUID(value))
        except ValueError:
            canonical = ""
        if canonical != value.lower():
            self.note(field, "must be a UUID such as 123e4567-e89b-12d3-a456-426614174000")
            return ""
        return canonical

    def enum(self, field: str, value: int, kind: type[Enum]) -> Enum:
        try:
            return kind(value)
        except ValueError:
            self.note(field, f"{value} is not a known {kind.__name__} number")
            return kind(0)

    def number(self, field: str, value: float, low: float, high: float) -> float:
        if not math.isfinite(value):
            self.note(field, "must be a finite number")
        elif not low <= value <= high:
            bounds = f"between {low:g} and {high:g}" if math.isfinite(high) else f"{low:g} or more"
            self.note(field, f"must be {bounds}")
        else:
            return value
        return low

    def count(self, field: str, value: int, low: int, high: int) -> None:
        """`value` things where between `low` and `high` are allowed."""
        if not low <= value <= high:
            self.note(field, f"has {value} items, {low} to {high} are allowed")

    def size(self, field: str, value: int, default: int, high: int) -> int:
        """A page size or limit: `default` if 0, at most `high`."""
        if value > high:
            self.note(field, f"must be at most {high}")
        return min(value, high) or default

    def time(self, field: str, value: Timestamp) -> Instant:
        """An instant of the years 1900 to 2200; nanoseconds below a microsecond are dropped."""
        instant = value.seconds * SECOND + value.nanos // 1_000
        if not 0 <= value.nanos < 1_000_000_000:
            self.note(field, "nanos must be between 0 and 999999999")
        elif not EARLIEST <= instant < LATEST:
            self.note(field, "must lie in the years 1900 to 2199")
        else:
            return instant
        return EARLIEST

    def optional_time(self, message: Any, field: str, path: str = "") -> Instant | None:
        """The time in `field` of `message`, which stands at `path`; None where it is unset."""
        if not message.HasField(field):
            return None
        return self.time(f"{path}.{field}" if path else field, getattr(message, field))

    def zone(self, field: str, name: str) -> ZoneInfo:
        """The zone of an IANA name, in any case; UTC where there is none."""
        known = _ZONES.get(name.casefold()) if name else "UTC"
        if known is None:
            self.note(field, "must be an IANA time zone such as Asia/Shanghai")
        return ZoneInfo(known or "UTC")

    def duration(self, field: str, value: Duration, longest_seconds: int) -> int:
        """A positive duration in microseconds."""
        length = value.seconds * SECOND + value.nanos // 1_000
        if not 0 < length <= longest_seconds * SECOND:
            self.note(field, f"must be positive and at most {longest_seconds} s")
            return SECOND
        return length

    def distinct(self, field: str, values: Sequence[str], most: int, max_bytes: int) -> list[str]:
        """Up to `most` non-empty strings, repetitions dropped."""
        self.count(field, len(values), 0, most)
        return list(
            dict.fromkeys(
                self.text(f"{field}[{index}]", value, max_bytes, required=True)
                for index, value in enumerate(values[:most])
            )
        )
