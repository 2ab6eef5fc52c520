"""The whole server in this process, and what it writes to its log."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar
from unittest.mock import patch

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from myosotis_server import serving
from myosotis_server.config import Settings
from ports.set_clock import SetClock
from running.server import CHANNEL_OPTIONS, MODELS, START_SECONDS, free_port

T = TypeVar("T")


class Served:
    """A server of its own on the real model, a real socket and a clock that only the test moves.

    It runs while one of its coroutines is waited for. A context manager.
    """

    def __init__(self, folder: Path) -> None:
        self.clock = SetClock()
        self.channel: grpc.aio.Channel
        self._log = io.StringIO()
        self._folder = folder
        self._runner = asyncio.Runner()
        self._running: asyncio.Task[Any]

    def __enter__(self) -> Self:
        self._runner.__enter__()
        self.run(self._start())
        return self

    def __exit__(self, *error: object) -> None:
        self.run(self._stop())
        self._runner.__exit__(None, None, None)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns; meanwhile the server does its own."""
        return self._runner.run(work)

    def logged(self) -> str:
        """What was logged since this was last asked."""
        text = self._log.getvalue()
        self._log.seek(0)
        self._log.truncate()
        return text

    async def _start(self) -> None:
        address = f"127.0.0.1:{free_port()}"
        settings = Settings.model_validate(
            {
                "address": address,
                "data_dir": self._folder,
                "models_dir": MODELS,
                "log_level": "debug",
                "log_format": "json",
            }
        )
        with (
            patch.object(serving, "SystemClock", lambda: self.clock),
            contextlib.redirect_stderr(self._log),
        ):
            self._running = asyncio.create_task(serving.run(settings))
            self.channel = grpc.aio.insecure_channel(address, CHANNEL_OPTIONS)
            health = health_pb2_grpc.HealthStub(self.channel)
            async with asyncio.timeout(START_SECONDS):
                while True:
                    if self._running.done():
                        self._running.result()
                    with contextlib.suppress(grpc.aio.AioRpcError):
                        await health.Check(health_pb2.HealthCheckRequest(), timeout=0.5)
                        return
                    await asyncio.sleep(0.05)

    async def _stop(self) -> None:
        await self.channel.close()
        self._running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._running
