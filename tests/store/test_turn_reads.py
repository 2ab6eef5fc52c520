"""What turns cost: a read opens no more values than it gives, however many turns there are."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.ports import Write
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, memory, reference, said, write
from ports.store_use import head_of, opened, read, say

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


def test_turns_are_found_by_id_without_a_search(store: LmdbStore, opened_values: Opened) -> None:
    asked = [reference(said(MANY[at])) for at in (7, 300)]
    place_and_turn = 2
    found = opened_values.by(lambda: store.turns(ALICE, asked))
    assert found == USER_ENTRY + 2 * place_and_turn


def test_unread_turns_open_no_others(store: LmdbStore, opened_values: Opened) -> None:
    assert opened_values.by(lambda: store.unread(ALICE, 3)) == USER_ENTRY + 2 * 3
    read(store, *map(said, MANY[:-1]))
    assert opened_values.by(lambda: store.unread(ALICE, 99)) == USER_ENTRY + 2


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
    assert opened_values.sealed_by(lambda: store.commit(turn).result(10)) == cost == 4
