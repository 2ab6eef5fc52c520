"""The store on LMDB: one encrypted environment, one thread that writes, readers that never wait."""

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.access_counts import sealed_access
from myosotis_server.adapters.edge_records import EdgeIndex
from myosotis_server.adapters.lmdb_audit import LmdbAudit
from myosotis_server.adapters.lmdb_file import close_environment, open_environment
from myosotis_server.adapters.lmdb_keys import LmdbKeys
from myosotis_server.adapters.lmdb_reads import LmdbReads
from myosotis_server.adapters.lmdb_write import LmdbWrite
from myosotis_server.adapters.stamped_write import stamp
from myosotis_server.adapters.store_backup import StoreBackups
from myosotis_server.adapters.store_check import StoreReport, examine
from myosotis_server.adapters.turn_records import TurnIndex
from myosotis_server.adapters.user_entries import User, Users, entry_at
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import RecordCorrupt, RevisionMismatch
from myosotis_server.memory.ports import Access, UserHead, Write
from myosotis_server.memory.values import Owner


class LmdbStore(LmdbReads):
    """The Store port, durable. One per folder and process; several processes may share a folder.

    All processes must use one `map_size`; the file is sparse and takes only what it holds.
    `log_length` is how many revisions back `changes_since` reaches. Never fork with it open.
    """

    def __init__(
        self,
        folder: Path,
        vault: Vault,
        map_size: int = 64 << 30,
        log_length: int = 2_000,
        new_namespace: Callable[[], UUID] = uuid4,
    ) -> None:
        """Opens the store in `folder`, created if need be. StoreUnusable where it cannot."""
        env, databases, secrets = open_environment(folder, vault, map_size)
        users = Users(vault, secrets, databases, new_namespace)
        super().__init__(env, databases, vault, users, TurnIndex(vault))
        self._edge_index = EdgeIndex(vault)
        self._folder = folder
        self._log_length = log_length
        self._secrets = secrets
        self._writer = Writer(env, full_from=map_size, before_commit=secrets.sync)
        self.api_keys = LmdbKeys(self._read, self._writer, databases.api_keys, vault)
        self.backups = StoreBackups(self._read, env, folder, secrets, vault)
        self.audit = LmdbAudit(self._read, self._writer, databases, vault)

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
                self._edge_index,
                self._seal(write.owner, write.base),
                self._at,
                self._log_length,
            )
        except Exception as error:  # told where the caller waits for the outcome
            return _failed(error)
        lets_go = any(update.kept_from > 0 for update in write.sessions)
        erases = bool(write.removals or write.forgotten_turns or write.unrelated or lets_go)
        puts = bool(write.changes or write.turns or write.related)
        return self._writer.submit(planned.apply, makes_room=erases and not puts)

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
            layout.erase_ranges(txn, self._at, index, base.number)
            txn.put(layout.erasing_key(base.number), b"", db=self._at.meta)

        return self._writer.submit(erase, after=lambda: self._shred(base.number), makes_room=True)

    def examine(self) -> StoreReport:
        """Reads everything, as it is at one moment, and tells what is damaged."""
        with self._read() as txn:
            return examine(txn, self._at, self._vault, self._secrets)

    def sweep_erased(self) -> int:
        """Deletes what a store put back to an earlier state has of users who were erased since.

        It can be read no more, but it takes room. How many there were. Not for a store that is in
        use, where they may come back meanwhile.
        """
        with self._read() as txn:
            erased = self._users.erased(txn)
        for index, number in erased:
            erase = partial(layout.erase_ranges, databases=self._at, index=index, number=number)
            self._writer.submit(erase, makes_room=True).result()
        return len(erased)

    def close(self) -> None:
        self._writer.close()
        if self._stop_reading():
            close_environment(self._env, self._folder)
            self._secrets.close()

    def _shred(self, number: int) -> None:
        """Makes every copy of an erased user's data unreadable, those in backups included.

        Only once the erasure is durable: what was not forgotten must stay readable. A crash before
        the secret is gone leaves word of it in the store, for the next start to see to.
        """
        try:
            self._secrets.erase(number)
        finally:
            self._vault.forget(number)

        def done(txn: "lmdb.Transaction[bytes]") -> None:
            txn.delete(layout.erasing_key(number), db=self._at.meta)

        self._writer.submit(done, makes_room=True)

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


def _failed(error: Exception) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(error)
    return future
