"""How somebody is attached: single, married, apart again, and to whom."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match
from myosotis_server.understanding.people_en import (
    FULL_NAME,
    PARTNERS,
    bare,
    is_name,
)
from myosotis_server.understanding.predicates_en import Predicate, Tense

_STATUS = pattern_of(
    r"(?:(?:happily|recently|newly|an?|now|finally|officially|legally) )*(?P<status>married"
    r"|single|divorced|engaged|widowed|(?:a )?widow(?:er)?"
    r"|separated|in a (?:long[- ]distance |serious |happy |committed |new )?relationship|dating"
    r"|seeing someone)\b"
    r"(?! (?:out|room|thing|most|person|time|day|one|to the idea))",
    re.IGNORECASE,
)


_SOON = pattern_of(r"\b(?:tonight|tomorrow|today|later|on \w+day|this (?:evening|weekend))\b")


_END_STATUS = {"divorced", "single", "separated"}


def _see(said: Predicate) -> Iterator[Reading]:
    """ "I'm seeing someone", "I've been going out with a guy called Marcus"."""
    if not (said.holds or said.tense is Tense.PERFECT) or said.subject.owned:
        return
    rest = said.rest
    if not said.progressive and not (said.verb == "go" and rest.startswith("out with ")):
        return
    if said.verb == "go":
        if not match(r"out with ", rest):
            return
        rest = rest[9:]
    found = match(
        r"(?:some(?:one|body)|(?:this|an?) (?:\w+ )?(?:guy|girl|man|woman|lad|lass|bloke|boy|lady"
        r"|chap"
        r"|person|dude)|(?=[A-Z]))(?: (?:from|at) \w+)?(?:,? (?:new|called|named|whose name is))*"
        rf" ?(?P<name>{FULL_NAME})?",
        rest,
    )
    if found is None or (not found[0].strip()):
        return
    name = found["name"] if found["name"] and is_name(found["name"]) else ""
    is_sure = not rest[:1].isupper() or said.tense is Tense.PERFECT or said.verb == "go"
    if not is_sure or (rest[:1].isupper() and not name) or _SOON.search(rest):
        return
    if name and not said.subject.who:
        yield Reading(Attribute("partner", name))
    yield said.claim("relationship_status", "in a relationship")


def _tie(said: Predicate) -> Iterator[Reading]:
    if said.happened and match(r"the knot\b", said.rest):
        yield from _became(said, "married", "")


def _status(said: Predicate, status: str, rest: str) -> Iterator[Reading]:
    who = said.subject.who
    if match(r"in a", status) or status in ("dating", "seeing someone"):
        status = "in a relationship"
    if said.tense is Tense.PAST and status != "married":
        return
    if said.tense is Tense.PAST and not match(r" (?:last|this|in|yesterday|on)\b", rest):
        return
    if "widow" in status:
        status = "widowed"
    if said.denies:
        yield Reading(ends=(Attribute("relationship_status", status),), subject=who)
        return
    ends = (Attribute("partner", ""),) if status in _END_STATUS and not who else ()
    yield from _named_first(said, status, ends, who, rest)


def _named_first(
    said: Predicate, status: str, ends: tuple[Attribute, ...], who: str, rest: str
) -> Iterator[Reading]:
    """The status, behind the partner where "to Daniel" names them."""
    beside = said.subject.beside
    if beside and status in _END_STATUS:
        ends = (Attribute("partner", beside),)
    elif beside:
        yield Reading(Attribute("partner", beside))
    found = match(
        rf" (?:to|with) (?:(?:my|an?) [\w ]{{1,30}}?,? (?:called |named )?)?(?P<name>{FULL_NAME})",
        rest,
    )
    if found and is_name(found["name"]) and not who:
        yield Reading(Attribute("partner", found["name"]))
    yield Reading(Attribute("relationship_status", status), ends, who)


def _became(said: Predicate, status: str, rest: str) -> Iterator[Reading]:
    who = said.subject.who
    ends = (Attribute("partner", ""),) if status in _END_STATUS and not who else ()
    yield from _named_first(said, status, ends, who, rest)


def _marry(said: Predicate) -> Iterator[Reading]:
    if said.happened:
        found = match(rf"(?P<name>{FULL_NAME})", said.rest)
        yield from _became(said, "married", f" to {found['name']}" if found else "")


def _separate(said: Predicate) -> Iterator[Reading]:
    if (
        said.happened
        and not said.subject.who
        and not said.subject.owned
        and not match(r"\w+ (?:my|the)", said.rest)
    ):
        yield from _became(said, "separated", "")


def _divorce(said: Predicate) -> Iterator[Reading]:
    if said.happened:
        yield from _became(said, "divorced", "")


def _break(said: Predicate) -> Iterator[Reading]:
    """ "We broke up", "I broke up with Anna", "we split up", "my wife left me"."""
    if (
        said.happened
        and match(r"(?:up|off the engagement)\b", said.rest)
        and not said.subject.owned
    ):
        who = "" if bare(said.subject.relation) in PARTNERS else said.subject.who
        found = match(rf"up with (?:my (?:\w+ )?)?(?P<name>{FULL_NAME})?", said.rest)
        partner = found["name"] or "" if found else ""
        yield Reading(
            Attribute("relationship_status", "single"), (Attribute("partner", partner),), who
        )


def _leave(said: Predicate) -> Iterator[Reading]:
    left_me = bare(said.subject.relation) in PARTNERS and match(r"me\b", said.rest)
    left_them = not said.subject.who and match(
        r"my (?:husband|wife|boyfriend|girlfriend|partner)\b(?!'s)", said.rest
    )
    if said.happened and (left_me or left_them):
        yield Reading(Attribute("relationship_status", "single"), (Attribute("partner", ""),))


def _date(said: Predicate) -> Iterator[Reading]:
    if said.holds and said.progressive and not said.subject.who:
        yield from _named_first(said, "in a relationship", (), "", f" to {said.rest}")


def _be(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if found := _STATUS.match(said.rest):
        yield from _status(said, found["status"].lower(), said.rest[found.end() :])


def _get(said: Predicate) -> Iterator[Reading]:
    """ "We got married", "I got dumped"."""
    if not said.happened:
        return
    if found := match(
        r"(?P<status>married|engaged|divorced|separated|hitched)\b(?P<rest>.*)",
        said.rest,
        re.IGNORECASE,
    ):
        status = found["status"].lower()
        yield from _became(said, "married" if status == "hitched" else status, found["rest"])
    elif match(r"dumped|a divorce\b", said.rest):
        yield from _became(said, "divorced" if "divorce" in said.rest else "single", "")


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    "be": _be,
    "get": _get,
    "marry": _marry,
    "divorce": _divorce,
    "separate": _separate,
    **dict.fromkeys(("break", "split"), _break),
    "leave": _leave,
    "date": _date,
    **dict.fromkeys(("see", "go"), _see),
    "tie": _tie,
}
