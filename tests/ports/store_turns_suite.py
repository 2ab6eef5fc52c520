"""What every store must do with turns. A part of `StoreSuite`."""

import threading
from dataclasses import replace

import pytest

from myosotis_server.memory.errors import RevisionMismatch, StoreUnusable
from myosotis_server.memory.ports import SessionTurn, Store, Write
from myosotis_server.memory.values import SECOND, Emotion, Owner, Role, TurnReference
from ports.builders import ALICE, BOB, NOW, memory, reference, said, write
from ports.store_use import an_answer, head_of, ids, opened, put, read, rows_of, say


def texts(
    store: Store,
    owner: Owner = ALICE,
    session_id: str = "s1",
    before: int | None = None,
    limit: int = 99,
) -> list[tuple[int, str]]:
    """Places and contents of a session's turns."""
    found = store.session_turns(owner, session_id, before, limit)
    return [(place, turn.content) for place, turn in found]


class StoreTurnsSuite:
    def test_turns_must_come_in_the_order_asked(self, store: Store) -> None:
        first = said(
            "我昨天搬到了成都 🎉",
            turn_id="t-1",
            role=Role.USER,
            speaker="小王",
            emotion=Emotion.HAPPY,
            emotion_intensity=0.7,
        )
        second = said("Congratulations!", role=Role.ASSISTANT)
        say(store, first, second)
        unknown = TurnReference("s1", "unknown")
        elsewhere = TurnReference("s2", "t-1")
        asked = [reference(second), unknown, elsewhere, reference(first), reference(second)]
        assert store.turns(ALICE, asked) == [second.turn, None, None, first.turn, second.turn]
        assert store.turns(BOB, asked) == [None] * 5
        assert store.turns(ALICE, []) == []
        opened(store, BOB)
        assert store.turns(BOB, asked) == [None] * 5

    def test_session_turns_are_the_latest_in_the_order_written(self, store: Store) -> None:
        """Whatever time they were said at."""
        say(store, said("0"), said("1", say_time=NOW - SECOND), said("else", session_id="s2"))
        say(store, said("2"), said("3", say_time=NOW - 9 * SECOND))
        say(store, said("4"))
        every = [(at, f"{at}") for at in range(5)]
        for before, limit, wanted in (
            (None, 10, every),
            (None, 5, every),
            (None, 2, every[3:]),
            (4, 2, every[2:4]),
            (5, 1, every[4:]),
            (99, 2, every[3:]),
            (1, 10, every[:1]),
            (0, 10, []),
            (-1, 10, []),
            (None, 0, []),
            (None, -1, []),
        ):
            assert texts(store, before=before, limit=limit) == wanted
        assert store.session_turns(ALICE, "s2", None, 9) == [(0, said("else").turn)]
        assert store.session_turns(ALICE, "s3", None, 9) == []
        assert store.session_turns(BOB, "s1", None, 9) == []
        opened(store, BOB)
        assert store.session_turns(BOB, "s1", None, 9) == []

    def test_users_turns_must_be_apart(self, store: Store) -> None:
        """Though they have the same session and turn ids."""
        say(store, said("爱丽丝的"), waiting=True)
        say(store, said("bob's", turn_id=said("爱丽丝的").turn.turn_id), owner=BOB)
        assert texts(store) == [(0, "爱丽丝的")]
        assert texts(store, BOB) == [(0, "bob's")]
        assert store.unread(BOB, 9) == []

    def test_sessions_and_turns_with_lookalike_ids_are_apart(self, store: Store) -> None:
        pairs = [("a", "bc"), ("ab", "c"), ("", "abc"), ("abc", ""), ("a", "b"), ("a\0b", "")]
        turns = [said(f"{at}", session_id=s, turn_id=t) for at, (s, t) in enumerate(pairs)]
        say(store, *turns)
        assert store.turns(ALICE, [*map(reference, turns)]) == [each.turn for each in turns]
        assert texts(store, session_id="a") == [(0, "0"), (1, "4")]

    def test_unread_turns_come_as_and_in_the_order_written(self, store: Store) -> None:
        """The order of their references says nothing."""
        first, second = said("一", time_zone="Asia/Shanghai"), said("two", session_id="s2")
        third = said("三", time_zone="Europe/London")
        base = opened(store)
        turns = [first, said("已读"), second]
        unread = [reference(second), reference(first), reference(first)]
        store.commit(Write(ALICE, base, turns=turns, unread=unread)).result(10)
        say(store, third, waiting=True)
        assert store.unread(ALICE, 9) == [first, second, third]
        assert store.unread(ALICE, 2) == [first, second]
        assert store.unread(ALICE, 0) == store.unread(ALICE, -1) == []
        assert store.unread(BOB, 9) == []
        opened(store, BOB)
        assert store.unread(BOB, 9) == []

    def test_what_was_read_waits_no_more(self, store: Store) -> None:
        turns = [said("一"), said("2"), said("三")]
        say(store, *turns, waiting=True)
        known = memory("from what was read")
        planned = write(ALICE, head_of(store), [known], read=[reference(turns[1])])
        assert store.commit(planned).result(10) == 2
        assert store.unread(ALICE, 9) == [turns[0], turns[2]]
        assert ids(rows_of(store)) == [known.memory_id]
        assert store.turns(ALICE, [reference(turns[1])]) == [turns[1].turn]
        assert read(store, turns[2], turns[2], turns[0]) == 3
        assert store.unread(ALICE, 9) == []
        assert texts(store) == [
            (0, "一"),
            (1, "2"),
            (2, "三"),
        ]

    def test_reading_what_does_not_wait_is_passed_over(self, store: Store) -> None:
        """A write of which nothing else remains changes nothing, and so keeps the revision."""
        waiting, other = said("waits"), said("does not wait")
        say(store, waiting, waiting=True)
        say(store, other)
        assert read(store, other, said("unknown"), said("elsewhere", session_id="s2")) == 2
        assert read(store, waiting) == 3
        base = head_of(store)
        answered = Write(
            ALICE, base, read=[reference(waiting)], request_id="r", answer=an_answer(), time=NOW
        )
        assert store.commit(answered).result(10) == 3
        assert store.head(ALICE) == base
        assert store.answer(ALICE, "r", NOW) == replace(an_answer(), revision=3)

    def test_a_turn_must_not_be_read_by_the_write_that_puts_it(self, store: Store) -> None:
        one = said("one")
        base = opened(store)
        both = Write(ALICE, base, turns=[one], unread=[reference(one)], read=[reference(one)])
        assert store.commit(both).result(10) == 1
        assert store.unread(ALICE, 9) == [one]

    def test_owners_unread_are_those_whose_turns_wait(self, store: Store) -> None:
        lookalikes = [Owner("a", "bc"), Owner("ab", "c"), Owner("", "abc"), Owner("租户", "用户")]
        assert store.owners_unread() == []
        for owner in lookalikes:
            put(store, memory(), owner=owner)
            say(store, said("read already"), owner=owner)
        assert store.owners_unread() == []
        for owner in lookalikes[1:]:
            say(store, said("first"), said("second"), owner=owner, waiting=True)
            say(store, said("third"), owner=owner, waiting=True)
        assert store.owners_unread() == lookalikes[1:]
        read(store, said("first"), said("second"), said("third"), owner=lookalikes[2])
        read(store, said("first"), owner=lookalikes[1])
        assert store.owners_unread() == [lookalikes[1], lookalikes[3]]

    def test_a_write_of_turns_alone_makes_a_revision_without_rows(self, store: Store) -> None:
        put(store, memory())
        base = head_of(store)
        assert say(store, said("一"), waiting=True) == 2
        assert read(store, said("一")) == 3
        changes = store.changes_since(ALICE, base)
        assert changes is not None
        assert changes.head == head_of(store)
        assert (changes.head.revision, changes.head.memory_count) == (3, 1)
        assert (len(changes.rows), changes.removed) == (0, ())
        assert changes.rows.fixed["vector"].shape == (0, 0)
        put(store, memory("after"))
        later = store.changes_since(ALICE, base)
        assert later is not None
        assert ids(later.rows) == [memory("after").memory_id]

    def test_a_write_of_turns_must_fail_on_another_revision_and_leave_nothing(
        self, store: Store
    ) -> None:
        base = opened(store)
        say(store, said("first"), waiting=True)
        late = said("late", session_id="s9")
        for stale in (
            Write(ALICE, base, turns=[late], unread=[reference(late)]),
            Write(ALICE, base, read=[reference(said("first"))]),
        ):
            with pytest.raises(RevisionMismatch):
                store.commit(stale).result(10)
        assert store.session_turns(ALICE, "s9", None, 9) == []
        assert store.turns(ALICE, [reference(late)]) == [None]
        assert store.unread(ALICE, 9) == [said("first")]

    def test_a_turn_id_that_its_session_has_must_be_refused_whole(self, store: Store) -> None:
        known = said("known")
        say(store, known, waiting=True)
        base = head_of(store)
        new, again = said("new"), said("other words", turn_id=known.turn.turn_id)
        spoilt = write(
            ALICE,
            base,
            [memory()],
            turns=[new, again],
            unread=[reference(new)],
            read=[reference(known)],
            request_id="r",
            answer=an_answer(),
        )
        for senseless in (spoilt, replace(spoilt, turns=[new, new])):
            with pytest.raises(ValueError, match="turn"):
                store.commit(senseless).result(10)
        assert store.head(ALICE) == base
        assert texts(store) == [(0, "known")]
        assert store.turns(ALICE, [reference(new)]) == [None]
        assert store.unread(ALICE, 9) == [known]
        assert store.memories(ALICE, [memory().memory_id]) == [None]
        assert store.answer(ALICE, "r", NOW) is None
        elsewhere = said("other words", session_id="s2", turn_id=known.turn.turn_id)
        assert say(store, elsewhere) == 2

    def test_unread_must_be_among_the_turns(self, store: Store) -> None:
        say(store, said("known"))
        base = head_of(store)
        for named in (said("known"), said("unknown"), said("new", session_id="s2")):
            with pytest.raises(ValueError, match="unread"):
                store.commit(
                    Write(ALICE, base, turns=[said("new")], unread=[reference(named)])
                ).result(10)
        assert store.head(ALICE) == base
        assert store.unread(ALICE, 9) == []

    def test_a_refused_turn_must_not_disturb_the_writes_committed_with_it(
        self, store: Store
    ) -> None:
        owners = [Owner("default", f"user {index}") for index in range(20)]
        for owner in owners[1::2]:
            say(store, said("once"), owner=owner)
        futures = [
            store.commit(Write(owner, opened(store, owner), turns=[said("once"), said("more")]))
            for owner in owners
        ]
        for index, (owner, future) in enumerate(zip(owners, futures, strict=True)):
            if index % 2:
                assert isinstance(future.exception(10), ValueError)
            else:
                assert future.result(10) == 1
            assert head_of(store, owner).revision == 1
            assert texts(store, owner) == [(0, "once"), (1, "more")][: 1 if index % 2 else 2]

    def test_writes_of_turns_follow_each_other_without_waiting(self, store: Store) -> None:
        base = opened(store)
        futures = [
            store.commit(
                Write(
                    ALICE,
                    replace(base, revision=at),
                    turns=[said(f"{at}")],
                    unread=[reference(said(f"{at}"))],
                    read=[reference(said(f"{at - 1}"))],
                )
            )
            for at in range(30)
        ]
        assert [future.result(10) for future in futures] == list(range(1, 31))
        assert texts(store) == [(at, f"{at}") for at in range(30)]
        assert store.unread(ALICE, 99) == [said("29")]

    def test_a_write_of_turns_must_be_visible_whole_or_not_at_all(self, store: Store) -> None:
        opened(store)
        done = threading.Event()
        torn = []

        def look() -> None:
            while not done.is_set():
                waiting: list[SessionTurn] = store.unread(ALICE, 9)
                pair = store.turns(ALICE, [*map(reference, waiting)])
                if len(waiting) not in (0, 2) or None in pair:
                    torn.append(waiting)

        reader = threading.Thread(target=look)
        reader.start()
        before: list[TurnReference] = []
        for at in range(60):
            turns = [said(f"{at}"), said(f"{at}", session_id="s2")]
            put_now = [*map(reference, turns)]
            one = Write(ALICE, head_of(store), turns=turns, unread=put_now, read=before)
            store.commit(one).result(10)
            before = put_now
        done.set()
        reader.join()
        assert torn == []

    def test_erase_user_must_destroy_turns(self, store: Store) -> None:
        for owner in (ALICE, BOB):
            say(store, said("一"), said("two", session_id="s2"), owner=owner, waiting=True)
        base, asked = head_of(store), [reference(said("一"))]
        store.erase_user(ALICE, base).result(10)
        for _ in range(2):  # unknown at first, then of the same name
            assert store.turns(ALICE, asked) == [None]
            assert store.session_turns(ALICE, "s1", None, 9) == []
            assert store.unread(ALICE, 9) == []
            assert store.owners_unread() == [BOB]
            opened(store)
        with pytest.raises(RevisionMismatch):
            store.commit(Write(ALICE, base, turns=[said("late")])).result(10)
        assert store.turns(BOB, asked) == [said("一").turn]
        assert len(store.unread(BOB, 9)) == 2
        assert say(store, said("一"), waiting=True) == 1
        assert texts(store) == [(0, "一")]
        assert {*store.owners_unread()} == {ALICE, BOB}

    def test_reads_of_turns_after_close_must_fail(self, store: Store) -> None:
        say(store, said("一"), waiting=True)
        store.close()
        for call in (
            lambda: store.turns(ALICE, []),
            lambda: store.session_turns(ALICE, "s1", None, 9),
            lambda: store.unread(ALICE, 9),
            store.owners_unread,
        ):
            with pytest.raises(StoreUnusable):
                call()
