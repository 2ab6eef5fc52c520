"""A year of one user on a clock that this moves: what it takes in store, recall and upkeep.

    python tests/bench/simulated_year.py [--days 365] [--english 0.2] [--verbose]

30 exchanges a day in three to five sessions, with the server as it is composed for production, the
real model and a real socket. A companion's backend is played: a context at the start of a session,
each exchange appended as it was said, a recall for every eighth. RunMaintenance runs five minutes
after a session from which something left the window, 45 minutes after each session, and at four at
night: some six times a day, because most of the hourly runs would find nothing to do.

Times are CPU time of the process, which holds server and caller and does nothing else meanwhile,
because wall clock tells little on a machine that others use; wall clock stands beside it. As CPU
time is not the same at any hour either, recall is measured in turn with the bare embedding of the
same questions, and compared from month to month as a multiple of that. The exit code is 1 where a
target is missed.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import grpc
import numpy as np
from google.protobuf.timestamp_pb2 import Timestamp

from bench.simulated_year_page import Month, missed, page, table, told_sizes
from bench.simulated_year_store import StoreSize, read
from bench.simulated_year_talk import Session, Year
from contract.seeing import Seeing
from contract.timed_server import timed_server
from myosotis.v1 import admin_service_pb2 as admin
from myosotis.v1 import admin_service_pb2_grpc as admin_grpc
from myosotis.v1 import conversation_pb2 as talk
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as memory_service
from myosotis.v1 import memory_service_pb2_grpc as memory_grpc
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole
from ports.set_clock import SetClock
from running.server import MODELS, REPOSITORY

SEED = 7
EXCHANGES = 30
ZONE = "Asia/Shanghai"
FIRST_DAY = datetime(2025, 1, 6, tzinfo=ZoneInfo(ZONE))
"""A Monday."""
USER = "a year"
MONTHS = 12
DAYS = 365

RECALLS_EVERY = 8
"""Exchanges from one recall of the companion to the next."""
WINDOW_EXCHANGES = 9
"""From so many exchanges of a session on, some have left its window."""
SECONDS = 60.0
QUESTIONS = 200
"""New ones that are asked once a month."""
KNOWN_QUESTIONS, ROUNDS = 40, 5
"""Questions whose vectors the server has, the same every month, and how often each is asked."""

T = TypeVar("T")


@dataclass(slots=True)
class Timed:
    """Milliseconds of CPU and by the wall clock, one of each per call."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    async def call(self, work: Awaitable[T]) -> T:
        """Awaits `work` and notes what it took."""
        cpu, wall = time.process_time(), time.perf_counter()
        answer = await work
        self.cpu.append(1_000 * (time.process_time() - cpu))
        self.wall.append(1_000 * (time.perf_counter() - wall))
        return answer


class Backend:
    """What the backend of a companion asks of the server; errors are grpc.aio's."""

    def __init__(self, channel: grpc.aio.Channel, clock: SetClock) -> None:
        self.contexts, self.maintenance = Timed(), Timed()
        self._clock = clock
        self._memory: Any = memory_grpc.MemoryServiceStub(channel)
        self._talk: Any = talk_grpc.ConversationServiceStub(channel)
        self._admin: Any = admin_grpc.AdminServiceStub(channel)

    def move_to(self, moment: datetime) -> None:
        self._clock.advance(max(0, round(moment.timestamp() * 1_000_000) - self._clock.now()))

    async def hold(self, name: str, begin: datetime, session: Session) -> None:
        """The session from its first turn to its end by silence."""
        moment = begin
        for place, exchange in enumerate(session.exchanges):
            self.move_to(moment)
            if place == 0:
                await self.contexts.call(self._context(name, exchange.user))
            elif place % RECALLS_EVERY == 0:
                await self.recall(exchange.user, read_only=False)
            replied = moment + timedelta(seconds=8)
            self.move_to(replied)
            await self._append(
                name,
                _turn(talk.ROLE_USER, exchange.user, moment),
                _turn(talk.ROLE_ASSISTANT, exchange.companion, replied),
            )
            moment += timedelta(seconds=40 + 7 * (place * place % 11))
        if len(session.exchanges) >= WINDOW_EXCHANGES:
            await self.maintain(moment + timedelta(minutes=5))
        await self.maintain(moment + timedelta(minutes=45))

    async def maintain(self, moment: datetime) -> None:
        self.move_to(moment)
        request = admin.RunMaintenanceRequest(user_id=USER)
        await self.maintenance.call(self._admin.RunMaintenance(request, timeout=SECONDS))

    async def recall(self, query: str, read_only: bool) -> None:
        request = memory_service.RecallRequest(
            user_id=USER, query=query, time_zone=ZONE, read_only=read_only
        )
        await self._memory.Recall(request, timeout=SECONDS)

    async def _context(self, session: str, query: str) -> None:
        request = talk_service.GetContextRequest(user_id=USER, session_id=session, query=query)
        await self._talk.GetContext(request, timeout=SECONDS)

    async def _append(self, session: str, *turns: talk.Turn) -> None:
        """Read before the call returns: each is in what it costs, and its order is always one."""
        request = talk_service.AppendTurnsRequest(
            user_id=USER,
            session_id=session,
            turns=turns,
            extraction=talk.EXTRACTION_MODE_INLINE,
            time_zone=ZONE,
        )
        await self._talk.AppendTurns(request, timeout=SECONDS)


def _turn(role: int, content: str, said: datetime) -> talk.Turn:
    return talk.Turn(role=role, content=content, say_time=Timestamp(seconds=int(said.timestamp())))


async def _store_size(folder: Path) -> StoreSize:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bench.simulated_year_store", str(folder)),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return read(output.decode())


class Simulation:
    """The year as far as it went; `months` has what was measured at the end of each."""

    def __init__(self, year: Year, channel: grpc.aio.Channel, clock: SetClock, folder: Path):
        self.months: list[Month] = []
        self.backend = Backend(channel, clock)
        self.see = Seeing(channel, USER)
        self._year = year
        self._folder = folder
        self._embedder = OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1)

    async def run(self, days: int, tell: Callable[[Month], None]) -> None:
        # Short runs have months of fewer days, so that there is something to compare.
        length = min(DAYS, days) / MONTHS if days < 2 * DAYS / MONTHS else DAYS / MONTHS
        for day, sessions in enumerate(self._year.days(days)):
            date = FIRST_DAY + timedelta(days=day)
            for number, session in enumerate(sessions):
                begin = date + timedelta(minutes=session.minute)
                await self.backend.hold(f"day {day + 1} no. {number + 1}", begin, session)
            await self.backend.maintain(date + timedelta(days=1, hours=4))
            if int((day + 1) / length + 1e-9) > int(day / length + 1e-9) or day + 1 == days:
                self.months.append(await self._measured(day + 1))
                tell(self.months[-1])

    async def _measured(self, day: int) -> Month:
        bare, new, known = Timed(), Timed(), Timed()
        for question in self._year.questions(day, QUESTIONS):
            await bare.call(self._embed(question))
            await new.call(self.backend.recall(question, read_only=True))
        kept = self._year.questions(0, KNOWN_QUESTIONS)
        for turn in range(ROUNDS + 1):
            for question in kept:
                work = self.backend.recall(question, read_only=True)
                await (known.call(work) if turn else work)
        every = await self.see.memories(include_superseded=True)
        maintenance, contexts = self.backend.maintenance, self.backend.contexts
        self.backend.maintenance, self.backend.contexts = Timed(), Timed()
        return Month(
            day=day,
            size=await _store_size(self._folder),
            memories=len(every),
            active=sum(each.state == pb.MEMORY_STATE_ACTIVE for each in every),
            bare_cpu=_median(bare.cpu),
            recall_cpu=_median(new.cpu),
            recall_wall=_median(new.wall),
            recall_wall_p99=float(np.percentile(new.wall, 99)),
            known_cpu=_median(known.cpu),
            context_cpu=_median(contexts.cpu),
            context_wall=_median(contexts.wall),
            maintenance_runs=len(maintenance.wall),
            maintenance_median=_median(maintenance.wall) / 1_000,
            maintenance_max=max(maintenance.wall) / 1_000,
            maintenance_cpu_max=max(maintenance.cpu) / 1_000,
        )

    async def _embed(self, text: str) -> None:
        self._embedder.embed(self._embedder.tokenize([text], TextRole.QUERY))


def _median(values: list[float]) -> float:
    return float(np.median(values))


async def simulate(days: int, english: float, folder: Path, verbose: bool) -> list[Month]:
    clock = SetClock(round(FIRST_DAY.timestamp() * 1_000_000))
    year = Year(SEED, english, EXCHANGES)
    async with timed_server(folder, clock) as channel:
        simulation = Simulation(year, channel, clock, folder)
        begun = time.perf_counter()

        def tell(month: Month) -> None:
            minutes = (time.perf_counter() - begun) / 60
            print(f"{table([month]).splitlines()[-1]}  ({minutes:.1f} minutes)", flush=True)

        print("\n".join(table([]).splitlines()), flush=True)
        await simulation.run(days, tell)
        if verbose:
            print(told_sizes(simulation.months[-1].size))
            await show(simulation.see)
    return simulation.months


async def show(see: Seeing) -> None:
    """What is remembered in the end, for someone to read."""
    for each in await see.memories(include_superseded=True):
        said = each.create_time.ToDatetime(ZoneInfo(ZONE)).date()
        print(
            f"{said} {pb.MemoryKind.Name(each.kind)[12:]:<10} {pb.MemoryTier.Name(each.tier)[12:]} "
            f"{pb.MemoryState.Name(each.state)[13:]:<10} x{each.mention_count} "
            f"recalled {each.access_count} conf {each.confidence:.2f} imp {each.importance:.2f} "
            f"[{each.attribute.key}={each.attribute.value}] {each.content}"
        )
    print(await see.profile())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--english", type=float, default=0.2, help="share of sessions, 0 to 1")
    parser.add_argument("--verbose", action="store_true", help="what is stored, and what takes it")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="myosotis-year-") as folder:
        months = asyncio.run(
            simulate(chosen.days, chosen.english, Path(folder) / "data", chosen.verbose)
        )
    if chosen.days == DAYS:  # a shorter run is for looking
        text, chart = page(months, chosen.english, EXCHANGES)
        (REPOSITORY / "docs" / "year.md").write_text(text, encoding="utf-8")
        (REPOSITORY / "docs" / "year.svg").write_text(chart, encoding="utf-8")
        print("\nwrote docs/year.md and docs/year.svg")
    for each in (faults := missed(months)):
        print(f"missed: {each}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
