"""Gives a user another key, while they are read and written and others too.

While it runs the user has two keys. Whoever reads knows both, and what is written is sealed with
the next one, so one walk through what there is leaves nothing under the first. Each step is a
transaction of its own: wherever it stops, everything can be read, and the next call goes on.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice

import lmdb
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.entry_codec import UserEntry, decode_user, encode_user
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.user_entries import User, Users
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import KEY_SIZE, Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import Draining, RecordCorrupt
from myosotis_server.memory.values import Owner

BATCH = 256
"""Values that one transaction seals anew, at most, so that other writes need not wait long."""
BATCH_BYTES = 1 << 20
"""… and bytes of them, unless a single one is longer."""
LOOKED_AT = 4_096
"""Values that one reading looks at, at most, so that freed pages need not wait long."""

_Reading = Callable[[], "AbstractContextManager[lmdb.Transaction[bytes]]"]


@dataclass(frozen=True, slots=True)
class _Change:
    """One change of one user's key: none other has this number and version."""

    index: bytes
    number: int
    version: int
    """Of the key that goes."""


class UserRotation:
    """Changes the keys of the users of one store."""

    def __init__(
        self,
        read: _Reading,
        writer: Writer,
        at: Databases,
        users: Users,
        secrets: UserSecrets,
        vault: Vault,
    ) -> None:
        self._read = read
        self._writer = writer
        self._at = at
        self._users = users
        self._secrets = secrets
        self._vault = vault

    def run(self, owner: Owner, stopping: threading.Event) -> int | None:
        """See `Store.rotate_key`. A value that is damaged stays as it is."""
        index = self._vault.user_index(owner)
        change = self._writer.submit(lambda txn: self._begin(txn, index)).result()
        if change is None:
            return None
        for name, unsealed in layout.OF_USERS.items():
            if unsealed is not None:
                self._seal_anew(change, name, unsealed, stopping)
        return self._writer.submit(lambda txn: self._end(txn, change)).result()

    def _begin(self, txn: "lmdb.Transaction[bytes]", index: bytes) -> _Change | None:
        """Puts a next key, unless one is there of a change that was broken off."""
        user = self._users.at(txn, index)
        if user is None:
            return None
        entry = self._entry(txn, index)
        if not entry.next_key:
            secret = self._secrets.secret(entry.number)
            if secret is None:
                return None
            master = masters(txn, self._at.meta, self._vault)[0]
            next_key = master.wrap(index, entry.number, os.urandom(KEY_SIZE), secret)
            entry = with_fields(entry, next_key=next_key)
            txn.put(index, encode_user(entry), db=self._at.users)
        return _Change(index, entry.number, entry.key_version)

    def _seal_anew(
        self, change: _Change, name: str, unsealed: int, stopping: threading.Event
    ) -> None:
        """Every value in the database `name` that is still under the first key."""
        after: bytes | None = layout.user_prefix(change.number)
        while after is not None:
            if stopping.is_set():
                raise Draining("the server is stopping")
            keys, after = self._left(change, name, unsealed, after)
            if keys:
                self._writer.submit(self._sealing(change, name, unsealed, keys)).result()

    def _left(
        self, change: _Change, name: str, unsealed: int, after: bytes
    ) -> tuple[list[bytes], bytes | None]:
        """The next keys behind `after` whose values are under the first key, and where to go on.

        None where there are no more, or the change is over.
        """
        keys: list[bytes] = []
        nbytes = 0
        with self._read() as txn:
            user = self._user_of(txn, change)
            if user is None:
                return [], None
            database = getattr(self._at, name)
            for key, value in islice(_behind(txn, database, user.prefix, after), LOOKED_AT):
                after = key
                if user.seal.is_current(name.encode(), key, value[unsealed:]):
                    continue
                keys.append(key)
                nbytes += len(value)
                if len(keys) >= BATCH or nbytes >= BATCH_BYTES:
                    break
            more = next(_behind(txn, database, user.prefix, after), None) is not None
        return keys, after if more else None

    def _sealing(
        self, change: _Change, name: str, unsealed: int, keys: Sequence[bytes]
    ) -> "Callable[[lmdb.Transaction[bytes]], None]":
        def seal(txn: "lmdb.Transaction[bytes]") -> None:
            user = self._user_of(txn, change)
            if user is None:
                return
            database, place = getattr(self._at, name), name.encode()
            for key in keys:
                value = txn.get(key, db=database)
                if value is None:
                    continue
                try:
                    opened = user.seal.open(place, key, value[unsealed:])
                except RecordCorrupt:
                    continue
                sealed = value[:unsealed] + user.seal.seal(place, key, opened)
                txn.put(key, sealed, db=database)

        return seal

    def _end(self, txn: "lmdb.Transaction[bytes]", change: _Change) -> int | None:
        """Lets the first key go; the version of the user's key. None where there is no user."""
        user = self._users.at(txn, change.index)
        if user is None:
            return None
        entry = self._entry(txn, change.index)
        if not _is_of(entry, change):
            return entry.key_version  # another caller went the same way, and was here first
        place = change.index + user.prefix
        identity = user.seal.open(layout.USERS, place, entry.identity)
        entry = with_fields(
            entry,
            wrapped_key=entry.next_key,
            next_key=b"",
            key_version=entry.key_version + 1,
            identity=user.seal.seal(layout.USERS, place, identity),
        )
        txn.put(change.index, encode_user(entry), db=self._at.users)
        return entry.key_version

    def _user_of(self, txn: "lmdb.Transaction[bytes]", change: _Change) -> User | None:
        """The user, None if the change is over for `txn`: finished, or they were erased."""
        user = self._users.at(txn, change.index)
        if user is None or not _is_of(self._entry(txn, change.index), change):
            return None
        return user

    def _entry(self, txn: "lmdb.Transaction[bytes]", index: bytes) -> UserEntry:
        return decode_user(txn.get(index, b"", db=self._at.users))


def _is_of(entry: UserEntry, change: _Change) -> bool:
    """Whether the change that `entry` is in is this one."""
    own = (entry.number, entry.key_version) == (change.number, change.version)
    return own and bool(entry.next_key)


def _behind(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", prefix: bytes, after: bytes
) -> Iterator[tuple[bytes, bytes]]:
    """The pairs of the user of `prefix` whose keys come after `after`, in order."""
    end = (int.from_bytes(prefix, "big") + 1).to_bytes(8, "big")
    return layout.between(txn, database, after + b"\0", end)
