"""What a memory becomes when it is said again, more closely, or no longer."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from myosotis_server.memory.values import (
    MOST_METADATA,
    MOST_SOURCES,
    MOST_TAGS,
    Attribute,
    Instant,
    Memory,
    MemoryOrigin,
    MemoryState,
)

T = TypeVar("T")

REPETITION_GAIN = 0.5
"""A repetition of full confidence halves the doubt that is left."""


def reinforce(earlier: Memory, again: Memory) -> Memory:
    """`earlier` after the same statement was made again.

    Doubt shrinks, importance and care never fall, sources, tags and metadata add up (where there
    are too many, the latest stay), and a memory that had ended is true again. The wording becomes
    the latest, as its vector does. What was inferred and is then said outright is explicit.
    """
    doubt = (1 - earlier.confidence) * (1 - REPETITION_GAIN * again.confidence)
    return replace(
        earlier,
        content=again.content,
        language=again.language,
        origin=again.origin if earlier.origin is MemoryOrigin.INFERRED else earlier.origin,
        state=MemoryState.ACTIVE,
        valid_to=None,
        superseded_by="",
        confidence=1 - doubt,
        importance=max(earlier.importance, again.importance),
        emotion=again.emotion or earlier.emotion,
        emotion_intensity=(again.emotion_intensity if again.emotion else earlier.emotion_intensity),
        mention_count=earlier.mention_count + 1,
        sensitivity=max(earlier.sensitivity, again.sensitivity),
        pinned=earlier.pinned or again.pinned,
        attribute=again.attribute or earlier.attribute,
        event_time=again.event_time if again.event_time is not None else earlier.event_time,
        expire_time=_later_expiry(earlier.expire_time, again.expire_time),
        sources=_union(earlier.sources, again.sources)[-MOST_SOURCES:],
        tags=_union(earlier.tags, again.tags)[-MOST_TAGS:],
        metadata=_merged(earlier.metadata, again.metadata),
        create_time=min(earlier.create_time, again.create_time),
        valid_from=min(earlier.valid_from, again.valid_from),
        update_time=max(earlier.update_time, again.update_time),
    )


def superseded(memory: Memory, by: str, end: Instant) -> Memory:
    """`memory` as it is once the memory `by`, which began to hold at `end`, has taken its place."""
    return replace(
        memory,
        state=MemoryState.SUPERSEDED,
        valid_to=max(memory.valid_from, end),
        superseded_by=by,
        update_time=max(memory.update_time, end),
    )


def still_ended(memory: Memory, past: Memory) -> Memory:
    """`memory` as having ended as `past` had."""
    return replace(
        memory, state=past.state, valid_to=past.valid_to, superseded_by=past.superseded_by
    )


def averaged(earlier: Memory, again: Attribute | None) -> Attribute | None:
    """The quantity between, weighed by how often each was found; else what is found now."""
    first = earlier.attribute
    if first is None or again is None or first.number is None or again.number is None:
        return again or first
    if first.unit != again.unit:
        return again
    count = earlier.mention_count
    number = round((first.number * count + again.number) / (count + 1), 3)
    return replace(first, number=number, value=f"{number:g} {first.unit}".rstrip())


def _later_expiry(one: Instant | None, other: Instant | None) -> Instant | None:
    return None if one is None or other is None else max(one, other)


def _merged(earlier: Mapping[str, str], again: Mapping[str, str]) -> dict[str, str]:
    """Both, the later over the earlier; the latest entries where they are too many."""
    kept = {key: value for key, value in earlier.items() if key not in again}
    return dict([*kept.items(), *again.items()][-MOST_METADATA:])


def _union(first: Iterable[T], second: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*first, *second)))
