"""A user gets another key while they are read and written, and whatever stops it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters import user_rotation
from myosotis_server.adapters.entry_codec import UserEntry, decode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.user_rotation import UserRotation
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import Draining, RecordCorrupt, RevisionMismatch
from myosotis_server.memory.ports import Access
from ports.builders import ALICE, BOB, NOW, memory, said, write
from ports.store_use import head_of, opened, put, remove, say
from store.children import open_store as open_childs_store
from store.filling import CONTENT, fill
from store.test_processes import start

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
GO_ON = threading.Event()


def open_store(folder: Path) -> LmdbStore:
    return LmdbStore(folder, Vault(KEY), MAP_SIZE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LmdbStore]:
    with closing(open_store(tmp_path)) as store:
        for owner in (ALICE, BOB):
            fill(store, owner)
        yield store


def rotate(store: LmdbStore) -> int | None:
    return store.rotate_key(ALICE, GO_ON)


def entry_of(store: LmdbStore) -> UserEntry:
    with store._read() as txn:
        index = store._vault.user_index(ALICE)
        return decode_user(txn.get(index, b"", db=store._at.users))


def bare_key(store: LmdbStore) -> bytes:
    entry = entry_of(store)
    secret = store._secrets.secret(entry.number)
    index = store._vault.user_index(ALICE)
    return store._vault.user_key(index, entry.number, entry.wrapped_key, secret)


def sealed_values(store: LmdbStore, number: int) -> list[tuple[bytes, bytes, bytes]]:
    """Database, key and sealed part of every sealed value of a user."""
    with store._read() as txn:
        return [
            (name.encode(), bytes(key), bytes(value[unsealed:]))
            for name, unsealed in layout.OF_USERS.items()
            if unsealed is not None
            for key, value in layout.scan(txn, getattr(store._at, name), layout.user_prefix(number))
        ]


def stop_after(store: LmdbStore, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Lets a change of a user's key run for so many transactions that seal, as before a kill."""
    monkeypatch.setattr(user_rotation, "BATCH", 1)
    stopping = threading.Event()
    sealing = UserRotation._sealing
    done = 0

    def counted(*arguments: object) -> object:
        nonlocal done
        done += 1
        if done >= steps:
            stopping.set()
        return sealing(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(UserRotation, "_sealing", counted)
        with pytest.raises(Draining):
            store.rotate_key(ALICE, stopping)


def test_every_value_is_sealed_anew_and_says_the_same(store: LmdbStore) -> None:
    old, before, others = Seal(bare_key(store)), sealed_values(store, 1), sealed_values(store, 2)
    assert {name.decode() for name, _, _ in before} == {
        name for name, unsealed in layout.OF_USERS.items() if unsealed is not None
    }
    opened_before = [old.open(*value) for value in before]
    assert rotate(store) == 2
    new, after = Seal(bare_key(store)), sealed_values(store, 1)
    assert [new.open(*value) for value in after] == opened_before
    assert [value[:2] for value in after] == [value[:2] for value in before]
    for value in after:
        with pytest.raises(RecordCorrupt):
            old.open(*value)
    assert sealed_values(store, 2) == others
    assert (entry_of(store).key_version, entry_of(store).next_key) == (2, b"")
    assert store.examine().sound


def test_nobody_has_no_key(store: LmdbStore) -> None:
    store.erase_user(BOB, head_of(store, BOB)).result(10)
    assert store.rotate_key(BOB, GO_ON) is None
    assert store.head(BOB) is None


@pytest.mark.parametrize("steps", [1, 4, 12])
def test_between_steps_everything_can_be_read_and_written(
    store: LmdbStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    stop_after(store, monkeypatch, steps)
    assert entry_of(store).next_key
    assert store.examine().sound
    assert put(store, memory("a new one"), memory(CONTENT, mention_count=2)) == 3
    say(store, said("新的一句"))
    store.note_accesses([Access(ALICE, memory(CONTENT).memory_id, 1, NOW)]).result(10)
    remove(store, memory("second").memory_id)
    store.close()
    with closing(open_store(tmp_path)) as again:  # as another process sees it, and after a kill
        assert again.examine().sound
        (known,) = again.memories(ALICE, [memory(CONTENT).memory_id])
        assert known is not None
        assert (known.mention_count, known.access_count) == (2, 2)
        old = Seal(bare_key(again))
        assert rotate(again) == 2
        for value in sealed_values(again, 1):
            with pytest.raises(RecordCorrupt):
                old.open(*value)
        assert again.examine().sound


def test_what_was_sealed_ahead_with_the_key_before_is_planned_again(store: LmdbStore) -> None:
    head = head_of(store)
    stale = store._vault.cached_seal(head.number)
    assert stale is not None
    rotate(store)
    assert head_of(store) == head
    store._vault._seals[head.number] = stale  # as if it had been sealed just before
    with pytest.raises(RevisionMismatch):
        store.commit(write(ALICE, head, [memory("late")])).result(10)
    assert store.commit(write(ALICE, head_of(store), [memory("late")])).result(10) == 3
    assert store.examine().sound


def test_who_is_erased_meanwhile_is_gone(store: LmdbStore, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(store, monkeypatch, 3)
    sealing = UserRotation._left

    def erase_first(self: UserRotation, *arguments: object) -> object:
        if store.head(ALICE) is not None:
            store.erase_user(ALICE, head_of(store)).result(10)
        return sealing(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(UserRotation, "_left", erase_first)
    assert rotate(store) is None
    assert (store.head(ALICE), sealed_values(store, 1)) == (None, [])


def test_two_who_ask_at_once_make_one_key(store: LmdbStore) -> None:
    versions: list[int | None] = []
    barrier = threading.Barrier(2)

    def ask() -> None:
        barrier.wait()
        versions.append(rotate(store))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert entry_of(store).next_key == b""
    assert max(version or 0 for version in versions) == entry_of(store).key_version
    assert store.examine().sound


def test_a_damaged_value_stays_damaged_and_no_other(store: LmdbStore) -> None:
    with store._env.begin(write=True) as txn:
        key, value = next(layout.scan(txn, store._at.history, layout.user_prefix(1)))
        txn.put(key, value[:-1] + bytes([value[-1] ^ 1]), db=store._at.history)
    assert rotate(store) == 2
    assert store.examine().damage == {1: {"history": 1}}


@settings(max_examples=15, deadline=None)
@given(steps=st.lists(st.sampled_from(["put", "remove", "step", "end"]), max_size=14))
def test_whatever_comes_in_between_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    with closing(open_store(tmp_path_factory.mktemp("interleaved"))) as store:
        put(store, *(memory(f"first {at}") for at in range(6)))
        expected = {f"first {at}" for at in range(6)}
        with pytest.MonkeyPatch.context() as patch:
            for at, step in enumerate(steps):
                if step == "put":
                    put(store, memory(f"现在 {at}"))
                    expected.add(f"现在 {at}")
                elif step == "remove" and expected:
                    content = min(expected)
                    remove(store, memory(content).memory_id)
                    expected.discard(content)
                elif step == "step" and expected:
                    stop_after(store, patch, 1)
                elif step == "end":
                    rotate(store)
        assert store.examine().sound
        ids = [memory(content).memory_id for content in sorted(expected)]
        assert [each and each.content for each in store.memories(ALICE, ids)] == sorted(expected)


def test_another_process_notices_each_new_key(tmp_path: Path) -> None:
    with closing(open_childs_store(tmp_path)) as store:
        opened(store)
        counting = start("count", tmp_path, "200")
        versions = [rotate(store) for _ in range(5)]
        output, _ = counting.communicate(timeout=60)
        assert (counting.returncode, output) == (0, "")
        assert versions == [2, 3, 4, 5, 6]
        (tally,) = store.memories(ALICE, [memory("tally").memory_id])
        assert tally is not None
        assert tally.mention_count == 200
        assert store.examine().sound


def test_a_process_that_is_killed_at_any_moment_leaves_what_opens(tmp_path: Path) -> None:
    with closing(open_childs_store(tmp_path)) as store:
        for at in range(40):
            put(store, memory(f"{at} 我喜欢喝茶"))
    for wait in (2, 9):
        child = start("rotate_for_ever", tmp_path)
        assert child.stdout is not None
        for _ in range(wait):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        child.communicate()
        with closing(open_childs_store(tmp_path)) as store:
            assert store.examine().sound
            assert len(store.history(ALICE, memory("0 我喜欢喝茶").memory_id, None, 9)) == 1
    with closing(open_childs_store(tmp_path)) as store:
        version = entry_of(store).key_version
        assert rotate(store) == version + 1
        assert entry_of(store).next_key == b""
