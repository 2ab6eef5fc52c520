"""Who may call: keys, scopes, and what a caller without them learns, which is nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from typer.testing import CliRunner

from myosotis import Client, PermissionDenied, Unauthenticated
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from myosotis_server.cli import app
from myosotis_server.memory.access import Scope
from myosotis_server.service.admission import FRESH_SECONDS
from myosotis_server.wire.needs import NEEDS
from running.keys import keys_command, make_key, with_header, with_key
from running.patience import eventually
from running.refusals import refusal
from running.server import RunningServer
from wire.every_rpc import RPCS, Rpc
from wire.saying import remember, said

USER = "小明@example.org"
UNAUTHENTICATED = grpc.StatusCode.UNAUTHENTICATED
DENIED = grpc.StatusCode.PERMISSION_DENIED
TENANT = "甲公司-secret-tenant"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on loopback that served everybody until a key was made."""
    with RunningServer(tmp_path_factory.mktemp("guarded") / "data") as server:
        with server.channel() as channel:
            stub = service_grpc.MemoryServiceStub(channel)
            remember(stub, USER, "我住在杭州")
            make_key(server, "first", "read")
            refused = eventually(
                lambda: code_of(stub.Recall, service.RecallRequest(user_id=USER)),
                lambda code: code is not None,
            )
            assert refused is UNAUTHENTICATED
        yield server


@pytest.fixture(scope="module")
def channel(guarded: RunningServer) -> Iterator[grpc.Channel]:
    with guarded.channel() as channel:
        yield channel


@pytest.fixture(scope="module")
def secrets(guarded: RunningServer, channel: grpc.Channel) -> dict[str, str]:
    """Secrets by name: of one key with all scopes, of one with all but one for each scope."""
    tenant = ("--tenant", TENANT)
    made = {"everything": make_key(guarded, "everything", *Scope, more=("--server-wide",))}
    for scope in Scope:
        others = [each for each in Scope if each is not scope]
        made[f"not-{scope}"] = make_key(guarded, f"not-{scope}", *others, more=tenant)
    made["tenant-admin"] = make_key(guarded, "tenant-admin", *Scope, more=tenant)
    last = with_key(channel, made["tenant-admin"])
    eventually(
        lambda: code_of(service_grpc.MemoryServiceStub(last).Recall, service.RecallRequest()),
        lambda code: code is not UNAUTHENTICATED,
    )
    return made


def code_of(call: Any, request: Any) -> grpc.StatusCode | None:
    """How a call ended, None if well."""
    try:
        answer = call(request, timeout=10)
        list(answer) if hasattr(answer, "__next__") else answer
    except grpc.RpcError as error:
        return error.code()
    return None


def test_the_table_of_needs_has_every_rpc_and_no_other() -> None:
    assert {rpc.path for rpc in RPCS} == set(NEEDS)


@pytest.mark.parametrize("rpc", RPCS, ids=lambda rpc: rpc.name)
def test_no_rpc_answers_without_a_key(channel: grpc.Channel, rpc: Rpc) -> None:
    refused = refusal(rpc.on(channel), rpc.request())
    assert (refused.code, refused.reason) == (UNAUTHENTICATED, "API_KEY_INVALID")


@pytest.mark.parametrize("rpc", RPCS, ids=lambda rpc: rpc.name)
def test_every_rpc_takes_its_scope(
    channel: grpc.Channel, secrets: dict[str, str], rpc: Rpc
) -> None:
    """Ahead of validation: the empty requests here are invalid, and nobody is told so."""
    scope = NEEDS[rpc.path].scope
    refused = refusal(rpc.on(with_key(channel, secrets[f"not-{scope}"])), rpc.request())
    assert (refused.code, refused.reason) == (DENIED, "SCOPE_MISSING")
    assert refused.metadata["scope"] == scope
    assert refused.violations == {}


@pytest.mark.parametrize("rpc", RPCS, ids=lambda rpc: rpc.name)
def test_who_has_every_scope_is_let_in(
    channel: grpc.Channel, secrets: dict[str, str], rpc: Rpc
) -> None:
    call = rpc.on(with_key(channel, secrets["everything"]))
    assert code_of(call, rpc.request()) not in (UNAUTHENTICATED, DENIED)


@pytest.mark.parametrize("name", ["Backup", "GetServerInfo"])
def test_what_concerns_every_tenant_takes_a_key_for_the_whole_server(
    channel: grpc.Channel, secrets: dict[str, str], name: str
) -> None:
    (rpc,) = [each for each in RPCS if each.name == name]
    refused = refusal(rpc.on(with_key(channel, secrets["tenant-admin"])), rpc.request())
    assert refused.code is DENIED
    assert (refused.metadata["scope"], refused.metadata["reach"]) == ("admin", "server")


def test_every_wrong_header_is_refused_alike(
    channel: grpc.Channel, secrets: dict[str, str]
) -> None:
    right = secrets["everything"]
    other = right[:-1] + ("A" if right[-1] != "A" else "B")
    wrong = [
        "",
        "Bearer",
        "Bearer ",
        right,
        f"Basic {right}",
        f"Bearer {right}x",
        f"Bearer {other}",
    ]
    wrong += [f"Bearer {right[:-1]}", f"Bearer {right.upper()}", "Bearer myo_", f"Bearer{right}"]
    wrong += [f"Bearer {right} {right}", "Bearer myo_" + "a" * 2_000]
    messages = set()
    request = service.RecallRequest(user_id=USER)
    for header in wrong:
        stub = service_grpc.MemoryServiceStub(with_header(channel, header))
        refused = refusal(stub.Recall, request)
        assert (refused.code, refused.reason) == (UNAUTHENTICATED, "API_KEY_INVALID"), header
        messages.add(refused.message)
    twice = with_key(with_key(channel, right), secrets["tenant-admin"])
    messages.add(refusal(service_grpc.MemoryServiceStub(twice).Recall, request).message)
    assert len(messages) == 1
    for header in (f"bearer {right}", f"BEARER {right} ", f"Bearer   {right}"):
        stub = service_grpc.MemoryServiceStub(with_header(channel, header))
        assert code_of(stub.Recall, request) is None, header


def test_what_was_said_before_there_were_keys_is_the_default_tenants(
    channel: grpc.Channel, secrets: dict[str, str]
) -> None:
    default, other = (
        service_grpc.MemoryServiceStub(with_key(channel, secrets[name]))
        for name in ("everything", "tenant-admin")
    )
    assert said(default, USER) == ["我住在杭州"]
    assert said(other, USER) == []


def test_health_is_open_and_reflection_is_not(
    channel: grpc.Channel, secrets: dict[str, str]
) -> None:
    health = health_pb2_grpc.HealthStub(channel)
    answer = health.Check(health_pb2.HealthCheckRequest(), timeout=10)
    assert answer.status == health_pb2.HealthCheckResponse.SERVING
    question = [reflection_pb2.ServerReflectionRequest(list_services="")]
    closed = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo
    assert refusal(closed, iter(question)).code is UNAUTHENTICATED
    keyed = reflection_pb2_grpc.ServerReflectionStub(with_key(channel, secrets["not-admin"]))
    (services,) = keyed.ServerReflectionInfo(iter(question), timeout=10)
    assert "myosotis.v1.MemoryService" in {
        each.name for each in services.list_services_response.service
    }


def test_a_revoked_key_is_refused_within_seconds(
    guarded: RunningServer, channel: grpc.Channel
) -> None:
    stub = service_grpc.MemoryServiceStub(
        with_key(channel, make_key(guarded, "short-lived", "read"))
    )
    request = service.RecallRequest(user_id=USER)
    let_in = eventually(lambda: code_of(stub.Recall, request), lambda code: code is None)
    assert let_in is None
    assert keys_command(guarded, "revoke", "short-lived").exit_code == 0
    refused = eventually(lambda: code_of(stub.Recall, request), lambda code: code is not None)
    assert refused is UNAUTHENTICATED


def test_a_stream_ends_when_its_key_does(
    guarded: RunningServer, channel: grpc.Channel, secrets: dict[str, str]
) -> None:
    """A watch may go on for an hour: what happens after the revocation is not told."""
    writer = service_grpc.MemoryServiceStub(with_key(channel, secrets["not-admin"]))
    secret = make_key(guarded, "watcher", "read", more=("--tenant", TENANT))
    watcher = talk_grpc.ConversationServiceStub(with_key(channel, secret))
    request = talk_service.WatchMemoriesRequest(user_id="watched")
    remember(writer, "watched", "看得见的话")
    eventually(
        lambda: code_of(watcher.GetProfile, talk_service.GetProfileRequest(user_id="watched")),
        lambda code: code is None,
    )
    changes = watcher.WatchMemories(request, timeout=30)
    assert next(changes).change.memory.content == "看得见的话"
    assert keys_command(guarded, "revoke", "watcher").exit_code == 0
    time.sleep(FRESH_SECONDS + 0.1)
    remember(writer, "watched", "看不见的话")
    refused = refusal(lambda **_: changes)
    assert (refused.code, refused.reason) == (UNAUTHENTICATED, "API_KEY_INVALID")


def test_the_command_line(guarded: RunningServer, secrets: dict[str, str]) -> None:
    listed = keys_command(guarded, "list").stdout
    rows = {line.split()[0]: line for line in listed.splitlines()[1:]}
    assert "admin" not in rows["not-admin"].split()[1].split(",")
    assert "read,write,forget,admin (server-wide)" in rows["everything"]
    assert TENANT in rows["tenant-admin"]
    assert all(secret not in listed for secret in secrets.values())
    for wrong, complaint in (
        (["create", "everything", "--scope", "read"], "there is a key of that name"),
        (["create", "No Name", "--scope", "read"], "a name is"),
        (["create", "x", "--scope", "read", "--tenant", ""], "a tenant is"),
        (["create", "x", "--scope", "read", "--tenant", "a\tb"], "a tenant is"),
        (["create", "x", "--scope", "read", "--server-wide"], "--scope admin"),
        (["revoke", "nobody"], "no key of that name"),
    ):
        ended = keys_command(guarded, *wrong)
        assert ended.exit_code == 1, wrong
        assert complaint in ended.stderr
        assert ended.stdout == ""
    assert keys_command(guarded, "create", "x").exit_code == 2
    assert keys_command(guarded, "create", "x", "--scope", "everything").exit_code == 2


def test_import_export_and_doctor_use_the_key_that_is_set(
    guarded: RunningServer, secrets: dict[str, str], tmp_path: Path
) -> None:
    def command(*arguments: str, key: str = "", stdin: str = "") -> Any:
        env = {**guarded.environment, "MYOSOTIS_API_KEY": key}
        return CliRunner().invoke(app, arguments, input=stdin, env=env, catch_exceptions=False)

    line = json.dumps({"content": "养了一只猫"})
    refused = command("import", "-", "--user", "u", stdin=line)
    assert refused.exit_code == 1
    assert "UNAUTHENTICATED" in refused.stderr
    key = secrets["everything"]
    assert command("import", "-", "--user", "u", key=key, stdin=line).exit_code == 0
    assert "养了一只猫" in command("export", "--user", "u", key=key).stdout
    healthy = command("doctor", key=key)
    assert "ok   API keys: required; " in healthy.stdout
    wrong = command("doctor", key="myo_wrong")
    assert wrong.exit_code == 1
    assert "FAIL API keys: the server refuses the key" in wrong.stdout
    assert "myo_wrong" not in wrong.stdout


def test_the_python_client(guarded: RunningServer, secrets: dict[str, str]) -> None:
    with Client(guarded.address, api_key=secrets["not-forget"]) as client:
        client.remember("client-user", ["likes tea"])
        with pytest.raises(PermissionDenied) as denied:
            client.forget("client-user", everything=True)
        assert denied.value.metadata["scope"] == "forget"
        assert [each.content for each in client.list("client-user")] == ["likes tea"]
    with Client(guarded.address) as client, pytest.raises(Unauthenticated):
        client.recall("client-user", "tea")


def test_the_log_names_the_key_and_gives_nothing_else_away(
    guarded: RunningServer, channel: grpc.Channel, secrets: dict[str, str]
) -> None:
    stub = service_grpc.MemoryServiceStub(with_key(channel, secrets["not-admin"]))
    remember(stub, USER, "偷偷说一句")
    unable = service_grpc.MemoryServiceStub(with_key(channel, secrets["not-read"]))
    assert refusal(unable.Recall, service.RecallRequest(user_id=USER)).code is DENIED
    calls = [entry for entry in guarded.log if entry["event"] == "call"]
    assert ("Remember", "not-admin", "OK") in {
        (entry["method"], entry.get("key"), entry["code"]) for entry in calls
    }
    assert ("Recall", "not-read", "PERMISSION_DENIED") in {
        (entry["method"], entry.get("key"), entry["code"]) for entry in calls
    }
    for secret in (*secrets.values(), TENANT, USER, "偷偷"):
        assert secret not in guarded.stderr
        assert secret.encode("unicode_escape").decode() not in guarded.stderr
        assert secret.encode() not in (guarded.data_dir / "data.mdb").read_bytes()


def test_required_without_any_key_and_off_with_one(tmp_path: Path) -> None:
    request = service.RecallRequest(user_id=USER)
    closed = RunningServer(tmp_path / "data", authentication="required")
    with closed, closed.channel() as channel:
        assert code_of(service_grpc.MemoryServiceStub(channel).Recall, request) is UNAUTHENTICATED
        assert "myosotis keys create" in closed.stderr
        secret = make_key(closed, "first", "read")
        stub = service_grpc.MemoryServiceStub(with_key(channel, secret))
        let_in = eventually(lambda: code_of(stub.Recall, request), lambda code: code is None)
        assert let_in is None
        assert closed.stop() == 0
    opened = RunningServer(tmp_path / "data", authentication="off")
    with opened, opened.channel() as channel:
        assert code_of(service_grpc.MemoryServiceStub(channel).Recall, request) is None
        assert "authentication is off" in opened.stderr
