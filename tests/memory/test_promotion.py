"""Promotion: what matters or is repeated becomes lasting knowledge, and nothing else does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NOON, memories, memory, moments, quick
from myosotis_server.memory.fading import has_expired
from myosotis_server.memory.promotion import is_to_be_promoted, kept_on, promoted
from myosotis_server.memory.values import (
    DAY,
    Instant,
    Memory,
    MemoryKind,
    MemoryState,
    MemoryTier,
)

EPISODE = {"kind": MemoryKind.EVENT, "tier": MemoryTier.EPISODIC, "importance": 0.5}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, False),
        ({"importance": 0.79}, False),
        ({"importance": 0.8}, True),
        ({"mention_count": 2}, False),
        ({"mention_count": 3}, True),
        ({"access_count": 4}, False),
        ({"access_count": 5}, True),
        ({"importance": 0.9, "event_time": NOON + 2 * DAY}, False),
        ({"importance": 0.9, "event_time": NOON - 2 * DAY}, True),
        ({"importance": 0.9, "expire_time": NOON + DAY}, False),
        ({"importance": 0.9, "state": MemoryState.SUPERSEDED}, False),
        ({"importance": 0.9, "tier": MemoryTier.SHORT_TERM}, False),
        ({"importance": 0.9, "tier": MemoryTier.SEMANTIC}, False),
        ({"importance": 0.9, "kind": MemoryKind.EMOTION}, False),
        ({"mention_count": 3, "kind": MemoryKind.EMOTION}, True),
        ({"importance": 0.9, "mention_count": 9, "kind": MemoryKind.SUMMARY}, False),
    ],
)
def test_what_is_promoted(fields: dict[str, object], expected: bool) -> None:
    assert is_to_be_promoted(memory(**EPISODE | fields), NOON + DAY) is expected


@quick
@given(memories(), moments)
def test_promotion_changes_the_tier_alone_and_happens_once(one: Memory, now: Instant) -> None:
    if is_to_be_promoted(one, now):
        raised = promoted(one)
        assert raised == replace(one, tier=MemoryTier.SEMANTIC)
        assert not is_to_be_promoted(raised, now)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, False),
        ({"pinned": True}, True),
        ({"access_count": 3}, True),
        ({"mention_count": 3}, True),
        ({"access_count": 2, "mention_count": 2}, False),
        ({"pinned": True, "tier": MemoryTier.EPISODIC}, False),
        ({"pinned": True, "state": MemoryState.SUPERSEDED}, False),
    ],
)
def test_what_is_kept_on(fields: dict[str, object], expected: bool) -> None:
    plain = {"tier": MemoryTier.SHORT_TERM, "expire_time": NOON + DAY}
    short = memory(**plain | fields)
    kept = kept_on(short)
    assert (kept is not None) is expected
    if kept is not None:
        assert kept == replace(short, tier=MemoryTier.EPISODIC, expire_time=None)


@quick
@given(memories(), st.integers(0, 2_000 * DAY))
def test_what_is_kept_on_expires_no_more(one: Memory, later: int) -> None:
    kept = kept_on(one)
    if kept is not None:
        assert not has_expired(kept, NOON + later)
        assert kept_on(kept) is None
