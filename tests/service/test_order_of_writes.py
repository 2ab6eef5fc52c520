"""What a view answers follows from what it holds, never from how it came to hold it."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.adapters.ram_view import PlainView
from myosotis_server.adapters.view import build_view
from myosotis_server.memory.ports import RowChanges, UserHead, View
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Emotion,
    Instant,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryState,
    RecallMode,
    ScoreBreakdown,
    Statement,
)
from myosotis_server.service.ranking import CANDIDATES
from myosotis_server.understanding.describe import describe
from service.known_user import EMBEDDER, NAMESPACE, NOW, SHANGHAI, ask, at, row_of

Build = Callable[[UserHead, Rows], View]
Answer = list[tuple[str, float, ScoreBreakdown]]

WEDNESDAY = at("2024-05-08 09:00")
CHINESE = ("我", "喜欢", "猫", "在成都", "喝茶", "银行上班", "电话138", "，", "的人")
ENGLISH = (" tea", " my cat", " Rome", " works at a bank", " phone 138", " loves", " the sea")
PEOPLE = ("", "", "Anna", "Bob", "王芳", "李雷")
SESSIONS = ("", "one", "two", "three", "four")
KINDS = (MemoryKind.FACT, MemoryKind.EVENT, MemoryKind.PREFERENCE)
STATES = (MemoryState.ACTIVE,) * 9 + (MemoryState.SUPERSEDED,)
TIMES = (NOW, NOW - DAY, WEDNESDAY, WEDNESDAY + 1, at("2023-05-20 10:00"), NOW - 40 * DAY)

QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("", {}),
    ("我喜欢喝茶", {"emotion": Emotion.HAPPY}),
    ("那个电话138的人在哪里上班？", {}),
    ("上周三王芳说了什么", {"zone": SHANGHAI}),
    ("What did Anna say last Wednesday?", {"limit": 100}),
    ("Who works at a bank? 谁喜欢猫？", {"limit": 5}),
    ("in May", {"wanted": MemoryFilter(include_superseded=True), "min_score": 0.05}),
    ("my cat loves the sea", {"mode": RecallMode.ASSOCIATIVE, "limit": 30}),
)


def random_memory(chance: random.Random, number: int) -> Memory:
    """One of many states of the memory of that number; many are much alike."""
    words = chance.choice([CHINESE, ENGLISH])
    said = chance.choice(TIMES) + chance.choice([0, 0, 1, SECOND])
    statement = Statement(
        "".join(chance.choices(words, k=chance.randint(1, 5))),
        kind=chance.choice(KINDS),
        subject=chance.choice(PEOPLE),
        session_id=chance.choice(SESSIONS),
        emotion=chance.choice([Emotion.UNSPECIFIED, Emotion.HAPPY]),
        importance=chance.choice([0.5, 0.5, 0.75]),
        observe_time=said,
        event_time=chance.choice([None, None, WEDNESDAY, NOW]),
    )
    return replace(
        describe(statement, NAMESPACE, NOW),
        memory_id=f"{number * 7919 % 10007:08x}-0000-4000-8000-{number:012x}",
        state=chance.choice(STATES),
        expire_time=chance.choice([None] * 9 + [NOW - 1]),
        mention_count=chance.choice([1, 1, 2]),
    )


def head(revision: int = 1) -> UserHead:
    return UserHead(1, revision, NAMESPACE, EMBEDDER.model.digest)


def together(rows: Sequence[Rows]) -> Rows:
    return Rows.concatenate(rows) if rows else Rows.empty(EMBEDDER.model.dimension)


def answer(view: View, query: str, how: dict[str, Any]) -> Answer:
    """Ids, scores and every part of them, best first, exactly as given."""
    ranked = ask(view, query, **how)
    breakdowns = ranked.breakdowns()
    ids = view.memory_ids(ranked.slots)
    return list(zip(ids, ranked.scores.tolist(), breakdowns, strict=True))


@dataclass
class Kept:
    """A view, and the rows that it must hold."""

    view: View
    rows: dict[str, Rows]

    def change(self, chance: random.Random, numbers: int, revision: int) -> None:
        """Puts, updates and removes a few, and now and then recalls some."""
        put = [
            random_memory(chance, number)
            for number in chance.sample(range(numbers), chance.randint(0, 3))
        ]
        new = {each.memory_id: row_of(each) for each in put}
        gone = chance.sample(sorted(self.rows), min(len(self.rows), chance.choice([0, 0, 2])))
        gone = [each for each in gone if each not in new]
        self.view.apply(RowChanges(head(revision), together([*new.values()]), tuple(gone)))
        self.rows |= new
        for each in gone:
            del self.rows[each]
        if self.rows and chance.random() < 0.3:
            self.recall(chance.sample(sorted(self.rows), 1), chance.randint(1, 3), NOW)
        if self.rows and chance.random() < 0.1:
            some = chance.sample(sorted(self.rows), min(len(self.rows), 3))
            slots = [self.view.slot(each) for each in some]
            self.view.note_accesses(np.array(slots, np.int64), NOW)
            for each in some:
                self._noted(each, 1, NOW)

    def recall(self, memory_ids: list[str], count: int, time: Instant) -> None:
        for each in memory_ids:
            for _ in range(count):
                self.view.note_accesses(np.array([self.view.slot(each)]), time)
            self._noted(each, count, time)

    def _noted(self, memory_id: str, count: int, time: Instant) -> None:
        row = self.rows[memory_id].fixed
        row["access_count"] += np.uint32(count)
        row["last_access_time"] = np.maximum(row["last_access_time"], time)

    def fresh(self, build: Build, chance: random.Random) -> View:
        """Built from the same rows in some order."""
        return build(head(), together(chance.sample([*self.rows.values()], len(self.rows))))


def test_a_thousand_changes_later_it_ranks_exactly_as_one_built_afresh() -> None:
    chance = random.Random(11)
    kept = Kept(build_view(head(), together([])), {})
    compared = 0
    for step in range(1_000):
        kept.change(chance, 500, step)
        if step % 10 == 5:  # a question between changes must not spoil the answers to later ones
            answer(kept.view, *chance.choice(QUESTIONS))
        if step % 125 < 124:
            continue
        fresh = kept.fresh(build_view, chance)
        for query, how in QUESTIONS:
            found = answer(kept.view, query, how)
            assert found == answer(fresh, query, how), (step, query)
            compared += len(found)
    assert compared > 1_000
    assert len(kept.rows) > 2 * CANDIDATES, "more than are scored in full"


def test_a_changed_index_ranks_exactly_as_its_naive_twin() -> None:
    chance = random.Random(12)
    kept = Kept(build_view(head(), together([])), {})
    for step in range(120):
        kept.change(chance, 90, step)
        if step % 40 < 39:
            continue
        twin = kept.fresh(PlainView, chance)
        for query, how in QUESTIONS:
            assert answer(kept.view, query, how) == answer(twin, query, how), (step, query)


@pytest.mark.parametrize("build", [build_view, PlainView], ids=["indexed", "plain"])
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 24), st.sampled_from(QUESTIONS))
def test_in_whatever_order_it_was_written_it_ranks_the_same(
    build: Build, seed: int, count: int, question: tuple[str, dict[str, Any]]
) -> None:
    chance = random.Random(seed)
    rows = [row_of(random_memory(chance, number)) for number in range(count)]
    at_once = answer(build(head(), together(rows)), *question)
    one_by_one = build(head(), together([]))
    for row in chance.sample(rows, len(rows)):
        one_by_one.apply(RowChanges(head(), row, ()))
    assert answer(one_by_one, *question) == at_once
    turned = build(head(), together(rows[: count // 2][::-1]))
    turned.apply(RowChanges(head(), together(rows[count // 2 :][::-1]), ()))
    assert answer(turned, *question) == at_once
