"""Keeps the audit trail: gathers events, writes them together, lets old ones go, lists them."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog

from myosotis_server.memory.audit import (
    CALLS_REFUSED,
    EVENTS_LOST,
    SYSTEM,
    AuditEvent,
    AuditFilter,
    AuditLog,
    AuditPage,
)
from myosotis_server.memory.ports import Clock
from myosotis_server.memory.values import DAY, Instant, Owner
from myosotis_server.service.background import Background

INTERVAL_SECONDS = 0.5
"""How long an event waits at most before it is written."""
PRUNING = DAY
"""How often events that have been kept for long enough are removed, by the server's clock."""
MOST_STRANGERS = 50
"""Calls of unknown callers with an event of their own, in each interval; the others are summed up,
so that nobody without a key can fill the disk."""
MOST_WAITING = 20_000
"""Events that wait for a store that takes none; those beyond are counted and told as lost."""


class AuditTrail:
    """For one event loop. `note` and `assure` may be called from `start` to `stop`."""

    def __init__(
        self, log: AuditLog, clock: Clock, retention_days: int, most_waiting: int = MOST_WAITING
    ) -> None:
        """Events go after `retention_days`; 0 keeps them for good."""
        self._events = log
        self._clock = clock
        self._retention = retention_days * DAY
        self._most_waiting = most_waiting
        self._waiting: deque[AuditEvent] = deque()
        self._lost = 0
        self._strangers = 0
        self._next_pruning: Instant | None = None
        self._writes: set[asyncio.Task[None]] = set()
        self._writing = Background(self._write_behind)
        self._log = structlog.get_logger("myosotis")

    def now(self) -> Instant:
        return self._clock.now()

    def digest(self, owner: Owner) -> str:
        """What stands for `owner` in events."""
        return self._events.digest(owner)

    def note(self, events: Sequence[AuditEvent]) -> None:
        """Writes `events` within about a second. A crash before that loses them."""
        self._put(events)

    def note_stranger(self, events: Sequence[AuditEvent]) -> None:
        """`note`, of a caller who is not known."""
        self._strangers += 1
        if self._strangers <= MOST_STRANGERS:
            self._put(events)

    async def assure(self, events: Sequence[AuditEvent]) -> None:
        """Returns when `events` are durable; fails as the store does, and tries again later.

        Cancelling it does not keep them from being written.
        """
        if not events:
            return
        self._start(self._write_waiting())  # first, so that the order is that of the calls
        await asyncio.shield(self._start(self._write_now(events)))

    async def page(self, wanted: AuditFilter, after: str, limit: int) -> AuditPage:
        """See `AuditLog.events`; what waits is told too, and all pages but the last are full."""
        with contextlib.suppress(Exception):  # what cannot be written now can still be read later
            await self.flush()
        page = await asyncio.to_thread(self._events.events, wanted, after, limit)
        found = [*page.events]
        while page.next and len(found) < limit:
            left = limit - len(found)
            page = await asyncio.to_thread(self._events.events, wanted, page.next, left)
            found += page.events
        return AuditPage(found, page.next)

    async def flush(self) -> None:
        """Writes what waits; on failure it goes on waiting."""
        await asyncio.shield(self._start(self._write_waiting()))

    def start(self) -> None:
        self._writing.start()

    async def stop(self) -> None:
        """Writes the rest and ends."""
        await self._writing.stop()
        await asyncio.gather(*self._writes, return_exceptions=True)
        self._sum_up_strangers()
        try:
            await self.flush()
        except Exception as error:
            waiting = len(self._waiting) + self._lost
            self._log.error("audit events are lost", count=waiting, why=type(error).__name__)

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """A task that goes on when its caller is cancelled; whoever awaits it hears how it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._writes.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._writes.discard(task)
        if not task.cancelled():
            task.exception()  # looked at: the events wait, and are tried again

    def _put(self, events: Sequence[AuditEvent], *, first: bool = False) -> None:
        """Lets `events` wait, as many as there is room for."""
        room = self._most_waiting - len(self._waiting)
        if len(events) > room:
            if not self._lost:
                self._log.error("audit events are lost: the store has not taken any for long")
            self._lost += len(events) - max(room, 0)
            events = events[: max(room, 0)]
        if first:
            self._waiting.extendleft(reversed(events))
        else:
            self._waiting.extend(events)

    async def _write_waiting(self) -> None:
        if not self._waiting and not self._lost:
            return
        taken, self._waiting = [*self._waiting], deque()
        lost, self._lost = self._lost, 0
        if lost:
            taken.append(self._told(EVENTS_LOST, "DATA_LOSS", lost))
        try:
            await asyncio.wrap_future(self._events.append(taken))
        except BaseException:
            self._lost += lost
            self._put(taken[:-1] if lost else taken, first=True)
            raise

    async def _write_now(self, events: Sequence[AuditEvent]) -> None:
        try:
            await asyncio.wrap_future(self._events.append(events, urgent=True))
        except BaseException:
            self._put(events)
            raise

    def _sum_up_strangers(self) -> None:
        more, self._strangers = self._strangers - MOST_STRANGERS, 0
        if more > 0:
            self._put([self._told(CALLS_REFUSED, "UNAUTHENTICATED", more)])

    def _told(self, action: str, outcome: str, count: int) -> AuditEvent:
        details = {"count": str(count)}
        return AuditEvent(self.now(), "", SYSTEM, action, "", outcome, details=details)

    async def _write_behind(self) -> None:
        while True:
            await self._prune_when_due()
            await asyncio.sleep(INTERVAL_SECONDS)
            self._sum_up_strangers()
            with contextlib.suppress(Exception):
                await self.flush()

    async def _prune_when_due(self) -> None:
        now = self.now()
        if not self._retention or (self._next_pruning is not None and now < self._next_pruning):
            return
        self._next_pruning = now + PRUNING
        try:
            while await asyncio.wrap_future(self._events.prune(now - self._retention, now)):
                pass
        except Exception as error:
            self._log.warning("old audit events were not removed", why=type(error).__name__)
