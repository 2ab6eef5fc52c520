"""Both clients, behind one face, against a fake server on a real socket."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from clients.fake_memory_server import FakeMemoryServer
from myosotis import AsyncClient, Client


class BlockingFace:
    """An AsyncClient used as if it were a Client: awaits, and collects what is iterated."""

    def __init__(self, **arguments: Any) -> None:
        self._runner = asyncio.Runner()
        self._client = self._runner.run(self._make(arguments))

    async def _make(self, arguments: dict[str, Any]) -> AsyncClient:
        return AsyncClient(**arguments)

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._client, name)
        return self._blocking(attribute) if callable(attribute) else attribute

    def _blocking(self, method: Callable[..., Any]) -> Callable[..., Any]:
        async def carry_out(*args: Any, **kwargs: Any) -> Any:
            outcome = method(*args, **kwargs)
            return await outcome if inspect.isawaitable(outcome) else outcome

        def call(*args: Any, **kwargs: Any) -> Any:
            outcome = self._runner.run(carry_out(*args, **kwargs))
            return self._each(outcome) if isinstance(outcome, AsyncIterator) else outcome

        return call

    def _each(self, items: AsyncIterator[Any]) -> Iterator[Any]:
        async def following() -> Any:
            return await anext(items)

        while True:
            try:
                yield self._runner.run(following())
            except StopAsyncIteration:
                return

    def close(self) -> None:
        self._runner.run(self._client.close())
        self._runner.close()


@pytest.fixture
def server() -> Iterator[FakeMemoryServer]:
    fake = FakeMemoryServer()
    yield fake
    fake.stop()


@pytest.fixture(params=[Client, BlockingFace], ids=["sync", "async"])
def connect(
    request: pytest.FixtureRequest, server: FakeMemoryServer
) -> Iterator[Callable[..., Any]]:
    """Makes clients of either sort for the fake server, and closes them."""
    clients = []

    def make(**arguments: Any) -> Any:
        clients.append(request.param(**{"address": server.address, **arguments}))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def client(connect: Callable[..., Any]) -> Any:
    return connect()
