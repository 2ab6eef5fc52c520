"""Texts that hold nothing to go by.

A character that Python's tables do not know yet may well be an emoji, and is something.
"""

import unicodedata

_INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})


def is_blank(text: str) -> bool:
    """True where nothing in `text` can be seen: white space, controls, zero-width characters."""
    return all(unicodedata.category(each) in _INVISIBLE for each in text)


def says_nothing(text: str) -> bool:
    """True where `text` holds nothing but punctuation and what cannot be seen."""
    categories = map(unicodedata.category, text)
    return all(each in _INVISIBLE or each[0] == "P" for each in categories)
