"""Access counts, kept apart from records so that a recall changes nothing else."""

from collections.abc import Mapping, Sequence

import lmdb

from myosotis_server.adapters.entry_codec import decode_access, decode_accesses, encode_access
from myosotis_server.adapters.store_format import ACCESS, Databases, memory_key
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.ports import Access
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import Instant

MAX_COUNT = 2**32 - 1


def sealed_access(
    txn: "lmdb.Transaction[bytes]", databases: Databases, user: User, access: Access
) -> tuple[bytes, bytes] | None:
    """Key and new value of what `access` adds to; None for an unknown memory."""
    key = memory_key(txn, databases, user.prefix, access.memory_id)
    if key is None:
        return None
    before = read_access(user.seal, key, txn.get(key, db=databases.access))
    count, time = added(before, access)
    return key, user.seal.seal(ACCESS, key, encode_access(count, time))


def added(before: tuple[int, Instant | None], access: Access) -> tuple[int, Instant]:
    """The count and last time after `access`; counts stop at what a row can hold."""
    count, time = before
    last = access.time if time is None else max(time, access.time)
    return min(count + access.count, MAX_COUNT), last


def read_access(seal: Seal, key: bytes, value: bytes | None) -> tuple[int, Instant | None]:
    """Count and last time as stored; RecordCorrupt if it fails its check."""
    return (0, None) if value is None else decode_access(seal.open(ACCESS, key, value))


def join_accesses(
    rows: Rows, keys: Sequence[bytes], accesses: Mapping[bytes, bytes], seal: Seal
) -> None:
    """Fills in the counts of `rows`, whose keys are `keys`."""
    if not accesses:
        return
    positions = {key: position for position, key in enumerate(keys)}
    known = [(key, value) for key, value in accesses.items() if key in positions]
    counts, times = decode_accesses(seal.open_all(ACCESS, known))
    at = [positions[key] for key, _ in known]
    rows.fixed["access_count"][at] = counts
    rows.fixed["last_access_time"][at] = times
