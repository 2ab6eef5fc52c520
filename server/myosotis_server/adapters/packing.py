"""Packs what a user has closer together: of pages that are half empty it makes fewer, fuller ones.

LMDB joins a page with its neighbour only once three quarters of it are empty, and of what a user
is told most fades again within months. Values are taken out and put back as they are, in order:
they fill one page after the other, as long as nothing lies behind them on the page that they go
to. So what lies next is lifted out with them for a moment.
"""

from collections.abc import Iterator

import lmdb
from msgspec.structs import replace

from myosotis_server.adapters.entry_codec import decode_user, encode_user
from myosotis_server.adapters.store_format import Databases
from myosotis_server.memory.values import DAY, Instant

PACKED_EVERY = 7 * DAY
WORTH_PACKING = 200
"""Memories of a user from which on it is done: below, there is next to nothing to gain."""
SCATTERED = (
    "serials",
    "records",
    "vectors",
    "history",
    "access",
    "turn_places",
    "sessions",
    "edges",
)
"""The databases from which single values go; in the others whole runs of them do, and with them
whole pages."""
SLICE_BYTES = 1 << 17
"""Of keys and values that one transaction puts back. LMDB writes what changes to other pages: in
slices the file needs little room for that. It costs some fullness, for where one ends pages are
split in halves again."""
_BEHIND_BYTES = 3 * 4_096
"""Of what lies behind them, so that it is off the page on which they end."""


def begin_packing(
    txn: "lmdb.Transaction[bytes]", at: Databases, index: bytes, now: Instant
) -> int | None:
    """The number of the user whose key in `users` is `index`, if packing is due; and notes it."""
    stored = txn.get(index, db=at.users)
    if stored is None:
        return None
    user = decode_user(stored)
    if user.memory_count < WORTH_PACKING or now - user.pack_time < PACKED_EVERY:
        return None
    txn.put(index, encode_user(replace(user, pack_time=now)), db=at.users)
    return user.number


def pack_some(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", prefix: bytes, after: bytes
) -> bytes | None:
    """Packs some of the values whose keys begin with `prefix`, from behind the key `after` on.

    The last of their keys, None where there was nothing left. Changes no value and no key.
    """
    taken: list[tuple[bytes, bytes]] = []
    last: bytes | None = None
    size = behind = 0
    for key, value in _from(txn, database, after + b"\0" if after else prefix):
        if key.startswith(prefix) and size < SLICE_BYTES:
            size += len(key) + len(value)
            last = key
        elif behind < _BEHIND_BYTES:
            behind += len(key) + len(value)
        else:
            break
        taken.append((key, value))
    if last is None:
        return None
    for key, _ in reversed(taken):
        txn.delete(key, db=database)
    for pair in taken:
        txn.put(*pair, db=database)
    return last


def _from(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", first: bytes
) -> Iterator[tuple[bytes, bytes]]:
    cursor = txn.cursor(database)
    if cursor.set_range(first):
        for key, value in cursor:
            yield bytes(key), bytes(value)
