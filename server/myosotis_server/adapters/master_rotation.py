"""Brings a store under another master key, while servers go on with it.

From its first transaction on, everything that is written is sealed under the new key, and whoever
has the store open needs both; those that run read their source of keys again. What is the store's
own is sealed anew at once, users' keys a batch at a time. Wherever it stops, the store opens with
both keys, and the next call goes on; the last transaction lets the earlier one go.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import islice

import lmdb
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters import store_keys
from myosotis_server.adapters.audit_keys import reseal_trail
from myosotis_server.adapters.entry_codec import UserEntry, decode_user, encode_user
from myosotis_server.adapters.lmdb_kept import reseal_kept
from myosotis_server.adapters.lmdb_keys import reseal_api_keys
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import Master, Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import RecordCorrupt

BATCH = 256
"""Users whose keys one transaction wraps anew, at most, so that writes need not wait long."""
LOOKED_AT = 4_096
"""Users whom one reading looks at, at most."""

_Reading = Callable[[], "AbstractContextManager[lmdb.Transaction[bytes]]"]


@dataclass(frozen=True, slots=True)
class MasterChange:
    """What a change of the master key did.

    `damaged` users have keys that neither master key opens: nothing of theirs could be read before.
    """

    users: int = 0
    damaged: int = 0


class MasterRotation:
    """Changes the master key of one store to the first key of `vault`."""

    def __init__(
        self, read: _Reading, writer: Writer, at: Databases, secrets: UserSecrets, vault: Vault
    ) -> None:
        self._read = read
        self._writer = writer
        self._at = at
        self._secrets = secrets
        self._vault = vault

    def is_due(self) -> bool:
        """Whether `run` would do anything. StoreUnusable as in `store_keys.masters`."""
        with self._read() as txn:
            known = self._masters(txn)
        return len(known) > 1 or known[0] is not self._vault.masters[0]

    def run(self, told: Callable[[int], None] = lambda users: None) -> MasterChange:
        """Finishes a change that was broken off, and makes the one that is due.

        `told` hears now and then how many users have been seen to. May be broken off anywhere, and
        run by several processes at once. StoreFull where there is no room: it goes on once there
        is.
        """
        done = MasterChange()
        while (change := self._writer.submit(self._begin).result()) is not None:
            done = self._wrap_all(*change, told)
            self._writer.submit(partial(self._end, new=change[0])).result()
        return done

    def _begin(self, txn: "lmdb.Transaction[bytes]") -> tuple[Master, Master] | None:
        """The new and the earlier key; None where nothing is to be done."""
        known = self._masters(txn)
        if len(known) > 1:
            return known[0], known[1]
        old, new = known[0], self._vault.masters[0]
        if old is new:
            return None
        store_keys.begin_change(txn, self._at.meta, old, new)
        reseal_api_keys(txn, self._at.api_keys, old, new)
        reseal_trail(txn, self._at.meta, old, new)
        reseal_kept(txn, self._at.meta, old, new)
        return new, old

    def _wrap_all(self, new: Master, old: Master, told: Callable[[int], None]) -> MasterChange:
        users = damaged = 0
        after: bytes | None = b""
        while after is not None:
            indexes, looked_at, after = self._left(new, after)
            if indexes:
                damaged += self._writer.submit(self._wrapping(new, old, indexes)).result()
            users += looked_at
            told(users)
        return MasterChange(users, damaged)

    def _left(self, new: Master, after: bytes) -> tuple[list[bytes], int, bytes | None]:
        """Who of the next users behind the key `after` is not under `new` yet.

        Also how many were looked at, and where to go on, None at the end.
        """
        indexes: list[bytes] = []
        looked_at = 0
        with self._read() as txn:
            for index, stored in islice(_behind(txn, self._at, after), LOOKED_AT):
                after = index
                looked_at += 1
                if not self._is_wrapped(new, index, stored):
                    indexes.append(index)
                    if len(indexes) >= BATCH:
                        break
            more = next(_behind(txn, self._at, after), None) is not None
        return indexes, looked_at, after if more else None

    def _is_wrapped(self, new: Master, index: bytes, stored: bytes) -> bool:
        """Whether `new` opens all keys of the user, or the user is erased."""
        try:
            entry = decode_user(stored)
            secret = self._secrets.secret(entry.number)
            if secret is not None:
                for wrapped in filter(None, (entry.wrapped_key, entry.next_key)):
                    new.user_key(index, entry.number, wrapped, secret)
        except RecordCorrupt:
            return False
        return True

    def _wrapping(
        self, new: Master, old: Master, indexes: Sequence[bytes]
    ) -> "Callable[[lmdb.Transaction[bytes]], int]":
        """Wraps the keys of users anew; how many it could not open."""

        def wrap(txn: "lmdb.Transaction[bytes]") -> int:
            damaged = 0
            if self._masters(txn) != (new, old):
                return 0  # another process went the same way, and has finished
            for index in indexes:
                stored = txn.get(index, db=self._at.users)
                if stored is None:
                    continue
                try:
                    wrapped = self._wrapped(new, old, index, decode_user(stored))
                except RecordCorrupt:
                    damaged += 1
                    continue
                txn.put(index, encode_user(wrapped), db=self._at.users)
            return damaged

        return wrap

    def _wrapped(self, new: Master, old: Master, index: bytes, entry: UserEntry) -> UserEntry:
        secret = self._secrets.secret(entry.number)
        if secret is None:
            return entry

        def anew(wrapped: bytes) -> bytes:
            with contextlib.suppress(RecordCorrupt):
                new.user_key(index, entry.number, wrapped, secret)
                return wrapped
            key = old.user_key(index, entry.number, wrapped, secret)
            return new.wrap(index, entry.number, key, secret)

        next_key = anew(entry.next_key) if entry.next_key else b""
        return with_fields(entry, wrapped_key=anew(entry.wrapped_key), next_key=next_key)

    def _end(self, txn: "lmdb.Transaction[bytes]", new: Master) -> None:
        known = self._masters(txn)
        if len(known) > 1 and known[0] is new:
            store_keys.end_change(txn, self._at.meta)

    def _masters(self, txn: "lmdb.Transaction[bytes]") -> tuple[Master, ...]:
        return store_keys.masters(txn, self._at.meta, self._vault)


def _behind(
    txn: "lmdb.Transaction[bytes]", at: Databases, after: bytes
) -> Iterator[tuple[bytes, bytes]]:
    """The users whose keys come after `after`, in order."""
    return layout.between(txn, at.users, after + b"\0", b"\xff" * 33)
