"""The animals that somebody keeps, gets and takes in."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.numbers_en import NUMBER
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, sub
from myosotis_server.understanding.people_en import FULL_NAME, PET
from myosotis_server.understanding.predicates_en import Predicate

CALLED = pattern_of(
    rf"(?:named|called|whose name is|by the name of) (?P<name>(?:{FULL_NAME}|[\w'-]+)"
    rf"(?:(?:, | and | & )(?:{FULL_NAME}))*)"
)
NAMES_LISTED = pattern_of(rf"{FULL_NAME}(?:(?:, (?:and )?| and | & ){FULL_NAME})*")
_HAS_PET = pattern_of(
    rf"(?:(?P<count>{NUMBER}|a couple of) )?(?:(?:an?|another|my|our|this|one|some|the) )?"
    rf"(?P<before>(?:[\w-]+ ){{0,3}}?)(?P<pet>{PET})(?P<many>s|es)?\b,? ?(?P<after>.*)",
    re.IGNORECASE,
)
_NO_PET = pattern_of(
    r"\b(?:allerg|food|hair|person|lover|toy|show|hot|people|video|bed|sitter|problem|burger"
    r"|nuggets?|curry|soup|salad|sandwich|phobia|as|like|of)\b"
)


def pets(said: Predicate) -> Iterator[Reading]:
    found = _HAS_PET.match(said.rest)
    if found is None or _NO_PET.search(found["before"]) or _NO_PET.match(found["after"]):
        return
    who = said.subject.who
    value = f"{found['before']}{found['pet']}{found['many'] or ''}".strip()
    value = sub(
        r"^(?:cute|little|lovely|adorable|new|sweet|beautiful|very|pet|small|big|old"
        r"|\d+[- ]year[- ]old) ",
        "",
        value,
    )
    if said.denies:
        if said.ended:
            yield Reading(ends=(Attribute("pet", value),), subject=who)
        return
    named = CALLED.search(found["after"])
    alone = match(rf"[:-]? ?(?P<name>{NAMES_LISTED.pattern})(?=$|[,.!]| and)", found["after"])
    names = named["name"] if named else alone["name"] if alone else ""
    for each in re.split(r", (?:and )?| and | & ", names) if names else [value]:
        yield Reading(Attribute("pet", each), subject=who)


def _get(said: Predicate) -> Iterator[Reading]:
    plain = sub(r"^(?:myself|ourselves|me|us) ", "", said.rest)
    if said.happened and match(r"(?:an?|another|\w+) ", plain) and not match(r"rid of|back", plain):
        yield from pets(_as_having(said, plain))


def _as_having(said: Predicate, rest: str) -> Predicate:
    return Predicate(said.subject, "have", rest)


def _adopt(said: Predicate) -> Iterator[Reading]:
    if said.happened or (said.verb == "raise" and said.holds):
        yield from pets(_as_having(said, said.rest))


def _bring(said: Predicate) -> Iterator[Reading]:
    """ "We brought home a kitten", "picked up our puppy"."""
    plain = sub(r"^(?:home|up|back) ", "", said.rest)
    if said.happened and plain != said.rest and match(r"an? |our new ", plain):
        yield from pets(_as_having(said, sub(r"^our new ", "a ", plain)))


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    "get": _get,
    **dict.fromkeys(("adopt", "raise", "rescue", "foster"), _adopt),
    "keep": lambda said: pets(said) if said.holds else iter(()),
    **dict.fromkeys(("bring", "pick"), _bring),
}
