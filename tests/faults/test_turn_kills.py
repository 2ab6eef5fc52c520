"""Turns that were acknowledged are learnt exactly once, though the server is killed at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
from running.patience import eventually
from running.server import RunningServer

KILLS = 4
CALLS = 6
USERS = ["turn-kill-王小明", "turn-kill-eve"]


def content(user: str, kill: int, call: int, turn: int) -> str:
    """Of which no two are alike, and each is worth keeping."""
    number = 100 * kill + 10 * call + turn
    if user.isascii():
        return f"My cousin number {number} is called Bob{number}"
    return f"我养了第{number}只叫豆{number}的猫"


def append(channel: Any, user: str, kill: int, call: int) -> list[str]:
    """Appends three turns of the user; returns once they are acknowledged."""
    contents = [content(user, kill, call, turn) for turn in range(3)]
    turns = [
        talk_pb.Turn(role=talk_pb.ROLE_USER, content=each, turn_id=f"{kill}-{call}-{place}")
        for place, each in enumerate(contents)
    ]
    turns.insert(1, talk_pb.Turn(role=talk_pb.ROLE_ASSISTANT, content="我也养了猫！"))
    request = talk_service.AppendTurnsRequest(
        user_id=user, session_id=f"s{call % 2}", turns=turns, time_zone="Asia/Shanghai"
    )
    answer = ConversationServiceStub(channel).AppendTurns(request, timeout=60, wait_for_ready=True)
    assert len(answer.turns) == len(turns)
    return contents


def known(channel: Any, user: str) -> dict[str, int]:
    """Mention counts by content, of all but the digests of what was said."""
    request = service.ListMemoriesRequest(user_id=user, page_size=1_000)
    answer = MemoryServiceStub(channel).ListMemories(request, timeout=60, wait_for_ready=True)
    assert not answer.next_page_token
    return {
        memory.content: memory.mention_count
        for memory in answer.memories
        if memory.kind != pb.MEMORY_KIND_SUMMARY
    }


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with RunningServer(tmp_path / "data", log_level="error") as server:
        yield server


def test_acknowledged_turns_are_learnt_exactly_once(server: RunningServer) -> None:
    said: dict[str, list[str]] = {user: [] for user in USERS}
    with server.channel() as channel:

        def reader(user: str) -> Callable[[], dict[str, int]]:
            return lambda: known(channel, user)

        for kill in range(KILLS):
            for call in range(CALLS):
                for user in USERS:
                    said[user] += append(channel, user, kill, call)
            # Without waiting for anything, so that much of it is unread.
            server.kill()
            server.start()
            if kill % 2:
                # A caller who is not sure appends once more.
                for call in range(CALLS):
                    for user in USERS:
                        append(channel, user, kill, call)
        for user in USERS:
            found = eventually(
                reader(user), lambda now, user=user: len(now) >= len(said[user]), seconds=60
            )
            assert found == dict.fromkeys(said[user], 1)
        server.restart()
        for user in USERS:
            assert known(channel, user) == dict.fromkeys(said[user], 1)
