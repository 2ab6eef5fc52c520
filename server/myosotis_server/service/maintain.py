"""Looks after a user's memory: reviews, reduces, remembers, and lets time do its work."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, dataclass, fields
from functools import partial

from myosotis_server.memory.errors import ReembedRequired
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import Clock, Store
from myosotis_server.memory.values import Owner
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.ageing import Ages
from myosotis_server.service.closing import Closing
from myosotis_server.service.habits import Habits
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.linking import Linking
from myosotis_server.service.retention import Retention

OWNERS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What was done, or would be: memories looked at, promoted, faded, expired and removed for
    want of use, and how many digests and habits were made of others."""

    reviewed: int = 0
    promoted: int = 0
    summarised: int = 0
    decayed: int = 0
    expired: int = 0
    removed: int = 0

    def __add__(self, other: "Upkeep") -> "Upkeep":
        return Upkeep(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


async def _goes_on(_: float) -> None:
    """Takes no rest."""


class Maintain:
    def __init__(
        self,
        store: Store,
        lanes: Lanes,
        accesses: AccessLog,
        closing: Closing,
        ages: Ages,
        habits: Habits,
        retention: Retention,
        linking: Linking,
        clock: Clock,
        meter: Meter = UNMEASURED,
    ) -> None:
        self._meter = meter
        self._store = store
        self._lanes = lanes
        self._accesses = accesses
        self._closing = closing
        self._ages = ages
        self._habits = habits
        self._retention = retention
        self._linking = linking
        self._clock = clock

    async def __call__(self, owner: Owner, dry_run: bool) -> Upkeep:
        """Does for one user what is due by now, in small writes; nothing with `dry_run`.

        A crash in between leaves the rest to the next time. A dry run tells of memories alone: what
        sessions and habits would be made of takes reading them.
        """
        # What was recalled a moment ago is in use.
        with contextlib.suppress(Exception):
            await self._accesses.flush()
        summarised = 0
        if not dry_run:
            await self._linking(owner)
            # What is made of memories waits until they are embedded again; the rest does not.
            with contextlib.suppress(ReembedRequired):
                summarised = await self._closing.review(owner)
                summarised += await self._habits(owner)
            await self._retention(owner)
        ageing = await self._ages(owner, dry_run)
        if not dry_run:
            await self._lanes.call(lambda: self._store.pack(owner, self._clock.now()))
        done = Upkeep(
            reviewed=ageing.looked_at,
            promoted=ageing.promoted,
            summarised=summarised,
            decayed=ageing.faded,
            expired=ageing.expired,
            removed=ageing.removed,
        )
        if not dry_run:
            self._meter.looked_after(asdict(done))
        return done

    async def everyone(
        self,
        dry_run: bool,
        rest: Callable[[float], Awaitable[None]] = _goes_on,
        tenant: str | None = None,
    ) -> Upkeep:
        """The same for all users or those of `tenant`, one after the other; what was done in all.

        `rest` is awaited behind each, with the seconds that it took. Where one user cannot be
        looked after, such as one whose records are damaged, the others are; then it is raised.
        """
        loop = asyncio.get_running_loop()
        done = Upkeep()
        failure: Exception | None = None
        async for owner in self._owners():
            if tenant is not None and owner.tenant != tenant:
                continue
            begun = loop.time()
            try:
                done += await self(owner, dry_run)
            except Exception as error:
                failure = error
            await rest(loop.time() - begun)
        if failure is not None:
            raise failure
        return done

    async def _owners(self) -> AsyncIterator[Owner]:
        after = ""
        while True:
            owners, after = await self._lanes.call(
                partial(self._store.owners, after, OWNERS_AT_ONCE)
            )
            for owner in owners:
                yield owner
            if not after:
                return
