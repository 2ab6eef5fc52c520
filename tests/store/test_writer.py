"""The writing thread: groups, full maps, and whatever goes wrong in between."""

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import lmdb
import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import (
    Overloaded,
    RevisionMismatch,
    StoreFull,
    StoreUnusable,
)
from myosotis_server.memory.ports import Write
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import Memory, Owner
from ports.builders import ALICE, BOB, memory, said, write
from ports.store_use import head_of, opened, put, rows_of, say, update


@pytest.fixture
def env(tmp_path: Path) -> Iterator[lmdb.Environment]:
    with lmdb.open(str(tmp_path), map_size=1 << 20) as env:
        yield env


class Held:
    """Keeps the thread busy, so that what is submitted meanwhile makes one group."""

    def __init__(self, writer: Writer) -> None:
        self._release = threading.Event()
        begun = threading.Event()

        def hold(_txn: object) -> None:
            begun.set()
            self._release.wait(10)

        self._future = writer.submit(hold)
        begun.wait(10)

    def release(self) -> None:
        self._release.set()
        self._future.result(10)


def _put(writer: Writer, key: bytes, value: bytes = b"v") -> "Future[int]":
    def work(txn: Any) -> int:
        txn.put(key, value)
        return int(txn.id())

    return writer.submit(work)


def _get(env: lmdb.Environment, key: bytes) -> bytes | None:
    with env.begin() as txn:
        return txn.get(key)


def test_what_waits_is_committed_together(env: lmdb.Environment) -> None:
    writer = Writer(env, max_group=10)
    held = Held(writer)
    futures = [_put(writer, b"%d" % at) for at in range(25)]
    held.release()
    transactions = [future.result(10) for future in futures]
    assert [transactions.count(each) for each in sorted(set(transactions))] == [10, 10, 5]
    writer.close()


def test_only_those_fail_that_cannot_be_written(env: lmdb.Environment) -> None:
    writer = Writer(env)

    def half(txn: Any) -> None:
        txn.put(b"half", b"v")
        raise ZeroDivisionError

    def refused(_txn: Any) -> None:
        raise RevisionMismatch

    held = Held(writer)
    futures: list[Future[Any]] = [
        _put(writer, b"a"),
        writer.submit(half),
        _put(writer, b"too long" * 100),
        _put(writer, b"huge", bytes(1 << 21)),
        writer.submit(refused),
        _put(writer, b"b"),
    ]
    held.release()
    failures = [type(future.exception(10)) for future in futures]
    expected = [ZeroDivisionError, StoreUnusable, StoreFull, RevisionMismatch]
    assert failures == [type(None), *expected, type(None)]
    assert [_get(env, key) for key in (b"a", b"b", b"half", b"huge")] == [b"v", b"v", None, None]
    assert _put(writer, b"c").result(10)
    writer.close()


def test_a_cancelled_write_is_not_written(env: lmdb.Environment) -> None:
    writer = Writer(env)
    held = Held(writer)
    kept, cancelled = _put(writer, b"kept"), _put(writer, b"cancelled")
    assert cancelled.cancel()
    held.release()
    kept.result(10)
    with pytest.raises(CancelledError):
        cancelled.result(10)
    assert _get(env, b"cancelled") is None
    writer.close()


def test_too_many_waiting_writes_are_refused(env: lmdb.Environment) -> None:
    writer = Writer(env, max_waiting=3)
    held = Held(writer)
    futures = [_put(writer, b"%d" % at) for at in range(5)]
    assert [type(future.exception(0)) for future in futures[3:]] == [Overloaded] * 2
    held.release()
    assert all(future.result(10) for future in futures[:3])
    writer.close()


def test_close_writes_what_waits_and_takes_no_more(env: lmdb.Environment) -> None:
    writer = Writer(env, max_group=2)
    held = Held(writer)
    futures = [_put(writer, b"%d" % at) for at in range(5)]
    closing = threading.Thread(target=writer.close)
    closing.start()
    closing.join(0.05)
    assert isinstance(_put(writer, b"late").exception(10), StoreUnusable)
    held.release()
    closing.join(10)
    assert all(future.result(0) for future in futures)


def test_after_runs_before_the_outcome_is_told_and_only_on_success(env: lmdb.Environment) -> None:
    writer = Writer(env)
    seen: list[str] = []

    def refused(_txn: Any) -> None:
        raise RevisionMismatch

    writer.submit(lambda _txn: None, after=lambda: seen.append("done")).result(10)
    assert seen == ["done"]
    assert writer.submit(refused, after=lambda: seen.append("refused")).exception(10)
    assert seen == ["done"]
    writer.close()


def put_or_refused(store: LmdbStore, one: Memory) -> bool:
    """Whether there was room for `one`."""
    outcome = store.commit(write(ALICE, opened(store), [one])).exception(10)
    assert outcome is None or isinstance(outcome, StoreFull)
    return outcome is None


def test_a_full_map_refuses_what_has_no_room_and_keeps_the_rest(tmp_path: Path) -> None:
    store = LmdbStore(tmp_path, Vault(bytes(32)), map_size=1 << 20)
    owners = [Owner("default", f"{at}") for at in range(3)]
    heads = [opened(store, owner) for owner in owners]
    huge = memory("很" * 7_000_000)
    writes = [
        write(owners[0], heads[0], [memory()]),
        write(owners[1], heads[1], [memory(), huge]),
        write(owners[2], heads[2], [memory()]),
    ]
    futures = [store.commit(each) for each in writes]
    outcomes = [future.exception(10) for future in futures]
    assert [type(outcome) for outcome in outcomes] == [type(None), StoreFull, type(None)]
    assert store.head(owners[1]) == heads[1]
    assert store.memories(owners[1], [memory().memory_id, huge.memory_id]) == [None, None]
    assert store.history(owners[1], memory().memory_id, None, 9) == []
    assert put(store, memory(), owner=owners[1]) == 1

    head = opened(store)
    while True:
        one = memory(f"{head.revision} " + "很" * 1000)
        if isinstance(store.commit(write(ALICE, head, [one])).exception(10), StoreFull):
            break
        head = replace(head, revision=head.revision + 1)
    full = store.head(ALICE)
    assert full is not None
    assert (full.revision, full.memory_count) == (head.revision, head.revision)
    assert store.memories(ALICE, [one.memory_id]) == [None]
    found = store.rows(ALICE)
    assert found is not None
    assert len(found[1]) == head.revision
    store.close()

    tight = LmdbStore(tmp_path, Vault(bytes(32)), map_size=1 << 20)
    while put_or_refused(tight, memory("再" * 1000 + f"{head.revision}")):
        head = replace(head, revision=head.revision + 1)
    held = opened(tight)
    tight.erase_user(ALICE, held).result(10)
    assert tight.head(ALICE) is None
    assert put(tight, memory("很" * 1000), owner=BOB) == 1
    tight.close()

    roomier = LmdbStore(tmp_path, Vault(bytes(32)), map_size=1 << 21)
    assert put(roomier, one) == 1
    assert put(roomier, memory(), owner=BOB) == 2
    roomier.close()


def test_a_full_store_can_let_go_of_turns(tmp_path: Path) -> None:
    """Also bit by bit, as retention does, until there is room again."""
    store = LmdbStore(tmp_path, Vault(bytes(32)), map_size=1 << 20)
    kept = 0
    while (
        outcome := store.commit(
            Write(ALICE, opened(store), turns=[said(f"{kept} " + "很" * 1000)])
        ).exception(10)
    ) is None:
        kept += 1
    assert isinstance(outcome, StoreFull)
    for end in range(20, kept + 20, 20):
        update(store, SessionUpdate("s1", 0, kept_from=end))
    assert store.session_turns(ALICE, "s1", None, 9) == []
    assert say(store, said("又有地方了")) == head_of(store).revision
    store.close()


def test_close_waits_for_readers(tmp_path: Path) -> None:
    """Closing unmaps the pages: a reader still at them would take the process with it."""
    store = LmdbStore(tmp_path, Vault(bytes(32)), map_size=1 << 26)
    put(store, *[memory(f"{at}") for at in range(500)])
    outcomes: list[int | type[Exception]] = []
    begun = threading.Barrier(5)

    def read() -> None:
        begun.wait()
        try:
            while True:
                outcomes.append(len(rows_of(store)))
        except Exception as error:
            outcomes.append(type(error))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    begun.wait()
    store.close()
    for thread in threads:
        thread.join(10)
    assert set(outcomes) <= {500, StoreUnusable}
    assert outcomes.count(StoreUnusable) == 4
