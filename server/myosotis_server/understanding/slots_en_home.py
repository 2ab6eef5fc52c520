"""Where somebody lives and comes from, and how they get about."""

from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_study import is_school
from myosotis_server.understanding.values_en import bare_value, place

_IN = pattern_of(
    r"(?:(?!in\b|near\b|at\b)[\w' -]{0,40}? )?(?:in|near|just outside|outside) (?P<place>.+)"
)
_ADDRESS = pattern_of(r"(?:at|on) (?P<address>(?:\d+|[Ff]lat|[Aa]partment|[Uu]nit)[\w ,#-]+)")
_STREET = pattern_of(r"on (?P<address>[A-Z][\w ]+ (?:Street|Road|Avenue|Lane|Drive|Boulevard))")
_TO = pattern_of(
    r"(?:(?:back|over|out|down|up|house|away|here|there|in|cities|countries|abroad)\s)?(?:with "
    r"[\w ]{1,20} )?"
    r"(?:(?:from|out of) (?P<left>[\w .-]{1,40}?) )?(?:and )?(?:(?:back|all the way|over) )?(?:to"
    r"|(?<=and )into) (?P<place>.+)"
)
_OUT = pattern_of(r"(?:away|out|back|here|over)? ?(?:here )?(?:from|of) (?P<place>.+)")
_FROM = pattern_of(r"(?:originally |actually )?from (?!now on)(?P<place>.+)")
_BY = pattern_of(
    r"(?:(?:in |out )?(?:from [\w ]{1,30}? )?(?:to (?:work|school|the office|campus|uni|[A-Z]\w+)"
    r"|there|into? [\w ]{1,20}|in|from [\w ]{1,30}?) )?(?:every day |daily |mostly |usually "
    r")?(?:by|on) (?P<by>.+?)"
    r"(?: to (?:work|school|the office))?$"
)


def _live(said: Predicate) -> Iterator[Reading]:
    if said.tense is Tense.MODAL:
        return
    if said.denies or said.holds:
        if where := _where(said.rest):
            yield said.claim("home_city", where)
        elif found := _ADDRESS.match(said.rest) or _STREET.match(said.rest):
            yield said.claim("home_address", bare_value(found["address"]))
        elif said.ended and match(r"there|here", said.rest):
            yield Reading(ends=(Attribute("home_city", ""),), subject=said.subject.who)


def _where(rest: str) -> str:
    found = _IN.match(rest)
    if found is None:
        return ""
    if where := place(found["place"]):
        return where
    again = search(r"\bin (?!the\b|an? )(?P<place>.+)", found["place"])
    return place(again["place"]) if again else ""


def _move(said: Predicate) -> Iterator[Reading]:
    if not said.happened or said.progressive:
        return
    if (towards := search(r"\bto (?P<to>.+)", said.rest)) and is_school(towards["to"]):
        return
    found = _TO.match(said.rest)
    if found is None and match(r"(?:down |back )?in (?!with\b)", said.rest):
        found = match(r"(?:down |back )?in (?P<place>.+)(?P<left>)?", said.rest)
    if found:
        where = (
            ""
            if search(r"\b(?:as a (?:kid|child)|when I was)\b", said.rest)
            else place(found["place"])
        )
        left = place(found["left"]) if found["left"] else ""
        ends = (Attribute("home_city", left),) if left else ()
        if where:
            yield Reading(Attribute("home_city", where), ends, said.subject.who)
        elif ends:
            yield Reading(ends=ends, subject=said.subject.who)
    elif match(r"in(?:to)? (?:with|an?|our|my|the)\b", said.rest):
        again = search(r"\bin (?P<place>[A-Z].+)", said.rest)
        if again and (where := place(again["place"])):
            yield Reading(Attribute("home_city", where), subject=said.subject.who)
    elif (out := _OUT.match(said.rest)) and (where := place(out["place"])):
        yield Reading(ends=(Attribute("home_city", where),), subject=said.subject.who)


def _come(said: Predicate) -> Iterator[Reading]:
    if (found := _FROM.match(said.rest)) and (said.tense is Tense.PRESENT):
        where = place(found["place"])
        if where and where[0].isupper():
            yield said.claim("hometown", where)


def _be_from(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense in (Tense.MODAL, Tense.PAST):
        return
    if (found := _FROM.match(said.rest)) and (where := place(found["place"])):
        yield said.claim("hometown", where)
    elif (
        (
            found := match(
                r"(?:based|settled|located|residing) (?:in|out of) (?P<place>.+)", said.rest
            )
        )
        and (where := place(found["place"]))
    ) or (
        (found := match(r"an? [\w -]{1,40}? (?:living|based|residing) in (?P<place>.+)", said.rest))
        and (where := place(found["place"]))
    ):
        yield said.claim("home_city", where)
    elif said.subject.owned == "" and (
        found := match(
            r"an? (?:(?P<home>[A-Z]\w+)(?: native|er born and bred)|native of (?P<of>.+))",
            said.rest,
        )
    ):
        yield said.claim("hometown", found["home"] or place(found["of"]))


def _grow(said: Predicate) -> Iterator[Reading]:
    """What is past here is meant to last: one has grown up somewhere for good."""
    found = match(
        r"up (?:[\w ]{0,30}?)?\b(?:in|near|just outside|outside|around) (?P<place>.+)", said.rest
    )
    if (found and not said.negated and said.tense in (Tense.PAST, Tense.PERFECT)) and (
        where := place(found["place"])
    ):
        yield Reading(Attribute("hometown", where), subject=said.subject.who)


def _commute(said: Predicate) -> Iterator[Reading]:
    found = _BY.match(said.rest)
    if found and (said.holds or said.denies) and (value := bare_value(found["by"])):
        yield said.claim("commute", value)


def _take(said: Predicate) -> Iterator[Reading]:
    found = match(
        r"(?!up|out|in|down|back|home|ready|lost)(?:the |an? )?(?:\d[\d:.]* )?(?P<by>[\w ]{2,30}?)"
        r" (?:in |in )?to (?:work|school|the office|campus|class"
        r"|uni)\b",
        said.rest,
    )
    by = match(r"to (?:work|school|the office|campus|class|uni) (?:by|on) (?P<by>.+)", said.rest)
    if by and said.verb == "get" and said.holds and (value := bare_value(by["by"])):
        yield said.claim("commute", value)
    elif (
        found
        and (said.holds or said.denies)
        and (
            said.verb == "take"
            or said.verb == "ride"
            or search(r"bus|train|tube|subway|metro|tram|ferry|lift|ride|underground", found["by"])
        )
    ):
        yield said.claim("commute", bare_value(found["by"]))


def _on_foot(said: Predicate) -> Iterator[Reading]:
    means = {"walk": "walking", "cycle": "cycling", "bike": "biking", "drive": "driving"}
    to_work = match(r"(?:\w+ )?to (?:work|school|the office|campus|class)\b", said.rest)
    if to_work and (said.holds or said.denies) and said.verb in means:
        yield said.claim("commute", means[said.verb])


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    "live": _live,
    "reside": _live,
    "stay": lambda said: _live(said) if said.progressive and "with" in said.rest else iter(()),
    "move": _move,
    "relocate": _move,
    "settle": _move,
    "come": _come,
    "be": _be_from,
    "grow": _grow,
    "commute": _commute,
    **dict.fromkeys(("take", "get", "catch"), _take),
    "ride": _take,
    "walk": _on_foot,
    "cycle": _on_foot,
    "bike": _on_foot,
    "drive": _on_foot,
}
