"""AdminService on the wire: what time makes of memories, done on demand, on a clock that is set.

One server for all tests; each speaks of a user of its own and moves the clock on.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from contract.timed_server import timed_server
from myosotis.v1 import admin_service_pb2 as service
from myosotis.v1 import admin_service_pb2_grpc as admin_grpc
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as memory_service
from myosotis.v1 import memory_service_pb2_grpc as memory_grpc
from myosotis_server.memory.values import DAY, MINUTE, SECOND
from ports.set_clock import SetClock
from running.refusals import told
from wire.saying import SECONDS, append, remember
from wire.talking import assert_refused, end, turn

HOUR = 60 * MINUTE
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
"""A Monday."""

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOTHING = service.RunMaintenanceResponse()


@dataclass
class World:
    """A server, its clock, and a user of whom nobody else speaks."""

    channel: grpc.aio.Channel
    clock: SetClock
    user: str = field(default_factory=lambda: f"小明-{uuid.uuid4()}")

    def __post_init__(self) -> None:
        self.admin: Any = admin_grpc.AdminServiceStub(self.channel)
        self.talk: Any = talk_grpc.ConversationServiceStub(self.channel)
        self.stub: Any = memory_grpc.MemoryServiceStub(self.channel)

    async def upkeep(self, user: str = "", **fields: Any) -> service.RunMaintenanceResponse:
        request = service.RunMaintenanceRequest(user_id=user or self.user, **fields)
        answer: service.RunMaintenanceResponse = await self.admin.RunMaintenance(
            request, timeout=SECONDS
        )
        return answer

    async def know(self, *statements: str | pb.NewMemory, **fields: Any) -> list[pb.Memory]:
        answer = await remember(self.stub, self.user, *statements, **fields)
        return [change.memory for change in answer.changes]

    async def memories(self, **wanted: Any) -> list[pb.Memory]:
        """One page of them, superseded ones included."""
        request = memory_service.ListMemoriesRequest(
            user_id=self.user, filter=pb.MemoryFilter(include_superseded=True, **wanted)
        )
        return list((await self.stub.ListMemories(request, timeout=SECONDS)).memories)

    async def contents(self, **wanted: Any) -> set[str]:
        return {memory.content for memory in await self.memories(**wanted)}

    async def sessions(self) -> list[Any]:
        request = talk_service.ListSessionsRequest(user_id=self.user)
        return list((await self.talk.ListSessions(request, timeout=SECONDS)).sessions)

    async def recall(self, query: str) -> None:
        request = memory_service.RecallRequest(user_id=self.user, query=query, limit=1)
        await self.stub.Recall(request, timeout=SECONDS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[tuple[grpc.aio.Channel, SetClock]]:
    clock = SetClock(int(START.timestamp()) * SECOND)
    folder = tmp_path_factory.mktemp("maintenance") / "data"
    async with timed_server(folder, clock) as channel:
        yield channel, clock


@pytest.fixture
def world(served: tuple[grpc.aio.Channel, SetClock]) -> World:
    return World(*served)


@pytest.mark.parametrize(
    "said", [("我住在成都", "我下周一有一场面试"), ("I live in Lisbon", "I have an interview soon")]
)
async def test_a_session_that_falls_silent_ends_by_itself(world: World, said) -> None:
    await append(world.talk, world.user, *said)
    world.clock.advance(29 * MINUTE)
    assert (await world.upkeep()).summarised_count == 0
    [session] = await world.sessions()
    assert not session.HasField("end_time")
    world.clock.advance(MINUTE)
    assert (await world.upkeep()).summarised_count == 1
    [session] = await world.sessions()
    assert session.HasField("end_time")
    [summary] = await world.memories(kinds=[pb.MEMORY_KIND_SUMMARY])
    assert said[0] in summary.content
    assert (await world.upkeep()).summarised_count == 0
    ended = await end(world.talk, world.user)
    assert ended.summary.memory_id == summary.memory_id


async def test_what_is_unused_for_thirty_days_fades(world: World) -> None:
    [used, unused, pinned] = await world.know(
        "我喜欢喝茶", "The sofa is grey", pb.NewMemory(content="我对花生过敏", pinned=True)
    )
    world.clock.advance(20 * DAY)
    await world.recall("我喜欢喝什么茶")
    world.clock.advance(10 * DAY + SECOND)
    preview = await world.upkeep(dry_run=True)
    assert (preview.reviewed_count, preview.decayed_count) == (3, 1)
    assert {memory.confidence for memory in await world.memories()} == {used.confidence}
    assert (await world.upkeep()).decayed_count == 1
    confidence = {memory.content: memory.confidence for memory in await world.memories()}
    assert confidence == {
        used.content: used.confidence,
        unused.content: pytest.approx(0.8 * unused.confidence),
        pinned.content: pinned.confidence,
    }
    # Done at once again, nothing is due; thirty days on it is.
    assert (await world.upkeep()).decayed_count == 0
    world.clock.advance(30 * DAY)
    assert (await world.upkeep()).decayed_count == 2
    [left] = [each for each in await world.memories() if each.content == unused.content]
    assert left.confidence == pytest.approx(0.64 * unused.confidence)


async def test_what_nobody_needs_goes_after_ninety_days(world: World) -> None:
    kept = {
        "重要": pb.NewMemory(content="我妈妈的忌日是三月三号", importance=0.9),
        "pinned": pb.NewMemory(content="The spare key is under the pot", pinned=True),
    }
    await world.know("今天的面有点咸", "The bus was late", *kept.values())
    for _ in range(3):
        await world.know("我每天喝茶")
    world.clock.advance(90 * DAY)
    assert (await world.upkeep()).removed_count == 0
    world.clock.advance(DAY)
    everything = await world.contents()
    preview = await world.upkeep(dry_run=True)
    assert preview.removed_count == 2
    assert await world.contents() == everything
    assert (await world.upkeep()).removed_count == 2
    assert await world.contents() == {*(each.content for each in kept.values()), "我每天喝茶"}
    watch = world.talk.WatchMemories(
        talk_service.WatchMemoriesRequest(user_id=world.user), timeout=SECONDS
    )
    seen = []
    async for each in watch:
        seen.append(each.change)
        if sum(one.action == pb.CHANGE_ACTION_FORGOTTEN for one in seen) == 2:
            break
    watch.cancel()
    assert not {"今天的面有点咸", "The bus was late"} & {one.memory.content for one in seen}


async def test_what_has_an_end_expires(world: World) -> None:
    fleeting = pb.NewMemory(content="我在等快递", ttl=Duration(seconds=3_600))
    [memory, _] = await world.know(fleeting, "我喜欢喝茶")
    world.clock.advance(59 * MINUTE)
    assert (await world.upkeep()).expired_count == 0
    world.clock.advance(MINUTE)
    request = memory_service.GetMemoryRequest(user_id=world.user, memory_id=memory.memory_id)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await world.stub.GetMemory(request, timeout=SECONDS)
    assert told(refused.value).reason == "MEMORY_NOT_FOUND"
    assert (await world.upkeep(dry_run=True)).expired_count == 1
    assert (await world.upkeep()).expired_count == 1
    assert (await world.upkeep()).expired_count == 0
    assert await world.contents() == {"我喜欢喝茶"}


async def test_digests_of_what_left_the_window_last_a_day(world: World) -> None:
    shows = [f"我今天去看了{number}号展厅的画展，很喜欢" for number in range(1, 13)]
    await append(world.talk, world.user, *shows)
    assert (await world.upkeep()).summarised_count >= 1
    short = await world.memories(tiers=[pb.MEMORY_TIER_SHORT_TERM])
    assert short
    world.clock.advance(24 * HOUR + SECOND)
    assert (await world.upkeep()).expired_count == len(short)
    assert await world.memories(tiers=[pb.MEMORY_TIER_SHORT_TERM]) == []


async def test_what_comes_up_again_and_again_becomes_lasting(world: World) -> None:
    tea = pb.NewMemory(
        content="我和阿楠去喝了早茶", kind=pb.MEMORY_KIND_EVENT, tier=pb.MEMORY_TIER_EPISODIC
    )
    once = pb.NewMemory(
        content="I saw a film", kind=pb.MEMORY_KIND_EVENT, tier=pb.MEMORY_TIER_EPISODIC
    )
    await world.know(once)
    for _ in range(3):
        await world.know(tea)
    assert (await world.upkeep(dry_run=True)).promoted_count == 1
    assert (await world.upkeep()).promoted_count == 1
    tiers = {memory.content: memory.tier for memory in await world.memories()}
    assert tiers == {
        tea.content: pb.MEMORY_TIER_SEMANTIC,
        once.content: pb.MEMORY_TIER_EPISODIC,
    }
    assert (await world.upkeep()).promoted_count == 0


@pytest.mark.parametrize(
    ("told_of", "words"),
    [
        ("刚从健身房回来", ("周二", "周四", "两次")),
        ("just back from the gym", ("Tue", "Thu", "twice")),
    ],
)
async def test_tuesdays_and_thursdays_become_a_habit(world: World, told_of: str, words) -> None:
    today = datetime.fromtimestamp(world.clock.now() / SECOND, UTC)
    monday = (today - timedelta(days=today.weekday() + 35)).replace(hour=20, minute=0)
    for week in range(5):
        for weekday in (1, 3):
            day = Timestamp()
            day.FromDatetime(monday + timedelta(days=7 * week + weekday))
            session = f"s{week}-{weekday}"
            await append(world.talk, world.user, turn(told_of, say_time=day), session=session)
    assert (await world.upkeep()).summarised_count >= 1
    habits = await world.memories(kinds=[pb.MEMORY_KIND_HABIT])
    found = [each for each in habits if each.origin == pb.MEMORY_ORIGIN_CONSOLIDATED]
    assert len(found) == 1, [each.content for each in habits]
    assert any(word in found[0].content for word in words)
    before = await world.contents()
    await world.upkeep()
    assert await world.contents() == before


async def test_irregular_days_are_no_habit(world: World) -> None:
    today = datetime.fromtimestamp(world.clock.now() / SECOND, UTC)
    for days in (35, 33, 26, 18, 17, 11, 5, 4):
        day = Timestamp()
        day.FromDatetime(today - timedelta(days=days))
        await append(
            world.talk, world.user, turn("刚从健身房回来", say_time=day), session=f"s{days}"
        )
    await world.upkeep()
    habits = await world.memories(kinds=[pb.MEMORY_KIND_HABIT])
    assert [each for each in habits if each.origin == pb.MEMORY_ORIGIN_CONSOLIDATED] == []


async def test_everybody_if_nobody_is_named(world: World) -> None:
    others = [World(world.channel, world.clock) for _ in range(3)]
    for each in others:
        await each.know(pb.NewMemory(content="我在等快递", ttl=Duration(seconds=60)))
    world.clock.advance(HOUR)
    preview = await world.admin.RunMaintenance(
        service.RunMaintenanceRequest(dry_run=True), timeout=SECONDS
    )
    assert preview.expired_count >= len(others)
    assert preview.reviewed_count >= preview.expired_count
    for each in others:
        assert (await each.upkeep(dry_run=True)).expired_count == 1
    done = await world.admin.RunMaintenance(service.RunMaintenanceRequest(), timeout=SECONDS)
    assert done.expired_count >= len(others)
    for each in others:
        assert await each.memories() == []


async def test_others_are_left_alone(world: World) -> None:
    other = World(world.channel, world.clock)
    for each in (world, other):
        await each.know(pb.NewMemory(content="我在等快递", ttl=Duration(seconds=60)))
    world.clock.advance(HOUR)
    assert (await world.upkeep()).expired_count == 1
    assert (await other.upkeep(dry_run=True)).expired_count == 1


async def test_a_user_who_is_not_known_is_no_error(world: World) -> None:
    for dry_run in (True, False):
        assert await world.upkeep(dry_run=dry_run) == NOTHING
    assert await world.memories() == []
    everybody = await world.admin.RunMaintenance(
        service.RunMaintenanceRequest(dry_run=True), timeout=SECONDS
    )
    assert everybody.reviewed_count >= 0


@pytest.mark.parametrize(
    ("user_id", "words"),
    [("\u200b ", "white space"), ("a\0", "NUL"), ("u" * 513, "513 bytes")],
)
async def test_a_bad_user_id_is_named(world: World, user_id: str, words: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await world.upkeep(user_id)
    assert_refused(told(refused.value), {"user_id": words})


async def test_there_is_no_other_method() -> None:
    methods = service.DESCRIPTOR.services_by_name["AdminService"].methods
    assert {method.name for method in methods} == {
        "RunMaintenance",
        "Backup",
        "ListAuditEvents",
        "GetServerInfo",
        "GetUserStats",
        "ListUsers",
        "Reembed",
        "RotateUserKey",
    }
