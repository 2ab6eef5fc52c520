"""A thousand first writes at once for a user whom nobody knew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.server import RunningServer
from wire.saying import listed, recalled

WRITERS = 1_000


@pytest.fixture
async def aio_stub(server: RunningServer) -> AsyncIterator[Any]:
    async with grpc.aio.insecure_channel(server.address) as channel:
        yield service_grpc.MemoryServiceStub(channel)


async def all_at_once(aio_stub: Any, user: str, contents: list[str]) -> list[Any]:
    calls = [
        aio_stub.Remember(
            service.RememberRequest(user_id=user, memories=[pb.NewMemory(content=each)]),
            timeout=60,
        )
        for each in contents
    ]
    return await asyncio.gather(*calls)


async def test_the_same_statement_becomes_one_memory(aio_stub, stub, user: str) -> None:
    answers = await all_at_once(aio_stub, user, ["我叫小明，my name is Ming"] * WRITERS)
    actions = [answer.changes[0].action for answer in answers]
    assert actions.count(pb.CHANGE_ACTION_CREATED) == 1
    assert actions.count(pb.CHANGE_ACTION_REINFORCED) == WRITERS - 1
    assert {answer.revision for answer in answers} == set(range(1, WRITERS + 1))
    (memory,) = listed(stub, user)
    assert memory.mention_count == WRITERS


async def test_distinct_statements_become_as_many_memories(aio_stub, stub, user: str) -> None:
    contents = [f"第 {number} 位朋友" for number in range(WRITERS)]
    answers = await all_at_once(aio_stub, user, contents)
    assert {answer.revision for answer in answers} == set(range(1, WRITERS + 1))
    assert {answer.changes[0].action for answer in answers} == {pb.CHANGE_ACTION_CREATED}
    memories = listed(stub, user, page_size=1_000)
    assert sorted(memory.content for memory in memories) == sorted(contents)
    assert recalled(stub, user, "第 777 位朋友", limit=1) == ["第 777 位朋友"]
