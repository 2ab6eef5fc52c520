"""The other half of every user's key: one secret per user, in a file that backups do not copy.

A user's key opens with the master key and their secret together, so whoever has every backup and
the master key, but not the secret, reads nothing of them. Destroying 32 bytes erases all copies.

The file is an array of 32-byte slots. The first is a header: the magic and the random id of the
store that it belongs to. Slot n holds the secret of user n, ERASED, or zeros where there never was
one. It is overwritten in place, which LMDB never does, so that nothing old is left in the file.
"""

import os
from pathlib import Path
from typing import Final

from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable

FILE_NAME = "user-keys"
SLOT: Final = 32
"""Bytes. It divides every sector's size: a slot is written whole or not at all."""
ERASED = b"erased".ljust(SLOT, b"\xff")
ID_SIZE = 16

_MAGIC = b"myosotis keys 1\n"
_NEVER = bytes(SLOT)


class UserSecrets:
    """An open file of secrets; safe to share between threads. Its owner closes it.

    Whoever makes a secret must hold the store's one write transaction, which keeps other threads
    and processes out.
    """

    def __init__(self, path: Path) -> None:
        """Opens what is there. FileNotFoundError without a file, StoreUnusable for another kind."""
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise StoreUnusable(f"the user keys cannot be opened: {error.strerror}") from error
        header = os.pread(self._file, SLOT, 0)
        if len(header) != SLOT or not header.startswith(_MAGIC):
            os.close(self._file)
            raise StoreUnusable("the file of user keys is damaged, or something else")
        self.store_id = header[len(_MAGIC) :]
        self._unsynced = False
        self._erasing: set[int] = set()
        """Whose secret the disk would not let go yet."""

    @property
    def next_number(self) -> int:
        """The least user number (1 or more) beyond every slot that was ever written."""
        return max(1, -(-os.fstat(self._file).st_size // SLOT))

    def make(self, number: int) -> bytes:
        """A fresh random secret for a user who has none; durable after `sync`."""
        secret = os.urandom(SLOT)
        self._write(number, secret)
        self._unsynced = True
        return secret

    def secret(self, number: int) -> bytes | None:
        """The user's; None once it is erased. RecordCorrupt where there never was one."""
        try:
            found = os.pread(self._file, SLOT, number * SLOT)
        except OSError as error:
            raise StoreUnusable(f"the user keys cannot be read: {error.strerror}") from error
        if found == ERASED:
            return None
        if len(found) != SLOT or found == _NEVER:
            raise RecordCorrupt("the user's secret is missing")
        return found

    def erase(self, number: int) -> None:
        """Overwrites the user's secret for good; durable when it returns. May be done again.

        Where the disk fails, `sync` tries again.
        """
        self._erasing.add(number)
        self._erase_all()

    def sync(self) -> None:
        """Makes durable what `make` wrote and `erase` could not; free where there is neither."""
        if self._erasing:
            self._erase_all()
        elif self._unsynced:
            os.fdatasync(self._file)
        self._unsynced = False

    def _erase_all(self) -> None:
        # Written anew each time: what a failed sync leaves unwritten, a later one does not write.
        erasing = set(self._erasing)
        for number in erasing:
            self._write(number, ERASED)
        os.fdatasync(self._file)
        self._erasing -= erasing

    def copy(self) -> bytes:
        """All of the file: 32 bytes a user."""
        return os.pread(self._file, self.next_number * SLOT, 0)

    def close(self) -> None:
        os.close(self._file)

    def _write(self, number: int, slot: bytes) -> None:
        if os.pwrite(self._file, slot, number * SLOT) != SLOT:
            raise OSError("a user's secret was written in part")


def make_file(folder: Path) -> UserSecrets:
    """An empty file of secrets for a store that has none yet, with an id of its own.

    One that is there already belongs to another store, or was begun and never used: it is moved
    aside, for it may be the only copy. The store's write transaction must be held.
    """
    path = folder / FILE_NAME
    if path.exists():
        path.rename(path.with_name(f"{FILE_NAME}.aside-{os.urandom(4).hex()}"))
    write_whole(path, _MAGIC + os.urandom(ID_SIZE))
    return UserSecrets(path)


def open_file(folder: Path, store_id: bytes) -> UserSecrets:
    """The secrets of the store `store_id`; StoreUnusable if they are missing or another's."""
    try:
        secrets = UserSecrets(folder / FILE_NAME)
    except FileNotFoundError:
        raise StoreUnusable(
            f"the store's file of user keys ({FILE_NAME}) is missing; without it nothing in the "
            "store can be read"
        ) from None
    if secrets.store_id != store_id:
        secrets.close()
        raise StoreUnusable("the user keys are those of another store")
    return secrets


def write_whole(path: Path, content: bytes) -> None:
    """Makes a file, its owner's alone, that is there whole and durable or not at all."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes durable which files are in it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
