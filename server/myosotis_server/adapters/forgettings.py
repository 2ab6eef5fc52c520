"""Counts what is forgotten on request, so that every process over the store notices it."""

import lmdb

from myosotis_server.adapters.store_format import Databases
from myosotis_server.memory.ports import Forgettings

_KEY = b"forgettings"


def forgettings(txn: "lmdb.Transaction[bytes]", at: Databases) -> Forgettings:
    """How often that was, as `txn` sees it."""
    stored = txn.get(_KEY, bytes(16), db=at.meta)
    return Forgettings(int.from_bytes(stored[:8], "big"), int.from_bytes(stored[8:16], "big"))


def count_forgetting(
    txn: "lmdb.Transaction[bytes]", at: Databases, *, memories: int = 0, users: int = 0
) -> None:
    """One more of either, within the transaction that forgets."""
    before = forgettings(txn, at)
    counts = (before.memories + memories, before.users + users)
    txn.put(_KEY, b"".join(each.to_bytes(8, "big") for each in counts), db=at.meta)
