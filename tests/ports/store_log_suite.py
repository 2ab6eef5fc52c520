"""What every store must tell of its users one after another, and of one's changes."""

from dataclasses import replace
from itertools import chain

import pytest

from myosotis_server.memory.errors import StoreUnusable
from myosotis_server.memory.ports import Access, Store, Write
from myosotis_server.memory.values import (
    ChangeAction,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Owner,
    Sensitivity,
)
from ports.builders import ALICE, BOB, NOW, memory, rows_for, said
from ports.store_use import head_of, opened, put, remove, say


def pages(store: Store, limit: int) -> list[list[Owner]]:
    """All users, page by page."""
    found, place = store.owners("", limit)
    taken = [found]
    while place:
        found, place = store.owners(place, limit)
        taken.append(found)
    return taken


def told(store: Store, after: int = 0, limit: int = 99) -> list[tuple[int, str, int]] | None:
    """Revision, memory and mentions of each change; 0 mentions where it was forgotten."""
    names = {memory(name).memory_id: name for name in "abcdefgh"}
    changes = store.changes(ALICE, after, limit)
    return changes and [
        (each.revision, names[each.memory.memory_id], each.memory.mention_count) for each in changes
    ]


class StoreLogSuite:
    def test_owners_are_all_users_page_by_page(self, store: Store) -> None:
        assert store.owners("", 9) == ([], "")
        everyone = [Owner(f"租户 {at % 3}", f"user {at}") for at in range(7)]
        for owner in everyone:
            opened(store, owner)
        for limit, sizes in ((1, [1] * 7), (3, [3, 3, 1]), (7, [7]), (9, [7])):
            found = pages(store, limit)
            assert [len(page) for page in found] == sizes
            assert sorted(chain(*found), key=everyone.index) == everyone
            assert found == pages(store, limit)
        assert store.owners("", 0)[0] == store.owners("", -1)[0] == []

    def test_who_is_there_all_the_while_must_be_given_once(self, store: Store) -> None:
        """Though users come and go between the pages, also the last one that was given."""
        everyone = [Owner("default", f"user {at}") for at in range(12)]
        for owner in everyone:
            opened(store, owner)
        first, place = store.owners("", 4)
        gone = first[-1]
        store.erase_user(gone, head_of(store, gone)).result(10)
        late = Owner("default", "late")
        opened(store, late)
        given = list(first)
        while place:
            found, place = store.owners(place, 4)
            given += found
        assert sorted((each for each in given if each != late), key=everyone.index) == everyone
        assert given.count(late) <= 1

    def test_changes_are_the_states_taken_on_oldest_first(self, store: Store) -> None:
        put(store, memory("a"), memory("b"), memory("a", mention_count=2))
        say(store, said())
        put(store, memory("b", mention_count=5), memory("c"))
        store.note_accesses([Access(ALICE, memory("c").memory_id, 3, NOW)]).result(10)
        assert told(store) == [(1, "a", 1), (1, "a", 2), (1, "b", 1), (3, "b", 5), (3, "c", 1)]
        assert told(store, 1) == told(store, 2) == [(3, "b", 5), (3, "c", 1)]
        assert told(store, -1) == told(store, 0)
        assert told(store, 3) == told(store, 4) == []
        changes = store.changes(ALICE, 2, 9)
        assert changes is not None
        assert changes[1] == MemoryChange(ChangeAction.CREATED, memory("c", revision=3), 3)
        assert store.changes(BOB, 0, 9) == []
        opened(store, BOB)
        assert store.changes(BOB, 0, 9) == store.changes(BOB, 5, 9) == []

    def test_changes_must_not_cut_a_revision(self, store: Store) -> None:
        put(store, memory("a"), memory("b"), memory("c"))
        put(store, memory("d"))
        remove(store, memory("a").memory_id, memory("b").memory_id)
        put(store, memory("e"))
        first = [(1, "c", 1)]
        assert told(store, limit=1) == first
        assert told(store, limit=2) == [*first, (2, "d", 1)]
        assert told(store, limit=3) == [*first, (2, "d", 1), (3, "a", 0), (3, "b", 0)]
        assert told(store, limit=4) == told(store, limit=3)
        assert told(store, 2, 1) == [(3, "a", 0), (3, "b", 0)]
        assert told(store, limit=0) == told(store, limit=-1) == []

    def test_a_removed_memory_comes_with_nothing_but_its_id(self, store: Store) -> None:
        gone = memory("a", tags=("爱好",), confidence=0.4)
        put(store, gone)
        put(store, replace(gone, mention_count=2), memory("b"))
        remove(store, gone.memory_id)
        put(store, replace(gone, mention_count=7))
        assert told(store) == [(2, "b", 1), (3, "a", 0), (4, "a", 7)]
        changes = store.changes(ALICE, 2, 1)
        assert changes is not None
        [forgotten] = changes
        assert (forgotten.action, forgotten.revision) == (ChangeAction.FORGOTTEN, 3)
        assert forgotten.memory == memory(
            "",
            memory_id=gone.memory_id,
            kind=MemoryKind.UNSPECIFIED,
            tier=MemoryTier.UNSPECIFIED,
            origin=MemoryOrigin.UNSPECIFIED,
            state=MemoryState.UNSPECIFIED,
            create_time=0,
            update_time=0,
            valid_from=0,
            importance=0.0,
            confidence=0.0,
            mention_count=0,
            sensitivity=Sensitivity.UNSPECIFIED,
        )

    def test_changes_are_none_where_the_log_no_longer_reaches(self, store: Store) -> None:
        """The stores under test keep a log of 20 revisions."""
        for at in range(1, 26):
            put(store, memory("a", mention_count=at))
        assert told(store, 4) is None
        assert told(store, 0, 1) is None
        kept = told(store, 5)
        assert kept is not None
        assert [revision for revision, _, _ in kept] == list(range(6, 26))

    def test_when_a_memory_was_learned_and_faded_is_kept(self, store: Store) -> None:
        known = memory("a", learn_time=NOW - 5, faded_to=NOW + 5)
        put(store, known)
        assert store.memories(ALICE, [known.memory_id]) == [replace(known, revision=1)]
        [state] = store.history(ALICE, known.memory_id, None, 9)
        assert (state.memory.learn_time, state.memory.faded_to) == (NOW - 5, NOW + 5)

    def test_what_is_not_in_history_is_a_state_all_the_same(self, store: Store) -> None:
        known = memory("a")
        put(store, known)
        faded = replace(known, confidence=0.4)
        change = MemoryChange(ChangeAction.UPDATED, faded, in_history=False)
        planned = Write(ALICE, opened(store), changes=[change], rows=rows_for([faded]))
        assert store.commit(planned).result(10) == 2
        assert store.memories(ALICE, [known.memory_id]) == [replace(faded, revision=2)]
        assert [each.revision for each in store.history(ALICE, known.memory_id, None, 9)] == [1]
        assert told(store, 1) == []
        changed = store.changes_since(ALICE, replace(head_of(store), revision=1))
        assert changed is not None
        assert changed.rows.fixed["confidence"] == pytest.approx(0.4)

    def test_reads_of_users_and_changes_after_close_must_fail(self, store: Store) -> None:
        put(store, memory())
        store.close()
        with pytest.raises(StoreUnusable):
            store.owners("", 9)
        with pytest.raises(StoreUnusable):
            store.changes(ALICE, 0, 9)
