"""What pseudonymising left, in LMDB: sums per tenant, and statements that stand each by itself.

The sums lie under a keyed hash of the tenant, each statement under 16 random bytes, so that neither
where they lie nor their order tells which came together. They are nobody's, so they are sealed
under a random key of their own, which is kept sealed under the master key: a new master key seals
that one value again.
"""

import contextlib
import hashlib
import hmac
import os
from collections.abc import Iterator

import lmdb
from msgspec import Struct

from myosotis_server.adapters.record_codec import Codec
from myosotis_server.adapters.store_format import KEPT, Databases
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.vault import KEY_SIZE, Master, Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.kept import Kept, KeptStatement, Statistics, total
from myosotis_server.memory.values import MemoryKind

_SUMS, _STATEMENT = b"\0", b"\1"
_ID_SIZE = 16
_META = b"meta"
_KEY = b"kept_key"
_PURPOSE = "pseudonymised"


class _Sums(Struct, array_like=True, frozen=True):
    tenant: str
    people: int
    memories: int
    counts: dict[str, dict[str, int]]
    moods: dict[int, tuple[int, ...]]


class _Statement(Struct, array_like=True, frozen=True):
    tenant: str
    content: str
    kind: MemoryKind
    language: str
    year: int


_sums = Codec(_Sums)
_statements = Codec(_Statement)


class KeptRecords:
    """What is kept of all tenants, in one database."""

    def __init__(self, vault: Vault, databases: Databases) -> None:
        self._vault = vault
        self._meta = databases.meta
        self._database = databases.kept

    def check(self, txn: "lmdb.Transaction[bytes]") -> None:
        """StoreUnusable where `add` would fail in this transaction."""
        self._wrapping(txn)

    def add(self, txn: "lmdb.Transaction[bytes]", tenant: str, kept: Kept) -> None:
        """Adds to what is kept of the tenant. What is damaged begins anew: forgetting goes on."""
        keys = self._keys(txn) or self._make_keys(txn)
        place = keys.place(tenant)
        before = Statistics()
        with contextlib.suppress(RecordCorrupt):
            stored = txn.get(place, db=self._database)
            if stored is not None:
                before = _statistics(_sums.decode(keys.seal.open(KEPT, place, stored)))
        now = before + kept.statistics
        counts = {name: dict(each) for name, each in now.counts.items()}
        sums = _Sums(tenant, now.people, now.memories, counts, dict(now.moods))
        txn.put(place, keys.seal.seal(KEPT, place, _sums.encode(sums)), db=self._database)
        for each in kept.statements:
            place = _STATEMENT + os.urandom(_ID_SIZE)
            said = _Statement(tenant, each.content, each.kind, each.language, each.year)
            sealed = keys.seal.seal(KEPT, place, _statements.encode(said))
            txn.put(place, sealed, db=self._database)

    def of(self, txn: "lmdb.Transaction[bytes]", tenant: str | None) -> Kept:
        """All that is kept of the tenant, or of all; what is damaged is left out."""
        sums: list[Statistics] = []
        statements: list[KeptStatement] = []
        for each in self._values(txn):
            if each is None or tenant not in (None, each.tenant):
                continue
            if isinstance(each, _Sums):
                sums.append(_statistics(each))
            else:
                said = KeptStatement(each.content, each.kind, each.language, each.year)
                statements.append(said)
        return Kept(total(sums), tuple(statements))

    def damaged(self, txn: "lmdb.Transaction[bytes]") -> int:
        """How many values fail their check."""
        return sum(each is None for each in self._values(txn))

    def _values(self, txn: "lmdb.Transaction[bytes]") -> "Iterator[_Sums | _Statement | None]":
        """None for what is damaged."""
        keys = self._keys(txn)
        for place, stored in txn.cursor(self._database):
            value: _Sums | _Statement | None = None
            if keys is not None:
                with contextlib.suppress(RecordCorrupt):
                    data = keys.seal.open(KEPT, place, stored)
                    is_sums = place.startswith(_SUMS)
                    value = _sums.decode(data) if is_sums else _statements.decode(data)
            yield value

    def _keys(self, txn: "lmdb.Transaction[bytes]") -> "_Keys | None":
        """None where there are none yet, or their one key is damaged."""
        wrapped = txn.get(_KEY, b"", db=self._meta)
        try:
            return _Keys(self._wrapping(txn).open(_META, _KEY, wrapped))
        except RecordCorrupt:
            return None

    def _make_keys(self, txn: "lmdb.Transaction[bytes]") -> "_Keys":
        key = os.urandom(KEY_SIZE)
        txn.put(_KEY, self._wrapping(txn).seal(_META, _KEY, key), db=self._meta)
        return _Keys(key)

    def _wrapping(self, txn: "lmdb.Transaction[bytes]") -> Seal:
        return masters(txn, self._meta, self._vault)[0].seal(_PURPOSE)


class _Keys:
    """All that depends on the one key."""

    def __init__(self, key: bytes) -> None:
        # Of a random key of full length, an HMAC is a sound way to derive others.
        self.seal = Seal(hmac.digest(key, b"values", hashlib.sha256))
        self._places = hmac.digest(key, b"places", hashlib.sha256)

    def place(self, tenant: str) -> bytes:
        """Where the tenant's sums lie."""
        return _SUMS + hmac.digest(self._places, tenant.encode(), hashlib.sha256)[:_ID_SIZE]


def reseal_kept(
    txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", old: Master, new: Master
) -> None:
    """Seals the one key for another master key. If it is damaged it stays as it is."""
    with contextlib.suppress(RecordCorrupt):
        key = old.seal(_PURPOSE).open(_META, _KEY, txn.get(_KEY, b"", db=meta))
        txn.put(_KEY, new.seal(_PURPOSE).seal(_META, _KEY, key), db=meta)


def _statistics(sums: _Sums) -> Statistics:
    return Statistics(sums.people, sums.memories, sums.counts, sums.moods)
