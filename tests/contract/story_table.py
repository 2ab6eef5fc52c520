"""Takes values out of TOML tables, and tells of faults with their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from contract.story import Phrase, Phrases

Value = TypeVar("Value")
_REQUIRED: Any = object()


class StoryFault(Exception):
    """A story file cannot be read as one; the message says where and why."""


class Table:
    """Takes values out of a TOML table, and says where it is when one is not as it should be."""

    def __init__(self, where: str, items: Any) -> None:
        if not isinstance(items, Mapping):
            raise StoryFault(f"{where}: must be a table")
        self.where = where
        self.items = items
        self._taken: set[str] = set()

    def take(self, key: str, default: Any = _REQUIRED) -> Any:
        self._taken.add(key)
        if key in self.items:
            return self.items[key]
        if default is _REQUIRED:
            raise StoryFault(f"{self.where}: {key} is missing")
        return default

    def finish(self) -> None:
        """StoryFault where something was not taken: a misspelt check would never be made."""
        left = self.items.keys() - self._taken
        if left:
            raise StoryFault(f"{self.where}: does not know {', '.join(sorted(left))}")

    def finished(self, value: Value) -> Value:
        self.finish()
        return value

    def text(self, key: str, default: Any = _REQUIRED) -> str:
        value = self.take(key, default)
        if not isinstance(value, str) or not (value.strip() or value == default):
            raise StoryFault(f"{self.where}: {key} must be a text")
        return value

    def one_of(self, key: str, known: Sequence[str], default: Any = _REQUIRED) -> str:
        value = self.text(key, default)
        if value != default and value not in known:
            raise StoryFault(f"{self.where}: {key} must be one of {', '.join(known)}")
        return value

    def number(self, key: str, default: Any = _REQUIRED) -> int:
        value = self.take(key, default)
        if type(value) is not int or value < 0:
            raise StoryFault(f"{self.where}: {key} must be a whole number")
        return value

    def moment(self, key: str, zone: ZoneInfo) -> datetime:
        value = self.take(key)
        if not isinstance(value, datetime) or value.tzinfo is not None:
            raise StoryFault(f"{self.where}: {key} must be a local time, as 2026-03-02T21:30:00")
        return value.replace(tzinfo=zone)

    def day(self, key: str) -> date:
        value = self.take(key)
        if not isinstance(value, date) or isinstance(value, datetime):
            raise StoryFault(f"{self.where}: {key} must be a date, as 2026-03-02")
        return value

    def zone(self, key: str) -> ZoneInfo:
        name = self.text(key)
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, KeyError) as error:
            raise StoryFault(f"{self.where}: no zone is called {name!r}") from error

    def table(self, key: str) -> Table:
        return Table(f"{self.where}, {key}", self.take(key))

    def tables(self, key: str) -> list[Any]:
        """One at least."""
        value = self.take(key)
        if not isinstance(value, list) or not value:
            raise StoryFault(f"{self.where}: {key} must be a list of tables")
        return value

    def parts(self, key: str) -> list[Table]:
        """None where `key` is not there."""
        found = self.tables(key) if key in self.items else []
        return [Table(f"{self.where}, {key} {n}", each) for n, each in enumerate(found, 1)]

    def texts(self, key: str) -> tuple[str, ...]:
        """A text or a list of texts."""
        value = self.take(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(e, str) and e.strip() for e in value):
            raise StoryFault(f"{self.where}: {key} must be a list of texts")
        return tuple(value)

    def alternatives(self, key: str) -> tuple[Phrase, ...]:
        """A list of texts and lists of texts."""
        value = self.take(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list):
            raise StoryFault(f"{self.where}: {key} must be a list of phrases")
        one = [Table(f"{self.where}, {key}", {"phrase": each}).texts("phrase") for each in value]
        if not all(one):
            raise StoryFault(f"{self.where}: {key} has an empty list of phrases")
        return tuple(one)

    def phrases(self, key: str) -> Phrases:
        if key not in self.items:
            return Phrases()
        table = self.table(key)
        return table.finished(Phrases(table.alternatives("has"), table.texts("lacks")))
