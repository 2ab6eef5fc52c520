"""What every store must do with sessions, moods and turns that are forgotten."""

from dataclasses import replace
from typing import Any

import pytest

from myosotis_server.memory.errors import StoreUnusable
from myosotis_server.memory.ports import SessionTurn, Store, Write
from myosotis_server.memory.sessions import NO_MOODS, Mood, Session, SessionUpdate
from myosotis_server.memory.values import DAY, SECOND, Emotion, Owner, Role, TimeRange
from ports.builders import ALICE, BOB, NOW, memory, reference, said, write
from ports.store_use import an_answer, forget_turns, head_of, opened, put, read, say, update

EVER = TimeRange()


def ended(session_id: str = "s1", reviewed: int = 0, topic: str = "") -> SessionUpdate:
    return SessionUpdate(session_id, reviewed, NOW + DAY, topic)


def session_of(store: Store, session_id: str = "s1", owner: Owner = ALICE) -> Session:
    found = store.session(owner, session_id)
    assert found is not None
    return found


def felt(content: str, emotion: Emotion, **changes: Any) -> SessionTurn:
    return said(content, emotion=emotion, emotion_intensity=0.7, **changes)


def counts(**of: int) -> tuple[int, ...]:
    """Moods of a session, by the names of emotions."""
    return tuple(of.get(emotion.name.lower(), 0) for emotion in Emotion)


class StoreSessionsSuite:
    def test_a_session_tells_of_its_turns(self, store: Store) -> None:
        turns = [
            felt("今天好累", Emotion.TIRED, time_zone="Asia/Shanghai", say_time=NOW - 5),
            felt("Poor you!", Emotion.SAD, role=Role.ASSISTANT, say_time=NOW - 9),
            felt("不过升职了", Emotion.HAPPY, say_time=NOW + 7),
            said("so yes", time_zone="Europe/London"),
        ]
        put(store, turns=turns[:3], time=NOW)
        put(store, turns=turns[3:], time=NOW + SECOND)
        wanted = Session(
            "s1",
            start_time=NOW - 9,
            last_turn_time=NOW + 7,
            turn_count=4,
            write_time=NOW + SECOND,
            moods=counts(tired=1, happy=1, unspecified=1),
            time_zone="Europe/London",
        )
        assert store.session(ALICE, "s1") == wanted
        assert store.sessions(ALICE) == store.open_sessions(ALICE) == [wanted]
        assert len(wanted.moods) == len(NO_MOODS)

    def test_sessions_come_with_the_latest_turn_first(self, store: Store) -> None:
        for session_id, age in (("b", 5), ("会话", 9), ("a", 5), ("new", 0)):
            say(store, said("一", session_id, say_time=NOW - age))
        say(store, said("an old thing, told now", "new", say_time=NOW - DAY))
        found = store.sessions(ALICE)
        assert [each.session_id for each in found] == ["new", "a", "b", "会话"]
        assert store.open_sessions(ALICE) == found
        put(store, sessions=[ended("a"), ended("new")])
        assert [each.session_id for each in store.sessions(ALICE)] == ["new", "a", "b", "会话"]
        assert store.open_sessions(ALICE) == [found[2], found[3]]

    def test_users_sessions_must_be_apart(self, store: Store) -> None:
        say(store, said("一"))
        say(store, said("one"), owner=BOB)
        put(store, owner=BOB, sessions=[ended(topic="work")])
        assert session_of(store).end_time is None
        assert (store.open_sessions(BOB), session_of(store, owner=BOB).topic) == ([], "work")

    def test_of_unknown_users_and_sessions_nothing_is_told(self, store: Store) -> None:
        for _ in range(2):  # unknown at first, then there without any
            assert store.session(ALICE, "s1") is None
            assert store.sessions(ALICE) == store.open_sessions(ALICE) == []
            assert store.moods(ALICE, EVER) == []
            assert store.owners_open() == []
            opened(store)

    def test_an_update_says_how_far_a_session_is_reviewed_its_end_and_topic(
        self, store: Store
    ) -> None:
        say(store, said("一"), said("二"))
        before = session_of(store)
        assert update(store, SessionUpdate("s1", 1)) == 2
        assert session_of(store) == replace(before, reviewed=1)
        assert update(store, SessionUpdate("s1", 2, NOW, "搬家")) == 3
        after = replace(before, reviewed=2, end_time=NOW, topic="搬家")
        assert (store.session(ALICE, "s1"), store.open_sessions(ALICE)) == (after, [])
        assert update(store, SessionUpdate("s1", 2, None, "搬家")) == 4
        assert store.open_sessions(ALICE) == [replace(after, end_time=None)]

    def test_no_more_is_reviewed_than_there_is(self, store: Store) -> None:
        say(store, said("一"), said("二"))
        for told, kept in ((3, 2), (10**9, 2), (-1, 0)):
            update(store, SessionUpdate("s1", told))
            assert session_of(store).reviewed == kept

    def test_an_update_of_what_is_not_there_is_passed_over(self, store: Store) -> None:
        opened(store)
        assert update(store, ended("unknown")) == 0
        say(store, said())
        assert update(store, ended("unknown"), ended("s1 ")) == 1
        assert store.session(ALICE, "unknown") is None
        assert store.owners_open() == [ALICE]

    def test_an_update_that_changes_nothing_keeps_the_revision(self, store: Store) -> None:
        say(store, said())
        assert update(store, ended(topic="t")) == 2
        assert update(store, ended(topic="t")) == 2
        fields = {"request_id": "r", "answer": an_answer(), "time": NOW}
        assert put(store, sessions=[ended(topic="t")], **fields) == 2
        assert store.answer(ALICE, "r", NOW) == replace(an_answer(), revision=2)

    def test_of_several_updates_in_one_write_the_last_remains(self, store: Store) -> None:
        say(store, said(), said("on", "s2"))
        assert update(store, ended(topic="first"), ended("s2"), SessionUpdate("s1", 1)) == 2
        assert [each.session_id for each in store.open_sessions(ALICE)] == ["s1"]
        assert (session_of(store).reviewed, session_of(store).topic) == (1, "")

    def test_a_turn_opens_a_session_again(self, store: Store) -> None:
        say(store, said("一"))
        update(store, ended(reviewed=1, topic="旅行"))
        assert store.owners_open() == []
        say(store, said("二"))
        again = session_of(store)
        assert (again.end_time, again.topic, again.reviewed) == (None, "旅行", 1)
        assert store.open_sessions(ALICE) == [again]
        assert store.owners_open() == [ALICE]

    def test_an_update_comes_after_the_turns_of_its_write(self, store: Store) -> None:
        """So that a session can be new, reviewed and ended in one."""
        put(store, turns=[said("一"), said("二")], sessions=[ended(reviewed=2)])
        assert (session_of(store).reviewed, store.open_sessions(ALICE)) == (2, [])
        put(store, turns=[said("三")], sessions=[ended(reviewed=2)])
        assert (session_of(store).turn_count, store.open_sessions(ALICE)) == (3, [])
        assert store.owners_open() == []

    def test_owners_open_are_those_who_have_open_sessions(self, store: Store) -> None:
        lookalikes = [Owner("a", "bc"), Owner("ab", "c"), Owner("", "abc"), Owner("租户", "用户")]
        for owner in lookalikes:
            put(store, memory(), owner=owner)
        assert store.owners_open() == []
        for owner in lookalikes[1:]:
            say(store, said("一"), said("two", "s2"), owner=owner)
        assert store.owners_open() == lookalikes[1:]
        update(store, ended("s1"), ended("s2"), owner=lookalikes[2])
        update(store, ended("s1"), owner=lookalikes[1])
        assert store.owners_open() == [lookalikes[1], lookalikes[3]]

    def test_moods_come_in_the_order_of_time(self, store: Store) -> None:
        """Of turns said at one time in the order written, whatever their session."""
        say(
            store,
            felt("难过", Emotion.SAD, say_time=NOW),
            felt("Congrats", Emotion.HAPPY, role=Role.ASSISTANT),
            felt("as told", Emotion.CALM, role=Role.SYSTEM),
            said("no feeling told", say_time=NOW - 3 * DAY),
        )
        say(store, felt("紧张", Emotion.ANXIOUS, say_time=NOW, session_id="s2"))
        say(store, felt("furious", Emotion.ANGRY, say_time=NOW - 1))
        assert store.moods(ALICE, EVER) == [
            Mood(NOW - 3 * DAY, Emotion.UNSPECIFIED, 0.0),
            Mood(NOW - 1, Emotion.ANGRY, 0.7),
            Mood(NOW, Emotion.SAD, 0.7),
            Mood(NOW, Emotion.ANXIOUS, 0.7),
        ]
        assert store.moods(BOB, EVER) == []

    def test_moods_are_those_within_the_span(self, store: Store) -> None:
        """Half-open, to the microsecond, also before 1970 and around midnight UTC."""
        midnight = NOW // DAY * DAY
        times = [-3 * DAY, -DAY - 1, -DAY, -1, 0, 1, midnight - 1, midnight, midnight + DAY]
        for at in times[::-1]:
            say(store, felt(f"{at}", Emotion.CALM, say_time=at))
        for start in (None, *times, midnight + 2 * DAY):
            for end in (None, *times, midnight + 1, -(10**15)):
                within = [
                    at
                    for at in times
                    if (start is None or start <= at) and (end is None or at < end)
                ]
                found = store.moods(ALICE, TimeRange(start, end))
                assert [mood.time for mood in found] == within

    def test_moods_of_a_day_of_much_talk_are_all_there(self, store: Store) -> None:
        for first in range(0, 700, 70):
            some = range(first, first + 70)
            say(store, *(felt(f"{at}", Emotion(at % 9), say_time=NOW + at) for at in some))
        found = store.moods(ALICE, EVER)
        assert [(mood.time - NOW, mood.emotion) for mood in found] == [
            (at, at % 9) for at in range(700)
        ]

    def test_a_forgotten_turn_is_nowhere(self, store: Store) -> None:
        turns = [said("一"), said("我的秘密"), said("三"), said("elsewhere", "s2")]
        say(store, *turns, waiting=True)
        assert forget_turns(store, turns[1]) == 2
        assert store.turns(ALICE, [*map(reference, turns)]) == [
            turns[0].turn,
            None,
            turns[2].turn,
            turns[3].turn,
        ]
        assert store.session_turns(ALICE, "s1", None, 9) == [(0, turns[0].turn), (2, turns[2].turn)]
        assert store.unread(ALICE, 9) == [turns[0], turns[2], turns[3]]

    def test_what_was_forgotten_takes_no_room_in_a_page(self, store: Store) -> None:
        turns = [said(f"{at}") for at in range(9)]
        say(store, *turns)
        forget_turns(store, *turns[3:8])
        for before, limit, places in (
            (None, 2, [2, 8]),
            (None, 3, [1, 2, 8]),
            (8, 2, [1, 2]),
            (5, 9, [0, 1, 2]),
            (None, 0, []),
        ):
            found = store.session_turns(ALICE, "s1", before, limit)
            assert found == [(at, turns[at].turn) for at in places]
        forget_turns(store, *turns)
        assert store.session_turns(ALICE, "s1", None, 9) == []

    def test_what_counted_a_forgotten_turn_still_does(self, store: Store) -> None:
        """Its place stays taken, so that what is reviewed stays so; so does its mood."""
        say(store, felt("一", Emotion.SAD), said("二"))
        before, moods = session_of(store), store.moods(ALICE, EVER)
        forget_turns(store, said("一"), said("二"))
        assert (store.session(ALICE, "s1"), store.moods(ALICE, EVER)) == (before, moods)
        say(store, said("三"))
        assert store.session_turns(ALICE, "s1", None, 9) == [(2, said("三").turn)]

    def test_forgetting_an_unknown_turn_is_passed_over(self, store: Store) -> None:
        say(store, said("一"))
        assert forget_turns(store, said("unknown"), said("一", "s2")) == 1
        assert forget_turns(store, said("一"), said("一"), said("unknown")) == 2
        assert forget_turns(store, said("一")) == 2
        assert read(store, said("一")) == 2

    def test_no_turn_may_be_both_put_and_forgotten(self, store: Store) -> None:
        base = opened(store)
        both = write(ALICE, base, [memory()], turns=[said()], forgotten_turns=[reference(said())])
        with pytest.raises(ValueError, match="turn"):
            store.commit(both).result(10)
        assert (store.head(ALICE), store.sessions(ALICE)) == (base, [])

    def test_a_turn_can_be_read_and_forgotten_at_once(self, store: Store) -> None:
        say(store, said("一"), said("二"), waiting=True)
        both = [reference(said("一"))]
        assert put(store, read=both, forgotten_turns=both, turns=[said("三")]) == 2
        assert store.unread(ALICE, 9) == [said("二")]
        assert store.turns(ALICE, both) == [None]

    def test_the_id_of_a_forgotten_turn_is_free_again(self, store: Store) -> None:
        say(store, said("一"), said("二"), waiting=True)
        forget_turns(store, said("一"))
        again = said("other words", turn_id=said("一").turn.turn_id)
        say(store, again, waiting=True)
        assert store.session_turns(ALICE, "s1", None, 9) == [(1, said("二").turn), (2, again.turn)]
        assert store.turns(ALICE, [reference(again)]) == [again.turn]
        assert store.unread(ALICE, 9) == [said("二"), again]

    def test_a_write_that_fails_must_leave_sessions_as_they_were(self, store: Store) -> None:
        say(store, felt("一", Emotion.SAD), waiting=True)
        before, moods = session_of(store), store.moods(ALICE, EVER)
        spoilt = Write(
            ALICE,
            head_of(store),
            turns=[felt("新", Emotion.HAPPY), said("again", turn_id=said("一").turn.turn_id)],
            sessions=[ended()],
        )
        late = replace(spoilt, base=replace(spoilt.base, revision=0), turns=[said("late")])
        for failing in (spoilt, late):
            assert store.commit(failing).exception(10) is not None
        assert store.sessions(ALICE) == store.open_sessions(ALICE) == [before]
        assert (store.moods(ALICE, EVER), len(store.unread(ALICE, 9))) == (moods, 1)

    def test_erase_user_must_destroy_sessions_and_moods(self, store: Store) -> None:
        for owner in (ALICE, BOB):
            say(store, felt("一", Emotion.SAD), said("two", "s2"), owner=owner)
        kept = store.sessions(BOB)
        store.erase_user(ALICE, head_of(store)).result(10)
        for _ in range(2):  # unknown at first, then of the same name
            assert store.sessions(ALICE) == store.open_sessions(ALICE) == []
            assert store.moods(ALICE, EVER) == []
            assert store.owners_open() == [BOB]
            opened(store)
        assert store.sessions(BOB) == store.open_sessions(BOB) == kept
        assert len(store.moods(BOB, EVER)) == 2

    def test_reads_of_sessions_after_close_must_fail(self, store: Store) -> None:
        say(store, said())
        store.close()
        for call in (
            lambda: store.sessions(ALICE),
            lambda: store.session(ALICE, "s1"),
            lambda: store.open_sessions(ALICE),
            store.owners_open,
            lambda: store.moods(ALICE, EVER),
        ):
            with pytest.raises(StoreUnusable):
                call()
