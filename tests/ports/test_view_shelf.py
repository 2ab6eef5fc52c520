"""A shelf's views reflect the store, are built when needed and kept while they can be."""

from collections.abc import Callable

import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.ram_view import PlainView
from myosotis_server.adapters.view import IndexedView
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.memory.ports import Access, UserHead, View
from myosotis_server.memory.rows import Rows
from ports.builders import ALICE, BOB, NOW, memory, said
from ports.row_builders import ANALYZER
from ports.shelf_steps import AMPLE, WAIT, Counted, ids, known, put, remove, running
from ports.store_use import read, say


@pytest.fixture
def store() -> RamStore:
    return RamStore(log_length=5)


@pytest.fixture
def build() -> Counted:
    return Counted()


@pytest.fixture
def shelf(store: RamStore, build: Counted) -> ViewShelf:
    return ViewShelf(store, build, AMPLE, ANALYZER)


def test_none_for_an_unknown_user(shelf: ViewShelf) -> None:
    assert known(shelf) is None
    assert len(shelf) == 0


def test_a_view_is_built_once_and_kept(store: RamStore, shelf: ViewShelf, build: Counted) -> None:
    put(store, "a")
    assert known(shelf) == known(shelf) == ids("a")
    assert build.built == 1
    assert shelf.nbytes > 0


def test_it_must_reflect_every_write_that_was_durable_before(
    store: RamStore, shelf: ViewShelf, build: Counted
) -> None:
    other = ViewShelf(store, PlainView, AMPLE, ANALYZER)
    put(store, "a")
    for step in range(4):
        assert known(shelf) == known(other)
        put(store, f"b{step}")
        assert known(other) == known(shelf) == ids("a", *(f"b{n}" for n in range(step + 1)))
    remove(store, "a")
    put(store, "c")
    assert known(shelf) == known(other) == ids("b0", "b1", "b2", "b3", "c")
    assert build.built == 1


def test_a_user_who_had_nothing_yet_is_followed(store: RamStore, shelf: ViewShelf) -> None:
    store.open_user(ALICE, "digest").result(WAIT)
    assert known(shelf) == set()
    put(store, "a")
    assert known(shelf) == ids("a")


def test_a_view_that_the_holder_changed_is_not_changed_again(
    store: RamStore, shelf: ViewShelf, build: Counted
) -> None:
    put(store, "a")
    with shelf.open(ALICE) as view:
        assert view is not None
        before = view.head
        put(store, "b")
        changes = store.changes_since(ALICE, before)
        assert changes is not None
        view.apply(changes)
    assert known(shelf) == ids("a", "b")
    assert build.built == 1


def test_a_view_too_far_behind_is_built_afresh(
    store: RamStore, shelf: ViewShelf, build: Counted
) -> None:
    put(store, "a")
    known(shelf)
    for step in range(9):
        put(store, f"b{step}")
    assert len(known(shelf) or ()) == 10
    assert build.built == 2


@pytest.mark.parametrize("view", [IndexedView, PlainView])
def test_a_revision_of_turns_alone_leaves_a_view_as_it_is(
    store: RamStore, view: Callable[[UserHead, Rows], View]
) -> None:
    build = Counted(view)
    shelf = ViewShelf(store, build, AMPLE, ANALYZER)
    store.open_user(ALICE, "digest").result(WAIT)
    for contents in ([], ["a", "b"], ["c"]):
        put(store, *contents)
        before = known(shelf)
        say(store, said(f"after {contents}"), waiting=True)
        assert known(shelf) == before
        read(store, said(f"after {contents}"))
        assert known(shelf) == before
        with shelf.open(ALICE) as opened:
            assert opened is not None
            assert opened.head == store.head(ALICE)
    assert known(shelf) == ids("a", "b", "c")
    assert build.built == 1


def test_an_erased_user_is_gone_and_a_namesake_is_new(store: RamStore, shelf: ViewShelf) -> None:
    put(store, "a")
    known(shelf)
    head = store.head(ALICE)
    assert head is not None
    store.erase_user(ALICE, head).result(WAIT)
    assert known(shelf) is None
    assert (len(shelf), shelf.nbytes) == (0, 0)
    put(store, "b")
    assert known(shelf) == ids("b")


def test_a_view_has_the_access_counts(store: RamStore, shelf: ViewShelf) -> None:
    put(store, "a")
    store.note_accesses([Access(ALICE, memory("a").memory_id, 3, NOW)]).result(WAIT)
    with shelf.open(ALICE) as view:
        assert view is not None
        assert view.columns["access_count"].tolist() == [3]


def test_discard_drops_the_view(store: RamStore, shelf: ViewShelf, build: Counted) -> None:
    put(store, "a")
    known(shelf)
    shelf.discard(ALICE)
    shelf.discard(BOB)
    assert (len(shelf), shelf.nbytes) == (0, 0)
    known(shelf)
    assert build.built == 2


def test_once_caught_up_nothing_forgotten_before_must_be_in_any_view(
    store: RamStore, shelf: ViewShelf, build: Counted
) -> None:
    for owner in (ALICE, BOB):
        put(store, "茶", "tea", owner=owner)
        assert known(shelf, owner) == ids("茶", "tea")
    remove(store, "tea")
    store.erase_user(BOB, store.head(BOB)).result(WAIT)
    before = shelf.held_bytes(ALICE)
    shelf.catch_up()
    assert (len(shelf), shelf.held_bytes(BOB)) == (1, 0)
    assert shelf.held_bytes(ALICE) <= before
    with shelf.open(ALICE) as view:
        assert view is not None
        assert view.slot(memory("tea").memory_id) is None
    assert build.built == 2


def test_catching_up_waits_for_whoever_holds_a_view(store: RamStore, shelf: ViewShelf) -> None:
    put(store, "tea")
    holding = shelf.open(ALICE)
    holding.__enter__()
    store.erase_user(ALICE, store.head(ALICE)).result(WAIT)
    with running(shelf.catch_up) as catching_up:
        catching_up.join(0.05)
        assert catching_up.is_alive()
        holding.__exit__(None, None, None)
    assert len(shelf) == 0
