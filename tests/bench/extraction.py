"""What understanding turns costs beside embedding their clauses, and what it costs a recall.

    python tests/bench/extraction.py

The first part counts CPU in this process: what extraction takes, and what a whole AppendTurns takes
on a real store, beside embedding the turn's clauses alone. The second part speaks 200 turns a
second to a server that reads them in the background, and takes the time of recalls before and
meanwhile.
"""

import asyncio
import itertools
import multiprocessing
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np

from bench.texts import questions, sentences
from myosotis import AsyncClient, ExtractionMode
from myosotis_server.adapters.heads import PackHeads
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.system import SystemClock, SystemRandomness
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.view import build_view
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.app import App, Ports
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.values import ExtractionMode as Mode
from myosotis_server.memory.values import Owner, Role, Turn
from myosotis_server.service.embed_queue import Vector
from myosotis_server.service.hearing import Hearing
from myosotis_server.understanding.privacy import DEFAULT_POLICY
from myosotis_server.understanding.turn_reading import read_turn
from running.server import MODELS, RunningServer
from running.usage import cpu_seconds

TURNS = 400
PER_SECOND = 200
SECONDS = 15
RECALLS_PER_SECOND = 20
TALKERS = 50
ZONE = ZoneInfo("Asia/Shanghai")

_TALK = (
    ("我叫李伟，今年28岁，在腾讯上班", "My name is Tom and I work at a bank"),
    ("我搬到成都了，不过老家在哈尔滨", "I moved to Leeds, but my parents live in York"),
    ("你说得对，谢谢", "That makes sense, thanks"),
    ("明天下午三点有个面试，好紧张", "I have an interview tomorrow at 3 pm and I'm nervous"),
    ("我不喝咖啡了，改喝茶", "I gave up coffee and drink tea now"),
    ("能帮我写一封请假邮件吗？", "Could you help me write an email to my boss?"),
    ("我妈妈上周住院了，我很担心", "My mum went to hospital last week and I'm worried"),
    ("周末和朋友去爬山，累但是开心", "Went hiking with friends at the weekend, tired but happy"),
)


def turns(count: int, seed: int) -> list[str]:
    """`count` turns as people speak them: half plain statements, half of several clauses."""
    told = sentences(count, seed)
    order = random.Random(seed)
    return [
        statement if place % 2 else order.choice(_TALK)[place // 2 % 2]
        for place, statement in enumerate(told)
    ]


async def added_cpu(embedder: OnnxEmbedder) -> None:
    """CPU of a turn's extraction, and of the whole call, beside that of embedding its clauses."""
    said = turns(TURNS, 3)
    clauses = [[clause.text for clause in read_turn(text).clauses] for text in said]
    with tempfile.TemporaryDirectory(prefix="myosotis-bench-") as folder:
        analyzer = MixedWords()
        with closing(LmdbStore(Path(folder), Vault(bytes(32)), 1 << 30)) as store:
            ports = Ports(
                store=store,
                views=ViewShelf(store, build_view, 1 << 30, analyzer),
                embedder=embedder,
                analyzer=analyzer,
                heads=PackHeads(MODELS / embedder.model.name, embedder.model.digest),
                clock=SystemClock(),
                randomness=SystemRandomness(),
            )
            app = App(ports, workers=1, query_cache=0, max_waiting_texts=10_000)
            known = _Known(embedder, said, clauses)
            hearing = Hearing(known, ports.heads, _OneThread(), DEFAULT_POLICY, ports.clock)
            bare: list[float] = []
            heard: list[float] = []
            whole: list[float] = []
            for number, (text, parts) in enumerate(zip(said, clauses, strict=True)):
                turn = Turn("", Role.USER, text, ports.clock.now())
                owner = Owner("default", f"talker {number % TALKERS}")
                bare.append(_cpu(lambda parts=parts: known.embed(parts)))
                start = time.process_time()
                await hearing.turns("session", [turn], ZONE, None)
                heard.append(time.process_time() - start)
                start = time.process_time()
                await app.use.append_turns(owner, "session", [turn], Mode.INLINE, ZONE, None)
                whole.append(time.process_time() - start)
            await app.stop()
    warm = slice(TURNS // 4, None)
    alone, read, taken = (1_000 * float(np.mean(each[warm])) for each in (bare, heard, whole))
    per_turn = sum(map(len, clauses)) / len(clauses)
    print(f"\nunderstanding a turn of {per_turn:.1f} clauses                CPU ms  to bare")
    print(f"  {'bare embedding of its clauses':<42}{alone:8.2f}")
    print(f"  {'extraction: cut, filtered, read, judged':<42}{read:8.2f}{read / alone:7.2f} ×")
    print(f"  {'the whole call: embedded, met, on disk':<42}{taken:8.2f}{taken / alone:7.2f} ×")


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


class _Known:
    """Stands in for the queue with vectors made beforehand, so that only the rest is counted."""

    def __init__(
        self, embedder: OnnxEmbedder, said: Sequence[str], clauses: Sequence[Sequence[str]]
    ) -> None:
        self._embedder = embedder
        texts = list(dict.fromkeys(part for parts in clauses for part in parts))
        self._vectors = {text: self.embed([text])[0] for text in texts}
        self.model = embedder.model

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        if not texts:
            return []
        return list(self._embedder.embed(self._embedder.tokenize(texts, TextRole.PASSAGE)))

    async def passages(self, texts: Sequence[str]) -> list[Vector]:
        # Under a carried subject a clause is embedded with it; any vector will do to be judged.
        return [self._vectors.get(text, next(iter(self._vectors.values()))) for text in texts]


class _OneThread:
    """Lanes that hop nowhere."""

    async def call_if_long(self, characters: int, work: Callable[[], object]) -> object:
        return work()


async def talk(address: str, seconds: float) -> None:
    """Speaks PER_SECOND turns a second, whatever becomes of those before."""
    async with AsyncClient(address) as client:
        texts = turns(int(PER_SECOND * seconds), 5)
        tasks, start = [], time.perf_counter()
        for number, text in enumerate(texts):
            ahead = start + number / PER_SECOND - time.perf_counter()
            if ahead > 0:
                await asyncio.sleep(ahead)
            call = client.append_turns(
                f"talker {number % TALKERS}",
                "session",
                text,
                extraction=ExtractionMode.BACKGROUND,
                timeout=120,
            )
            tasks.append(asyncio.create_task(call))
        behind = sum(not task.done() for task in tasks)
        said = len(texts) / (time.perf_counter() - start)
        await asyncio.gather(*tasks)
        print(f"  turns a second: {said:.0f} said, {behind} of them not yet answered then")


def _talk(address: str, seconds: float) -> None:
    asyncio.run(talk(address, seconds))


async def beside_recalls(server: RunningServer) -> None:
    """Recall's times alone, and while turns are read in the background."""
    async with AsyncClient(server.address) as client:
        await client.wait_ready()
        for start in range(0, 1_000, 100):
            await client.remember("asked", sentences(1_000)[start : start + 100], timeout=120)
        asked = itertools.cycle(questions(2_000, seed=21))

        async def recalls(seconds: float) -> list[float]:
            taken: list[float] = []
            waiting = []

            async def one(question: str) -> None:
                start = time.perf_counter()
                await client.recall("asked", question, read_only=True)
                taken.append(1_000 * (time.perf_counter() - start))

            for number in range(int(seconds * RECALLS_PER_SECOND)):
                waiting.append(asyncio.create_task(one(f"{next(asked)} {number}")))
                await asyncio.sleep(1 / RECALLS_PER_SECOND)
            await asyncio.gather(*waiting)
            return taken

        await recalls(2)
        alone = await recalls(SECONDS)
        print(f"\n{RECALLS_PER_SECOND} recalls a second beside {PER_SECOND} turns a second")
        # In a process of its own, so that no recall waits for the talker's event loop.
        talker = multiprocessing.get_context("spawn").Process(
            target=_talk, args=(server.address, SECONDS + 3)
        )
        talker.start()
        await asyncio.sleep(3)
        cpu, begun = cpu_seconds(server.pid), time.perf_counter()
        meanwhile = await recalls(SECONDS)
        busy = (cpu_seconds(server.pid) - cpu) / (time.perf_counter() - begun)
        await asyncio.to_thread(talker.join)
    for name, taken in (("recall alone", alone), ("recall meanwhile", meanwhile)):
        p50, p99 = np.percentile(taken, [50, 99])
        print(f"  {name:<34}{p50:8.2f}{p99:8.2f}{p99 / np.percentile(alone, 99):8.2f} ×")
    print(f"  the server took {busy:.2f} cores")


def main(embedder: OnnxEmbedder) -> None:
    asyncio.run(added_cpu(embedder))
    with tempfile.TemporaryDirectory(prefix="myosotis-bench-") as folder:
        server = RunningServer(Path(folder) / "data", log_level="error")
        server.start()
        try:
            asyncio.run(beside_recalls(server))
        finally:
            server.stop()


if __name__ == "__main__":
    main(OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1))
