"""Names that a query may hold, to be compared with those of the people that a user spoke of."""

import re
from itertools import pairwise

from myosotis_server.memory.identity import normalise
from myosotis_server.understanding.patterns import pattern_of

MOST = 200
"""More than that many are not looked at: a query so long is about no single person."""
_LONGEST_HAN = 4
_HAN = pattern_of(r"[一-鿿㐀-䶿]+")
_LETTER = r"[^\W\d_一-鿿㐀-䶿]"
_WORD = pattern_of(rf"{_LETTER}+(?:[-'’.]{_LETTER}+)*")
_POSSESSIVE = pattern_of(r"['’]s$", re.IGNORECASE)


def possible_names(text: str) -> list[str]:
    """What could be somebody's name in `text`: words and pairs of them, two to four characters.

    They are normalised (see identity.normalise): "Anna's", "Anna" and "anna" all name anna. Most of
    what is returned names nobody.
    """
    text = normalise(text)
    names: dict[str, None] = {}
    for run in _HAN.findall(text):
        for length in range(2, _LONGEST_HAN + 1):
            for start in range(len(run) - length + 1):
                names[run[start : start + length]] = None
    words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(text)]
    names.update(dict.fromkeys(words))
    names.update(dict.fromkeys(map(" ".join, pairwise(words))))
    return list(names)[:MOST]
