"""Whom somebody has: partner, children, siblings, friends and pets by name."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import NATIONALITY, RELIGION, ZODIAC
from myosotis_server.understanding.numbers_en import NUMBER, digits, number_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import fullmatch, match, search, sub
from myosotis_server.understanding.people_en import (
    BOSSES,
    CHILDREN,
    FULL_NAME,
    KIN,
    PARTNERS,
    PET,
    SIBLINGS,
    WHICH,
    bare,
    canonical,
    is_name,
)
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_pets import CALLED, NAMES_LISTED, pets
from myosotis_server.understanding.subjects_en import Subject

_HAS_KIN = pattern_of(
    rf"(?:(?P<count>{NUMBER}|no|any) )?(?:(?:an?|another|the|one|my) )?(?P<which>(?:[\w-]+ "
    rf"){{0,2}}?)"
    rf"(?!twin (?:brother|sister))(?P<kin>{KIN})(?P<many>s|ren)?\b,? ?(?P<after>.*)",
    re.IGNORECASE,
)


def names_of(subject: Subject) -> Iterator[Reading]:
    """What naming somebody on the way tells: "my son Leo is ill" → child = Leo."""
    if subject.name and (key := _slot(subject)):
        yield Reading(Attribute(key, subject.name))


def _slot(subject: Subject) -> str:
    if subject.is_pet:
        return "pet"
    term = bare(subject.relation)
    if term in PARTNERS:
        return "partner"
    if term in CHILDREN:
        return "child"
    if term in SIBLINGS:
        return "sibling"
    if term in BOSSES:
        return "manager"
    return "friend" if term in ("friend", "best friend") else ""


def called(subject: Subject, name: str) -> Iterator[Reading]:
    """That `subject`, a relation or pet of the user, is called `name`."""
    name = name.strip()
    if not name:
        return
    key = _slot(subject)
    if key:
        names = re.split(r", (?:and )?| and | & ", name)
        for each in names:
            yield Reading(Attribute(key, each))
    elif subject.who:
        yield Reading(Attribute("name", name), subject=subject.who)


def _be(said: Predicate) -> Iterator[Reading]:
    subject = said.subject
    if subject.owned or said.tense is Tense.MODAL:
        return
    if not said.negated and (subject.relation or subject.is_pet):
        found = (search if subject.is_pet else match)(
            rf"\b(?:called|named) (?P<name>{FULL_NAME}(?:(?:, | and | & ){FULL_NAME})*|[\w'-]+)",
            said.rest,
        )
        if found:
            yield from called(subject, found["name"])
            return
        alone = NAMES_LISTED.fullmatch(said.rest)
        if (
            alone
            and _slot(subject)
            and not subject.name
            and said.tense is Tense.PRESENT
            and is_name(alone[0].split(" and ")[0].split(",")[0])
            and not any(each.fullmatch(alone[0]) for each in (NATIONALITY, RELIGION, ZODIAC))
        ):
            yield from called(subject, alone[0])
            return
    if (
        subject.is_pet
        and subject.relation == "pet"
        and (what := fullmatch(rf"an? (?P<pet>(?:\w+ ){{0,2}}?{PET})(?: .*)?", said.rest, re.I))
    ):
        yield Reading(Attribute("pet", what["pet"]))
        return
    if match(r"(?:my|our) ", said.rest) and subject.name and not subject.relation and said.holds:
        found = match(rf"(?:my|our) (?P<kin>{WHICH}(?:{KIN}|{PET}))\b(?!')", said.rest)
        if found:
            kin = canonical(found["kin"])
            other = Subject(kin, kin, subject.name, is_pet=fullmatch(PET, bare(kin)) is not None)
            yield from called(other, subject.name)
            return
    if (
        (
            of := match(
                r"(?:an? )?(?:\w+ )?(?:mother|father|mom|mum|dad|parent|parents) (?:of|to) "
                rf"(?P<count>{NUMBER})(?! \w+ (?:cat|dog))\b",
                said.rest,
            )
        )
        and said.holds
        and (count := number_of(of["count"]))
    ):
        yield said.claim("children_count", digits(count), count)
        if match(r"a single\b", said.rest):
            yield said.claim("relationship_status", "single")
    if said.subject.is_pet and match(r"(?:dead|gone)\b", said.rest) and said.holds:
        yield _end(said, "pet", subject.name)


def _name(said: Predicate) -> Iterator[Reading]:
    """ "We named the puppy Waffles"."""
    found = match(
        rf"(?:the |our |my |him |her |it )?(?P<what>(?:\w+ )??(?:{PET}|baby|son|daughter))? "
        rf"?(?P<name>{FULL_NAME})",
        said.rest,
    )
    if found is None or not said.happened or (said.subject.who and not said.subject.is_pet):
        return
    if found["what"] and not search(r"baby|son|daughter", found["what"]):
        yield Reading(Attribute("pet", found["name"]))
    elif found["what"]:
        yield Reading(Attribute("child", found["name"]))
    elif said.subject.relation:
        yield from called(said.subject, found["name"])


def _end(said: Predicate, key: str, value: str = "") -> Reading:
    return Reading(ends=(Attribute(key, value),), subject="" if key == "pet" else said.subject.who)


def _have(said: Predicate) -> Iterator[Reading]:
    if said.tense not in (Tense.PRESENT, Tense.PERFECT) or said.subject.owned:
        return
    if said.tense is Tense.PERFECT and not said.holds:
        return
    if total := _children(said.rest):
        yield said.claim("children_count", digits(total), total)
        return
    for part in re.split(r",? and (?=(?:an?|one|two|three|four) )", said.rest):
        yield from _having(replace(said, rest=part))


_BOYS_AND_GIRLS = pattern_of(
    rf"(?P<one>an?|{NUMBER}) (?P<kind>boy|girl|son|daughter)s? and (?P<two>an?|{NUMBER}) "
    r"(?:boy|girl|son|daughter)s?(?=$|[,.!]| (?:and|who|aged|under|at)\b)",
    re.IGNORECASE,
)


def _children(rest: str) -> float:
    """How many "two boys and a girl" are; 0 where each is spoken of alone."""
    found = _BOYS_AND_GIRLS.match(rest)
    if found is None:
        return 0
    counts = [
        1.0 if each in ("a", "an") else number_of(each) or 0 for each in found.group("one", "two")
    ]
    return sum(counts) if max(counts) > 1 or found["kind"] in ("boy", "girl") else 0


def _having(said: Predicate) -> Iterator[Reading]:
    yield from pets(said)
    if search(r"\b(?:on the way|due)\b", said.rest):
        return
    found = _HAS_KIN.match(said.rest)
    if found is None or match(r"\s*(?:'s?|and\b.*'s)", found["after"]):
        return
    which = found["which"].lower()
    if set(which.split()) & {
        "a",
        "talk",
        "with",
        "of",
        "and",
        "for",
        "great",
        "fight",
        "to",
        "that",
        "date",
    }:
        return
    yield from _kin(said, found)


def _kin(said: Predicate, found: re.Match[str]) -> Iterator[Reading]:
    kin = canonical(f"{found['which']}{found['kin']}")
    term, who = bare(kin), said.subject.who
    count = number_of(found["count"]) if found["count"] else None
    if "twin" in kin and (term in CHILDREN):
        count = 2.0
    named = CALLED.search(found["after"]) or match(
        rf"(?:-|:)? ?(?P<name>{NAMES_LISTED.pattern})", found["after"]
    )
    ended = said.denies or found["count"] in ("no",)
    if ended or found["count"] == "any":
        if term in PARTNERS and said.denies:
            yield Reading(Attribute("relationship_status", "single"), subject=who)
        return
    is_child = term in CHILDREN
    if is_child and count and found["kin"].lower() not in ("baby", "toddler"):
        yield Reading(Attribute("children_count", digits(count), count), subject=who)
    if named and _slot(Subject(relation=kin)):
        for each in called(Subject(kin, kin), named["name"]):
            yield Reading(each.attribute, subject=who)
    elif is_child and not count:
        yield Reading(Attribute("child", _said(found)), subject=who)
    elif term in PARTNERS:
        yield Reading(Attribute("relationship_status", "in a relationship"), subject=who)
    elif term in SIBLINGS or term.rstrip("s") in SIBLINGS:
        amount = f"{digits(count)} " if count and count > 1 else ""
        yield Reading(Attribute("sibling", amount + _said(found)), subject=who)


def _said(found: re.Match[str]) -> str:
    which = sub(r"\w+[- ]years?[- ]old ", "", found["which"])
    return f"{which}{found['kin']}{found['many'] or ''}".strip()


def _welcome(said: Predicate) -> Iterator[Reading]:
    """ "We welcomed a baby girl called Ivy"."""
    found = _HAS_KIN.match(said.rest)
    if said.happened and found and bare(canonical(found["kin"])) in CHILDREN:
        yield from _kin(said, found)


def _die(said: Predicate) -> Iterator[Reading]:
    gone = said.verb == "die" or match(r"away\b", said.rest)
    if said.happened and gone:
        if said.subject.is_pet:
            yield _end(said, "pet", said.subject.name)
        elif bare(said.subject.relation) in PARTNERS:
            yield Reading(Attribute("relationship_status", "widowed"), (Attribute("partner", ""),))


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    "be": (_be,),
    "have": (_have,),
    "welcome": (_welcome,),
    **dict.fromkeys(("die", "pass"), (_die,)),
    **dict.fromkeys(("name", "call"), (_name,)),
}
