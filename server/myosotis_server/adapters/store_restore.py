"""Makes a store of a backup again, or looks whether one could be made."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from myosotis_server.adapters.backup_file import (
    MAGIC,
    BackupHeader,
    check_file,
    copy_body,
)
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.store_check import StoreReport
from myosotis_server.adapters.user_secrets import FILE_NAME, sync_folder
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.memory.audit import AuditCheck
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import BackupUnusable, RecordCorrupt, StoreUnusable

_BESIDE = "restoring"


@dataclass(frozen=True, slots=True)
class Verified:
    """What a store was found to hold; `damaged_keys` are API keys that cannot be read."""

    report: StoreReport
    audit: AuditCheck
    damaged_keys: int

    @property
    def sound(self) -> bool:
        return self.report.sound and not self.damaged_keys and not self.audit.faults


def verify_store(folder: Path, vault: Vault, map_size: int) -> Verified:
    """Reads all of the store in `folder`, which may be in use. StoreUnusable where it cannot."""
    if not data_file(folder).exists():
        raise StoreUnusable("there is no store in that folder")
    with contextlib.closing(LmdbStore(folder, vault, map_size)) as store:
        return _verified(store)


def verify_backup(
    backup: Path, vault: Vault, user_keys: Path | None, map_size: int
) -> tuple[BackupHeader, Verified | None]:
    """What a genuine backup of a store holds, read with the master key and the users' keys.

    None in place of that without `user_keys`, or for a backup of users' keys. It takes as much room
    beside the backup as the store does. BackupUnusable and StoreUnusable say what is wrong.
    """
    header = check_file(backup, vault)
    if header.kind is not BackupKind.STORE or user_keys is None:
        return header, None
    with tempfile.TemporaryDirectory(prefix=".verify-", dir=backup.absolute().parent) as name:
        folder = Path(name)
        _copy_user_keys(user_keys, folder / FILE_NAME, vault)
        _unpack(backup, folder)
        return header, verify_store(folder, vault, map_size)


def restore(
    backup: Path, folder: Path, vault: Vault, user_keys: Path | None, map_size: int
) -> tuple[BackupHeader, Verified, int]:
    """Makes `backup` the store in `folder`, and says what it holds and how many users were erased.

    The users' keys are those in `folder`, or `user_keys` (a store's file or a backup of it) where
    it has none. Whoever was erased after the backup was taken stays so: what was left of them is
    deleted. The store is made and read beside its place, and put there by renaming once all that
    has been done; a store or users' keys that are in `folder` are never overwritten.

    BackupUnusable and StoreUnusable say why nothing was restored.
    """
    header = check_file(backup, vault)
    if header.kind is not BackupKind.STORE:
        raise BackupUnusable("this is a backup of users' keys, not of a store")
    if data_file(folder).exists():
        raise StoreUnusable("there is a store in that folder: move it away, or choose another")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    own_keys = folder / FILE_NAME
    if user_keys is None and not own_keys.exists():
        raise StoreUnusable(
            "the users' keys are missing: give the latest copy of them, without which nothing in "
            "a backup can be read"
        )
    with _made_beside(folder) as made:
        if own_keys.exists():
            if user_keys is not None and not user_keys.samefile(own_keys):
                raise StoreUnusable("there are users' keys in that folder already")
            # The same file by another name: a user whose erasing was under way is erased in it.
            os.link(own_keys, made / FILE_NAME)
        elif user_keys is not None:
            _copy_user_keys(user_keys, made / FILE_NAME, vault)
        _unpack(backup, made)
        with contextlib.closing(LmdbStore(made, vault, map_size)) as store:
            erased = store.sweep_erased()
            verified = _verified(store)
        for name in (FILE_NAME, data_file(made).name):  # the store last: it makes all of it whole
            _sync(made / name)
            (made / name).replace(folder / name)
            sync_folder(folder)
    return header, verified, erased


def _verified(store: LmdbStore) -> Verified:
    try:
        damaged_keys = store.api_keys.ring().unreadable
    except RecordCorrupt:
        damaged_keys = 1
    return Verified(store.examine(), store.audit.verify(), damaged_keys)


@contextlib.contextmanager
def _made_beside(folder: Path) -> Iterator[Path]:
    """An empty folder on the same disk, without what an earlier attempt left; gone at the end."""
    made = folder / _BESIDE
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(mode=0o700)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _unpack(backup: Path, folder: Path) -> None:
    path = data_file(folder)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        copy_body(backup, file)


def _copy_user_keys(source: Path, to: Path, vault: Vault) -> None:
    """From a store's own file, or from a backup of it."""
    with open(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        with source.open("rb") as original:
            is_backup = original.read(len(MAGIC)) == MAGIC
            if not is_backup:
                original.seek(0)
                shutil.copyfileobj(original, file)
        if is_backup:
            if check_file(source, vault).kind is not BackupKind.USER_KEYS:
                raise BackupUnusable("what is given as users' keys is a backup of a store")
            copy_body(source, file)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
