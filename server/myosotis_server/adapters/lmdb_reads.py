"""What the store on LMDB answers: each call reads one moment, and never waits for a writer."""

import contextlib
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import perf_counter

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.access_counts import join_accesses, read_access
from myosotis_server.adapters.change_log import changes_after, state_of
from myosotis_server.adapters.entry_codec import decode_log
from myosotis_server.adapters.lmdb_graph import edges_at
from myosotis_server.adapters.lmdb_sizes import user_holdings
from myosotis_server.adapters.lmdb_staging import revisions_of, staged_of
from myosotis_server.adapters.lmdb_turns import LmdbTurns, users_in
from myosotis_server.adapters.mood_records import moods_within
from myosotis_server.adapters.record_codec import decode_answer, decode_memory
from myosotis_server.adapters.row_codec import decode_rows, id_of
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.turn_records import TurnIndex
from myosotis_server.adapters.user_entries import Users
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.graph import Edge
from myosotis_server.memory.holdings import Holdings
from myosotis_server.memory.ports import Answer, RowChanges, SessionTurn, UserHead
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import Mood, Session
from myosotis_server.memory.stages import spent
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
        since = perf_counter()
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return [None] * len(memory_ids)
            prefix = user.prefix
            keys = [layout.memory_key(txn, self._at, prefix, each) for each in memory_ids]
            records = [key and txn.get(key, b"", db=self._at.records) for key in keys]
            accesses = [key and txn.get(key, db=self._at.access) for key in keys]
        memories = [
            None if key is None else _memory(user.seal, each, key, record or b"", access)
            for each, key, record, access in zip(memory_ids, keys, records, accesses, strict=True)
        ]
        spent("decrypt", since)
        return memories

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
            if user.head.revision <= head.revision:
                is_same = user.head.revision == head.revision
                return RowChanges(user.head, Rows.empty(0), ()) if is_same else None
            removed: dict[bytes, bool] = {}
            for revision in range(head.revision + 1, user.head.revision + 1):
                key = layout.log_key(head.number, revision)
                value = txn.get(key, db=self._at.log)
                if value is None:
                    return None
                put_ids, removed_ids = decode_log(user.seal.open(layout.LOG, key, value))
                removed |= dict.fromkeys(put_ids, False) | dict.fromkeys(removed_ids, True)
            ids = sorted(removed)
            keys = [
                user.prefix + txn.get(user.prefix + id16, b"", db=self._at.serials)
                for id16 in ids
                if not removed[id16]
            ]
            stored = {key: txn.get(key, b"", db=self._at.vectors) for key in keys}
            found = ((key, txn.get(key, db=self._at.access)) for key in keys)
            accesses = {key: value for key, value in found if value is not None}
        gone = tuple(layout.id_text(id16) for id16 in ids if removed[id16])
        return RowChanges(user.head, _rows(user.seal, stored, accesses), gone)

    def history(
        self, owner: Owner, memory_id: str, before: int | None, limit: int
    ) -> list[MemoryChange]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return []
            key = layout.memory_key(txn, self._at, user.prefix, memory_id)
            if key is None:
                return []
            stored = list(layout.newest(txn, self._at.history, key, before, limit))
        return [state_of(memory_id, user.seal, key, value) for key, value in stored]

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
            return [] if user is None else edges_at(txn, self._at, user, node_id)

    def staged_rows(self, owner: Owner, model_digest: str) -> Mapping[str, int]:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            staged = {} if user is None else staged_of(txn, self._at, user, model_digest)
        return revisions_of(staged.values())

    def is_unlinked(self, owner: Owner) -> bool:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return False
            key = layout.unlinked_key(user.head.number)
            return txn.get(key, db=self._at.meta) is not None

    def holdings(self, owner: Owner) -> Holdings | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
            if user is None:
                return None
            index = self._vault.user_index(owner)
            return user_holdings(txn, self._at, index, user.head.number)

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
                if self._closed:
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
    memory = decode_memory(seal.open(layout.RECORDS, key, record), count, time)
    if memory.memory_id != memory_id:
        raise RecordCorrupt("another memory lies where this one should")
    return memory


def _rows(seal: Seal, stored: Mapping[bytes, bytes], accesses: Mapping[bytes, bytes]) -> Rows:
    """The rows of `stored`, ordered by memory id; of dimension 0 if there are none."""
    if not stored:
        return Rows.empty(0)
    opened = zip(stored, seal.open_all(layout.VECTORS, stored.items()), strict=True)
    by_id = sorted(opened, key=lambda pair: id_of(pair[1]))
    rows = decode_rows([row for _, row in by_id])
    join_accesses(rows, [key for key, _ in by_id], accesses, seal)
    return rows
