"""What a user has is put closer together, and stays what it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from myosotis_server.adapters import packing
from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.packing import PACKED_EVERY, WORTH_PACKING
from myosotis_server.adapters.vault import Vault
from ports.builders import ALICE, BOB, NOW, memory, said
from ports.store_use import put, remove, say

MEMORIES = 3 * WORTH_PACKING


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LmdbStore]:
    """Of two users whose memories came in turn, and mostly went again."""
    store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    known = [memory(f"第 {at} 条记忆, number {at}") for at in range(MEMORIES)]
    for start in range(0, MEMORIES, 20):
        for owner in (ALICE, BOB):
            put(store, *known[start : start + 20], owner=owner)
            say(store, said(f"turn {start}", f"session {start}"), owner=owner)
    gone = [each.memory_id for at, each in enumerate(known) if at % 3]
    for owner in (ALICE, BOB):
        remove(store, *gone, owner=owner)
        put(store, *(memory(f"later {at}") for at in range(20)), owner=owner)
    yield store
    store.close()


def values(store: LmdbStore) -> dict[str, list[tuple[bytes, bytes]]]:
    """Everything that users have, by database."""
    with store._read() as txn:
        return {name: [*txn.cursor(getattr(store._at, name))] for name in layout.OF_USERS}


def pages(store: LmdbStore) -> int:
    with store._read() as txn:
        databases = [getattr(store._at, name) for name in packing.SCATTERED]
        return sum(txn.stat(database)["leaf_pages"] for database in databases)


def test_it_takes_less_room_and_stays_as_it_was(store: LmdbStore) -> None:
    before, room = values(store), pages(store)
    head = store.head(ALICE)
    for owner in (ALICE, BOB):
        assert store.pack(owner, NOW)
    assert values(store) == before
    assert store.head(ALICE) == head
    assert store.examine().sound
    assert pages(store) < 0.75 * room


def test_slices_do_what_one_step_does(store: LmdbStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "SLICE_BYTES", 20_000)
    before, room = values(store), pages(store)
    store.pack(ALICE, NOW)
    store.pack(BOB, NOW)
    assert values(store) == before
    assert pages(store) < 0.85 * room


def test_it_is_done_when_it_is_due(store: LmdbStore) -> None:
    assert store.pack(ALICE, NOW)
    assert not store.pack(ALICE, NOW + PACKED_EVERY - 1)
    assert store.pack(BOB, NOW + 1)
    assert store.pack(ALICE, NOW + PACKED_EVERY)
    put(store, memory("one more"))
    assert not store.pack(ALICE, NOW + PACKED_EVERY + 1)


def test_nobody_and_who_has_little_is_left_alone(tmp_path: Path) -> None:
    store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    assert not store.pack(ALICE, NOW)
    put(store, memory())
    assert not store.pack(ALICE, NOW)
    store.close()
