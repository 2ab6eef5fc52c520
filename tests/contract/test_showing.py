"""A server that asks who is speaking, and shows its read-only keys no secrets, over a socket.

What each caller can learn through every RPC of the contract is looked through byte by byte.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import pytest
from google.protobuf import text_format
from google.protobuf.message import Message
from typer.testing import CliRunner

from contract.timed_server import timed_server
from myosotis.v1 import (
    conversation_service_pb2,
    conversation_service_pb2_grpc,
    graph_pb2,
    graph_service_pb2,
    graph_service_pb2_grpc,
    memory_pb2,
    memory_service_pb2,
    memory_service_pb2_grpc,
)
from myosotis_server.cli import app
from ports.builders import NOW
from ports.set_clock import SetClock
from running.server import environment
from wire.every_rpc import RPCS

SAID = {
    "小明": (
        "我喜欢喝拿铁",
        "我住在朝阳区望京街道5号",
        "我的手机号是13812345678",
        "我的生日是1990年3月7日",
        "我有糖尿病",
    ),
    "anna": (
        "I love climbing",
        "I live at 12 Baker Street, London",
        "My phone number is +44 20 7946 0958",
        "I was born on 7 March 1990",
        "I have diabetes",
    ),
}
SECRETS = {
    "小明": ("望京", "朝阳区", "138123456", "3月7日", "03-07", "糖尿病"),
    "anna": ("Baker", "7946", "7 March", "03-07", "diabetes"),
}
REDACTED = {
    "小明": {"我喜欢喝拿铁", "我住在北京", "我的手机号是***78", "我的生日是1990年", "[敏感信息]"},
    "anna": {
        "I love climbing",
        "I live in London",
        "My phone number is ***58",
        "I was born in 1990",
        "[sensitive]",
    },
}
QUESTION = {
    "小明": "我有什么病，住在哪里？",
    "anna": "what illness do I have, and where do I live?",
}
SHOWS_NOTHING = {
    *("Relate", "Unrelate", "GetEmotionTrend", "ImportMemories"),
    *("GetUserStats", "ListUsers", "RunMaintenance", "RotateUserKey", "Reembed"),
    *("ListAuditEvents", "GetServerInfo", "Backup"),
}
"""Counts, digests, what the caller sent itself; a backup is sealed."""


class Speaking:
    """Calls with one key, and keeps what was answered."""

    def __init__(self, channel: grpc.aio.Channel, secret: str) -> None:
        self._options = {"metadata": [("authorization", f"Bearer {secret}")], "timeout": 20}
        self.memory = memory_service_pb2_grpc.MemoryServiceStub(channel)
        self.conversation = conversation_service_pb2_grpc.ConversationServiceStub(channel)
        self.graph = graph_service_pb2_grpc.GraphServiceStub(channel)
        self.called: set[str] = set()
        self.answers: list[str] = []

    async def call(self, stub: Any, name: str, request: Message) -> Any:
        """The answer, or the last one of a stream."""
        self.called.add(name)
        try:
            call = getattr(stub, name)(request, **self._options)
            if isinstance(call, AsyncIterator) or hasattr(call, "read"):
                answer = None
                async for answer in call:
                    self.answers.append(_readable(answer))
                    if name == "WatchMemories" and answer.change.memory.content in LAST:
                        call.cancel()
                        break
                return answer
            answer = await call
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                return None
            raise
        self.answers.append(_readable(answer))
        return answer

    async def recall(self, user: str, **signals: Any) -> Any:
        identity = memory_pb2.IdentitySignals(**signals) if signals else None
        request = memory_service_pb2.RecallRequest(
            user_id=user, query=QUESTION[user], limit=5, identity=identity
        )
        return await self.call(self.memory, "Recall", request)


LAST = ("我爱听雨", "I like rain")


def _readable(answer: Message) -> str:
    """Its text form, with letters other than ASCII as they are."""
    return text_format.MessageToString(answer, as_utf8=True)


async def _read_everything(by: Speaking, user: str, ids: list[str]) -> None:
    """Every RPC that may show something of a user."""
    talk, store, web = conversation_service_pb2, memory_service_pb2, graph_service_pb2
    await by.recall(user)
    for name, request in (
        ("ListMemories", store.ListMemoriesRequest(user_id=user)),
        ("ExportMemories", store.ExportMemoriesRequest(user_id=user, include_revisions=True)),
    ):
        await by.call(by.memory, name, request)
    for name, request in (
        ("GetContext", talk.GetContextRequest(user_id=user, session_id="s1", query=QUESTION[user])),
        ("ListSessions", talk.ListSessionsRequest(user_id=user)),
        ("ListTurns", talk.ListTurnsRequest(user_id=user, session_id="s1")),
        ("GetProfile", talk.GetProfileRequest(user_id=user)),
        ("WatchMemories", talk.WatchMemoriesRequest(user_id=user)),
    ):
        await by.call(by.conversation, name, request)
    await by.call(by.graph, "ListEntities", web.ListEntitiesRequest(user_id=user))
    for memory_id in ids:
        one = {"user_id": user, "memory_id": memory_id}
        await by.call(by.memory, "GetMemory", store.GetMemoryRequest(**one))
        await by.call(by.memory, "ListMemoryRevisions", store.ListMemoryRevisionsRequest(**one))
        node = graph_pb2.NodeReference(memory_id=memory_id)
        around = web.ListNeighborsRequest(user_id=user, node=node, hops=3, limit=100)
        await by.call(by.graph, "ListNeighbors", around)


async def _write_everything(by: Speaking, user: str) -> list[str]:
    """Every RPC that answers with memories when it changes them; ids of what is known."""
    talk, store = conversation_service_pb2, memory_service_pb2
    said = [memory_pb2.NewMemory(content=text) for text in SAID[user]]
    told = await by.call(
        by.memory, "Remember", store.RememberRequest(user_id=user, memories=said, session_id="s1")
    )
    ids = [change.memory.memory_id for change in told.changes]
    turn = {"role": "ROLE_USER", "content": SAID[user][4]}
    spoken = talk.AppendTurnsRequest(
        user_id=user, session_id="s2", turns=[turn], extraction="EXTRACTION_MODE_INLINE"
    )
    appended = await by.call(by.conversation, "AppendTurns", spoken)
    # What the caller has just said themselves comes back with its id.
    by.answers[-1] = "".join(map(_readable, appended.changes))
    ended = talk.EndSessionRequest(user_id=user, session_id="s2")
    await by.call(by.conversation, "EndSession", ended)
    update = store.UpdateMemoryRequest(
        memory=memory_pb2.Memory(user_id=user, memory_id=ids[4], pinned=True),
        update_mask={"paths": ["pinned"]},
    )
    await by.call(by.memory, "UpdateMemory", update)
    preview = store.ForgetRequest(user_id=user, query=SAID[user][4], dry_run=True)
    await by.call(by.memory, "Forget", preview)
    rain = memory_pb2.NewMemory(content=LAST[user == "anna"])
    await by.call(by.memory, "Remember", store.RememberRequest(user_id=user, memories=[rain]))
    return ids


async def _play(folder: Path) -> dict[str, Any]:
    """What each caller was answered, by what it is called below."""
    secrets = {}
    scopes = {
        "writer": ("write", "forget"),
        "backend": ("read", "write", "forget"),
        "reader": ("read",),
        "ops": ("read", "write", "admin"),
    }
    for name, chosen in scopes.items():
        flags = [part for scope in chosen for part in ("--scope", scope)]
        env = environment(data_dir=folder / "data")
        made = CliRunner().invoke(app, ["keys", "create", name, *flags], env=env)
        secrets[name] = made.stdout.strip()
    settings = {
        "identity_policy": "required",
        "unredacted_scope": "write",
        "privacy": {"phone": "keep", "address": "keep"},
        "authentication": "required",
    }
    clock = SetClock(NOW)
    found: dict[str, Any] = {}
    async with timed_server(folder / "data", clock, **settings) as channel:
        callers = {name: Speaking(channel, secret) for name, secret in secrets.items()}
        for user in SAID:
            for each in callers.values():
                each.answers.clear()
            ids = await _write_everything(callers["writer"], user)
            found[user, "writer"] = "\n".join(callers["writer"].answers)
            clock.advance(2 * 3_600 * 1_000_000)
            for name in ("backend", "ops"):
                await _read_everything(callers[name], user, ids)
                found[user, name] = "\n".join(callers[name].answers)
            backend, reader = callers["backend"], callers["reader"]
            found[user, "judged"] = [
                await backend.recall(user, **signals)
                for signals in (
                    {"device_id": "手机"},
                    {"voiceprint_score": 0.7},
                    {"device_id": "手机", "voiceprint_score": 0.9},
                    {"device_id": "手机"},
                    {"confirmed_explicitly": True},
                )
            ]
            reader.answers.clear()
            redacted = await reader.recall(user, confirmed_explicitly=True)
            found[user, "redacted"] = redacted
            await _read_everything(reader, user, ids)
            found[user, "reader"] = "\n".join(reader.answers)
        found["called"] = set().union(*(each.called for each in callers.values()))
    return found


@pytest.fixture(scope="module")
def answered() -> dict[str, Any]:
    with TemporaryDirectory(prefix="myosotis-showing-") as folder:
        (Path(folder) / "data").mkdir()
        return asyncio.run(_play(Path(folder)))


USERS = pytest.mark.parametrize("user", SAID)


@USERS
@pytest.mark.parametrize("caller", ["writer", "backend", "reader"])
def test_who_is_not_trusted_learns_no_secret_by_any_call(
    answered: dict[str, Any], user: str, caller: str
) -> None:
    told = answered[user, caller]
    assert caller == "writer" or LAST[user == "anna"] in told
    assert [secret for secret in SECRETS[user] if secret in told] == []


@USERS
def test_a_key_of_whoever_runs_the_service_sees_everything(
    answered: dict[str, Any], user: str
) -> None:
    told = answered[user, "ops"]
    assert [text for text in SAID[user] if text not in told] == []


@USERS
def test_the_more_is_known_of_who_is_speaking_the_more_is_shown(
    answered: dict[str, Any], user: str
) -> None:
    stranger, unlike, sure, known, confirmed = answered[user, "judged"]
    for answer in (stranger, unlike):
        assert answer.withheld_count >= 3
        assert answer.identity_confirmation_required
    for answer in (sure, confirmed):
        assert (answer.withheld_count, answer.identity_confirmation_required) == (0, False)
        assert SAID[user][4] in {each.memory.content for each in answer.memories}
    shown = {each.memory.content for each in known.memories}
    assert SAID[user][1] in shown  # their address, on their own device
    assert SAID[user][4] not in shown
    assert known.withheld_count >= 1


@USERS
def test_a_read_only_key_is_shown_what_anybody_may_see(answered: dict[str, Any], user: str) -> None:
    answer = answered[user, "redacted"]
    shown = {each.memory.content for each in answer.memories}
    assert shown <= REDACTED[user] | set(LAST)
    assert len(shown & REDACTED[user]) >= 3
    assert answer.withheld_count == 0


def test_no_call_that_shows_something_was_left_out(answered: dict[str, Any]) -> None:
    assert answered["called"] | SHOWS_NOTHING == {rpc.name for rpc in RPCS}
    assert not answered["called"] & SHOWS_NOTHING
