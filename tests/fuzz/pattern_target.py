"""Every regular expression of the server against its own words, again and again.

A pattern such as "(?:哈+|啊)*了" parts a run of one sign in every way there is before it gives up:
some thirty of them take hours, and meanwhile no thread of the process goes on. Nothing is longer
here than a few dozen characters, so whatever is only quadratic passes.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from types import ModuleType

import myosotis_server.adapters
import myosotis_server.memory
import myosotis_server.understanding
from fuzz.targets import Finding, Target, within

LONGEST = 48
"""Characters of a text."""
SECONDS = 0.5
_WORD = re.compile(r"[一-鿿]{1,4}|[a-z']{1,10}|[,，.。!！~～ ]")
_ONLY = {
    "people._WHEN_ZH": ("match",),  # ends in what may come again: nothing makes it part that anew
    "asking_words._ASKING": (),  # of words that the segmenter found, which are short
}
"""How patterns are used that would take long in another way; all others, in every way."""


@cache
def patterns() -> list[tuple[str, re.Pattern[str]]]:
    """All that modules hold, by module and name."""
    found: dict[str, re.Pattern[str]] = {}
    for package in (
        myosotis_server.understanding,
        myosotis_server.adapters,
        myosotis_server.memory,
    ):
        for module in _modules(package):
            stem = module.__name__.rpartition(".")[2]
            found |= {f"{stem}.{name}": each for name, each in _held(module)}
    return sorted(found.items())


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for each in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        yield importlib.import_module(each.name)


def _held(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str]]]:
    for name, value in vars(module).items():
        several = value if isinstance(value, tuple | list) else (value,)
        for place, each in enumerate(several):
            if isinstance(getattr(each, "pattern", None), str) and hasattr(each, "fullmatch"):
                yield (name if len(several) == 1 else f"{name}[{place}]"), each


def check_patterns(data: bytes) -> None:
    """The first two bytes say which pattern, the rest is a text."""
    name, pattern = patterns()[int.from_bytes(data[:2], "big") % len(patterns())]
    text = data[2:].decode("utf-8", "replace")[:LONGEST]
    for use in _ONLY.get(name, ("search", "match", "fullmatch")):
        getattr(pattern, use)("")  # compiles it
        try:
            within(SECONDS, lambda use=use: getattr(pattern, use)(text))  # type: ignore[misc]
        except AssertionError:  # a Finding, or the end of the time that any case has
            raise Finding(f"{name}.{use} takes too long") from None


def make(random: Random) -> bytes:
    """One or two words of a pattern, again and again, and something else at either end."""
    number = random.randrange(len(patterns()))
    words = _WORD.findall(patterns()[number][1].pattern) or ["a"]
    piece = "".join(random.choice(words) for _ in range(random.choice((1, 1, 1, 2, 2, 3))))
    before, after = (random.choice(("", "", "我", "I ", "×", random.choice(words))) for _ in "ab")
    room = LONGEST - len(before) - 1
    repeated = (piece * (room // len(piece) + 1))[: random.choice((room, room, 24))]
    return number.to_bytes(2, "big") + f"{before}{repeated}{after or '×'}".encode()


def target() -> Target:
    """This module's."""
    return Target("patterns", check_patterns, list, (), make, 4 * LONGEST)
