"""The one door between the event loop and blocking code, and one lane of writing per user."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from time import perf_counter
from typing import TypeVar
from weakref import WeakValueDictionary

from myosotis_server.memory.errors import Overloaded
from myosotis_server.memory.stages import spent
from myosotis_server.memory.values import Owner

T = TypeVar("T")

_INLINE_CHARACTERS = 300
"""Up to here reading takes about as long as a hop to a thread and back."""


class Lanes:
    """Runs blocking work on threads; a user's writes one after the other, users side by side."""

    def __init__(self, threads: int, max_waiting_per_user: int = 2_000) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="lane")
        self._locks: WeakValueDictionary[Owner, asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[Owner, int] = {}
        self._max_waiting = max_waiting_per_user

    async def call(self, work: Callable[[], T]) -> T:
        """The result of `work`, run on a thread; one hop. What it logs tells of this call."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._pool, copy_context().run, _begun, perf_counter(), work
        )

    async def see_through(self, work: Callable[[], T], then: Callable[[T], None]) -> T:
        """As `call`, to the end and with `then` told of the result, even if the caller leaves.

        A caller who leaves goes once that is done: what they hold stays held meanwhile.
        """

        async def done() -> T:
            result = await self.call(work)
            then(result)
            return result

        running = asyncio.get_running_loop().create_task(done())
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait([running])
            if not running.cancelled():
                running.exception()  # nobody is left to be told
            raise

    async def call_if_long(self, characters: int, work: Callable[[], T]) -> T:
        """The result of `work` on so much text: at once where it is little, else on a thread."""
        return work() if characters <= _INLINE_CHARACTERS else await self.call(work)

    @contextlib.asynccontextmanager
    async def lane(self, owner: Owner) -> AsyncIterator[None]:
        """Held by one task per user and process at a time, first come first served.

        Overloaded when too many already wait. Other processes are kept apart by the store's
        compare-and-set, not by this.
        """
        waiting = self._waiting.get(owner, 0)
        if waiting >= self._max_waiting:
            raise Overloaded("too many writes of one user are waiting")
        self._waiting[owner] = waiting + 1
        try:
            lock = self._locks.get(owner)
            if lock is None:
                lock = self._locks[owner] = asyncio.Lock()
            since = perf_counter()
            async with lock:
                spent("lane", since)
                yield
        finally:
            self._waiting[owner] -= 1
            if not self._waiting[owner]:
                del self._waiting[owner]

    def close(self) -> None:
        """Waits for what runs."""
        self._pool.shutdown()


def _begun(since: float, work: Callable[[], T]) -> T:
    spent("thread", since)
    return work()
