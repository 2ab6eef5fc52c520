"""One user's write, sealed ahead of its turn and then put in one go."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import lmdb
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.edge_records import EdgeIndex
from myosotis_server.adapters.entry_codec import encode_log, encode_user
from myosotis_server.adapters.lmdb_graph import LmdbGraphWrite
from myosotis_server.adapters.lmdb_turn_write import LmdbTurnWrite
from myosotis_server.adapters.record_codec import encode_answer, encode_change, encode_memory
from myosotis_server.adapters.row_codec import encode_rows
from myosotis_server.adapters.stamped_write import StampedWrite
from myosotis_server.adapters.store_format import Databases, Put
from myosotis_server.adapters.turn_records import TurnIndex
from myosotis_server.adapters.user_entries import entry_at
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.fading import is_passing
from myosotis_server.memory.ports import Answer, Write

PURGED_PER_WRITE = 16


class LmdbWrite:
    """Encrypts on the caller's thread; `apply` is what the writer thread has left to do.

    It can do so because the revision is known beforehand: any other fails the comparison.
    """

    def __init__(
        self,
        write: Write,
        stamped: StampedWrite,
        index: bytes,
        request_index: bytes,
        turn_index: TurnIndex,
        edge_index: EdgeIndex,
        serials: Mapping[str, bytes],
        seal: Seal,
        databases: Databases,
        log_length: int,
    ) -> None:
        """`serials` are those of the memories of the write that `write.base` has.

        What a later revision has does not matter: the write fails on it.
        """
        number = write.base.number
        self._index = index
        self._number = number
        self._base = write.base
        self._time = write.time
        self._answer = write.answer if write.request_id else None
        self._request_key = layout.user_prefix(number) + request_index
        self._seal = seal
        self._databases = databases
        self._log_length = log_length
        prefix = layout.user_prefix(number)
        self._prefix = prefix
        self._new = {
            memory_id: layout.serial_of(stamped.revision, order, is_passing=is_passing(memory))
            for order, (memory_id, memory) in enumerate(stamped.memories.items())
            if memory_id not in serials
        }
        self._keys = {
            memory_id: prefix + serial for memory_id, serial in {**serials, **self._new}.items()
        }
        self._put_ids = [_id16(memory_id) for memory_id in stamped.memories]
        self._removals = [_id16(each) for each in stamped.removals if each in serials]
        self._removal_keys = [
            prefix + serials[each] for each in stamped.removals if each in serials
        ]
        self._puts = list(self._sealed(stamped))
        self._turns = LmdbTurnWrite(stamped, number, index, turn_index, seal, databases)
        self._graph = LmdbGraphWrite(stamped.edges, number, edge_index, seal, databases)

    def apply(self, txn: "lmdb.Transaction[bytes]") -> int:
        """The new revision.

        RevisionMismatch, RecordCorrupt or ValueError (see `LmdbTurnWrite`) before anything is put.
        """
        at = self._databases
        entry = entry_at(txn, at, self._index, self._base, self._seal)
        turns = self._turns.planned(txn)
        graph = self._graph.planned(txn)
        self._purge(txn)
        for id16 in self._removals:
            for database in (at.serials, at.staged):
                txn.delete(self._prefix + id16, db=database)
        for key in self._removal_keys:
            for database in (at.records, at.vectors, at.access):
                txn.delete(key, db=database)
            layout.delete_range(txn, at.history, key)
        for memory_id, serial in self._new.items():
            txn.put(self._prefix + _id16(memory_id), serial, db=at.serials)
        for database, key in (*turns.deletions, *graph.deletions):
            txn.delete(key, db=database)
        for put in (*self._puts, *turns.puts, *graph.puts):
            txn.put(put.key, put.value, db=put.database)
        revision = self._base.revision
        if self._puts or self._removals or turns or graph:
            revision += 1
            self._put_log(txn, revision)
            count = entry.memory_count + len(self._new) - len(self._removals)
            entry = with_fields(entry, revision=revision, memory_count=count)
            txn.put(self._index, encode_user(entry), db=at.users)
        if self._answer is not None:
            self._put_answer(txn, replace(self._answer, revision=revision))
        return revision

    def _sealed(self, stamped: StampedWrite) -> Iterator[Put]:
        at, seal = self._databases, self._seal.seal
        sequences = dict.fromkeys(stamped.memories, 0)
        for change in stamped.changes:
            if not change.in_history:
                continue
            memory_id = change.memory.memory_id
            key = layout.history_key(self._keys[memory_id], stamped.revision, sequences[memory_id])
            sequences[memory_id] += 1
            yield Put(at.history, key, seal(layout.HISTORY, key, encode_change(change)))
        rows = [] if stamped.rows is None else encode_rows(stamped.rows)
        for (memory_id, memory), row in zip(stamped.memories.items(), rows, strict=True):
            key = self._keys[memory_id]
            yield Put(at.records, key, seal(layout.RECORDS, key, encode_memory(memory)))
            yield Put(at.vectors, key, seal(layout.VECTORS, key, row))

    def _put_log(self, txn: "lmdb.Transaction[bytes]", revision: int) -> None:
        key = layout.log_key(self._number, revision)
        value = encode_log(self._put_ids, self._removals)
        txn.put(key, self._seal.seal(layout.LOG, key, value), db=self._databases.log)
        if revision > self._log_length:
            oldest = layout.log_key(self._number, revision - self._log_length)
            txn.delete(oldest, db=self._databases.log)

    def _put_answer(self, txn: "lmdb.Transaction[bytes]", answer: Answer) -> None:
        key, at = self._request_key, self._databases
        before = txn.get(key, db=at.requests)
        if before is not None:
            txn.delete(layout.expiry_of(key, before), db=at.expiry)
        expiry = layout.expiry_key(answer.expire_time, key)
        sealed = self._seal.seal(layout.REQUESTS, key, encode_answer(answer))
        txn.put(key, expiry[:8] + sealed, db=at.requests)
        txn.put(expiry, b"", db=at.expiry)

    def _purge(self, txn: "lmdb.Transaction[bytes]") -> None:
        """Deletes a few answers, of any users, that expired by the time of this write."""
        end = layout.expiry_key(self._time + 1, b"")
        cursor = txn.cursor(self._databases.expiry)
        cursor.first()
        for _ in range(PURGED_PER_WRITE):
            expiry = cursor.key()  # empty past the last one
            if not expiry or expiry >= end:
                return
            txn.delete(expiry[8:], db=self._databases.requests)
            cursor.delete()


def _id16(memory_id: str) -> bytes:
    id16 = layout.id_bytes(memory_id)
    assert id16 is not None, "stamp() lets only canonical ids pass, and no other is stored"
    return id16
