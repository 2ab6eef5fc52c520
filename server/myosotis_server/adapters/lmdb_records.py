"""The store on LMDB: one encrypted environment, one thread that writes, readers that never wait."""

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import lmdb
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.access_counts import sealed_access
from myosotis_server.adapters.edge_records import EdgeIndex
from myosotis_server.adapters.entry_codec import decode_user, encode_user
from myosotis_server.adapters.forgettings import count_forgetting, forgettings
from myosotis_server.adapters.lmdb_audit import LmdbAudit
from myosotis_server.adapters.lmdb_file import close_environment, open_environment
from myosotis_server.adapters.lmdb_kept import KeptRecords
from myosotis_server.adapters.lmdb_keys import LmdbKeys
from myosotis_server.adapters.lmdb_reads import LmdbReads
from myosotis_server.adapters.lmdb_sizes import store_size
from myosotis_server.adapters.lmdb_staging import (
    ModelSwitch,
    Staging,
    drop_staged,
    revisions_of,
    staged_of,
)
from myosotis_server.adapters.lmdb_write import LmdbWrite
from myosotis_server.adapters.master_rotation import MasterRotation
from myosotis_server.adapters.packing import SCATTERED, begin_packing, pack_some
from myosotis_server.adapters.stamped_write import stamp
from myosotis_server.adapters.store_backup import StoreBackups
from myosotis_server.adapters.store_check import StoreReport, examine
from myosotis_server.adapters.turn_records import TurnIndex
from myosotis_server.adapters.user_entries import User, Users, entry_at
from myosotis_server.adapters.user_rotation import UserRotation
from myosotis_server.adapters.user_secrets import FILE_NAME
from myosotis_server.adapters.vault import Seal, Vault, data_file
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.errors import RecordCorrupt, RevisionMismatch
from myosotis_server.memory.holdings import StoreSize
from myosotis_server.memory.kept import Kept
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import Access, Forgettings, UserHead, Write
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.trust import with_device
from myosotis_server.memory.values import Instant, Owner


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
        meter: Meter = UNMEASURED,
    ) -> None:
        """Opens the store in `folder`, created if need be. StoreUnusable where it cannot."""
        env, databases, secrets = open_environment(folder, vault, map_size)
        users = Users(vault, secrets, databases, new_namespace)
        super().__init__(env, databases, vault, users, TurnIndex(vault))
        self._edge_index = EdgeIndex(vault)
        self._folder = folder
        self._log_length = log_length
        self._secrets = secrets
        self._writer = Writer(env, full_from=map_size, before_commit=secrets.sync, meter=meter)
        self.api_keys = LmdbKeys(self._read, self._writer, databases, vault)
        self._kept = KeptRecords(vault, databases)
        self.backups = StoreBackups(self._read, env, databases.meta, folder, secrets, vault)
        self.audit = LmdbAudit(self._read, self._writer, databases, vault)
        self.master_rotation = MasterRotation(self._read, self._writer, databases, secrets, vault)
        self._user_rotation = UserRotation(
            self._read, self._writer, databases, users, secrets, vault
        )

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
            stamped = stamp(write)
            planned = LmdbWrite(
                write,
                stamped,
                self._vault.user_index(write.owner),
                self._vault.request_index(write.request_id),
                self._turn_index,
                self._edge_index,
                self._serials(write.base, [*stamped.memories, *stamped.removals]),
                self._seal(write.owner, write.base),
                self._at,
                self._log_length,
            )
        except Exception as error:  # told where the caller waits for the outcome
            return _failed(error)
        lets_go = any(update.kept_from > 0 for update in write.sessions)
        erases = bool(write.removals or write.forgotten_turns or write.unrelated or lets_go)
        puts = bool(write.changes or write.turns or write.related)
        kept = write.kept

        def apply(txn: "lmdb.Transaction[bytes]") -> int:
            if kept is not None:
                self._kept.check(txn)
            revision = planned.apply(txn)
            if kept is not None:
                self._kept.add(txn, write.owner.tenant, kept)
            if write.forgets:
                count_forgetting(txn, self._at, memories=1)
            return revision

        return self._writer.submit(apply, makes_room=erases and not puts)

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

    def note_device(self, owner: Owner, number: int, digest: bytes) -> "Future[None]":
        index = self._vault.user_index(owner)

        def note(txn: "lmdb.Transaction[bytes]") -> None:
            stored = txn.get(index, db=self._at.users)
            entry = None if stored is None else decode_user(stored)
            if entry is not None and entry.number == number:
                devices = with_device(entry.devices, digest)
                entry = with_fields(entry, devices=devices)
                txn.put(index, encode_user(entry), db=self._at.users)

        return self._writer.submit(note)

    def erase_user(
        self, owner: Owner, base: UserHead | None, kept: Kept | None = None
    ) -> "Future[None]":
        index = self._vault.user_index(owner)
        erased: list[int] = []

        def erase(txn: "lmdb.Transaction[bytes]") -> None:
            if kept is not None:
                self._kept.check(txn)
            number = self._number_to_erase(txn, index, base)
            erased[:] = [] if number is None else [number]
            if number is not None:
                layout.erase_ranges(txn, self._at, index, number)
                txn.put(layout.erasing_key(number), b"", db=self._at.meta)
                count_forgetting(txn, self._at, users=1)
            if kept is not None:
                self._kept.add(txn, owner.tenant, kept)

        def shred() -> None:
            for number in erased:
                self._shred(number)

        return self._writer.submit(erase, after=shred, makes_room=True)

    def forgettings(self) -> Forgettings:
        with self._read() as txn:
            return forgettings(txn, self._at)

    def let_go(self) -> None:
        for number in self._vault.cached_numbers():
            with contextlib.suppress(RecordCorrupt):
                if self._secrets.secret(number) is None:
                    self._vault.forget(number)

    def kept(self, tenant: str | None) -> Kept:
        with self._read() as txn:
            return self._kept.of(txn, tenant)

    def _number_to_erase(
        self, txn: "lmdb.Transaction[bytes]", index: bytes, base: UserHead | None
    ) -> int | None:
        """The user's number; None without `base` where there is no such user."""
        if base is None:
            return self._users.number_of_damaged(txn, index)
        return entry_at(txn, self._at, index, base).number

    def stage_rows(
        self, owner: Owner, base: UserHead, model_digest: str, rows: Rows
    ) -> "Future[None]":
        try:
            index = self._vault.user_index(owner)
            seal = self._seal(owner, base)
            staging = Staging(index, base, model_digest, rows, seal, self._at)
        except Exception as error:  # told where the caller waits for the outcome
            return _failed(error)
        return self._writer.submit(staging.apply)

    def switch_model(self, owner: Owner, base: UserHead, model_digest: str) -> "Future[int]":
        try:
            with self._read() as txn:
                user = self._users.find(txn, owner)
                if user is None or user.head != base:
                    raise RevisionMismatch("the user has moved on")
                staged = staged_of(txn, self._at, user, model_digest)
                own = list(layout.scan(txn, self._at.vectors, user.prefix))
                serials = layout.scan(txn, self._at.serials, user.prefix)
                keys = {key: user.prefix + serial for key, serial in serials}
            rows = user.seal.open_all(layout.VECTORS, own)
            if revisions_of(staged.values()) != revisions_of(rows):
                raise RevisionMismatch("not all rows of the other model are of what is there")
            index = self._vault.user_index(owner)
            switch = ModelSwitch(
                index, user, model_digest, staged, keys, self._at, self._log_length
            )
        except Exception as error:  # told where the caller waits for the outcome
            return _failed(error)
        return self._writer.submit(
            switch.apply, after=lambda: self._drop_staged(user, model_digest)
        )

    def note_linked(self, owner: Owner, base: UserHead) -> "Future[None]":
        key = layout.unlinked_key(base.number)
        return self._writer.submit(lambda txn: _delete(txn, key, self._at.meta))

    def size(self) -> StoreSize:
        with self._read() as txn:
            files = (data_file(self._folder), self._folder / FILE_NAME)
            return store_size(txn, self._at, files)

    def rotate_key(self, owner: Owner, stopping: threading.Event) -> int | None:
        return self._user_rotation.run(owner, stopping)

    def pack(self, owner: Owner, now: Instant) -> bool:
        index = self._vault.user_index(owner)
        number = self._writer.submit(partial(begin_packing, at=self._at, index=index, now=now))
        found = number.result()
        if found is None:
            return False
        for name in SCATTERED:
            after: bytes | None = b""
            while after is not None:
                slice_ = partial(
                    pack_some,
                    database=getattr(self._at, name),
                    prefix=layout.user_prefix(found),
                    after=after,
                )
                after = self._writer.submit(slice_).result()
        return True

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

    @property
    def waiting_writes(self) -> int:
        return self._writer.waiting

    @property
    def used_bytes(self) -> int:
        """Of the map: up to its last page, free ones before it included."""
        with self._read():  # keeps the environment open
            return self._writer.used_bytes()

    @property
    def is_broken(self) -> bool:
        """Whether the store must be opened again; see `Writer.is_broken`."""
        return self._writer.is_broken

    def when_broken(self, tell: Callable[[], object]) -> None:
        """See `Writer.when_broken`."""
        self._writer.when_broken(tell)

    def close(self) -> None:
        self._writer.close()
        if self._stop_reading():
            close_environment(self._env, self._folder)
            self._secrets.close()

    def _drop_staged(self, user: User, model_digest: str) -> None:
        """Between others' writes. What a crash leaves goes with whatever is staged next."""

        def go_on(dropped: "Future[bool]") -> None:
            if dropped.exception() is None and dropped.result():
                self._drop_staged(user, model_digest)

        self._writer.submit(
            lambda txn: drop_staged(txn, self._at, user, model_digest), makes_room=True
        ).add_done_callback(go_on)

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

    def _serials(self, base: UserHead, memory_ids: Sequence[str]) -> dict[str, bytes]:
        """What stands in keys for those of the memories that there are."""
        if not memory_ids:
            return {}
        prefix = layout.user_prefix(base.number)
        with self._read() as txn:
            keys = {each: layout.memory_key(txn, self._at, prefix, each) for each in memory_ids}
        return {each: key[len(prefix) :] for each, key in keys.items() if key is not None}

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


def _delete(txn: "lmdb.Transaction[bytes]", key: bytes, database: "lmdb._Database") -> None:
    txn.delete(key, db=database)


def _failed(error: Exception) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(error)
    return future
