"""Both views keep the port's promises; and what only the indexed one has to keep."""

import random
from typing import Any

import numpy as np
import pytest

from myosotis_server.adapters.faiss_index import VectorIndex, at_least
from myosotis_server.adapters.ram_view import PlainView
from myosotis_server.adapters.view import IndexedView, build_view
from myosotis_server.memory.rows import Rows, quantise
from myosotis_server.memory.values import Memory, MemoryFilter, MemoryKind, MemoryState
from ports.builders import NOW, memory
from ports.row_builders import (
    ANALYZER,
    changes,
    contents,
    everything,
    found,
    head,
    row,
    selected,
    together,
    unit,
)
from ports.view_suite import Build, ViewSuite

PARTS = ("我", "喜欢", "猫", "上海", " tea ", " running ", "三月", " 2024 ", "妈妈", "工作")


class TestIndexedView(ViewSuite):
    @pytest.fixture
    def build(self) -> Build:
        return build_view


class TestPlainView(ViewSuite):
    @pytest.fixture
    def build(self) -> Build:
        return PlainView


def random_memory(chance: random.Random, name: int) -> Memory:
    return memory(
        "".join(chance.choices(PARTS, k=chance.randint(0, 9))),
        memory_id=memory(str(name)).memory_id,
        kind=chance.choice([MemoryKind.FACT, MemoryKind.EVENT]),
        state=chance.choice([MemoryState.ACTIVE, MemoryState.ACTIVE, MemoryState.SUPERSEDED]),
        tags=tuple(chance.sample(["a", "b", "c"], k=chance.randint(0, 2))),
    )


def test_a_thousand_changes_later_it_answers_exactly_as_one_built_afresh() -> None:
    chance = random.Random(7)
    rows: dict[str, Rows] = {}
    view = build_view(head(), together([]))
    for step in range(1_000):
        put = [random_memory(chance, chance.randrange(300)) for _ in range(chance.randint(0, 3))]
        new = {each.memory_id: row(each, chance.randrange(40)) for each in put}
        gone = (
            [] if not rows else chance.sample(sorted(rows), k=min(len(rows), chance.randint(0, 2)))
        )
        gone = [memory_id for memory_id in gone if memory_id not in new]
        view.apply(changes([*new.values()], gone, step))
        rows |= new
        for memory_id in gone:
            del rows[memory_id]
        if step % 100 < 98:
            continue
        fresh = build_view(head(step), together([rows[memory_id] for memory_id in sorted(rows)]))
        assert contents(view, [*rows]) == contents(fresh, [*rows])
        for wanted in (MemoryFilter(), MemoryFilter(tags=frozenset("a"), include_superseded=True)):
            masks = [one.select(wanted, NOW, None) for one in (view, fresh)]
            assert selected(view, masks[0]) == selected(fresh, masks[1])
            for query in ("我在上海工作吗", "tea in 2024", "猫"):
                answers = [
                    found(one, unit(step), ANALYZER.terms(query), mask, 12)
                    for one, mask in zip((view, fresh), masks, strict=True)
                ]
                assert answers[0] == answers[1]


def held_arrays(part: Any, seen: set[int] | None = None) -> list[np.ndarray[Any, Any]]:
    """Every NumPy array, and everything with bytes in it, that `part` holds on to."""
    seen = set() if seen is None else seen
    if id(part) in seen:
        return []
    seen.add(id(part))
    if isinstance(part, np.ndarray):
        return [part]
    if isinstance(part, bytes):
        return [np.frombuffer(part, np.uint8)]
    inner: list[Any] = []
    if isinstance(part, dict):
        inner = [*part.keys(), *part.values()]
    elif isinstance(part, list | tuple):
        inner = [*part]
    elif type(part).__module__.startswith("myosotis_server"):
        names = [name for kind in type(part).__mro__ for name in getattr(kind, "__slots__", ())]
        inner = [getattr(part, name) for name in names] + [*getattr(part, "__dict__", {}).values()]
    return [array for one in inner for array in held_arrays(one, seen)]


def holds(view: IndexedView, pattern: bytes) -> bool:
    return any(pattern in array.tobytes() for array in held_arrays(view))


@pytest.mark.parametrize("settled", [True, False], ids=["built with it", "added later"])
def test_what_is_removed_leaves_no_trace_in_ram(settled: bool) -> None:
    others = [row(memory(f"其他{n}"), n) for n in range(10)]
    secret = memory("zebra 秘密", tags=("hush",), importance=0.123)
    kept = row(secret, 99)
    vector = kept.fixed["vector"].tobytes()
    traces = [
        kept.fixed["memory_id"].tobytes(),
        bytes(byte ^ 0x80 for byte in vector),
        np.float32(0.123).tobytes(),
        kept.fixed["scale"].tobytes(),
        ANALYZER.terms("zebra").ids.tobytes(),
        *(name.tobytes() for name in np.setdiff1d(kept.labels, others[0].labels)),
    ]
    view = build_view(head(), together([*others, kept] if settled else others))
    if not settled:
        view.apply(changes([kept]))
    view.turns_around(np.arange(11))
    view.select(MemoryFilter(min_importance=0.1), NOW, NOW)
    assert [holds(view, trace) for trace in traces] == [True] * len(traces)
    view.apply(changes(removed=[secret.memory_id]))
    assert not any(holds(view, trace) for trace in [*traces, vector])
    assert not view.columns[10].tobytes().strip(b"\0")


def test_freed_slots_are_used_again() -> None:
    view = build_view(head(), together([row(memory(str(n)), n) for n in range(8)]))
    for n in range(50):
        view.apply(changes([row(memory(f"new {n}"), n)], [memory(str(n % 8)).memory_id]))
        view.apply(changes([row(memory(str(n % 8)), n)], [memory(f"new {n}").memory_id]))
    assert len(view.columns) <= 10


def test_saying_the_same_again_keeps_the_words_and_changes_the_rest() -> None:
    view = build_view(head(), together([row(memory("猫 tea"), 1), row(memory("tea"), 2)]))
    before = found(view, None, ANALYZER.terms("猫 tea"), everything(view), 9)
    view.apply(changes([row(memory("猫 tea", tags=("again",)), 3)]))
    assert found(view, None, ANALYZER.terms("猫 tea"), everything(view), 9) == before
    mask = view.select(MemoryFilter(tags=frozenset({"again"})), NOW, None)
    assert selected(view, mask) == {memory("猫 tea").memory_id}


def test_rows_of_another_dimension_are_refused() -> None:
    view = build_view(head(), together([row(memory(), 1)]))
    with pytest.raises(ValueError, match="another dimension"):
        view.apply(changes([row(memory("x"), 1, dimension=8)]))
    with pytest.raises(ValueError, match="exactly"):
        VectorIndex(np.zeros((1, 2000), np.int8), np.ones(1, np.float32))


def test_a_memory_costs_less_than_1200_bytes() -> None:
    sentence = "我上周末和妈妈一起去了上海的外滩看夜景，晚上还吃了小笼包"
    one = row(memory(sentence, session_id="s", tags=("a",)), 1, dimension=384)
    rows = Rows.concatenate([one] * 2_000)
    rows.fixed["memory_id"] = np.frombuffer(np.random.default_rng(0).bytes(32_000), "V16")
    assert build_view(head(), rows).nbytes / 2_000 < 1_200


def test_a_large_index_looks_only_where_sketches_are_near() -> None:
    chance = np.random.default_rng(5)
    centres = chance.standard_normal((40, 32))
    raw = centres[chance.integers(0, 40, 3_000)] + 0.3 * chance.standard_normal((3_000, 32))
    vectors = (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32)
    parts = [quantise(vector) for vector in vectors]
    codes, scales = np.stack([part[1] for part in parts]), np.array([part[0] for part in parts])
    exact = VectorIndex(codes, scales)
    large = VectorIndex(codes[:2_500], scales[:2_500], coarse_from=1_000)
    large.resize(3_000)
    large.put(np.arange(2_500, 3_000), codes[2_500:], scales[2_500:])
    mask = np.ones(3_000, np.bool_)
    few = np.arange(3_000) < 900
    shared = 0
    for query in vectors[::100]:
        slots, cosines = large.scan(query, mask, 10)
        every, true_cosines = exact.scan(query, mask, 10)
        near, truth = slots[at_least(cosines, 10)], every[at_least(true_cosines, 10)]
        shared += len(np.intersect1d(near, truth))
        assert len(slots) < 2_000
        assert (np.diff(slots) > 0).all()
        assert np.array_equal(cosines, large.cosines(query, slots))
        assert every.tolist() == [*range(3_000)]
        assert np.array_equal(true_cosines, exact.cosines(query, every))
        for one, other in zip(large.scan(query, few, 10), exact.scan(query, few, 10), strict=True):
            assert np.array_equal(one, other)
    assert shared >= 0.95 * 10 * len(vectors[::100])
    large.clear(np.array([0]))
    assert not large.vectors(np.array([0])).any()
    large.put(np.arange(3_000), codes, scales)


def test_an_index_that_grows_large_learns_its_sketches() -> None:
    codes = np.random.default_rng(1).integers(-127, 128, (600, 16), np.int8)
    scales = np.full(600, 1 / 300, np.float32)
    grown = VectorIndex(codes[:10], scales[:10], coarse_from=100)
    for end in (90, 110, 600):
        start = len(grown.vectors(np.arange(10))) if end == 90 else {110: 90, 600: 110}[end]
        grown.resize(end)
        grown.put(np.arange(start, end), codes[start:end], scales[start:end])
    near, cosines = grown.scan(unit(2), np.ones(600, np.bool_), 5)
    assert 5 <= len(near) == len(cosines) < 600


@pytest.mark.parametrize("size", [0, 1, 40, 1_000, 5_003])
def test_at_least_are_the_best_and_their_equals(size: int) -> None:
    chance = np.random.default_rng(size)
    for levels in (1, 5, 100_000):
        scores = chance.integers(0, levels, size).astype(np.float32)
        for count in (0, 1, 3, 200, 5_003):
            least = -np.inf if count >= size else np.sort(scores)[::-1][max(count - 1, 0)]
            expected = [] if count == 0 else np.flatnonzero(scores >= least)
            assert at_least(scores, count).tolist() == [*expected]
