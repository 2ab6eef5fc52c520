"""A shelf's views among threads, under a budget, and after failures."""

import threading

import numpy as np
import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.view import IndexedView
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.memory.errors import MemoryNotFound, RecordCorrupt
from myosotis_server.memory.ports import RowChanges, UserHead, View
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, BOB
from ports.row_builders import ANALYZER, selected
from ports.shelf_steps import AMPLE, WAIT, Counted, ids, known, put, running


@pytest.fixture
def store() -> RamStore:
    return RamStore(log_length=5)


@pytest.fixture
def build() -> Counted:
    return Counted()


@pytest.fixture
def shelf(store: RamStore, build: Counted) -> ViewShelf:
    return ViewShelf(store, build, AMPLE, ANALYZER)


def test_discard_waits_for_the_holder(store: RamStore, shelf: ViewShelf) -> None:
    put(store, "a")
    thread = threading.Thread(target=lambda: shelf.discard(ALICE), daemon=True)
    with shelf.open(ALICE) as view:
        thread.start()
        thread.join(0.05)
        assert thread.is_alive()
        assert view is not None
        assert len(view.columns) == 1
    thread.join(WAIT)
    assert not thread.is_alive()
    assert len(shelf) == 0


def test_a_view_is_held_by_nobody_else_within_the_block(
    store: RamStore, shelf: ViewShelf, build: Counted
) -> None:
    put(store, "a")
    inside, most = 0, 0

    def hold() -> None:
        nonlocal inside, most
        for _ in range(50):
            with shelf.open(ALICE):
                inside += 1
                most = max(most, inside)
                threading.Event().wait(0)
                inside -= 1

    threads = [threading.Thread(target=hold) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert most == 1
    assert build.built == 1


def test_users_do_not_wait_while_another_view_is_built(store: RamStore) -> None:
    put(store, "a")
    put(store, "b", owner=BOB)
    building, go_on = threading.Event(), threading.Event()

    def build(head: UserHead, rows: Rows) -> View:
        if head.number == 1:
            building.set()
            assert go_on.wait(WAIT)
        return IndexedView(head, rows)

    shelf = ViewShelf(store, build, 1, ANALYZER)
    with running(lambda: known(shelf)):
        assert building.wait(WAIT)
        assert known(shelf, BOB) == ids("b")
        shelf.discard(BOB)
        go_on.set()


def test_the_least_recently_used_views_go_first(store: RamStore) -> None:
    owners = [Owner("t", str(n)) for n in range(5)]
    for owner in owners:
        put(store, "a", owner=owner)
    head_and_rows = store.rows(owners[0])
    assert head_and_rows is not None
    one = IndexedView(*head_and_rows).nbytes
    build = Counted()
    shelf = ViewShelf(store, build, 3 * one + one // 2, ANALYZER)
    for owner in [*owners[:3], owners[0], owners[3]]:
        known(shelf, owner)
    assert len(shelf) == 3
    assert shelf.nbytes == 3 * one
    for owner in (owners[0], owners[2], owners[3]):
        known(shelf, owner)
    assert build.built == 4
    known(shelf, owners[1])
    assert build.built == 5


def test_a_held_view_is_never_evicted(store: RamStore, build: Counted) -> None:
    put(store, "a")
    put(store, "b", owner=BOB)
    shelf = ViewShelf(store, build, 0, ANALYZER)
    with shelf.open(ALICE) as view:
        for _ in range(3):
            assert known(shelf, BOB) == ids("b")
        assert len(shelf) == 1
        assert view is not None
        assert selected(view, np.ones(1, np.bool_)) == ids("a")
    assert (len(shelf), shelf.nbytes) == (0, 0)


def test_nothing_is_kept_of_users_without_a_view(store: RamStore, shelf: ViewShelf) -> None:
    for n in range(1_000):
        assert known(shelf, Owner("t", str(n))) is None
    assert len(shelf) == 0


class Failing(RamStore):
    """A store whose reads can be made to fail."""

    broken = False

    def rows(self, owner: Owner) -> tuple[UserHead, Rows] | None:
        self._check()
        return super().rows(owner)

    def changes_since(self, owner: Owner, head: UserHead) -> RowChanges | None:
        self._check()
        return super().changes_since(owner, head)

    def _check(self) -> None:
        if self.broken:
            raise RecordCorrupt("bytes fail their check")


def test_a_failing_store_leaves_no_stale_view(build: Counted) -> None:
    store = Failing()
    shelf = ViewShelf(store, build, AMPLE, ANALYZER)
    put(store, "a")
    known(shelf)
    put(store, "b")
    store.broken = True
    for _ in range(2):
        with pytest.raises(RecordCorrupt):
            known(shelf)
    assert (len(shelf), shelf.nbytes) == (0, 0)
    store.broken = False
    assert known(shelf) == ids("a", "b")


def apply_nothing(shelf: ViewShelf) -> None:
    with shelf.open(ALICE) as view:
        assert view is not None
        view.apply(RowChanges(view.head, Rows.empty(16), ()))


def test_a_view_whose_apply_failed_is_dropped(store: RamStore) -> None:
    class Breaking(IndexedView):
        broken = True

        def apply(self, changes: RowChanges) -> None:
            if Breaking.broken:
                raise ValueError("half done")
            super().apply(changes)

    build = Counted(Breaking)
    shelf = ViewShelf(store, build, AMPLE, ANALYZER)
    put(store, "a")
    known(shelf)
    put(store, "b")
    with pytest.raises(ValueError, match="half done"):
        known(shelf)
    assert len(shelf) == 0
    with pytest.raises(ValueError, match="half done"):
        apply_nothing(shelf)
    assert len(shelf) == 0
    Breaking.broken = False
    assert known(shelf) == ids("a", "b")
    assert build.built == 3


def test_an_answer_to_the_caller_keeps_the_view(
    store: RamStore, shelf: ViewShelf, build: Counted
) -> None:
    put(store, "a")
    for _ in range(2):
        with pytest.raises(MemoryNotFound), shelf.open(ALICE):
            raise MemoryNotFound("none")
    assert known(shelf) == ids("a")
    assert build.built == 1


def test_many_threads_over_many_users_stay_fresh(store: RamStore, build: Counted) -> None:
    owners = [Owner("t", str(n)) for n in range(6)]
    shelf = ViewShelf(store, build, 40_000, ANALYZER)
    wrong: list[str] = []

    def work(mine: Owner, name: str) -> None:
        for step in range(25):
            put(store, f"{name} {step}", owner=mine)
            if not ids(f"{name} {step}") <= (known(shelf, mine) or set()):
                wrong.append(f"{name} {step}")
            known(shelf, owners[step % len(owners)])

    threads = [threading.Thread(target=work, args=(owner, owner.user_id)) for owner in owners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not wrong
    assert shelf.nbytes <= 40_000
