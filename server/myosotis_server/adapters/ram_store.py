"""The store's twin in plain dicts: what LmdbStore must answer, without files, keys or threads."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TypeVar
from uuid import UUID, uuid4

from myosotis_server.adapters.access_counts import added
from myosotis_server.adapters.lmdb_staging import without_accesses
from myosotis_server.adapters.ram_user import RamUser, split
from myosotis_server.adapters.session_states import latest_first
from myosotis_server.adapters.stamped_write import StampedWrite, stamp
from myosotis_server.adapters.store_format import id_text
from myosotis_server.memory.errors import RevisionMismatch, StoreUnusable
from myosotis_server.memory.graph import Edge
from myosotis_server.memory.holdings import Holdings, StoreSize
from myosotis_server.memory.kept import Kept, total
from myosotis_server.memory.ports import (
    Access,
    Answer,
    Forgettings,
    RowChanges,
    SessionTurn,
    UserHead,
    Write,
)
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import Mood, Session
from myosotis_server.memory.trust import with_device
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryChange,
    Owner,
    TimeRange,
    Turn,
    TurnReference,
)

T = TypeVar("T")


class RamStore:
    """The Store port in memory, lost with the process."""

    def __init__(self, log_length: int = 2_000, new_namespace: Callable[[], UUID] = uuid4) -> None:
        self._users: dict[Owner, RamUser] = {}
        self._kept: list[tuple[str, Kept]] = []
        self._forgettings = Forgettings()
        self._next_number = 1
        self._log_length = log_length
        self._new_namespace = new_namespace
        self._lock = threading.RLock()
        self._closed = False

    def head(self, owner: Owner) -> UserHead | None:
        with self._open():
            user = self._users.get(owner)
            return None if user is None else user.head

    def open_user(self, owner: Owner, model_digest: str) -> "Future[UserHead]":
        def open_it() -> UserHead:
            if owner not in self._users:
                head = UserHead(self._next_number, 0, self._new_namespace(), model_digest)
                self._next_number += 1
                self._users[owner] = RamUser(head)
            return self._users[owner].head

        return self._done(open_it)

    def commit(self, write: Write) -> "Future[int]":
        return self._done(lambda: self._commit(write, stamp(write)))

    def memories(self, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]:
        with self._open():
            user = self._users.get(owner)
            if user is None:
                return [None] * len(memory_ids)
            return [user.memory(memory_id) for memory_id in memory_ids]

    def rows(self, owner: Owner) -> tuple[UserHead, Rows] | None:
        with self._open():
            user = self._users.get(owner)
            return None if user is None else (user.head, user.rows_of(sorted(user.rows)))

    def changes_since(self, owner: Owner, head: UserHead) -> RowChanges | None:
        with self._open():
            user = self._users.get(owner)
            if user is None or user.head.number != head.number:
                return None
            missed = range(head.revision + 1, user.head.revision + 1)
            if head.revision > user.head.revision or not all(at in user.log for at in missed):
                return None
            removed: dict[str, bool] = {}
            for revision in missed:
                removed |= user.log[revision]
            put = sorted(memory_id for memory_id, gone in removed.items() if not gone)
            gone = sorted(memory_id for memory_id, gone in removed.items() if gone)
            return RowChanges(user.head, user.rows_of(put), tuple(gone))

    def history(
        self, owner: Owner, memory_id: str, before: int | None, limit: int
    ) -> list[MemoryChange]:
        with self._open():
            user = self._users.get(owner)
            changes = [] if user is None else user.history.get(memory_id, [])
            older = [c for c in reversed(changes) if before is None or c.revision < before]
            page = older[: max(limit, 0)]
            rest = older[len(page) :]
            return page + [c for c in rest if page and c.revision == page[-1].revision]

    def answer(self, owner: Owner, request_id: str, now: Instant) -> Answer | None:
        with self._open():
            user = self._users.get(owner)
            answer = None if user is None else user.answers.get(request_id)
            return answer if answer is not None and answer.expire_time > now else None

    def turns(self, owner: Owner, references: Sequence[TurnReference]) -> list[Turn | None]:
        with self._open():
            user = self._users.get(owner)
            if user is None:
                return [None] * len(references)
            return [user.turns.found(reference) for reference in references]

    def session_turns(
        self, owner: Owner, session_id: str, before: int | None, limit: int
    ) -> list[tuple[int, Turn]]:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else user.turns.of_session(session_id, before, limit)

    def unread(self, owner: Owner, limit: int) -> list[SessionTurn]:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else [*user.turns.waiting.values()][: max(limit, 0)]

    def owners_unread(self) -> list[Owner]:
        with self._open():
            return [owner for owner, user in self._users.items() if user.turns.waiting]

    def edges(self, owner: Owner, node_id: str | None = None) -> list[Edge]:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else user.graph.edges(node_id)

    def sessions(self, owner: Owner) -> list[Session]:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else latest_first(user.turns.sessions.values())

    def session(self, owner: Owner, session_id: str) -> Session | None:
        with self._open():
            user = self._users.get(owner)
            return None if user is None else user.turns.sessions.get(session_id)

    def open_sessions(self, owner: Owner) -> list[Session]:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else user.turns.open()

    def owners_open(self) -> list[Owner]:
        with self._open():
            return [owner for owner, user in self._users.items() if user.turns.open()]

    def moods(self, owner: Owner, span: TimeRange) -> list[Mood]:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else user.turns.moods_within(span)

    def owners(self, after: str, limit: int) -> tuple[list[Owner], str]:
        """Places are user numbers."""
        with self._open():
            rest = {
                f"{user.head.number}": owner
                for owner, user in self._users.items()
                if user.head.number > int(after or 0)
            }
            page = [*rest][: max(limit, 0)]
            owners = [rest[place] for place in page]
            return owners, "" if len(page) == len(rest) else [after, *page][-1]

    def changes(self, owner: Owner, after: int, limit: int) -> list[MemoryChange] | None:
        with self._open():
            user = self._users.get(owner)
            return [] if user is None else user.changes(after, limit)

    def rotate_key(self, owner: Owner, stopping: threading.Event) -> int | None:
        with self._open():
            user = self._users.get(owner)
            if user is None:
                return None
            user.key_version += 1
            return user.key_version

    def pack(self, owner: Owner, now: Instant) -> bool:
        return False

    def note_accesses(self, accesses: Sequence[Access]) -> "Future[None]":
        def add() -> None:
            for access in accesses:
                user = self._users.get(access.owner)
                if user is not None and access.memory_id in user.memories:
                    before = user.accesses.get(access.memory_id, (0, None))
                    user.accesses[access.memory_id] = added(before, access)

        return self._done(add)

    def note_device(self, owner: Owner, number: int, digest: bytes) -> "Future[None]":
        def note() -> None:
            user = self._users.get(owner)
            if user is not None and user.head.number == number:
                devices = with_device(user.head.devices, digest)
                user.head = replace(user.head, devices=devices)

        return self._done(note)

    def erase_user(
        self, owner: Owner, base: UserHead | None, kept: Kept | None = None
    ) -> "Future[None]":
        def erase() -> None:
            if base is not None:
                self._user_at(owner, base)
            if self._users.pop(owner, None) is not None:
                counts = self._forgettings
                self._forgettings = replace(counts, users=counts.users + 1)
            if kept is not None:
                self._kept.append((owner.tenant, kept))

        return self._done(erase)

    def forgettings(self) -> Forgettings:
        with self._open():
            return self._forgettings

    def let_go(self) -> None:
        """It holds nothing but what is there."""

    def kept(self, tenant: str | None) -> Kept:
        with self._open():
            every = [kept for of, kept in self._kept if tenant in (None, of)]
            return Kept(
                total(each.statistics for each in every),
                tuple(said for each in every for said in each.statements),
            )

    def stage_rows(
        self, owner: Owner, base: UserHead, model_digest: str, rows: Rows
    ) -> "Future[None]":
        def stage() -> None:
            user = self._user_at(owner, base)
            if user.staged_for != model_digest:
                user.staged, user.staged_for = {}, model_digest
            for row in split(without_accesses(rows)):
                user.staged[id_text(row.fixed["memory_id"][0].tobytes())] = row

        return self._done(stage)

    def staged_rows(self, owner: Owner, model_digest: str) -> Mapping[str, int]:
        with self._open():
            user = self._users.get(owner)
            return {} if user is None else self._staged(user, model_digest)

    def switch_model(self, owner: Owner, base: UserHead, model_digest: str) -> "Future[int]":
        def switch() -> int:
            user = self._user_at(owner, base)
            if self._staged(user, model_digest) != _revisions(user.rows):
                raise RevisionMismatch("not all rows of the other model are of what is there")
            user.rows, user.staged = user.staged, {}
            revision = base.revision + 1
            user.log[revision] = {}
            user.log.pop(revision - self._log_length, None)
            user.head = replace(user.head, revision=revision, model_digest=model_digest)
            return revision

        return self._done(switch)

    def is_unlinked(self, owner: Owner) -> bool:
        """It never held what is older than edges."""
        return False

    def note_linked(self, owner: Owner, base: UserHead) -> "Future[None]":
        return self._done(lambda: None)

    def size(self) -> StoreSize:
        """It takes nothing on disk."""
        with self._open():
            memories = sum(len(user.memories) for user in self._users.values())
            return StoreSize(len(self._users), memories, 0)

    def holdings(self, owner: Owner) -> Holdings | None:
        with self._open():
            user = self._users.get(owner)
            return None if user is None else Holdings(len(user.turns.places), 0)

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _commit(self, write: Write, stamped: StampedWrite) -> int:
        user = self._user_at(write.owner, write.base)
        user.turns.check(stamped)
        for owned in self._users.values():
            owned.answers = {
                request_id: answer
                for request_id, answer in owned.answers.items()
                if answer.expire_time > write.time
            }
        removed = [memory_id for memory_id in stamped.removals if memory_id in user.memories]
        for memory_id in removed:
            for kept in (user.memories, user.rows, user.staged, user.history, user.accesses):
                kept.pop(memory_id, None)
        for change in stamped.changes:
            if change.in_history:
                user.history.setdefault(change.memory.memory_id, []).append(change)
        if stamped.rows is not None:
            user.rows.update(zip(stamped.memories, split(stamped.rows), strict=True))
        user.memories.update(stamped.memories)
        revision = write.base.revision
        turned = user.turns.apply(stamped)
        joined = user.graph.apply(stamped.edges)
        if stamped.memories or removed or turned or joined:
            revision += 1
            user.log[revision] = dict.fromkeys(stamped.memories, False) | dict.fromkeys(
                removed, True
            )
            user.log.pop(revision - self._log_length, None)
            user.head = replace(user.head, revision=revision, memory_count=len(user.memories))
        if write.kept is not None:
            self._kept.append((write.owner.tenant, write.kept))
        if write.forgets:
            counts = self._forgettings
            self._forgettings = replace(counts, memories=counts.memories + 1)
        if write.answer is not None and write.request_id:
            user.answers[write.request_id] = replace(write.answer, revision=revision)
        return revision

    def _user_at(self, owner: Owner, base: UserHead) -> RamUser:
        user = self._users.get(owner)
        if user is None or (user.head.number, user.head.revision) != (
            base.number,
            base.revision,
        ):
            raise RevisionMismatch("the user's revision has moved on")
        return user

    @staticmethod
    def _staged(user: RamUser, model_digest: str) -> dict[str, int]:
        is_of_model = user.staged_for == model_digest != user.head.model_digest
        return _revisions(user.staged) if is_of_model else {}

    def _open(self) -> threading.RLock:
        """The lock; StoreUnusable once closed."""
        if self._closed:
            raise StoreUnusable("the store is closed")
        return self._lock

    def _done(self, work: Callable[[], T]) -> "Future[T]":
        future: Future[T] = Future()
        try:
            with self._open():
                result = work()
        except Exception as error:  # told where the caller waits for the outcome
            future.set_exception(error)
        else:
            future.set_result(result)
        return future


def _revisions(rows: Mapping[str, Rows]) -> dict[str, int]:
    """The memories, each with the revision that its row is of."""
    return {memory_id: int(row.fixed["revision"][0]) for memory_id, row in rows.items()}
