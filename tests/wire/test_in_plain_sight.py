"""What a server tells of its calls, in metrics and logs, and what it keeps to itself."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import io
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from rich.console import Console

from contract.timed_server import timed_server
from myosotis.v1 import conversation_service_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from myosotis_server.memory.stages import STAGES
from myosotis_server.memory.values import SECOND
from myosotis_server.telemetry.scrape import NOTHING_YET, Between, Scrape, scrape, together
from myosotis_server.top_command import picture
from ports.set_clock import SetClock
from running.patience import eventually
from running.refusals import refusal
from running.server import free_port
from wire.saying import append, forget, recall, remember
from wire.talking import context

USER = "zhang.wei@example.org"
SECRETS = (USER, "龙井茶", "jazz", "诊断书-A17", "session-of-spring", "What do I like to hear")
REQUEST_ID = "trace-7.a_B"
SAMPLES = "myosotis_rpc_seconds_count"


@dataclass(frozen=True, slots=True)
class Told:
    """Of a story that was told to a server: all that it wrote and counted."""

    lines: list[dict[str, Any]]
    stderr: str
    text: str
    scrape: Scrape
    health: tuple[int, str]

    def lines_of(self, event: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["event"] == event]


def story(address: str) -> None:
    """Calls that go well and calls that do not, in both languages."""
    with grpc.insecure_channel(address) as channel:
        stub = service_grpc.MemoryServiceStub(channel)
        talk = talk_grpc.ConversationServiceStub(channel)
        remember(stub, USER, "我最喜欢喝龙井茶", "I love jazz")
        for query in ("我喜欢喝什么？", "What do I like to hear?", "我喜欢喝什么？"):
            assert recall(stub, USER, query).memories
        append(talk, USER, "我叫张伟，昨天拿到了诊断书-A17。", session="session-of-spring")
        context(talk, USER, session_id="session-of-spring")
        bad = service.ListMemoriesRequest(user_id=USER, page_token="诊断书-A17")
        assert refusal(stub.ListMemories, bad).reason == "INVALID_FIELDS"
        list(stub.ExportMemories(service.ExportMemoriesRequest(user_id=USER)))
        question = service.RecallRequest(user_id=USER, query="龙井茶")
        _, call = stub.Recall.with_call(question, metadata=(("x-request-id", REQUEST_ID),))
        assert dict(call.trailing_metadata())["x-request-id"] == REQUEST_ID
        watching = talk_pb.WatchMemoriesRequest(user_id=USER)
        ended = refusal(talk.WatchMemories, watching, timeout=0.2)
        assert ended.code is grpc.StatusCode.DEADLINE_EXCEEDED
        forget(stub, USER, query="龙井茶")


def get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return asyncio.run(_told(tmp_path_factory.mktemp("sight") / "data"))


async def _told(folder: Path) -> Told:
    address, port = f"127.0.0.1:{free_port()}", free_port()
    settings = {
        "address": address,
        "metrics_address": f"127.0.0.1:{port}",
        "slow_call_seconds": 1e-6,
        "log_level": "debug",
        "log_format": "json",
    }
    stderr = io.StringIO()
    with contextlib.redirect_stderr(stderr):
        async with timed_server(folder, SetClock(int(time.time() * SECOND)), **settings):
            await asyncio.to_thread(story, address)
            await asyncio.to_thread(
                eventually,
                lambda: scrape(f"127.0.0.1:{port}").sum("myosotis_rpc_running"),
                lambda running: running == 0,
            )
            health = await asyncio.to_thread(get, port, "/healthz")
            _, text = await asyncio.to_thread(get, port, "/metrics")
            counted = await asyncio.to_thread(scrape, f"127.0.0.1:{port}")
    lines = [json.loads(line) for line in stderr.getvalue().splitlines()]
    return Told(lines, stderr.getvalue(), text, counted, health)


def test_it_is_serving(told: Told) -> None:
    assert told.health == (200, "SERVING\n")


def test_every_call_is_counted_by_method_and_code(told: Told) -> None:
    assert told.scrape.sum(SAMPLES, method="Remember", code="OK") == 1
    assert told.scrape.sum(SAMPLES, method="Recall", code="OK", service="MemoryService") == 4
    assert told.scrape.sum(SAMPLES, method="ListMemories", code="INVALID_ARGUMENT") == 1
    assert told.scrape.sum(SAMPLES, method="ExportMemories", code="OK") == 1
    assert told.scrape.sum(SAMPLES, method="WatchMemories", code="DEADLINE_EXCEEDED") == 1
    assert told.scrape.sum("myosotis_rpc_failures_total", reason="INVALID_FIELDS") == 1


def test_calls_are_split_into_stages(told: Told) -> None:
    def stages_of(method: str) -> set[str]:
        name = "myosotis_rpc_stage_seconds_count"
        return {labels["stage"] for labels, _ in told.scrape.matching(name, method=method)}

    asking = {"read", "embed", "thread", "view", "scan", "decrypt"}
    assert stages_of("Recall") == asking
    assert stages_of("Remember") >= {"read", "embed", "judge", "lane", "view", "plan", "commit"}
    assert stages_of("GetContext") == {*asking, "render"}
    assert stages_of("ExportMemories") == set()


def test_what_is_held_can_be_seen(told: Told) -> None:
    for name, least in (
        ("store_users", 1),
        ("store_memories", 2),
        ("store_bytes", 4_096),
        ("store_used_bytes", 4_096),
        ("views", 1),
        ("view_bytes", 1_000),
        ("store_group_writes_count", 3),
        ("store_sync_seconds_sum", 1e-9),
        ("embed_batch_texts_sum", 5),
        ("forgotten_memories_total", 1),
    ):
        assert told.scrape.sum(f"myosotis_{name}") >= least, name
    assert told.scrape.sum("myosotis_query_cache_lookups_total", outcome="hit") >= 1
    about = dict(next(told.scrape.matching("myosotis_build_info"))[0])
    assert about["model"] == "multilingual-e5-small"


def test_a_slow_call_is_told_by_its_stages(told: Told) -> None:
    [slow] = [line for line in told.lines_of("slow call") if line["request_id"] == REQUEST_ID]
    [call] = [line for line in told.lines_of("call") if line["request_id"] == REQUEST_ID]
    assert slow["level"] == "warning"
    assert (slow["method"], slow["code"]) == (call["method"], call["code"]) == ("Recall", "OK")
    assert slow["stages"].keys() <= set(STAGES)
    assert slow["stages"].keys() >= {"embed", "scan", "decrypt"}
    assert sum(slow["stages"].values()) <= slow["milliseconds"] + 0.1
    assert told.scrape.sum("myosotis_slow_calls_total") == len(told.lines_of("slow call"))


def test_streams_are_not_slow(told: Told) -> None:
    assert [line["code"] for line in told.lines_of("call") if line["method"] == "ExportMemories"]
    assert "ExportMemories" not in [line["method"] for line in told.lines_of("slow call")]


@pytest.mark.parametrize("secret", SECRETS)
def test_neither_metrics_nor_logs_hold_what_was_said_or_by_whom(told: Told, secret: str) -> None:
    assert secret not in told.text
    assert secret not in told.stderr
    assert secret.encode("unicode_escape").decode() not in told.stderr


def test_top_shows_calls_and_stages_and_what_is_held(told: Told) -> None:
    written = io.StringIO()
    console = Console(file=written, width=200)
    console.print(picture(Between(NOTHING_YET, told.scrape), "127.0.0.1:9464"))
    shown = written.getvalue()
    for text in (
        "multilingual-e5-small",
        "Recall",
        "embed",
        "decrypt",
        "1 users",
        "INVALID_FIELDS 1",
    ):
        assert text in shown, text


def test_servers_over_one_store_are_added_up(told: Told) -> None:
    both = together([told.scrape, told.scrape])
    assert both.sum(SAMPLES) == 2 * told.scrape.sum(SAMPLES)
    assert both.sum("myosotis_store_users") == told.scrape.sum("myosotis_store_users")
    assert Between(told.scrape, both).count(SAMPLES) == told.scrape.sum(SAMPLES)
    assert Between(both, told.scrape).count(SAMPLES) == told.scrape.sum(SAMPLES)  # started again
