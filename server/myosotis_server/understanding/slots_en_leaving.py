"""Jobs, and towns, that somebody leaves."""

from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import match, search
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.predicates_en import Predicate, Tense
from myosotis_server.understanding.values_en import organisation, place


def _be_fired(said: Predicate) -> Iterator[Reading]:
    found = match(
        r"(?:been )?(?:laid off|fired|made redundant|let go|sacked|dismissed)\b(?: (?:from|by|at)"
        r" (?P<where>[A-Z].+))?",
        said.rest,
    )
    if found and not said.negated and said.tense is not Tense.MODAL:
        yield _left(said, found["where"] or "")


def _left(said: Predicate, where: str) -> Reading:
    return Reading(
        ends=(Attribute("employer", organisation(where) if where else ""),),
        subject=said.subject.who,
    )


_JOB = pattern_of(
    r"(?:(?:from|working|my work|work) )?(?:(?P<job>(?:my|the|a|this|that|her|his|our)(?: "
    r"\w+){0,3}? (?:job|position|company|role|post|work))"
    r"(?: (?:at|with|in|as) (?P<at>.+))?|(?:working )?(?:at |for |from )?(?P<where>[A-Z].+))"
)


def _leave(said: Predicate) -> Iterator[Reading]:
    if not said.happened:
        return
    rest = said.rest
    if match(
        r"(?:home|work (?:early|late)|school|the|for|early|late|at \d|town|it|a|my (?!\w* ?(?:job"
        r"|company|position))\w+)\b",
        rest,
    ) and (not search(r"\b(?:job|company|position|firm)\b", rest)):
        return
    if found := _JOB.match(rest):
        where = found["at"] or found["where"] or ""
        if said.verb == "leave" and is_known_place(town := place(where)):
            yield Reading(ends=(Attribute("home_city", town),), subject=said.subject.who)
            return
        yield _left(said, where)
    elif said.verb in ("resign", "quit", "retire") and match(
        r"$|from\b|yesterday|today|last|this", rest
    ):
        yield _left(said, "")
    if said.verb == "retire":
        yield Reading(Attribute("occupation", "retired"), subject=said.subject.who)


def _lose(said: Predicate) -> Iterator[Reading]:
    if said.happened and match(r"(?:my|his|her|their|our) job\b", said.rest):
        yield _left(said, "")


def _hand_in(said: Predicate) -> Iterator[Reading]:
    """ "I handed in my notice"."""
    found = match(
        r"(?:in )?my (?:\w+ )?(?:resignation|notice|papers)\b(?: (?:at|to|with) "
        r"(?P<where>[A-Z].+))?",
        said.rest,
    )
    if said.happened and found:
        yield _left(said, found["where"] or "")


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    **dict.fromkeys(("be", "get"), _be_fired),
    **dict.fromkeys(("leave", "quit", "resign", "retire"), _leave),
    "lose": _lose,
    **dict.fromkeys(("hand", "give"), _hand_in),
}
