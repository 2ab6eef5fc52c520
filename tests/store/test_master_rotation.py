"""The master key is changed while stores are in use, and whatever stops it."""

import signal
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from myosotis_server.adapters import master_rotation, store_keys, vault
from myosotis_server.adapters.backup_file import check_file
from myosotis_server.adapters.entry_codec import UserEntry, decode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.master_rotation import MasterChange, MasterRotation
from myosotis_server.adapters.store_restore import restore
from myosotis_server.adapters.user_secrets import FILE_NAME
from myosotis_server.adapters.vault import Master, Vault
from myosotis_server.memory.audit import AuditEvent
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import BackupUnusable, RecordCorrupt, StoreUnusable
from myosotis_server.memory.kept import Kept, Statistics
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, BOB, NOW, memory
from ports.key_store_suite import BACKEND, OPS
from ports.store_use import head_of, put
from store.children import KEY as CHILDS_KEY
from store.children import NEW_KEY as CHILDS_NEW_KEY
from store.children import open_store as open_childs_store
from store.filling import CONTENT, fill
from store.test_processes import start

OLD, NEW, THIRD = bytes(range(32)), b"n" * 32, b"3" * 32
MAP_SIZE = 1 << 28
CAROL = Owner("甲公司", "卡罗尔")
SUMS = Kept(Statistics(people=2, memories=5))


def open_store(
    folder: Path, *keys: bytes, reread: Callable[[], list[bytes]] | None = None
) -> LmdbStore:
    return LmdbStore(folder, Vault(keys, reread=reread), MAP_SIZE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "store"
    with closing(open_store(made, OLD)) as store:
        for owner in (ALICE, BOB):
            fill(store, owner)
        for at in range(5):
            put(store, memory(f"用户 {at}"), owner=Owner("default", f"user {at}"))
        store.api_keys.add(OPS)
        store.audit.append([AuditEvent(NOW, "", "ops", "memory.recall", "", "OK")]).result(10)
        put(store, memory("gone"), owner=CAROL)
        store.erase_user(CAROL, head_of(store, CAROL), SUMS).result(10)
    return made


def change(folder: Path, *keys: bytes) -> MasterChange:
    with closing(open_store(folder, *keys)) as store:
        return store.master_rotation.run()


def facts(store: LmdbStore) -> tuple[object, ...]:
    """What must be the same under whatever master key."""
    report = store.examine()
    assert report.sound
    ring = store.api_keys.ring()
    return (
        report.users,
        dict(report.values),
        (ring.digest_key, list(ring.keys), ring.unreadable),
        (store.audit.digest(ALICE), store.audit.verify()),
        store.kept(CAROL.tenant),
        store.head(ALICE),
        store.answer(ALICE, "r", NOW),
        store._vault.derive("page tokens"),
    )


def entries(store: LmdbStore) -> list[tuple[bytes, UserEntry]]:
    with store._read() as txn:
        return [(bytes(index), decode_user(value)) for index, value in txn.cursor(store._at.users)]


def opened_by(store: LmdbStore, key: bytes) -> int:
    """How many users' keys open with a master key."""
    master = Master(key)
    count = 0
    for index, entry in entries(store):
        try:
            secret = store._secrets.secret(entry.number)
            master.user_key(index, entry.number, entry.wrapped_key, secret)
        except RecordCorrupt:
            continue
        count += 1
    return count


def break_off(folder: Path, monkeypatch: pytest.MonkeyPatch, batches: int, *keys: bytes) -> None:
    """A change of the master key that ends after so many batches of one user, as by a kill."""
    wrapping = MasterRotation._wrapping

    class Killed(Exception):
        pass

    with monkeypatch.context() as patch, closing(open_store(folder, *keys)) as store:
        patch.setattr(master_rotation, "BATCH", 1)
        left = batches

        def counted(*arguments: object) -> object:
            nonlocal left
            if left == 0:
                raise Killed
            left -= 1
            return wrapping(*arguments)  # type: ignore[arg-type]

        patch.setattr(MasterRotation, "_wrapping", counted)
        with pytest.raises(Killed):
            store.master_rotation.run()


def test_afterwards_only_the_new_key_opens_and_everything_is_as_it_was(folder: Path) -> None:
    with closing(open_store(folder, OLD)) as store:
        before = facts(store)
    assert change(folder, NEW, OLD) == MasterChange(users=7)
    with closing(open_store(folder, NEW)) as store:
        assert facts(store) == before
        assert (opened_by(store, NEW), opened_by(store, OLD)) == (7, 0)
        assert not store.master_rotation.is_due()
        put(store, memory("then"), owner=CAROL)
    with pytest.raises(StoreUnusable, match="wrong master key"):
        open_store(folder, OLD)
    with closing(open_store(folder, OLD, NEW)) as store:
        assert store.master_rotation.is_due()  # the first key is the one to use
    assert change(folder, OLD, NEW) == MasterChange(users=8)
    with closing(open_store(folder, OLD)) as store:
        assert store.examine().sound


def test_another_key_alone_changes_nothing(folder: Path) -> None:
    with pytest.raises(StoreUnusable, match="wrong master key"):
        change(folder, NEW)
    assert change(folder, OLD, NEW) == MasterChange()
    with closing(open_store(folder, OLD)) as store:
        assert opened_by(store, OLD) == 7


@pytest.mark.parametrize("batches", [0, 3])
def test_broken_off_it_opens_with_both_keys_and_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    with closing(open_store(folder, OLD)) as store:
        before = facts(store)
    break_off(folder, monkeypatch, batches, NEW, OLD)
    for key in (OLD, NEW):
        with pytest.raises(StoreUnusable, match="both the new and the earlier"):
            open_store(folder, key)
    with closing(open_store(folder, OLD, NEW)) as store:  # whichever is named first
        assert facts(store) == before
        assert (opened_by(store, NEW), opened_by(store, OLD)) == (batches, 7 - batches)
        put(store, memory("meanwhile"), owner=CAROL)
        assert opened_by(store, NEW) == batches + 1
        store.api_keys.add(BACKEND)
        store.audit.append([AuditEvent(NOW, "", "ops", "memory.forget", "", "OK")]).result(10)
    assert change(folder, NEW, OLD) == MasterChange(users=8)
    with closing(open_store(folder, NEW)) as store:
        assert (opened_by(store, NEW), opened_by(store, OLD)) == (8, 0)
        assert [key.name for key in store.api_keys.ring().keys] == ["backend", "ops"]
        assert (store.audit.verify().event_count, store.audit.verify().fault_count) == (2, 0)


def test_a_third_key_waits_for_the_second(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_off(folder, monkeypatch, 2, NEW, OLD)
    with pytest.raises(StoreUnusable, match="both"):
        change(folder, THIRD, NEW)
    assert change(folder, THIRD, NEW, OLD) == MasterChange(users=7)
    with closing(open_store(folder, THIRD)) as store:
        assert opened_by(store, THIRD) == 7


def test_a_process_that_goes_on_reads_its_keys_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vault, "REREAD_SECONDS", 0.0)
    source = [OLD]
    with closing(open_store(folder, OLD, reread=lambda: source)) as server:
        before = facts(server)
        begin(server, NEW)
        server._vault.forget(1)
        with pytest.raises(StoreUnusable, match="both"):
            server.head(ALICE)
        with pytest.raises(StoreUnusable, match="both"):
            server.open_user(CAROL, "digest").result(10)
        with pytest.raises(StoreUnusable, match="both"):
            server.api_keys.ring()
        with pytest.raises(StoreUnusable, match="both"):
            server.audit.append([AuditEvent(NOW, "", "", "", "", "OK")]).result(10)
        source[:] = [NEW, OLD]
        assert facts(server) == before  # nothing was taken for damaged, and mended
        assert server.master_rotation.run() == MasterChange(users=7)
        source[:] = [NEW]
        assert facts(server) == before
        assert opened_by(server, NEW) == 7


def begin(store: LmdbStore, new: bytes) -> None:
    """What another process does first, which has both keys."""
    other = Vault([new, OLD])
    rotation = MasterRotation(store._read, store._writer, store._at, store._secrets, other)
    assert store._writer.submit(rotation._begin).result(10) is not None


def test_the_source_is_not_asked_for_each_call(folder: Path) -> None:
    asked = 0

    def reread() -> list[bytes]:
        nonlocal asked
        asked += 1
        return [OLD]

    with closing(open_store(folder, OLD, reread=reread)) as server:
        begin(server, NEW)
        for _ in range(20):
            with pytest.raises(StoreUnusable):
                server.api_keys.ring()
    assert asked == 1


def test_users_come_and_go_while_it_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(master_rotation, "BATCH", 1)
    left = MasterRotation._left
    at = 0
    with closing(open_store(folder, NEW, OLD)) as store:

        def busy(self: MasterRotation, *arguments: object) -> object:
            nonlocal at
            at += 1
            put(store, memory(f"新来的 {at}"), owner=Owner("default", f"new {at}"))
            if at == 2:
                store.erase_user(BOB, head_of(store, BOB)).result(10)
            if at == 3:
                assert store.rotate_key(ALICE, threading.Event()) == 2
            return left(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(MasterRotation, "_left", busy)
        store.master_rotation.run()
        assert store.head(BOB) is None
    with closing(open_store(folder, NEW)) as store:
        assert store.examine().sound
        assert opened_by(store, NEW) == len(entries(store)) == 6 + at
        (kept,) = store.memories(ALICE, [memory(CONTENT).memory_id])
        assert kept is not None
        assert kept.content == CONTENT


def test_a_user_whose_own_key_is_being_changed_keeps_both(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store(folder, NEW, OLD)) as store:
        index = store._vault.user_index(ALICE)
        store._writer.submit(lambda txn: store._user_rotation._begin(txn, index)).result(10)
        put(store, memory("under the next key"))
        store.master_rotation.run()
    with closing(open_store(folder, NEW)) as store:
        assert store.examine().sound
        assert store.rotate_key(ALICE, threading.Event()) == 2
        assert store.examine().sound


def test_a_damaged_user_holds_nobody_up(folder: Path) -> None:
    with closing(open_store(folder, OLD)) as store:
        index, entry = next(each for each in entries(store) if each[1].number == 3)
        raw = store._env
        with raw.begin(write=True) as txn:
            stored = txn.get(index, b"", db=store._at.users)
            damaged = stored.replace(entry.wrapped_key, bytes(len(entry.wrapped_key)))
            txn.put(index, damaged, db=store._at.users)
    assert change(folder, NEW, OLD) == MasterChange(users=7, damaged=1)
    with closing(open_store(folder, NEW)) as store:
        assert (store.examine().users, [*store.examine().damage]) == (6, [3])


def test_backups_from_before_need_the_key_from_before(folder: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    with closing(open_store(folder, OLD)) as store, backup.open("wb") as file:
        taken = store.backups.take(BackupKind.STORE, NOW, "digest")
        with closing(taken):
            while piece := taken.read():
                file.write(piece)
    change(folder, NEW, OLD)
    with pytest.raises(BackupUnusable, match="another master key"):
        check_file(backup, Vault(NEW))
    keys = folder / FILE_NAME
    _, found, _ = restore(backup, tmp_path / "new", Vault([NEW, OLD]), keys, MAP_SIZE)
    assert found.sound
    assert change(tmp_path / "new", NEW, OLD).users == 7
    with closing(open_store(tmp_path / "new", NEW)) as store:
        assert store.examine().sound


def test_a_store_of_before_keeps_its_digests(folder: Path) -> None:
    """Up to format 3 they were derived from the master key, and ids would not be found again."""
    with closing(open_store(folder, OLD)) as store:
        before = store._vault.user_index(ALICE)
        with store._env.begin(write=True) as txn:
            store_keys.keep_own_keys(txn, store._at.meta, store._vault)
            store_keys.adopt_own_keys(txn, store._at.meta, store._vault)
        assert store._vault.user_index(ALICE) == Vault(OLD).user_index(ALICE) != before
    change(folder, NEW, OLD)
    with closing(open_store(folder, NEW)) as store:
        assert store._vault.user_index(ALICE) == Vault(OLD).user_index(ALICE)


def test_who_has_an_earlier_key_cannot_make_digests_of_a_new_store(folder: Path) -> None:
    with closing(open_store(folder, OLD)) as store:
        assert store._vault.user_index(ALICE) != Vault(OLD).user_index(ALICE)


@pytest.fixture
def childs_folder(tmp_path: Path) -> Path:
    with closing(open_childs_store(tmp_path)) as store:
        for at in range(12):
            put(store, memory(), owner=replace(ALICE, user_id=f"用户 {at}"))
    return tmp_path


def test_a_process_that_is_killed_leaves_a_store_that_opens(childs_folder: Path) -> None:
    child = start("change_master_key", childs_folder)
    assert child.stdout is not None
    for _ in range(3):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.communicate()
    with pytest.raises(StoreUnusable, match="both"):
        open_store(childs_folder, CHILDS_NEW_KEY)
    with closing(open_store(childs_folder, CHILDS_NEW_KEY, CHILDS_KEY)) as store:
        assert store.examine().sound
    finishing = start("change_master_key", childs_folder)
    finishing.communicate(timeout=60)
    assert finishing.returncode == 0
    with closing(open_store(childs_folder, CHILDS_NEW_KEY)) as store:
        assert store.examine().users == 12
        assert opened_by(store, CHILDS_NEW_KEY) == 12
