"""What is said in turns is told by no log and lies readable in no file."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from running.patience import eventually
from running.refusals import refusal
from running.server import RunningServer
from wire.saying import BACKGROUND, INLINE, OFF, append, recalled, said

USER = "zhao.min@example.org"
SESSION = "session-of-夏天-23"
LEARNT = "我在浦东机场附近租了一间公寓"
BACKGROUND_LEARNT = "My sister Eleanor is getting married"
NOT_LEARNT = "如果我中了彩票就去环游世界"
ASSISTANT = "That sounds like quite an adventure"
TURN_ID = "turn-id-of-晚上-9"
SPEAKER = "堂妹小芳她老公"
PRIVATE = {
    "13812345678": "有事打13812345678",
    "hunter2-XY99": "我的密码是 hunter2-XY99",
    "4111 1111 1111 1111": "My card number is 4111 1111 1111 1111",
    "4111111111111111": "刷4111111111111111这张卡",
    "sk-proj-Zx81kQw77LmP02vRtYbN": "api key: sk-proj-Zx81kQw77LmP02vRtYbN",
}
REFUSED = "这句话从来没有被收下\0"
WORDS = [USER, SESSION, LEARNT, BACKGROUND_LEARNT, NOT_LEARNT, ASSISTANT, TURN_ID, SPEAKER]


def talk_of_everything(server: RunningServer) -> None:
    with server.channel() as channel:
        talk = ConversationServiceStub(channel)
        stub: Any = service_grpc.MemoryServiceStub(channel)
        turns = [
            talk_pb.Turn(role=talk_pb.ROLE_USER, content=LEARNT, turn_id=TURN_ID, speaker=SPEAKER),
            talk_pb.Turn(role=talk_pb.ROLE_ASSISTANT, content=ASSISTANT),
        ]
        append(talk, USER, *turns, session=SESSION, extraction=INLINE)
        append(talk, USER, *PRIVATE.values(), NOT_LEARNT, session=SESSION, extraction=INLINE)
        append(talk, USER, *PRIVATE.values(), session=SESSION, extraction=OFF)
        more = [BACKGROUND_LEARNT, *PRIVATE.values()]
        append(talk, USER, *more, session=SESSION, extraction=BACKGROUND)
        found = eventually(lambda: said(stub, USER), lambda known: BACKGROUND_LEARNT in known)
        assert {LEARNT, BACKGROUND_LEARNT} <= set(found)
        for private in PRIVATE:
            assert not any(private in content for content in found)
            assert not any(private in each for each in recalled(stub, USER, private, limit=100))
        for content in (REFUSED, LEARNT[::-1]):
            turn = talk_pb.Turn(role=talk_pb.ROLE_USER, content=content, turn_id=TURN_ID)
            request = talk_service.AppendTurnsRequest(
                user_id=USER, session_id=SESSION, turns=[turn]
            )
            assert refusal(talk.AppendTurns, request).reason


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All that a server wrote, at the most talkative level, and its files at several moments."""
    found: dict[str, bytes] = {}

    def take(moment: str, folder: Path) -> None:
        for path in folder.rglob("*"):
            if path.is_file():
                found[f"{path.name} {moment}"] = path.read_bytes()

    folder = tmp_path_factory.mktemp("turns") / "data"
    with RunningServer(folder, log_level="debug") as server:
        talk_of_everything(server)
        take("while it runs", folder)
        # A call is told of behind its answer.
        eventually(lambda: server.stderr, lambda log: "ALREADY_EXISTS" in log)
        server.kill()
        take("after a kill", folder)
        server.start()
        assert server.stop() == 0
        take("after a stop", folder)
        log = server.stderr.encode()
    assert b"AppendTurns" in log
    assert b"ALREADY_EXISTS" in log
    return {**found, "log": log}


ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "utf-16-le": lambda text: text.encode("utf-16-le"),
    "escaped": lambda text: text.encode("unicode_escape"),
}


@pytest.mark.parametrize("text", [*WORDS, *PRIVATE, *PRIVATE.values(), REFUSED[:-1]])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_text_nor_half_of_it(left: dict[str, bytes], text: str, encoding: str) -> None:
    assert len(left) >= 6
    half = max(5, len(text) // 2)
    for (name, data), part in itertools.product(left.items(), (text, text[:half], text[-half:])):
        assert ENCODINGS[encoding](part) not in data, f"in {name}"
