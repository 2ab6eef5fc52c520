"""What the people who run a server rely on: health, reflection, request ids, draining."""

from __future__ import annotations

import uuid

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.patience import eventually
from running.refusals import refusal
from running.server import RunningServer
from wire.saying import Sender, remember, said

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
NAME = "myosotis.v1.MemoryService"


@pytest.mark.parametrize("name", ["", NAME])
def test_health(channel, stub, name: str) -> None:
    health = health_pb2_grpc.HealthStub(channel)
    answer = health.Check(health_pb2.HealthCheckRequest(service=name), timeout=5)
    assert answer.status == SERVING


def test_health_of_an_unknown_service(channel, stub) -> None:
    health = health_pb2_grpc.HealthStub(channel)
    request = health_pb2.HealthCheckRequest(service="no.such.Service")
    assert refusal(health.Check, request).code is grpc.StatusCode.NOT_FOUND


def test_reflection_describes_every_method(channel, stub) -> None:
    database = ProtoReflectionDescriptorDatabase(channel)
    assert {NAME, "grpc.health.v1.Health"} <= set(database.get_services())
    file = database.FindFileContainingSymbol(NAME)
    (described,) = file.service
    promised = service.DESCRIPTOR.services_by_name["MemoryService"]
    assert {method.name for method in described.method} == set(promised.methods_by_name)


def test_an_unknown_method(channel, stub) -> None:
    call = channel.unary_unary(f"/{NAME}/Dream")
    assert refusal(call, b"").code is grpc.StatusCode.UNIMPLEMENTED


def test_a_well_formed_request_id_comes_back(stub, user: str) -> None:
    request = service.ListMemoriesRequest(user_id=user)
    _, call = stub.ListMemories.with_call(
        request, timeout=5, metadata=[("x-request-id", "trace-7.a_B")]
    )
    assert dict(call.trailing_metadata())["x-request-id"] == "trace-7.a_B"


@pytest.mark.parametrize("sent", [None, "", "has space", "x" * 65])
def test_any_other_call_is_given_a_request_id(stub, user: str, sent: str | None) -> None:
    metadata = [] if sent is None else [("x-request-id", sent)]
    request = service.ListMemoriesRequest(user_id=user)
    _, call = stub.ListMemories.with_call(request, timeout=5, metadata=metadata)
    assert uuid.UUID(dict(call.trailing_metadata())["x-request-id"]).version == 4


def test_streams_and_failures_carry_the_request_id_too(stub, user: str) -> None:
    metadata = [("x-request-id", "trace-8")]
    export = stub.ExportMemories(
        service.ExportMemoriesRequest(user_id=user), timeout=5, metadata=metadata
    )
    assert list(export) == []
    assert dict(export.trailing_metadata())["x-request-id"] == "trace-8"
    bad = service.ListMemoriesRequest(user_id="")
    refused = refusal(stub.ListMemories, bad, metadata=metadata)
    assert refused.trailing["x-request-id"] == "trace-8"
    assert refused.metadata["request_id"] == "trace-8"


def test_a_call_is_logged_once_with_how_it_ended(server: RunningServer, stub, user: str) -> None:
    metadata = [("x-request-id", f"log-{uuid.uuid4()}")]
    remember(stub, user, "日志里没有这句话")
    stub.ListMemories(service.ListMemoriesRequest(user_id=user), timeout=5, metadata=metadata)
    refusal(stub.ListMemories, service.ListMemoriesRequest(user_id=""), metadata=metadata)

    def logged() -> list[dict[str, object]]:
        return [line for line in server.log if line.get("request_id") == metadata[0][1]]

    # Replies go out before their lines.
    lines = eventually(logged, lambda found: len(found) == 2)
    assert [(line["method"], line["code"]) for line in lines] == [
        ("ListMemories", "OK"),
        ("ListMemories", "INVALID_ARGUMENT"),
    ]
    assert all(line["milliseconds"] > 0 for line in lines)


def test_a_deadline_that_passed_before_the_write_writes_nothing(stub, user: str) -> None:
    request = service.RememberRequest(user_id=user, memories=[{"content": "来不及说"}])
    refused = refusal(stub.Remember, request, timeout=0.000001)
    assert refused.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert said(stub, user) == []


def test_sigterm_drains(server: RunningServer, stub, user: str) -> None:
    """Health turns first; a running call ends well; new calls go elsewhere; exit code 0."""
    with server.channel() as running, server.channel() as watching:
        sender = Sender()
        answers = service_grpc.MemoryServiceStub(running).ImportMemories(iter(sender), timeout=30)
        sender.send(user, "关机之前")
        assert next(answers).acknowledged_count == 1
        watch = health_pb2_grpc.HealthStub(watching).Watch(
            health_pb2.HealthCheckRequest(service=NAME), timeout=30
        )
        assert next(watch).status == SERVING
        server.ask_to_stop()
        assert next(watch).status == NOT_SERVING
        watch.cancel()
        sender.send(user, "正在关机")
        assert next(answers).acknowledged_count == 2
        with server.channel() as late:
            late_stub = service_grpc.MemoryServiceStub(late)
            refused = refusal(
                late_stub.ListMemories, service.ListMemoriesRequest(user_id=user), timeout=5
            )
            assert refused.code is grpc.StatusCode.UNAVAILABLE
        sender.end()
        assert list(answers) == []
    assert server.wait() == 0
    events = [line["event"] for line in server.log if line["event"] != "call"]
    assert events[-2:] == ["draining", "stopped"]
    server.start()
    request = service.ListMemoriesRequest(user_id=user)
    answer = stub.ListMemories(request, timeout=30, wait_for_ready=True)
    assert {memory.content for memory in answer.memories} == {"关机之前", "正在关机"}
