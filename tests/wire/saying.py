"""Short ways to say and to read back, on the raw stubs."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service

SECONDS = 30
"""Longest that any single call of the tests may take."""


def remember(
    stub: Any, user: str, *statements: str | pb.NewMemory, **fields: Any
) -> service.RememberResponse:
    request = service.RememberRequest(
        user_id=user,
        memories=[
            pb.NewMemory(content=each) if isinstance(each, str) else each for each in statements
        ],
        **fields,
    )
    return stub.Remember(request, timeout=SECONDS)


INLINE = talk_pb.EXTRACTION_MODE_INLINE
BACKGROUND = talk_pb.EXTRACTION_MODE_BACKGROUND
OFF = talk_pb.EXTRACTION_MODE_OFF


def append(
    talk: Any, user: str, *turns: str | talk_pb.Turn, session: str = "s1", **fields: Any
) -> talk_service.AppendTurnsResponse:
    """Appends turns, the user's where they are only texts, and learns from them at once."""
    request = talk_service.AppendTurnsRequest(
        user_id=user,
        session_id=session,
        turns=[
            talk_pb.Turn(role=talk_pb.ROLE_USER, content=each) if isinstance(each, str) else each
            for each in turns
        ],
        **{"extraction": INLINE, **fields},
    )
    return talk.AppendTurns(request, timeout=SECONDS)


def recall(stub: Any, user: str, query: str = "", **fields: Any) -> service.RecallResponse:
    """Without leaving access counts behind, unless asked."""
    request = service.RecallRequest(user_id=user, query=query, **{"read_only": True, **fields})
    return stub.Recall(request, timeout=SECONDS)


def recalled(stub: Any, user: str, query: str = "", **fields: Any) -> list[str]:
    """Contents, best first."""
    answer = recall(stub, user, query, **fields)
    return [each.memory.content for each in answer.memories]


def listed(stub: Any, user: str, **fields: Any) -> list[pb.Memory]:
    """All memories of a list, page after page."""
    memories: list[pb.Memory] = []
    token = ""
    while True:
        page = stub.ListMemories(
            service.ListMemoriesRequest(user_id=user, page_token=token, **fields),
            timeout=SECONDS,
        )
        memories += page.memories
        token = page.next_page_token
        if not token:
            return memories


def said(stub: Any, user: str, **fields: Any) -> list[str]:
    """Contents of all memories of a list."""
    return [memory.content for memory in listed(stub, user, **fields)]


def forget(stub: Any, user: str, **fields: Any) -> service.ForgetResponse:
    return stub.Forget(service.ForgetRequest(user_id=user, **fields), timeout=SECONDS)


def instant(year: int, month: int, day: int, hour: int = 0) -> Timestamp:
    time = Timestamp()
    time.FromDatetime(datetime(year, month, day, hour, tzinfo=UTC))
    return time


class Sender:
    """Requests of a stream, sent one by one."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[service.ImportMemoriesRequest | None] = queue.SimpleQueue()

    def __iter__(self) -> Iterator[service.ImportMemoriesRequest]:
        while (request := self._queue.get()) is not None:
            yield request

    def send(self, user: str, *statements: str) -> None:
        memories = [pb.NewMemory(content=each) for each in statements]
        self._queue.put(service.ImportMemoriesRequest(user_id=user, memories=memories))

    def end(self) -> None:
        self._queue.put(None)
