"""Rows of another model, kept beside a user's own until all of them can take their place."""

import hashlib
from collections.abc import Collection, Mapping
from itertools import islice

import lmdb
from msgspec.structs import replace

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.entry_codec import (
    UserIdentity,
    encode_identity,
    encode_log,
    encode_user,
)
from myosotis_server.adapters.row_codec import decode_rows, encode_rows
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.user_entries import User, entry_at
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.ports import UserHead
from myosotis_server.memory.rows import UNKNOWN, Rows

DIGEST_SIZE = 32
"""A staged value begins with the digest of its model, within the seal."""

_DROPPED_AT_ONCE = 1_000


def without_accesses(rows: Rows) -> Rows:
    """`rows` as they are stored: access counts have a place of their own."""
    fixed = rows.fixed.copy()
    fixed["access_count"] = 0
    fixed["last_access_time"] = UNKNOWN
    return Rows(fixed, rows.term_ids, rows.term_frequencies, rows.labels)


def revisions_of(encoded: Collection[bytes]) -> dict[str, int]:
    """The memories of encoded rows, each with the revision that its row is of."""
    if not encoded:
        return {}
    rows = decode_rows([*encoded])
    ids = [layout.id_text(row.tobytes()) for row in rows.fixed["memory_id"]]
    return dict(zip(ids, rows.fixed["revision"].tolist(), strict=True))


class Staging:
    """A batch of rows, sealed ahead of its turn; `apply` is what the writer has left to do."""

    def __init__(
        self, index: bytes, base: UserHead, model_digest: str, rows: Rows, seal: Seal, at: Databases
    ) -> None:
        prefix = layout.user_prefix(base.number)
        digest = _digest(model_digest)
        self._index, self._base, self._seal, self._at = index, base, seal, at
        self._digest = digest
        keys = [prefix + row.tobytes() for row in rows.fixed["memory_id"]]
        self._puts = [
            (key, seal.seal(layout.STAGED, key, digest + row))
            for key, row in zip(keys, encode_rows(without_accesses(rows)), strict=True)
        ]

    def apply(self, txn: "lmdb.Transaction[bytes]") -> None:
        """RevisionMismatch before anything is put: what was forgotten meanwhile must not stay."""
        entry_at(txn, self._at, self._index, self._base, self._seal)
        prefix = layout.user_prefix(self._base.number)
        first = next(layout.scan(txn, self._at.staged, prefix), None)
        if first is not None and not _opened(self._seal, *first).startswith(self._digest):
            layout.delete_range(txn, self._at.staged, prefix)
        for key, value in self._puts:
            txn.put(key, value, db=self._at.staged)


def staged_of(
    txn: "lmdb.Transaction[bytes]", at: Databases, user: User, model_digest: str
) -> dict[bytes, bytes]:
    """The rows staged for a model, encoded, by their keys. What is damaged counts as not staged:
    it is made again."""
    if user.head.model_digest == model_digest:
        return {}  # what is left is of a switch that has been made
    digest = _digest(model_digest)
    opened = (
        (key, _opened(user.seal, key, value))
        for key, value in layout.scan(txn, at.staged, user.prefix)
    )
    return {key: value[DIGEST_SIZE:] for key, value in opened if value.startswith(digest)}


class ModelSwitch:
    """All staged rows of a user, sealed for their place ahead of the switch itself.

    `rows` are by their keys in `staged`, and `keys` has the key in `vectors` that belongs to each.
    """

    def __init__(
        self,
        index: bytes,
        user: User,
        model_digest: str,
        rows: Mapping[bytes, bytes],
        keys: Mapping[bytes, bytes],
        at: Databases,
        log_length: int,
    ) -> None:
        self._index, self._user, self._at = index, user, at
        self._model_digest = model_digest
        self._log_length = log_length
        self._puts = [
            (keys[staged], user.seal.seal(layout.VECTORS, keys[staged], row))
            for staged, row in rows.items()
        ]

    def apply(self, txn: "lmdb.Transaction[bytes]") -> int:
        """The new revision; RevisionMismatch before anything is put."""
        head, at, seal = self._user.head, self._at, self._user.seal
        entry = entry_at(txn, at, self._index, head, seal)
        # Of the same memories as those that are there: what is staged goes afterwards, bit by bit.
        for key, value in self._puts:
            txn.put(key, value, db=at.vectors)
        revision = head.revision + 1
        log_key = layout.log_key(head.number, revision)
        txn.put(log_key, seal.seal(layout.LOG, log_key, encode_log([], [])), db=at.log)
        if revision > self._log_length:
            txn.delete(layout.log_key(head.number, revision - self._log_length), db=at.log)
        owner = self._user.owner
        identity = encode_identity(
            UserIdentity(owner.tenant, owner.user_id, head.namespace.bytes, self._model_digest)
        )
        sealed = seal.seal(layout.USERS, self._index + self._user.prefix, identity)
        # A field that is not told of here stays as it is.
        entry = replace(entry, revision=revision, identity=sealed)
        txn.put(self._index, encode_user(entry), db=at.users)
        return revision


def drop_staged(
    txn: "lmdb.Transaction[bytes]", at: Databases, user: User, model_digest: str
) -> bool:
    """Deletes some of what is staged for a model; whether there may be more."""
    digest = _digest(model_digest)
    found = list(islice(layout.scan(txn, at.staged, user.prefix), _DROPPED_AT_ONCE))
    of_model = [key for key, value in found if _opened(user.seal, key, value).startswith(digest)]
    for key in of_model:
        txn.delete(key, db=at.staged)
    return len(of_model) == _DROPPED_AT_ONCE


def _opened(seal: Seal, key: bytes, value: bytes) -> bytes:
    """A staged value, b"" where it fails its check."""
    try:
        return seal.open(layout.STAGED, key, value)
    except RecordCorrupt:
        return b""


def _digest(model_digest: str) -> bytes:
    """Of a fixed size, whatever names the model."""
    return hashlib.sha256(model_digest.encode()).digest()
