"""How much the store on LMDB holds, counted without opening anything."""

from collections.abc import Iterable
from pathlib import Path

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.store_format import Databases
from myosotis_server.memory.holdings import Holdings, StoreSize

_BLOCK = 512
"""Bytes of what `st_blocks` counts."""


def store_size(txn: "lmdb.Transaction[bytes]", at: Databases, files: Iterable[Path]) -> StoreSize:
    """Of the store in `files`. LMDB keeps the counts, whatever there is."""
    stats = [file.stat() for file in files if file.exists()]
    return StoreSize(
        users=int(txn.stat(at.users)["entries"]),
        memories=int(txn.stat(at.records)["entries"]),
        # What is allocated: the file of the store may have holes at its end.
        nbytes=sum(min(stat.st_size, _BLOCK * stat.st_blocks) for stat in stats),
    )


def user_holdings(
    txn: "lmdb.Transaction[bytes]", at: Databases, index: bytes, number: int
) -> Holdings:
    """Of the user `number`, whose key in `users` is `index`; walks through all that is theirs."""
    prefix = layout.user_prefix(number)
    nbytes = len(index) + len(txn.get(index, b"", db=at.users))
    for database in at.of_users():
        for key, value in layout.scan(txn, database, prefix):
            nbytes += len(key) + len(value)
    # A turn that was forgotten keeps its place in `turns`, but none can find it there.
    turns = sum(1 for _ in layout.scan(txn, at.turn_places, prefix))
    return Holdings(turns, nbytes)
