"""Looks after everybody's memory at an interval, one user after the other, when there is time."""

import asyncio
import contextlib

import structlog

from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.maintain import Maintain, Upkeep

RESTS = 3
BREATH_SECONDS = 1.0
"""While somebody asked so lately, this rests `RESTS` times as long as it works."""


class UpkeepSchedule:
    def __init__(self, maintain: Maintain, embedding: EmbedQueue, interval_seconds: float) -> None:
        """`interval_seconds` 0 leaves all upkeep to whoever asks for it."""
        self._maintain = maintain
        self._embedding = embedding
        self._interval = interval_seconds
        self._task: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("myosotis")

    def start(self) -> None:
        if self._interval:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Ends; what is not done is due the next time."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            try:
                await self._look_after_everyone()
            except Exception as error:
                self._log.warning("upkeep broke off", error=type(error).__name__)

    async def _look_after_everyone(self) -> None:
        loop = asyncio.get_running_loop()
        done, failed = Upkeep(), 0
        async for owner in self._maintain.everyone():
            begun = loop.time()
            try:
                done += await self._maintain(owner, dry_run=False)
            except Exception:
                # One user's damaged record must not keep the others from being looked after.
                failed += 1
            if self._embedding.asked_within(BREATH_SECONDS):
                await asyncio.sleep(RESTS * (loop.time() - begun))
        self._log.info(
            "upkeep",
            reviewed=done.reviewed,
            promoted=done.promoted,
            summarised=done.summarised,
            faded=done.decayed,
            expired=done.expired,
            removed=done.removed,
            failed_users=failed,
        )
