"""What the store on LMDB answers: each call reads one moment, and never waits for a writer."""

import contextlib
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.access_counts import join_accesses, read_access
from myosotis_server.adapters.change_log import changes_after
from myosotis_server.adapters.entry_codec import decode_log
from myosotis_server.adapters.lmdb_graph import open_edges, stored_edges
from myosotis_server.adapters.lmdb_turns import LmdbTurns, users_in
from myosotis_server.adapters.mood_records import moods_within
from myosotis_server.adapters.record_codec import decode_answer, decode_change, decode_memory
from myosotis_server.adapters.row_codec import decode_rows
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.turn_records import TurnIndex
from myosotis_server.adapters.user_entries import Users
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.graph import Edge
from myosotis_server.memory.ports import Answer, RowChanges, SessionTurn, UserHead
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import Mood, Session
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryChange,
    Owner,
    TimeRange,
    Turn,
    TurnReference,
)


class LmdbReads:
    """The reading half of `LmdbStore`. Its owner calls `_stop_reading` before it closes `env`."""

    def __init__(
        self,
        env: lmdb.Environment,
        databases: Databases,
        vault: Vault,
        users: Users,
        turn_index: TurnIndex,
    ) -> None:
        self._env = env
        self._at = databases
        self._vault = vault
        self._users = users
        self._turn_index = turn_index
        self._turns = LmdbTurns(turn_index, databases)
        self._gate = threading.Condition()
        self._reading = 0
        self._closed = False

    def head(self, owner: Owner) -> UserHead | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
        return None if user is None else user.head

    def memories(self, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return [None] * len(memory_ids)
            keys = [user.prefix + (layout.id_bytes(id_) or b"") for id_ in memory_ids]
            records = [txn.get(key, db=self._at.records) for key in keys]
            accesses = [txn.get(key, db=self._at.access) for key in keys]
        return [
            None if record is None else _memory(user.seal, id_, key, record, access)
            for id_, key, record, access in zip(memory_ids, keys, records, accesses, strict=True)
        ]

    def rows(self, owner: Owner) -> tuple[UserHead, Rows] | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return None
            stored = dict(layout.scan(txn, self._at.vectors, user.prefix))
            accesses = dict(layout.scan(txn, self._at.access, user.prefix))
        return user.head, _rows(user.seal, stored, accesses)

    def changes_since(self, owner: Owner, head: UserHead) -> RowChanges | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None or user.head.number != head.number:
                return None
            if user.head.revision < head.revision:
                return None
            removed: dict[bytes, bool] = {}
            for revision in range(head.revision + 1, user.head.revision + 1):
                key = layout.log_key(head.number, revision)
                value = txn.get(key, db=self._at.log)
                if value is None:
                    return None
                put_ids, removed_ids = decode_log(user.seal.open(layout.LOG, key, value))
                removed |= dict.fromkeys(put_ids, False) | dict.fromkeys(removed_ids, True)
            ids = sorted(removed)
            keys = [user.prefix + id16 for id16 in ids if not removed[id16]]
            stored = {key: txn.get(key, b"", db=self._at.vectors) for key in keys}
            found = ((key, txn.get(key, db=self._at.access)) for key in keys)
            accesses = {key: value for key, value in found if value is not None}
        gone = tuple(layout.id_text(id16) for id16 in ids if removed[id16])
        return RowChanges(user.head, _rows(user.seal, stored, accesses), gone)

    def history(
        self, owner: Owner, memory_id: str, before: int | None, limit: int
    ) -> list[MemoryChange]:
        id16 = layout.id_bytes(memory_id)
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None or id16 is None:
                return []
            prefix = user.prefix + id16
            stored = list(layout.newest(txn, self._at.history, prefix, before, limit))
        return [
            decode_change(memory_id, user.seal.open(layout.HISTORY, key, value))
            for key, value in stored
        ]

    def answer(self, owner: Owner, request_id: str, now: Instant) -> Answer | None:
        request_index = self._vault.request_index(request_id)
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return None
            key = user.prefix + request_index
            value = txn.get(key, db=self._at.requests)
        if value is None:
            return None
        answer = decode_answer(user.seal.open(layout.REQUESTS, key, value[8:]))
        return answer if answer.expire_time > now else None

    def turns(self, owner: Owner, references: Sequence[TurnReference]) -> list[Turn | None]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return [None] * len(references)
            return self._turns.found(txn, user, references)

    def session_turns(
        self, owner: Owner, session_id: str, before: int | None, limit: int
    ) -> list[tuple[int, Turn]]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return (
                [] if user is None else self._turns.of_session(txn, user, session_id, before, limit)
            )

    def unread(self, owner: Owner, limit: int) -> list[SessionTurn]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return [] if user is None else self._turns.unread(txn, user, limit)

    def owners_unread(self) -> list[Owner]:
        with self._read() as txn:
            return self._owners(txn, users_in(txn, self._at.unread))

    def sessions(self, owner: Owner) -> list[Session]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return [] if user is None else self._turns.sessions(txn, user)

    def session(self, owner: Owner, session_id: str) -> Session | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return None if user is None else self._turns.session(txn, user, session_id)

    def open_sessions(self, owner: Owner) -> list[Session]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return [] if user is None else self._turns.open_sessions(txn, user)

    def owners_open(self) -> list[Owner]:
        with self._read() as txn:
            return self._owners(txn, users_in(txn, self._at.open_sessions))

    def moods(self, owner: Owner, span: TimeRange) -> list[Mood]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return [] if user is None else moods_within(txn, self._at, user, span)

    def owners(self, after: str, limit: int) -> tuple[list[Owner], str]:
        with self._read() as txn:
            indexes, place = self._users.page(txn, bytes.fromhex(after), limit)
            return self._owners(txn, indexes), place.hex()

    def changes(self, owner: Owner, after: int, limit: int) -> list[MemoryChange] | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            return [] if user is None else changes_after(txn, self._at, user, after, limit)

    def edges(self, owner: Owner, node_id: str | None = None) -> list[Edge]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return []
            stored = stored_edges(txn, self._at, user, node_id)
        return open_edges(user.seal, stored)

    def _owners(self, txn: "lmdb.Transaction[bytes]", indexes: Iterable[bytes]) -> list[Owner]:
        """Who the users under the keys `indexes` are."""
        owners = []
        for index in indexes:
            # What is damaged is told to its reader; the others must not wait for it.
            with contextlib.suppress(RecordCorrupt):
                user = self._users.at(txn, index)
                if user is not None:
                    owners.append(user.owner)
        return owners

    @contextlib.contextmanager
    def _read(self) -> "Iterator[lmdb.Transaction[bytes]]":
        """A read transaction. `_stop_reading` waits for it: closing unmaps what it reads."""
        with self._gate:
            if self._closed:
                raise StoreUnusable("the store is closed")
            self._reading += 1
        try:
            with self._env.begin() as txn:
                yield txn
        except lmdb.Error as error:
            raise StoreUnusable(f"the store cannot be read: {error}") from error
        finally:
            with self._gate:
                self._reading -= 1
                self._gate.notify_all()

    def _stop_reading(self) -> bool:
        """Refuses further reads and waits for those under way; False if that was done before."""
        with self._gate:
            if self._closed:
                return False
            self._closed = True
            self._gate.wait_for(lambda: not self._reading)
        return True


def _memory(seal: Seal, memory_id: str, key: bytes, record: bytes, access: bytes | None) -> Memory:
    count, time = read_access(seal, key, access)
    return decode_memory(memory_id, seal.open(layout.RECORDS, key, record), count, time)


def _rows(seal: Seal, stored: Mapping[bytes, bytes], accesses: Mapping[bytes, bytes]) -> Rows:
    """The rows under the keys of `stored`, in its order; of dimension 0 if there are none."""
    if not stored:
        return Rows.empty(0)
    rows = decode_rows(seal.open_all(layout.VECTORS, stored.items()))
    join_accesses(rows, list(stored), accesses, seal)
    return rows
