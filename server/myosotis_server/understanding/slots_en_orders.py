"""Tastes that are only shown: what somebody orders yet again."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import is_drink, is_food
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_en import bare_value

_AGAIN = pattern_of(
    r"\b(?:order|grab|ha[ds]|have|get|got|getting|having|ordering|grabbing|drank|drink|drinking|ate"
    r"|eat|eating|on|bought|made|treat\w*)\b[\w' ]{0,20}?\b(?:yet )?another (?P<what>[\w' -]{2,40})"
    r"|\b(?:yet another|ordered another|grabbed another) (?P<more>[\w' -]{2,40})"
    r"|\b(?:the|my) usual(?:,| -| :|:)? (?:an? |the )?(?P<usual>(?!order|drink|time|place|spot"
    r"|suspect)"
    r"[\w' -]{2,40})",
    re.IGNORECASE,
)


def shown(clause: str) -> Iterator[Reading]:
    """What is liked by whoever has it again: "ordered another latte", "my usual, an americano"."""
    if "another" not in clause and "usual" not in clause:
        return
    found = _AGAIN.search(clause)
    if found is None:
        return
    what = bare_value(found["what"] or found["more"] or found["usual"])
    for place in (" from ", " at ", " for ", " on ", " to ", " before ", " after "):
        what = what.partition(place)[0]
    what = what.removesuffix(" order").strip()
    if what and (is_drink(what) or is_food(what)):
        yield Reading(Attribute("likes", what), is_inferred=True)
