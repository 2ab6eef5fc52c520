"""Patterns written where they are used, each compiled once and kept.

The cache of `re` itself holds 512 and is shared by the whole process.
"""

import re
from collections.abc import Callable
from functools import cache


@cache
def _compiled(pattern: str, flags: int) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def match(pattern: str, text: str, flags: int = 0) -> re.Match[str] | None:
    """As re.match, for patterns that are written out in code."""
    return _compiled(pattern, flags).match(text)


def fullmatch(pattern: str, text: str, flags: int = 0) -> re.Match[str] | None:
    """As re.fullmatch, for patterns that are written out in code."""
    return _compiled(pattern, flags).fullmatch(text)


def search(pattern: str, text: str, flags: int = 0) -> re.Match[str] | None:
    """As re.search, for patterns that are written out in code."""
    return _compiled(pattern, flags).search(text)


def sub(pattern: str, new: str | Callable[[re.Match[str]], str], text: str, flags: int = 0) -> str:
    """As re.sub, for patterns that are written out in code."""
    return _compiled(pattern, flags).sub(new, text)


def head(pattern: str, text: str, flags: int = 0) -> str:
    """`text` up to where `pattern` first matches."""
    return _compiled(pattern, flags).split(text, maxsplit=1)[0]


def words(text: str) -> frozenset[str]:
    """The words that `text` lists, separated by white space."""
    return frozenset(text.split())
