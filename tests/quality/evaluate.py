"""Feeds evaluation sets through a running server and tells how much of the evidence it recalls.

    MYOSOTIS_ADDRESS=127.0.0.1:50051 python tests/quality/evaluate.py [--data FOLDER]
        [--only SET] [--missed]

Recall@k of a question is the share of its evidence among the first k memories; a set's figure is
the mean over its questions. Writes docs/quality.md and docs/quality.svg once every set was
measured; prints only if sets are chosen or absent.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from myosotis import AsyncClient, Client, RecallMode, RecallWeights
from quality import report
from quality.cases import Case, Dataset, Question
from quality.datasets import DATASETS
from quality.measures import latency_share
from quality.plain import PlainVectors
from quality.results import Answers, Result, headline
from running.server import REPOSITORY

AT_ONCE = 8
BATCH = 100
TIMED = 100
"""Questions of a set whose first answer is timed, or all if there are fewer."""
WARM_UP = 10
PARTS = ("semantic", "lexical", "context", "recency", "frequency", "importance", "emotion")
"""Parts of the score that are left out, one at a time."""


async def feed(client: AsyncClient, cases: Sequence[Case]) -> None:
    """Remembers all statements, session by session in order, several users at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(case: Case) -> None:
        async with gate:
            for session_id, statements in case.sessions.items():
                for start in range(0, len(statements), BATCH):
                    await client.remember(
                        case.user_id,
                        statements[start : start + BATCH],
                        session_id=session_id,
                        timeout=120,
                    )

    await asyncio.gather(*(one(case) for case in cases))


async def ask(
    client: AsyncClient,
    cases: Sequence[Case],
    depth: int,
    *,
    mode: RecallMode = RecallMode.UNSPECIFIED,
    weights: RecallWeights | None = None,
) -> Answers:
    """The turn ids behind the first `depth` memories, per question in order."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(case: Case, question: Question) -> tuple[Question, list[frozenset[str]]]:
        async with gate:
            answer = await client.recall(
                case.user_id,
                question.text,
                limit=depth,
                mode=mode,
                weights=weights,
                time_zone=case.time_zone,
                read_only=True,
                timeout=60,
            )
        return question, [
            frozenset(source.turn_id for source in hit.memory.sources) for hit in answer.memories
        ]

    return await asyncio.gather(
        *(one(case, question) for case in cases for question in case.questions)
    )


def timed(
    client: Client, plain: PlainVectors, cases: Sequence[Case], depth: int
) -> tuple[float, float]:
    """The bare embedding's share of a recall's time, and of its own with an empty call on top.

    One at a time and in turn. Must come before the questions are asked otherwise: the server keeps
    the vectors of questions that it has seen.
    """
    asked = {question.text: case for case in cases for question in case.questions}
    chosen = list(asked.items())[:: max(1, len(asked) // TIMED)]
    for number in range(WARM_UP):
        plain.embed_one(f"warm {number}")
        client.recall("nobody", f"warm {number}", read_only=True)
    bare, empty, calls = [], [], []
    for text, case in chosen:
        start = time.perf_counter()
        plain.embed_one(text)
        embedded = time.perf_counter()
        client.recall(
            case.user_id, text, limit=10, time_zone=case.time_zone, read_only=True, timeout=60
        )
        answered = time.perf_counter()
        client.recall("nobody", read_only=True)
        empty.append(time.perf_counter() - answered)
        calls.append(answered - embedded)
        bare.append(embedded - start)
    alone = median(bare)
    return latency_share(alone, median(calls)), latency_share(alone, alone + median(empty))


async def measure(address: str, plain: PlainVectors, dataset: Dataset, folder: Path) -> Result:
    cases = list(dataset.read(folder))
    depth = max(dataset.depths)
    async with AsyncClient(address) as client:
        await client.wait_ready(timeout=30)
        await feed(client, cases)
        with Client(address) as caller:
            latencies = timed(caller, plain, cases, depth)
        ours = await ask(client, cases, depth)
        result = Result(dataset, ours, plain.found(cases, depth), *latencies)
        if dataset.associative:
            result.associative = await ask(client, cases, depth, mode=RecallMode.ASSOCIATIVE)
        for part in PARTS:
            without = await ask(client, cases, depth, weights=RecallWeights(**{part: 0.0}))
            result.without[part] = headline(dataset, without)
    return result


def main(address: str, data: Path, chosen: Sequence[str], missed: bool) -> None:
    plain = PlainVectors()
    results = []
    for dataset in DATASETS:
        folder = data / dataset.folder if dataset.folder else Path(__file__).parent
        if chosen and dataset.key not in chosen:
            continue
        if not folder.is_dir():
            print(f"\n{dataset.title}: skipped, there is no {dataset.folder}/ in {data}")
            continue
        start = time.perf_counter()
        result = asyncio.run(measure(address, plain, dataset, folder))
        seconds = time.perf_counter() - start
        print(f"\n{report.text(result, missed)}\n  {seconds:.0f} s", flush=True)
        results.append(result)
    if len(results) == len(DATASETS):
        report.write(results, REPOSITORY / "docs")
        print("\nwritten: docs/quality.md and docs/quality.svg")
    else:
        print(f"\n{len(results)} of {len(DATASETS)} sets measured: docs/quality.md was left alone")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--only", choices=[each.key for each in DATASETS], action="append")
    parser.add_argument("--missed", action="store_true", help="print the questions that are missed")
    arguments = parser.parse_args()
    if "MYOSOTIS_ADDRESS" not in os.environ:
        sys.exit("set MYOSOTIS_ADDRESS to the address of a running server")
    main(os.environ["MYOSOTIS_ADDRESS"], arguments.data, arguments.only or [], arguments.missed)
