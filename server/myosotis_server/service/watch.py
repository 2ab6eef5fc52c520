"""Watch: the changes of one user's memories as they happen, from any revision on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial

from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.errors import RevisionGone
from myosotis_server.memory.ports import Store
from myosotis_server.memory.values import MemoryChange, Owner
from myosotis_server.service.bulletin import Bulletin
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.seen import seen_changes

READ_AT_ONCE = 20
"""Changes held for each reader, however slow: each may be of some 200 KB."""
LOOKS_SECONDS = 1.0
"""Other processes' writes are noticed so late at most."""


class Watch:
    def __init__(self, store: Store, lanes: Lanes, bulletin: Bulletin) -> None:
        self._store = store
        self._lanes = lanes
        self._bulletin = bulletin
        self._stopped = asyncio.Event()

    def stop(self) -> None:
        """Ends every stream: a server that drains must not wait for those who watch."""
        self._stopped.set()

    async def __call__(
        self, owner: Owner, after: int, clearance: Clearance = FULL
    ) -> AsyncIterator[MemoryChange]:
        """Changes of revisions above `after`, oldest first, without end.

        No more is read than its caller takes. RevisionGone where the log no longer reaches back to
        `after`, and when the user is erased: what they are later has nothing to do with that.
        """
        number: int | None = None
        with self._bulletin.watch(owner) as changed:
            while not self._stopped.is_set():
                changed.clear()
                head = await self._lanes.call(lambda: self._store.head(owner))
                if head is not None and number is None:
                    number = head.number
                if (head and head.number) != number or (head.revision if head else 0) < after:
                    raise RevisionGone("the user was erased, or had never come so far")
                changes = await self._lanes.call(
                    partial(self._store.changes, owner, after, READ_AT_ONCE)
                )
                if changes is None:
                    raise RevisionGone("the log does not reach back so far")
                for change in seen_changes(changes, clearance):
                    yield change
                if changes:
                    after = changes[-1].revision
                else:
                    await self._something(changed)

    async def _something(self, changed: asyncio.Event) -> None:
        """Waits until the user changes, the server stops, or it is time to look."""
        waiting = [
            asyncio.ensure_future(changed.wait()),
            asyncio.ensure_future(self._stopped.wait()),
        ]
        try:
            await asyncio.wait(waiting, timeout=LOOKS_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waiting:
                each.cancel()
            for each in waiting:
                with contextlib.suppress(asyncio.CancelledError):
                    await each
