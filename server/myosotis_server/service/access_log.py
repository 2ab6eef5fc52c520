"""Counts recalls behind the reply: gathered in RAM, written together about once a second."""

import asyncio
import contextlib
from collections.abc import Iterable

from myosotis_server.memory.ports import Access, Store
from myosotis_server.memory.values import Instant, Owner
from myosotis_server.service.background import Background

INTERVAL_SECONDS = 1.0


class AccessLog:
    """Losing the last second of counts in a crash is accepted; nothing else hangs on them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: dict[tuple[Owner, str], tuple[int, Instant]] = {}
        self._background = Background(self._run)

    def note(self, owner: Owner, memory_ids: Iterable[str], now: Instant) -> None:
        for memory_id in memory_ids:
            count, _ = self._pending.get((owner, memory_id), (0, now))
            self._pending[owner, memory_id] = (count + 1, now)

    def drop(self, owner: Owner) -> None:
        """Forgets what is pending for a user who was erased."""
        for key in [key for key in self._pending if key[0] == owner]:
            del self._pending[key]

    async def flush(self) -> None:
        """Writes what is pending; on failure it stays pending."""
        taken, self._pending = self._pending, {}
        if not taken:
            return
        accesses = [
            Access(owner, memory_id, count, time)
            for (owner, memory_id), (count, time) in taken.items()
        ]
        try:
            await asyncio.wrap_future(self._store.note_accesses(accesses))
        except Exception:
            # Counts only rank; a full disk must not make reads fail, nor let this grow.
            if len(self._pending) < 100_000:
                self._restore(taken)
            raise

    def _restore(self, taken: dict[tuple[Owner, str], tuple[int, Instant]]) -> None:
        for key, (count, time) in taken.items():
            since, last = self._pending.get(key, (0, time))
            self._pending[key] = (since + count, last)

    def start(self) -> None:
        self._background.start()

    async def stop(self) -> None:
        """Writes the rest and ends."""
        await self._background.stop()
        with contextlib.suppress(Exception):
            await self.flush()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            with contextlib.suppress(Exception):
                await self.flush()
