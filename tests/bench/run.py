"""Recall and remember beside the bare embedding, contexts beside recalls, cold start, large users.

    python tests/bench/run.py [--memories 10000] [--write]

Machines differ and are noisy, so the figures to go by are the ratios: what a call takes as a
multiple of embedding the same texts in this process, call and embedding taken in turn.
"""

import argparse
import asyncio
import itertools
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from bench import contexts, extraction, recall_cpu
from bench.beside import Beside, write_beside
from bench.texts import questions, sentences
from myosotis import AsyncClient, Client
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole
from running.machine import machine
from running.server import MODELS, RunningServer
from running.usage import cpu_seconds

ROUNDS = 300
WARM_UP = 20
AT_ONCE = 16
LOADED_CALLS = 1_200
SMALL_USER = 1_000
WORKERS = 2


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    work(*arguments)
    return 1_000 * (time.perf_counter() - start)


def p50(times: list[float]) -> float:
    return float(np.percentile(times, 50))


def row(name: str, times: list[float], bare: list[float] | None = None) -> None:
    ratio = "" if bare is None else f"{p50(times) / p50(bare):8.2f} ×"
    print(f"  {name:<34}{p50(times):8.2f}{np.percentile(times, 99):8.2f}{ratio}")


def unloaded(client: Client, embedder: OnnxEmbedder, user: str) -> list[Beside]:
    """p50 of one call at a time, in turn with embedding the same text here."""

    def embed(text: str, role: TextRole) -> None:
        embedder.embed(embedder.tokenize([text], role))

    bare_queries, recalls, bare_statements, remembers = [], [], [], []
    asked = questions(ROUNDS + WARM_UP, seed=7)
    said = sentences(ROUNDS + WARM_UP, seed=8)
    for number, (question, statement) in enumerate(zip(asked, said, strict=True)):
        times = (
            milliseconds(embed, question, TextRole.QUERY),
            milliseconds(client.recall, user, question),
            milliseconds(embed, statement, TextRole.PASSAGE),
            milliseconds(client.remember, f"{user} writes", statement),
        )
        if number >= WARM_UP:
            for each, taken in zip(
                (bare_queries, recalls, bare_statements, remembers), times, strict=True
            ):
                each.append(taken)
    print(f"\none at a time, {SMALL_USER:,} memories            p50 ms  p99 ms   to bare")
    row("bare embedding of the question", bare_queries)
    row("recall", recalls, bare_queries)
    row("bare embedding of the statement", bare_statements)
    row("remember, durable", remembers, bare_statements)
    return [
        Beside("recall, one at a time, p50 ms", p50(recalls), p50(bare_queries), most=1.5),
        Beside("remember, one at a time, p50 ms", p50(remembers), p50(bare_statements)),
    ]


async def loaded(server: RunningServer, embedder: OnnxEmbedder, user: str) -> list[Beside]:
    """Calls a second and server CPU per call at 16 at once, beside embedding the same texts here.

    The caller runs on the same cores, so that the share of CPU says more than that of the rate.
    """
    asked = questions(LOADED_CALLS, seed=9)
    said = sentences(LOADED_CALLS, seed=10)

    def bare(texts: list[str], role: TextRole) -> tuple[float, float]:
        start, cpu = time.perf_counter(), time.process_time()
        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(lambda text: embedder.embed(embedder.tokenize([text], role)), texts))
        taken = time.process_time() - cpu
        return len(texts) / (time.perf_counter() - start), 1_000 * taken / len(texts)

    async def rate(
        texts: list[str], call: Callable[[AsyncClient, str], object]
    ) -> tuple[float, float]:
        waiting = iter(texts)
        async with AsyncClient(server.address) as client:
            start, cpu = time.perf_counter(), cpu_seconds(server.pid)

            async def caller() -> None:
                for text in waiting:
                    await call(client, text)  # type: ignore[misc]

            await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
            taken = cpu_seconds(server.pid) - cpu
            return len(texts) / (time.perf_counter() - start), 1_000 * taken / len(texts)

    numbers = itertools.count()
    found = []
    print(f"\n{AT_ONCE} at once                         a second  to bare  CPU ms  to bare")
    for name, texts, role, call in (
        ("recall", asked, TextRole.QUERY, lambda client, text: client.recall(user, text)),
        (
            "remember, durable, 50 users",
            said,
            TextRole.PASSAGE,
            lambda client, text: client.remember(f"load {next(numbers) % 50}", text),
        ),
    ):
        before = bare(texts[: LOADED_CALLS // 2], role)
        calls = await rate(texts, call)
        after = bare(texts[LOADED_CALLS // 2 :], role)
        alone, alone_cpu = ((one + other) / 2 for one, other in zip(before, after, strict=True))
        print(
            f"  {'bare embedding, ' + str(WORKERS) + ' threads':<31}{alone:8.0f}{alone_cpu:17.2f}"
        )
        print(
            f"  {name:<31}{calls[0]:8.0f}{calls[0] / alone:7.2f} ×{calls[1]:8.2f}"
            f"{calls[1] / alone_cpu:7.2f} ×"
        )
        recalls = role is TextRole.QUERY
        at_once = f"{name}, {AT_ONCE} at once"
        found += [
            Beside(f"{at_once}, a second", calls[0], alone, least=None if recalls else 0.7),
            Beside(
                f"{at_once}, server CPU ms", calls[1], alone_cpu, most=1.25 if recalls else None
            ),
        ]
    return found


def cold(server: RunningServer, count: int) -> None:
    """The first recall of a user with `count` memories after a restart, thrice."""
    with Client(server.address) as client:
        statements = sentences(count)
        for start in range(0, count, 100):
            client.remember("large", statements[start : start + 100], timeout=120)
    times = []
    for attempt in range(3):
        server.restart()
        with Client(server.address) as client:
            client.wait_ready()
            question = questions(1, seed=attempt)[0]
            # Another user's call first, so that the model and the channel are warm.
            client.recall("nobody", question)
            times.append(milliseconds(client.recall, "large", question))
    print(
        f"\nfirst recall of {count:,} memories after a restart: best {min(times):.0f} ms,", end=""
    )
    print(f" median {np.median(times):.0f} ms (target 150 ms)")


def main(memories: int, write: bool) -> None:
    embedder = OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1)
    with tempfile.TemporaryDirectory(prefix="myosotis-bench-") as folder:
        server = RunningServer(Path(folder) / "data", log_level="error")
        server.start()
        try:
            with Client(server.address) as client:
                client.wait_ready()
                for start in range(0, SMALL_USER, 100):
                    client.remember(
                        "small", sentences(SMALL_USER)[start : start + 100], timeout=120
                    )
                found = unloaded(client, embedder, "small")
            found += asyncio.run(loaded(server, embedder, "small"))
            cold(server, memories)
        finally:
            server.stop()
    if write:
        write_beside(found, machine())
    extraction.main(embedder)
    contexts.main(embedder)
    recall_cpu.main(embedder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--write", action="store_true", help="write the table of docs/load.md")
    options = parser.parse_args()
    main(options.memories, options.write)
