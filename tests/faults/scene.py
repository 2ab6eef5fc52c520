"""Where a fault strikes: a server, those who use it meanwhile, and what they were promised."""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field

import grpc

from faults.catching_up import catch_up
from faults.converser import Converser
from faults.faulty_disk import FaultyServer
from faults.held import read
from faults.ledger import Audit, Ledger, Said, audit
from faults.patient_client import LOST_CONNECTION, Patience, PatientClient
from faults.talk_audit import TalkAudit, audit_talks
from faults.talker import Talker
from faults.talks import Speaker
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub

TALKERS = 3
USERS = ("王小明", "eve", "陈思源", "oliver", "李秀英", "priya")
RECOVERY_SECONDS = 60.0
"""A server that takes longer to take a write after a fault has not recovered."""
CATCHING_UP_SECONDS = 90.0
WARM_CALLS = 30
"""Answers after which a fault may strike."""
WARM_UP_SECONDS = (0.2, 0.8)
"""… some time later."""


@dataclass
class Found:
    """What came of one round, or of several."""

    rounds: int = 0
    struck: int = 0
    """How often the world failed: operations, connections or processes, as the fault goes."""
    acknowledged: int = 0
    """Statements and turns."""
    refusals: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    doubled: int = 0
    back: int = 0
    """Forgotten and there again."""
    wrong: int = 0
    """Half-written, never said, miscounted, or answered falsely."""
    recoveries: list[float] = field(default_factory=list)
    """Seconds until a write was taken again."""
    faults: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        self.rounds += other.rounds
        self.struck += other.struck
        self.acknowledged += other.acknowledged
        self.refusals.update(other.refusals)
        self.lost += other.lost
        self.doubled += other.doubled
        self.back += other.back
        self.wrong += other.wrong
        self.recoveries += other.recoveries
        self.faults += other.faults

    def add_statements(self, found: Audit) -> None:
        self.lost += found.lost
        self.doubled += found.doubled
        self.back += found.back
        self.wrong += found.half_written + found.strange + found.miscounted
        self.faults += found.faults

    def add_talks(self, found: TalkAudit) -> None:
        self.lost += found.turns_lost + found.statements_lost + found.digests_missing
        self.doubled += found.turns_amiss + found.memories_doubled + found.digests_doubled
        self.wrong += found.memories_strange + found.sessions_amiss + found.digests_strange
        self.wrong += found.entities_miscounted
        self.faults += found.faults

    def add_trouble(self, trouble: list[str]) -> None:
        self.wrong += len(trouble)
        self.faults += trouble


class Scene:
    """One round. Its users are its own: they are looked at when it ends, and once more at last."""

    def __init__(self, server: FaultyServer, name: str, seconds: float, dice: random.Random):
        self.server = server
        self.name = name
        self.seconds = seconds
        """For how long a fault lasts."""
        self.dice = dice
        self.struck = 0
        self.refusals: Counter[str] = Counter()
        """How calls failed that a fault made itself."""
        self.trouble: list[str] = []
        """What a fault found wrong."""
        self._ledger = Ledger([f"{name}-{user}" for user in USERS])
        self._speakers = [
            Speaker(f"{name}-speaker-{language}", language, random.Random(f"{name} {language}"))
            for language in ("zh", "en")
        ]
        self._ending = threading.Event()
        self._clients: list[PatientClient] = []

    def begin(self, patience: Patience) -> None:
        """People talk from here to `end`."""
        for number in range(TALKERS):
            dice = random.Random(f"{self.name} {number}")
            self._clients.append(Talker(self.server, self._ledger, self._ending, dice, patience))
        dice = random.Random(f"{self.name} talks")
        talks = Converser(self.server, self._speakers, self._ending, dice, patience)
        self._clients.append(talks)
        for each in self._clients:
            each.start()

    def warm_up(self) -> None:
        """Returns when calls are being answered."""
        deadline = time.monotonic() + RECOVERY_SECONDS
        while time.monotonic() < deadline:
            if sum(each.calls.total() for each in self._clients) >= WARM_CALLS:
                break
            time.sleep(0.02)
        time.sleep(self.dice.uniform(*WARM_UP_SECONDS))

    def hold(self, share: float = 1.0) -> None:
        """Lets time pass: a share of what a fault lasts."""
        time.sleep(self.seconds * share)

    def let_talks_idle(self) -> None:
        """What was said so far may bear a time of hours ago, as if nothing had been said since."""
        for speaker in self._speakers:
            for talk in speaker.talks:
                talk.may_be_idle = True

    def read(self) -> None:
        """Reads must go on."""
        request = service.RecallRequest(user_id=self._ledger.users[0], query="看海 by the sea")
        with self.server.channel() as channel:
            try:
                MemoryServiceStub(channel).Recall(request, timeout=30, wait_for_ready=True)
            except grpc.RpcError as error:
                self.trouble.append(f"reads do not go on: {error.code()}")

    def recover(self) -> float:
        """Seconds until the server takes a write, which becomes one of the promises."""
        started = time.monotonic()
        user = self._ledger.users[0]
        said = Said(user, [pb.NewMemory(content=f"好了 {self.name}: all is well again")])
        self._ledger.sending(said)
        request = service.RememberRequest(
            user_id=user, memories=said.statements, request_id=str(uuid.uuid4())
        )
        while True:
            with self.server.channel() as channel:
                try:
                    answer = MemoryServiceStub(channel).Remember(
                        request, timeout=10, wait_for_ready=True
                    )
                except grpc.RpcError as error:
                    if time.monotonic() - started > RECOVERY_SECONDS:
                        self.trouble.append(f"no write is taken after the fault: {error.code()}")
                        return time.monotonic() - started
                    time.sleep(0.05)
                    continue
            said.memory_ids = tuple(each.memory.memory_id for each in answer.changes)
            said.revision = answer.revision
            said.acknowledged = True
            return time.monotonic() - started

    def end(self) -> None:
        """Returns when everybody has said their last; may be called again."""
        self._ending.set()
        for each in self._clients:
            each.join()

    def judge(self) -> Found:
        """What came of it, once it has ended."""
        found = Found(rounds=1, struck=self.struck, refusals=self.refusals)
        for each in self._clients:
            found.refusals.update(each.refusals)
            found.add_trouble(each.trouble)
        found.add_trouble(self.trouble)
        with self.server.channel() as channel:
            catch_up(channel, self._speakers, CATCHING_UP_SECONDS)
        statements, talks = self.look()
        found.acknowledged = statements.acknowledged + talks.turns
        found.add_statements(statements)
        found.add_talks(talks)
        return found

    def look(self) -> tuple[Audit, TalkAudit]:
        """How what the server holds compares with what it promised."""
        talks = TalkAudit()
        with self.server.channel() as channel:
            statements = audit(self._ledger, MemoryServiceStub(channel))
            for each in self._speakers:
                audit_talks(talks, each, read(channel, each.user))
        return statements, talks


class Fault:
    """One way for the world to fail. `strike` lasts as long as the fault does."""

    name = ""
    bears = LOST_CONNECTION
    """Statuses that callers may see meanwhile."""
    call_seconds = 60.0
    needs_shim = False
    """Whether it takes a disk or a clock that fails on demand."""

    def strike(self, scene: Scene) -> None:
        raise NotImplementedError

    @property
    def patience(self) -> Patience:
        return Patience(self.bears, self.call_seconds, 60.0)
