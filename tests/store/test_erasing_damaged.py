"""A user whose records are damaged can be erased, and never takes another one along."""

from collections.abc import Callable
from pathlib import Path

import lmdb
import pytest
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.entry_codec import UserEntry, decode_user, encode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.user_secrets import ERASED, FILE_NAME, SLOT
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, BOB, memory, said
from ports.store_use import head_of, put

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
CAROL = Owner("default", "卡罗尔")


def open_store(folder: Path) -> LmdbStore:
    return LmdbStore(folder, Vault(KEY), MAP_SIZE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a closed store with Alice, Bob and Carol, numbered 1, 2, 3."""
    store = open_store(tmp_path)
    for owner in (ALICE, BOB, CAROL):
        put(store, memory("我在静安寺学画画"), owner=owner, turns=[said("a line")])
    store.close()
    return tmp_path


def damage(folder: Path, owner: Owner, change: Callable[[UserEntry], UserEntry] | None) -> None:
    """Changes an entry behind the store's back, or makes it unreadable."""
    count = layout.DATABASE_COUNT
    store = open_store(folder)
    index = store._vault.user_index(owner)
    store.close()
    with lmdb.open(str(folder), max_dbs=count, map_size=MAP_SIZE) as env:
        users = env.open_db(layout.USERS)
        with env.begin(write=True) as txn:
            entry = decode_user(txn.get(index, b"", db=users))
            stored = b"\xffgarbled" if change is None else encode_user(change(entry))
            txn.put(index, stored, db=users)


def flipped(data: bytes) -> bytes:
    return data[:20] + bytes([data[20] ^ 1]) + data[21:]


DAMAGE: dict[str, Callable[[UserEntry], UserEntry] | None] = {
    "who it is": lambda entry: with_fields(entry, identity=flipped(entry.identity)),
    "the key": lambda entry: with_fields(entry, wrapped_key=flipped(entry.wrapped_key)),
    "the number is another's": lambda entry: with_fields(entry, number=2),
    "the number is nobody's": lambda entry: with_fields(entry, number=77),
    "unreadable": None,
}


def assert_gone(folder: Path, store: LmdbStore) -> None:
    """Alice is unknown, nothing of hers is left, and the others have all of theirs."""
    assert store.head(ALICE) is None
    for owner in (BOB, CAROL):
        assert store.memories(owner, [memory("我在静安寺学画画").memory_id]) != [None]
        assert head_of(store, owner).memory_count == 1
    with store._read() as txn:
        for database in store._at.of_users():
            assert not list(layout.scan(txn, database, layout.user_prefix(1)))
    assert (folder / FILE_NAME).read_bytes()[SLOT : 2 * SLOT] == ERASED
    assert store.examine().sound


@pytest.mark.parametrize("what", DAMAGE)
def test_whoever_is_damaged_is_erased_alone(folder: Path, what: str) -> None:
    damage(folder, ALICE, DAMAGE[what])
    store = open_store(folder)
    if what != "the number is another's":  # under a key that is cached it may look sound at first
        with pytest.raises(RecordCorrupt):
            store.head(ALICE)
    store.erase_user(ALICE, None).result(10)
    assert_gone(folder, store)
    store.erase_user(ALICE, None).result(10)  # of nobody: no error
    store.close()


def test_a_sound_user_is_erased_as_well(folder: Path) -> None:
    store = open_store(folder)
    store.erase_user(ALICE, None).result(10)
    assert_gone(folder, store)
    store.close()


def test_nothing_is_erased_where_it_cannot_be_told_what(folder: Path) -> None:
    for owner in (ALICE, BOB):
        damage(folder, owner, None)
    store = open_store(folder)
    with pytest.raises(RecordCorrupt, match="number"):
        store.erase_user(ALICE, None).result(10)
    assert ERASED not in (folder / FILE_NAME).read_bytes()
    assert head_of(store, CAROL).memory_count == 1
    store.close()
