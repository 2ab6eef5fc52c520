"""What a store says of its keys: under which master key it is sealed, and those that are its own.

While the master key is being changed there are two checks in `meta`, of the earlier key and of the
next one: anything may then be sealed under either, and what is written is sealed under the next.
"""

import os

import lmdb
from msgspec import Struct

from myosotis_server.adapters.record_codec import Codec
from myosotis_server.adapters.vault import KEY_SIZE, Master, OwnKeys, Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable

_CHECK = b"check"
_NEXT_CHECK = b"next_check"
_OWN_KEYS = b"own_keys"
_META = b"meta"
_PURPOSE = "own keys"
_OF_MASTER_KEY = ("user index", "request index", "session index", "turn index", "edge index")
"""Which keys of digests were derived from the master key up to format 3."""


class _OwnKeys(Struct, array_like=True, frozen=True):
    root: bytes
    fixed: dict[str, bytes]


_own_keys = Codec(_OwnKeys)


def begin(txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", vault: Vault) -> None:
    """Seals a new store under the first key of `vault`, and gives it keys of its own.

    They are random, so that what depends on them stays when the master key is changed, and who has
    an earlier one cannot make them.
    """
    master = vault.masters[0]
    txn.put(_CHECK, master.check_value(), db=meta)
    _put_own_keys(txn, meta, master, OwnKeys(os.urandom(KEY_SIZE)))


def keep_own_keys(txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", vault: Vault) -> None:
    """Lets a store up to format 3 keep its digests from now on, whatever its master key is."""
    master = masters(txn, meta, vault)[0]
    fixed = {purpose: master.derive(purpose) for purpose in _OF_MASTER_KEY}
    _put_own_keys(txn, meta, master, OwnKeys(os.urandom(KEY_SIZE), fixed))


def adopt_own_keys(txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", vault: Vault) -> None:
    """Lets `vault` use the keys of this store. StoreUnusable where they are damaged."""
    sealed = txn.get(_OWN_KEYS, b"", db=meta)
    for master in masters(txn, meta, vault):
        try:
            stored = _own_keys.decode(master.seal(_PURPOSE).open(_META, _OWN_KEYS, sealed))
        except RecordCorrupt:
            continue
        vault.adopt(OwnKeys(stored.root, stored.fixed))
        return
    raise StoreUnusable("the store's own keys are damaged")


def masters(
    txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", vault: Vault
) -> tuple[Master, ...]:
    """Under which keys the store is sealed as `txn` sees it: first the one to seal with.

    While the master key is being changed, the earlier one is the second. StoreUnusable where this
    process does not know all of them.
    """
    next_check = txn.get(_NEXT_CHECK, db=meta)
    check = txn.get(_CHECK, b"", db=meta)
    if next_check is None:
        return (vault.fitting(check),)
    try:
        return vault.fitting(next_check), vault.fitting(check)
    except StoreUnusable:
        raise StoreUnusable(
            "the store's master key is being changed: both the new and the earlier one are needed"
        ) from None


def begin_change(
    txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", old: Master, new: Master
) -> None:
    """From now on everything is sealed under `new`; all that is not a user's must be at once.

    RecordCorrupt before anything is put.
    """
    own_keys = old.seal(_PURPOSE).open(_META, _OWN_KEYS, txn.get(_OWN_KEYS, b"", db=meta))
    txn.put(_NEXT_CHECK, new.check_value(), db=meta)
    txn.put(_OWN_KEYS, new.seal(_PURPOSE).seal(_META, _OWN_KEYS, own_keys), db=meta)


def end_change(txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database") -> None:
    """Nothing is sealed under the earlier key any more."""
    txn.put(_CHECK, txn.get(_NEXT_CHECK, b"", db=meta), db=meta)
    txn.delete(_NEXT_CHECK, db=meta)


def _put_own_keys(
    txn: "lmdb.Transaction[bytes]", meta: "lmdb._Database", master: Master, keys: OwnKeys
) -> None:
    data = _own_keys.encode(_OwnKeys(keys.root, dict(keys.fixed)))
    txn.put(_OWN_KEYS, master.seal(_PURPOSE).seal(_META, _OWN_KEYS, data), db=meta)
