"""Backup: a consistent copy of the store as a stream, taken while it is in use."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from myosotis_server.memory.backups import BackupKind, Backups, TakenBackup
from myosotis_server.memory.errors import NotImplementedYet, Overloaded
from myosotis_server.memory.ports import Claims, Clock
from myosotis_server.service.lanes import Lanes


class Backup:
    """One at a time, whichever process takes it: each takes as much room on disk as the store."""

    def __init__(
        self,
        backups: Backups | None,
        lanes: Lanes,
        clock: Clock,
        model_digest: str,
        claims: Claims,
    ) -> None:
        """Without `backups`, the store is one that cannot be copied."""
        self._backups = backups
        self._lanes = lanes
        self._clock = clock
        self._model_digest = model_digest
        self._claims = claims

    async def __call__(self, kind: BackupKind) -> AsyncGenerator[bytes, None]:
        """The file's bytes in pieces of at most 1 MiB; the next is read when it is asked for.

        Everything that was acknowledged before the call is in it. Overloaded while another is
        being taken; StoreFull and StoreUnusable as in `Backups.take`.
        """
        with self._claims.take("backup") as is_taken:
            if not is_taken:
                raise Overloaded("a backup is being taken already")
            taken = await self._take(kind)
            try:
                while piece := await self._lanes.call(taken.read):
                    yield piece
            finally:
                taken.close()

    async def _take(self, kind: BackupKind) -> TakenBackup:
        backups = self._backups
        if backups is None:
            raise NotImplementedYet("this store takes no backups")
        now = self._clock.now()
        taking = asyncio.ensure_future(
            self._lanes.call(lambda: backups.take(kind, now, self._model_digest))
        )
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            # The copy cannot be stopped; until it is done, there must be no second one.
            with contextlib.suppress(Exception):
                (await taking).close()
            raise
