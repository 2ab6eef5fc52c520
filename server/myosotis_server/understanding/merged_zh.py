"""Readings of one text put together: each claim once, in the characters in which it was said."""

import re
from collections.abc import Iterator
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import Attribute

_WORDED = frozenset({"relationship_status", "diet", "religion", "gender"})
"""Slots whose values are words of a closed set, the same in every script."""


def merged(readings: list[Reading]) -> list[Reading]:
    """Each claim once; an end joins the claim that takes its place; claims before bare ends."""
    claimed: dict[tuple[str, str, str], Reading] = {}
    bare: list[Reading] = []
    for reading in readings:
        if reading.attribute is None:
            if reading not in bare:
                bare.append(reading)
            continue
        key = (reading.subject, reading.attribute.key, reading.attribute.value)
        known = claimed.get(key)
        claimed[key] = (
            reading
            if known is None
            else replace(
                known,
                ends=tuple(dict.fromkeys((*known.ends, *reading.ends))),
                corrects=known.corrects or reading.corrects,
            )
        )
    left = []
    for end in bare:
        places = [
            key
            for key in claimed
            if end.ends
            and key[0] == end.subject
            and key[1] == end.ends[0].key
            and slot_of(key[1]).single
        ]
        if places:
            taker = claimed[places[0]]
            claimed[places[0]] = replace(
                taker,
                ends=tuple(dict.fromkeys((*taker.ends, *end.ends))),
                corrects=taker.corrects or end.corrects,
            )
        elif not (end.corrects and not end.ends and any(r.corrects for r in claimed.values())):
            left.append(end)
    return [*claimed.values(), *left]


def as_said(reading: Reading, simple: str, text: str) -> Reading:
    """`reading` with its values in the characters of `text`, which `simple` simplifies."""

    def said(attribute: Attribute) -> Attribute:
        start = simple.find(attribute.value)
        if attribute.key in _WORDED or start < 0 or not attribute.value:
            return attribute
        return replace(attribute, value=text[start : start + len(attribute.value)])

    return replace(
        reading,
        attribute=said(reading.attribute) if reading.attribute else None,
        ends=tuple(map(said, reading.ends)),
    )


def ended(reading: Reading, part: str) -> Iterator[Reading]:
    """That what `reading` claims is over, as `part` ("现在不喝了") says."""
    old = reading.attribute
    assert old is not None
    if old.key in {"drinks", "eats", "likes"} and re.search("[喝吃戒碰]", part):
        keys = dict.fromkeys((old.key, "eats" if "吃" in part else "drinks", "likes"))
        gone = tuple(Attribute(key, old.value) for key in keys)
        yield Reading(Attribute("avoids", old.value), ends=gone, subject=reading.subject)
    else:
        yield Reading(ends=(old,), subject=reading.subject)
