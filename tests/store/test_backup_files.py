"""Backups as files: what is in one, what shows a change of it, and a store made of it again."""

import contextlib
import shutil
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import lmdb
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters import backup_file, store_check, store_format
from myosotis_server.adapters.backup_file import PIECE, check_file
from myosotis_server.adapters.entry_codec import decode_user, encode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.store_backup import StoreBackups
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.store_restore import restore, verify_backup, verify_store
from myosotis_server.adapters.user_secrets import ERASED, FILE_NAME, SLOT
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.memory.access import ApiKey, Scope
from myosotis_server.memory.audit import AuditEvent
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import BackupUnusable, StoreFull, StoreUnusable
from ports.builders import ALICE, BOB, NOW, memory
from ports.store_use import opened, put
from store.filling import CONTENT, fill

KEY = bytes(range(32))
MAP_SIZE = 1 << 28


def open_store(folder: Path, key: bytes = KEY) -> LmdbStore:
    return LmdbStore(folder, Vault(key), MAP_SIZE)


def back_up(store: LmdbStore, to: Path, kind: BackupKind = BackupKind.STORE) -> Path:
    taken = store.backups.take(kind, NOW, "digest-m")
    with to.open("wb") as file, contextlib.closing(taken):
        while piece := taken.read():
            assert len(piece) <= PIECE
            file.write(piece)
    return to


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "store"
    store = open_store(made)
    for owner in (ALICE, BOB):
        fill(store, owner)
    store.api_keys.add(ApiKey("backup", "default", frozenset({Scope.ADMIN}), b"d" * 32, NOW))
    store.audit.append([AuditEvent(NOW, "", "backup", "memory.recall", "", "OK")]).result(10)
    store.close()
    return made


@pytest.fixture
def store(folder: Path) -> Iterator[LmdbStore]:
    with contextlib.closing(open_store(folder)) as store:
        yield store


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a store of one user."""
    folder = tmp_path_factory.mktemp("small")
    with contextlib.closing(open_store(folder / "store")) as store:
        fill(store, ALICE)
        return back_up(store, folder / "backup")


def test_a_backup_says_what_it_is_and_holds_no_key(store: LmdbStore, tmp_path: Path) -> None:
    backup = back_up(store, tmp_path / "backup")
    header = check_file(backup, Vault(KEY))
    assert header.kind is BackupKind.STORE
    assert (header.create_time, header.model_digest) == (NOW, "digest-m")
    assert header.store_format == store_format.FORMAT
    assert header.length % 4096 == 0
    content = backup.read_bytes()
    secrets = (store._folder / FILE_NAME).read_bytes()
    for needle in (KEY, KEY.hex().encode(), CONTENT.encode(), b"alice", secrets[SLOT : 2 * SLOT]):
        assert needle not in content


def test_freed_pages_are_not_in_a_backup(store: LmdbStore, tmp_path: Path) -> None:
    before = check_file(back_up(store, tmp_path / "before"), None).length
    put(store, *(memory(f"{at}" + "长" * 3000) for at in range(30)), owner=BOB)
    store.erase_user(BOB, opened(store, BOB)).result(10)
    assert check_file(back_up(store, tmp_path / "after"), None).length <= before


@given(st.data())
def test_any_change_of_a_backup_is_found(small: Path, data: st.DataObject) -> None:
    content = bytearray(small.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    changed = small.with_name("changed")
    changed.write_bytes(content)
    with pytest.raises(BackupUnusable):
        check_file(changed, Vault(KEY))


@given(st.data())
def test_a_lost_end_and_an_added_one_are_found(small: Path, data: st.DataObject) -> None:
    content = small.read_bytes()
    changed = small.with_name("cut")
    changed.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    with pytest.raises(BackupUnusable):
        check_file(changed, None)
    changed.write_bytes(content + data.draw(st.binary(min_size=1, max_size=9)))
    with pytest.raises(BackupUnusable):
        check_file(changed, None)


@given(st.binary(max_size=200))
def test_what_is_no_backup_is_refused(small: Path, content: bytes) -> None:
    other = small.with_name("other")
    for start in (b"", backup_file.MAGIC, backup_file.MAGIC + b"\1"):
        other.write_bytes(start + content)
        with pytest.raises(BackupUnusable):
            check_file(other, None)


def test_a_backup_of_a_later_version_is_told_apart(small: Path) -> None:
    content = bytearray(small.read_bytes())
    content[len(backup_file.MAGIC)] += 1
    later = small.with_name("later")
    later.write_bytes(content)
    with pytest.raises(BackupUnusable, match="later version"):
        check_file(later, None)


def test_another_master_key_does_not_accept_it(small: Path) -> None:
    assert check_file(small, None)
    with pytest.raises(BackupUnusable, match="another master key"):
        check_file(small, Vault(bytes(32)))


def test_what_is_restored_is_what_was_backed_up(
    store: LmdbStore, folder: Path, tmp_path: Path
) -> None:
    known = store.memories(ALICE, [memory(CONTENT).memory_id])
    backup = back_up(store, tmp_path / "backup")
    put(store, memory("later"))
    header, found, erased = restore(
        backup, tmp_path / "new", Vault(KEY), folder / FILE_NAME, MAP_SIZE
    )
    assert header == check_file(backup, None)
    assert (found.sound, erased, found.report.users) == (True, 0, 2)
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["data.mdb", FILE_NAME]
    for path in (tmp_path / "new").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with contextlib.closing(open_store(tmp_path / "new")) as restored:
        assert restored.memories(ALICE, [memory(CONTENT).memory_id]) == known
        assert restored.memories(ALICE, [memory("later").memory_id]) == [None]
        assert [key.name for key in restored.api_keys.ring().keys] == ["backup"]
        assert put(restored, memory("more")) == 3


def test_a_restored_store_has_nothing_of_who_was_erased_since(
    store: LmdbStore, folder: Path, tmp_path: Path
) -> None:
    backup = back_up(store, tmp_path / "backup")
    store.erase_user(ALICE, opened(store)).result(10)
    index = store._vault.user_index(ALICE)
    _, found, erased = restore(backup, tmp_path / "new", Vault(KEY), folder / FILE_NAME, MAP_SIZE)
    assert (erased, found.report.users, found.report.erased) == (1, 1, 0)
    with contextlib.closing(open_store(tmp_path / "new")) as restored:
        assert restored.owners("", 9) == ([BOB], "")
    assert index in backup.read_bytes()
    with (
        lmdb.open(str(tmp_path / "new"), max_dbs=store_format.DATABASE_COUNT) as env,
        env.begin() as txn,
    ):
        users = env.open_db(b"users", txn=txn)
        assert [key for key, _ in txn.cursor(users)] == [store._vault.user_index(BOB)]


def test_restoring_beside_users_keys_that_are_there_uses_them(
    store: LmdbStore, folder: Path, tmp_path: Path
) -> None:
    """As when the data alone was lost. An erasing that was under way is finished in them."""
    with store._env.begin(write=True) as txn:
        txn.put(store_format.erasing_key(2), b"", db=store._at.meta)
    backup = back_up(store, tmp_path / "backup")
    store.close()
    data_file(folder).unlink()
    _, found, erased = restore(backup, folder, Vault(KEY), None, MAP_SIZE)
    assert (found.report.users, erased) == (1, 1)
    assert (folder / FILE_NAME).read_bytes()[2 * SLOT : 3 * SLOT] == ERASED


def test_users_keys_have_backups_of_their_own(
    store: LmdbStore, folder: Path, tmp_path: Path
) -> None:
    backup = back_up(store, tmp_path / "backup")
    keys = back_up(store, tmp_path / "keys", BackupKind.USER_KEYS)
    header = check_file(keys, Vault(KEY))
    assert (header.kind, header.length) == (BackupKind.USER_KEYS, 3 * SLOT)
    assert header.store_id == check_file(backup, None).store_id
    _, found, _ = restore(backup, tmp_path / "new", Vault(KEY), keys, MAP_SIZE)
    assert found.sound
    assert (tmp_path / "new" / FILE_NAME).read_bytes() == (folder / FILE_NAME).read_bytes()


def test_a_store_or_users_keys_are_never_overwritten(
    store: LmdbStore, folder: Path, tmp_path: Path
) -> None:
    backup = back_up(store, tmp_path / "backup")
    keys = back_up(store, tmp_path / "keys", BackupKind.USER_KEYS)
    store.close()
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(StoreUnusable, match="there is a store"):
        restore(backup, folder, Vault(KEY), None, MAP_SIZE)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    data_file(folder).rename(tmp_path / "aside")
    with pytest.raises(StoreUnusable, match="users' keys in that folder already"):
        restore(backup, folder, Vault(KEY), keys, MAP_SIZE)
    assert {*folder.iterdir()} == {*before} - {data_file(folder)}


def test_what_cannot_be_restored_leaves_nothing(store: LmdbStore, tmp_path: Path) -> None:
    backup = back_up(store, tmp_path / "backup")
    keys = back_up(store, tmp_path / "keys", BackupKind.USER_KEYS)
    damaged = tmp_path / "damaged"
    content = backup.read_bytes()
    damaged.write_bytes(content[:9000] + b"x" + content[9001:])
    with contextlib.closing(open_store(tmp_path / "other")) as other:
        others = back_up(other, tmp_path / "others", BackupKind.USER_KEYS)
    new = tmp_path / "new"
    for file, key, user_keys, error in (
        (damaged, KEY, keys, BackupUnusable),
        (backup, bytes(32), keys, BackupUnusable),
        (backup, KEY, None, StoreUnusable),
        (backup, KEY, backup, BackupUnusable),
        (backup, KEY, others, StoreUnusable),
        (backup, KEY, tmp_path / "none", OSError),
        (keys, KEY, keys, BackupUnusable),
        (tmp_path / "none", KEY, keys, OSError),
    ):
        with pytest.raises(error):
            restore(file, new, Vault(key), user_keys, MAP_SIZE)
        assert not new.exists() or not list(new.iterdir())
    restore(backup, new, Vault(KEY), keys, MAP_SIZE)


def test_an_interrupted_restoring_is_done_again(store: LmdbStore, tmp_path: Path) -> None:
    backup = back_up(store, tmp_path / "backup")
    keys = back_up(store, tmp_path / "keys", BackupKind.USER_KEYS)
    new = tmp_path / "new"
    (new / "restoring").mkdir(parents=True)
    for name in ("data.mdb", FILE_NAME):
        (new / "restoring" / name).write_bytes(b"half")
    restore(backup, new, Vault(KEY), keys, MAP_SIZE)
    assert verify_store(new, Vault(KEY), MAP_SIZE).sound


def test_a_backup_is_verified_without_a_trace(
    store: LmdbStore, folder: Path, tmp_path: Path
) -> None:
    backup = back_up(store, tmp_path / "backup")
    before = (folder / FILE_NAME).read_bytes(), {*tmp_path.iterdir()}
    assert verify_backup(backup, Vault(KEY), None, MAP_SIZE)[1] is None
    found = verify_backup(backup, Vault(KEY), folder / FILE_NAME, MAP_SIZE)[1]
    assert found is not None
    assert found.sound
    assert found.report == store.examine()
    assert ((folder / FILE_NAME).read_bytes(), {*tmp_path.iterdir()}) == before


def test_every_kind_of_value_is_read(store: LmdbStore) -> None:
    report = store.examine()
    assert report.sound
    assert report.values.keys() == {*store_format.OF_USERS}
    elsewhere = {"users", "expiry", "api_keys", "audit", "kept", "meta"}
    assert {*store_format.OF_USERS} | elsewhere == {each.name for each in fields(Databases)}


@pytest.mark.parametrize("name", store_format.OF_USERS)
def test_damage_is_found_and_told_by_user(store: LmdbStore, name: str) -> None:
    whole = store.examine()
    database = getattr(store._at, name)
    with store._env.begin(write=True) as txn:
        key, value = next(store_format.scan(txn, database, store_format.user_prefix(1)))
        txn.put(key, value[:-1] + bytes([value[-1] ^ 1]), db=database)
    report = store.examine()
    if name == "serials":  # it still is one, but of nothing
        assert report.damage == {1: {store_check.COUNT: 1}}
        return
    assert report.damage == {1: {name: 1}}
    assert report.values == whole.values - Counter({name: 1})


def test_what_is_missing_or_of_nobody_is_found(store: LmdbStore) -> None:
    with store._env.begin(write=True) as txn:
        key, value = next(store_format.scan(txn, store._at.records, store_format.user_prefix(2)))
        txn.delete(key, db=store._at.records)
        txn.put(store_format.user_prefix(77) + key[8:], value, db=store._at.records)
        index = store._vault.user_index(ALICE)
        entry = decode_user(txn.get(index, b"", db=store._at.users))
        damaged = entry.identity[:-1] + bytes([entry.identity[-1] ^ 1])
        entry = msgspec.structs.replace(entry, identity=damaged)
        txn.put(index, encode_user(entry), db=store._at.users)
    assert store.examine().damage == {
        1: {store_check.USER_ENTRY: 1},
        2: {store_check.COUNT: 1},
        77: {store_check.NOBODYS: 1},
    }


def test_a_damaged_key_and_a_changed_trail_are_found(folder: Path) -> None:
    assert verify_store(folder, Vault(KEY), MAP_SIZE).sound
    with contextlib.closing(open_store(folder)) as store, store._env.begin(write=True) as txn:
        for database in (store._at.api_keys, store._at.audit):
            for key, value in list(txn.cursor(database)):
                if key != b"digest key":
                    txn.put(key, value[:-1] + bytes([value[-1] ^ 1]), db=database)
    found = verify_store(folder, Vault(KEY), MAP_SIZE)
    assert found.report.sound
    assert not found.sound
    assert (found.damaged_keys, found.audit.fault_count > 0) == (1, True)


def test_a_folder_without_a_store_is_not_made_one(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="no store"):
        verify_store(tmp_path, Vault(KEY), MAP_SIZE)
    assert not list(tmp_path.iterdir())


def test_a_copy_needs_room_and_leaves_no_file(
    store: LmdbStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {*folder.iterdir()}
    taken = store.backups.take(BackupKind.STORE, NOW, "")
    assert {*folder.iterdir()} == before  # it has no name
    taken.read()
    taken.close()
    taken.close()
    with monkeypatch.context() as patched:
        usage = shutil.disk_usage(folder)
        patched.setattr(shutil, "disk_usage", lambda _folder: usage._replace(free=1 << 20))
        with pytest.raises(StoreFull):
            store.backups.take(BackupKind.STORE, NOW, "")
    assert isinstance(store.backups, StoreBackups)


def test_a_closed_store_is_not_copied(folder: Path) -> None:
    store = open_store(folder)
    store.close()
    with pytest.raises(StoreUnusable):
        store.backups.take(BackupKind.STORE, NOW, "")
