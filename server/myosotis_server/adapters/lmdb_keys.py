"""API keys on LMDB: every value sealed under the master key, one random key for all digests."""

import os
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol

import lmdb
from msgspec import Struct

from myosotis_server.adapters.record_codec import Codec
from myosotis_server.adapters.store_format import API_KEYS, Databases
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.vault import KEY_SIZE, Master, Seal, Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.access import ApiKey, KeyRing, Scope
from myosotis_server.memory.errors import KeyNameTaken, RecordCorrupt
from myosotis_server.memory.values import Instant

_DIGEST_KEY_PLACE = b"digest key"
_ID_SIZE = 16
_PURPOSE = "api keys"


class KeyEntry(Struct, array_like=True, frozen=True):
    """An API key's value in `api_keys`, before it is sealed."""

    name: str
    tenant: str
    scopes: list[str]
    digest: bytes
    create_time: Instant
    expire_time: Instant | None = None
    revoke_time: Instant | None = None
    server_wide: bool = False


_entries = Codec(KeyEntry)


class _Reading(Protocol):
    def __call__(self) -> "AbstractContextManager[lmdb.Transaction[bytes]]": ...


def make_digest_key(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", master: Master
) -> None:
    """Puts the key of all digests into a store that has none.

    It is random and not derived, so that API keys outlive a change of the master key: their
    secrets are nowhere, so digests could not be made again.
    """
    if txn.get(_DIGEST_KEY_PLACE, db=database) is None:
        seal = master.seal(_PURPOSE)
        sealed = seal.seal(API_KEYS, _DIGEST_KEY_PLACE, os.urandom(KEY_SIZE))
        txn.put(_DIGEST_KEY_PLACE, sealed, db=database)


def reseal_api_keys(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", old: Master, new: Master
) -> None:
    """Seals what one master key sealed for another. What is damaged stays as it is."""
    before, after = old.seal(_PURPOSE), new.seal(_PURPOSE)
    for place, sealed in list(txn.cursor(database)):
        try:
            value = before.open(API_KEYS, place, sealed)
        except RecordCorrupt:
            continue
        txn.put(place, after.seal(API_KEYS, place, value), db=database)


class LmdbKeys:
    """The KeyStore port, within the store's environment."""

    def __init__(self, read: _Reading, writer: Writer, databases: Databases, vault: Vault) -> None:
        self._read = read
        self._writer = writer
        self._database = databases.api_keys
        self._meta = databases.meta
        self._vault = vault

    def ring(self) -> KeyRing:
        with self._read() as txn:
            pairs = [(bytes(place), bytes(value)) for place, value in txn.cursor(self._database)]
            seal = self._seal(txn)
        digest_key = b""
        keys: list[ApiKey] = []
        unreadable = 0
        for place, sealed in pairs:
            if place == _DIGEST_KEY_PLACE:
                digest_key = seal.open(API_KEYS, place, sealed)
                continue
            try:
                keys.append(_key(seal, place, sealed))
            except RecordCorrupt:
                unreadable += 1
        if not digest_key:
            raise RecordCorrupt("the key of all digests is missing")
        return KeyRing(digest_key, sorted(keys, key=lambda key: key.name), unreadable)

    def add(self, key: ApiKey) -> None:
        def put(txn: "lmdb.Transaction[bytes]") -> None:
            if self._find(txn, key.name) is not None:
                raise KeyNameTaken("there is a key of that name, or was")
            self._put(txn, os.urandom(_ID_SIZE), key)

        self._writer.submit(put).result()

    def revoke(self, name: str, time: Instant) -> bool:
        def end(txn: "lmdb.Transaction[bytes]") -> bool:
            found = self._find(txn, name)
            if found is None:
                return False
            place, key = found
            if key.revoke_time is None:
                self._put(txn, place, replace(key, revoke_time=time))
            return True

        # A full store must still be able to lock somebody out.
        return self._writer.submit(end, makes_room=True).result()

    def _find(self, txn: "lmdb.Transaction[bytes]", name: str) -> tuple[bytes, ApiKey] | None:
        seal = self._seal(txn)
        for place, sealed in txn.cursor(self._database):
            if place == _DIGEST_KEY_PLACE:
                continue
            try:
                key = _key(seal, place, sealed)
            except RecordCorrupt:
                continue
            if key.name == name:
                return place, key
        return None

    def _put(self, txn: "lmdb.Transaction[bytes]", place: bytes, key: ApiKey) -> None:
        entry = KeyEntry(
            key.name,
            key.tenant,
            sorted(key.scopes),
            key.digest,
            key.create_time,
            key.expire_time,
            key.revoke_time,
            key.server_wide,
        )
        sealed = self._seal(txn).seal(API_KEYS, place, _entries.encode(entry))
        txn.put(place, sealed, db=self._database)

    def _seal(self, txn: "lmdb.Transaction[bytes]") -> Seal:
        # All are under one master key at any moment: a change of it takes them along at once.
        return masters(txn, self._meta, self._vault)[0].seal(_PURPOSE)


def _key(seal: Seal, place: bytes, sealed: bytes) -> ApiKey:
    entry = _entries.decode(seal.open(API_KEYS, place, sealed))
    try:
        scopes = frozenset(Scope(each) for each in entry.scopes)
    except ValueError:
        raise RecordCorrupt("stored bytes name an unknown scope") from None
    return ApiKey(
        entry.name,
        entry.tenant,
        scopes,
        entry.digest,
        entry.create_time,
        entry.expire_time,
        entry.revoke_time,
        entry.server_wide,
    )
