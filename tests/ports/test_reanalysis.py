"""Memories written under an earlier analyzer are found by the words of this one."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.reanalysis import with_current_terms
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.view import IndexedView
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.ports import Store, WordAnalyzer, Write
from myosotis_server.memory.rows import Rows, Terms, row_of
from myosotis_server.memory.values import Attribute, ChangeAction, Memory, MemoryChange, Owner
from myosotis_server.memory.wording import words_of
from ports.builders import ALICE, memory
from ports.row_builders import ANALYZER, everything, found, unit
from ports.shelf_steps import AMPLE, WAIT
from ports.store_use import opened, rows_of

MEMORIES = [
    memory("我愛喝烏龍茶"),
    memory("Her birthday is May 4", subject="Anna"),
    memory("It is tea", attribute=Attribute("favourite_drink", "咖啡")),
    *(memory(f"note {n}") for n in range(1_100)),
]


class Earlier:
    """An analyzer of which no term is one of today's."""

    version = ANALYZER.version - 1

    def terms(self, text: str) -> Terms:
        return Terms(np.array([1, 2, 3], np.uint32), np.ones(3, np.uint16))


def rows_by(analyzer: WordAnalyzer | Earlier, memories: Sequence[Memory]) -> Rows:
    return Rows.concatenate(
        [
            row_of(each, unit(7), analyzer.terms(words_of(each)), analyzer.version)
            for each in memories
        ]
    )


def put(
    store: Store, memories: Sequence[Memory], analyzer: WordAnalyzer | Earlier, owner: Owner = ALICE
) -> None:
    changes = [MemoryChange(ChangeAction.CREATED, each) for each in memories]
    rows = rows_by(analyzer, memories)
    store.commit(Write(owner, opened(store, owner), changes, rows)).result(WAIT)


def assert_same(rows: Rows, expected: Rows) -> None:
    assert rows.fixed.tobytes() == expected.fixed.tobytes()
    assert rows.term_ids.tolist() == expected.term_ids.tolist()
    assert rows.term_frequencies.tolist() == expected.term_frequencies.tolist()
    assert rows.labels.tolist() == expected.labels.tolist()


@pytest.fixture(params=["lmdb", "ram"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = LmdbStore(tmp_path, Vault(bytes(32))) if request.param == "lmdb" else RamStore()
    yield made
    made.close()


@pytest.mark.parametrize("step", [1, 2, 3])
def test_terms_are_those_of_a_fresh_analysis(store: Store, step: int) -> None:
    """Also where only every `step`th row is of the earlier version."""
    put(store, MEMORIES, ANALYZER)
    fresh = rows_of(store)
    put(store, MEMORIES[::step], Earlier())
    stale = rows_of(store)
    assert (stale.fixed["analyzer"] == Earlier.version).sum() == len(MEMORIES[::step])
    renewed = with_current_terms(store, ALICE, stale, ANALYZER)
    renewed.fixed["revision"] = fresh.fixed["revision"]
    assert_same(renewed, fresh)


def test_current_rows_are_not_read_again(store: Store) -> None:
    put(store, MEMORIES[:3], ANALYZER)
    rows = rows_of(store)
    assert with_current_terms(store, ALICE, rows, ANALYZER) is rows


@pytest.mark.parametrize(
    ("asked", "expected"), [("乌龙茶", 0), ("5月4号", 1), ("Anna", 1), ("咖啡", 2), ("note 7", 10)]
)
def test_recall_by_words_works_after_opening(store: Store, asked: str, expected: int) -> None:
    put(store, MEMORIES, Earlier())
    shelf = ViewShelf(store, IndexedView, AMPLE, ANALYZER)
    with shelf.open(ALICE) as view:
        assert view is not None
        scores = found(view, None, ANALYZER.asked(asked), everything(view), 5)
    best = max(scores, key=lambda memory_id: scores[memory_id][1])
    assert best == MEMORIES[expected].memory_id


def test_rows_that_an_earlier_process_adds_are_found_too(store: Store) -> None:
    put(store, MEMORIES[1:3], ANALYZER)
    shelf = ViewShelf(store, IndexedView, AMPLE, ANALYZER)
    with shelf.open(ALICE):
        pass
    put(store, MEMORIES[:1], Earlier())
    with shelf.open(ALICE) as view:
        assert view is not None
        assert [*found(view, None, ANALYZER.terms("乌龙"), everything(view), 5)] == [
            MEMORIES[0].memory_id
        ]


def test_a_record_gone_since_keeps_its_row(store: Store) -> None:
    put(store, MEMORIES[:3], Earlier())
    rows = rows_of(store)
    gone = MEMORIES[1].memory_id
    store.commit(Write(ALICE, opened(store), removals=[gone])).result(WAIT)
    renewed = with_current_terms(store, ALICE, rows, ANALYZER)
    assert sorted(renewed.fixed["analyzer"].tolist()) == [Earlier.version, *[ANALYZER.version] * 2]
    assert {1, 2, 3} <= {*renewed.term_ids.tolist()}


class Damaged(RamStore):
    """One of its records cannot be read."""

    def memories(self, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]:
        if MEMORIES[1].memory_id in memory_ids:
            raise RecordCorrupt("bytes fail their check")
        return super().memories(owner, memory_ids)


def test_a_damaged_record_hides_no_other() -> None:
    store = Damaged()
    put(store, MEMORIES, Earlier())
    versions = with_current_terms(store, ALICE, rows_of(store), ANALYZER).fixed["analyzer"]
    assert (versions == ANALYZER.version).sum() == len(MEMORIES) - 1
