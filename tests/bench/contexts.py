"""What a context takes beside a recall, for a user of 10,000 memories and 20 sessions.

    python tests/bench/contexts.py [--memories 10000]

Both are asked over gRPC, in turn, one call at a time. No question is asked twice, because the
vector of a known one is at hand: a context and the recall beside it ask questions of one kind.
Target: the p50 of contexts is at most twice that of recalls.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.recall_cpu import owner_of, write_users
from bench.texts import questions, sentences
from myosotis import Client, ExtractionMode, Role, Turn
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from running.server import MODELS, RunningServer
from running.usage import cpu_seconds

MEMORIES = 10_000
SESSIONS = 20
EXCHANGES = 12
"""Of each session, twice as many as a context gives verbatim."""
ROUNDS = 120
WARM_UP = 20
LANGUAGES = ("Chinese", "English")
"""In the order in which sentences and questions alternate."""
REPLIES = ("听起来你这一天过得很充实，后来呢？", "That sounds like quite a day. What came next?")
PERSONAS = ("你是用户的老朋友，说话亲切。", "You are an old friend of the user, warm and brief.")


def converse(client: Client, user: str) -> None:
    """The user's sessions, of which every second one is in English, with all that they tell."""
    said = [sentences(2 * SESSIONS * EXCHANGES, seed=21)[which::2] for which in range(2)]
    for number in range(SESSIONS):
        which = number % 2
        turns = []
        for exchange in range(EXCHANGES):
            told = said[which][number * EXCHANGES + exchange]
            turns += [Turn(told, Role.USER), Turn(REPLIES[which], Role.ASSISTANT)]
        client.append_turns(
            user, f"session {number}", turns, extraction=ExtractionMode.INLINE, timeout=120
        )


def measured(server: RunningServer, call: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds that `call` takes, and those of the server's CPU."""
    start, cpu = time.perf_counter(), cpu_seconds(server.pid)
    call()
    return 1_000 * (time.perf_counter() - start), 1_000 * (cpu_seconds(server.pid) - cpu)


def in_turn(
    server: RunningServer, client: Client, user: str, which: int, asked: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What `measured` says of recalls and of contexts, [half of the questions, 2] each.

    `which` is the language of the questions and of the sessions whose contexts are asked for.
    """
    recalls, contexts = [], []
    for number, (one, other) in enumerate(zip(asked[::2], asked[1::2], strict=True)):
        session = f"session {(2 * number + which) % SESSIONS}"
        context = partial(client.context, user, session, other, persona=PERSONAS[which])
        calls = [(recalls, partial(client.recall, user, one)), (contexts, context)]
        for taken, call in calls if number % 2 else calls[::-1]:
            taken.append(measured(server, call))
    return np.array(recalls), np.array(contexts)


def report(server: RunningServer, client: Client, user: str) -> None:
    asked = questions(2 * 2 * (ROUNDS + WARM_UP), seed=22)
    print(f"\ncontexts, {SESSIONS} sessions of {EXCHANGES} exchanges   p50 ms  p99 ms  CPU ms")
    for which, language in enumerate(LANGUAGES):
        measures = [
            each[WARM_UP:] for each in in_turn(server, client, user, which, asked[which::2])
        ]
        for name, each in zip(("recall", "context"), measures, strict=True):
            p50, p99 = np.percentile(each[:, 0], [50, 99])
            print(f"  {language + ', ' + name:<36}{p50:8.2f}{p99:8.2f}{each[:, 1].mean():8.2f}")
        recalls, contexts = (np.median(each[:, 0]) for each in measures)
        print(f"  {'  to a recall (target 2.00)':<36}{contexts / recalls:8.2f} ×")


def main(embedder: OnnxEmbedder, memories: int = MEMORIES) -> None:
    with tempfile.TemporaryDirectory(prefix="myosotis-bench-") as place:
        folder = Path(place) / "data"
        write_users(folder, embedder, [memories])
        user = owner_of(memories).user_id
        with RunningServer(folder, log_level="error") as server, Client(server.address) as client:
            client.wait_ready()
            converse(client, user)
            report(server, client, user)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=MEMORIES)
    main(OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1), parser.parse_args().memories)
