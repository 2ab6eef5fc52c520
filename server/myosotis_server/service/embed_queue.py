"""Brings texts to the model: a lone text at once, waiting ones together, queries first."""

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.embedding import ModelInfo, TextRole, TokenizedText
from myosotis_server.memory.errors import Overloaded
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import Embedder
from myosotis_server.memory.stages import spent

Vector = NDArray[np.float32]

_INLINE_CHARACTERS = 1_000
"""Up to here tokenising takes less than a hop to a thread and back."""
_REMEMBERED_CHARACTERS = 1_000
"""Up to here a text's tokens are remembered: memories and turns are counted again and again, while
what they are put together to is a new text each time."""


@dataclass(slots=True)
class _Waiting:
    tokens: TokenizedText
    future: asyncio.Future[Vector]
    since: float


class EmbedQueue:
    """Tokenise, queue, batch, run: each in its place, and nothing long on the event loop.

    `workers` batches run at the same time. A batch takes what waits, up to `batch_tokens`, sorted
    by length; a vector never depends on its batch (see `Embedder`). What its caller no longer
    waits for is dropped before it runs.
    """

    def __init__(
        self,
        embedder: Embedder,
        *,
        workers: int,
        batch_tokens: int = 512,
        max_waiting: int = 10_000,
        cache_size: int = 10_000,
        meter: Meter = UNMEASURED,
    ) -> None:
        self._meter = meter
        self._embedder = embedder
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="embed")
        self._free_workers = workers
        self._batch_tokens = batch_tokens
        self._max_waiting = max_waiting
        self._queues: dict[TextRole, deque[_Waiting]] = {
            TextRole.QUERY: deque(),
            TextRole.PASSAGE: deque(),
        }
        self._cache: OrderedDict[str, Vector] = OrderedDict()
        self._cache_size = cache_size
        self._count = self._counting()
        self._runs: set[asyncio.Task[None]] = set()
        self._asked_at = -math.inf

    @property
    def model(self) -> ModelInfo:
        return self._embedder.model

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queue in self._queues.values())

    @property
    def known_queries(self) -> int:
        """Questions whose vectors are remembered."""
        return len(self._cache)

    def asked_within(self, seconds: float) -> bool:
        """Whether a question came so lately that others may well be on their way."""
        return time.monotonic() - self._asked_at < seconds

    async def query(self, text: str) -> Vector:
        """The unit vector [dimension] of a question; remembered for when it is asked again."""
        self._asked_at = time.monotonic()
        # `forget_queries` puts another in its place, which must not get what was asked before.
        cache = self._cache
        known = cache.get(text)
        self._meter.looked_up_query(known is not None)
        if known is not None:
            cache.move_to_end(text)
            return known
        vector = (await self._embed([text], TextRole.QUERY))[0]
        cache[text] = vector
        while len(cache) > self._cache_size:
            cache.popitem(last=False)
        return vector

    async def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Unit vectors of statements, in order."""
        return await self._embed(texts, TextRole.PASSAGE)

    def forget_queries(self) -> None:
        """Empties the caches, so that no text outlives a user who asked to be forgotten."""
        self._cache = OrderedDict()
        self._count = self._counting()
        self._embedder.forget()

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Model tokens of each text, without prefix and special tokens."""

        return await asyncio.get_running_loop().run_in_executor(
            self._pool, self.token_counts, texts
        )

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """The same, blocking: for who is on a thread anyhow."""
        count = self._count
        return [
            count(text)
            if len(text) <= _REMEMBERED_CHARACTERS
            else self._embedder.count_tokens(text)
            for text in texts
        ]

    def _counting(self) -> Callable[[str], int]:
        return lru_cache(self._cache_size)(self._embedder.count_tokens)

    async def _embed(self, texts: Sequence[str], role: TextRole) -> list[Vector]:
        if self.waiting + len(texts) > self._max_waiting:
            raise Overloaded("the embedding queue is full")
        loop = asyncio.get_running_loop()
        since = time.perf_counter()
        if sum(map(len, texts)) <= _INLINE_CHARACTERS:
            tokenized = self._embedder.tokenize(texts, role)
        else:
            tokenized = await loop.run_in_executor(self._pool, self._embedder.tokenize, texts, role)
        entries = [_Waiting(tokens, loop.create_future(), since) for tokens in tokenized]
        self._queues[role].extend(entries)
        self._dispatch()
        try:
            return list(await asyncio.gather(*(entry.future for entry in entries)))
        finally:
            for entry in entries:
                entry.future.cancel()
            spent("embed", since)

    def _dispatch(self) -> None:
        while self._free_workers and (batch := self._take_batch()):
            self._free_workers -= 1
            run = asyncio.get_running_loop().create_task(self._run(batch))
            self._runs.add(run)
            run.add_done_callback(self._runs.discard)

    def _take_batch(self) -> list[_Waiting]:
        """Up to `batch_tokens` of what waits, an even share per free worker, queries first."""
        budget = self._batch_tokens
        waiting = self.waiting
        share = max(1, -(-waiting // self._free_workers))
        batch: list[_Waiting] = []
        for queue in self._queues.values():
            while queue and len(batch) < share:
                if queue[0].future.done():
                    queue.popleft()
                    continue
                cost = queue[0].tokens.token_count
                if batch and cost > budget:
                    return batch
                budget -= cost
                batch.append(queue.popleft())
        return batch

    async def _run(self, batch: list[_Waiting]) -> None:
        began = time.perf_counter()
        waited = began - batch[0].since
        batch.sort(key=lambda entry: entry.tokens.token_count)
        loop = asyncio.get_running_loop()
        try:
            tokens = [entry.tokens for entry in batch]
            vectors = await loop.run_in_executor(self._pool, self._embedder.embed, tokens)
        except Exception as error:
            for entry in batch:
                if not entry.future.done():
                    entry.future.set_exception(error)
        else:
            for entry, vector in zip(batch, vectors, strict=True):
                if not entry.future.done():
                    entry.future.set_result(vector)
            count = sum(each.token_count for each in tokens)
            self._meter.embedded(len(tokens), count, waited, time.perf_counter() - began)
        finally:
            self._free_workers += 1
            self._dispatch()

    def close(self) -> None:
        """Waits for what runs."""
        self._pool.shutdown()
