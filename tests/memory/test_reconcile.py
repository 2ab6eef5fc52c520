"""Identical statements meeting what is known: nothing lost, nothing twice, in any order."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.claiming import met, said
from memory.memories import NOON, drafts, memory, quick
from myosotis_server.memory.claims import claim_of
from myosotis_server.memory.reconcile import reconcile
from myosotis_server.memory.repetition import reinforce
from myosotis_server.memory.values import (
    DAY,
    MOST_METADATA,
    MOST_SOURCES,
    MOST_TAGS,
    ChangeAction,
    Emotion,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    ReconcileMode,
    Sensitivity,
    TurnReference,
)

ADDING_UP = (
    "mention_count", "importance", "pinned", "sensitivity", "expire_time", "create_time",
    "update_time", "valid_from", "state",
)  # fmt: skip
batches = st.lists(drafts(), max_size=6)


def meet(known: dict[str, Memory], batch: list[Memory]) -> list[MemoryChange]:
    claims = [claim_of(each) for each in known.values()]
    return met(claims, [claim_of(each) for each in batch], mode=ReconcileMode.EXACT).changes


def told(known: dict[str, Memory], batch: list[Memory]) -> dict[str, Memory]:
    """What is known after `batch` was said."""
    return known | {change.memory.memory_id: change.memory for change in meet(known, batch)}


@quick
@given(batches)
def test_one_change_per_draft_in_order(batch: list[Memory]) -> None:
    changes = meet({}, batch)
    assert [change.item_index for change in changes] == list(range(len(batch)))
    assert [change.memory.memory_id for change in changes] == [d.memory_id for d in batch]


@quick
@given(batches)
def test_ids_are_idempotent(batch: list[Memory]) -> None:
    once = told({}, batch)
    again = told(once, batch)
    assert once.keys() == again.keys() == {draft.memory_id for draft in batch}


@quick
@given(batches)
def test_the_first_creates_and_the_others_reinforce(batch: list[Memory]) -> None:
    seen: set[str] = set()
    for change in meet({}, batch):
        again = change.memory.memory_id in seen
        assert change.action is (ChangeAction.REINFORCED if again else ChangeAction.CREATED)
        seen.add(change.memory.memory_id)


@quick
@given(batches, batches)
def test_mention_counts_add_up(before: list[Memory], batch: list[Memory]) -> None:
    known = told(told({}, before), batch)
    said = Counter(draft.memory_id for draft in before + batch)
    assert {each.memory_id: each.mention_count for each in known.values()} == said


@quick
@given(batches)
def test_nothing_is_lost(batch: list[Memory]) -> None:
    known = told({}, batch)
    for draft in batch:
        kept = known[draft.memory_id]
        assert set(draft.tags) <= set(kept.tags)
        assert set(draft.sources) <= set(kept.sources)
        assert draft.metadata.keys() <= kept.metadata.keys()
        assert kept.pinned or not draft.pinned
        assert kept.importance >= draft.importance
        assert kept.create_time <= draft.create_time <= kept.update_time
        assert kept.valid_from <= draft.valid_from
        assert kept.attribute is not None or draft.attribute is None
        assert kept.event_time is not None or draft.event_time is None
        assert kept.emotion or not draft.emotion


@quick
@given(batches)
def test_nothing_expires_earlier_for_being_said_again(batch: list[Memory]) -> None:
    known = told({}, batch)
    for draft in batch:
        kept = known[draft.memory_id].expire_time
        assert kept is None or (draft.expire_time is not None and kept >= draft.expire_time)


@quick
@given(drafts(), st.lists(drafts(), max_size=6))
def test_confidence_is_bounded_and_never_falls(first: Memory, others: list[Memory]) -> None:
    kept = first
    for other in others:
        later = reinforce(kept, other)
        assert kept.confidence - 1e-12 <= later.confidence <= 1
        kept = later


def test_a_confident_repetition_halves_the_doubt() -> None:
    sure, unsure = memory(confidence=1.0), memory(confidence=0.6)
    assert reinforce(unsure, sure).confidence == pytest.approx(0.8)
    assert reinforce(unsure, memory(confidence=0.0)).confidence == pytest.approx(0.6)


@quick
@given(batches, st.randoms(use_true_random=False))
def test_order_does_not_matter_for_what_adds_up(batch: list[Memory], random: object) -> None:
    shuffled = list(batch)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = told({}, batch), told({}, shuffled)
    assert one.keys() == other.keys()
    for memory_id, kept in one.items():
        twin = other[memory_id]
        assert set(kept.tags) == set(twin.tags)
        assert set(kept.sources) == set(twin.sources)
        assert kept.metadata.keys() == twin.metadata.keys()
        for name in ADDING_UP:
            assert getattr(kept, name) == getattr(twin, name), name


@quick
@given(batches)
def test_one_batch_is_as_good_as_one_by_one(batch: list[Memory]) -> None:
    singly: dict[str, Memory] = {}
    for draft in batch:
        singly = told(singly, [draft])
    assert singly == told({}, batch)


@quick
@given(batches)
def test_what_is_known_is_not_written_into(batch: list[Memory]) -> None:
    known = told({}, batch[:3])
    before = {memory_id: replace(each) for memory_id, each in known.items()}
    meet(known, batch)
    assert known == before


def test_superseded_said_again_is_active() -> None:
    ended = memory(
        state=MemoryState.SUPERSEDED, valid_to=NOON, superseded_by=memory("coffee").memory_id
    )
    [change] = meet({ended.memory_id: ended}, [memory()])
    assert change.action is ChangeAction.REINFORCED
    assert change.memory.state is MemoryState.ACTIVE
    assert change.memory.valid_to is None
    assert change.memory.superseded_by == ""
    assert change.note == "said again, true once more"


def test_the_latest_wording_stands_with_its_language() -> None:
    kept = reinforce(memory("Likes TEA!", language="en"), memory("likes tea", language="en"))
    assert kept.content == "likes tea"


def test_the_latest_feeling_stands_and_silence_changes_none() -> None:
    sad = memory(emotion=Emotion.SAD, emotion_intensity=0.5)
    happy = memory(emotion=Emotion.HAPPY, emotion_intensity=0.7)
    assert reinforce(sad, happy).emotion is Emotion.HAPPY
    assert reinforce(sad, happy).emotion_intensity == 0.7
    assert reinforce(sad, memory()).emotion is Emotion.SAD
    assert reinforce(sad, memory()).emotion_intensity == 0.5


def test_care_never_falls() -> None:
    secret = memory(sensitivity=Sensitivity.SENSITIVE)
    assert reinforce(secret, memory()).sensitivity is Sensitivity.SENSITIVE
    assert reinforce(memory(), secret).sensitivity is Sensitivity.SENSITIVE


def test_what_was_said_earlier_and_told_later_keeps_the_order_of_saying() -> None:
    earlier = memory(create_time=NOON - DAY, update_time=NOON - DAY, valid_from=NOON - DAY)
    kept = reinforce(memory(), earlier)
    assert (kept.create_time, kept.update_time) == (NOON - DAY, NOON)


def test_what_is_said_a_thousand_times_does_not_grow_without_end() -> None:
    known = memory()
    for time in range(300):
        again = replace(
            memory(),
            sources=(TurnReference(f"session {time}", "1"),),
            tags=(f"tag {time}",),
            metadata={f"key {time}": "value"},
        )
        known = reinforce(known, again)
    assert len(known.sources) == MOST_SOURCES
    assert known.sources[-1] == TurnReference("session 299", "1")
    assert len(known.tags) == MOST_TAGS
    assert len(known.metadata) == MOST_METADATA
    assert "key 299" in known.metadata


def test_what_was_guessed_and_is_then_said_is_explicit() -> None:
    guess = memory(origin=MemoryOrigin.INFERRED)
    assert reinforce(guess, memory()).origin is MemoryOrigin.EXPLICIT
    assert reinforce(memory(), guess).origin is MemoryOrigin.EXPLICIT


def test_exact_knows_no_other_rule() -> None:
    leeds, york = (
        said("I live in Leeds", "home_city=Leeds"),
        said("I live in York", "home_city=York"),
    )
    event = said("I live in Leeds", "home_city=Leeds", kind=MemoryKind.EVENT)
    changes = met([leeds], [york, event, leeds], mode=ReconcileMode.EXACT).changes
    created, again = ChangeAction.CREATED, ChangeAction.REINFORCED
    assert [change.action for change in changes] == [created, created, again]


def test_off_always_creates() -> None:
    tea = said("I like tea", "likes=tea")
    result = met([tea], [tea, tea], mode=ReconcileMode.OFF)
    assert [change.action for change in result.changes] == [ChangeAction.CREATED] * 2
    ids = {change.memory.memory_id for change in result.changes}
    assert len(ids | {tea.memory.memory_id}) == 3
    assert result.answers == [0, 1]


def test_nothing_said_changes_nothing() -> None:
    result = reconcile([said("I like tea")], [], np.empty((0, 1)), ReconcileMode.FULL)
    assert (result.changes, result.answers) == ([], [])
