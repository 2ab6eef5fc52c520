"""Every RPC: whatever bytes come, it answers in time, as the contract says, and harms nobody."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2

from fuzz import texts
from fuzz.byte_targets import _in_ram
from fuzz.messages import USERS, Known, filled
from fuzz.mutation import mutated
from fuzz.served import Served
from fuzz.targets import Finding, Target
from myosotis.v1 import conversation_pb2 as talk_nouns
from myosotis.v1 import conversation_service_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service_pb
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from wire.every_rpc import RPCS, Rpc

SECONDS = 7.0
"""No call takes longer, whatever it asks for; Recall waits five for a revision to come."""
MOST_SECONDS = 90.0
"""What takes so long has not ended, however busy the machine is."""
CANARY = "canary-金丝雀"
SAID = (
    *("我对花生过敏", "我养了一只叫豆豆的猫", "我下周三要搬去杭州", "我妈妈是老师"),
    *("I work at Acme in Leeds", "I'm allergic to penicillin", "My sister Anna plays the cello"),
)
SPLIT = b"\xff\xfe\xff\xfe"
"""Between the requests of a stream; what follows it in no message is a field."""
_NEVER = {
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.DATA_LOSS,
    grpc.StatusCode.UNAVAILABLE,
}
_SENT_IN_VAIN = "Internal error from Core"
"""What grpc.aio's client says where the server had ended a stream before all of it was sent."""
_CASES_BETWEEN_LOOKS = 20
_CASES_BETWEEN_ENDS = 400
_MOST_ANSWERS = 40


class Calls:
    """Makes calls out of bytes and looks what they did. A case is an RPC's number and requests."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._known = Known()
        self._memories = service_grpc.MemoryServiceStub(served.channel)
        self._talk = talk_grpc.ConversationServiceStub(served.channel)
        self.codes: Counter[tuple[str, str]] = Counter()
        self._count = 0
        self._canary = served.run(self._make_canary())

    def make(self, random: Random) -> bytes:
        """A request of any RPC, well-formed as a rule."""
        number = random.randrange(len(RPCS))
        rpc = RPCS[number]
        count = 1 + random.randrange(3) * bool(rpc.method.client_streaming)
        requests = [filled(random, rpc.request(), self._known) for _ in range(count)]
        bodies = [request.SerializeToString() for request in requests]
        if random.random() < 0.08:
            place = random.randrange(len(bodies))
            words = (b"\x0a", b"\xff\xff\xff\xff\x0f", b"\x0b\x0c", b"\x80" * 11, b"\xed\xa0\x80")
            bodies[place] = mutated(random, bodies, words, 1 << 16)
        return bytes([number]) + SPLIT.join(bodies)

    def check(self, data: bytes) -> None:
        """Calls, and now and then looks whether the canary still sings."""
        rpc = RPCS[data[0] % len(RPCS)] if data else RPCS[0]
        bodies = data[1:].split(SPLIT) if rpc.method.client_streaming else [data[1:]]
        self._count += 1
        self._served.clock.advance(1_000_000)
        began, worked = time.monotonic(), time.process_time()
        self._served.run(self._call(rpc, bodies))
        took, worked = time.monotonic() - began, time.process_time() - worked
        if worked > SECONDS or (took > SECONDS and worked < 0.2 * SECONDS):
            # Of a machine that has much else to do neither is true.
            raise Finding(f"{rpc.name} takes {took:.1f} s, and {worked:.1f} s of CPU")
        _look_at_log(rpc, self._served.logged())
        if self._count % _CASES_BETWEEN_LOOKS == 0:
            self._served.run(self._look_at_canary())
        if self._count % _CASES_BETWEEN_ENDS == 0:
            self._served.run(self._end())

    async def _call(self, rpc: Rpc, bodies: list[bytes]) -> None:
        name = rpc.name
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await self._answers(rpc, bodies)
                self.codes[name, "OK"] += 1
        except TimeoutError:
            raise Finding(f"{name} does not end") from None
        except grpc.aio.AioRpcError as error:
            log = self._served.logged()
            if error.details() == _SENT_IN_VAIN and '"code": "INVALID_ARGUMENT"' in log:
                return
            code = error.code()
            self.codes[name, code.name] += 1
            if code in _NEVER:
                where = _place(log)
                raise Finding(f"{name} ends with {code.name}: {error.details()} {where}") from None
            if texts.MARK in (error.details() or ""):
                raise Finding(f"{name} quotes what was said in its error") from None
            _look_at_details(name, error)
            _look_at_log(rpc, log)

    async def _answers(self, rpc: Rpc, bodies: list[bytes]) -> None:
        channel: Any = self._served.channel
        path = rpc.path
        answer_of = GetMessageClass(rpc.method.output_type).FromString
        sends, streams = bool(rpc.method.client_streaming), bool(rpc.method.server_streaming)
        if not streams:
            self._known.learn(answer_of(await channel.unary_unary(path)(bodies[0])))
            return
        call = (
            channel.stream_stream(path)(_each(bodies))
            if sends
            else channel.unary_stream(path)(bodies[0])
        )
        idle = 0.15 if rpc.name.startswith("Watch") else None
        try:
            for _ in range(_MOST_ANSWERS):
                answer = await asyncio.wait_for(call.read(), idle)
                if answer is grpc.aio.EOF:
                    return
                self._known.learn(answer_of(answer))
        except TimeoutError:
            if idle is None:
                raise
        finally:
            call.cancel()

    async def _make_canary(self) -> dict[str, str]:
        said = [pb.NewMemory(content=each) for each in SAID]
        await self._memories.Remember(service_pb.RememberRequest(user_id=CANARY, memories=said))
        turn = {
            "turn_id": "t1",
            "role": talk_nouns.ROLE_USER,
            "content": "我是素食者，I also run every morning",
        }
        await self._talk.AppendTurns(
            talk_pb.AppendTurnsRequest(
                user_id=CANARY,
                session_id="s1",
                turns=[turn],
                extraction=talk_nouns.EXTRACTION_MODE_INLINE,
            )
        )
        self._served.logged()
        return await self._held()

    async def _held(self) -> dict[str, str]:
        request = service_pb.ListMemoriesRequest(user_id=CANARY, page_size=1_000)
        answer = await self._memories.ListMemories(request, timeout=MOST_SECONDS)
        return {each.memory_id: each.content for each in answer.memories}

    async def _look_at_canary(self) -> None:
        held = await self._held()
        if not self._canary.items() <= held.items():
            raise Finding("somebody else's memories are gone")
        for said in (SAID[0], SAID[4]):
            request = service_pb.RecallRequest(user_id=CANARY, query=said, limit=3)
            answer = await self._memories.Recall(request, timeout=MOST_SECONDS)
            if said not in [each.memory.content for each in answer.memories]:
                raise Finding("somebody else's memory is not recalled")

    async def _end(self) -> None:
        """Makes room: the users are forgotten."""
        for user in USERS:
            everything = service_pb.ForgetRequest(user_id=user, everything=True)
            await self._memories.Forget(everything, timeout=MOST_SECONDS)


def _look_at_log(rpc: Rpc, log: str) -> None:
    if texts.MARK in log:
        raise Finding(f"{rpc.name} logs what was said")
    for line in log.splitlines():
        if '"unforeseen"' in line or '"error"' in line or "Traceback" in line:
            raise Finding(f"{rpc.name} leaves an error in the log: {_place(line)}")


async def _each(bodies: list[bytes]) -> AsyncIterator[bytes]:
    for body in bodies:
        yield body


def _look_at_details(name: str, error: grpc.aio.AioRpcError) -> None:
    """An error says why, in the way that the contract promises."""
    found = [
        value for key, value in error.trailing_metadata() or () if key == "grpc-status-details-bin"
    ]
    if not found:
        if error.code() not in (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.CANCELLED):
            raise Finding(f"{name} ends with {error.code().name} and no details")
        return
    status = status_pb2.Status()
    try:
        status.ParseFromString(found[0])
    except DecodeError:
        raise Finding(f"{name} has details that cannot be read") from None
    if texts.MARK.encode() in found[0]:
        raise Finding(f"{name} quotes what was said in its details")
    if error.code() is grpc.StatusCode.INVALID_ARGUMENT:
        bad = error_details_pb2.BadRequest()
        if not any(each.Unpack(bad) and bad.field_violations for each in status.details):
            raise Finding(f"{name} does not say what is invalid")


def _place(log: str) -> str:
    """Where the log says that it happened."""
    for line in log.splitlines():
        if '"unforeseen"' in line or "error" in line:
            return line[:300]
    return ""


def target(open_until_the_end: ExitStack) -> Target:
    """This module's; the server stops with the stack."""
    folder = Path(open_until_the_end.enter_context(tempfile.TemporaryDirectory(dir=_in_ram())))
    served = open_until_the_end.enter_context(Served(folder / "data"))
    calls = Calls(served)
    return Target("rpc", calls.check, list, (), calls.make, 1 << 16)
