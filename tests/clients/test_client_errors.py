"""Typed errors, retries and time-outs of both clients."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import (
    BadRequest,
    ErrorInfo,
    QuotaFailure,
    RetryInfo,
)
from grpc import StatusCode

import myosotis
from clients.fake_memory_server import FakeMemoryServer
from myosotis import NodeReference, Relation, errors
from myosotis.v1.error_reason_pb2 import ErrorReason

CAT, TEA = NodeReference(entity_id="cat"), NodeReference(entity_id="tea")

CASES = [
    (StatusCode.INVALID_ARGUMENT, "INVALID_FIELDS", myosotis.InvalidArgument),
    (StatusCode.NOT_FOUND, "MEMORY_NOT_FOUND", myosotis.NotFound),
    (StatusCode.NOT_FOUND, "ENTITY_NOT_FOUND", myosotis.EntityNotFound),
    (StatusCode.NOT_FOUND, "USER_NOT_FOUND", myosotis.UserNotFound),
    (StatusCode.ABORTED, "ETAG_MISMATCH", myosotis.EtagMismatch),
    (StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED", myosotis.RequestIdReused),
    (StatusCode.ALREADY_EXISTS, "TURN_ID_REUSED", myosotis.TurnIdReused),
    (StatusCode.UNAUTHENTICATED, "API_KEY_INVALID", myosotis.Unauthenticated),
    (StatusCode.PERMISSION_DENIED, "SCOPE_MISSING", myosotis.PermissionDenied),
    (StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED", myosotis.RateLimited),
    (StatusCode.RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED", myosotis.QuotaExceeded),
    (StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", myosotis.Overloaded),
    (StatusCode.UNAVAILABLE, "STORE_FULL", myosotis.StoreFull),
    (StatusCode.UNAVAILABLE, "STORE_FAILED", myosotis.StoreFailed),
    (StatusCode.UNAVAILABLE, "DRAINING", myosotis.Draining),
    (StatusCode.FAILED_PRECONDITION, "REEMBED_REQUIRED", myosotis.ReembedRequired),
    (StatusCode.FAILED_PRECONDITION, "CONFIRMATION_REQUIRED", myosotis.ConfirmationRequired),
    (StatusCode.FAILED_PRECONDITION, "REVISION_GONE", myosotis.RevisionGone),
    (StatusCode.DATA_LOSS, "RECORD_CORRUPT", myosotis.RecordCorrupt),
    (StatusCode.INTERNAL, "INTERNAL", myosotis.InternalError),
]


def test_every_reason_of_the_contract_has_its_error() -> None:
    reasons = {name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()}  # noqa: SIM118  # an enum wrapper is no dict
    assert {reason for _, reason, _ in CASES} == reasons - {"UNSPECIFIED"}


@pytest.mark.parametrize(("code", "reason", "error_class"), CASES, ids=[c[1] for c in CASES])
def test_reasons_become_typed_errors(
    client: Any,
    server: FakeMemoryServer,
    code: StatusCode,
    reason: str,
    error_class: type[myosotis.MyosotisError],
) -> None:
    info = ErrorInfo(domain="myosotis", reason=reason, metadata={"memory_id": "m7"})
    server.fail(code, "说明 why", info)
    with pytest.raises(myosotis.MyosotisError) as caught:
        client.update("ada", "m7", pinned=True)
    error = caught.value
    assert type(error) is error_class
    assert (error.code, error.reason, error.message) == (code, reason, "说明 why")
    assert error.metadata == {"memory_id": "m7"}
    assert error.request_id == "call-7"
    assert "call-7" in str(error)
    assert error.retry_after is None


def test_violations_quotas_and_delays_are_read(client: Any, server: FakeMemoryServer) -> None:
    wrong = BadRequest.FieldViolation(field="memories[0].content", description="is empty")
    server.fail(StatusCode.INVALID_ARGUMENT, "bad", BadRequest(field_violations=[wrong]))
    with pytest.raises(myosotis.InvalidArgument, match=r"memories\[0\]\.content: is empty") as bad:
        client.remember("ada", "")
    assert bad.value.violations == (("memories[0].content", "is empty"),)

    quota = QuotaFailure.Violation(subject="user:ada", description="10,000 memories")
    info = ErrorInfo(domain="myosotis", reason="QUOTA_EXCEEDED")
    server.fail(StatusCode.RESOURCE_EXHAUSTED, "full", info, QuotaFailure(violations=[quota]))
    with pytest.raises(myosotis.QuotaExceeded) as full:
        client.remember("ada", "x")
    assert full.value.violations == (("user:ada", "10,000 memories"),)

    delay = RetryInfo(retry_delay=Duration(seconds=1, nanos=500_000_000))
    server.fail(StatusCode.RESOURCE_EXHAUSTED, "slow down", delay)
    with pytest.raises(myosotis.ResourceExhausted) as slow:
        client.recall("ada", "x")
    assert slow.value.retry_after == 1.5


def test_errors_without_readable_details_go_by_their_code(
    client: Any, server: FakeMemoryServer
) -> None:
    server.fail(StatusCode.NOT_FOUND)
    with pytest.raises(myosotis.NotFound) as caught:
        client.get("ada", "m0")
    assert (caught.value.reason, caught.value.request_id) == ("", "call-7")
    server.fail(StatusCode.NOT_FOUND, "x", ErrorInfo(domain="elsewhere", reason="STORE_FULL"))
    with pytest.raises(myosotis.NotFound):
        client.get("ada", "m0")
    server.fail(StatusCode.OUT_OF_RANGE)
    with pytest.raises(myosotis.MyosotisError) as other:
        client.get("ada", "m0")
    assert type(other.value) is myosotis.MyosotisError


def test_unreadable_details_leave_the_status() -> None:
    class Broken(grpc.RpcError):
        def code(self) -> StatusCode:
            return StatusCode.NOT_FOUND

        def details(self) -> str:
            return "gone"

        def trailing_metadata(self) -> Any:
            return (("grpc-status-details-bin", b"\xff\xff"),)

    assert isinstance(errors.from_rpc_error(Broken()), myosotis.NotFound)


def test_streams_and_pages_raise_typed_errors(client: Any, server: FakeMemoryServer) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: client.list("ada"),
        lambda: client.revisions("ada", "m0"),
        lambda: client.sessions("ada"),
        lambda: client.turns("ada", "monday"),
        lambda: client.entities("ada"),
        lambda: client.export("ada"),
        lambda: client.watch("ada"),
        lambda: client.import_memories("ada", ["x"]),
    ]
    for call in calls:
        server.fail(StatusCode.PERMISSION_DENIED)
        with pytest.raises(myosotis.PermissionDenied):
            list(call())


@pytest.mark.parametrize(
    "write",
    [
        lambda c: c.remember("ada", "我搬家了"),
        lambda c: c.forget("ada", query="x"),
        lambda c: c.append_turns("ada", "monday", "我搬家了"),
        lambda c: c.relate("ada", Relation(CAT, TEA, "likes")),
    ],
    ids=["remember", "forget", "append_turns", "relate"],
)
def test_a_write_is_retried_with_the_same_request_id(
    client: Any, server: FakeMemoryServer, write: Callable[[Any], Any]
) -> None:
    server.fail(StatusCode.UNAVAILABLE)
    server.fail(StatusCode.UNAVAILABLE)
    write(client)
    assert len(server.requests) == 3
    assert len({request.request_id for request in server.requests}) == 1


def test_reads_are_retried_until_attempts_run_out(client: Any, server: FakeMemoryServer) -> None:
    for _ in range(4):
        server.fail(StatusCode.UNAVAILABLE)
    with pytest.raises(myosotis.Unavailable):
        client.recall("ada", "x")
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    "read",
    [
        lambda c: c.context("ada", "monday"),
        lambda c: c.emotion_trend("ada"),
        lambda c: c.profile("ada"),
        lambda c: list(c.sessions("ada")),
        lambda c: list(c.turns("ada", "monday")),
        lambda c: list(c.entities("ada")),
        lambda c: c.neighbors("ada", CAT),
    ],
    ids=["context", "emotion_trend", "profile", "sessions", "turns", "entities", "neighbors"],
)
def test_every_read_is_retried(
    client: Any, server: FakeMemoryServer, read: Callable[[Any], Any]
) -> None:
    server.fail(StatusCode.UNAVAILABLE)
    read(client)
    assert len(server.requests) == 2


def test_updates_streams_and_other_codes_are_not_retried(
    client: Any, server: FakeMemoryServer
) -> None:
    calls: list[tuple[StatusCode, Callable[[], Any]]] = [
        (StatusCode.UNAVAILABLE, lambda: client.update("ada", "m0", pinned=True)),
        (StatusCode.UNAVAILABLE, lambda: client.end_session("ada", "monday")),
        (StatusCode.UNAVAILABLE, lambda: client.unrelate("ada", CAT, TEA)),
        (StatusCode.UNAVAILABLE, lambda: client.run_maintenance("ada")),
        (StatusCode.UNAVAILABLE, lambda: list(client.export("ada"))),
        (StatusCode.UNAVAILABLE, lambda: list(client.import_memories("ada", ["x"]))),
        (StatusCode.INTERNAL, lambda: client.recall("ada")),
        (StatusCode.RESOURCE_EXHAUSTED, lambda: client.remember("ada", "x")),
    ]
    for code, call in calls:
        server.requests.clear()
        server.fail(code)
        with pytest.raises(myosotis.MyosotisError):
            call()
        assert len(server.requests) == 1


def test_nobody_listening_is_unavailable(connect: Callable[..., Any]) -> None:
    with pytest.raises(myosotis.Unavailable):
        connect(address="127.0.0.1:1").update("ada", "m0", pinned=True)


def test_the_client_gives_up_after_its_timeout(
    connect: Callable[..., Any], server: FakeMemoryServer
) -> None:
    server.stalled = True
    began = time.monotonic()
    with pytest.raises(myosotis.DeadlineExceeded):
        connect(timeout=0.1).recall("ada", "x")
    with pytest.raises(myosotis.DeadlineExceeded):
        connect(timeout=60).recall("ada", "x", timeout=0.1)
    with pytest.raises(myosotis.DeadlineExceeded):
        list(connect().export("ada", timeout=0.1))
    assert time.monotonic() - began < 3


def test_what_grpc_itself_failed_with_says_what_to_try(
    client: Any, server: FakeMemoryServer
) -> None:
    away = errors.MyosotisError("refused", code=StatusCode.UNAVAILABLE)
    assert str(away).startswith("UNAVAILABLE: refused\n  is a server running")
    late = errors.MyosotisError("late", code=StatusCode.DEADLINE_EXCEEDED)
    assert "timeout=" in str(late)
    server.fail(StatusCode.UNAVAILABLE, "stopping", ErrorInfo(domain="myosotis", reason="DRAINING"))
    with pytest.raises(myosotis.Draining) as answered:
        client.update("ada", "m7", pinned=True)
    assert "is a server running" not in str(answered.value)
