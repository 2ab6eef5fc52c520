"""A store of an earlier format is brought up to date when it is opened, and loses nothing by it."""

from pathlib import Path

import lmdb
import pytest

from myosotis_server.adapters import store_format
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import StoreUnusable
from myosotis_server.memory.ports import Access
from ports.builders import ALICE, BOB, NOW, memory, said
from ports.store_use import an_answer, head_of, put, read, rows_of, say

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
NEW_IN_2 = (b"turns", b"turn_places", b"sessions", b"unread")


def open_store(folder: Path, key: bytes = KEY) -> LmdbStore:
    return LmdbStore(folder, Vault(key), MAP_SIZE)


def raw(folder: Path) -> lmdb.Environment:
    """The environment, opened behind the store's back."""
    return lmdb.open(str(folder), max_dbs=store_format.DATABASE_COUNT + 1, map_size=MAP_SIZE)


def format_and_names(folder: Path) -> tuple[int, set[bytes]]:
    with raw(folder) as env, env.begin() as txn:
        meta = env.open_db(b"meta", txn=txn, create=False)
        names = {name for name, _ in txn.cursor()}
        return int.from_bytes(txn.get(b"format", b"", db=meta), "big"), names


@pytest.fixture
def of_format_1(tmp_path: Path) -> Path:
    """As the first format had it: none of the databases of turns, and its number."""
    store = open_store(tmp_path)
    put(store, memory("旧的记忆"), request_id="r", answer=an_answer())
    put(store, memory("an old memory"), owner=BOB)
    store.note_accesses([Access(ALICE, memory("旧的记忆").memory_id, 3, NOW)]).result(10)
    store.close()
    with raw(tmp_path) as env, env.begin(write=True) as txn:
        for name in NEW_IN_2:
            txn.drop(env.open_db(name, txn=txn))
        txn.put(b"format", (1).to_bytes(4, "big"), db=env.open_db(b"meta", txn=txn))
    assert format_and_names(tmp_path)[0] == 1
    assert not format_and_names(tmp_path)[1] & {*NEW_IN_2}
    return tmp_path


def test_a_new_store_has_the_present_format(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    found, names = format_and_names(tmp_path)
    assert found == store_format.FORMAT == 2
    assert len(names) == store_format.DATABASE_COUNT


def test_a_store_of_format_1_is_brought_up_to_date(of_format_1: Path) -> None:
    for _ in range(2):
        store = open_store(of_format_1)
        assert (head_of(store).revision, head_of(store).memory_count) == (1, 1)
        known = memory("旧的记忆", revision=1, access_count=3, last_access_time=NOW)
        assert store.memories(ALICE, [known.memory_id]) == [known]
        assert len(rows_of(store, BOB)) == 1
        assert store.answer(ALICE, "r", NOW) is not None
        assert (store.unread(ALICE, 9), store.owners_unread()) == ([], [])
        assert store.session_turns(ALICE, "s1", None, 9) == []
        store.close()
        assert format_and_names(of_format_1)[0] == 2
    store = open_store(of_format_1)
    assert say(store, said("新的一句"), waiting=True) == 2
    assert store.unread(ALICE, 9) == [said("新的一句")]
    assert read(store, said("新的一句")) == 3
    store.erase_user(ALICE, head_of(store)).result(10)
    store.close()
    with raw(of_format_1) as env, env.begin() as txn:
        for name in NEW_IN_2:
            assert not txn.stat(env.open_db(name, txn=txn))["entries"]


def test_a_store_that_is_refused_stays_of_its_format(of_format_1: Path) -> None:
    with pytest.raises(StoreUnusable, match="wrong master key"):
        open_store(of_format_1, bytes(32))
    found, names = format_and_names(of_format_1)
    assert found == 1
    assert not names & {*NEW_IN_2}


def test_a_later_format_is_refused_and_left_alone(of_format_1: Path) -> None:
    later = store_format.FORMAT + 1
    with raw(of_format_1) as env, env.begin(write=True) as txn:
        txn.put(b"format", later.to_bytes(4, "big"), db=env.open_db(b"meta", txn=txn))
    with pytest.raises(StoreUnusable, match=f"format {later}.*later version"):
        open_store(of_format_1)
    found, names = format_and_names(of_format_1)
    assert found == later
    assert not names & {*NEW_IN_2}
