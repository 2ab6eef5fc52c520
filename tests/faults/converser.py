"""A client that talks, ends sessions and asks for upkeep while its server fails."""

from __future__ import annotations

import random
import threading
import uuid
from collections.abc import Sequence

import grpc

from faults.patient_client import WHILE_KILLED, Patience, PatientClient
from faults.talks import Speaker, Talk
from myosotis.v1 import admin_service_pb2 as admin
from myosotis.v1 import conversation_pb2 as pb
from myosotis.v1 import conversation_service_pb2 as service
from myosotis.v1 import memory_pb2
from myosotis.v1.admin_service_pb2_grpc import AdminServiceStub
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from running.server import RunningServer

LONGEST_PAUSE_SECONDS = 0.05
MOST_AT_ONCE = 3
EXCHANGES = (10, 24)
"""Of a session: all of them outgrow the window, and none is so long that it is digested in larger
parts."""
LEFT_OPEN = 0.3
"""Share of sessions in which nobody speaks any more, and whose end nobody asks for."""
INLINE = 0.1
TRUSTS_TURN_IDS = 0.3
"""Share of appends without a request_id: what makes a repetition harmless is then each turn's."""


class Converser(PatientClient):
    """Speaks for `speakers`, each of whom nobody else speaks for."""

    def __init__(
        self,
        server: RunningServer,
        speakers: Sequence[Speaker],
        ending: threading.Event,
        dice: random.Random,
        patience: Patience = WHILE_KILLED,
    ) -> None:
        super().__init__(server, ending, dice, patience)
        self._speakers = speakers
        self._current: dict[str, tuple[Talk, int]] = {}
        """By user, the session that goes on, and of how many exchanges it will be."""

    def connect(self, channel: grpc.Channel) -> None:
        self._stub = ConversationServiceStub(channel)
        self._admin = AdminServiceStub(channel)

    def step(self) -> None:
        self._ending.wait(self.dice.uniform(0, LONGEST_PAUSE_SECONDS))
        speaker = self.dice.choice(self._speakers)
        turn = self.dice.random()
        if turn < 0.04:
            request = admin.RunMaintenanceRequest(user_id=speaker.user)
            self.once("RunMaintenance", self._admin.RunMaintenance, request)
        elif turn < 0.08 and speaker.talks:
            self._read_back(speaker, self.dice.choice(speaker.talks))
        else:
            self._go_on(speaker)

    def _go_on(self, speaker: Speaker) -> None:
        talk, length = self._current.get(speaker.user) or (speaker.begin(), 0)
        length = length or self.dice.randint(*EXCHANGES)
        self._current[speaker.user] = talk, length
        if talk.exchanges < length:
            self._append(speaker, talk)
            return
        del self._current[speaker.user]
        if self.dice.random() >= LEFT_OPEN:
            self._end(speaker, talk)

    def _append(self, speaker: Speaker, talk: Talk) -> None:
        call = speaker.say(talk, self.dice.randint(1, MOST_AT_ONCE))
        is_inline = self.dice.random() < INLINE
        request = service.AppendTurnsRequest(
            user_id=speaker.user,
            session_id=talk.session_id,
            turns=call.turns,
            extraction=pb.EXTRACTION_MODE_INLINE if is_inline else pb.EXTRACTION_MODE_BACKGROUND,
            request_id="" if self.dice.random() < TRUSTS_TURN_IDS else str(uuid.uuid4()),
            time_zone="Asia/Shanghai",
        )
        answer = self.settle("AppendTurns", self._stub.AppendTurns, request)
        if answer is None:
            return
        if _said(answer.turns) != _said(call.turns):
            self.trouble.append(f"AppendTurns answered {answer.turns}")
        call.acknowledged = True

    def _end(self, speaker: Speaker, talk: Talk) -> None:
        talk.ending = True
        request = service.EndSessionRequest(user_id=speaker.user, session_id=talk.session_id)
        answer = self.settle("EndSession", self._stub.EndSession, request)
        if answer is None:
            return
        summary = answer.summary
        if summary.kind != memory_pb2.MEMORY_KIND_SUMMARY:
            self.trouble.append(f"{speaker.user}: {talk.session_id} ended without a summary")
        talk.summary_id = summary.memory_id

    def _read_back(self, speaker: Speaker, talk: Talk) -> None:
        """What was acknowledged must be there from then on."""
        request = service.ListTurnsRequest(
            user_id=speaker.user, session_id=talk.session_id, page_size=1_000
        )
        there = _said(self.once("ListTurns", self._stub.ListTurns, request).turns)
        promised = [each for call in talk.calls if call.acknowledged for each in _said(call.turns)]
        if [each for each in there if each in set(promised)] != promised:
            self.trouble.append(f"{speaker.user}: {talk.session_id} lacks acknowledged turns")


def _said(turns: Sequence[pb.Turn]) -> list[tuple[str, str]]:
    return [(turn.turn_id, turn.content) for turn in turns]
