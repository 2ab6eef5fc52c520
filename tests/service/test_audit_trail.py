"""Events are written soon and together, those that must be at once, and none is lost in silence."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future

import pytest

from myosotis_server.adapters.ram_audit import RamAudit
from myosotis_server.memory.audit import (
    CALLS_REFUSED,
    EVENTS_LOST,
    EVENTS_PRUNED,
    SYSTEM,
    AuditEvent,
    AuditFilter,
    AuditPage,
)
from myosotis_server.memory.errors import StoreFull
from myosotis_server.memory.values import DAY, Instant
from myosotis_server.service import audit_trail
from myosotis_server.service.audit_trail import MOST_STRANGERS, AuditTrail
from ports.audit_suite import EVERYTHING, actions, event, listed
from ports.builders import ALICE, NOW
from ports.set_clock import SetClock


class StubbornAudit(RamAudit):
    """Takes no events while it is `full`, but urgent ones."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self.groups: list[list[str]] = []
        self.held: Future[None] | None = None

    def append(self, events: Sequence[AuditEvent], urgent: bool = False) -> "Future[None]":
        self.groups.append(actions(events))
        if self.full and not urgent:
            future: Future[None] = Future()
            future.set_exception(StoreFull("the store is full"))
            return future
        done = super().append(events, urgent)
        return self.held or done


@pytest.fixture
def log() -> StubbornAudit:
    return StubbornAudit()


@pytest.fixture
def trail(log: StubbornAudit) -> AuditTrail:
    return AuditTrail(log, SetClock(), retention_days=365, most_waiting=5)


def told(log: RamAudit) -> list[str]:
    """The actions in the trail, oldest first."""
    return actions(listed(log))[::-1]


async def test_what_is_noted_is_written_together(log: StubbornAudit, trail: AuditTrail) -> None:
    trail.note([event("a")])
    trail.note([event("b"), event("c")])
    assert told(log) == []
    await trail.flush()
    assert log.groups == [["a", "b", "c"]]
    await trail.flush()
    assert log.groups == [["a", "b", "c"]]


async def test_what_is_noted_is_written_within_a_second(
    log: StubbornAudit, trail: AuditTrail, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert audit_trail.INTERVAL_SECONDS < 1
    monkeypatch.setattr(audit_trail, "INTERVAL_SECONDS", 0.001)
    trail.start()
    trail.note([event("a")])
    while not told(log):
        await asyncio.sleep(0.001)
    await trail.stop()


async def test_stopping_writes_the_rest(log: StubbornAudit, trail: AuditTrail) -> None:
    trail.start()
    trail.note([event("a")])
    await trail.stop()
    assert told(log) == ["a"]


async def test_what_is_assured_is_there_in_order(log: StubbornAudit, trail: AuditTrail) -> None:
    trail.note([event("a")])
    await trail.assure([event("b")])
    assert told(log) == ["a", "b"]


async def test_what_is_assured_takes_the_room_of_a_full_store(
    log: StubbornAudit, trail: AuditTrail
) -> None:
    log.full = True
    trail.note([event("a")])
    await trail.assure([event("b")])
    assert told(log) == ["b"]
    log.full = False
    await trail.flush()
    assert told(log) == ["b", "a"]


async def test_a_caller_who_leaves_does_not_take_the_event_along(
    log: StubbornAudit, trail: AuditTrail
) -> None:
    log.held = Future()
    call = asyncio.create_task(trail.assure([event("a")]))
    await asyncio.sleep(0.01)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert not log.held.cancelled()
    log.held.set_result(None)
    log.held = None
    await trail.stop()
    assert told(log) == ["a"]


async def test_what_cannot_be_assured_is_told_and_tried_again(
    log: StubbornAudit, trail: AuditTrail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(events: Sequence[AuditEvent], urgent: bool = False) -> "Future[None]":
        future: Future[None] = Future()
        future.set_exception(StoreFull("the disk is full"))
        return future

    with monkeypatch.context() as patched:
        patched.setattr(log, "append", fail)
        with pytest.raises(StoreFull):
            await trail.assure([event("a")])
    await trail.flush()
    assert told(log) == ["a"]


async def test_no_event_is_lost_in_silence(log: StubbornAudit, trail: AuditTrail) -> None:
    log.full = True
    for number in range(9):
        trail.note([event(f"{number}")])
        with pytest.raises(StoreFull):
            await trail.flush()
    log.full = False
    await trail.flush()
    assert told(log) == ["0", "1", "2", "3", "4", EVENTS_LOST]
    lost = listed(log)[0]
    assert (lost.actor, lost.details, lost.time) == (SYSTEM, {"count": "4"}, NOW)
    trail.note([event("later")])
    await trail.flush()
    assert told(log)[-2:] == [EVENTS_LOST, "later"]


async def test_callers_without_a_key_cannot_fill_the_trail(log: StubbornAudit) -> None:
    trail = AuditTrail(log, SetClock(), retention_days=0)
    for _ in range(500):
        trail.note_stranger([event("memory.recall", outcome="UNAUTHENTICATED")])
    trail.note([event("last")])
    await trail.stop()
    assert told(log) == [*["memory.recall"] * MOST_STRANGERS, "last", CALLS_REFUSED]
    assert listed(log)[0].details == {"count": f"{500 - MOST_STRANGERS}"}


async def test_a_page_tells_of_what_still_waits(log: StubbornAudit, trail: AuditTrail) -> None:
    trail.note([event("a")])
    page = await trail.page(EVERYTHING, "", 10)
    assert actions(page.events) == ["a"]
    log.full = True
    trail.note([event("b")])
    assert actions((await trail.page(EVERYTHING, "", 10)).events) == ["a"]


async def test_a_page_is_full_unless_it_is_the_last(
    log: StubbornAudit, trail: AuditTrail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the log gives few at a time, or none: nobody learns how many others had."""
    digest = log.digest(ALICE)
    trail.note([event("a", user_digest=digest), event("x"), event("b", user_digest=digest)])
    trail.note([event("y"), event("c", user_digest=digest)])
    await trail.flush()
    whole = log.events

    def one_at_a_time(wanted: AuditFilter, after: str, limit: int) -> AuditPage:
        page = whole(EVERYTHING, after, 1)
        return AuditPage([each for each in page.events if wanted.matches(each)], page.next)

    monkeypatch.setattr(log, "events", one_at_a_time)
    first = await trail.page(AuditFilter(user_digest=digest), "", 2)
    assert actions(first.events) == ["c", "b"]
    second = await trail.page(AuditFilter(user_digest=digest), first.next, 2)
    assert (actions(second.events), second.next) == (["a"], "")


@pytest.mark.parametrize(("days", "left"), [(365, ["new", EVENTS_PRUNED]), (0, ["old", "new"])])
async def test_old_events_go_after_their_retention(
    log: StubbornAudit, days: int, left: list[str]
) -> None:
    old: Instant = NOW - 365 * DAY - 1
    log.append([event("old", old), event("new", old + 2)]).result()
    trail = AuditTrail(log, SetClock(), retention_days=days)
    trail.start()
    await asyncio.sleep(0.05)
    await trail.stop()
    assert told(log) == left


async def test_old_events_go_every_day_of_the_server_s_clock(
    log: StubbornAudit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_trail, "INTERVAL_SECONDS", 0.01)
    clock = SetClock()
    log.append([event("told", NOW)]).result()
    trail = AuditTrail(log, clock, retention_days=90)
    trail.start()
    await asyncio.sleep(0.05)
    assert told(log) == ["told"]
    clock.advance(90 * DAY + 1)
    await asyncio.sleep(0.05)
    await trail.stop()
    assert told(log) == [EVENTS_PRUNED]
