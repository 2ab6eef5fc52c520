"""Whatever else somebody does every day or week."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.predicates_en import Predicate
from myosotis_server.understanding.values_en import bare_value
from myosotis_server.understanding.verbs_en import gerund

_EVERY = pattern_of(
    r"\b(?:every|each|daily|weekly|nightly|twice a|once a|(?:two|three|four|five|six|several|\d+)"
    r" times an?|most (?:days|mornings|nights|evenings"
    r"|afternoons"
    r"|weekends)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.IGNORECASE,
)


_NO_ROUTINE = words(
    """be spend have want feel think like love hate need get go come know see say tell eat drink
    smoke wake sleep live work prefer enjoy take make do hope wish plan pay earn lose miss
    start stop die fear weigh"""
)


def routine(said: Predicate) -> Iterator[Reading]:
    """Anything else that is done every day or week: "I meditate every night"."""
    if not said.holds or said.progressive or said.verb in _NO_ROUTINE or said.subject.is_pet:
        return
    if often := _EVERY.search(said.rest):
        what = bare_value(said.rest[: often.start()], keep="with")
        if what.lower() != "up":
            start = said.rest.find(what) if what else 0
            yield said.claim("routine", f"{gerund(said.verb)} {said.rest[:start]}{what}".strip())
