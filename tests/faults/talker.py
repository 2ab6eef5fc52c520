"""A client that remembers, recalls and forgets for many users while its server fails."""

from __future__ import annotations

import itertools
import random
import threading
import uuid

import grpc

from faults.ledger import Ledger, Said, refrain
from faults.patient_client import WHILE_KILLED, Patience, PatientClient
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.server import RunningServer

_numbers = itertools.count(1)
_PHRASES = (
    "第 {n} 次去看海，in the rain",
    "bought ticket number {n} for the train",
    "同事 {n} 号请我吃面",
    "my locker code was {n} that day",
    "梦见第 {n} 只猫",
)


class Talker(PatientClient):
    """Every write has a request_id, under which it is tried again."""

    def __init__(
        self,
        server: RunningServer,
        ledger: Ledger,
        ending: threading.Event,
        dice: random.Random,
        patience: Patience = WHILE_KILLED,
    ) -> None:
        super().__init__(server, ending, dice, patience)
        self._ledger = ledger
        self._settled: list[Said] = []
        """Own acknowledged writes that nobody was asked to forget."""

    def connect(self, channel: grpc.Channel) -> None:
        self._stub = service_grpc.MemoryServiceStub(channel)

    def step(self) -> None:
        user = self.dice.choice(self._ledger.users)
        turn = self.dice.random()
        if turn < 0.5:
            self._remember(user)
        elif turn < 0.6:
            self._repeat(user)
        elif turn < 0.75:
            self._recall(user)
        elif turn < 0.95:
            self._get()
        else:
            self._forget()

    def _remember(self, user: str) -> None:
        said = Said(user, [self._statement() for _ in range(self.dice.randint(1, 3))])
        request = service.RememberRequest(
            user_id=user, memories=said.statements, request_id=str(uuid.uuid4())
        )
        self._ledger.sending(said)
        answer = self.settle("Remember", self._stub.Remember, request)
        if answer is None:
            return
        changes = answer.changes
        if [each.memory.content for each in changes] != said.contents:
            self.trouble.append(f"Remember answered {changes}")
        if any(each.action != pb.CHANGE_ACTION_CREATED for each in changes):
            self.trouble.append(f"a new statement was not created: {changes}")
        said.memory_ids = tuple(each.memory.memory_id for each in changes)
        said.revision = answer.revision
        said.acknowledged = True
        self._settled.append(said)

    def _repeat(self, user: str) -> None:
        request = service.RememberRequest(
            user_id=user,
            memories=[pb.NewMemory(content=refrain(user))],
            request_id=str(uuid.uuid4()),
        )
        self._ledger.repeat("sent", user)
        if self.settle("Remember", self._stub.Remember, request) is not None:
            self._ledger.repeat("answered", user)

    def _recall(self, user: str) -> None:
        answer = self.once(
            "Recall", self._stub.Recall, service.RecallRequest(user_id=user, query="看海 train")
        )
        for recalled in answer.memories:
            if not self._ledger.was_said(user, recalled.memory.content):
                self.trouble.append(f"{user} never said {recalled.memory.content!r}")

    def _get(self) -> None:
        """What was acknowledged must be there from then on."""
        if not self._settled:
            return
        said = self.dice.choice(self._settled)
        which = self.dice.randrange(len(said.memory_ids))
        request = service.GetMemoryRequest(user_id=said.user, memory_id=said.memory_ids[which])
        try:
            memory = self.once("GetMemory", self._stub.GetMemory, request).memory
        except grpc.RpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                self.trouble.append(f"acknowledged, but not there: {said.contents[which]!r}")
                return
            raise
        if memory.content != said.contents[which]:
            self.trouble.append(f"{said.contents[which]!r} became {memory.content!r}")

    def _forget(self) -> None:
        if not self._settled:
            return
        said = self._settled.pop(self.dice.randrange(len(self._settled)))
        said.forgetting = True
        request = service.ForgetRequest(
            user_id=said.user,
            ids=pb.MemoryIds(memory_ids=said.memory_ids),
            request_id=str(uuid.uuid4()),
        )
        answer = self.settle("Forget", self._stub.Forget, request)
        if answer is None:
            return
        if answer.forgotten_count != len(said.memory_ids):
            self.trouble.append(f"forgot {answer.forgotten_count} of {len(said.memory_ids)}")
        said.forgotten = True

    def _statement(self) -> pb.NewMemory:
        number = next(_numbers)
        return pb.NewMemory(
            content=self.dice.choice(_PHRASES).format(n=number),
            tags=[f"tag-{number % 7}", "标签"],
            metadata={"number": str(number)},
            subject="妈妈" if number % 5 == 0 else "",
        )
