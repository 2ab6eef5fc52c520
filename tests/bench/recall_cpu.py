"""CPU that a recall costs beside embedding its question, for users of 5,000 and 100,000 memories.

    python tests/bench/recall_cpu.py [--memories 5000 100000]

CPU time only, and the best of several rounds: wall clock tells nothing on a machine that others
use. Figures are in milliseconds and as a multiple of the bare embedding of the same questions,
measured in turn with them in this process. The store is written through its port, with vectors near
those of real sentences, because embedding 100,000 of them would take ten minutes.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import numpy as np

from bench.stores import SPEAKERS, TENANT, Author, opened
from bench.texts import questions
from myosotis import AsyncClient
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.system import SystemClock
from myosotis_server.adapters.view import build_view
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.values import (
    DAY,
    MemoryFilter,
    MemoryKind,
    Owner,
    TimeRange,
)
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.service.recall import Recall, RecallQuestion
from myosotis_server.understanding.privacy import DEFAULT_POLICY
from running.server import MODELS, RunningServer
from running.usage import cpu_seconds

SIZES = (5_000, 100_000)
ROUNDS = 3
CALLS = 160
"""Different questions of a round."""
AT_ONCE = 16
WORKERS = 2

T = TypeVar("T")


class TimedLanes(Lanes):
    """Lanes that add up the CPU time of the work they run."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self.seconds = 0.0

    async def call(self, work: Callable[[], T]) -> T:
        def timed() -> T:
            start = time.thread_time()
            try:
                return work()
            finally:
                self.seconds += time.thread_time() - start

        return await super().call(timed)


def owner_of(count: int) -> Owner:
    return Owner(TENANT, f"user of {count}")


def write_users(folder: Path, embedder: OnnxEmbedder, sizes: Sequence[int]) -> None:
    """A store in `folder` with one user for each of `sizes`."""
    author = Author(embedder)
    with closing(opened(folder)) as store:
        author.write(store, [(owner_of(size).user_id, size) for size in sizes])


def embedding_cpu(embedder: OnnxEmbedder, texts: Sequence[str]) -> float:
    """Milliseconds of CPU per text, on as many threads as the server's."""
    start = time.process_time()
    with ThreadPoolExecutor(WORKERS) as pool:
        list(
            pool.map(lambda text: embedder.embed(embedder.tokenize([text], TextRole.QUERY)), texts)
        )
    return 1_000 * (time.process_time() - start) / len(texts)


def line(name: str, taken: float, bare: float) -> None:
    print(f"  {name:<52}{taken:8.3f}{taken / bare:8.2f} ×")


async def step_cpu(folder: Path, embedder: OnnxEmbedder, size: int, asked: Sequence[str]) -> float:
    """Milliseconds of CPU that a recall takes once its question's vector is known."""
    lanes = TimedLanes()
    embedding = EmbedQueue(embedder, workers=1)
    with closing(opened(folder)) as store:
        analyzer = MixedWords()
        recall = Recall(
            store,
            ViewShelf(store, build_view, 1 << 30, analyzer),
            lanes,
            embedding,
            analyzer,
            ModelGuard(embedder.model),
            AccessLog(store),
            SystemClock(),
            DEFAULT_POLICY,
        )
        best = float("inf")
        for _ in range(ROUNDS + 1):  # the first one builds the view and embeds
            lanes.seconds = 0
            for text in asked:
                await recall(owner_of(size), RecallQuestion(text))
            best = min(best, 1_000 * lanes.seconds / len(asked))
    embedding.close()
    lanes.close()
    return best


async def served_cpu(
    server: RunningServer, embedder: OnnxEmbedder, size: int, rounds: Sequence[Sequence[str]]
) -> tuple[float, float, float]:
    """Milliseconds of CPU: embedding a question here, the server's for a recall of a new question,
    and for one whose vector it still has."""
    user = owner_of(size).user_id

    async def ask(texts: Sequence[str]) -> float:
        waiting = iter(texts)
        start = cpu_seconds(server.pid)

        async def caller() -> None:
            for text in waiting:
                await client.recall(user, text, limit=10)

        await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
        return 1_000 * (cpu_seconds(server.pid) - start) / len(texts)

    bare, new, known = [], [], []
    async with AsyncClient(server.address) as client:
        await client.recall(user, "warm", limit=10, timeout=60)
        for texts in rounds:
            bare.append(embedding_cpu(embedder, texts))
            new.append(await ask(texts))
            known += [await ask(texts), await ask(texts)]
    return min(bare), min(new), min(known)


def filters_cpu(folder: Path, size: int) -> tuple[dict[str, float], float]:
    """Milliseconds to decide which memories each filter means, and bytes per memory."""
    now = SystemClock().now()
    recent = TimeRange(now - 30 * DAY, None)
    all_at_once = MemoryFilter(
        kinds=frozenset({MemoryKind.FACT}),
        tags=frozenset({"every tenth"}),
        metadata={"app": "two"},
        create_time=recent,
        include_superseded=True,
    )
    wanted: dict[str, tuple[MemoryFilter, int | None]] = {
        "nothing": (MemoryFilter(), None),
        "kind": (MemoryFilter(kinds=frozenset({MemoryKind.FACT})), None),
        "tag": (MemoryFilter(tags=frozenset({"every tenth"})), None),
        "session": (MemoryFilter(session_ids=frozenset({"session 7"})), None),
        "subject": (MemoryFilter(subjects=frozenset({SPEAKERS[0]})), None),
        "metadata": (MemoryFilter(metadata={"app": "one"}), None),
        "create time": (MemoryFilter(create_time=recent), None),
        "superseded too": (MemoryFilter(include_superseded=True), None),
        "all of these": (all_at_once, None),
        "as of a month ago": (MemoryFilter(), now - 30 * DAY),
    }
    with closing(opened(folder)) as store:
        found = store.rows(owner_of(size))
        assert found is not None
        view = build_view(*found)
        taken = {}
        for name, (each, as_of) in wanted.items():
            times = []
            for _ in range(30):
                start = time.thread_time()
                view.select(each, now, as_of)
                times.append(1_000 * (time.thread_time() - start))
            taken[name] = min(times)
        # What a view keeps for later is only there once it was asked.
        view.turns_around(np.arange(min(size, 400)))
        view.search(None, MixedWords().terms("西湖"), [np.ones(size, np.bool_)], 200)
        return taken, view.nbytes / size


def main(embedder: OnnxEmbedder, sizes: Sequence[int] = SIZES) -> None:
    asked = questions((len(sizes) * ROUNDS + 1) * CALLS, seed=11)
    rounds = [asked[start : start + CALLS] for start in range(0, len(asked), CALLS)]
    with tempfile.TemporaryDirectory(prefix="myosotis-bench-") as place:
        folder = Path(place) / "data"
        write_users(folder, embedder, sizes)
        with RunningServer(folder, log_level="error") as server:
            for turn, size in enumerate(sizes):
                own = rounds[turn * ROUNDS : (turn + 1) * ROUNDS]
                bare, new, known = asyncio.run(served_cpu(server, embedder, size, own))
                print(f"\nCPU of one recall, {size:,} memories, {AT_ONCE} at once      ms  to bare")
                line("bare embedding of the question", bare, bare)
                line("server, new question", new, bare)
                line("server, new question, less the embedding", new - bare, bare)
                line("server, question whose vector is known", known, bare)
                line(
                    "  of it the recall step",
                    asyncio.run(step_cpu(folder, embedder, size, rounds[-1])),
                    bare,
                )
                taken, nbytes = filters_cpu(folder, size)
                for name, each in taken.items():
                    line(f"filter: {name}", each, bare)
                print(f"  {'RAM of the view per memory, bytes':<52}{nbytes:8.0f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, nargs="+", default=SIZES)
    main(OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1), parser.parse_args().memories)
