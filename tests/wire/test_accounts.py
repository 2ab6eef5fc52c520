"""AdminService tells who there is and what is held, and embeds again what another model embedded.

One server for all tests, over a store that was written with another model.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from typer.testing import CliRunner

from contract.timed_server import timed_server
from myosotis.v1 import admin_service_pb2 as service
from myosotis.v1 import admin_service_pb2_grpc as admin_grpc
from myosotis.v1 import memory_service_pb2 as memory_service
from myosotis.v1 import memory_service_pb2_grpc as memory_grpc
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.cli import app
from myosotis_server.memory.values import DAY, Owner
from ports.builders import NOW
from ports.set_clock import SetClock
from running.refusals import told
from running.server import MODELS, free_port
from service.world import World as RamWorld
from wire.saying import SECONDS, remember
from wire.talking import assert_refused

KEY = bytes(range(32))
MAP_SIZE = 1 << 30
OLD = {
    "小雨": ["我对花生过敏", "我的猫叫团子", "我在成都的一家医院做护士"],
    "Rain": ["I am allergic to peanuts", "My cat is called Mimi", "I work as a nurse in Lisbon"],
    "老周": ["我每天早上去公园打太极拳"],
}
STAYS_OLD = "Ada"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass
class World:
    address: str
    channel: grpc.aio.Channel

    def __post_init__(self) -> None:
        self.admin: Any = admin_grpc.AdminServiceStub(self.channel)
        self.stub: Any = memory_grpc.MemoryServiceStub(self.channel)

    async def recalled(self, user: str, query: str) -> str:
        """What is recalled first."""
        request = memory_service.RecallRequest(user_id=user, query=query, limit=1)
        answer = await self.stub.Recall(request, timeout=SECONDS)
        return str(answer.memories[0].memory.content)

    async def reembedded(self, user: str) -> list[tuple[int, int]]:
        progress = self.admin.Reembed(service.ReembedRequest(user_id=user), timeout=SECONDS)
        return [(each.done_count, each.total_count) async for each in progress]


async def written_by_another_model(folder: Path) -> None:
    store = LmdbStore(folder, Vault(KEY), MAP_SIZE)
    async with RamWorld(store) as old:
        for user, contents in {**OLD, STAYS_OLD: ["I like tea"]}.items():
            await old.remember(*contents, owner=Owner("default", user))
        await old.remember("我喜欢喝茶", owner=Owner("acme", "小雨"))
    store.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder = tmp_path_factory.mktemp("accounts") / "data"
    await written_by_another_model(folder)
    settings: dict[str, Any] = {
        "address": f"127.0.0.1:{free_port()}",
        "master_key": KEY.hex(),
        "map_size_bytes": MAP_SIZE,
    }
    async with timed_server(folder, SetClock(NOW + DAY), **settings) as channel:
        yield World(settings["address"], channel)


async def test_a_user_of_another_model_is_told_what_to_do(world: World) -> None:
    request = memory_service.RecallRequest(user_id=STAYS_OLD, query="tea")
    for call in (
        world.stub.Recall(request, timeout=SECONDS),
        remember(world.stub, STAYS_OLD, "I moved"),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call
        failure = told(refused.value)
        assert failure.code is grpc.StatusCode.FAILED_PRECONDITION
        assert failure.reason == "REEMBED_REQUIRED"
        assert failure.metadata["command"] == "myosotis reembed"
    listed = await world.stub.ListMemories(
        memory_service.ListMemoriesRequest(user_id=STAYS_OLD), timeout=SECONDS
    )
    assert [memory.content for memory in listed.memories] == ["I like tea"]


@pytest.mark.parametrize(
    ("user", "query", "place"), [("小雨", "我养了什么宠物？", 1), ("Rain", "what is my job?", 2)]
)
async def test_a_user_is_embedded_again(world: World, user: str, query: str, place: int) -> None:
    steps = await world.reembedded(user)
    assert (steps[0], steps[-1]) == ((0, 3), (3, 3))
    assert await world.recalled(user, query) == OLD[user][place]
    assert await world.reembedded(user) == [(0, 0)]


async def test_the_command_follows_a_running_server(world: World) -> None:
    def command(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["reembed", "--address", world.address, *arguments])

    done = await asyncio.to_thread(command, "--user", "老周")
    assert (done.exit_code, done.stdout) == (0, "embedded 1 memories again\n")
    assert "0 of 1" in done.stderr
    assert await world.recalled("老周", "锻炼身体") == OLD["老周"][0]
    again = await asyncio.to_thread(command, "--user", "老周")
    assert again.stdout == "nothing to do: all vectors are of this model\n"
    refused = await asyncio.to_thread(command, "--user", "a\0b")
    assert refused.exit_code == 1
    assert "INVALID_ARGUMENT" in refused.stderr


async def test_statistics_of_a_user(world: World) -> None:
    await remember(world.stub, "统计", "我对芒果过敏", "My cat is called Mimi")
    request = service.GetUserStatsRequest(user_id="统计")
    stats = await world.admin.GetUserStats(request, timeout=SECONDS)
    assert stats.memory_count == sum(stats.by_kind.values()) == 2
    assert dict(stats.by_tier) == {"semantic": 2}
    assert stats.by_kind["fact"] == 2
    assert 1_000 < stats.store_bytes < 20_000
    assert stats.index_bytes > 0
    assert stats.first_time.ToMicroseconds() == NOW + DAY
    assert stats.last_time.ToMicroseconds() >= NOW + DAY
    assert stats.revision == 1


async def test_of_nobody_there_are_no_statistics(world: World) -> None:
    request = service.GetUserStatsRequest(user_id="nobody")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await world.admin.GetUserStats(request, timeout=SECONDS)
    failure = told(refused.value)
    assert failure.code is grpc.StatusCode.NOT_FOUND
    assert failure.reason == "USER_NOT_FOUND"


async def test_users_are_listed_page_by_page_within_the_tenant(world: World) -> None:
    users: list[str] = []
    token = ""
    while True:
        request = service.ListUsersRequest(page_size=2, page_token=token)
        page = await world.admin.ListUsers(request, timeout=SECONDS)
        assert len(page.user_ids) <= 2
        users += page.user_ids
        token = page.next_page_token
        if not token:
            break
    assert {*OLD, STAYS_OLD} <= {*users}
    assert len(users) == len({*users})
    everybody = await world.admin.ListUsers(service.ListUsersRequest(), timeout=SECONDS)
    assert list(everybody.user_ids) == users


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"page_size": 1_001}, "page_size"),
        ({"page_token": "made up"}, "page_token"),
        ({"page_token": "bWFkZSB1cA=="}, "page_token"),
    ],
)
async def test_a_bad_page_is_named(world: World, fields: Any, named: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await world.admin.ListUsers(service.ListUsersRequest(**fields), timeout=SECONDS)
    assert told(refused.value).code is grpc.StatusCode.INVALID_ARGUMENT
    assert named in told(refused.value).message


@pytest.mark.parametrize("method", ["GetUserStats", "Reembed"])
async def test_a_bad_user_id_is_named(world: World, method: str) -> None:
    request = getattr(service, f"{method}Request")(user_id="a\0")
    call = getattr(world.admin, method)(request, timeout=SECONDS)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await (anext(aiter(call)) if method == "Reembed" else call)
    assert_refused(told(refused.value), {"user_id": "NUL"})


async def test_the_server_tells_what_it_is(world: World) -> None:
    before = await world.admin.GetServerInfo(service.GetServerInfoRequest(), timeout=SECONDS)
    assert before.model_name == "multilingual-e5-small"
    assert (before.embedding_dimension, before.max_input_tokens) == (384, 512)
    assert len(before.model_digest) == 64
    assert before.extractor == "local"
    assert before.version
    assert before.start_time.ToMicroseconds() == NOW + DAY
    assert before.store_bytes > 100_000
    await remember(world.stub, "新用户", "我刚来", "I am new here")
    after = await world.admin.GetServerInfo(service.GetServerInfoRequest(), timeout=SECONDS)
    assert after.user_count - before.user_count == 1
    assert after.memory_count - before.memory_count == 2


async def test_the_command_needs_no_server(tmp_path: Path) -> None:
    await written_by_another_model(tmp_path)
    settings = {
        "MYOSOTIS_DATA_DIR": str(tmp_path),
        "MYOSOTIS_MASTER_KEY": KEY.hex(),
        "MYOSOTIS_MODELS_DIR": str(MODELS),
        "MYOSOTIS_MODEL": "all-minilm-l6-v2",
        "MYOSOTIS_MAP_SIZE_BYTES": str(MAP_SIZE),
    }

    def command(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["reembed", *arguments], env=settings)

    one = await asyncio.to_thread(command, "--offline", "--user", "小雨", "--tenant", "acme")
    assert (one.exit_code, one.stdout) == (0, "embedded 1 memories again\n")
    everybody = await asyncio.to_thread(command, "--offline")
    assert (everybody.exit_code, everybody.stdout) == (0, "embedded 8 memories again\n")
    refused = command("--offline", "--address", "localhost:1")
    assert refused.exit_code == 1
    settings["MYOSOTIS_DATA_DIR"] = str(tmp_path / "none")
    missing = await asyncio.to_thread(command, "--offline")
    assert missing.exit_code == 1
    assert "no store" in missing.stderr
