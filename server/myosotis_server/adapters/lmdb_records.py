"""The store on LMDB: one encrypted environment, one thread that writes, readers that never wait."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.access_counts import join_accesses, read_access, sealed_access
from myosotis_server.adapters.entry_codec import decode_log
from myosotis_server.adapters.lmdb_file import close_environment, open_environment
from myosotis_server.adapters.lmdb_turns import LmdbTurns
from myosotis_server.adapters.lmdb_write import LmdbWrite, expiry_of
from myosotis_server.adapters.record_codec import decode_answer, decode_change, decode_memory
from myosotis_server.adapters.row_codec import decode_rows
from myosotis_server.adapters.stamped_write import stamp
from myosotis_server.adapters.turn_records import TurnIndex
from myosotis_server.adapters.user_entries import User, Users, entry_at
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import RecordCorrupt, RevisionMismatch, StoreUnusable
from myosotis_server.memory.ports import Access, Answer, RowChanges, SessionTurn, UserHead, Write
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import Instant, Memory, MemoryChange, Owner, Turn, TurnReference


class LmdbStore:
    """The Store port, durable. One per folder and process; several processes may share a folder.

    All processes must use one `map_size`; the file is sparse and takes only what it holds.
    `log_length` is how many revisions back `changes_since` reaches. Never fork with it open.
    """

    def __init__(
        self,
        folder: Path,
        vault: Vault,
        map_size: int = 64 << 30,
        log_length: int = 10_000,
        new_namespace: Callable[[], UUID] = uuid4,
    ) -> None:
        """Opens the store in `folder`, created if need be. StoreUnusable where it cannot."""
        self._env, self._at = open_environment(folder, vault, map_size)
        self._folder = folder
        self._vault = vault
        self._users = Users(vault, self._at, new_namespace)
        self._turn_index = TurnIndex(vault)
        self._turns = LmdbTurns(self._turn_index, self._at)
        self._log_length = log_length
        self._writer = Writer(self._env, full_from=map_size)
        self._gate = threading.Condition()
        self._reading = 0
        self._closed = False

    def head(self, owner: Owner) -> UserHead | None:
        with self._read() as txn:
            user = self._users.find(txn, owner)
        return None if user is None else user.head

    def open_user(self, owner: Owner, model_digest: str) -> "Future[UserHead]":
        try:
            head = self.head(owner)
        except Exception as error:  # told where the caller waits for the outcome
            return _failed(error)
        if head is None:
            return self._writer.submit(
                lambda txn: self._users.find_or_create(txn, owner, model_digest)
            )
        there: Future[UserHead] = Future()
        there.set_result(head)
        return there

    def commit(self, write: Write) -> "Future[int]":
        try:
            planned = LmdbWrite(
                write,
                stamp(write),
                self._vault.user_index(write.owner),
                self._vault.request_index(write.request_id),
                self._turn_index,
                self._seal(write.owner, write.base),
                self._at,
                self._log_length,
            )
        except Exception as error:  # told where the caller waits for the outcome
            return _failed(error)
        puts = write.changes or write.turns
        return self._writer.submit(planned.apply, makes_room=bool(write.removals) and not puts)

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
        owners = []
        with self._read() as txn:
            for index in self._turns.users_unread(txn):
                # What is damaged is told to its reader; the others' turns must not wait for it.
                with contextlib.suppress(RecordCorrupt):
                    user = self._users.at(txn, index)
                    if user is not None:
                        owners.append(user.owner)
        return owners

    def note_accesses(self, accesses: Sequence[Access]) -> "Future[None]":
        def add(txn: "lmdb.Transaction[bytes]") -> None:
            users: dict[Owner, User | None] = {}
            for access in accesses:
                owner = access.owner
                # What is damaged is told to its reader; the others' accesses must not suffer.
                with contextlib.suppress(RecordCorrupt):
                    if owner not in users:
                        users[owner] = self._users.find(txn, owner)
                    user = users[owner]
                    pair = user and sealed_access(txn, self._at, user, access)
                    if pair:
                        txn.put(*pair, db=self._at.access)

        return self._writer.submit(add)

    def erase_user(self, owner: Owner, base: UserHead) -> "Future[None]":
        index = self._vault.user_index(owner)

        def erase(txn: "lmdb.Transaction[bytes]") -> None:
            entry_at(txn, self._at, index, base)
            prefix = layout.user_prefix(base.number)
            for key, value in layout.scan(txn, self._at.requests, prefix):
                txn.delete(expiry_of(key, value), db=self._at.expiry)
            for database in self._at.of_users():
                layout.delete_range(txn, database, prefix)
            txn.delete(index, db=self._at.users)

        return self._writer.submit(
            erase, after=lambda: self._vault.forget(base.number), makes_room=True
        )

    def close(self) -> None:
        self._writer.close()
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._gate.wait_for(lambda: not self._reading)
        close_environment(self._env, self._folder)

    def _seal(self, owner: Owner, base: UserHead) -> Seal:
        """The key of the user that `base` is the head of; RevisionMismatch if there is none."""
        seal = self._vault.cached_seal(base.number)
        if seal is None:
            with self._read() as txn:
                user = self._users.find(txn, owner)
            if user is None or user.head.number != base.number:
                raise RevisionMismatch("the user's number is another by now")
            seal = user.seal
        return seal

    @contextlib.contextmanager
    def _read(self) -> "Iterator[lmdb.Transaction[bytes]]":
        """A read transaction. `close` waits for it, because closing unmaps what it reads."""
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


def _failed(error: Exception) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


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
