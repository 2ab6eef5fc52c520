"""Feeds evaluation sets through a running server and prints how much of the evidence it recalls.

    MYOSOTIS_ADDRESS=127.0.0.1:50051 python tests/quality/evaluate.py [--data FOLDER]

Recall@k of a question is the share of its evidence among the first k memories; a category's figure
is the mean over its questions.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean

from myosotis import AsyncClient
from quality.datasets import READERS, Case

DEPTHS = (5, 10, 20)
AT_ONCE = 8
BATCH = 100


async def feed(client: AsyncClient, case: Case) -> None:
    """Remembers all of a user's statements, session by session in order."""
    for session_id, statements in case.sessions.items():
        for start in range(0, len(statements), BATCH):
            await client.remember(
                case.user_id, statements[start : start + BATCH], session_id=session_id, timeout=120
            )


async def ask(client: AsyncClient, case: Case) -> list[tuple[str, list[float]]]:
    """Category and recall at each depth, per question."""
    results = []
    for question in case.questions:
        answer = await client.recall(
            case.user_id, question.text, limit=max(DEPTHS), read_only=True, timeout=60
        )
        found = [{source.turn_id for source in hit.memory.sources} for hit in answer.memories]
        results.append(
            (
                question.category,
                [
                    len(question.evidence & set().union(*found[:depth])) / len(question.evidence)
                    for depth in DEPTHS
                ],
            )
        )
    return results


async def measure(client: AsyncClient, cases: Iterable[Case]) -> dict[str, list[list[float]]]:
    """Recalls at each depth by category, in the order of the questions."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(case: Case) -> list[tuple[str, list[float]]]:
        async with gate:
            await feed(client, case)
            return await ask(client, case)

    by_category: dict[str, list[list[float]]] = defaultdict(list)
    for results in await asyncio.gather(*(one(case) for case in cases)):
        for category, recalls in results:
            by_category[category].append(recalls)
    return by_category


def print_table(name: str, by_category: dict[str, list[list[float]]], seconds: float) -> None:
    everything = [recalls for each in by_category.values() for recalls in each]
    print(f"\n{name}: {len(everything)} questions, {seconds:.0f} s")
    print(f"  {'category':<18}" + "".join(f"recall@{depth:<5}" for depth in DEPTHS) + "questions")
    for category, recalls in (*sorted(by_category.items()), ("all", everything)):
        means = [fmean(each) for each in zip(*recalls, strict=True)]
        row = "".join(f"{mean:<12.3f}" for mean in means)
        print(f"  {category:<18}{row}{len(recalls)}")


async def main(address: str, folder: Path, chosen: list[str]) -> None:
    for name in chosen:
        subfolder, reader = READERS[name]
        if not (folder / subfolder).is_dir():
            print(f"\n{name}: skipped, there is no {subfolder}/ in {folder}")
            continue
        async with AsyncClient(address) as client:
            await client.wait_ready(timeout=30)
            start = time.perf_counter()
            by_category = await measure(client, reader(folder))
            print_table(name, by_category, time.perf_counter() - start)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--only", choices=list(READERS), action="append")
    arguments = parser.parse_args()
    if "MYOSOTIS_ADDRESS" not in os.environ:
        sys.exit("set MYOSOTIS_ADDRESS to the address of a running server")
    asyncio.run(
        main(os.environ["MYOSOTIS_ADDRESS"], arguments.data, arguments.only or list(READERS))
    )
