"""What disuse makes of memories: they grow unsure, and at last they go (DESIGN section 9)."""

from dataclasses import replace

from myosotis_server.memory.values import DAY, Instant, Memory, MemoryTier

FADING_STEP = 30 * DAY
FADING = 0.8
"""What is left of the confidence for each full step without use."""

GOES_AFTER = 90 * DAY
KEPT_ABOVE = 0.7
"""Importance over which a memory never goes for want of use."""
SELDOM = 3
"""Said fewer times than that, and recalled fewer times than that in each GOES_AFTER since it was
said first, is seldom used."""

SHORT_TERM_LASTS = DAY
"""How long a short-term memory is kept where nobody set an end."""


def last_use(memory: Memory) -> Instant:
    """When `memory` was last told or recalled, whichever was later."""
    told = memory.update_time if memory.learn_time is None else memory.learn_time
    return told if memory.last_access_time is None else max(told, memory.last_access_time)


def disused_since(memory: Memory) -> Instant:
    """From when on `memory` counts as unused: its last use, or the event that it waits for.

    A plan for next year is not in disuse before its time has come.
    """
    used = last_use(memory)
    return used if memory.event_time is None else max(used, memory.event_time)


def faded(memory: Memory, now: Instant) -> Memory | None:
    """`memory` with what its disuse up to `now` takes off its confidence; None if nothing is due.

    Each full FADING_STEP without use leaves FADING of the confidence. `faded_to` remembers up to
    when this has been done, so that it may be done at any times and any number of times: in the
    end the same is taken off. A use begins the count anew; what was taken off stays off until the
    memory is told again. Pinned memories do not fade.
    """
    if memory.pinned:
        return None
    start = disused_since(memory)
    if memory.faded_to is not None:
        start = max(start, memory.faded_to)
    steps = (now - start) // FADING_STEP
    if steps <= 0:
        return None
    return replace(
        memory,
        confidence=memory.confidence * FADING**steps,
        faded_to=start + steps * FADING_STEP,
    )


def is_to_go(memory: Memory, now: Instant) -> bool:
    """Whether `memory` has been unused for so long that it goes, by the rule of DESIGN section 9.

    Unused for over GOES_AFTER, of an importance up to KEPT_ABOVE, not pinned, and SELDOM said and
    recalled. What has been superseded goes by the same rule: history that nobody asks for.
    """
    return (
        not memory.pinned
        and memory.importance <= KEPT_ABOVE
        and memory.access_count < SELDOM * max((now - memory.create_time) // GOES_AFTER, 1)
        and memory.mention_count < SELDOM
        and now - disused_since(memory) > GOES_AFTER
    )


def is_passing(memory: Memory) -> bool:
    """Whether `memory` goes at a time that is known, unless it is kept on or pinned."""
    return memory.expire_time is not None or memory.tier is MemoryTier.SHORT_TERM


def has_expired(memory: Memory, now: Instant) -> bool:
    """Whether the time of `memory` is up; never where it is pinned.

    A short-term memory whose end nobody set lasts SHORT_TERM_LASTS from its last use, or from the
    event that it waits for.
    """
    if memory.pinned:
        return False
    if memory.expire_time is not None:
        return memory.expire_time <= now
    if memory.tier is MemoryTier.SHORT_TERM:
        return now - disused_since(memory) >= SHORT_TERM_LASTS
    return False
