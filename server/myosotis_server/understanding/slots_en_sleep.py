"""When somebody gets up and goes to bed, and what makes something a habit."""

import re
from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.numbers_en import clock
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match
from myosotis_server.understanding.predicates_en import Predicate, Tense

OFTEN = pattern_of(
    r"\b(?:every|each|daily|weekly|nightly|twice|once a|\w+ times (?:a|per)|on (?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)days"
    r"|on weekends|most (?:days|mornings|nights|evenings|weekends)|in the (?:morning|evening)s?"
    r"|always|usually|all the time"
    r"|regularly|before (?:work|bed)|after (?:work|dinner|lunch|school)|for (?:breakfast|lunch"
    r"|dinner)|a lot|all day|often"
    r"|everyday|(?:a|per) (?:day|week)|with (?:breakfast|lunch|dinner|milk|sugar))\b",
    re.IGNORECASE,
)
_TIME = pattern_of(
    r"(?:up |out of bed |to bed |to sleep |asleep |off )?(?:early |late |every (?:day|morning"
    r"|night) |usually )?(?:at|around|by|before|about) (?:about |around )?(?P<at>.+)"
)


def is_habit(said: Predicate) -> bool:
    return said.habitual or OFTEN.search(said.rest) is not None


def _at(said: Predicate, key: str, rest: str, late: bool) -> Iterator[Reading]:
    found = _TIME.search(rest)
    if found and (time := clock(found["at"], late)):
        yield said.claim(key, time)


def _wake(said: Predicate) -> Iterator[Reading]:
    if said.holds and not said.progressive and not said.subject.owned:
        if said.verb in ("get", "stay") and not match(r"(?:up|out of bed)\b", said.rest):
            return
        yield from _at(said, "wake_time", said.rest, late=False)


def _sleep(said: Predicate) -> Iterator[Reading]:
    if (
        said.holds
        and not said.progressive
        and (found := match(r"(?:at|around|by|from) (?P<at>.+)", said.rest))
    ) and (time := clock(found["at"], late=True)):
        yield said.claim("bed_time", time)


def _be_up(said: Predicate) -> Iterator[Reading]:
    """ "I'm usually asleep by eleven"."""
    if (
        said.holds
        and is_habit(said)
        and match(r"(?:asleep|in bed|up|awake) (?:by|at|around)\b", said.rest)
    ):
        late = said.rest.startswith(("asleep", "in bed"))
        rest = said.rest.replace("in bed", "to bed").replace("awake", "up")
        yield from _at(said, "bed_time" if late else "wake_time", rest, late)


def _go(said: Predicate) -> Iterator[Reading]:
    if said.subject.owned or said.tense is Tense.MODAL:
        return
    if match(r"to (?:bed|sleep) ", said.rest) and said.holds and not said.progressive:
        yield from _at(said, "bed_time", said.rest, late=True)


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    **dict.fromkeys(("wake", "get", "rise"), _wake),
    "sleep": _sleep,
    "be": _be_up,
    "go": _go,
}
