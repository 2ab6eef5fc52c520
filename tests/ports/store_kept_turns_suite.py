"""What every store must do with turns that a session no longer keeps."""

from dataclasses import replace

from myosotis_server.memory.ports import SessionTurn, Store, Write
from myosotis_server.memory.sessions import Session, SessionUpdate
from myosotis_server.memory.values import DAY, Emotion, TimeRange
from ports.builders import ALICE, BOB, NOW, reference, said
from ports.store_use import an_answer, forget_turns, head_of, put, read, say, update

TURNS = [
    said(text) for text in ("我叫小王", "I moved to Bristol", "昨天搬的家", "It rained", "好累")
]


def keep_from(place: int, session_id: str = "s1") -> SessionUpdate:
    return SessionUpdate(session_id, 0, kept_from=place)


def places_of(store: Store, before: int | None = None, limit: int = 99) -> list[int]:
    return [place for place, _ in store.session_turns(ALICE, "s1", before, limit)]


def found(store: Store, turns: list[SessionTurn]) -> list[bool]:
    return [turn is not None for turn in store.turns(ALICE, [*map(reference, turns)])]


def session_of(store: Store) -> Session:
    session = store.session(ALICE, "s1")
    assert session is not None
    return session


class StoreKeptTurnsSuite:
    def test_turns_below_where_they_are_kept_from_are_nowhere(self, store: Store) -> None:
        elsewhere = said("elsewhere", "s2")
        say(store, *TURNS, elsewhere, waiting=True)
        before = session_of(store)
        assert update(store, keep_from(2)) == 2
        assert session_of(store) == replace(before, kept_from=2)
        assert found(store, [*TURNS, elsewhere]) == [False, False, True, True, True, True]
        kept = [(place, TURNS[place].turn) for place in (2, 3, 4)]
        assert store.session_turns(ALICE, "s1", None, 9) == kept
        assert store.session_turns(ALICE, "s1", 4, 9) == kept[:2]
        assert store.session_turns(ALICE, "s1", None, 1) == kept[2:]
        for place in (2, 1, 0, -1):
            assert store.session_turns(ALICE, "s1", place, 9) == []
        assert store.unread(ALICE, 9) == [*TURNS[2:], elsewhere]

    def test_all_turns_of_a_session_can_go(self, store: Store) -> None:
        """The session stays, with all that it tells but their words."""
        tired = said("今天好累", emotion=Emotion.TIRED, emotion_intensity=0.7)
        say(store, tired, *TURNS, waiting=True)
        before, moods = session_of(store), store.moods(ALICE, TimeRange())
        update(store, keep_from(6))
        assert store.sessions(ALICE) == store.open_sessions(ALICE) == [replace(before, kept_from=6)]
        assert store.moods(ALICE, TimeRange()) == moods
        assert (places_of(store), store.unread(ALICE, 9), store.owners_unread()) == ([], [], [])

    def test_no_more_is_erased_than_there_is(self, store: Store) -> None:
        say(store, *TURNS[:2])
        for told in (3, 10**9):
            update(store, keep_from(told))
            assert (session_of(store).kept_from, session_of(store).turn_count) == (2, 2)
        say(store, TURNS[2])
        assert places_of(store) == [2]

    def test_what_is_erased_stays_erased(self, store: Store) -> None:
        say(store, *TURNS)
        assert update(store, keep_from(3)) == 2
        for told in (3, 2, 0, -1):
            assert update(store, keep_from(told)) == 2
            assert (session_of(store).kept_from, places_of(store)) == (3, [3, 4])
        assert update(store, SessionUpdate("s1", 5, NOW + DAY, "搬家")) == 3
        assert session_of(store).kept_from == 3
        assert update(store, keep_from(4)) == 4
        assert places_of(store) == [4]

    def test_an_update_that_only_erases_makes_a_revision(self, store: Store) -> None:
        say(store, *TURNS)
        fields = {"request_id": "r", "answer": an_answer(), "time": NOW}
        assert put(store, sessions=[keep_from(1)], **fields) == 2
        assert store.answer(ALICE, "r", NOW) == replace(an_answer(), revision=2)
        assert put(store, sessions=[keep_from(1)]) == 2

    def test_the_id_of_an_erased_turn_is_free_again(self, store: Store) -> None:
        say(store, *TURNS[:2], waiting=True)
        update(store, keep_from(2))
        again = said("other words", turn_id=TURNS[0].turn.turn_id)
        assert say(store, again, waiting=True) == 3
        assert store.session_turns(ALICE, "s1", None, 9) == [(2, again.turn)]
        assert store.turns(ALICE, [reference(again)]) == [again.turn]
        assert store.unread(ALICE, 9) == [again]
        update(store, keep_from(3))
        assert found(store, [again]) == [False]
        assert say(store, again) == 5

    def test_forgotten_turns_may_be_among_the_erased(self, store: Store) -> None:
        say(store, *TURNS)
        forget_turns(store, TURNS[0], TURNS[2], TURNS[3])
        update(store, keep_from(3))
        assert places_of(store) == [4]
        assert forget_turns(store, TURNS[4]) == 4
        assert (places_of(store), session_of(store).turn_count) == ([], 5)
        assert forget_turns(store, *TURNS) == 4
        assert read(store, *TURNS) == 4

    def test_a_turn_whose_id_came_again_is_kept_if_it_came_later(self, store: Store) -> None:
        say(store, *TURNS[:2])
        forget_turns(store, TURNS[0])
        again = said("other words", turn_id=TURNS[0].turn.turn_id)
        say(store, again)
        update(store, keep_from(2))
        assert store.session_turns(ALICE, "s1", None, 9) == [(2, again.turn)]
        assert store.turns(ALICE, [reference(again)]) == [again.turn]

    def test_a_turn_can_be_read_forgotten_and_erased_at_once(self, store: Store) -> None:
        say(store, *TURNS, waiting=True)
        gone = [reference(turn) for turn in TURNS[1:4]]
        assert put(store, read=gone, forgotten_turns=gone, sessions=[keep_from(3)]) == 2
        assert (places_of(store), found(store, TURNS)) == ([4], [False] * 4 + [True])
        assert store.unread(ALICE, 9) == [TURNS[4]]
        say(store, *TURNS[:4])
        assert places_of(store) == [4, 5, 6, 7, 8]

    def test_a_write_can_erase_its_own_turns(self, store: Store) -> None:
        """An update comes after the turns of its write: what was felt in them stays."""
        say(store, TURNS[0])
        unread = [*map(reference, TURNS[1:4])]
        put(store, turns=TURNS[1:4], unread=unread, sessions=[keep_from(3)])
        assert (places_of(store), found(store, TURNS)) == ([3], [False] * 3 + [True, False])
        assert store.unread(ALICE, 9) == [TURNS[3]]
        assert (session_of(store).turn_count, len(store.moods(ALICE, TimeRange()))) == (4, 4)
        new = said("一", "s2")
        put(store, turns=[new], unread=[reference(new)], sessions=[keep_from(1, "s2")])
        assert (store.session_turns(ALICE, "s2", None, 9), found(store, [new])) == ([], [False])
        assert store.unread(ALICE, 9) == [TURNS[3]]

    def test_a_write_that_fails_erases_nothing(self, store: Store) -> None:
        say(store, *TURNS, waiting=True)
        before = session_of(store)
        base = head_of(store)
        for failing in (
            Write(ALICE, base, turns=[TURNS[0]], sessions=[keep_from(3)]),
            Write(ALICE, replace(base, revision=0), sessions=[keep_from(3)]),
        ):
            assert store.commit(failing).exception(10) is not None
        assert (session_of(store), places_of(store)) == (before, [0, 1, 2, 3, 4])
        assert store.unread(ALICE, 9) == TURNS

    def test_turns_of_other_sessions_and_users_stay(self, store: Store) -> None:
        for owner in (ALICE, BOB):
            say(store, said("一"), said("一", "s2"), owner=owner, waiting=True)
        update(store, keep_from(1))
        assert found(store, [said("一"), said("一", "s2")]) == [False, True]
        assert store.unread(ALICE, 9) == [said("一", "s2")]
        assert store.unread(BOB, 9) == [said("一"), said("一", "s2")]
        assert update(store, keep_from(1, "unknown")) == 2
