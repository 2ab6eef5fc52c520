"""RotateUserKey over the wire: what it answers, what it changes of a user's data, what it does not.

`myosotis rotate-key` beside the server that runs: its calls go on while the master key is changed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest

from myosotis import Client
from myosotis.errors import InvalidArgument, UserNotFound
from myosotis.v1 import admin_service_pb2 as service
from myosotis.v1 import admin_service_pb2_grpc as admin_grpc
from running.command_line import in_process
from running.server import RunningServer

FIRST_KEY = "5" * 64


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose master key comes from a command."""
    folder = tmp_path_factory.mktemp("keyed")
    (folder / "kms").write_text(f"{FIRST_KEY}\n")
    with RunningServer(folder / "data", master_key_command=f"cat '{folder / 'kms'}'") as running:
        yield running


@pytest.fixture
def client(keyed: RunningServer) -> Iterator[Client]:
    with Client(keyed.address) as client:
        yield client


def kms(keyed: RunningServer) -> Path:
    return keyed.data_dir.parent / "kms"


def contents(client: Client, user: str) -> set[str]:
    return {memory.content for memory in client.list(user)}


def test_each_call_gives_the_next_version(client: Client, new_user: Callable[[], str]) -> None:
    user, other = new_user(), new_user()
    client.remember(user, ["我住在上海", "I play the cello"])
    client.remember(other, "我喜欢爬山")
    assert [client.rotate_user_key(user) for _ in range(2)] == [2, 3]
    assert contents(client, user) == {"我住在上海", "I play the cello"}
    assert client.recall(user, "住在哪里").memories[0].memory.content == "我住在上海"
    client.remember(user, "我搬到了杭州")
    assert contents(client, user) == {"我搬到了杭州", "I play the cello"}
    assert client.rotate_user_key(other) == 2


def test_who_asks_for_nobody_is_told(client: Client, new_user: Callable[[], str]) -> None:
    with pytest.raises(UserNotFound):
        client.rotate_user_key(new_user())
    with pytest.raises(InvalidArgument):
        client.rotate_user_key("")


def test_it_is_in_the_audit_trail(
    client: Client, keyed: RunningServer, new_user: Callable[[], str]
) -> None:
    user = new_user()
    client.remember(user, "我住在上海")
    client.rotate_user_key(user)
    ended = in_process(keyed, "rotate-key", "--user", user)
    assert (ended.exit_code, ended.stdout) == (0, "the user's key is another; its version is 3\n")
    with keyed.channel() as channel:
        request = service.ListAuditEventsRequest(user_id=user)
        answer = admin_grpc.AdminServiceStub(channel).ListAuditEvents(request, timeout=10)
    told = [(each.action, each.actor, each.details["key_version"]) for each in answer.events[:2]]
    assert told == [
        ("keys.rotate_user", "(operator)", "3"),
        ("admin.rotate_user_key", "(anonymous)", "2"),
    ]


def test_the_master_key_is_changed_while_calls_go_on(
    client: Client, keyed: RunningServer, new_user: Callable[[], str]
) -> None:
    users = [new_user() for _ in range(4)]
    for user in users:
        client.remember(user, "我住在上海")
    ended = in_process(keyed, "rotate-key")
    assert ended.exit_code == 1
    assert "put a new one in front" in ended.stderr
    stopping = threading.Event()
    failures: list[grpc.RpcError] = []
    written: list[str] = []

    def talk() -> None:
        with Client(keyed.address) as another:
            for at in range(10_000):
                if stopping.is_set():
                    return
                try:
                    another.remember(users[at % 4], f"第{at}次去咖啡馆，点了拿铁")
                    written.append(f"第{at}次去咖啡馆，点了拿铁")
                    another.remember(f"{users[0]} {at}", "somebody new")
                except grpc.RpcError as error:
                    failures.append(error)

    talking = threading.Thread(target=talk)
    talking.start()
    kms(keyed).write_text(f"{'6' * 64}\n{FIRST_KEY}\n")
    ended = in_process(keyed, "rotate-key")
    kms(keyed).write_text(f"{'6' * 64}\n")
    before = len(written)
    while len(written) < before + 5 and not failures:
        stopping.wait(0.01)
    stopping.set()
    talking.join()
    assert not failures
    assert (ended.exit_code, ended.stdout.startswith("the store is under the new")) == (0, True)
    assert set(written) <= set().union(*(contents(client, user) for user in users))
    assert "ok   store: whole" in in_process(keyed, "doctor").stdout  # with the new one alone


def test_a_server_with_the_earlier_key_alone_does_not_start(keyed: RunningServer) -> None:
    with Client(keyed.address) as client:
        client.remember("小雨", "我住在上海")
    now = kms(keyed).read_text()
    kms(keyed).write_text("7" * 64)
    ended = in_process(keyed, "doctor")
    assert "wrong master key" in ended.stdout
    kms(keyed).write_text("no key")
    ended = in_process(keyed, "keys", "list")
    assert (ended.exit_code, "printed something else" in ended.stderr) == (1, True)
    assert "no key" not in ended.stderr
    kms(keyed).write_text(now)
