"""What turns cost: a read opens no more values than it gives, however many turns there are."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.ports import Write
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import DAY, Owner, TimeRange
from ports.builders import ALICE, NOW, memory, reference, said, write
from ports.store_use import forget_turns, head_of, opened, put, read, say, update

MANY = [f"第{at}句" for at in range(500)]
USER_ENTRY = 1
"""Who the user is, opened in every read."""


class Opened:
    """Counts the values that are opened and sealed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = self.sealed = 0
        unseal, seal = Seal.open, Seal.seal

        def counting_open(*arguments: object) -> bytes:
            self.count += 1
            return unseal(*arguments)  # type: ignore[arg-type]  # passed on as they are

        def counting_seal(*arguments: object) -> bytes:
            self.sealed += 1
            return seal(*arguments)  # type: ignore[arg-type]  # passed on as they are

        monkeypatch.setattr(Seal, "open", counting_open)
        monkeypatch.setattr(Seal, "seal", counting_seal)

    def by(self, call: Callable[[], object]) -> int:
        """How many `call` opened."""
        before = self.count
        call()
        return self.count - before

    def sealed_by(self, call: Callable[[], object]) -> int:
        """How many `call` sealed."""
        before = self.sealed
        call()
        return self.sealed - before


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LmdbStore]:
    """Of a user with many unread turns in one session."""
    store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    say(store, *map(said, MANY), waiting=True)
    yield store
    store.close()


@pytest.fixture
def opened_values(store: LmdbStore, monkeypatch: pytest.MonkeyPatch) -> Opened:
    return Opened(monkeypatch)


@pytest.mark.parametrize("before", [None, len(MANY), 250, 20])
def test_the_last_turns_of_a_session_open_no_others(
    store: LmdbStore, opened_values: Opened, before: int | None
) -> None:
    session = 1
    found = opened_values.by(lambda: store.session_turns(ALICE, "s1", before, 20))
    assert found == USER_ENTRY + session + 20


def test_session_turns_must_not_read_those_below_kept_from(
    store: LmdbStore, opened_values: Opened
) -> None:
    """Not even where all turns above have been forgotten."""
    session = 1
    update(store, SessionUpdate("s1", 0, kept_from=490))
    for before, turns in ((None, 10), (495, 5), (490, 0), (20, 0)):
        found = opened_values.by(partial(store.session_turns, ALICE, "s1", before, 20))
        assert found == USER_ENTRY + session + turns
    forget_turns(store, *map(said, MANY[490:]))
    update(store, SessionUpdate("s1", 0, kept_from=500))
    found = opened_values.by(lambda: store.session_turns(ALICE, "s1", None, 20))
    assert found == USER_ENTRY + session


def test_erasing_turns_opens_no_others(store: LmdbStore, opened_values: Opened) -> None:
    update(store, SessionUpdate("s1", 0, kept_from=100))
    session, turn_and_place = 1, 2
    planned = SessionUpdate("s1", 0, kept_from=107)
    found = opened_values.by(lambda: update(store, planned))
    assert found == USER_ENTRY + session + 7 * turn_and_place


def test_turns_are_found_by_id_without_a_search(store: LmdbStore, opened_values: Opened) -> None:
    asked = [reference(said(MANY[at])) for at in (7, 300)]
    place_session_and_turn = 3
    found = opened_values.by(lambda: store.turns(ALICE, asked))
    assert found == USER_ENTRY + 2 * place_session_and_turn


def test_unread_turns_open_no_others(store: LmdbStore, opened_values: Opened) -> None:
    entry_session_and_turn = 3
    found = opened_values.by(lambda: store.unread(ALICE, 3))
    assert found == USER_ENTRY + 3 * entry_session_and_turn
    read(store, *map(said, MANY[:-1]))
    found = opened_values.by(lambda: store.unread(ALICE, 99))
    assert found == USER_ENTRY + entry_session_and_turn


def test_owners_unread_open_one_value_for_each(store: LmdbStore, opened_values: Opened) -> None:
    for at in range(30):
        say(store, said(), owner=Owner("default", f"user {at}"))
    say(store, said(), owner=Owner("default", "waits"), waiting=True)
    assert opened_values.by(store.owners_unread) == 2
    read(store, *map(said, MANY))
    assert opened_values.by(store.owners_unread) == 1


def test_a_write_of_a_turn_seals_about_as_much_as_one_of_a_memory(
    store: LmdbStore, opened_values: Opened
) -> None:
    base = opened(store)
    one = write(ALICE, base, [memory()])
    cost = opened_values.sealed_by(lambda: store.commit(one).result(10))
    turn = Write(ALICE, replace(base, revision=2), turns=[said("新")])
    assert head_of(store).revision == 2
    mood = 1
    assert opened_values.sealed_by(lambda: store.commit(turn).result(10)) - mood == cost == 4


def test_open_sessions_open_no_others(store: LmdbStore, opened_values: Opened) -> None:
    for at in range(30):
        put(store, turns=[said("一", f"ended {at}")], sessions=[SessionUpdate(f"ended {at}", 1, 1)])
    assert opened_values.by(lambda: store.open_sessions(ALICE)) == USER_ENTRY + 1
    assert opened_values.by(store.owners_open) == USER_ENTRY


def test_moods_of_a_week_open_a_value_for_each_day(store: LmdbStore, opened_values: Opened) -> None:
    start = NOW // DAY * DAY
    for at in range(60):
        say(store, *(said(f"{at} {time}", say_time=start + at * DAY + time) for time in range(9)))
    week = TimeRange(start + 10 * DAY, start + 17 * DAY)
    assert opened_values.by(lambda: store.moods(ALICE, week)) == USER_ENTRY + 7
    assert len(store.moods(ALICE, week)) == 7 * 9


def test_a_turn_reads_no_more_on_a_day_of_much_talk(
    store: LmdbStore, opened_values: Opened
) -> None:
    """The moods of `store` fill a block, which is not read again; then the next one is."""
    say(store, said("新"))
    session, block = 1, 1
    assert opened_values.by(lambda: say(store, said("又"))) == USER_ENTRY + session + block


def test_changes_open_no_revision_beyond_the_limit(store: LmdbStore, opened_values: Opened) -> None:
    for at in range(30):
        put(store, memory(f"{at}"))
    of_turns, log_and_state = 1, 2
    found = opened_values.by(lambda: store.changes(ALICE, 0, 3))
    assert found == USER_ENTRY + of_turns + 3 * log_and_state
    assert opened_values.by(lambda: store.changes(ALICE, 31, 3)) == USER_ENTRY
