"""Looks after everybody's memory at an interval, one user after the other, when there is time.

Of several processes over one store, one does it for all.
"""

import asyncio
from dataclasses import asdict
from typing import NoReturn

import structlog

from myosotis_server.memory.ports import Claims
from myosotis_server.service.background import Background
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.maintain import Maintain

RESTS = 3
BREATH_SECONDS = 1.0
"""While somebody asked so lately, this rests `RESTS` times as long as it works."""
FIRST_SECONDS = 300.0
"""After a start; a server that is restarted often must not put it off forever."""
TAKEOVER_SECONDS = 30.0
"""So late at most does another process begin to where the one that did it is gone."""


class UpkeepSchedule:
    def __init__(
        self,
        maintain: Maintain,
        embedding: EmbedQueue,
        interval_seconds: float,
        claims: Claims,
    ) -> None:
        """`interval_seconds` 0 leaves all upkeep to whoever asks for it."""
        self._maintain = maintain
        self._embedding = embedding
        self._interval = interval_seconds
        self._claims = claims
        self._background = Background(self._run)
        self._log = structlog.get_logger("myosotis")

    def start(self) -> None:
        if self._interval:
            self._background.start()

    async def stop(self) -> None:
        """Ends; what is not done is due the next time."""
        await self._background.stop()

    async def _run(self) -> None:
        while True:
            with self._claims.take("upkeep") as is_taken:
                if is_taken:
                    await self._look_after_all()
            await asyncio.sleep(TAKEOVER_SECONDS)

    async def _look_after_all(self) -> NoReturn:
        await asyncio.sleep(min(FIRST_SECONDS, self._interval))
        while True:
            try:
                done = await self._maintain.everyone(dry_run=False, rest=self._rest)
            except Exception as error:
                self._log.warning("upkeep was not whole", error=type(error).__name__)
            else:
                self._log.info("upkeep", **asdict(done))
            await asyncio.sleep(self._interval)

    async def _rest(self, worked: float) -> None:
        if self._embedding.asked_within(BREATH_SECONDS):
            await asyncio.sleep(RESTS * worked)
