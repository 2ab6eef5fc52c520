"""What every store must give back. A part of `StoreSuite`."""

from dataclasses import replace

from myosotis_server.memory.ports import Access, Answer, ChangeReference, Store
from myosotis_server.memory.rows import UNKNOWN, label
from myosotis_server.memory.values import ChangeAction
from ports.builders import ALICE, BOB, NOW, memory, rows_for
from ports.store_use import an_answer, head_of, ids, opened, put, remove, rows_of


class StoreReadsSuite:
    def test_memories_must_come_in_the_order_asked(self, store: Store) -> None:
        first, second = memory("一"), memory("二")
        put(store, first, second)
        asked = [second.memory_id, "no id", first.memory_id.upper(), second.memory_id]
        second = replace(second, revision=1)
        assert store.memories(ALICE, asked) == [second, None, None, second]
        assert store.memories(BOB, asked) == [None] * 4
        assert store.memories(ALICE, []) == []

    def test_rows_must_be_ordered_by_memory_id(self, store: Store) -> None:
        memories = [memory(f"memory {index}", tags=(f"{index}",)) for index in range(30)]
        put(store, *memories[:20])
        put(store, *memories[20:])
        by_id = sorted(memories, key=lambda each: each.memory_id)
        rows = rows_of(store)
        assert ids(rows) == [each.memory_id for each in by_id]
        expected = rows_for(by_id)
        for part in ("term_ids", "term_frequencies", "labels"):
            assert getattr(rows, part).tolist() == getattr(expected, part).tolist()
        assert rows.fixed["vector"].tolist() == expected.fixed["vector"].tolist()
        assert set(rows.fixed["revision"].tolist()) == {1, 2}
        assert label("tag", "7") in rows.labels

    def test_rows_of_a_user_without_memories(self, store: Store) -> None:
        assert store.rows(ALICE) is None
        head = opened(store)
        found = store.rows(ALICE)
        assert found is not None
        assert (found[0], len(found[1])) == (head, 0)

    def test_changes_since_gives_what_was_put_and_removed(self, store: Store) -> None:
        put(store, memory("kept"), memory("gone"), memory("back"), memory("changed"))
        base = head_of(store)
        put(store, memory("changed", mention_count=2), memory("new"), memory("brief"))
        remove(store, memory("gone").memory_id, memory("back").memory_id)
        put(store, memory("back", mention_count=9))
        remove(store, memory("brief").memory_id)
        changes = store.changes_since(ALICE, base)
        assert changes is not None
        assert changes.head == store.head(ALICE)
        put_ids = sorted(memory(name).memory_id for name in ("changed", "new", "back"))
        assert ids(changes.rows) == put_ids
        gone = sorted(memory(name).memory_id for name in ("gone", "brief"))
        assert list(changes.removed) == gone
        assert sorted(changes.rows.fixed["mention_count"].tolist()) == [1, 2, 9]

    def test_changes_since_the_present_are_none(self, store: Store) -> None:
        put(store, memory())
        changes = store.changes_since(ALICE, head_of(store))
        assert changes is not None
        assert (changes.head, len(changes.rows), changes.removed) == (head_of(store), 0, ())

    def test_changes_since_cannot_be_told_of_another_number(self, store: Store) -> None:
        put(store, memory())
        base = head_of(store)
        assert store.changes_since(BOB, base) is None
        assert store.changes_since(ALICE, replace(base, number=base.number + 1)) is None
        assert store.changes_since(ALICE, replace(base, revision=2)) is None

    def test_changes_since_cannot_be_told_beyond_the_log(self, store: Store) -> None:
        """The suite's stores keep a log of 20 revisions."""
        base = opened(store)
        for count in range(21):
            put(store, memory(mention_count=count))
        assert store.changes_since(ALICE, base) is None
        assert store.changes_since(ALICE, replace(base, revision=1)) is not None

    def test_history_must_come_newest_first(self, store: Store) -> None:
        for count in range(1, 5):
            put(store, memory(mention_count=count), action=ChangeAction.REINFORCED)
            put(store, memory("another", mention_count=count))
        history = store.history(ALICE, memory().memory_id, None, 10)
        assert [change.revision for change in history] == [7, 5, 3, 1]
        assert [change.memory.mention_count for change in history] == [4, 3, 2, 1]
        assert [change.memory.revision for change in history] == [7, 5, 3, 1]
        assert {change.action for change in history} == {ChangeAction.REINFORCED}
        assert store.history(ALICE, memory().memory_id, 5, 1) == history[2:3]
        assert store.history(ALICE, memory().memory_id, 6, 10) == history[1:]
        assert store.history(ALICE, memory().memory_id, 1, 10) == []
        assert store.history(ALICE, memory("unknown").memory_id, None, 10) == []
        assert store.history(ALICE, "no id", None, 10) == []
        assert store.history(BOB, memory().memory_id, None, 10) == []

    def test_history_must_not_cut_a_revision(self, store: Store) -> None:
        put(store, memory(mention_count=1))
        put(store, *[memory(mention_count=count) for count in (2, 3, 4)])
        history = store.history(ALICE, memory().memory_id, None, 1)
        assert [change.memory.mention_count for change in history] == [4, 3, 2]

    def test_answer_is_kept_until_it_expires(self, store: Store) -> None:
        reference = ChangeReference(ChangeAction.MERGED, memory().memory_id, ("x",), 3, "注")
        answer = Answer(b"digest", 0, (reference,), 2, "receipt", NOW + 100)
        put(store, memory(), request_id="r", answer=answer)
        assert store.answer(ALICE, "r", NOW + 99) == replace(answer, revision=1)
        assert store.answer(ALICE, "r", NOW + 100) is None
        assert store.answer(ALICE, "other", NOW) is None
        assert store.answer(BOB, "r", NOW) is None

    def test_an_answer_may_be_replaced(self, store: Store) -> None:
        put(store, memory(), request_id="r", answer=replace(an_answer(), expire_time=NOW + 5))
        later = replace(an_answer(), digest=b"later", expire_time=NOW + 50)
        put(store, memory(), request_id="r", answer=later, time=NOW + 6)
        put(store, memory(), time=NOW + 7)
        assert store.answer(ALICE, "r", NOW + 8) == replace(later, revision=2)

    def test_expired_answers_are_purged(self, store: Store) -> None:
        put(store, memory(), request_id="old", answer=replace(an_answer(), expire_time=NOW + 5))
        put(store, memory(), request_id="new", answer=replace(an_answer(), expire_time=NOW + 6))
        put(store, memory(), owner=BOB, time=NOW + 5)
        assert store.answer(ALICE, "old", 0) is None
        assert store.answer(ALICE, "new", 0) is not None

    def test_note_accesses_adds_up_and_changes_no_revision(self, store: Store) -> None:
        put(store, memory(), memory("another"))
        base, known = head_of(store), memory().memory_id
        store.note_accesses([Access(ALICE, known, 2, NOW + 9), Access(BOB, known, 1, NOW)]).result(
            10
        )
        store.note_accesses(
            [Access(ALICE, known, 3, NOW + 5), Access(ALICE, memory("no").memory_id, 1, NOW)]
        ).result(10)
        store.note_accesses([]).result(10)
        found = store.memories(ALICE, [known])[0]
        assert found is not None
        assert (found.access_count, found.last_access_time) == (5, NOW + 9)
        rows = rows_of(store)
        counts = dict(zip(ids(rows), rows.fixed["access_count"].tolist(), strict=True))
        assert counts == {known: 5, memory("another").memory_id: 0}
        times = dict(zip(ids(rows), rows.fixed["last_access_time"].tolist(), strict=True))
        assert times == {known: NOW + 9, memory("another").memory_id: UNKNOWN}
        assert store.head(ALICE) == base

    def test_access_counts_survive_a_change(self, store: Store) -> None:
        put(store, memory())
        store.note_accesses([Access(ALICE, memory().memory_id, 2, NOW)]).result(10)
        base = head_of(store)
        put(store, memory(access_count=77, last_access_time=1))
        found = store.memories(ALICE, [memory().memory_id])[0]
        assert found is not None
        assert (found.access_count, found.last_access_time) == (2, NOW)
        changes = store.changes_since(ALICE, base)
        assert changes is not None
        assert changes.rows.fixed["access_count"].tolist() == [2]
        newest = store.history(ALICE, memory().memory_id, None, 1)[0].memory
        assert (newest.access_count, newest.last_access_time) == (0, None)
