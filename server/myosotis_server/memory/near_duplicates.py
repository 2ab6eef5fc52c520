"""When two statements are one in other words: similar is not same."""

from dataclasses import replace

from myosotis_server.memory.claims import FLEETING, Claim, key_of
from myosotis_server.memory.details import (
    NEGATIONS,
    Details,
    agree,
    contains_in_order,
    nested,
)
from myosotis_server.memory.slot_values import covers, same_value
from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import DAY

SAME_SLOT_LIKENESS = 0.6
"""Of two statements that are known to give one slot one value: they need only be about it."""

SAME_VALUE_LIKENESS = 0.25
"""… and where the one has next to no words of its own besides ("I was born on", "my birthday is"):
nearer than strangers will do."""

OWN_WORDS = 3
"""How many words, or Chinese characters, that may be."""

SAME_WORDS_LIKENESS = 0.9
"""Without a slot, nearly that of paraphrases; and even then the words have the last word."""

SAME_WORDS_SHARE = 0.8
"""The part of the longer statement that the shorter one says as well. Below it, what was added is
a statement of its own."""


def absorbs(one: Claim, other: Claim, likeness: float) -> bool:
    """Whether `one` says all that `other` says, so that the latter need not stand beside it.

    `likeness` is theirs, 0 to 1. Anything exact that `other` alone has (a number, name, date, day,
    a closer value) keeps them apart, so that nothing is lost by folding it in.
    """
    if one.subject != other.subject or not _at_one_time(one, other):
        return False
    first, second = one.attribute, other.attribute
    if first is None and second is None:
        return (
            likeness >= SAME_WORDS_LIKENESS
            and agree(one.details, other.details)
            and contains_in_order(one.details, other.details)
            and len(other.details.tokens) >= SAME_WORDS_SHARE * len(one.details.tokens)
        )
    if first is None or second is None or key_of(first) != key_of(second):
        return False
    if likeness < (SAME_VALUE_LIKENESS if _adds_little(other, one) else SAME_SLOT_LIKENESS):
        return False
    same = covers(second, first) if slot_of(key_of(first)).single else same_value(first, second)
    # What is denied and what is past is told by the slot: who hates a thing cannot stand it.
    return same and nested(as_claimed(other.details), as_claimed(one.details))


def _adds_little(one: Claim, to: Claim) -> bool:
    """Whether `one` has hardly a word that `to` lacks."""
    own = set(one.details.tokens) - set(to.details.tokens) - NEGATIONS
    return len(own) <= OWN_WORDS


def as_claimed(details: Details) -> Details:
    """`details` without what an attribute tells as well: whether it is so, and no longer so."""
    return replace(details, negated=False, ending=False, moods=details.moods - {"past"})


def _at_one_time(one: Claim, other: Claim) -> bool:
    """Events and feelings of two days are two, in whatever words."""
    if (one.memory.kind in FLEETING) != (other.memory.kind in FLEETING):
        return False
    if one.memory.kind not in FLEETING:
        return True
    first, second = one.memory.event_time, other.memory.event_time
    if first is None and second is None:
        first, second = one.said, other.said
    return first is not None and second is not None and abs(first - second) <= DAY


def averages(one: Claim, other: Claim) -> bool:
    """Whether both are guesses of one quantity, so that each is evidence for what lies between."""
    first, second = one.attribute, other.attribute
    return (
        one.is_inferred
        and other.is_inferred
        and one.subject == other.subject
        and first is not None
        and second is not None
        and first.number is not None
        and second.number is not None
        and key_of(first) == key_of(second)
        and slot_of(key_of(first)).single
        and first.unit == second.unit
    )
