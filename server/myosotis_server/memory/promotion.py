"""What lasts longer than it was meant to: memories that matter or that come up again and again."""

from dataclasses import replace

from myosotis_server.memory.fading import has_expired
from myosotis_server.memory.values import Instant, Memory, MemoryKind, MemoryState, MemoryTier

IMPORTANT = 0.8
"""Importance from which on an episode says something lasting of its user: who they are."""
OFTEN_SAID = 3
OFTEN_RECALLED = 5
"""Recalls come easier than words: one lively evening may call up an episode two or three times."""
KEEPS_ON = 3
"""Times said or recalled for which a short-term memory is kept on."""

_NEVER_LASTING = frozenset({MemoryKind.SUMMARY})
_LASTING_IF_REPEATED = frozenset({MemoryKind.EMOTION})


def is_to_be_promoted(memory: Memory, now: Instant) -> bool:
    """Whether `memory`, an episode, is to be kept as stable knowledge of the user from now on.

    It is if its importance is IMPORTANT, or if it was OFTEN_SAID or OFTEN_RECALLED. A mood is no
    trait, however strong it was: it must have been repeated. A summary of what was said stays one,
    and what is still to come is no knowledge yet.
    """
    if (
        memory.tier is not MemoryTier.EPISODIC
        or memory.state is not MemoryState.ACTIVE
        or memory.kind in _NEVER_LASTING
        or has_expired(memory, now)
        or (memory.event_time is not None and memory.event_time > now)
    ):
        return False
    is_repeated = memory.mention_count >= OFTEN_SAID or memory.access_count >= OFTEN_RECALLED
    is_important = memory.importance >= IMPORTANT and memory.kind not in _LASTING_IF_REPEATED
    return is_repeated or is_important


def promoted(memory: Memory) -> Memory:
    """`memory` as stable knowledge: nothing else of it changes."""
    return replace(memory, tier=MemoryTier.SEMANTIC)


def kept_on(memory: Memory) -> Memory | None:
    """A short-term `memory` that is worth more as an episode, which ends by no clock; else None.

    It is if it is pinned, or was said or recalled KEEPS_ON times.
    """
    if memory.tier is not MemoryTier.SHORT_TERM or memory.state is not MemoryState.ACTIVE:
        return None
    is_used = memory.access_count >= KEEPS_ON or memory.mention_count >= KEEPS_ON
    if not memory.pinned and not is_used:
        return None
    return replace(memory, tier=MemoryTier.EPISODIC, expire_time=None)
