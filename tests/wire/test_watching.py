"""WatchMemories on the wire: every change once and in order, at the pace of whoever reads."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
import pytest

from myosotis.v1 import conversation_service_pb2 as service
from myosotis.v1 import conversation_service_pb2_grpc as service_grpc
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as memory_service
from myosotis.v1 import memory_service_pb2_grpc as memory_grpc
from running.patience import eventually
from running.refusals import refusal
from running.server import RunningServer
from wire.saying import OFF, append, forget, listed, remember
from wire.talking import HOSTILE, assert_refused

CREATED, FORGOTTEN = pb.CHANGE_ACTION_CREATED, pb.CHANGE_ACTION_FORGOTTEN
CALLS_AT_ONCE = 30
DRAIN_SECONDS = 2.0
PATIENCE = 15
"""Seconds that a busy machine may take to end a process."""


def watch(talk: Any, user: str, after: int = 0, **options: Any) -> Any:
    request = service.WatchMemoriesRequest(user_id=user, after_revision=after)
    return talk.WatchMemories(request, **{"timeout": 30, **options})


def take(stream: Any, count: int) -> list[service.WatchMemoriesResponse]:
    return list(islice(stream, count))


def told(answers: list[service.WatchMemoriesResponse]) -> list[tuple[int, str]]:
    return [(each.change.action, each.change.memory.content) for each in answers]


def ending(stream: Any) -> grpc.StatusCode:
    """How a stream ends of which nothing more is expected."""
    with contextlib.suppress(grpc.RpcError):
        assert list(stream) == []
    code: grpc.StatusCode = stream.code()
    return code


@pytest.mark.parametrize(
    ("statement", "later"),
    [("我喜欢喝茶", "我住在成都"), ("I like drinking tea", "I live in Lisbon")],
)
def test_what_was_and_what_comes(stub, talk, user: str, statement: str, later: str) -> None:
    tea = remember(stub, user, statement).changes[0].memory
    stream = watch(talk, user)
    assert told(take(stream, 1)) == [(CREATED, statement)]
    for _ in range(2):
        answer = remember(stub, user, later)
        [change] = take(stream, 1)
        assert change.revision == answer.revision
        assert change.change.action == answer.changes[0].action
        assert change.change.memory.memory_id == answer.changes[0].memory.memory_id
        assert change.change.memory.mention_count == answer.changes[0].memory.mention_count
    update = memory_service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=user, memory_id=tea.memory_id, pinned=True)
    )
    update.update_mask.paths.append("pinned")
    stub.UpdateMemory(update, timeout=30)
    [change] = take(stream, 1)
    assert change.change.action == pb.CHANGE_ACTION_UPDATED
    assert change.change.memory.pinned
    assert change.change.memory.user_id == user
    stream.cancel()


@pytest.mark.parametrize(
    ("before", "after"),
    [("我住在成都", "我搬到了上海"), ("I live in Lisbon", "I moved to Leeds")],
)
def test_what_ends_comes_with_what_ended_it(stub, talk, user: str, before, after) -> None:
    append(talk, user, before)
    stream = watch(talk, user)
    take(stream, 1)
    append(talk, user, after)
    changes = take(stream, 2)
    assert len({each.revision for each in changes}) == 1
    states = {each.change.memory.content: each.change.memory.state for each in changes}
    assert states == {before: pb.MEMORY_STATE_SUPERSEDED, after: pb.MEMORY_STATE_ACTIVE}
    stream.cancel()


def test_what_is_forgotten_is_told_by_its_id_alone(stub, talk, user: str) -> None:
    first = remember(stub, user, "我的日记藏在衣柜顶上", "我喜欢喝茶").changes[0].memory
    stream = watch(talk, user)
    take(stream, 2)
    answer = forget(stub, user, ids=pb.MemoryIds(memory_ids=[first.memory_id]))
    [gone] = take(stream, 1)
    assert gone.revision == answer.revision
    assert gone.change.action == FORGOTTEN
    assert gone.change.memory == pb.Memory(memory_id=first.memory_id, user_id=user)
    # Who comes later never learns what it said.
    late = watch(talk, user)
    assert told(take(late, 2)) == [(CREATED, "我喜欢喝茶"), (FORGOTTEN, "")]
    for each in (stream, late):
        each.cancel()


def test_it_goes_on_where_it_broke_off(stub, talk, user: str) -> None:
    for number in range(4):
        remember(stub, user, f"第{number}天", f"day {number}", "又下雨了")
    whole = take(watch(talk, user), 12)
    assert [each.revision for each in whole] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3
    for revision in range(4):
        rest = [each for each in whole if each.revision > revision]
        assert take(watch(talk, user, revision), len(rest)) == rest
    # From the last on there is nothing until something happens.
    stream = watch(talk, user, 4)
    timer = threading.Timer(0.3, remember, (stub, user, "终于出太阳了"))
    timer.start()
    assert told(take(stream, 1)) == [(CREATED, "终于出太阳了")]
    timer.join()


def test_turns_of_which_nothing_is_learnt_are_no_change(stub, talk, user: str) -> None:
    append(talk, user, "在吗", "ok", extraction=OFF)
    stream = watch(talk, user)
    append(talk, user, "哈哈", extraction=OFF)
    revision = remember(stub, user, "我喜欢喝茶").revision
    [change] = take(stream, 1)
    assert (change.revision, change.change.memory.content) == (revision, "我喜欢喝茶")
    stream.cancel()


def test_a_user_who_is_not_known_may_be_waited_for(stub, talk, user: str) -> None:
    stream = watch(talk, user)
    assert listed(stub, user) == []
    timer = threading.Timer(0.3, remember, (stub, user, "你好，我是新来的"))
    timer.start()
    assert told(take(stream, 1)) == [(CREATED, "你好，我是新来的")]
    timer.join()
    stream.cancel()


def test_users_and_all_that_have_their_name_apart(stub, talk, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    streams = {each: watch(talk, each) for each in (one, other)}
    for number in range(3):
        remember(stub, one, f"一号说{number}")
        remember(stub, other, f"二号说{number}")
    for user, who in ((one, "一号"), (other, "二号")):
        changes = take(streams[user], 3)
        assert told(changes) == [(CREATED, f"{who}说{number}") for number in range(3)]
        assert {each.change.memory.user_id for each in changes} == {user}
    forget(stub, one, everything=True)
    assert ending(streams[one]) is grpc.StatusCode.FAILED_PRECONDITION
    remember(stub, other, "还在")
    assert told(take(streams[other], 1)) == [(CREATED, "还在")]
    streams[other].cancel()


def test_hostile_user_ids_are_only_names(stub, talk, user: str) -> None:
    for number, text in enumerate(HOSTILE.values()):
        remember(stub, f"{user}{text}", f"number {number}")
    for number, text in enumerate(HOSTILE.values()):
        [change] = take(watch(talk, f"{user}{text}"), 1)
        assert change.change.memory.content == f"number {number}"


def assert_gone(talk: Any, user: str, after: int) -> None:
    request = service.WatchMemoriesRequest(user_id=user, after_revision=after)
    refused = refusal(talk.WatchMemories, request, timeout=5)
    assert refused.code is grpc.StatusCode.FAILED_PRECONDITION
    assert refused.reason == "REVISION_GONE"


def test_a_revision_that_never_was_is_refused(stub, talk, user: str) -> None:
    for after in (1, 7, 2**64 - 1):
        assert_gone(talk, user, after)
    revision = remember(stub, user, "我喜欢喝茶").revision
    for after in (revision + 1, 2**63, 2**64 - 1):
        assert_gone(talk, user, after)


def test_who_was_erased_is_gone_for_who_watched(stub, talk, user: str) -> None:
    remember(stub, user, "我喜欢喝茶")
    revision = remember(stub, user, "我住在成都").revision
    stream = watch(talk, user)
    take(stream, 2)
    forget(stub, user, everything=True)
    with pytest.raises(grpc.RpcError) as ended:
        next(stream)
    assert ended.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    assert_gone(talk, user, revision)
    # Nor does who comes back under the name bring the old revisions back.
    remember(stub, user, "我又来了")
    assert_gone(talk, user, revision)
    assert told(take(watch(talk, user), 1)) == [(CREATED, "我又来了")]


@pytest.mark.parametrize(
    ("user_id", "words"),
    [("", "required"), ("\u200b", "white space"), ("a\0", "NUL"), ("u" * 513, "513 bytes")],
)
def test_a_bad_user_id_is_named(stub, talk, user_id: str, words: str) -> None:
    request = service.WatchMemoriesRequest(user_id=user_id, after_revision=2**64 - 1)
    assert_refused(refusal(talk.WatchMemories, request), {"user_id": words})


def test_a_deadline_ends_it(stub, talk, user: str) -> None:
    stream = watch(talk, user, timeout=0.3)
    with pytest.raises(grpc.RpcError) as ended:
        next(stream)
    assert ended.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_cancelled_streams_end_on_the_server(server: RunningServer, stub, talk, user: str) -> None:
    """Each is over soon after, and what is written then troubles nobody."""
    begun = len(server.log)
    remember(stub, user, "我喜欢喝茶")
    ids = [f"watch-{uuid.uuid4()}" for _ in range(40)]
    streams = [watch(talk, user, metadata=[("x-request-id", each)]) for each in ids]
    for stream in streams:
        take(stream, 1)
    for stream in streams:
        stream.cancel()

    def ended() -> list[str]:
        lines = server.log[begun:]
        return [line["code"] for line in lines if line.get("request_id") in ids]

    assert eventually(ended, lambda codes: len(codes) == len(ids)) == ["CANCELLED"] * len(ids)
    remember(stub, user, "我住在成都")
    assert "unforeseen" not in [line["event"] for line in server.log[begun:]]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with room for few calls, whose memory nobody else uses."""
    folder: Path = tmp_path_factory.mktemp("watching") / "data"
    with RunningServer(
        folder, max_concurrent_calls=CALLS_AT_ONCE, drain_seconds=DRAIN_SECONDS
    ) as running:
        yield running


def own_memory(server: RunningServer) -> int:
    """Bytes of RAM that the server's process has for itself (Linux)."""
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
    [line] = [line for line in status.splitlines() if line.startswith("RssAnon:")]
    return 1_024 * int(line.split()[1])


def fill(stub: Any, user: str, batches: int) -> list[str]:
    """Some 2.6 MB a batch."""
    metadata = {f"key {number}": "x" * 2_048 for number in range(64)}
    contents = []
    for batch in range(batches):
        said = [f"{batch}-{number}" for number in range(20)]
        contents += said
        memories = [pb.NewMemory(content=each, metadata=metadata) for each in said]
        remember(stub, user, *memories, reconcile=pb.RECONCILE_MODE_OFF)
    return contents


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads what Linux tells")
def test_a_slow_reader_is_not_buffered_for(own: RunningServer, user: str) -> None:
    """Eight readers stand still before 21 MB each; nobody else waits, and each misses nothing."""
    with own.channel() as writing:
        stub = memory_grpc.MemoryServiceStub(writing)
        contents = fill(stub, user, 8)
        before = own_memory(own)
        channels = [own.channel() for _ in range(8)]
        streams = [watch(service_grpc.ConversationServiceStub(each), user) for each in channels]
        first = [take(stream, 1) for stream in streams]
        time.sleep(1)
        assert own_memory(own) - before < 100 << 20
        assert remember(stub, user, "不用等别人").revision == 9
        for begun, stream in zip(first[:2], streams, strict=False):
            read = begun + take(stream, len(contents))
            assert [each.change.memory.content for each in read] == [*contents, "不用等别人"]
        for channel in channels:
            channel.close()


def test_cancelled_streams_make_room_for_others(own: RunningServer, user: str) -> None:
    with own.channel() as channel:
        talk = service_grpc.ConversationServiceStub(channel)
        remember(memory_grpc.MemoryServiceStub(channel), user, "我喜欢喝茶")
        since = len(own.log)
        for turn in range(1, 5):
            streams = [watch(talk, user, wait_for_ready=True) for _ in range(CALLS_AT_ONCE - 5)]
            for stream in streams:
                take(stream, 1)
            for stream in streams:
                stream.cancel()
            total = turn * len(streams)
            assert eventually(partial(cancelled, own, since), total.__eq__) == total


def cancelled(server: RunningServer, since: int) -> int:
    lines = server.log[since:]
    return sum(line.get("code") == "CANCELLED" for line in lines)


def test_open_watches_end_when_the_server_drains(own: RunningServer, user: str) -> None:
    """Those that wait at once, one that does not read within the grace. The last test of `own`."""
    with own.channel() as waiting, own.channel() as stuck:
        stub = memory_grpc.MemoryServiceStub(waiting)
        fill(stub, user, 3)
        talk = service_grpc.ConversationServiceStub(waiting)
        idle = [watch(talk, user, 3) for _ in range(3)]
        slow = watch(service_grpc.ConversationServiceStub(stuck), user)
        take(slow, 1)
        began = time.monotonic()
        own.ask_to_stop()
        for stream in idle:
            assert ending(stream) in (grpc.StatusCode.OK, grpc.StatusCode.UNAVAILABLE)
        assert time.monotonic() - began < DRAIN_SECONDS
        assert own.wait() == 0
        assert time.monotonic() - began < DRAIN_SECONDS + PATIENCE
        events = [line["event"] for line in own.log if line["event"] != "call"]
        assert events[-2:] == ["draining", "stopped"]
        assert "unforeseen" not in events
