"""What every store must do. Subclass with a `store` fixture; each test has a fresh, empty one."""

import threading
from concurrent.futures import Future
from dataclasses import replace

import pytest

from myosotis_server.memory.errors import RevisionMismatch, StoreUnusable
from myosotis_server.memory.kept import Kept, KeptStatement, Statistics
from myosotis_server.memory.ports import Access, Store, UserHead, Write
from myosotis_server.memory.values import ChangeAction, MemoryChange, MemoryKind, Owner
from ports.builders import ALICE, BOB, NOW, memory, rows_for, write
from ports.store_forgetting_suite import StoreForgettingSuite
from ports.store_graph_suite import StoreGraphSuite
from ports.store_kept_turns_suite import StoreKeptTurnsSuite
from ports.store_key_suite import StoreKeySuite
from ports.store_log_suite import StoreLogSuite
from ports.store_models_suite import StoreModelsSuite
from ports.store_reads_suite import StoreReadsSuite
from ports.store_sessions_suite import StoreSessionsSuite
from ports.store_turns_suite import StoreTurnsSuite
from ports.store_use import an_answer, head_of, ids, opened, put, remove, rows_of


class StoreSuite(
    StoreReadsSuite,
    StoreLogSuite,
    StoreTurnsSuite,
    StoreSessionsSuite,
    StoreKeptTurnsSuite,
    StoreGraphSuite,
    StoreModelsSuite,
    StoreKeySuite,
    StoreForgettingSuite,
):
    """Writing; what else there is, is in those above."""

    def test_head_is_none_for_an_unknown_user(self, store: Store) -> None:
        assert store.head(ALICE) is None
        opened(store, BOB)
        assert store.head(ALICE) is None

    def test_open_user_starts_at_revision_0(self, store: Store) -> None:
        head = opened(store)
        assert (head.revision, head.memory_count, head.model_digest) == (0, 0, "digest")
        assert store.head(ALICE) == head

    def test_open_user_leaves_a_known_user_as_it_is(self, store: Store) -> None:
        put(store, memory())
        assert store.open_user(ALICE, "another").result(10) == store.head(ALICE)

    def test_open_user_must_give_concurrent_callers_the_samehead_of(self, store: Store) -> None:
        futures: list[Future[UserHead]] = []
        barrier = threading.Barrier(8)

        def call() -> None:
            barrier.wait()
            futures.append(store.open_user(ALICE, "digest"))

        threads = [threading.Thread(target=call) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {future.result(10) for future in futures} == {store.head(ALICE)}

    def test_users_must_be_apart(self, store: Store) -> None:
        lookalikes = [Owner("a", "bc"), Owner("ab", "c"), Owner("", "abc"), Owner("abc", "")]
        heads = [opened(store, owner) for owner in lookalikes]
        assert len({head.number for head in heads}) == len(lookalikes)
        assert len({head.namespace for head in heads}) == len(lookalikes)
        put(store, memory(), owner=lookalikes[0])
        for owner in lookalikes[1:]:
            assert store.memories(owner, [memory().memory_id]) == [None]
            assert store.history(owner, memory().memory_id, None, 10) == []
            assert store.head(owner) in heads

    def test_commit_gives_what_was_put(self, store: Store) -> None:
        first, second = memory("我住在上海"), memory("I have a cat", tags=("pet",))
        assert put(store, first, second) == 1
        known = store.memories(ALICE, [second.memory_id, first.memory_id])
        assert known == [replace(second, revision=1), replace(first, revision=1)]
        head = store.head(ALICE)
        assert head is not None
        assert (head.revision, head.memory_count) == (1, 2)

    def test_commit_must_fail_on_another_revision_and_leave_nothing(self, store: Store) -> None:
        base = opened(store)
        put(store, memory("first"))
        late = write(ALICE, base, [memory("late")], request_id="r", answer=an_answer())
        for stale in (late, replace(late, base=replace(base, revision=7))):
            with pytest.raises(RevisionMismatch):
                store.commit(stale).result(10)
        assert store.memories(ALICE, [memory("late").memory_id]) == [None]
        assert store.history(ALICE, memory("late").memory_id, None, 9) == []
        assert store.answer(ALICE, "r", NOW) is None
        head = store.head(ALICE)
        assert head is not None
        assert (head.revision, head.memory_count) == (1, 1)

    def test_commit_must_fail_on_another_number(self, store: Store) -> None:
        base = opened(store)
        for wrong in (replace(base, number=base.number + 1), replace(base, number=0)):
            with pytest.raises(RevisionMismatch):
                store.commit(write(ALICE, wrong, [memory()])).result(10)
        with pytest.raises(RevisionMismatch):
            store.commit(write(BOB, base, [memory()])).result(10)

    def test_a_failed_commit_must_not_disturb_those_committed_with_it(self, store: Store) -> None:
        owners = [Owner("default", f"user {index}") for index in range(20)]
        heads = [opened(store, owner) for owner in owners]
        futures = [
            store.commit(write(owner, replace(head, revision=index % 2), [memory(owner.user_id)]))
            for index, (owner, head) in enumerate(zip(owners, heads, strict=True))
        ]
        for index, (owner, future) in enumerate(zip(owners, futures, strict=True)):
            if index % 2:
                with pytest.raises(RevisionMismatch):
                    future.result(10)
            else:
                assert future.result(10) == 1
            found = store.memories(owner, [memory(owner.user_id).memory_id])
            assert (found == [None]) == bool(index % 2)

    def test_commits_of_one_user_follow_each_other(self, store: Store) -> None:
        base = opened(store)
        futures = [
            store.commit(write(ALICE, replace(base, revision=at), [memory(f"{at}")]))
            for at in (0, 1, 1, 2)
        ]
        outcomes = [future.exception(10) or future.result() for future in futures]
        assert [outcomes[0], outcomes[1], outcomes[3]] == [1, 2, 3]
        assert isinstance(outcomes[2], RevisionMismatch)

    def test_a_write_must_be_visible_whole_or_not_at_all(self, store: Store) -> None:
        first, second = memory("first"), memory("second")
        put(store, first, second)
        done = threading.Event()
        torn = []

        def read() -> None:
            while not done.is_set():
                pair = store.memories(ALICE, [first.memory_id, second.memory_id])
                found = store.rows(ALICE)
                assert found is not None
                head, rows = found
                mentions = {each.mention_count for each in pair if each is not None}
                if len(mentions) != 1 or set(rows.fixed["revision"].tolist()) != {head.revision}:
                    torn.append((pair, head))

        reader = threading.Thread(target=read)
        reader.start()
        for count in range(2, 60):
            put(store, replace(first, mention_count=count), replace(second, mention_count=count))
        done.set()
        reader.join()
        assert torn == []

    def test_the_last_state_in_one_write_is_the_record(self, store: Store) -> None:
        early, late = memory(mention_count=1), memory(mention_count=2)
        put(store, early, memory("another"), late)
        assert store.memories(ALICE, [late.memory_id]) == [replace(late, revision=1)]
        history = store.history(ALICE, late.memory_id, None, 10)
        assert [change.memory.mention_count for change in history] == [2, 1]
        assert head_of(store).memory_count == 2

    def test_a_removal_must_erase_the_whole_history(self, store: Store) -> None:
        put(store, memory("gone"), memory("kept"))
        put(store, memory("gone", mention_count=2))
        gone = memory("gone").memory_id
        store.note_accesses([Access(ALICE, gone, 1, NOW)]).result(10)
        assert remove(store, gone, gone, memory("unknown").memory_id) == 3
        assert store.memories(ALICE, [gone]) == [None]
        assert store.history(ALICE, gone, None, 10) == []
        assert ids(rows_of(store)) == [memory("kept").memory_id]
        assert head_of(store).memory_count == 1
        put(store, memory("gone"))
        assert [change.revision for change in store.history(ALICE, gone, None, 10)] == [4]
        assert store.memories(ALICE, [gone]) == [memory("gone", revision=4)]

    def test_a_write_that_changes_nothing_keeps_the_revision(self, store: Store) -> None:
        put(store, memory())
        base = head_of(store)
        bare = Write(ALICE, base, removals=[memory("unknown").memory_id, "no id"])
        assert store.commit(bare).result(10) == 1
        answered = Write(ALICE, base, request_id="r", answer=an_answer(), time=NOW)
        assert store.commit(answered).result(10) == 1
        assert store.head(ALICE) == base
        assert store.answer(ALICE, "r", NOW) == replace(an_answer(), revision=1)

    def test_a_senseless_write_fails_alone(self, store: Store) -> None:
        base, one = opened(store), memory()
        change = MemoryChange(ChangeAction.CREATED, one)
        for senseless in (
            Write(ALICE, base, [change]),
            Write(ALICE, base, [change], rows_for([memory("another")])),
            Write(ALICE, base, [change], rows_for([one]), removals=[one.memory_id]),
        ):
            with pytest.raises(ValueError, match=r"write|row"):
                store.commit(senseless).result(10)
        assert store.head(ALICE) == base

    def test_note_device_puts_it_last_and_a_later_write_must_keep_it(self, store: Store) -> None:
        head = opened(store)
        for digest in (b"phone", b"tablet", b"phone"):
            store.note_device(ALICE, head.number, digest).result(10)
        assert head_of(store) == replace(head, devices=(b"tablet", b"phone"))
        put(store, memory("tea"))
        assert head_of(store).devices == (b"tablet", b"phone")
        assert head_of(store).revision == 1

    def test_note_device_passes_over_who_is_not_there(self, store: Store) -> None:
        store.note_device(ALICE, 1, b"phone").result(10)
        assert store.head(ALICE) is None
        head = opened(store)
        store.note_device(ALICE, head.number + 1, b"phone").result(10)
        assert head_of(store).devices == ()
        store.erase_user(ALICE, head).result(10)
        assert opened(store).devices == ()

    def test_erase_user_must_make_the_user_unknown(self, store: Store) -> None:
        put(store, memory(), request_id="r", answer=an_answer())
        put(store, memory("bob's"), owner=BOB, request_id="r", answer=an_answer())
        known, base = memory().memory_id, head_of(store)
        store.note_accesses([Access(ALICE, known, 2, NOW)]).result(10)
        store.erase_user(ALICE, base).result(10)
        assert store.head(ALICE) is None
        assert store.rows(ALICE) is None
        assert store.memories(ALICE, [known]) == [None]
        assert store.history(ALICE, known, None, 10) == []
        assert store.answer(ALICE, "r", NOW) is None
        assert store.changes_since(ALICE, base) is None
        with pytest.raises(RevisionMismatch):
            store.commit(write(ALICE, base, [memory()])).result(10)
        assert store.memories(BOB, [memory("bob's").memory_id]) != [None]
        assert store.answer(BOB, "r", NOW) is not None

    def test_an_erased_user_must_get_another_number(self, store: Store) -> None:
        put(store, memory())
        base = head_of(store)
        store.erase_user(ALICE, base).result(10)
        again = opened(store)
        assert again.number != base.number
        assert again.namespace != base.namespace
        assert (again.revision, again.memory_count) == (0, 0)
        assert store.memories(ALICE, [memory().memory_id]) == [None]
        with pytest.raises(RevisionMismatch):
            store.commit(write(ALICE, replace(base, revision=0), [memory()])).result(10)

    def test_erase_user_must_fail_on_anotherhead_of(self, store: Store) -> None:
        base = opened(store)
        put(store, memory())
        for owner in (ALICE, BOB):
            with pytest.raises(RevisionMismatch):
                store.erase_user(owner, base).result(10)
        assert store.memories(ALICE, [memory().memory_id]) == [memory(revision=1)]

    def test_erase_user_must_erase_whatever_there_is(self, store: Store) -> None:
        put(store, memory())
        put(store, memory("bob's"), owner=BOB)
        store.erase_user(ALICE, None).result(10)
        store.erase_user(ALICE, None).result(10)
        assert store.head(ALICE) is None
        assert store.memories(BOB, [memory("bob's").memory_id]) != [None]

    def test_kept_must_tell_neither_whose_nor_what_came_together(self, store: Store) -> None:
        one, other = (
            KeptStatement(content, MemoryKind.FACT, "zh", 2025) for content in ("我有猫", "我有狗")
        )
        gone = Kept(Statistics(1, 1, {"kind": {"fact": 1}}, {20_000: (1,)}), (one,))
        some = Kept(Statistics(0, 2, {"kind": {"fact": 1, "habit": 1}}), (other,))
        put(store, memory(), owner=BOB)
        base = head_of(store, BOB)
        store.commit(Write(BOB, base, removals=[memory().memory_id], kept=some)).result(10)
        put(store, memory())
        store.erase_user(ALICE, head_of(store), gone).result(10)
        kept = store.kept(ALICE.tenant)
        counts = {"kind": {"fact": 2, "habit": 1}}
        assert kept.statistics == Statistics(1, 3, counts, {20_000: (1,)})
        assert set(kept.statements) == {one, other}
        assert store.kept("another tenant") == Kept()
        assert store.kept(None).statistics == kept.statistics
        with pytest.raises(RevisionMismatch):
            store.erase_user(BOB, base, gone).result(10)
        assert store.kept(None).statistics == kept.statistics

    def test_close_must_finish_what_was_accepted(self, store: Store) -> None:
        base = opened(store)
        futures = [
            store.commit(write(ALICE, replace(base, revision=at), [memory(f"{at}")]))
            for at in range(50)
        ]
        store.close()
        assert [future.result(0) for future in futures] == list(range(1, 51))

    def test_calls_after_close_must_fail(self, store: Store) -> None:
        base = opened(store)
        store.close()
        store.close()
        with pytest.raises(StoreUnusable):
            store.head(ALICE)
        with pytest.raises(StoreUnusable):
            store.rows(ALICE)
        for future in (
            store.open_user(ALICE, "digest"),
            store.commit(write(ALICE, base, [memory()])),
            store.note_accesses([]),
            store.erase_user(ALICE, base),
        ):
            assert isinstance(future.exception(10), StoreUnusable)
