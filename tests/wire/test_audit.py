"""Every call leaves one event, which says who did what to whom and how it ended, and no more."""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from grpc_health.v1 import health_pb2, health_pb2_grpc

from contract.timed_server import timed_server
from myosotis.v1 import admin_service_pb2 as admin
from myosotis.v1 import admin_service_pb2_grpc as admin_grpc
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from myosotis.v1.conversation_service_pb2 import WatchMemoriesRequest
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.master_key import key_file_beside
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.memory.access import Scope
from myosotis_server.memory.audit import ANONYMOUS, EVENTS_PRUNED, OPERATOR, AuditFilter
from myosotis_server.memory.values import DAY, SECOND
from myosotis_server.wire.audited import ACTIONS
from ports.audit_suite import add, event
from ports.set_clock import SetClock
from running.command_line import in_process
from running.keys import make_key, with_key
from running.patience import eventually
from running.refusals import refusal
from running.server import RunningServer, free_port
from wire.every_rpc import RPCS, Rpc

USER = "小明@example.org"
TENANT = "乙公司"
LISTING = "admin.list_audit_events"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("audited") / "data") as running:
        yield running


@pytest.fixture
def channel(server: RunningServer) -> Iterator[grpc.Channel]:
    with server.channel() as channel:
        yield channel


@pytest.fixture
def stub(channel: grpc.Channel) -> service_grpc.MemoryServiceStub:
    return service_grpc.MemoryServiceStub(channel)


@pytest.fixture
def user() -> str:
    return f"{USER}-{uuid.uuid4()}"


def listed(channel: grpc.Channel, page_size: int = 0, **asked: Any) -> list[admin.AuditEvent]:
    """All events asked for, from page to page."""
    stub = admin_grpc.AdminServiceStub(channel)
    found: list[admin.AuditEvent] = []
    token = ""
    while True:
        request = admin.ListAuditEventsRequest(page_size=page_size, page_token=token, **asked)
        answer = stub.ListAuditEvents(request, timeout=30)
        assert len(answer.events) <= (page_size or 100)
        found += answer.events
        token = answer.next_page_token
        if not token:
            return found


def of_call(channel: grpc.Channel, request_id: str) -> list[admin.AuditEvent]:
    return [each for each in listed(channel) if each.details["request_id"] == request_id]


def carried_out(call: Any, request: Any) -> tuple[str, str]:
    """The id of a call and how it ended; one that watches a user ends after a while."""
    request_id = str(uuid.uuid4())
    code = "OK"
    try:
        seconds = 1 if isinstance(request, WatchMemoriesRequest) else 20
        answer = call(request, timeout=seconds, metadata=[("x-request-id", request_id)])
        if hasattr(answer, "__next__"):
            list(answer)
    except grpc.RpcError as error:
        code = error.code().name
    return request_id, code


@pytest.mark.parametrize("rpc", RPCS, ids=lambda rpc: rpc.name)
@pytest.mark.parametrize("named", [False, True])
def test_every_call_leaves_one_event(channel: grpc.Channel, rpc: Rpc, named: bool) -> None:
    request = rpc.request()
    if named and "user_id" in request.DESCRIPTOR.fields_by_name:
        request.user_id = USER  # type: ignore[attr-defined]
    request_id, code = carried_out(rpc.on(channel), request)
    # A call whose time is over may end a little later for the server.
    found = eventually(
        lambda: of_call(channel, request_id), lambda found: bool(found) or rpc.path not in ACTIONS
    )
    if rpc.name == "GetServerInfo":
        assert found == []
        return
    (kept,) = found
    assert kept.action == ACTIONS[rpc.path]
    if code == "DEADLINE_EXCEEDED":  # the server may hear of its end before it sees it come
        assert kept.outcome in (code, "CANCELLED")
    else:
        assert kept.outcome == code
    assert kept.actor == ANONYMOUS
    assert bool(kept.user_digest) == bool(getattr(request, "user_id", ""))
    assert abs(kept.event_time.ToMicroseconds() - time.time() * SECOND) < 60 * SECOND


def test_a_call_that_its_caller_cancels_says_so(channel: grpc.Channel) -> None:
    user = f"{USER}-{uuid.uuid4()}"
    remember(service_grpc.MemoryServiceStub(channel), user, "我住在杭州")
    watching = ConversationServiceStub(channel).WatchMemories(
        WatchMemoriesRequest(user_id=user), timeout=60
    )
    assert next(watching).revision == 1
    watching.cancel()
    kept = eventually(
        lambda: [
            each.outcome
            for each in listed(channel, user_id=user)
            if each.action == "conversation.watch_memories"
        ],
        bool,
    )
    assert kept == ["CANCELLED"]


def test_actions_are_named_after_services_and_methods() -> None:
    assert ACTIONS["/myosotis.v1.MemoryService/Recall"] == "memory.recall"
    assert ACTIONS["/myosotis.v1.MemoryService/GetMemory"] == "memory.get_memory"
    assert ACTIONS["/myosotis.v1.ConversationService/AppendTurns"] == "conversation.append_turns"
    assert len({*ACTIONS.values()}) == len(ACTIONS) == len(RPCS) - 1


def test_health_checks_leave_no_event(channel: grpc.Channel) -> None:
    def others() -> int:
        return sum(each.action != LISTING for each in listed(channel))

    before = others()
    health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=10)
    assert others() == before


def remember(stub: service_grpc.MemoryServiceStub, user: str, *contents: str) -> None:
    new = [pb.NewMemory(content=content) for content in contents]
    stub.Remember(service.RememberRequest(user_id=user, memories=new), timeout=30)


def test_events_of_a_user_tell_what_was_done_but_not_what_was_said(
    server: RunningServer, channel: grpc.Channel, stub: service_grpc.MemoryServiceStub, user: str
) -> None:
    remember(stub, user, "我在苏州河边上班", "My dentist is on Elm Street")
    stub.Recall(service.RecallRequest(user_id=user, query="where is the dentist"), timeout=30)
    dry = service.ForgetRequest(user_id=user, everything=True, dry_run=True)
    stub.Forget(dry, timeout=30)
    wanted = service.ForgetRequest(user_id=user, everything=True, reason="工单 4711")
    receipt = stub.Forget(wanted, timeout=30).receipt_id
    for_real, rehearsed, recalled, remembered = listed(channel, user_id=user)
    assert [each.action for each in (for_real, rehearsed, recalled, remembered)] == [
        *("memory.forget", "memory.forget", "memory.recall", "memory.remember")
    ]
    assert len({each.user_digest for each in (for_real, rehearsed, recalled, remembered)}) == 1
    assert len(for_real.user_digest) == 32
    for each in (for_real, rehearsed, recalled, remembered):
        assert each.details.pop("request_id")
    assert dict(remembered.details) == {"items": "2"}
    assert dict(recalled.details) == {"items": "2"}
    assert dict(rehearsed.details) == {
        "dry_run": "true",
        "target": "everything",
        "forgotten_count": "2",
        "items": "2",
    }
    assert dict(for_real.details) == {
        "target": "everything",
        "reason": "工单 4711",
        "forgotten_count": "2",
        "receipt_id": receipt,
    }
    held = data_file(server.data_dir).read_bytes()
    for word in (user, "苏州河", "dentist", "工单 4711", receipt, for_real.user_digest):
        assert word.encode() not in held


def test_refused_calls_tell_no_content(channel: grpc.Channel, user: str) -> None:
    stub = service_grpc.MemoryServiceStub(channel)
    request = service.RecallRequest(user_id=user, query="秘密" * 5_000)
    assert refusal(stub.Recall, request).code is grpc.StatusCode.INVALID_ARGUMENT
    (kept,) = listed(channel, user_id=user)
    assert (kept.action, kept.outcome) == ("memory.recall", "INVALID_ARGUMENT")
    assert set(kept.details) == {"request_id"}


def test_bytes_that_are_no_message_leave_an_event(channel: grpc.Channel) -> None:
    raw = channel.unary_unary("/myosotis.v1.MemoryService/Recall")
    request_id, code = carried_out(raw, b"\xff\xff\xff")
    (kept,) = of_call(channel, request_id)
    assert (code, kept.outcome, kept.user_digest) == ("INVALID_ARGUMENT", "INVALID_ARGUMENT", "")


def test_an_import_leaves_an_event_for_each_user_that_it_names(
    channel: grpc.Channel, stub: service_grpc.MemoryServiceStub, user: str
) -> None:
    another = f"{user} too"
    batches = [
        service.ImportMemoriesRequest(user_id=name, memories=[pb.NewMemory(content=content)])
        for name, content in ((user, "我养猫"), (another, "I keep bees"), (user, "我养狗"))
    ]
    list(stub.ImportMemories(iter(batches), timeout=30))
    (hers,), (theirs,) = (listed(channel, user_id=each) for each in (user, another))
    assert hers.action == theirs.action == "memory.import_memories"
    assert dict(hers.details) == dict(theirs.details)
    assert hers.details["acknowledged_count"] == "3"
    assert hers.details["users"] == "2"
    assert hers.user_digest != theirs.user_digest


def recalls(channel: grpc.Channel, user: str, **asked: Any) -> list[admin.AuditEvent]:
    """Those about the user, without the listings themselves, which are kept too."""
    return [each for each in listed(channel, user_id=user, **asked) if each.action != LISTING]


def test_pages_and_times_narrow(
    channel: grpc.Channel, stub: service_grpc.MemoryServiceStub, user: str
) -> None:
    for _ in range(5):
        stub.Recall(service.RecallRequest(user_id=user), timeout=30)
    whole = recalls(channel, user)
    assert recalls(channel, user, page_size=2) == whole
    assert len({each.event_id for each in whole}) == 5
    times = [each.event_time.ToMicroseconds() for each in whole]
    assert times == sorted(times, reverse=True)
    span = {"start_time": whole[3].event_time, "end_time": whole[0].event_time}
    inside = [each for each, at in zip(whole, times, strict=True) if times[3] <= at < times[0]]
    assert recalls(channel, user, **span) == inside
    later = Timestamp(seconds=whole[0].event_time.seconds + 600)
    assert recalls(channel, user, start_time=later) == []


def test_bad_questions_are_refused(
    channel: grpc.Channel, stub: service_grpc.MemoryServiceStub, user: str
) -> None:
    listing = admin_grpc.AdminServiceStub(channel).ListAuditEvents
    for _ in range(2):
        stub.Recall(service.RecallRequest(user_id=user), timeout=30)
    token = listing(admin.ListAuditEventsRequest(user_id=user, page_size=1)).next_page_token
    assert token
    for request, field in (
        (admin.ListAuditEventsRequest(user_id="x" * 600), "user_id"),
        (admin.ListAuditEventsRequest(page_size=1_001), "page_size"),
        (admin.ListAuditEventsRequest(page_token="x"), "page_token"),
        (admin.ListAuditEventsRequest(page_token=token), "page_token"),
        (
            admin.ListAuditEventsRequest(
                start_time=Timestamp(seconds=9), end_time=Timestamp(seconds=9)
            ),
            "start_time",
        ),
        (admin.ListAuditEventsRequest(start_time=Timestamp(nanos=-1)), "start_time"),
    ):
        refused = refusal(listing, request)
        assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
        assert [*refused.violations] == [field]


def test_what_forget_answered_is_in_the_trail_after_a_kill(server: RunningServer) -> None:
    receipts = []
    with server.channel() as channel:
        stub = service_grpc.MemoryServiceStub(channel)
        for number in range(8):
            remember(stub, f"{USER} {number}", "我住在杭州")
            request = service.ForgetRequest(user_id=f"{USER} {number}", everything=True)
            receipts.append(stub.Forget(request, timeout=30).receipt_id)
        listing = admin_grpc.AdminServiceStub(channel).ListAuditEvents
        request_id, _ = carried_out(listing, admin.ListAuditEventsRequest(page_size=7))
    server.kill()
    server.start()
    with server.channel() as channel:
        kept = listed(channel)
    told = [each.details["receipt_id"] for each in kept if "receipt_id" in each.details]
    assert [receipt for receipt in told if receipt in receipts] == receipts[::-1]
    assert [each.details["items"] for each in kept if each.details["request_id"] == request_id] == [
        "7"
    ]


def test_doctor_looks_at_the_trail_of_a_running_server(server: RunningServer) -> None:
    ended = in_process(server, "doctor")
    (line,) = [each for each in ended.stdout.splitlines() if " audit trail: " in each]
    assert line.startswith("ok "), line
    assert "whole" in line
    head = re.findall(r"ends with ([0-9a-f]{64})$", line)[0]
    assert in_process(server, "doctor", "--audit-head", head).exit_code == ended.exit_code
    refused = in_process(server, "doctor", "--audit-head", head[::-1])
    assert refused.exit_code == 1
    assert "FAIL audit trail" in refused.stdout


def opened(folder: Path) -> Any:
    return closing(LmdbStore(folder, Vault(key_file_beside(folder).keys)))


def test_what_was_answered_before_the_server_stopped_is_in_the_trail(server: RunningServer) -> None:
    """The last test of `server`."""
    with server.channel() as channel:
        stub = service_grpc.MemoryServiceStub(channel)
        request_id, _ = carried_out(stub.Recall, service.RecallRequest(user_id=USER))
    assert server.stop() == 0
    with opened(server.data_dir) as store:
        newest = store.audit.events(AuditFilter(), "", 1).events
    assert [each.request_id for each in newest] == [request_id]


async def test_old_events_go_and_none_come_where_the_trail_is_off(tmp_path: Path) -> None:
    folder, address = tmp_path / "data", f"127.0.0.1:{free_port()}"
    clock = SetClock(int(time.time() * SECOND))

    def told() -> list[str]:
        with grpc.insecure_channel(address) as channel:
            return [each.action for each in listed(channel)]

    def told_of_a_call() -> list[str]:
        with grpc.insecure_channel(address) as channel:
            remember(service_grpc.MemoryServiceStub(channel), USER, "我住在杭州")
        return told()

    async with timed_server(folder, clock, address=address, audit="off"):
        assert await asyncio.to_thread(told_of_a_call) == []
    with opened(folder) as store:
        now = clock.now()
        add(store.audit, event("old", now - 3 * DAY), event("new", now - DAY))
    async with timed_server(folder, clock, address=address, audit_retention_days=2):
        found = await asyncio.to_thread(eventually, told, lambda found: "old" not in found)
        assert [each for each in found if each != LISTING] == [*(EVENTS_PRUNED, "new")]


def test_keys_name_actors_and_tenants_see_their_own_events(tmp_path: Path) -> None:
    with RunningServer(tmp_path / "data", authentication="required") as server:
        whole = make_key(server, "operator", *Scope, more=("--server-wide",))
        theirs = make_key(server, "their-admin", *Scope, more=("--tenant", TENANT))
        reader = make_key(server, "their-reader", "read", more=("--tenant", TENANT))
        with server.channel() as channel:
            operator, admin_of, read = (
                with_key(channel, secret) for secret in (whole, theirs, reader)
            )
            stub = service_grpc.MemoryServiceStub
            for by in (operator, admin_of, read):
                stub(by).Recall(service.RecallRequest(user_id=USER), timeout=30)
            remembering = service.RememberRequest(user_id=USER)
            refusal(stub(read).Remember, remembering)
            refusal(stub(channel).Recall, service.RecallRequest(user_id=USER))
            seen = listed(admin_of)
            assert [(each.actor, each.action, each.outcome) for each in seen] == [
                ("their-reader", "memory.remember", "PERMISSION_DENIED"),
                ("their-reader", "memory.recall", "OK"),
                ("their-admin", "memory.recall", "OK"),
                *[(OPERATOR, "keys.create", "OK")] * 2,
            ]
            denied, *answered = seen[:3]
            assert denied.user_digest == ""  # what is refused is not read
            assert len({each.user_digest for each in answered}) == 1
            everything = listed(operator)
            assert [(each.actor, each.outcome) for each in everything] == [
                ("their-admin", "OK"),
                (ANONYMOUS, "UNAUTHENTICATED"),
                ("their-reader", "PERMISSION_DENIED"),
                *[(name, "OK") for name in ("their-reader", "their-admin", "operator")],
                *[(OPERATOR, "OK")] * 3,
            ]
            assert {seen[0].event_id} < {each.event_id for each in everything}
            # The same user_id of another tenant is another user.
            assert [each.actor for each in listed(operator, user_id=USER)] == ["operator"]
            assert [each.actor for each in listed(admin_of, user_id=USER)] == [
                *("their-reader", "their-admin")
            ]
