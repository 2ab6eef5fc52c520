"""The audit trail's keys: what seals its entries and marks, and stands for users and events.

Entries are sealed under a random key of the trail, which is kept sealed under the master key: a new
master key seals that one value again, and neither the trail nor users' digests change.
"""

import contextlib
import hashlib
import hmac
import os

import lmdb

from myosotis_server.adapters.audit_chain import (
    BEGINNING,
    Entry,
    Mark,
    decode_entry,
    decode_mark,
    encode_mark,
)
from myosotis_server.adapters.keyed_digest import KeyedDigest
from myosotis_server.adapters.store_format import AUDIT, id_text
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.vault import KEY_SIZE, Master, Seal, Vault
from myosotis_server.memory.audit import DIGEST_DIGITS
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.values import Owner

START, END = b"audit_start", b"audit_end"
"""The marks of where the trail begins and ends, in `meta`."""
LAST_SEQUENCE = 1 << 62
"""No trail comes so far: what lies there was put there to end it."""

_KEY = b"audit_key"
_META = b"meta"
_PLACE = b"audit place"
_PURPOSE = "audit trail"


class TrailKeys:
    """All that depends on the trail's own key. `wrapped` is that key as it is stored."""

    __slots__ = ("_digests", "_ids", "_seal", "wrapped")

    def __init__(self, wrapped: bytes, key: bytes) -> None:
        self.wrapped = wrapped
        # Of a random key of full length, an HMAC is a sound way to derive others.
        self._seal = Seal(hmac.digest(key, b"events", hashlib.sha256))
        self._digests = KeyedDigest(hmac.digest(key, b"digests", hashlib.sha256))
        self._ids = KeyedDigest(hmac.digest(key, b"ids", hashlib.sha256))

    def digest(self, owner: Owner) -> str:
        """See `AuditLog.digest`. The length in front keeps pairs from colliding."""
        tenant = owner.tenant.encode()
        text = len(tenant).to_bytes(8, "big") + tenant + owner.user_id.encode()
        return self._digests(text).hex()[:DIGEST_DIGITS]

    def event_id(self, sequence: int) -> str:
        """An id that does not tell how many events of others there are."""
        return id_text(self._ids(entry_key(sequence))[:16])

    def sealed_entry(self, sequence: int, data: bytes) -> bytes:
        return self._seal.seal(AUDIT, entry_key(sequence), data)

    def entry(self, sequence: int, value: bytes) -> Entry | None:
        """The entry that is stored as `value`; None if it is damaged."""
        try:
            return decode_entry(sequence, self._seal.open(AUDIT, entry_key(sequence), value))
        except RecordCorrupt:
            return None

    def put_mark(
        self, txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", name: bytes, mark: Mark
    ) -> None:
        txn.put(name, self._seal.seal(_META, name, encode_mark(mark)), db=meta)

    def mark(
        self, txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", name: bytes
    ) -> Mark | None:
        """None if it is missing or damaged."""
        try:
            return decode_mark(self._seal.open(_META, name, txn.get(name, b"", db=meta)))
        except RecordCorrupt:
            return None

    def sealed_place(self, sequence: int) -> str:
        """Sealed, because the number would tell of the events of others."""
        return self._seal.seal(_PLACE, b"", entry_key(sequence)).hex()

    def opened_place(self, place: str) -> int:
        """The inverse of `sealed_place`; ValueError for anything else."""
        try:
            return int.from_bytes(self._seal.open(_PLACE, b"", bytes.fromhex(place)), "big")
        except (RecordCorrupt, ValueError):
            raise ValueError("is no place in the trail") from None


def entry_key(sequence: int) -> bytes:
    """Where an entry lies in `audit`."""
    return sequence.to_bytes(8, "big")


def sequence_of(key: bytes) -> int:
    """The inverse of `entry_key`; 0 for what is no key of a trail."""
    sequence = int.from_bytes(key, "big") if len(key) == 8 else 0
    return sequence if sequence < LAST_SEQUENCE else 0


def make_trail(txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", master: Master) -> None:
    """Begins the trail of a store that never had one."""
    if txn.get(_KEY, db=meta) is None:
        keys = make_key(txn, meta, master)
        keys.put_mark(txn, meta, START, BEGINNING)
        keys.put_mark(txn, meta, END, BEGINNING)


def make_key(txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", master: Master) -> TrailKeys:
    """Puts a new key in place of what there is."""
    key = os.urandom(KEY_SIZE)
    wrapped = master.seal(_PURPOSE).seal(_META, _KEY, key)
    txn.put(_KEY, wrapped, db=meta)
    return TrailKeys(wrapped, key)


def open_key(
    txn: "lmdb.Transaction[bytes]",
    meta: "lmdb._Database",
    vault: Vault,
    known: TrailKeys | None = None,
) -> TrailKeys | None:
    """The trail's keys, `known` if it is they; None if its key is missing or damaged.

    StoreUnusable where this process does not know the store's master key any more.
    """
    wrapped = bytes(txn.get(_KEY, b"", db=meta))
    if known is not None and known.wrapped == wrapped:
        return known
    for master in masters(txn, meta, vault):
        with contextlib.suppress(RecordCorrupt):
            return TrailKeys(wrapped, master.seal(_PURPOSE).open(_META, _KEY, wrapped))
    return None


def reseal_trail(
    txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", old: Master, new: Master
) -> None:
    """Seals the trail's key for another master key. If it is damaged it stays as it is."""
    with contextlib.suppress(RecordCorrupt):
        key = old.seal(_PURPOSE).open(_META, _KEY, txn.get(_KEY, b"", db=meta))
        txn.put(_KEY, new.seal(_PURPOSE).seal(_META, _KEY, key), db=meta)
