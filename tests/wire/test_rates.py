"""Rates and quotas over the wire: what is refused, what it says, and that it changed nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.rpc import status_pb2
from google.rpc.error_details_pb2 import QuotaFailure, RetryInfo

from myosotis import Client, QuotaExceeded, RateLimited
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.keys import make_key, with_key
from running.refusals import Refusal, refusal, told
from running.server import RunningServer
from wire.saying import forget, remember, said

PER_KEY, PER_USER, HELD = 20, 4, 3
EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> RunningServer:
    """A server with narrow limits, not started yet."""
    return RunningServer(
        tmp_path_factory.mktemp("rates") / "data",
        calls_per_second_per_key=PER_KEY,
        calls_per_second_per_user=PER_USER,
        memories_per_user=HELD,
    )


@pytest.fixture(scope="module")
def keys(limited: RunningServer) -> Iterator[dict[str, str]]:
    """A key of each of two tenants, made before the server's first start, which is running now."""
    made = {
        tenant: make_key(limited, tenant, "read", "write", "forget", more=("--tenant", tenant))
        for tenant in "ab"
    }
    with limited:
        yield made


@pytest.fixture
def stubs(
    limited: RunningServer, keys: dict[str, str]
) -> Iterator[dict[str, service_grpc.MemoryServiceStub]]:
    """One per tenant, once both have their full rates again."""
    time.sleep(1.1)
    with limited.channel() as channel:
        yield {
            tenant: service_grpc.MemoryServiceStub(with_key(channel, key))
            for tenant, key in keys.items()
        }


def details(refused: Refusal, kind: type[Any]) -> Any:
    """The one detail of its kind."""
    status = status_pb2.Status.FromString(refused.trailing["grpc-status-details-bin"])
    (found,) = [each for each in status.details if each.Is(kind.DESCRIPTOR)]
    detail = kind()
    found.Unpack(detail)
    return detail


def burst(call: Any, requests: list[Any], rate: float = PER_USER) -> list[grpc.StatusCode]:
    """How calls that are made at once end, in no order. A second's worth of `rate` is let in.

    So is what the seconds bring that the calls take, and the rest is refused.
    """
    began = time.monotonic()
    ended = [call.future(request, timeout=20) for request in requests]
    codes = [each.code() for each in ended]
    let_in = len(codes) - codes.count(EXHAUSTED)
    assert rate <= let_in <= rate + rate * (time.monotonic() - began) + 1
    assert let_in < len(codes)
    return codes


def test_calls_of_one_user(stubs: dict[str, service_grpc.MemoryServiceStub]) -> None:
    request = service.ListMemoriesRequest(user_id="often")
    codes = burst(stubs["a"].ListMemories, [request] * 15)
    assert set(codes) == {grpc.StatusCode.OK, EXHAUSTED}
    refused = until_refused(stubs["a"].ListMemories, request)
    assert (refused.code, refused.reason) == (EXHAUSTED, "RATE_LIMITED")
    assert refused.metadata["subject"] == "user"
    delay = details(refused, RetryInfo).retry_delay
    wait = delay.seconds + delay.nanos / 1e9
    assert 0 < wait <= 1 / PER_USER + 0.01
    # Neither another user nor the user of that name of another tenant has to wait.
    stubs["b"].ListMemories(request, timeout=10)
    time.sleep(wait + 0.02)
    stubs["a"].ListMemories(request, timeout=10)
    stubs["a"].ListMemories(service.ListMemoriesRequest(user_id="seldom"), timeout=10)


def test_calls_by_one_key(stubs: dict[str, service_grpc.MemoryServiceStub]) -> None:
    requests = [service.ListMemoriesRequest(user_id=f"user-{n}") for n in range(8 * PER_KEY)]
    burst(stubs["a"].ListMemories, requests, PER_KEY)
    refused = until_refused(stubs["a"].ListMemories, requests[0])
    assert refused.reason == "RATE_LIMITED"
    stubs["b"].ListMemories(requests[0], timeout=10)


def until_refused(call: Any, request: Any) -> Refusal:
    """The refusal that calls one after the other run into."""
    for _ in range(8 * PER_KEY):
        try:
            call(request, timeout=10)
        except grpc.RpcError as error:
            return told(error)
    raise AssertionError("never refused")


def test_an_update_counts_for_the_user_within(
    stubs: dict[str, service_grpc.MemoryServiceStub],
) -> None:
    request = service.UpdateMemoryRequest(memory=pb.Memory(user_id="updated"))
    codes = burst(stubs["a"].UpdateMemory, [request] * 10)
    assert set(codes) == {grpc.StatusCode.INVALID_ARGUMENT, EXHAUSTED}


def test_what_is_refused_changes_nothing(stubs: dict[str, service_grpc.MemoryServiceStub]) -> None:
    requests = [
        service.RememberRequest(user_id="eager", memories=[pb.NewMemory(content="说了一遍")])
    ] * 10
    codes = burst(stubs["a"].Remember, requests)
    time.sleep(1.1)
    (memory,) = (
        stubs["a"].ListMemories(service.ListMemoriesRequest(user_id="eager"), timeout=10).memories
    )
    assert memory.mention_count == codes.count(grpc.StatusCode.OK)


def test_an_import_is_slowed_down_and_loses_nothing(
    stubs: dict[str, service_grpc.MemoryServiceStub],
) -> None:
    batches = [
        service.ImportMemoriesRequest(user_id="bulk", memories=[pb.NewMemory(content="同一句话")])
        for _ in range(2 * PER_USER)
    ]
    began = time.monotonic()
    *_, last = stubs["b"].ImportMemories(iter(batches), timeout=30)
    assert last.acknowledged_count == len(batches)
    assert time.monotonic() - began > 0.9 * (len(batches) - PER_USER) / PER_USER


def test_a_quota_refuses_all_of_a_call_or_none(
    stubs: dict[str, service_grpc.MemoryServiceStub],
) -> None:
    stub = stubs["a"]
    remember(stub, "full", "住在杭州", "has two sisters")
    request = service.RememberRequest(
        user_id="full",
        memories=[pb.NewMemory(content=text) for text in ("会弹钢琴", "allergic to nuts")],
    )
    refused = refusal(stub.Remember, request)
    assert (refused.code, refused.reason) == (EXHAUSTED, "QUOTA_EXCEEDED")
    assert refused.metadata["limit"] == str(HELD)
    (violation,) = details(refused, QuotaFailure).violations
    assert violation.subject == "memories_per_user"
    time.sleep(1.1)
    assert sorted(said(stub, "full")) == sorted(["住在杭州", "has two sisters"])
    remember(stub, "full", "会弹钢琴")
    forget(stub, "full", everything=True)
    time.sleep(1.1)
    remember(stub, "full", "搬到了上海")


def test_the_python_client_names_them(limited: RunningServer, keys: dict[str, str]) -> None:
    time.sleep(1.1)
    with Client(limited.address, api_key=keys["b"]) as client:
        with pytest.raises(QuotaExceeded) as full:
            client.remember("p", [f"话 {n}" for n in range(HELD + 1)])
        assert [each.field for each in full.value.violations] == ["memories_per_user"]
        with pytest.raises(RateLimited) as often:
            recall_on(client)
        assert often.value.retry_after is not None
        assert 0 < often.value.retry_after < 1


def recall_on(client: Client) -> None:
    """More calls than are let in, unless a call takes as long as the rate allows for."""
    for _ in range(20 * PER_USER):
        client.recall("p", "话")
