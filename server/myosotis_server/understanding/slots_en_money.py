"""What somebody earns, and pays in rent."""

from collections.abc import Callable, Iterator, Mapping

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.numbers_en import money
from myosotis_server.understanding.patterns_en import match, search, sub
from myosotis_server.understanding.predicates_en import Predicate


def _earn(said: Predicate) -> Iterator[Reading]:
    if (
        said.holds
        and (
            found := money(sub(r"^(?:about|around|roughly|only|like|over|nearly) ", "", said.rest))
        )
        and search(r"[$£€¥]|month|year|week|hour|annual|salary|k\b|\d{4}", said.rest)
    ):
        yield said.claim("salary", *found)


def _pay(said: Predicate) -> Iterator[Reading]:
    found = match(
        r"(?P<sum>.+?) (?:(?:an?|per|every) (?:month|week) )?(?:in|for|of) (?:my |the |our |an? "
        r")?(?:rent"
        r"|flat|apartment|room|studio|place|(?:one|two|three|\d)[- ]bed\w*)\b",
        said.rest,
    )
    if (
        said.holds
        and found
        and (sum_ := money(sub(r"^(?:about|around|roughly|only|like|over) ", "", said.rest)))
    ):
        yield said.claim("rent", *sum_)


def _on(said: Predicate) -> Iterator[Reading]:
    """ "I'm on 45k", "I get paid 15 an hour"."""
    found = match(
        r"(?:been )?(?:on|paid|making) (?:about |around |roughly |only )*(?P<sum>.+)", said.rest
    )
    if (
        found
        and (said.holds or said.happened)
        and not said.subject.owned
        and match(
            r"[$£€¥]\d|\d[\d,.]* ?(?:k\b|grand|thousand)|\d[\d.]* (?:\w+ )?an? hour", found["sum"]
        )
        and (sum_ := money(found["sum"]))
    ):
        yield Reading(Attribute("salary", *sum_), subject=said.subject.who)


VERBS: Mapping[str, Callable[[Predicate], Iterator[Reading]]] = {
    **dict.fromkeys(("earn", "make"), _earn),
    "pay": _pay,
    **dict.fromkeys(("be", "get"), _on),
}
