"""One real server for all contract tests; each test speaks of users of its own."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator

import grpc
import pytest

from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.server import RunningServer

USER_MARK = "contract-user-"
LOG_KEYS = {
    "event",
    "logger",
    "level",
    "timestamp",
    "method",
    "key",
    "code",
    "milliseconds",
    "request_id",
    "address",
    "port",
    "model",
    "pid",
    "seconds",
    "stages",
    # Of the upkeep, which goes on by itself.
    *("reviewed", "promoted", "summarised", "decayed", "expired", "removed"),
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("contract") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def channel(server: RunningServer) -> Iterator[grpc.Channel]:
    with server.channel() as channel:
        yield channel


@pytest.fixture(scope="session")
def stub(channel: grpc.Channel) -> service_grpc.MemoryServiceStub:
    return service_grpc.MemoryServiceStub(channel)


@pytest.fixture(scope="session")
def talk(channel: grpc.Channel) -> talk_grpc.ConversationServiceStub:
    return talk_grpc.ConversationServiceStub(channel)


@pytest.fixture
def new_user() -> Callable[[], str]:
    """Makes ids of users whom nobody else speaks of."""
    return lambda: f"{USER_MARK}小明-{uuid.uuid4()}"


@pytest.fixture
def user(new_user: Callable[[], str]) -> str:
    return new_user()


@pytest.fixture(scope="session")
def _lines_checked() -> list[int]:
    """One element per log line that was looked at."""
    return []


@pytest.fixture(autouse=True)
def _nothing_private_is_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test: every log line has only known keys, and no name and no Chinese."""
    if "stub" not in request.fixturenames:
        yield
        return
    server: RunningServer = request.getfixturevalue("server")
    checked: list[int] = request.getfixturevalue("_lines_checked")
    yield
    lines = server.log
    for entry in lines[len(checked) :]:
        checked.append(len(checked))
        assert entry.keys() <= LOG_KEYS, entry
        text = json.dumps(entry, ensure_ascii=False)
        assert text.isascii(), entry
        assert USER_MARK not in text, entry
