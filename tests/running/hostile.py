"""Texts over which a careless reader falls: one short piece, again and again."""

from __future__ import annotations

LENGTH = 32_768
"""Characters of a hostile text, as many as a turn may have bytes."""

PIECES = (
    *("a", "A ", "(", "[(", "'", '"', "“", ".", ". ", ",", "，", "-", "?", " ", "\n", "\0"),
    *("1", "1 ", "1,", "1:", "1.\n", "５", "I ", "no ", "not ", "two ", "May ", "http://"),
    *("我", "我，", "我不", "不", "一", "周", "年", "😀"),
)
"""What every reader of texts must bear; each has pieces of its own kind besides."""


def endless(piece: str, length: int = LENGTH) -> str:
    """`piece` again and again, to `length` characters."""
    return (piece * (length // len(piece) + 1))[:length]
