"""The one thread that writes: everything that waits goes into one durable transaction."""

import errno
import logging
import queue
import resource
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeVar

import lmdb

from myosotis_server.memory.errors import (
    MyosotisError,
    Overloaded,
    StoreFull,
    StoreUnusable,
)
from myosotis_server.memory.meter import UNMEASURED, Meter

T = TypeVar("T")

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
_ROOM = 1 << 20
"""Bytes that a disk must still take which is not full."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    work: "Callable[[lmdb.Transaction[bytes]], Any]"
    after: Callable[[], None] | None
    makes_room: bool
    future: "Future[Any]" = field(default_factory=Future)


class Writer:
    """Commits work in groups, first come first served.

    Once the file has grown beyond `full_from` bytes, only work that makes room is done, and other
    work is tried again after that: it may fit into what became free. The room beyond is kept for
    forgetting.
    """

    def __init__(
        self,
        env: lmdb.Environment,
        max_waiting: int = 10_000,
        max_group: int = 256,
        full_from: int | None = None,
        before_commit: Callable[[], None] = lambda: None,
        meter: Meter = UNMEASURED,
    ) -> None:
        """`before_commit` runs in each transaction, after all work and before it is durable."""
        self._env = env
        self._meter = meter
        self._before_commit = before_commit
        self._tell_broken: Callable[[], object] = lambda: None
        self._broken = False
        self._max_waiting = max_waiting
        self._max_group = max_group
        self._full_from = full_from
        self._full = False
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(
        self,
        work: "Callable[[lmdb.Transaction[bytes]], T]",
        after: Callable[[], None] | None = None,
        *,
        makes_room: bool = False,
    ) -> "Future[T]":
        """What `work` returned, once it is durable; `after` runs just before that is told.

        Where `after` fails, its failure is told instead; what `work` did stays done.

        `makes_room` says that it takes away more than it puts.

        `work` may run more than once, each time in another transaction. A MyosotisError that it
        raises before it puts anything fails it alone; once it has put something, it must not
        raise one. The future fails with Overloaded where too many wait, StoreFull without room,
        StoreUnusable after `close` or where the disk fails; one cancelled before its turn is not
        written.
        """
        job = _Job(work, after, makes_room)
        with self._lock:
            if self._closed:
                job.future.set_exception(StoreUnusable("the store is closed"))
            elif self._queue.qsize() >= self._max_waiting:
                job.future.set_exception(Overloaded("too many writes are waiting"))
            else:
                self._queue.put(job)
        return job.future

    @property
    def waiting(self) -> int:
        """Writes that wait for the thread."""
        return self._queue.qsize()

    @property
    def is_broken(self) -> bool:
        """Whether the environment can be used no more: the disk failed where it tells what is
        committed. Whether the last transaction is, only opening it again will tell."""
        return self._broken

    def when_broken(self, tell: Callable[[], object]) -> None:
        """Calls `tell`, perhaps twice and on the writing thread, when `is_broken` comes true."""
        self._tell_broken = tell
        if self._broken:
            tell()

    def close(self) -> None:
        """Commits what waits, then ends the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        job = self._queue.get()
        while job is not None:
            group: list[_Job] = []
            try:
                while job is not None and len(group) < self._max_group:
                    if job.future.set_running_or_notify_cancel():
                        group.append(job)
                    job = self._queue.get_nowait()
            except queue.Empty:
                self._commit(group)
                job = self._queue.get()
            else:
                self._commit(group)

    def _commit(self, group: Sequence[_Job]) -> None:
        if not group:
            return
        try:
            outcomes = self._transact(group)
        except BaseException as error:  # whatever it is, its callers wait and the thread lives on
            if self._breaks() or len(group) == 1:
                _note(error)
                for job in group:
                    told = self._told(error)
                    job.future.set_exception(told)
                self._meter.failed_write("full" if isinstance(told, StoreFull) else "failed")
            else:
                for job in group:  # alone, so that only those fail that cannot be written
                    self._commit([job])
            return
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, MyosotisError):
                job.future.set_exception(outcome)
                continue
            try:
                if job.after is not None:
                    job.after()
            except Exception as error:  # what was committed stays, but is not told as done
                _note(error)
                job.future.set_exception(self._told(error))
                continue
            job.future.set_result(outcome)

    def _transact(self, group: Sequence[_Job]) -> list[Any]:
        outcomes: list[Any] = []
        before = self.used_bytes()
        began = perf_counter()
        with self._env.begin(write=True) as txn:
            for job in group:
                try:
                    if self._full and not job.makes_room:
                        raise StoreFull("the store is full")
                    outcomes.append(job.work(txn))
                except MyosotisError as error:
                    outcomes.append(error)
            syncs = perf_counter()
            self._before_commit()
        done = perf_counter()
        self._meter.committed(len(group), done - began, done - syncs)
        after = self.used_bytes()
        if any(job.makes_room for job in group):
            self._full = False
        elif self._full_from is not None and after > max(before, self._full_from):
            self._full = True
        return outcomes

    def used_bytes(self) -> int:
        """Bytes of the file up to its last page in use. Pages set free in between still count."""
        return int((self._env.info()["last_pgno"] + 1) * self._env.stat()["psize"])

    def _breaks(self) -> bool:
        """Whether the environment refuses everything from now on; says so the first time."""
        try:
            with self._env.begin():
                return False
        except lmdb.PanicError:
            if not self._broken:
                self._broken = True
                self._tell_broken()
        except lmdb.Error:  # as with too many readers
            return False
        return True

    def _told(self, error: BaseException) -> BaseException:
        """`error` as its caller is told it; what LMDB said goes to the log alone."""
        if not isinstance(error, lmdb.Error | OSError):
            return error
        if isinstance(error, lmdb.MapFullError) or (not self._broken and self._has_no_room(error)):
            return StoreFull("the store has no room")
        return StoreUnusable("the store failed a write")

    def _has_no_room(self, error: "lmdb.Error | OSError") -> bool:
        code = error.errno if isinstance(error, OSError) else abs(getattr(error, "code", 0))
        # LMDB tells a write that fitted only in part as EIO, as it does a disk that fails.
        return code in _NO_ROOM or (code == errno.EIO and not self._finds_room())

    def _finds_room(self) -> bool:
        """Whether the file may grow: no disk, quota or limit keeps it from that."""
        largest, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
        if largest not in (-1, resource.RLIM_INFINITY) and self.used_bytes() + _ROOM > largest:
            return False
        try:
            with tempfile.TemporaryFile(dir=self._env.path()) as attempt:
                attempt.write(bytes(_ROOM))
        except OSError as error:
            return error.errno not in _NO_ROOM
        return True


def _note(error: BaseException) -> None:
    if isinstance(error, lmdb.Error | OSError):
        _log.error("the store failed a write: %s", error)
