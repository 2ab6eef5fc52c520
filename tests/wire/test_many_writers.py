"""A thousand first writes at once for a user whom nobody knew, and writes that contradict."""

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
CALLS = 64
CITIES = [
    *("北京", "上海", "广州", "深圳", "成都", "重庆", "天津", "武汉"),
    *("西安", "南京", "杭州", "苏州", "长沙", "郑州", "青岛", "大连"),
]


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


@pytest.mark.parametrize("attempt", range(3))
async def test_contradictions_end_one_another(aio_stub, stub, user: str, attempt: int) -> None:
    """Each ended the one before it, whatever their order was."""
    homes = [f"我住在{city}" for city in CITIES]
    await all_at_once(aio_stub, user, (homes * CALLS)[attempt : attempt + CALLS])
    (current,) = listed(stub, user)
    everything = listed(stub, user, filter=pb.MemoryFilter(include_superseded=True))
    assert {memory.content for memory in everything} == {*homes}
    assert sum(memory.mention_count for memory in everything) == CALLS
    ended = [memory for memory in everything if memory.memory_id != current.memory_id]
    assert {memory.state for memory in ended} == {pb.MEMORY_STATE_SUPERSEDED}
    assert all(memory.superseded_by for memory in ended)


async def test_distinct_contradictions_make_a_chain(aio_stub, stub, user: str) -> None:
    homes = [f"I live at number {number} of the long street" for number in range(CALLS)]
    statements = [
        pb.NewMemory(content=home, attribute=pb.Attribute(key="home_address", value=home))
        for home in homes
    ]
    calls = [
        aio_stub.Remember(service.RememberRequest(user_id=user, memories=[each]), timeout=60)
        for each in statements
    ]
    await asyncio.gather(*calls)
    (current,) = listed(stub, user)
    everything = listed(stub, user, filter=pb.MemoryFilter(include_superseded=True))
    assert len(everything) == CALLS
    ended_by = {memory.superseded_by: memory for memory in everything if memory.superseded_by}
    chain = [current]
    while (earlier := ended_by.get(chain[-1].memory_id)) is not None:
        chain.append(earlier)
    assert len(chain) == CALLS
