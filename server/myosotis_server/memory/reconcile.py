"""How new statements meet what is known: a pure function from both to changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from myosotis_server.memory.values import (
    MOST_METADATA,
    MOST_SOURCES,
    MOST_TAGS,
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryState,
)

T = TypeVar("T")

REPETITION_GAIN = 0.5
"""A repetition of full confidence halves the doubt that is left."""


def reconcile(known: Mapping[str, Memory], drafts: Sequence[Memory]) -> list[MemoryChange]:
    """One change per draft, in order: a new id creates, a known one reinforces.

    `known` holds the user's memories under the drafts' ids, as far as there are any. Drafts are
    statements made whole, with their ids; equal ids within `drafts` reinforce one another.
    """
    current = dict(known)
    changes = []
    for index, draft in enumerate(drafts):
        earlier = current.get(draft.memory_id)
        if earlier is None:
            change = MemoryChange(ChangeAction.CREATED, draft, item_index=index)
        else:
            ended = earlier.state is MemoryState.SUPERSEDED
            change = MemoryChange(
                ChangeAction.REINFORCED,
                reinforce(earlier, draft),
                item_index=index,
                note="said again, true once more" if ended else "said before",
            )
        current[draft.memory_id] = change.memory
        changes.append(change)
    return changes


def reinforce(earlier: Memory, again: Memory) -> Memory:
    """`earlier` after the same statement was made again.

    Doubt shrinks, importance and care never fall, sources, tags and metadata add up (where there
    are too many, the latest stay), and a memory that had ended is true again. The wording becomes
    the latest, as its vector does.
    """
    doubt = (1 - earlier.confidence) * (1 - REPETITION_GAIN * again.confidence)
    return replace(
        earlier,
        content=again.content,
        language=again.language,
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


def _later_expiry(one: Instant | None, other: Instant | None) -> Instant | None:
    return None if one is None or other is None else max(one, other)


def _merged(earlier: Mapping[str, str], again: Mapping[str, str]) -> dict[str, str]:
    """Both, the later over the earlier; the latest entries where they are too many."""
    kept = {key: value for key, value in earlier.items() if key not in again}
    return dict([*kept.items(), *again.items()][-MOST_METADATA:])


def _union(first: Iterable[T], second: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*first, *second)))
