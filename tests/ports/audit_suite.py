"""What every audit log must do. Subclass with a `log` fixture; each test has a fresh, empty one."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from myosotis_server.memory.audit import (
    EVENTS_PRUNED,
    SYSTEM,
    AuditEvent,
    AuditFilter,
    AuditLog,
    Fault,
)
from myosotis_server.memory.values import DAY, MINUTE, Owner, TimeRange
from ports.builders import ALICE, BOB, NOW

EVERYTHING = AuditFilter()
UUID_TEXT = "123e4567-e89b-12d3-a456-426614174000"


def event(action: str = "memory.recall", time: int = NOW, **fields: object) -> AuditEvent:
    made = AuditEvent(time, "default", "robot", action, "", "OK", UUID_TEXT)
    return replace(made, **fields)  # type: ignore[arg-type]


def add(log: AuditLog, *events: AuditEvent, urgent: bool = False) -> None:
    log.append(events, urgent).result(10)


def listed(log: AuditLog, wanted: AuditFilter = EVERYTHING, page: int = 1_000) -> list[AuditEvent]:
    """All those wanted, without ids, from page to page."""
    found: list[AuditEvent] = []
    after = ""
    while True:
        answer = log.events(wanted, after, page)
        assert len(answer.events) <= page
        found += answer.events
        after = answer.next
        if not after:
            return [replace(each, event_id="") for each in found]


def actions(events: Sequence[AuditEvent]) -> list[str]:
    return [each.action for each in events]


class AuditSuite:
    def test_an_empty_trail_has_no_events_and_no_faults(self, log: AuditLog) -> None:
        assert listed(log) == []
        check = log.verify()
        assert (check.event_count, check.faults, check.fault_count) == (0, (), 0)

    def test_events_are_what_was_added_newest_first(self, log: AuditLog) -> None:
        first = event(details={"reason": "用户要求 (ticket 7)", "forgotten_count": "3"})
        second = event(
            "admin.backup",
            NOW + 5,
            tenant="",
            actor="",
            user_digest=log.digest(ALICE),
            outcome="PERMISSION_DENIED",
            request_id="not-a-uuid",
        )
        third = event("graph.relate", NOW + 7, request_id=UUID_TEXT.upper())
        add(log, first)
        add(log, second, third, urgent=True)
        assert listed(log) == [third, second, first]
        assert listed(log, page=1) == [third, second, first]

    def test_ids_are_given_once_and_stay(self, log: AuditLog) -> None:
        add(log, *(event(event_id="mine") for _ in range(5)))
        ids = [each.event_id for each in log.events(EVERYTHING, "", 10).events]
        assert len(set(ids)) == 5
        assert "mine" not in ids
        add(log, event())
        assert [each.event_id for each in log.events(EVERYTHING, "", 10).events][1:] == ids

    def test_adding_nothing_adds_nothing(self, log: AuditLog) -> None:
        add(log)
        assert listed(log) == []

    def test_digest_is_equal_for_equal_owners_alone(self, log: AuditLog) -> None:
        digest = log.digest(ALICE)
        assert len(digest) == 32
        assert bytes.fromhex(digest)
        assert digest == log.digest(Owner(ALICE.tenant, ALICE.user_id))
        lookalikes = [Owner("a", "bc"), Owner("ab", "c"), Owner("", "abc"), Owner("abc", ""), BOB]
        assert len({digest, *map(log.digest, lookalikes)}) == 6

    def test_a_filter_narrows_by_tenant_user_and_time(self, log: AuditLog) -> None:
        digest = log.digest(ALICE)
        hers = event("a", NOW, user_digest=digest)
        others = event("b", NOW + MINUTE, user_digest=log.digest(BOB))
        nobody = event("c", NOW + 2 * MINUTE, tenant="")
        later = event("d", NOW + 3 * MINUTE, user_digest=digest, tenant="acme")
        add(log, hers, others, nobody, later)
        assert actions(listed(log, AuditFilter(user_digest=digest))) == ["d", "a"]
        assert actions(listed(log, AuditFilter(tenant="default"))) == ["b", "a"]
        assert actions(listed(log, AuditFilter(tenant=""))) == ["c"]
        assert actions(listed(log, AuditFilter("acme", log.digest(BOB)))) == []
        for span, wanted in (
            (TimeRange(NOW, NOW + MINUTE), ["a"]),
            (TimeRange(NOW + 1, None), ["d", "c", "b"]),
            (TimeRange(None, NOW + 2 * MINUTE), ["b", "a"]),
            (TimeRange(NOW + 4 * MINUTE, None), []),
            (TimeRange(None, NOW), []),
        ):
            assert actions(listed(log, AuditFilter(span=span), page=1)) == wanted

    def test_a_time_range_finds_what_lies_far_back(self, log: AuditLog) -> None:
        """And what came a little out of order."""
        days = [event(f"{day}", NOW + day * DAY) for day in range(40)]
        days[20:22] = reversed([replace(days[20], time=days[21].time - MINUTE), days[21]])
        add(log, *days)
        span = TimeRange(days[10].time, days[13].time)
        assert actions(listed(log, AuditFilter(span=span), page=2)) == ["12", "11", "10"]
        span = TimeRange(days[21].time - DAY // 2, days[22].time + DAY // 2)
        assert sorted(actions(listed(log, AuditFilter(span=span)))) == ["20", "21", "22"]

    def test_a_page_ends_where_nothing_is_left(self, log: AuditLog) -> None:
        add(log, event("a"), event("b"))
        assert log.events(EVERYTHING, "", 2).next == ""
        first = log.events(EVERYTHING, "", 1)
        assert first.next
        add(log, event("c"))
        assert actions(log.events(EVERYTHING, first.next, 9).events) == ["a"]

    def test_a_place_that_is_none_is_refused(self, log: AuditLog) -> None:
        for place in ("x", "00", "7f" * 36):
            with pytest.raises(ValueError, match="place"):
                log.events(EVERYTHING, place, 1)

    def test_what_remains_after_pruning_must_verify(self, log: AuditLog) -> None:
        add(log, *(event(f"{day}", NOW + day * DAY) for day in range(5)))
        assert log.prune(NOW + 3 * DAY, NOW + 5 * DAY).result(10) == 3
        newest, *rest = listed(log)
        assert (newest.actor, newest.action, newest.time) == (SYSTEM, EVENTS_PRUNED, NOW + 5 * DAY)
        assert newest.details == {"count": "3"}
        assert actions(rest) == ["4", "3"]
        add(log, event("later"))
        check = log.verify()
        assert (check.event_count, check.faults) == (4, ())

    def test_pruning_what_is_not_old_changes_nothing(self, log: AuditLog) -> None:
        add(log, event("a"), event("b"))
        before = log.verify()
        assert log.prune(NOW, NOW + DAY).result(10) == 0
        assert log.verify() == before
        assert actions(listed(log)) == ["b", "a"]

    def test_everything_may_be_pruned(self, log: AuditLog) -> None:
        add(log, event("a"), event("b"))
        assert log.prune(NOW + 1, NOW + DAY).result(10) == 2
        assert actions(listed(log)) == [EVENTS_PRUNED]
        add(log, event("c"))
        assert log.verify().faults == ()

    def test_verify_tells_how_many_events_there_are_and_their_last_hash(
        self, log: AuditLog
    ) -> None:
        heads = [log.verify().head]
        for count in range(1, 4):
            add(log, event())
            assert log.verify().event_count == count
            heads.append(log.verify().head)
        assert len({*heads}) == 4
        assert all(len(bytes.fromhex(head)) == 32 for head in heads)
        for head in heads:
            assert log.verify(head).faults == log.verify(head.upper()).faults == ()
        (found,) = log.verify("ab" * 32).faults
        assert (found.sequence, found.fault) == (0, Fault.LEFT)

    def test_a_head_that_was_pruned_is_told_unless_it_is_the_last_one(self, log: AuditLog) -> None:
        heads = []
        for number in range(3):
            add(log, event(time=NOW + number))
            heads.append(log.verify().head)
        log.prune(NOW + 2, NOW + 5).result(10)
        found = [log.verify(head).fault_count for head in heads]
        assert found == [1, 0, 0]
