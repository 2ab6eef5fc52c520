"""A shelf's views among threads, under a budget, and after failures."""

import threading
from random import Random

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


def crowd(store: RamStore, count: int) -> tuple[list[Owner], int]:
    """Users with one memory each, and the bytes of the view of one."""
    owners = [Owner("t", str(n)) for n in range(count)]
    for owner in owners:
        put(store, "a", owner=owner)
    head_and_rows = store.rows(owners[0])
    assert head_and_rows is not None
    return owners, IndexedView(*head_and_rows).nbytes


def test_the_budget_is_kept_and_what_was_used_last_stays(store: RamStore, build: Counted) -> None:
    owners, one = crowd(store, 12)
    shelf = ViewShelf(store, build, 5 * one + one // 2, ANALYZER)
    for step, owner in enumerate(owners):
        known(shelf, owner)
        assert len(shelf) == min(step + 1, 5)
        assert shelf.nbytes == len(shelf) * one
        built = build.built
        assert known(shelf, owner) == ids("a")
        assert build.built == built


def test_of_three_views_the_least_recently_used_goes(store: RamStore, build: Counted) -> None:
    owners, one = crowd(store, 3)
    shelf = ViewShelf(store, build, 2 * one + one // 2, ANALYZER)
    for owner in [owners[0], owners[1], owners[0], owners[2]]:
        known(shelf, owner)
    known(shelf, owners[0])
    assert build.built == 3
    known(shelf, owners[1])
    assert build.built == 4


def hits(store: RamStore, owners: list[Owner], room: int, order: list[Owner]) -> float:
    """The share of `order` that finds a view where there is room for so many bytes."""
    build = Counted()
    shelf = ViewShelf(store, build, room, ANALYZER, chance=Random(2))
    for owner in owners:
        known(shelf, owner)
    build.built = 0
    for owner in order:
        known(shelf, owner)
    return 1 - build.built / len(order)


def test_users_who_come_round_mostly_find_a_view_where_there_is_room_for_most(
    store: RamStore,
) -> None:
    owners, one = crowd(store, 105)
    assert hits(store, owners, 105 * one, owners * 5) == 1.0
    assert hits(store, owners, 100 * one, owners * 10) > 0.6


def test_those_who_come_often_keep_their_views_while_others_pass(store: RamStore) -> None:
    owners, one = crowd(store, 120)
    often, seldom = owners[:20], owners[20:]
    order = [each for step in range(600) for each in (often[step % 20], seldom[step % 100])]
    # Half of it is those who come often; of those who pass hardly any can find theirs still there.
    assert hits(store, owners, 60 * one, order) > 0.42


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
