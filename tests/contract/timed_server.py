"""The whole server, as it is composed for production, on a clock that a test moves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from myosotis_server import serving
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.config import Settings
from ports.set_clock import SetClock
from running.server import CHANNEL_OPTIONS, MODELS, START_SECONDS, free_port

_loaded = cache(OnnxEmbedder)
"""One for all servers of this process: it takes a second to load, and keeps nothing of a text."""


@contextlib.asynccontextmanager
async def timed_server(
    data_dir: Path, clock: SetClock, **chosen: Any
) -> AsyncIterator[grpc.aio.Channel]:
    """A channel to a server of its own, on the real model and a real socket, by `clock`.

    `chosen` are settings other than the defaults.
    """
    address = chosen.get("address") or f"127.0.0.1:{free_port()}"
    settings = Settings.model_validate(
        {
            "address": address,
            "data_dir": data_dir,
            "models_dir": MODELS,
            "log_level": "error",
            **chosen,
        }
    )
    with (
        patch.object(serving, "SystemClock", lambda: clock),
        patch.object(serving, "OnnxEmbedder", _loaded),
    ):
        running = asyncio.create_task(serving.run(settings))
        try:
            async with grpc.aio.insecure_channel(address, CHANNEL_OPTIONS) as channel:
                await _serving(channel, running)
                yield channel
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running


async def _serving(channel: grpc.aio.Channel, running: asyncio.Task[None]) -> None:
    """Returns once the server serves; raises what ended it, or TimeoutError."""
    health = health_pb2_grpc.HealthStub(channel)
    async with asyncio.timeout(START_SECONDS):
        while True:
            if running.done():
                running.result()
            with contextlib.suppress(grpc.aio.AioRpcError):
                answer = await health.Check(health_pb2.HealthCheckRequest(), timeout=0.25)
                if answer.status == health_pb2.HealthCheckResponse.SERVING:
                    return
            await asyncio.sleep(0.02)
