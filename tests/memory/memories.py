"""Memories to test with: one made by hand, and any that Hypothesis can think of."""

import uuid
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from myosotis_server.memory.identity import memory_id
from myosotis_server.memory.values import (
    DAY,
    Attribute,
    Emotion,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Sensitivity,
    TurnReference,
)

quick = settings(max_examples=40, deadline=None)
"""A busy machine is no failure, and a wrong rule shows within a few dozen examples."""

NAMESPACE = uuid.UUID("6f5902ac-2370-4b3f-b4a5-1f10a4d0c0de")
NOON = 1_760_000_000_000_000

CONTENTS = ("likes tea", "喜欢喝茶", "lives in 成都", "works at a bank")
NAMES = ("home", "工作", "", "work")

shares = st.floats(0, 1, width=32)
moments = st.integers(NOON - 400 * DAY, NOON + 400 * DAY)
perhaps_moments = st.none() | moments
filled_names = st.sampled_from([name for name in NAMES if name])
tags = st.lists(filled_names, max_size=3, unique=True).map(tuple)
metadata = st.dictionaries(filled_names, st.sampled_from(NAMES), max_size=2)
attributes = st.none() | st.builds(
    Attribute, key=st.sampled_from(["drink", "city"]), value=filled_names
)
turns = st.builds(TurnReference, session_id=st.sampled_from(NAMES), turn_id=filled_names)


def memory(content: str = "likes tea", **fields: Any) -> Memory:
    """A fact said at NOON, under the id of its statement; `fields` override."""
    plain: dict[str, Any] = {
        "kind": MemoryKind.FACT,
        "tier": MemoryTier.SEMANTIC,
        "origin": MemoryOrigin.EXPLICIT,
        "state": MemoryState.ACTIVE,
        "create_time": NOON,
        "update_time": NOON,
        "valid_from": NOON,
        "confidence": 0.9,
    }
    chosen = plain | fields
    own_id = memory_id(NAMESPACE, chosen["kind"], chosen.get("subject", ""), content)
    return Memory(**({"memory_id": own_id, "content": content} | chosen))


def known(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Any number of an enum but the unspecified one."""
    return st.sampled_from([each for each in kind if each])


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Any memory, as it may be stored."""
    said = draw(moments)
    return memory(
        draw(st.sampled_from(CONTENTS)),
        kind=draw(known(MemoryKind)),
        tier=draw(known(MemoryTier)),
        origin=draw(known(MemoryOrigin)),
        state=draw(known(MemoryState)),
        create_time=said,
        update_time=draw(moments),
        valid_from=said,
        valid_to=draw(perhaps_moments),
        event_time=draw(perhaps_moments),
        expire_time=draw(perhaps_moments),
        attribute=draw(attributes),
        emotion=draw(st.sampled_from(Emotion)),
        emotion_intensity=draw(shares),
        importance=draw(shares),
        confidence=draw(shares),
        mention_count=draw(st.integers(1, 2**32 - 1)),
        sensitivity=draw(known(Sensitivity)),
        pinned=draw(st.booleans()),
        subject=draw(st.sampled_from(NAMES)),
        session_id=draw(st.sampled_from(NAMES)),
        sources=tuple(draw(st.lists(turns, max_size=2))),
        tags=draw(tags),
        metadata=draw(metadata),
        last_access_time=draw(perhaps_moments),
        access_count=draw(st.integers(0, 2**32 - 1)),
        revision=draw(st.integers(0, 2**62)),
    )


@st.composite
def drafts(draw: st.DrawFn) -> Memory:
    """A statement made whole: active, said once, never recalled."""
    said = draw(moments)
    return memory(
        draw(st.sampled_from(CONTENTS)),
        kind=draw(st.sampled_from([MemoryKind.FACT, MemoryKind.EVENT])),
        create_time=said,
        update_time=said,
        valid_from=said,
        expire_time=draw(perhaps_moments),
        event_time=draw(perhaps_moments),
        emotion=draw(st.sampled_from(Emotion)),
        importance=draw(shares),
        confidence=draw(shares),
        pinned=draw(st.booleans()),
        attribute=draw(attributes),
        sources=tuple(draw(st.lists(turns, max_size=2, unique=True))),
        tags=draw(tags),
        metadata=draw(metadata),
    )


label_filters = st.builds(
    MemoryFilter,
    tags=st.frozensets(filled_names, max_size=2),
    session_ids=st.frozensets(filled_names, max_size=2),
    attribute_keys=st.frozensets(st.sampled_from(["drink", "city"]), max_size=2),
    subjects=st.frozensets(st.sampled_from(NAMES), max_size=2),
    metadata=metadata,
)
