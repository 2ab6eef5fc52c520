"""When a statement means that another no longer holds, and which of the two stands."""

from enum import Enum
from math import exp

from myosotis_server.memory.claims import FLEETING, Claim, key_of
from myosotis_server.memory.details import Details, coverage, share_a_word
from myosotis_server.memory.relations import is_one_person
from myosotis_server.memory.slot_values import (
    are_opposite,
    compatible,
    covers,
    same_value,
)
from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import DAY, Attribute

FLIP_LIKENESS = 0.4
"""Denial and what it denies are nearer than strangers; the words must say the rest."""

FLIP_SHARE = 0.75
"""Of the words of a denial that what it denies must have: no more iced coffee is no more of that.
"""

EVIDENCE_DECAY = 0.1
"""Per day, of what a guess weighs."""

UNSURE = 0.5
"""A guess of less confidence gives way to any newer one."""


class Standing(Enum):
    BOTH = 0
    LATTER = 1
    """The one met by the other ends it."""
    FORMER = 2
    """What was known stands, and what meets it is of the past."""


def meeting(former: Claim, latter: Claim, likeness: float) -> tuple[Standing, str]:
    """Which stands after `latter` meets `former`, both being current, and why in a few words.

    Between statements of the same standing the one said later does, whichever is met first. What
    was said outright stands against what was inferred; of two guesses the one with more evidence.
    """
    if former.subject != latter.subject:
        return Standing.BOTH, ""
    in_order = latter.said >= former.said
    if former.is_inferred and latter.is_inferred:
        return _by_evidence(former, latter, likeness, in_order)
    if former.is_inferred:
        why = _excludes(latter, former, likeness)
        return (Standing.LATTER, why) if why else (Standing.BOTH, "")
    if latter.is_inferred:
        why = _excludes(latter, former, likeness) or _excludes(former, latter, likeness)
        return (Standing.FORMER, "said outright otherwise") if why else (Standing.BOTH, "")
    if in_order:
        why = _excludes(latter, former, likeness)
        return (Standing.LATTER, why) if why else (Standing.BOTH, "")
    why = _excludes(former, latter, likeness)
    return (Standing.FORMER, why) if why else (Standing.BOTH, "")


def _by_evidence(
    former: Claim, latter: Claim, likeness: float, in_order: bool
) -> tuple[Standing, str]:
    newer, older = (latter, former) if in_order else (former, latter)
    why = _excludes(newer, older, likeness)
    if not why:
        return Standing.BOTH, ""
    newest = max(former.said, latter.said)
    first, second = (_votes(claim, newest) for claim in (older, newer))
    pinned = former.memory.pinned and not latter.memory.pinned
    newer_stands = older.memory.confidence < UNSURE or second >= first
    latter_stands = newer_stands is in_order and not pinned
    return (Standing.LATTER, why) if latter_stands else (Standing.FORMER, "more speaks for another")


def _votes(claim: Claim, now: int) -> float:
    days = (now - claim.said) / DAY
    return claim.memory.mention_count * claim.memory.confidence * exp(-EVIDENCE_DECAY * days)


def _excludes(newer: Claim, older: Claim, likeness: float) -> str:
    """Why `older` cannot hold any longer once `newer` does; "" if it can.

    `likeness` alone is no reason.
    """
    said, held = newer.attribute, older.attribute
    if held is not None:
        if any(_ends(ended, held, said) for ended in newer.reading.ends):
            return "no longer so"
        if said is not None:
            key, held_key = key_of(said), key_of(held)
            # Who says nothing of which colleague it is may mean another one, and who names two
            # brothers has two.
            is_same = is_one_person(newer.subject) and not (newer.subject and key == "name")
            single = key == held_key and slot_of(key).single and is_same
            if single and not compatible(said, held):
                return f"another {key}"
            if are_opposite(key, held_key) and same_value(said, held):
                return "the opposite is so"
    if likeness >= FLIP_LIKENESS:
        # Where it was read what ends, nothing else does; and what fills a slot ends by slots only.
        was_read = newer.reading.ends or (said is not None and not newer.is_ending)
        if not was_read and _denies(newer, older):
            return "no longer so"
    return ""


def _ends(ended: Attribute, held: Attribute, said: Attribute | None) -> bool:
    """Whether `ended` is what `held` tells. What is said to hold in the same breath is spared."""
    if key_of(ended) != key_of(held):
        return False
    if said is not None and key_of(said) == key_of(held) and compatible(said, held):
        return False
    if not ended.value:
        return True
    # Who no longer drinks iced coffee may well drink coffee, but has one employer, however called.
    return covers(ended, held) or (slot_of(key_of(held)).single and covers(held, ended))


def _denies(newer: Claim, older: Claim) -> bool:
    """Whether one of them says of the same thing that it holds no longer, and the other that it
    does."""
    if newer.is_ending == older.is_ending:
        return False
    ending, plain = (newer, older) if newer.is_ending else (older, newer)
    # What happened has happened; only what is still to come can be called off.
    if plain.memory.kind in FLEETING and (plain.memory.event_time or 0) <= ending.said:
        return False
    return not plain.details.negated and _is_about(ending.details, plain.details)


def _is_about(ending: Details, plain: Details) -> bool:
    if plain.moods - ending.moods or not plain.names <= ending.words | ending.names:
        return False
    if ending.contrasts and plain.contrasts and ending.contrasts != plain.contrasts:
        return False
    if not ending.names <= plain.words or coverage(ending, plain) < FLIP_SHARE:
        return False
    if not share_a_word(ending, plain):
        return False
    # Who gives up one of two things keeps the other.
    return _LISTING.isdisjoint(plain.tokens) or coverage(plain, ending) >= FLIP_SHARE


_LISTING = frozenset({"和", "跟", "与", "、", "and"})
