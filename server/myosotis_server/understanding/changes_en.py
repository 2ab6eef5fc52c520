"""What a change of taste puts an end to: who "actually likes it now" dislikes it no longer."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import is_activity, is_sport
from myosotis_server.understanding.patterns import pattern_of

_CHANGED = pattern_of(
    r"\b(?:now|actually|these days|nowadays|lately|recently|after all|again|grown to|came to"
    r"|come to"
    r"|started to|started|begun to|turns out|finally|changed my mind|any ?more|no longer|used to"
    r"|suddenly|since)\b",
    re.IGNORECASE,
)
_ENDED = {
    "likes": ("dislikes",),
    "hobby": ("dislikes", "avoids"),
    "exercise": ("avoids", "dislikes"),
    "drinks": ("avoids",),
    "eats": ("avoids",),
    "dislikes": ("likes",),
}


def changed(sentence: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """`readings` of `sentence`, where it tells of a change with what that ends."""
    if _CHANGED.search(sentence) is None:
        yield from readings
        return
    for reading in readings:
        claim = reading.attribute
        if claim is None or reading.is_inferred:
            yield reading
            continue
        keys = _ENDED.get(claim.key, ())
        if claim.key == "dislikes" and is_activity(claim.value):
            keys = ("likes", "hobby")
        if claim.key == "avoids" and (is_sport(claim.value) or is_activity(claim.value)):
            keys = ("exercise", "hobby")
        more = (Attribute(key, claim.value) for key in keys)
        ends = dict.fromkeys((*reading.ends, *more))
        yield replace(reading, ends=tuple(ends))
