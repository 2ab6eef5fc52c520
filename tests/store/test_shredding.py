"""Erasing a user makes every copy of their data unreadable, whoever has it and the master key."""

import contextlib
import os
import shutil
import stat
from pathlib import Path

import lmdb
import pytest

from myosotis_server.adapters import store_format, user_secrets
from myosotis_server.adapters.entry_codec import decode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.user_secrets import ERASED, FILE_NAME, SLOT, UserSecrets
from myosotis_server.adapters.vault import Seal, Vault, data_file
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, BOB, memory, said
from ports.store_use import head_of, opened, put, say
from store.children import KEY as CHILDS_KEY
from store.test_processes import killed, start

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
CAROL = Owner("default", "卡罗尔")


def open_store(folder: Path, key: bytes = KEY) -> LmdbStore:
    return LmdbStore(folder, Vault(key), MAP_SIZE)


def slots(folder: Path) -> list[bytes]:
    """Of users 1, 2, …"""
    content = (folder / FILE_NAME).read_bytes()
    return [content[at : at + SLOT] for at in range(SLOT, len(content), SLOT)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a closed store that knows Alice and Bob."""
    made = tmp_path / "store"
    store = open_store(made)
    for owner in (ALICE, BOB):
        put(store, memory("我在静安寺学画画"), owner=owner, turns=[said("a line")])
    store.close()
    return made


@pytest.fixture
def backup(folder: Path, tmp_path: Path) -> Path:
    """The data of Alice and Bob, copied before Alice was erased."""
    copied = tmp_path / "before.mdb"
    shutil.copy(data_file(folder), copied)
    return copied


def erase(folder: Path, owner: Owner = ALICE) -> None:
    store = open_store(folder)
    store.erase_user(owner, opened(store, owner)).result(10)
    store.close()


def put_back(folder: Path, backup: Path) -> None:
    shutil.copy(backup, data_file(folder))


def test_an_earlier_copy_is_unreadable_for_who_was_erased_since(folder: Path, backup: Path) -> None:
    erase(folder)
    put_back(folder, backup)
    store = open_store(folder)
    assert store.head(ALICE) is None
    assert store.memories(ALICE, [memory("我在静安寺学画画").memory_id]) == [None]
    assert store.rows(ALICE) is None
    assert store.owners("", 9) == ([BOB], "")
    assert store.memories(BOB, [memory("我在静安寺学画画").memory_id]) != [None]
    store.close()


def test_a_copy_would_be_readable_with_an_earlier_copy_of_the_users_keys(
    folder: Path, backup: Path, tmp_path: Path
) -> None:
    """Guards the test above, and says why no earlier copy of them may be kept."""
    shutil.copy(folder / FILE_NAME, tmp_path / "keys")
    erase(folder)
    put_back(folder, backup)
    shutil.copy(tmp_path / "keys", folder / FILE_NAME)
    store = open_store(folder)
    assert store.head(ALICE) is not None
    store.close()


def test_the_master_key_alone_opens_no_users_key(folder: Path) -> None:
    with contextlib.closing(open_store(folder)) as store:
        vault = store._vault
    index = vault.user_index(ALICE)
    count = store_format.DATABASE_COUNT
    with lmdb.open(str(folder), max_dbs=count, map_size=MAP_SIZE) as env, env.begin() as txn:
        entry = decode_user(txn.get(index, b"", db=env.open_db(b"users", txn=txn)))
    for secret in (None, bytes(SLOT), ERASED, slots(folder)[1]):
        with pytest.raises(RecordCorrupt):
            vault.user_key(index, entry.number, entry.wrapped_key, secret)
    own = slots(folder)[0]
    assert isinstance(vault.unwrap(index, entry.number, entry.wrapped, own), Seal)
    with pytest.raises(RecordCorrupt):
        Vault(bytes(32)).user_key(index, entry.number, entry.wrapped_key, own)


def test_an_erased_secret_is_nowhere_in_the_folder(folder: Path) -> None:
    alices, bobs = slots(folder)
    erase(folder)
    assert slots(folder) == [ERASED, bobs]
    for path in folder.iterdir():
        assert alices not in path.read_bytes()


def test_the_file_tells_nothing_and_is_its_owners_alone(folder: Path) -> None:
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
    assert len({*slots(folder), bytes(SLOT), ERASED}) == 4


def test_a_crash_before_the_secret_is_gone_is_made_good_at_the_next_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(folder)

    def fail(_self: UserSecrets, _number: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(UserSecrets, "erase", fail)
        with pytest.raises(Exception, match=r"room|failed"):  # not told as done
            store.erase_user(ALICE, opened(store)).result(10)
        assert store.head(ALICE) is None
        put(store, memory("a line"), owner=BOB)  # the writer lives on
        store.close()
    assert ERASED not in slots(folder)
    open_store(folder).close()
    assert slots(folder)[0] == ERASED
    store = open_store(folder)
    assert opened(store).number == 3
    store.close()


def test_nothing_is_shredded_that_was_not_erased(folder: Path) -> None:
    """As when its revision has moved on, or the erasure cannot be made durable."""
    store = open_store(folder)
    stale = opened(store)
    put(store, memory("newer"))
    with pytest.raises(Exception, match="moved on"):
        store.erase_user(ALICE, stale).result(10)
    store.close()
    assert ERASED not in slots(folder)


def test_a_secret_is_durable_before_its_user_can_be_seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(folder)
    seen = []
    sync = os.fdatasync

    def watched(descriptor: int) -> None:
        seen.append((store.head(CAROL), len(slots(folder))))
        sync(descriptor)

    monkeypatch.setattr(os, "fdatasync", watched)
    opened(store, CAROL)
    put(store, memory("of one who is known"), owner=CAROL)
    assert seen == [(None, 3)]
    store.close()


@pytest.mark.parametrize("acknowledged", [1, 30])
def test_a_killed_process_leaves_nobody_without_a_secret(tmp_path: Path, acknowledged: int) -> None:
    told = killed(start("welcome_for_ever", tmp_path), acknowledged)
    store = open_store(tmp_path, CHILDS_KEY)
    for number in told:
        owner = Owner("default", f"user {number}")
        assert store.memories(owner, [memory(f"{number}").memory_id]) != [None]
    assert put(store, memory(), owner=ALICE) == 1
    store.close()


def test_who_was_erased_may_come_back_and_has_nothing_of_before(folder: Path, backup: Path) -> None:
    erase(folder)
    put_back(folder, backup)
    store = open_store(folder)
    assert (opened(store).number, opened(store).memory_count) == (3, 0)
    put(store, memory("a new life"))
    assert store.owners("", 9)[0] == sorted([ALICE, BOB], key=store._vault.user_index)
    with store._read() as txn:  # what was left of before is gone
        for database in store._at.of_users():
            assert not list(store_format.scan(txn, database, store_format.user_prefix(1)))
    store.close()


def test_who_came_after_a_copy_keeps_their_secret_when_it_is_put_back(
    folder: Path, backup: Path, tmp_path: Path
) -> None:
    """So that a later copy can be put back after an earlier one."""
    store = open_store(folder)
    put(store, memory("later"), owner=CAROL)
    store.close()
    later = tmp_path / "later.mdb"
    shutil.copy(data_file(folder), later)
    put_back(folder, backup)
    store = open_store(folder)
    assert opened(store, Owner("default", "new")).number == 4
    store.close()
    put_back(folder, later)
    store = open_store(folder)
    assert store.memories(CAROL, [memory("later").memory_id]) != [None]
    store.close()


def test_sweeping_deletes_what_is_left_of_the_erased(folder: Path, backup: Path) -> None:
    erase(folder)
    put_back(folder, backup)
    store = open_store(folder)
    assert store.sweep_erased() == 1
    assert store.sweep_erased() == 0
    assert store.examine().sound
    assert (store.examine().users, store.examine().erased) == (1, 0)
    store.close()


def test_a_store_without_its_users_keys_is_refused(folder: Path) -> None:
    (folder / FILE_NAME).unlink()
    with pytest.raises(StoreUnusable, match="missing"):
        open_store(folder)
    assert not (folder / FILE_NAME).exists()


def test_the_users_keys_of_another_store_are_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    open_store(other).close()
    shutil.copy(other / FILE_NAME, folder / FILE_NAME)
    with pytest.raises(StoreUnusable, match="another store"):
        open_store(folder)


@pytest.mark.parametrize("content", [b"", b"short", b"no keys at all " * 9])
def test_a_garbled_file_of_users_keys_is_refused(folder: Path, content: bytes) -> None:
    (folder / FILE_NAME).write_bytes(content)
    with pytest.raises(StoreUnusable, match="damaged"):
        open_store(folder)


@pytest.mark.parametrize("kept", [2 * SLOT, 2 * SLOT + 5])
def test_a_file_that_lost_its_end_is_damage_to_whom_it_concerns(folder: Path, kept: int) -> None:
    """Never taken for erasing: nobody asked for that."""
    os.truncate(folder / FILE_NAME, kept)
    store = open_store(folder)
    with pytest.raises(RecordCorrupt):
        store.head(BOB)
    assert store.head(ALICE) is not None
    assert store.sweep_erased() == 0
    store.close()


def test_users_keys_found_without_their_store_are_kept_aside(folder: Path, tmp_path: Path) -> None:
    """They may be the only copy, and a store to restore may need them."""
    before = (folder / FILE_NAME).read_bytes()
    data_file(folder).unlink()
    store = open_store(folder)
    assert opened(store).number == 1
    store.close()
    (aside,) = folder.glob(FILE_NAME + ".aside-*")
    assert aside.read_bytes() == before


def test_two_processes_share_the_users_keys(folder: Path) -> None:
    """Who was erased or came by way of one is so for the other."""
    one = UserSecrets(folder / FILE_NAME)
    two = UserSecrets(folder / FILE_NAME)
    made = one.make(one.next_number)
    one.sync()
    assert two.next_number == 4
    assert two.secret(3) == made
    two.erase(3)
    assert one.secret(3) is None
    for number in (4, 9_999_999):
        with pytest.raises(RecordCorrupt):
            two.secret(number)
    one.close()
    two.close()


def test_a_file_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(user_secrets.os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output"):
            user_secrets.write_whole(tmp_path / "file", b"content")
    assert not (tmp_path / "file").exists()
    user_secrets.write_whole(tmp_path / "file", b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_turns_and_memories_of_others_outlive_an_erasure(folder: Path) -> None:
    erase(folder)
    store = open_store(folder)
    assert head_of(store, BOB).memory_count == 1
    say(store, said("还在"), owner=BOB)
    assert [each.content for _, each in store.session_turns(BOB, "s1", None, 9)] == [
        "a line",
        "还在",
    ]
    store.close()
