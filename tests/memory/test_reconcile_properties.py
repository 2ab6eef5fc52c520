"""What holds whatever is said in whatever order: nothing lost, nothing twice, no contradiction."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.claiming import Listener, met, said
from memory.memories import NOON
from myosotis_server.memory.claims import Claim, claim_of, key_of
from myosotis_server.memory.reconcile import reconcile
from myosotis_server.memory.slot_values import compatible
from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import (
    DAY,
    ChangeAction,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    ReconcileMode,
)

thorough = settings(max_examples=60, deadline=None)
NO_ANSWER_LOST = {
    ChangeAction.CREATED,
    ChangeAction.REINFORCED,
    ChangeAction.MERGED,
    ChangeAction.SUPERSEDED,
}

PLACES = ("Leeds", "York", "New York", "成都", "成都高新区", "上海市", "上海")
THINGS = ("coffee", "iced coffee", "tea", "咖啡", "茶")
JOBS = ("engineer", "software engineer", "manager", "assistant manager", "老师")
ACTS = ("run every week", "swim on Mondays", "play the piano with Tom")
SUBJECTS = ("", "sister", "妈妈")


@st.composite
def statements(draw: st.DrawFn, guesses: bool = False) -> Claim:
    """A plain statement of one of a few matters, so that many of them meet."""
    subject = draw(st.sampled_from(SUBJECTS))
    who = subject or "I"
    session = draw(st.sampled_from(("", "s", "t")))
    guess = guesses and draw(st.booleans())
    kind = draw(st.sampled_from((MemoryKind.FACT, MemoryKind.HABIT, MemoryKind.EVENT)))
    common = {"subject": subject, "session_id": session, "is_inferred": guess, "kind": kind}
    match draw(st.integers(0, 7)):
        case 0:
            place = draw(st.sampled_from(PLACES))
            way = draw(st.sampled_from(("{} live in {}", "{}家在{}", "home of {} is {}")))
            return said(way.format(who, place), f"home_city={place}", **common)
        case 1:
            job = draw(st.sampled_from(JOBS))
            ends = draw(st.sampled_from(([], ["occupation="])))
            return said(f"{who} work as {job}", f"occupation={job}", ends=ends, **common)
        case 2:
            age = draw(st.integers(27, 29))
            return said(f"{who} am {age}", f"age={age}", number=age, **common)
        case 3:
            thing = draw(st.sampled_from(THINGS))
            return said(f"{who} like {thing}", f"likes={thing}", **common)
        case 4:
            thing = draw(st.sampled_from(THINGS))
            ends = [f"drinks={thing}"]
            return said(f"{who} dislike {thing}", f"dislikes={thing}", ends=ends, **common)
        case 5:
            thing = draw(st.sampled_from(THINGS))
            return said(f"{who} drink {thing}", f"drinks={thing}", **common)
        case 6:
            act = draw(st.sampled_from(ACTS))
            way = draw(st.sampled_from(("{} {}", "{} no longer {}", "{} really {}")))
            return said(way.format(who, act), **common)
        case _:
            job = draw(st.sampled_from(JOBS))
            return said(f"{who} quit as {job}", ends=[f"occupation={job}"], **common)


def at(claim: Claim, time: int) -> Claim:
    memory = replace(claim.memory, create_time=time, update_time=time, valid_from=time)
    return replace(claim, memory=memory)


def tellings(guesses: bool = False, most: int = 9) -> st.SearchStrategy[list[Claim]]:
    """Statements each of a time of its own, in any order of those."""

    def timed(pairs: list[tuple[int, Claim]]) -> list[Claim]:
        return [at(claim, NOON + day * DAY) for day, claim in pairs]

    pairs = st.tuples(st.integers(0, 60), statements(guesses))
    return st.lists(pairs, max_size=most, unique_by=lambda pair: pair[0]).map(timed)


def in_order(drafts: Sequence[Claim]) -> list[Claim]:
    return sorted(drafts, key=lambda draft: draft.said)


likenesses = st.sampled_from([0.0, 0.5, 0.7, 1.0])


def states(listener: Listener) -> dict[str, tuple[object, ...]]:
    """All but what counts repetitions."""
    return {
        each.memory_id: (
            each.content, each.state, each.kind, each.attribute, each.valid_from, each.valid_to,
            each.superseded_by, each.subject, each.create_time, each.event_time,
        )
        for each in listener.memories.values()
    }  # fmt: skip


@thorough
@given(tellings(), likenesses)
def test_said_again_nothing_changes_but_counts(drafts: list[Claim], likeness: float) -> None:
    listener = Listener(likeness)
    listener.hear(*in_order(drafts))
    before = states(listener)
    result = listener.hear(*in_order(drafts))
    assert states(listener) == before
    again = {ChangeAction.REINFORCED, ChangeAction.MERGED}
    assert {change.action for change in result.changes} <= again


@thorough
@given(tellings(guesses=True), likenesses)
def test_every_draft_is_answered_once_and_kept(drafts: list[Claim], likeness: float) -> None:
    result = met([], drafts, likeness)
    assert len(result.answers) == len(set(result.answers)) == len(drafts)
    assert result.answers == sorted(result.answers)
    for index, place in enumerate(result.answers):
        own = result.changes[place]
        assert own.item_index == index
        assert own.action in NO_ANSWER_LOST
        # What it ended follows at once.
        end = result.answers[index + 1] if index + 1 < len(drafts) else len(result.changes)
        ended = result.changes[place + 1 : end]
        assert tuple(change.memory.memory_id for change in ended) == own.replaced_memory_ids
        for change in ended:
            assert change.action is ChangeAction.SUPERSEDED
            assert change.memory.state is MemoryState.SUPERSEDED
            assert change.memory.superseded_by == own.memory.memory_id
    # What it said, or something that says all of that, has a state to show.
    contents = {change.memory.content for change in result.changes}
    merged = {
        result.changes[place].item_index
        for place in result.answers
        if result.changes[place].action is ChangeAction.MERGED
    }
    for index, draft in enumerate(drafts):
        assert draft.memory.content in contents or index in merged


@thorough
@given(tellings(guesses=True), likenesses)
def test_mentions_add_up(drafts: list[Claim], likeness: float) -> None:
    listener = Listener(likeness)
    listener.hear(*drafts)
    assert sum(each.mention_count for each in listener.memories.values()) == len(drafts)


def of_single_slots(listener: Listener) -> dict[tuple[str, str], list[Memory]]:
    held: dict[tuple[str, str], list[Memory]] = {}
    for each in listener.memories.values():
        if each.state is not MemoryState.ACTIVE or each.attribute is None:
            continue
        claim = claim_of(each)
        key = key_of(each.attribute)
        if slot_of(key).single:
            held.setdefault((claim.subject, key), []).append(each)
    return held


@thorough
@given(tellings(guesses=True), likenesses)
def test_a_single_slot_never_has_two_values(drafts: list[Claim], likeness: float) -> None:
    listener = Listener(likeness)
    for draft in drafts:
        listener.hear(draft)
        for memories in of_single_slots(listener).values():
            for one, other in combinations(memories, 2):
                assert one.attribute is not None
                assert other.attribute is not None
                assert compatible(one.attribute, other.attribute)


plain = st.builds(
    lambda day, city, subject: said(
        f"{subject or 'I'} live in {city}", f"home_city={city}", subject=subject, day=day
    ),
    st.integers(0, 60),
    st.sampled_from(["Leeds", "York", "Bath", "成都", "上海"]),
    st.sampled_from(SUBJECTS),
)


@thorough
@given(st.lists(plain, max_size=10, unique_by=lambda claim: claim.said))
def test_the_latest_value_stands_in_whatever_order_it_comes(drafts: list[Claim]) -> None:
    listener = Listener()
    listener.hear(*drafts)
    latest = {draft.subject: draft.memory.content for draft in in_order(drafts)}
    assert listener.active == sorted(latest.values())


@thorough
@given(tellings(guesses=True), likenesses)
def test_spans_and_successors_make_sense(drafts: list[Claim], likeness: float) -> None:
    listener = Listener(likeness)
    for draft in drafts:
        listener.hear(draft)
    for memory in listener.memories.values():
        assert (memory.state is MemoryState.SUPERSEDED) == bool(memory.superseded_by)
        assert (memory.valid_to is None) == (memory.state is MemoryState.ACTIVE)
        assert memory.valid_to is None or memory.valid_from <= memory.valid_to
        seen = {memory.memory_id}
        while memory.superseded_by:
            assert memory.superseded_by not in seen
            seen.add(memory.superseded_by)
            memory = listener.memories[memory.superseded_by]


@thorough
@given(tellings(), likenesses)
def test_one_call_is_as_good_as_one_by_one(drafts: list[Claim], likeness: float) -> None:
    singly = Listener(likeness)
    for draft in in_order(drafts):
        singly.hear(draft)
    at_once = Listener(likeness)
    at_once.hear(*in_order(drafts))
    assert singly.memories == at_once.memories


def matter(claim: Claim) -> object:
    """Statements of different matters have nothing to do with each other."""
    return claim.subject, claim.attribute.key if claim.attribute else claim.memory.content


@thorough
@given(tellings(), st.randoms(use_true_random=False))
def test_the_order_of_commuting_statements_does_not_matter(
    drafts: list[Claim], random: object
) -> None:
    apart = list({matter(draft): draft for draft in drafts}.values())
    apart = [each for each in apart if each.attribute and not each.reading.ends]
    apart = [each for each in apart if key_of(each.attribute) not in ("dislikes", "drinks")]  # type: ignore[arg-type]
    shuffled = list(apart)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = Listener(), Listener()
    one.hear(*apart)
    other.hear(*shuffled)
    assert one.memories == other.memories
    assert len(one.active) == len(apart)


@thorough
@given(st.integers(1, 12), statements())
def test_the_same_said_n_times_is_one_memory_of_n_mentions(times: int, draft: Claim) -> None:
    listener = Listener()
    for time in range(times):
        listener.hear(at(draft, NOON + time))
    [only] = listener.memories.values()
    assert only.mention_count == times
    assert only.state is MemoryState.ACTIVE


@thorough
@given(
    st.lists(
        st.sampled_from(
            ["I like cats", "我喜欢狗", "The meeting is at 3pm", "Tom met Ann", "我和小明去了北京"]
        ),
        unique=True,
    )
)
def test_likeness_alone_ends_and_merges_nothing(texts: list[str]) -> None:
    listener = Listener(likeness=1.0)
    for day, text in enumerate(texts):
        listener.hear(said(text, day=day))
    assert listener.active == sorted(texts)


@thorough
@given(tellings(guesses=True), tellings(guesses=True))
def test_what_is_known_is_not_written_into(known: list[Claim], drafts: list[Claim]) -> None:
    listener = Listener()
    listener.hear(*known)
    claims = [claim_of(each) for each in listener.memories.values()]
    before = [replace(claim) for claim in claims]
    likeness = np.ones((len(drafts), len(claims) + len(drafts)))
    first = reconcile(claims, drafts, likeness, ReconcileMode.FULL)
    assert claims == before
    assert (likeness == 1).all()
    assert reconcile(claims, drafts, likeness, ReconcileMode.FULL) == first


@thorough
@given(tellings(guesses=True), likenesses)
def test_no_guess_ends_what_was_said_outright(drafts: list[Claim], likeness: float) -> None:
    listener = Listener(likeness)
    for draft in drafts:
        before = dict(listener.memories)
        result = listener.hear(draft)
        own = result.changes[result.answers[0]]
        if not draft.is_inferred or own.memory.origin is not MemoryOrigin.INFERRED:
            continue
        for memory_id in own.replaced_memory_ids:
            assert before[memory_id].origin is MemoryOrigin.INFERRED


@pytest.mark.parametrize("count", [64])
def test_many_contradictions_leave_the_last(count: int) -> None:
    listener = Listener()
    for number in range(count):
        listener.hear(said(f"I live in town {number}", f"home_city=town {number}", day=number))
    assert listener.active == [f"I live in town {count - 1}"]
    assert len(listener.ended) == count - 1
