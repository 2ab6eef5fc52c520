"""Every method of both clients, in both languages."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import myosotis
from clients.fake_memory_server import NOT_SERVING, SERVING, FakeMemoryServer
from myosotis import (
    AsyncClient,
    Attribute,
    ChangeAction,
    Client,
    Durability,
    ForgetMode,
    IdentitySignals,
    Kind,
    MemoryFilter,
    NewMemory,
    RecallMode,
    RecallWeights,
    ReconcileMode,
    TimeRange,
)
from myosotis.v1 import memory_service_pb2

SHANGHAI = timezone(timedelta(hours=8))
both_languages = pytest.mark.parametrize(
    ("statement", "query"), [("我喜欢喝拿铁", "拿铁"), ("I love my cat Mimi 🐈", "Mimi")]
)


@both_languages
def test_what_is_remembered_is_recalled(client: Any, statement: str, query: str) -> None:
    remembered = client.remember("ada", statement)
    assert [change.action for change in remembered.changes] == [ChangeAction.CREATED]
    assert remembered.revision == 1
    recalled = client.recall("ada", query)
    assert [hit.memory.content for hit in recalled.memories] == [statement]
    assert recalled.memories[0].score == 0.7
    assert recalled.memories[0].breakdown.lexical == 0.9
    assert recalled.mode is RecallMode.EXPLICIT
    assert recalled.revision == 3


def test_remember_takes_several_and_passes_everything_on(
    client: Any, server: FakeMemoryServer
) -> None:
    trip = NewMemory("六月去大理", kind=Kind.EVENT, ttl=timedelta(days=1.5), tags=["旅行"])
    client.remember(
        "ada",
        [trip, "I moved to Berlin"],
        session_id="s",
        reconcile=ReconcileMode.EXACT,
        durability=Durability.QUEUED,
    )
    (request,) = server.requests
    assert [memory.content for memory in request.memories] == ["六月去大理", "I moved to Berlin"]
    assert request.memories[0].ttl.seconds == 129_600
    assert (request.session_id, request.reconcile, request.durability) == ("s", 2, 2)


def test_a_write_gets_a_fresh_uuid_unless_one_is_given(
    client: Any, server: FakeMemoryServer
) -> None:
    client.remember("ada", "a")
    client.remember("ada", "b")
    client.remember("ada", "c", request_id="mine")
    client.forget("ada", ids=["m0"])
    ids = [request.request_id for request in server.requests]
    assert ids[2] == "mine"
    assert len(set(ids)) == 4
    assert all(uuid.UUID(ids[index]).version == 4 for index in (0, 1, 3))


def test_recall_passes_everything_on(client: Any, server: FakeMemoryServer) -> None:
    client.recall(
        "ada",
        "最近好吗",
        limit=3,
        filter=MemoryFilter(kinds=[Kind.EMOTION], create_time=TimeRange(datetime.now(UTC))),
        weights=RecallWeights(recency=0.0),
        identity=IdentitySignals(device_id="phone", voiceprint_score=0.5),
        as_of_time=datetime(2026, 1, 1, 8, tzinfo=SHANGHAI),
        min_revision=9,
        graph_hops=2,
        read_only=True,
        time_zone="Asia/Shanghai",
    )
    (request,) = server.requests
    assert request.limit == 3
    assert request.time_zone == "Asia/Shanghai"
    assert list(request.filter.kinds) == [4]
    assert request.filter.create_time.HasField("start_time")
    assert not request.filter.create_time.HasField("end_time")
    assert request.weights.HasField("recency")
    assert not request.weights.HasField("relevance")
    assert request.identity.voiceprint_score == 0.5
    assert request.as_of_time.ToDatetime(UTC) == datetime(2026, 1, 1, tzinfo=UTC)
    assert request.min_revision == 9
    assert request.graph_hops == 2
    assert request.read_only


def test_recall_asks_for_nothing_in_particular_unless_told(
    client: Any, server: FakeMemoryServer
) -> None:
    client.recall("ada", "昨天我说了什么")
    (request,) = server.requests
    named = {field.name for field, _ in request.ListFields()}
    assert named == {"user_id", "query", "limit"}


@pytest.mark.parametrize("name", [field.name for field in fields(RecallWeights)])
def test_each_weight_is_its_own(client: Any, server: FakeMemoryServer, name: str) -> None:
    for value in (0.0, 0.25):
        client.recall("ada", "茶", weights=RecallWeights(**{name: value}))
        sent = server.requests[-1].weights
        assert sent.HasField(name)
        assert getattr(sent, name) == value
        assert [field.name for field, _ in sent.ListFields()] == [name]


def test_no_weights_are_none_at_all(client: Any, server: FakeMemoryServer) -> None:
    client.recall("ada", "茶", weights=RecallWeights())
    client.recall("ada", "茶")
    first, second = server.requests
    assert not first.weights.ListFields()
    assert not second.HasField("weights")


@pytest.mark.parametrize(
    ("target", "field"),
    [
        ({"ids": ["m0", "m1"]}, "ids"),
        ({"filter": MemoryFilter(tags=["前任"])}, "filter"),
        ({"query": "忘掉我的前男友"}, "query"),
        ({"everything": True}, "everything"),
    ],
)
def test_forget_takes_each_target(
    client: Any, server: FakeMemoryServer, target: dict[str, Any], field: str
) -> None:
    result = client.forget("ada", **target, mode=ForgetMode.PSEUDONYMISE, dry_run=True)
    assert (result.forgotten_count, result.receipt_id, result.revision) == (2, "receipt", 4)
    assert server.requests[0].WhichOneof("target") == field
    assert (server.requests[0].mode, server.requests[0].dry_run) == (2, True)


@pytest.mark.parametrize("targets", [{}, {"everything": False}, {"ids": [], "query": "x"}])
def test_forget_refuses_none_or_several_targets(client: Any, targets: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="exactly one"):
        client.forget("ada", **targets)


def test_get(client: Any) -> None:
    client.remember("ada", NewMemory("我住在成都", importance=0.8, metadata={"来源": "聊天"}))
    memory = client.get("ada", "m0")
    assert (memory.content, memory.importance) == ("我住在成都", 0.8)
    assert memory.metadata == {"来源": "聊天"}
    assert memory.event_time is None


def test_list_goes_over_pages_as_needed(client: Any, server: FakeMemoryServer) -> None:
    contents = [f"第{number}件事" for number in range(5)]
    client.remember("ada", contents)
    assert [memory.content for memory in client.list("ada", page_size=2)] == contents
    assert [request.page_token for request in server.requests[1:]] == ["", "2", "4"]
    server.requests.clear()
    next(iter(client.list("ada", page_size=2)))
    assert len(server.requests) == 1
    assert list(client.list("nobody")) == []


def test_update_sends_only_the_fields_given(client: Any, server: FakeMemoryServer) -> None:
    result = client.update(
        "ada", "m0", etag="e0", kind=Kind.FACT, attribute=Attribute("city", "成都"), event_time=None
    )
    (request,) = server.requests
    assert sorted(request.update_mask.paths) == ["attribute", "event_time", "kind"]
    assert not request.memory.HasField("event_time")
    assert request.memory.etag == "e0"
    assert result.memory.attribute == Attribute("city", "成都")
    assert result.revision == 5


def test_update_refuses_no_fields_and_unknown_ones(client: Any) -> None:
    with pytest.raises(ValueError, match="at least one"):
        client.update("ada", "m0")
    with pytest.raises(TypeError, match="access_count"):
        client.update("ada", "m0", access_count=1)


def test_revisions(client: Any) -> None:
    client.remember("ada", "x")
    assert [change.action for change in client.revisions("ada", "m0")] == [ChangeAction.UPDATED] * 2


def test_import_acknowledges_each_batch(client: Any, server: FakeMemoryServer) -> None:
    progress = list(client.import_memories("ada", (str(n) for n in range(5)), batch_size=2))
    assert [step.acknowledged_count for step in progress] == [1, 2, 3]
    assert [step.created_count for step in progress] == [2, 4, 5]
    assert [memory.content for memory in server.memories["ada"].values()] == list("01234")


def test_an_error_in_what_is_imported_comes_out(client: Any) -> None:
    def broken() -> Iterator[str]:
        yield "a"
        raise OSError("disk gone")

    with pytest.raises(OSError, match="disk gone"):
        list(client.import_memories("ada", broken(), batch_size=1))
    with pytest.raises(ValueError, match="batch_size"):
        client.import_memories("ada", [], batch_size=101)


def test_the_async_client_imports_from_an_async_iterable(server: FakeMemoryServer) -> None:
    async def numbers() -> AsyncIterator[str]:
        for number in range(3):
            yield str(number)

    async def load() -> list[int]:
        async with AsyncClient(server.address) as client:
            progress = client.import_memories("ada", numbers(), batch_size=2)
            return [step.created_count async for step in progress]

    assert asyncio.run(load()) == [2, 3]


def test_export(client: Any) -> None:
    client.remember("ada", ["一", "two"])
    batches = list(client.export("ada", include_revisions=True))
    assert [memory.content for batch in batches for memory in batch.memories] == ["一", "two"]
    assert sum(len(batch.revisions) for batch in batches) == 2


def test_the_api_key_goes_with_every_sort_of_call(
    connect: Callable[..., Any], server: FakeMemoryServer
) -> None:
    client = connect(api_key="secret")
    client.remember("ada", "x")
    list(client.list("ada"))
    list(client.export("ada"))
    list(client.import_memories("ada", ["y"]))
    assert [seen["authorization"] for seen in server.metadata] == ["Bearer secret"] * 4
    assert "secret" not in repr(client)


def test_the_stubs_are_within_reach(server: FakeMemoryServer) -> None:
    with Client(server.address, api_key="k") as client:
        request = memory_service_pb2.RecallRequest(user_id="ada")
        assert client.stubs.memory.Recall(request, metadata=client.metadata).revision == 3
    assert server.metadata[0]["authorization"] == "Bearer k"


def test_wait_ready(connect: Callable[..., Any], server: FakeMemoryServer) -> None:
    connect().wait_ready(timeout=5)
    server.health = NOT_SERVING
    with pytest.raises(myosotis.Unavailable, match="ready"):
        connect().wait_ready(timeout=0.15)
    server.health = SERVING
    with pytest.raises(myosotis.Unavailable, match="ready"):
        connect(address="127.0.0.1:1").wait_ready(timeout=0.1)


def test_both_clients_offer_the_same() -> None:
    def offered(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert offered(Client) == offered(AsyncClient)
    for name in offered(Client):
        assert getattr(Client, name).__doc__, name


def test_the_readme_tells_of_every_method() -> None:
    readme = Path(__file__).parents[2] / "clients/python/README.md"
    told = set(re.findall(r"\b[a-z_]+\b", readme.read_text("utf-8")))
    methods = {name for name in dir(Client) if not name.startswith("_")}
    assert methods - {"close"} <= told
