"""What happened to a user's memories since a revision, from the log and the histories."""

from collections.abc import Iterator

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.entry_codec import decode_log
from myosotis_server.adapters.record_codec import decode_change
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.values import (
    ChangeAction,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Sensitivity,
)


def changes_after(
    txn: "lmdb.Transaction[bytes]", databases: Databases, user: User, after: int, limit: int
) -> list[MemoryChange] | None:
    """See `Store.changes`. Reads no revision beyond the one at which `limit` is reached."""
    changes: list[MemoryChange] = []
    for revision in range(max(after, 0) + 1, user.head.revision + 1):
        if len(changes) >= limit:
            break
        key = layout.log_key(user.head.number, revision)
        stored = txn.get(key, db=databases.log)
        if stored is None:
            return None
        put_ids, removed_ids = decode_log(user.seal.open(layout.LOG, key, stored))
        for id16 in put_ids:
            changes += _states(txn, databases, user, id16, revision)
        changes += [forgotten(layout.id_text(id16), revision) for id16 in removed_ids]
    return changes


def forgotten(memory_id: str, revision: int) -> MemoryChange:
    """What is told of a memory that `revision` removed."""
    nothing = Memory(
        memory_id,
        "",
        MemoryKind.UNSPECIFIED,
        MemoryTier.UNSPECIFIED,
        MemoryOrigin.UNSPECIFIED,
        MemoryState.UNSPECIFIED,
        create_time=0,
        update_time=0,
        valid_from=0,
        importance=0.0,
        confidence=0.0,
        mention_count=0,
        sensitivity=Sensitivity.UNSPECIFIED,
    )
    return MemoryChange(ChangeAction.FORGOTTEN, nothing, revision)


def _states(
    txn: "lmdb.Transaction[bytes]",
    databases: Databases,
    user: User,
    id16: bytes,
    revision: int,
) -> Iterator[MemoryChange]:
    """Those that a memory took on in `revision`, none where its history was erased since."""
    memory_id = layout.id_text(id16)
    memory_key = layout.memory_key(txn, databases, user.prefix, memory_id)
    if memory_key is None:
        return
    prefix = layout.history_key(memory_key, revision, 0)[:-2]
    for key, stored in layout.scan(txn, databases.history, prefix):
        yield state_of(memory_id, user.seal, key, stored)


def state_of(memory_id: str, seal: Seal, key: bytes, stored: bytes) -> MemoryChange:
    """What lies in `history` under `key`; RecordCorrupt unless it is of that memory."""
    change = decode_change(seal.open(layout.HISTORY, key, stored))
    if change.memory.memory_id != memory_id:
        raise RecordCorrupt("another memory's state lies where this one's should")
    return change
