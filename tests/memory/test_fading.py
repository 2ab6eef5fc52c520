"""Disuse: confidence fades by whole steps, once each, and what nobody needs goes at last."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NOON, memories, memory, quick
from myosotis_server.memory.fading import (
    disused_since,
    faded,
    has_expired,
    is_to_go,
    last_use,
)
from myosotis_server.memory.values import DAY, Instant, Memory, MemoryState, MemoryTier

LATER = NOON + 1_000 * DAY


def at_last(one: Memory, now: Instant) -> Memory:
    return faded(one, now) or one


@pytest.mark.parametrize(
    ("days", "confidence"),
    [(0, 0.9), (29.9, 0.9), (30, 0.72), (59.9, 0.72), (60, 0.576), (90, 0.4608)],
)
def test_each_thirty_days_without_use_leave_four_fifths(days: float, confidence: float) -> None:
    left = at_last(memory(), NOON + int(days * DAY))
    assert left.confidence == pytest.approx(confidence)


def test_nothing_else_changes_and_nothing_due_is_none() -> None:
    start = memory()
    assert faded(start, NOON + 30 * DAY - 1) is None
    left = faded(start, NOON + 65 * DAY)
    assert left == replace(start, confidence=left.confidence, faded_to=NOON + 60 * DAY)


def test_a_pinned_memory_never_fades_nor_goes() -> None:
    kept = memory(pinned=True, importance=0.1, expire_time=NOON + DAY)
    assert faded(kept, LATER) is None
    assert not is_to_go(kept, LATER)
    assert not has_expired(kept, LATER)


def test_use_begins_the_count_anew() -> None:
    once = faded(memory(), NOON + 45 * DAY)
    assert once is not None
    used = replace(once, last_access_time=NOON + 50 * DAY)
    assert faded(used, NOON + 79 * DAY) is None
    again = faded(used, NOON + 80 * DAY)
    assert again is not None
    assert again.confidence == pytest.approx(0.9 * 0.8 * 0.8)


def test_last_use_is_the_servers_time_of_telling_or_the_last_recall() -> None:
    imported = memory(update_time=NOON - 700 * DAY, learn_time=NOON)
    assert last_use(imported) == NOON
    assert last_use(replace(imported, learn_time=None)) == NOON - 700 * DAY
    assert last_use(replace(imported, last_access_time=NOON + DAY)) == NOON + DAY
    assert last_use(replace(imported, last_access_time=NOON - DAY)) == NOON


def test_a_plan_waits_for_its_time() -> None:
    plan = memory(importance=0.3, event_time=NOON + 300 * DAY)
    assert disused_since(plan) == NOON + 300 * DAY
    assert faded(plan, NOON + 299 * DAY) is None
    assert not is_to_go(plan, NOON + 390 * DAY)
    assert is_to_go(plan, NOON + 391 * DAY)


@pytest.mark.parametrize(
    ("fields", "goes"),
    [
        ({"importance": 0.7}, True),
        ({"importance": 0.71}, False),
        ({"importance": 0.3, "pinned": True}, False),
        ({"importance": 0.3, "access_count": 2, "mention_count": 2}, True),
        ({"importance": 0.3, "access_count": 3}, False),
        ({"importance": 0.3, "mention_count": 3}, False),
        ({"importance": 0.3, "last_access_time": NOON + 5 * DAY}, False),
        ({"importance": 0.3, "state": MemoryState.SUPERSEDED}, True),
    ],
)
def test_what_goes_after_ninety_days(fields: dict[str, object], goes: bool) -> None:
    one = memory(**fields)
    assert is_to_go(one, NOON + 90 * DAY + 1) is goes
    assert not is_to_go(one, NOON + 90 * DAY)


def test_expiry_is_by_its_time_and_short_term_lasts_a_day() -> None:
    assert not has_expired(memory(), LATER)
    dated = memory(expire_time=NOON + DAY)
    assert not has_expired(dated, NOON + DAY - 1)
    assert has_expired(dated, NOON + DAY)
    short = memory(tier=MemoryTier.SHORT_TERM)
    assert not has_expired(short, NOON + DAY - 1)
    assert has_expired(short, NOON + DAY)
    assert not has_expired(replace(short, last_access_time=NOON + DAY // 2), NOON + DAY)
    assert not has_expired(replace(short, event_time=NOON + 3 * DAY), NOON + 3 * DAY)


@quick
@given(memories(), st.integers(NOON, LATER))
def test_fading_twice_changes_nothing(one: Memory, now: Instant) -> None:
    first = at_last(one, now)
    assert faded(first, now) is None
    assert 0 <= first.confidence <= one.confidence


@quick
@given(memories(), st.lists(st.integers(NOON, LATER), max_size=20))
def test_many_runs_take_off_what_one_run_does(one: Memory, moments: list[Instant]) -> None:
    stepwise = one
    for moment in sorted(moments):
        stepwise = at_last(stepwise, moment)
    stepwise, at_once = at_last(stepwise, LATER), at_last(one, LATER)
    assert stepwise.confidence == pytest.approx(at_once.confidence)
    assert stepwise.faded_to == at_once.faded_to


@quick
@given(memories(), st.integers(NOON, LATER), st.integers(0, 500 * DAY))
def test_what_is_to_go_stays_so_until_it_is_used(one: Memory, now: Instant, more: int) -> None:
    if is_to_go(one, now):
        assert is_to_go(one, now + more)
        assert not is_to_go(replace(one, last_access_time=now + more), now + more)
