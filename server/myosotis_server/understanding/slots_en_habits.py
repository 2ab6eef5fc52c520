"""What somebody does again and again, and what they have given up."""

from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.lexicon_en import is_drink, is_sport
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.slots_en_sleep import OFTEN, is_habit
from myosotis_server.understanding.slots_en_without import gone_without
from myosotis_server.understanding.values_en import bare_value, listed
from myosotis_server.understanding.verbs_en import gerund


def _drink(said: Predicate) -> Iterator[Reading]:
    yield from _consume(said, "drinks")


def _eat(said: Predicate) -> Iterator[Reading]:
    yield from _consume(said, "eats")


def _consume(said: Predicate, key: str) -> Iterator[Reading]:
    if said.subject.owned or (
        said.tense is Tense.MODAL and not (said.negated and said.modal == "can")
    ):
        return
    text = sub(
        r"^(?:(?:about|around|at least) |(?:\d+|one|two|three|four|five|six|several|a few)"
        r"(?:[ -](?:or|to) \w+)? |(?:way too (?:much|many)|too (?:much|many)|so much|much|more"
        r"|less|a lot of|lots of|only|any"
        r"|mostly|nothing but) )+",
        "",
        said.rest,
    )
    if said.denies or said.negated:
        if said.tense is Tense.PAST:
            return
        values = list(listed(text))
        if not values and key == "drinks" and not match(r"it|that|this", text):
            values = ["alcohol"]
        for value in values:
            if match(
                r"(?:enough|well|much|properly|out|there|here|breakfast|lunch|dinner|a thing)\b",
                value,
            ):
                continue
            habit = Attribute(key, value)
            if said.ended and not said.negated and said.rest and _is_past_only(said):
                yield Reading(ends=(habit,), subject=said.subject.who)
            else:
                yield Reading(Attribute("avoids", value), (habit,), said.subject.who)
    elif said.holds and (
        not said.progressive or said.tense is Tense.PERFECT or OFTEN.search(said.rest)
    ):
        for value in listed(text):
            if not match(
                r"(?:halal|kosher|vegan|vegetarian|keto|plant-based|gluten-free|out|at|in|well"
                r"|too|healthy$|a lot|breakfast|lunch|dinner|when|like|with|less|more|there"
                r"|alone)\b",
                value,
            ):
                yield said.claim(key, value)


def _is_past_only(said: Predicate) -> bool:
    return said.modal == "used"


def _have(said: Predicate) -> Iterator[Reading]:
    """ "I have oatmeal for breakfast", "I can't have dairy"."""
    if said.negated and said.tense is Tense.PERFECT:
        if found := match(r"an? (?:single )?(?P<what>drink|beer|cigarette|smoke)\b", said.rest):
            smokes = found["what"] in ("cigarette", "smoke")
            yield gone_without(said, "smoking" if smokes else "drinking")
        return
    if said.negated and said.modal == "can":
        for value in listed(said.rest):
            key = "drinks" if is_drink(value) else "eats"
            if len(value.split()) <= 2 and not match(
                r"(?:kids|children|fun|it|sex|a|people)\b", value
            ):
                yield Reading(
                    Attribute("avoids", value), (Attribute(key, value),), said.subject.who
                )
    elif said.holds and (
        found := match(
            r"(?:an? |some |my |\w+ (?:cups|glasses) of )?(?P<what>[\w' -]{2,40}?) (?:every|each"
            r"|for breakfast|for lunch|for dinner|in the morning|daily|after (?:lunch|dinner)"
            r"|with breakfast)\b",
            said.rest,
        )
    ):
        value = bare_value(found["what"])
        if value and not match(
            r"(?:lesson|class|meeting|breakfast|lunch|dinner|shower|headache|nightmare|call"
            r"|appointment|chat|exam|training|dream|trouble)",
            value,
        ):
            yield said.claim("drinks" if is_drink(value) else "eats", value)


_MANAGED = (
    r"(?:an?|the|my|our|your|his|her|their|this|that|these|those|it|them|things|everything)\b"
    r"(?!.*?\b(?:miles?|\d*k|kms?|kilomet\w+|laps?|loops?|routes?|paths?|trails?|tracks?|river|canal"
    r"|parks?|stairs|hills?|beach|block|course|races?|marathons?|half|way|distance|treadmill"
    r"|minutes|hour)\b)"
)
"""What is run by keeping it going, and not by foot: "runs this house", "run my own shop"."""


def _move_body(said: Predicate) -> Iterator[Reading]:
    """ "I run every Tuesday"; one run is no habit."""
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if match(r"(?:in )?to (?:work|school|campus|uni|class|the office|college)\b", said.rest):
        return
    sport = gerund(said.verb)
    if said.verb == "exercise":
        sport = "exercise"
    if match(r"(?:my|the|our|her|his) (?:dog|dogs|kids|baby|puppy|son|daughter)\b", said.rest):
        return
    if match(
        r"(?:a|an|the|my|into|out of|late|for (?:office|mayor|president)|away|over|low|errands|on"
        r"|up|to work)\b(?! ?(?:km|k|mile|5k|few))",
        said.rest,
    ) and not OFTEN.search(said.rest):
        return
    if said.verb == "run" and match(_MANAGED, said.rest):
        return
    if said.denies:
        if said.ended:
            yield (
                Reading(
                    Attribute("avoids", sport), (Attribute("exercise", sport),), said.subject.who
                )
                if said.negated or said.modal != "used"
                else Reading(ends=(Attribute("exercise", sport),), subject=said.subject.who)
            )
        return
    if (
        said.holds
        and (is_habit(said) or search(r"\d ?(?:k\b|km|miles?|laps)|\bmiles?\b|kilomet", said.rest))
        and not match(
            r"(?:a|an|the|my) (?:business|company|shop|blog|team|cafe|café|store|restaurant|small)",
            said.rest,
        )
    ):
        yield said.claim("exercise", sport)


def _go(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if found := match(
        r"(?:for (?:an? )?(?P<for>run|jog|swim|walk|hike|ride|bike ride|morning run|evening walk)"
        r"s?|(?P<ing>\w+ing)|to (?:the )?(?P<to>gym|yoga|pilates|pool|crossfit|spin class|yoga "
        r"class(?:es)?|dance class(?:es)?))\b",
        said.rest,
    ):
        value = gerund(found["for"].split()[-1]) if found["for"] else found["ing"] or found["to"]
        if is_sport(value) or found["to"]:
            if said.denies and said.ended:
                yield Reading(ends=(Attribute("exercise", value),), subject=said.subject.who)
            elif said.holds and not said.progressive and is_habit(said):
                yield said.claim("exercise", value)


def _do(said: Predicate) -> Iterator[Reading]:
    if (
        said.subject.owned
        or not (said.holds or said.denies)
        or (said.progressive and not OFTEN.search(said.rest))
    ):
        return
    found = match(r"(?:some |a bit of |my |\w+ minutes of )?(?P<what>[\w -]{2,30})", said.rest)
    if found and (value := bare_value(found["what"])) and is_sport(value):
        if said.holds and (is_habit(said) or len(said.rest.split()) <= 2):
            yield said.claim("exercise", value)
    elif (
        found
        and said.denies
        and not said.ended
        and (value := bare_value(said.rest))
        and value.lower() in ("drugs", "dairy", "gluten", "caffeine", "sugar", "alcohol")
    ):
        yield Reading(Attribute("avoids", value), subject=said.subject.who)


def _train(said: Predicate) -> Iterator[Reading]:
    if (
        said.holds
        and said.verb == "play"
        and is_habit(said)
        and (value := bare_value(said.rest))
        and is_sport(value)
    ):
        yield said.claim("exercise", value)
    elif said.holds and said.verb == "work" and match(r"out\b", said.rest) and is_habit(said):
        yield said.claim("exercise", "working out")


def _begin_day(said: Predicate) -> Iterator[Reading]:
    """ "I start my day with a smoothie"."""
    found = match(
        r"(?:off )?(?:every|each|my|the) (?:day|morning)s? (?:off )?with (?P<what>.+)", said.rest
    )
    if said.holds and found:
        for value in listed(found["what"]):
            yield said.claim(
                "drinks" if is_drink(value) or "smoothie" in value or "shake" in value else "eats",
                value,
            )


def _hit(said: Predicate) -> Iterator[Reading]:
    if said.holds and match(r"the gym\b", said.rest) and is_habit(said):
        yield said.claim("exercise", "gym")


def _lift(said: Predicate) -> Iterator[Reading]:
    if said.holds and (
        not said.rest or match(r"(?:heavy )?weights?\b|\w+ (?:times|days)", said.rest)
    ):
        yield said.claim("exercise", "lifting weights")


VERBS: Mapping[str, tuple[Callable[[Predicate], Iterator[Reading]], ...]] = {
    "drink": (_drink,),
    "eat": (_eat,),
    "have": (_have,),
    **dict.fromkeys(
        ("run", "jog", "swim", "exercise", "cycle", "hike", "walk", "ski", "stretch", "bike"),
        (_move_body,),
    ),
    "go": (_go,),
    "do": (_do,),
    "practise": (_do,),
    "practice": (_do,),
    "play": (_train,),
    "work": (_train,),
    **dict.fromkeys(("start", "begin"), (_begin_day,)),
    "hit": (_hit,),
    "lift": (_lift,),
}
