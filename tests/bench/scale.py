"""One user of ever more memories, ever more users, and views that do not all fit into RAM.

    python tests/bench/scale.py [--memories 1 1000 10000 100000] [--users 10 1000 50000] [--write]

The stores are written through their port, with vectors near those of real sentences; questions are
embedded by the server as ever. With `--write` the figures go to docs/scale.md.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from bench.scale_page import OfMemories, OfUsers, UnderPressure, write_page
from bench.stores import TENANT, Author, opened
from bench.texts import questions
from myosotis import AsyncClient, Client
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.view import build_view
from myosotis_server.memory.values import Owner
from running.server import MODELS, RunningServer
from running.usage import memory_of

MEMORIES = (1, 1_000, 10_000, 100_000)
USERS = (10, 1_000, 50_000)
EACH = 10
"""Memories of each of many users."""
ASKED = 300
"""Recalls of each size, with a new question each."""
STARTS = 3
TIDY_SECONDS = 3.0
"""After which the server has given back what building a view left."""
TOUCHED = 2_000
"""So many of the users are asked, so that their views are in RAM."""
CROWD, CROWD_MEMORIES = 200, 200
"""Users, and memories of each, whose views do not all fit."""
FITTING = (0.8, 1.05, 1.25, 2.0)
"""All of their views as a share of the room that there is for views."""
AT_ONCE = 8
ROUNDS = 10
MIB = 1 << 20


def of_memories(folder: Path, author: Author, sizes: Sequence[int]) -> list[OfMemories]:
    """Each size is a user of the same store, so that they are asked in turn and under one load."""
    data = folder / "memories"
    disk = []
    with closing(opened(data)) as store:
        taken = _disk(data)
        for size in sizes:
            author.write(store, [(_of(size), size)])
            taken, before = _disk(data), taken
            disk.append(taken - before)
    with RunningServer(data, log_level="error") as server:
        first: dict[int, list[float]] = {size: [] for size in sizes}
        ram: dict[int, list[int]] = {size: [] for size in sizes}
        for start in range(STARTS):
            if start:
                server.restart()
            with Client(server.address) as client:
                client.wait_ready()
                for size, question in zip(sizes, questions(len(sizes), seed=start), strict=True):
                    # Asked about another first, so that only the user is new.
                    client.recall("nobody", question)
                    before = memory_of(server.pid).own
                    first[size].append(_milliseconds(client, _of(size), question))
                    time.sleep(TIDY_SECONDS)
                    ram[size].append(memory_of(server.pid).own - before)
        times: dict[int, list[float]] = {size: [] for size in sizes}
        with Client(server.address) as client:
            for question in questions(ASKED, seed=31):
                for size in sizes:
                    # Each embeds: the marks make it another question, and hardly longer.
                    times[size].append(
                        _milliseconds(client, _of(size), f"{question} {len(times[size])}/{size}")
                    )
    return [
        OfMemories(
            size,
            disk[place],
            max(int(np.median(ram[size])), 0),
            float(np.median(first[size])),
            *_p50_p99(times[size]),
        )
        for place, size in enumerate(sizes)
    ]


def of_users(folder: Path, author: Author, count: int) -> OfUsers:
    data = folder / f"{count} users"
    with closing(opened(data)) as store:
        author.write(store, ((_of(number), EACH) for number in range(count)))
    chosen = random.Random(32).sample(range(count), min(count, TOUCHED))
    server = RunningServer(data, log_level="error")
    begun = time.perf_counter()
    with server:
        start_seconds = time.perf_counter() - begun
        with Client(server.address) as client:
            client.wait_ready()
            client.recall("nobody", "hello")
            at_start = memory_of(server.pid).own
            first = [_milliseconds(client, _of(number), "你好") for number in chosen]
            time.sleep(TIDY_SECONDS)
            ram = memory_of(server.pid).own
            asked = random.Random(33).choices(chosen, k=ASKED)
            times = [
                _milliseconds(client, _of(number), question)
                for number, question in zip(asked, questions(ASKED, seed=34), strict=True)
            ]
        return OfUsers(
            count,
            _disk(data),
            at_start,
            len(chosen),
            ram,
            start_seconds,
            float(np.median(first)),
            *_p50_p99(times),
        )


def under_pressure(
    folder: Path, author: Author, shares: Sequence[float] = FITTING
) -> list[UnderPressure]:
    data = folder / "crowd"
    with closing(opened(data)) as store:
        author.write(store, ((_of(number), CROWD_MEMORIES) for number in range(CROWD)))
        rows = store.rows(Owner(TENANT, _of(0)))
        assert rows is not None
        room = CROWD * build_view(*rows).nbytes
    found = []
    for share in shares:
        budget = max(int(room / share), MIB)
        with RunningServer(data, log_level="error", view_budget_bytes=budget) as server:
            for in_turn in (False, True):
                times = asyncio.run(_asked_of_a_crowd(server.address, in_turn))
                found.append(UnderPressure(share, in_turn, *_p50_p99(times)))
    return found


async def _asked_of_a_crowd(address: str, in_turn: bool) -> list[float]:
    everyone = list(range(CROWD))
    order = everyone * ROUNDS
    if not in_turn:
        order = random.Random(35).choices(everyone, k=len(order))
    # The first round only fills the room.
    waiting = iter([*everyone, *order])
    times: list[float] = []
    async with AsyncClient(address) as client:

        async def caller() -> None:
            for number in waiting:
                start = time.perf_counter()
                await client.recall(_of(number), "who went for a walk?", read_only=True)
                times.append(1_000 * (time.perf_counter() - start))

        await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
    return times[CROWD:]


def main(memories: Sequence[int], users: Sequence[int], write: bool) -> None:
    author = Author(OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1))
    with tempfile.TemporaryDirectory(prefix="myosotis-scale-") as name:
        folder = Path(name)
        print("one user of              disk MiB  RAM MiB  bytes each  first ms  p50 ms  p99 ms")
        grown = of_memories(folder, author, memories)
        for each in grown:
            print(
                f"  {each.memories:>8,} memories     {each.disk / MIB:10.1f}{each.ram / MIB:9.1f}"
                f"{each.ram / each.memories:12,.0f}{each.first_ms:10.1f}{each.p50_ms:8.2f}"
                f"{each.p99_ms:8.2f}"
            )
        print(f"\nusers of {EACH} memories   disk MiB  RAM MiB  with views  first ms", end="")
        print("  p50 ms  p99 ms  start s")
        crowds = []
        for count in users:
            some = of_users(folder, author, count)
            crowds.append(some)
            print(
                f"  {count:>8,}             {some.disk / MIB:10.1f}{some.ram_at_start / MIB:9.1f}"
                f"{some.ram / MIB:12.1f}{some.first_ms:10.1f}{some.p50_ms:8.2f}{some.p99_ms:8.2f}"
                f"{some.start_seconds:9.1f}",
                flush=True,
            )
        print("\nviews, as a share of the room for them              p50 ms  p99 ms")
        pressed = under_pressure(folder, author)
        for one in pressed:
            how = "in turn" if one.in_turn else "at random"
            print(f"  {one.share:4.0%}, users {how:<34}{one.p50_ms:12.2f}{one.p99_ms:8.2f}")
    if write:
        write_page(grown, crowds, pressed, EACH, (CROWD, CROWD_MEMORIES))


def _of(number: int) -> str:
    return f"user {number}"


def _disk(folder: Path) -> int:
    """Bytes that the store takes, which is a file with holes."""
    file = folder / "data.mdb"
    return 512 * file.stat().st_blocks if file.exists() else 0


def _milliseconds(client: Client, user: str, question: str) -> float:
    start = time.perf_counter()
    client.recall(user, question)
    return 1_000 * (time.perf_counter() - start)


def _p50_p99(times: Sequence[float]) -> tuple[float, float]:
    p50, p99 = np.percentile(times, [50, 99])
    return float(p50), float(p99)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, nargs="+", default=MEMORIES)
    parser.add_argument("--users", type=int, nargs="+", default=USERS)
    parser.add_argument("--write", action="store_true", help="write docs/scale.md")
    options = parser.parse_args()
    main(options.memories, options.users, options.write)
