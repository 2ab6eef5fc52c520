"""Opens the store's file, and refuses one that it could not read safely."""

import contextlib
import os
import stat
from pathlib import Path

import lmdb
from lmdb.verify import VerifyError, verify

from myosotis_server.adapters.databases import open_databases
from myosotis_server.adapters.store_format import DATABASE_COUNT, Databases
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.memory.errors import StoreUnusable

MAX_READERS = 8_192
"""Reads at once, of all processes: 64 with 100 threads each, and room for commands beside them."""
HEADROOM = 8
"""One part in so many on top of the map that writes may fill, so that a full store can forget."""
HEADROOM_BYTES = (16 << 20, 1 << 30)
"""… of at least and at most so many bytes."""


def open_environment(
    folder: Path, vault: Vault, map_size: int
) -> tuple[lmdb.Environment, Databases, UserSecrets]:
    """The environment in `folder` and its users' secrets, created if need be.

    Their caller closes both.

    StoreUnusable for a damaged file, another format or another master key.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        env = lmdb.open(
            str(folder),
            map_size=map_size + _headroom(map_size),
            max_dbs=DATABASE_COUNT,
            max_readers=MAX_READERS,
            max_spare_txns=16,
            mode=stat.S_IRUSR | stat.S_IWUSR,
            # Reads are scattered. Without WRITEMAP (the default) the file grows as it fills.
            readahead=False,
        )
    except lmdb.Error as error:
        raise StoreUnusable(f"the store cannot be opened: {error}") from error
    except OSError as error:
        raise StoreUnusable(f"the store cannot be opened: {error.strerror}") from error
    try:
        env.reader_check()
        _refuse_truncated(env, folder)
        return env, *open_databases(env, vault, folder)
    except lmdb.Error as error:
        env.close()
        raise StoreUnusable(f"the store cannot be opened: {error}") from error
    except BaseException:
        env.close()
        raise


def _headroom(map_size: int) -> int:
    """Bytes beyond `map_size`. LMDB copies a page to change it, so erasing needs room as well."""
    least, most = HEADROOM_BYTES
    return min(max(map_size // HEADROOM, least), most)


def close_environment(env: lmdb.Environment, folder: Path) -> None:
    """Closes `env`, its file padded so that the next start finds nothing missing."""
    with contextlib.suppress(lmdb.Error, OSError), env.begin(write=True):
        _pad(env, folder)
    env.close()


def _refuse_truncated(env: lmdb.Environment, folder: Path) -> None:
    """StoreUnusable for a file that lost its end: reading past it would kill the process.

    After a crash a sound file may end early too, where its last pages are free and were never
    written. So only such a file is walked through, while no other process may write.
    """
    with env.begin(write=True):
        if _missing_bytes(env, folder) <= 0:
            return
        try:
            damaged = bool(verify(str(folder)))  # type: ignore[no-untyped-call]  # has no types
        except VerifyError:
            damaged = True
        if damaged:
            raise StoreUnusable("the store's file is damaged: its end is missing")
        _pad(env, folder)


def _pad(env: lmdb.Environment, folder: Path) -> None:
    """Lengthens the file to what its header says, without taking room on disk."""
    missing = _missing_bytes(env, folder)
    if missing > 0:
        path = data_file(folder)
        os.truncate(path, path.stat().st_size + missing)


def _missing_bytes(env: lmdb.Environment, folder: Path) -> int:
    pages: int = env.info()["last_pgno"] + 1
    return pages * env.stat()["psize"] - data_file(folder).stat().st_size
