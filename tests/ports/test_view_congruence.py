"""Any rows, changes, filters and queries get the same answers from IndexedView as from its naive
twin, and filters mean what they say of the memories themselves."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.adapters.ram_view import PlainView
from myosotis_server.adapters.view import IndexedView
from myosotis_server.memory.ports import View
from myosotis_server.memory.rows import Rows, label
from myosotis_server.memory.values import (
    Attribute,
    Emotion,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryState,
    MemoryTier,
    TimeRange,
    TurnReference,
)
from ports.builders import memory
from ports.row_builders import (
    ANALYZER,
    changes,
    contents,
    found,
    head,
    row,
    selected,
    together,
    unit,
)
from running.examples import examples

MOMENTS = st.integers(0, 12)
NAMES = ["", "a", "b"]
KINDS = [MemoryKind.FACT, MemoryKind.EVENT]
TIERS = [MemoryTier.EPISODIC, MemoryTier.SEMANTIC]
EMOTIONS = [Emotion.UNSPECIFIED, Emotion.HAPPY]
LEVELS = [0.0, 0.1, 0.3, 0.7, 1.0]
TEXTS = st.lists(
    st.sampled_from(["猫", "上海", "我", " tea ", " the ", "running ", " 3 "]), max_size=6
).map("".join)


def some(values: list[Any]) -> st.SearchStrategy[frozenset[Any]]:
    return st.just(frozenset()) | st.frozensets(st.sampled_from(values), min_size=1)


def memories(name: int) -> st.SearchStrategy[Memory]:
    return st.builds(
        Memory,
        memory_id=st.just(memory(str(name)).memory_id),
        content=TEXTS,
        kind=st.sampled_from(KINDS),
        tier=st.sampled_from(TIERS),
        origin=st.just(memory().origin),
        state=st.sampled_from([MemoryState.ACTIVE, *MemoryState]),
        create_time=MOMENTS,
        update_time=MOMENTS,
        valid_from=MOMENTS,
        valid_to=st.none() | MOMENTS,
        event_time=st.none() | MOMENTS,
        expire_time=st.none() | MOMENTS,
        attribute=st.none() | st.builds(Attribute, st.sampled_from(NAMES), st.just("x")),
        emotion=st.sampled_from(EMOTIONS),
        importance=st.sampled_from(LEVELS),
        confidence=st.sampled_from(LEVELS),
        subject=st.sampled_from(NAMES),
        session_id=st.sampled_from(NAMES),
        sources=st.lists(
            st.builds(TurnReference, st.sampled_from(NAMES), st.just("t")), max_size=2
        ).map(tuple),
        tags=st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple),
        metadata=st.dictionaries(st.sampled_from("kl"), st.sampled_from(NAMES), max_size=2),
    )


def rows(name: int) -> st.SearchStrategy[Rows]:
    return st.builds(row, memories(name), st.integers(0, 5))


RANGES = st.none() | st.builds(TimeRange, st.none() | MOMENTS, st.none() | MOMENTS)
FILTERS = st.builds(
    MemoryFilter,
    kinds=some(KINDS),
    tiers=some(TIERS),
    emotions=some(EMOTIONS),
    tags=some(NAMES),
    session_ids=some(["a", "b"]),
    attribute_keys=some(NAMES),
    subjects=some(NAMES),
    metadata=st.just({}) | st.dictionaries(st.sampled_from("kl"), st.sampled_from(NAMES)),
    min_importance=st.none() | st.sampled_from(LEVELS),
    min_confidence=st.none() | st.sampled_from(LEVELS),
    create_time=RANGES,
    event_time=RANGES,
    include_superseded=st.booleans(),
)
SIMPLE_FILTERS = st.just(MemoryFilter()) | st.builds(
    MemoryFilter, kinds=some(KINDS), tags=some(NAMES), include_superseded=st.booleans()
)
IDS = st.integers(0, 9)


@st.composite
def change_lists(draw: st.DrawFn) -> list[tuple[list[Rows], list[str]]]:
    steps = []
    for _ in range(draw(st.integers(0, 4))):
        put = draw(st.sets(IDS, max_size=4))
        gone = draw(st.sets(IDS, max_size=4)) - put
        steps.append(
            (
                [draw(rows(name)) for name in sorted(put)],
                [memory(str(name)).memory_id for name in sorted(gone)],
            )
        )
    return steps


@st.composite
def first_rows(draw: st.DrawFn) -> list[Rows]:
    return [draw(rows(name)) for name in sorted(draw(st.sets(IDS)))]


def turns(view: View, memory_ids: list[str]) -> dict[str, tuple[str, str]]:
    """Who spoke before and after each memory that is there; empty where nobody did."""
    slots = {each: view.slot(each) for each in memory_ids}
    held = {each: slot for each, slot in slots.items() if slot is not None}
    names = {slot: each for each, slot in held.items()} | {-1: ""}
    before, after = view.turns_around(np.array([*held.values()], np.int64))
    around = zip(before.tolist(), after.tolist(), strict=True)
    return {
        each: (names[one], names[other]) for each, (one, other) in zip(held, around, strict=True)
    }


def alive(view: View, memory_ids: list[str]) -> np.ndarray:
    """A mask of the slots that hold any of `memory_ids`."""
    mask = np.zeros(len(view.columns), np.bool_)
    mask[[slot for slot in map(view.slot, memory_ids) if slot is not None]] = True
    return mask


@settings(max_examples=examples(25), deadline=None)
@given(st.data())
def test_any_run_of_changes_gives_the_twin_the_same_answers(data: st.DataObject) -> None:
    start = together(data.draw(first_rows()))
    views: list[View] = [IndexedView(head(), start), PlainView(head(), start)]
    ids = [memory(str(name)).memory_id for name in range(10)]
    for revision, (put, gone) in enumerate(data.draw(change_lists()), start=2):
        noted, time = data.draw(st.tuples(st.sets(st.sampled_from(ids)), MOMENTS))
        for view in views:
            view.apply(changes(put, gone, revision))
            slots = [slot for each in sorted(noted) if (slot := view.slot(each)) is not None]
            view.note_accesses(np.array(slots, np.int64), time)
        if data.draw(st.booleans()):  # sometimes several changes come between two questions
            assert turns(views[0], ids) == turns(views[1], ids)
            asked = data.draw(st.tuples(FILTERS, MOMENTS, st.none() | MOMENTS))
            chosen = [selected(view, view.select(*asked)) for view in views]
            assert chosen[0] == chosen[1]
    assert views[0].head == views[1].head
    assert contents(views[0], ids) == contents(views[1], ids)

    assert turns(views[0], ids) == turns(views[1], ids)
    for name in NAMES:
        assert views[0].carrying(label("tag", name)) == views[1].carrying(label("tag", name))

    wanted, now, as_of = data.draw(st.tuples(FILTERS, MOMENTS, st.none() | MOMENTS))
    chosen = [selected(view, view.select(wanted, now, as_of)) for view in views]
    assert chosen[0] == chosen[1]

    spans = data.draw(st.lists(RANGES.filter(bool), min_size=1, max_size=2))
    then = [selected(view, view.during(spans) & alive(view, ids)) for view in views]
    assert then[0] == then[1]

    wanted = data.draw(SIMPLE_FILTERS)
    seed, text = data.draw(st.tuples(st.none() | st.integers(0, 5), TEXTS))
    count = data.draw(st.integers(0, 11))
    vector = None if seed is None else unit(seed)
    answers = [
        found(view, vector, ANALYZER.terms(text), view.select(wanted, now, None), count)
        for view in views
    ]
    assert answers[0] == answers[1]

    within = [
        view.search(vector, ANALYZER.terms(text), [mask, mask & view.during(spans)], count)
        for view in views
        for mask in [view.select(wanted, now, None)]
    ]
    scored = [
        {
            memory_id: scores
            for memory_id, *scores in zip(
                view.memory_ids(hits.slots),
                hits.semantic.tolist(),
                hits.lexical.tolist(),
                strict=True,
            )
        }
        for view, hits in zip(views, within, strict=True)
    ]
    assert scored[0] == scored[1]
    assert within[0].lexical_ceiling == within[1].lexical_ceiling


@settings(max_examples=examples(80), deadline=None)
@given(st.tuples(*(memories(name) for name in range(3))), FILTERS, MOMENTS, st.none() | MOMENTS)
def test_filters_mean_what_they_say_of_the_memories(
    known: tuple[Memory, ...], wanted: MemoryFilter, now: int, as_of: int | None
) -> None:
    view = IndexedView(head(), together([row(each) for each in known]))
    expected = {each.memory_id for each in known if _stands(each, wanted, now, as_of)}
    assert selected(view, view.select(wanted, now, as_of)) == {
        each.memory_id for each in known if each.memory_id in expected and _fits(each, wanted)
    }


def _stands(each: Memory, wanted: MemoryFilter, now: int, as_of: int | None) -> bool:
    moment = now if as_of is None else as_of
    if each.expire_time is not None and moment >= each.expire_time:
        return False
    if as_of is None:
        seen = {MemoryState.ACTIVE} | (
            {MemoryState.SUPERSEDED} if wanted.include_superseded else set()
        )
        return each.state in seen
    began, ended = each.valid_from <= as_of, each.valid_to is not None and as_of >= each.valid_to
    return each.state != MemoryState.PSEUDONYMISED and began and not ended


def _fits(each: Memory, wanted: MemoryFilter) -> bool:
    sessions = {each.session_id, *(source.session_id for source in each.sources)}
    keys = set() if each.attribute is None else {each.attribute.key}
    held = [
        (wanted.kinds, {each.kind}),
        (wanted.tiers, {each.tier}),
        (wanted.emotions, {each.emotion}),
        (wanted.tags, {*each.tags}),
        (wanted.session_ids, sessions),
        (wanted.attribute_keys, keys),
        (wanted.subjects, {each.subject}),
    ]
    return (
        all(not asked or asked & has for asked, has in held)
        and wanted.metadata.items() <= each.metadata.items()
        and (wanted.min_importance is None or each.importance >= wanted.min_importance)
        and (wanted.min_confidence is None or each.confidence >= wanted.min_confidence)
        and _within(each.create_time, wanted.create_time)
        and _within(each.event_time, wanted.event_time)
    )


def _within(moment: int | None, span: TimeRange | None) -> bool:
    if span is None:
        return True
    if moment is None:
        return False
    started = span.start is None or span.start <= moment
    return started and (span.end is None or moment < span.end)


def test_random_rows_rank_alike_at_length() -> None:
    chance = np.random.default_rng(3)
    texts = ["猫", "上海", "我 有", " tea ", " running ", "三月", " 2024 "]
    known = [
        row(
            memory(
                "".join(chance.choice(texts, chance.integers(0, 12))),
                memory_id=memory(str(n)).memory_id,
            ),
            int(chance.integers(0, 120)),
        )
        for n in range(400)
    ]
    indexed, plain = IndexedView(head(), together(known)), PlainView(head(), together(known))
    for n in range(20):
        text = "".join(chance.choice(texts, 4))
        mask = chance.random(400) < 0.6
        query = unit(1000 + n), ANALYZER.terms(text), mask, int(chance.integers(1, 60))
        assert found(indexed, *query) == found(plain, *query)
