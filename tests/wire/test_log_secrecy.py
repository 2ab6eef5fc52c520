"""Logs tell what happened, never of whom or what was said: debug logs and failures included."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from running.refusals import refusal
from running.refusals import told as told_of
from running.server import RunningServer
from wire.saying import forget, recall, remember

USER = "zhang.wei@example.org"
SECRETS = [
    USER,
    "我得了抑郁症",
    "My PIN is 4921",
    "therapy-tag",
    "前女友小雨",
    "diagnosis-key",
    "诊断书-A17",
    "what did the doctor say",
    "session-of-spring",
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All that a server wrote of a story with its failures, at the most talkative level."""
    folder = tmp_path_factory.mktemp("secrecy") / "data"
    settings = {"log_level": "debug", "map_size_bytes": 2 << 20}
    with RunningServer(folder, **settings) as server:
        with server.channel() as channel:
            misbehave(service_grpc.MemoryServiceStub(channel))
        return server.stderr


def fill_up(stub: Any, request: service.RememberRequest) -> None:
    """Repeats `request` until the store is full."""
    refused = None
    for _ in range(20):
        try:
            stub.Remember(request, timeout=30)
        except grpc.RpcError as error:
            refused = told_of(error)
            break
    assert refused is not None
    assert refused.reason == "STORE_FULL"


def misbehave(stub: Any) -> None:
    """Calls that go well and calls that fail in every way that there is."""
    new = pb.NewMemory(
        content=SECRETS[1],
        tags=[SECRETS[3]],
        subject=SECRETS[4],
        metadata={SECRETS[5]: SECRETS[6]},
    )
    known = remember(stub, USER, new, SECRETS[2], session_id=SECRETS[8]).changes[0].memory
    recall(stub, USER, SECRETS[7])
    recall(stub, USER, SECRETS[7], filter=pb.MemoryFilter(tags=[SECRETS[3]]))
    new.content += "\0"
    bad = service.RememberRequest(user_id=USER, memories=[new])
    assert refusal(stub.Remember, bad).violations
    wrong_page = service.ListMemoriesRequest(user_id=USER, page_token=SECRETS[2])
    assert refusal(stub.ListMemories, wrong_page).violations
    stale = service.UpdateMemoryRequest(
        memory=pb.Memory(
            user_id=USER, memory_id=known.memory_id, content=SECRETS[1], etag=SECRETS[2]
        )
    )
    stale.update_mask.paths.append("content")
    assert refusal(stub.UpdateMemory, stale).reason == "ETAG_MISMATCH"
    bulk = {f"{SECRETS[5]}-{part}": SECRETS[6] * 100 for part in range(64)}
    large = pb.NewMemory(content=SECRETS[1], metadata=bulk)
    too_much = service.RememberRequest(
        user_id=USER, memories=[large] * 15, reconcile=pb.RECONCILE_MODE_OFF
    )
    fill_up(stub, too_much)
    forget(stub, USER, query=SECRETS[2])


@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_is_logged(told: str, secret: str) -> None:
    assert "UNAVAILABLE" in told
    assert "INVALID_ARGUMENT" in told
    assert secret not in told
    assert secret.encode("unicode_escape").decode() not in told
