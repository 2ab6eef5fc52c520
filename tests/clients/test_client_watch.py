"""Watching: over breaks, exactly once, and when it gives up."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from itertools import accumulate, islice
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from grpc import StatusCode
from hypothesis import given
from hypothesis import strategies as st

import myosotis
from clients.fake_memory_server import FakeMemoryServer
from myosotis import (
    AsyncClient,
    ChangeAction,
    Client,
    Memory,
    MemoryChange,
    Unavailable,
    WatchedChange,
)
from myosotis.v1 import memory_pb2
from myosotis.watching import LONGEST_PAUSE, Watching, watch

Told = tuple[int, ChangeAction, str]


def told(each: WatchedChange) -> Told:
    return each.revision, each.change.action, each.change.memory.memory_id


def log(*entries: tuple[int, int, str]) -> list[tuple[int, memory_pb2.MemoryChange]]:
    return [
        (
            revision,
            memory_pb2.MemoryChange(
                action=action,  # type: ignore[arg-type]
                memory=memory_pb2.Memory(memory_id=memory_id, content=f"第{revision}件事"),
            ),
        )
        for revision, action, memory_id in entries
    ]


ENTRIES = ((1, 1, "猫"), (2, 1, "tea"), (2, 1, "茶"), (2, 2, "tea"), (5, 8, "猫"))


def test_changes_come_as_they_happened(client: Any, server: FakeMemoryServer) -> None:
    server.conversation.log = log(*ENTRIES)
    changes = list(islice(client.watch("ada"), 5))
    assert [told(each) for each in changes] == list(ENTRIES)
    assert changes[4].change.action is ChangeAction.FORGOTTEN
    assert changes[1].change.memory.content == "第2件事"
    assert [told(each) for each in islice(client.watch("ada", after_revision=2), 1)] == [ENTRIES[4]]
    assert [request.after_revision for request in server.requests] == [0, 2]


@pytest.mark.parametrize(
    ("count", "status"),
    [
        (0, StatusCode.UNAVAILABLE),
        (2, StatusCode.UNAVAILABLE),
        (3, StatusCode.UNAVAILABLE),
        (4, StatusCode.OK),
    ],
    ids=["at once", "within a revision", "later within it", "in good order"],
)
def test_after_a_break_nothing_is_missed_or_comes_twice(
    client: Any, server: FakeMemoryServer, count: int, status: StatusCode
) -> None:
    server.conversation.log = log(*ENTRIES)
    server.conversation.breaks = [(count, status)]
    changes = list(islice(client.watch("ada"), 5))
    assert [told(each) for each in changes] == list(ENTRIES)
    assert len(server.requests) == 2
    assert {request.user_id for request in server.requests} == {"ada"}


def test_a_watch_goes_on_from_what_came_last(client: Any, server: FakeMemoryServer) -> None:
    server.conversation.log = log((7, 1, "m"), (8, 1, "n"))
    server.conversation.breaks = [(0, StatusCode.UNAVAILABLE), (1, StatusCode.UNAVAILABLE)]
    assert len(list(islice(client.watch("ada", after_revision=6), 2))) == 2
    assert [request.after_revision for request in server.requests] == [6, 6, 6]


def test_a_revision_that_is_gone_is_raised(client: Any, server: FakeMemoryServer) -> None:
    server.conversation.log = log((7, 1, "m"))
    server.conversation.breaks = [(1, StatusCode.UNAVAILABLE)]
    changes = client.watch("ada", after_revision=6)
    next(changes)
    server.fail(
        StatusCode.FAILED_PRECONDITION, "gone", ErrorInfo(domain="myosotis", reason="REVISION_GONE")
    )
    with pytest.raises(myosotis.RevisionGone):
        next(changes)
    assert len(server.requests) == 2


def test_other_failures_are_raised_at_once(client: Any, server: FakeMemoryServer) -> None:
    server.fail(StatusCode.PERMISSION_DENIED)
    with pytest.raises(myosotis.PermissionDenied):
        next(client.watch("ada"))
    assert len(server.requests) == 1


def test_patience_ends(connect: Callable[..., Any]) -> None:
    with pytest.raises(Unavailable):
        next(connect(address="127.0.0.1:1").watch("ada", patience=0.2))


def test_a_time_out_holds_for_the_whole_watch(client: Any, server: FakeMemoryServer) -> None:
    server.conversation.breaks = [(0, StatusCode.UNAVAILABLE)]
    with pytest.raises(myosotis.DeadlineExceeded):
        next(client.watch("ada", timeout=0.4))
    assert len(server.requests) == 2


def test_wrong_arguments_are_refused_before_iterating(client: Any) -> None:
    with pytest.raises(ValueError, match="out of range"):
        client.watch("ada", after_revision=-1)
    with pytest.raises(TypeError):
        client.watch(5)


def test_the_api_key_goes_with_a_watch(
    connect: Callable[..., Any], server: FakeMemoryServer
) -> None:
    server.conversation.log = log((1, 1, "m"))
    next(connect(api_key="secret").watch("ada"))
    assert server.metadata[0]["authorization"] == "Bearer secret"


def test_leaving_the_loop_cancels_the_call(server: FakeMemoryServer) -> None:
    server.conversation.log = log((1, 1, "m"))

    def leave(client: Client) -> None:
        for _ in client.watch("ada"):
            break

    with Client(server.address) as client:
        leave(client)
        assert server.conversation.is_left.wait(5)

    async def leave_async() -> bool:
        async with AsyncClient(server.address) as client:
            async for _ in client.watch("ada"):
                break
            return await asyncio.to_thread(server.conversation.is_left.wait, 5)

    server.conversation.is_left.clear()
    assert asyncio.run(leave_async())


# The state that both clients drive, on a clock of its own ---------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def change(revision: int, action: int = 1, memory_id: str = "m") -> WatchedChange:
    return WatchedChange(revision, MemoryChange(ChangeAction(action), Memory(memory_id, "ada", "")))


def lost(retry_after: float | None = None) -> Unavailable:
    return Unavailable("x", code=grpc.StatusCode.UNAVAILABLE, retry_after=retry_after)


@st.composite
def histories(draw: st.DrawFn) -> list[Told]:
    """Changes of rising revisions, several of one among them."""
    steps = draw(st.lists(st.integers(0, 2), max_size=12))
    return [
        (revision, ChangeAction(draw(st.integers(1, 8))), draw(st.sampled_from("猫茶m")))
        for revision in accumulate(steps, initial=1)
    ]


@given(histories(), st.lists(st.integers(0, 6), max_size=6))
def test_any_breaks_leave_each_change_once(history: list[Told], breaks: list[int]) -> None:
    progress = Watching(watch("ada"))
    came: list[Told] = []
    for count in [*breaks, len(history)]:
        after = progress.next_call().request.after_revision
        rest = [each for each in history if each[0] > after]
        came += [each for each in rest[:count] if progress.is_news(change(*each))]
    assert came == history


def test_a_change_that_was_forgotten_meanwhile_hides_no_other() -> None:
    progress = Watching(watch("ada"))
    progress.next_call()
    assert progress.is_news(change(3, memory_id="forgotten later"))
    progress.next_call()
    assert progress.is_news(change(3, memory_id="of the same write"))


def test_pauses_grow_to_a_bound_and_start_again_after_a_change() -> None:
    clock = Clock()
    progress = Watching(watch("ada", patience=math.inf), clock)
    pauses = []
    for _ in range(8):
        progress.next_call()
        pauses.append(progress.pause(lost()))
        clock.now += pauses[-1]
    assert 0.08 <= pauses[0] <= 0.12
    assert all(pause <= 1.2 * LONGEST_PAUSE for pause in pauses)
    assert pauses[-1] >= 0.8 * LONGEST_PAUSE
    progress.next_call()
    progress.is_news(change(1))
    assert progress.pause(lost()) <= 0.12


def test_patience_counts_from_the_loss_of_the_connection() -> None:
    clock = Clock()
    progress = Watching(watch("ada", patience=10), clock)
    progress.next_call()
    progress.is_news(change(1))
    clock.now += 3600
    progress.pause(lost())
    for _ in range(4):  # a silent stream that held for an hour is no outage either
        progress.next_call()
        clock.now += 3600
        progress.pause(lost())
    clock.now += 9.5
    progress.next_call()
    clock.now += 1
    failure = lost()
    with pytest.raises(Unavailable) as caught:
        progress.pause(failure)
    assert caught.value is failure


def test_a_server_that_says_when_to_come_again_is_heeded() -> None:
    progress = Watching(watch("ada"))
    progress.next_call()
    assert progress.pause(lost(retry_after=5.0)) == 5.0


def test_a_server_that_ends_every_watch_is_unavailable_in_the_end() -> None:
    progress = Watching(watch("ada", patience=0))
    progress.next_call()
    with pytest.raises(Unavailable, match="ended the watch"):
        progress.pause(None)
