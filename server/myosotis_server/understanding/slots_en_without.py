"""What somebody goes without, or has given up."""

from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import is_drink, is_sport
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.values_en import bare_value, listed
from myosotis_server.understanding.verbs_en import FORMS


def gone_without(said: Predicate, thing: str) -> Reading:
    """That the subject goes without `thing` now, which ends the habit that it was."""
    who = said.subject.who
    low = sub(r"^(?:an?|any) | in my life$| ever$", "", thing.lower())
    if low in ("smoking", "cigarette", "cigarettes", "tobacco", "nicotine", "vaping"):
        return Reading(
            Attribute("avoids", "smoking" if low != "vaping" else thing),
            (Attribute("smokes", ""),),
            who,
        )
    if low == "drinking":
        return Reading(Attribute("avoids", "alcohol"), (Attribute("drinks", "alcohol"),), who)
    for verb, key in (("drinking ", "drinks"), ("eating ", "eats")):
        if low.startswith(verb):
            value = bare_value(thing[len(verb) :])
            return Reading(Attribute("avoids", value), (Attribute(key, value),), who)
    key = "drinks" if is_drink(thing) else "exercise" if is_sport(thing) else ""
    first = low.split()[0]
    if not key:
        key = "hobby" if first in FORMS and first.endswith("ing") else "eats"
    return Reading(Attribute("avoids", thing), (Attribute(key, thing),), who)


_MOST_WORDS = 5
_LIKING = pattern_of(r"(?:liking|loving|enjoying) (?P<what>.+)")


def _stop(said: Predicate) -> Iterator[Reading]:
    """ "I stopped drinking coffee", "I quit sugar", "I've given up meat", "I cut out dairy"."""
    if not (said.happened or (said.holds and said.verb == "avoid")) or said.subject.owned:
        return
    rest = said.rest
    if said.verb in ("give", "cut"):
        found = match(r"(?:up |out |off )(?:on )?(?P<what>.+)", rest)
        if found is None:
            return
        rest = found["what"]
    if found := _LIKING.match(rest):
        for value in listed(found["what"]):
            yield Reading(ends=(Attribute("likes", value),), subject=said.subject.who)
        return
    if match(
        r"(?:my|the|a|working (?:at|for|as|in)|it|that|by|for|at|to|on|going|being|hope|trying"
        r"|thinking|here|there|job|work|believing|[A-Z][a-z]+(?: [A-Z]|$))\b",
        rest,
    ) and not match(r"going to the gym", rest):
        return
    for value in listed(sub(r"^(?:on )", "", rest)):
        if len(value.split()) <= _MOST_WORDS and not match(
            r"(?:school|college|university|hope|taking|talking|caring|worrying|seeing|using)\b",
            value,
        ):
            yield gone_without(said, value)


def _be_dry(said: Predicate) -> Iterator[Reading]:
    if said.holds and (found := match(r"off (?P<what>.+)", said.rest)):
        what = bare_value(found["what"])
        if is_drink(what) or what.lower() in (
            "sugar",
            "meat",
            "dairy",
            "carbs",
            "gluten",
            "cigarettes",
        ):
            yield gone_without(said, what)
    elif said.holds and match(r"smoke-free|(?:a |an )?ex-smoker|a former smoker", said.rest):
        yield gone_without(said, "smoking")
    elif said.holds and match(
        r"(?:a )?(?:alcohol-free|teetotal|sober|teetotaller|teetotaler)\b", said.rest
    ):
        yield gone_without(said, "drinking")
    elif match(
        r"a (?:heavy |social |chain |occasional |regular |light |non-?)?smoker\b", said.rest
    ):
        if said.holds and "non" not in said.rest:
            yield said.claim("smokes", "yes")
        elif said.holds:
            yield Reading(Attribute("avoids", "smoking"), subject=said.subject.who)
        elif said.denies:
            yield gone_without(said, "smoking")


def _switch(said: Predicate) -> Iterator[Reading]:
    found = match(r"(?:over )?(?:from (?P<from>[\w ]+?) )?to (?P<to>.+)", said.rest)
    if said.happened and found and (new := bare_value(found["to"])) and is_drink(new):
        old = bare_value(found["from"] or "")
        yield Reading(
            Attribute("drinks", new), (Attribute("drinks", old),) if old else (), said.subject.who
        )


def _touch(said: Predicate) -> Iterator[Reading]:
    """ "I haven't touched alcohol since", "I never touch meat"."""
    never = said.negated and search(r"\b(?:in my life|ever)\b", said.rest) is not None
    if (said.denies or never) and not said.subject.owned:
        for value in listed(said.rest):
            if is_drink(value) or search(
                r"meat|sugar|cigarette|dairy|drugs|chocolate|gluten|carbs", value
            ):
                yield gone_without(said, value)


def _smoke(said: Predicate) -> Iterator[Reading]:
    if (
        said.subject.owned
        or said.tense is Tense.MODAL
        or match(r"weed|salmon|meat|fish|brisket", said.rest)
    ):
        return
    if said.denies:
        if said.ended and not said.negated:
            yield Reading(ends=(Attribute("smokes", ""),), subject=said.subject.who)
        else:
            yield gone_without(said, "smoking")
    elif said.holds:
        yield said.claim("smokes", "yes")


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    "smoke": (_smoke,),
    **dict.fromkeys(("stop", "quit", "give", "cut", "avoid"), (_stop,)),
    "be": (_be_dry,),
    "switch": (_switch,),
    "touch": (_touch,),
}
