"""What every store must do where a user's rows are made anew with another model, and its counts."""

from dataclasses import replace

import numpy as np
import pytest

from myosotis_server.memory.errors import RevisionMismatch
from myosotis_server.memory.ports import Access, Store, UserHead, Write
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import ChangeAction, MemoryChange, Owner
from ports.builders import ALICE, BOB, NOW, memory, rows_for, said
from ports.store_use import forget_turns, head_of, opened, put, remove, rows_of, say

OTHER = "another model"
TEA, CAT = memory("我喜欢喝茶"), memory("I have a cat")


def turned(rows: Rows, count: int | None = None) -> Rows:
    """The first `count` of `rows` with other vectors, as if another model had made them."""
    places = range(len(rows) if count is None else min(max(count, 1), len(rows)))
    terms = np.cumsum(rows.fixed["term_count"][: len(places)], dtype=np.int64)[-1]
    labels = np.cumsum(rows.fixed["label_count"][: len(places)], dtype=np.int64)[-1]
    fixed = rows.fixed[: len(places)].copy()
    fixed["vector"] = -fixed["vector"]
    return Rows(fixed, rows.term_ids[:terms], rows.term_frequencies[:terms], rows.labels[:labels])


def made(store: Store, owner: Owner = ALICE, dimension: int = 24) -> Rows:
    """Rows of another dimension for all that the store has of a user."""
    rows = rows_of(store, owner)
    known = store.memories(owner, [str_id(each) for each in rows.fixed["memory_id"]])
    return rows_for([each for each in known if each is not None], dimension)


def str_id(row: np.void) -> str:
    digits = row.tobytes().hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def stage(store: Store, rows: Rows, owner: Owner = ALICE, model: str = OTHER) -> UserHead:
    """The user's head, at which `rows` were staged."""
    head = head_of(store, owner)
    store.stage_rows(owner, head, model, rows).result(10)
    return head


class StoreModelsSuite:
    def test_staged_rows_change_no_answer(self, store: Store) -> None:
        put(store, TEA, CAT)
        head, before = head_of(store), rows_of(store)
        assert store.staged_rows(ALICE, OTHER) == {}
        stage(store, made(store))
        assert head_of(store) == head
        assert rows_of(store).fixed.tobytes() == before.fixed.tobytes()
        assert store.staged_rows(ALICE, OTHER) == {TEA.memory_id: 1, CAT.memory_id: 1}
        assert store.staged_rows(ALICE, "a third") == store.staged_rows(BOB, OTHER) == {}

    def test_switching_puts_the_staged_rows_in_place_of_all_others(self, store: Store) -> None:
        put(store, TEA, CAT)
        put(store, TEA, owner=BOB)
        store.note_accesses([Access(ALICE, TEA.memory_id, 3, NOW)]).result(10)
        others = rows_of(store, BOB)
        new = made(store)
        head = stage(store, new)
        assert store.switch_model(ALICE, head, OTHER).result(10) == 2
        assert head_of(store) == replace(head, revision=2, model_digest=OTHER)
        rows = rows_of(store)
        assert rows.fixed["vector"].tolist() == new.fixed["vector"].tolist()
        assert sorted(rows.fixed["access_count"]) == [0, 3]
        assert rows.labels.tolist() == new.labels.tolist()
        assert store.staged_rows(ALICE, OTHER) == {}
        assert head_of(store, BOB).model_digest == "digest"
        assert rows_of(store, BOB).fixed.tobytes() == others.fixed.tobytes()
        # What is written from then on has rows of that model.
        again = replace(TEA, mention_count=2)
        change = MemoryChange(ChangeAction.CREATED, again)
        planned = Write(ALICE, head_of(store), [change], rows_for([again], 24), time=NOW)
        assert store.commit(planned).result(10) == 3
        assert rows_of(store).fixed["vector"].shape == (2, 24)

    def test_memories_keep_their_revisions_over_a_switch(self, store: Store) -> None:
        put(store, TEA)
        put(store, CAT)
        before = store.memories(ALICE, [TEA.memory_id, CAT.memory_id])
        head = stage(store, made(store))
        store.switch_model(ALICE, head, OTHER).result(10)
        assert store.memories(ALICE, [TEA.memory_id, CAT.memory_id]) == before
        assert store.changes(ALICE, 2, 99) == []
        changes = store.changes_since(ALICE, head)
        assert changes is not None
        assert (changes.head, len(changes.rows), changes.removed) == (head_of(store), 0, ())

    def test_a_user_without_memories_can_be_switched(self, store: Store) -> None:
        head = opened(store)
        assert store.switch_model(ALICE, head, OTHER).result(10) == 1
        assert head_of(store).model_digest == OTHER

    def test_no_switch_as_long_as_a_memory_has_no_row_of_its_own(self, store: Store) -> None:
        put(store, TEA, CAT)
        head = head_of(store)
        for count in (None, 1):
            if count:
                stage(store, turned(rows_of(store), count))
            with pytest.raises(RevisionMismatch):
                store.switch_model(ALICE, head, OTHER).result(10)
        stage(store, made(store))
        put(store, replace(TEA, mention_count=2))
        with pytest.raises(RevisionMismatch):
            store.switch_model(ALICE, head, OTHER).result(10)
        with pytest.raises(RevisionMismatch):
            store.switch_model(ALICE, head_of(store), OTHER).result(10)
        assert head_of(store).model_digest == "digest"
        head = stage(store, made(store))
        assert store.switch_model(ALICE, head, OTHER).result(10) == 3

    def test_a_write_planned_before_a_switch_fails(self, store: Store) -> None:
        """Its rows are of the old model."""
        put(store, TEA)
        head = stage(store, made(store))
        store.switch_model(ALICE, head, OTHER).result(10)
        planned = Write(ALICE, head, [MemoryChange(ChangeAction.CREATED, CAT)], rows_for([CAT]))
        with pytest.raises(RevisionMismatch):
            store.commit(planned).result(10)

    def test_what_is_removed_takes_its_staged_row_with_it(self, store: Store) -> None:
        put(store, TEA, CAT)
        rows = made(store)
        head = stage(store, rows)
        remove(store, TEA.memory_id)
        assert store.staged_rows(ALICE, OTHER) == {CAT.memory_id: 1}
        with pytest.raises(RevisionMismatch):
            store.stage_rows(ALICE, head, OTHER, rows).result(10)
        assert store.staged_rows(ALICE, OTHER) == {CAT.memory_id: 1}
        assert store.switch_model(ALICE, head_of(store), OTHER).result(10) == 3

    def test_an_erased_user_leaves_no_staged_row(self, store: Store) -> None:
        put(store, TEA)
        rows = made(store)
        head = stage(store, rows)
        store.erase_user(ALICE, head).result(10)
        put(store, TEA)
        assert store.staged_rows(ALICE, OTHER) == {}
        for stale in (head, replace(head, number=99)):
            with pytest.raises(RevisionMismatch):
                store.stage_rows(ALICE, stale, OTHER, rows).result(10)

    def test_rows_for_a_third_model_replace_those_for_another(self, store: Store) -> None:
        put(store, TEA, CAT)
        stage(store, made(store))
        stage(store, turned(rows_of(store), 1), model="a third")
        assert store.staged_rows(ALICE, OTHER) == {}
        assert len(store.staged_rows(ALICE, "a third")) == 1

    def test_the_size_counts_users_and_memories(self, store: Store) -> None:
        assert (store.size().users, store.size().memories) == (0, 0)
        put(store, TEA, CAT)
        put(store, TEA)
        put(store, TEA, owner=BOB)
        assert (store.size().users, store.size().memories) == (2, 3)
        remove(store, CAT.memory_id)
        store.erase_user(BOB, head_of(store, BOB)).result(10)
        assert (store.size().users, store.size().memories) == (1, 1)

    def test_holdings_count_turns_that_can_be_read(self, store: Store) -> None:
        assert store.holdings(ALICE) is None
        put(store, TEA)
        say(store, said("你好"), said("hello", "s2"), said("忘掉这句"))
        forget_turns(store, said("忘掉这句"))
        held = store.holdings(ALICE)
        assert held is not None
        assert held.turns == 2
