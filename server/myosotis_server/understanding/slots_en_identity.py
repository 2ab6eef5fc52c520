"""Who somebody says they are: name, age, height, weight, sign, nationality, faith, character."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import NATIONALITY, PERSONALITY, RELIGION, ZODIAC
from myosotis_server.understanding.numbers_en import (
    NUMBER,
    birthday,
    digits,
    height,
    number_of,
    weight,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.people_en import FULL_NAME, NAMES, is_name
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.values_en import bare_value, place

_AGE = pattern_of(
    r"(?:(?:only|about|around|almost|nearly|just|over|exactly|already|like|turning|a|an) "
    rf")*(?P<age>{NUMBER})"
    r"(?: ?-?(?:years?|yrs?)(?:[- ]old| of age)| ?y/?o\b|-year-old|(?= ?(?:$|[,.!;(]"
    r"|(?:now|today|this year|already|and|but|next|in|years)\b)))(?P<months> months)?",
    re.IGNORECASE,
)
_ABOUT = pattern_of(
    r"^(?:(?:about|around|roughly|only|almost|nearly|just|exactly|over|under|already|a|an|turning"
    r"|like) )+"
)
_ABOUT_A_NUMBER = pattern_of(rf"(?:{_ABOUT.pattern[1:]})?{NUMBER}", re.IGNORECASE)
_NOW_AT = pattern_of(
    r"(?:back |sitting )?(?:(?:up|down)(?: from .{1,20}?)? to|at"
    r"|(?:heavier|lighter|fatter|slimmer|thinner)(?: now| these days)?,?) (?P<now>.+)"
)
_MONTHS_OLD = pattern_of(rf"(?P<age>{NUMBER}) (?P<unit>months?|weeks?) old", re.IGNORECASE)
_TURNED = pattern_of(
    rf"(?:{NUMBER})(?= ?(?:$|[,.!;]|years|this|last|today|yesterday|in|on|now))", re.I
)
_ARTICLE = pattern_of(
    r"(?:(?:an?|the|of|born|raised|originally|also|ethnically|proud|true|100%|full) )+", re.I
)
_END = pattern_of(
    r"(?=$|[\s,.!;]*(?:$|[,.!;]|and|but|by|from|born|who|girl|boy|woman|man|guy|person|citizen"
    r"|national))"
)
_NAME_END = pattern_of(
    rf"(?:{FULL_NAME}|[a-z]+)(?=$|[,.!;:]| (?:by the way|btw|and|from|here|but|nice)\b)"
)
_GENDER = pattern_of(
    r"(?:an? )?(?:(?:trans|cis|young|old|married|single|gay|\d+[- ]year[- ]old) )*"
    r"(?P<gender>guy|bloke|chap|lass|lad|gal|man|woman|girl|boy|male|female|lady|dude"
    r"|non-?binary)(?=$|[,.!]| (?:from|in"
    r"|who)\b)",
    re.IGNORECASE,
)
_BORN = pattern_of(
    r"(?:born and raised|born & raised|born|raised|brought up) (?P<how>in|on|near|at)? "
    r"?(?P<what>.+)",
    re.I,
)
_BLOOD = pattern_of(
    r"(?:blood )?(?:type|group) (?P<type>(?:AB|A|B|O)\b ?(?:[+-]|positive|negative)?)", re.I
)
_RHESUS = pattern_of(r"(?P<type>(?:AB|A|B|O)(?:[+-]| (?:positive|negative|pos|neg))(?!\w))")
_CALLED = pattern_of(rf"(?:called|named) (?P<name>{FULL_NAME}|[\w'-]+)", re.IGNORECASE)


def _be(said: Predicate) -> Iterator[Reading]:
    rest = said.rest
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if found := _BORN.match(rest):
        yield from _born(said, found)
        return
    if said.tense is Tense.PAST:
        return
    if not said.progressive and (name := _own_name(said)):
        yield said.claim("name", name)
    elif _ABOUT_A_NUMBER.match(rest):
        yield from _measured(said, rest)
    elif (found := _NOW_AT.match(rest)) and (heavy := weight(_ABOUT.sub("", found["now"]))):
        yield said.claim("weight", *heavy)
    elif found := _RHESUS.match(rest):
        yield said.claim("blood_type", found["type"])
    elif said.ended and match(r"religious\b|(?:a )?believer\b", rest):
        yield Reading(ends=(Attribute("religion", ""),), subject=said.subject.who)
    elif found := _BLOOD.match(rest):
        yield said.claim("blood_type", found["type"].strip().upper())
    elif found := _GENDER.match(rest):
        yield said.claim("gender", found["gender"].lower())
        if (home := match(r" from (?P<where>[A-Z].+)", rest[found.end() :])) and (
            where := place(home["where"])
        ):
            yield said.claim("hometown", where)
    yield from _belonging(said)


def _own_name(said: Predicate) -> str:
    """The name in "I am Tom" and "I am called Tom"; no state, people or place passes for one."""
    if said.denies:
        return ""
    if found := _CALLED.match(said.rest):
        return found["name"] if not said.subject.relation else ""
    found = _NAME_END.match(said.rest)
    if found is None or said.subject.who or said.subject.name:
        return ""
    name = found[0]
    if any(each.fullmatch(name) for each in (NATIONALITY, RELIGION, ZODIAC)):
        return ""
    known = name.lower() in NAMES and name.lower() not in ("will", "mark", "grant", "frank", "max")
    return name if is_name(name) and (name[0].isupper() or known) else ""


def _measured(said: Predicate, rest: str) -> Iterator[Reading]:
    """Age, height or weight."""
    plain = _ABOUT.sub("", rest)
    if size := height(plain):
        yield said.claim("height", *size)
        if (also := search(r" and (?:about |around |weigh )*(\d.+)", plain)) and (
            heavy := weight(also[1])
        ):
            yield said.claim("weight", *heavy)
    elif heavy := weight(plain):
        yield said.claim("weight", *heavy)
    elif found := _MONTHS_OLD.match(rest):
        yield from _aged(said, found["age"], found["unit"].rstrip("s") + "s")
    elif found := _AGE.match(rest):
        yield from _aged(said, found["age"], "years")


def _aged(said: Predicate, written: str, unit: str) -> Iterator[Reading]:
    number = number_of(written)
    if number is not None and 0 < number < 130 and not said.ended:
        yield said.claim("age", digits(number), number, unit)


def _belonging(said: Predicate) -> Iterator[Reading]:
    start = _ARTICLE.match(said.rest)
    rest = said.rest[start.end() :] if start else said.rest
    has_article = start is not None
    if (found := ZODIAC.match(rest)) and has_article and _ends(rest, found.end()):
        yield said.claim("zodiac_sign", found[0])
    elif (found := match(_STATE, rest) or NATIONALITY.match(rest)) and _ends(rest, found.end()):
        yield said.claim("nationality", found[0])
    elif (found := RELIGION.match(rest)) and _ends(rest, found.end()):
        yield said.claim("religion", found[0])
    elif (found := PERSONALITY.match(said.rest)) and not said.progressive:
        yield said.claim("personality", found["trait"])


def _ends(rest: str, at: int) -> bool:
    return _END.match(rest, at) is not None


def _born(said: Predicate, found: re.Match[str]) -> Iterator[Reading]:
    what = found["what"]
    if date := birthday(what):
        yield Reading(Attribute("birthday", date), subject=said.subject.who)
    elif year := search(r"\b(?:19|20)\d\d\b", what):
        yield Reading(Attribute("birthday", year[0]), subject=said.subject.who)
    if found["how"] and found["how"].lower() == "in":
        where = place(sub(r"^(?:and raised|and grew up) (?:in )?", "", what))
        if where and not match(
            r"(?:19|20)\d\d|january|february|march|april|may|june|july|august|"
            r"september|october|november|december|the ",
            where,
            re.I,
        ):
            yield Reading(Attribute("hometown", where), subject=said.subject.who)


def _turn(said: Predicate) -> Iterator[Reading]:
    """ "I turned 30 last week"; who turns 30 next month is not yet."""
    found = _TURNED.match(said.rest)
    if found and (said.happened or (said.holds and search(r"\btoday\b", said.rest))):
        yield from _aged(said, found[0].split("(")[0], "years")


def _weigh(said: Predicate) -> Iterator[Reading]:
    if said.holds and (found := weight(sub(r"^(?:about|around|only|almost) ", "", said.rest))):
        yield said.claim("weight", *found)


def _stand(said: Predicate) -> Iterator[Reading]:
    if said.holds and (found := height(sub(r"^(?:at|about|around) ", "", said.rest))):
        yield said.claim("height", *found)


def _identify(said: Predicate) -> Iterator[Reading]:
    value = bare_value(said.rest.removeprefix("as "))
    if said.holds and said.rest.startswith("as ") and value:
        yield said.claim("religion" if RELIGION.match(value) else "gender", value)


def _go(said: Predicate) -> Iterator[Reading]:
    """ "I go by Liz"."""
    yield from _reach(said)
    if said.holds and (found := match(rf"by ({FULL_NAME})", said.rest)):
        yield Reading(Attribute("call_me", found[1]), subject=said.subject.who)


def _believe(said: Predicate) -> Iterator[Reading]:
    if said.rest.startswith("in ") and said.tense is Tense.PRESENT and not said.negated:
        yield said.claim("values", bare_value(said.rest[3:]))


def _have(said: Predicate) -> Iterator[Reading]:
    """ "I have type A blood"."""
    if said.holds and (
        passport := match(r"an? (?P<people>\w+(?: \w+)?) (?:passport|citizenship)\b", said.rest)
    ):
        if NATIONALITY.fullmatch(passport["people"]):
            yield said.claim("nationality", passport["people"])
    elif said.holds and (found := _BLOOD.match(said.rest)):
        yield said.claim("blood_type", found["type"].strip().upper())


def _reach(said: Predicate) -> Iterator[Reading]:
    """ "I've dropped to 70 kg", "I went from 90 kilos down to 82"."""
    found = match(r"(?:\w+ )?(?:from .{1,20}? )?(?:(?:up|down) )?to (?P<now>.+)", said.rest)
    if found and said.happened and (heavy := weight(_ABOUT.sub("", found["now"]))):
        yield Reading(Attribute("weight", *heavy), subject=said.subject.who)


_FAITH = pattern_of(
    r"(?:islam|christianity|judaism|buddhism|hinduism|catholicism|sikhism|taoism|daoism|orthodoxy"
    r"|protestantism|paganism)\b",
    re.IGNORECASE,
)


def _convert(said: Predicate) -> Iterator[Reading]:
    """ "I converted to Islam", "I practise Buddhism"."""
    plain = said.rest.removeprefix("to ")
    if (found := _FAITH.match(plain)) and (said.happened or said.holds):
        yield Reading(Attribute("religion", found[0]), subject=said.subject.who)


_STATE = r"(?:US|UK|EU|U\.S\.|U\.K\.)(?= (?:citizen|national)\b)"


def _become(said: Predicate) -> Iterator[Reading]:
    """ "I became a Canadian citizen", "I've become a Buddhist"."""
    start = _ARTICLE.match(said.rest)
    rest = said.rest[start.end() :] if start else said.rest
    if not said.happened:
        return
    if (found := match(_STATE, rest) or NATIONALITY.match(rest)) and match(
        r" (?:citizen|national)\b", rest[found.end() :]
    ):
        yield Reading(Attribute("nationality", found[0]), subject=said.subject.who)
    elif (found := RELIGION.match(rest)) and _ends(rest, found.end()):
        yield Reading(Attribute("religion", found[0]), subject=said.subject.who)


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    "be": _be,
    **dict.fromkeys(("have", "hold"), _have),
    "turn": _turn,
    "weigh": _weigh,
    "stand": _stand,
    "identify": _identify,
    "go": _go,
    "believe": _believe,
    **dict.fromkeys(("drop", "come", "fall"), _reach),
    "convert": _convert,
    **dict.fromkeys(("practise", "practice"), _convert),
    "become": _become,
}
