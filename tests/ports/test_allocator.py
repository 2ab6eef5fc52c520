"""RAM that building views leaves behind goes back to the system, now and then."""

import threading

from myosotis_server.adapters.allocator import Tidy, trim
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.view import build_view
from ports.builders import ALICE
from ports.shelf_steps import WAIT, put


def test_it_is_given_back_once_after_many_views_and_again_after_as_many_more() -> None:
    store, given, back = RamStore(), [0], threading.Semaphore(0)

    def give_back() -> None:
        given[0] += 1
        back.release()

    put(store, "猫", "a cat")
    found = store.rows(ALICE)
    assert found is not None
    one = build_view(*found).nbytes
    build = Tidy(build_view, give_back, from_bytes=3 * one, rest_seconds=0.05)
    build(*found)
    assert build(*found).nbytes == one
    assert not back.acquire(timeout=0.15)
    for _ in range(9):
        build(*found)
    assert back.acquire(timeout=WAIT)
    assert not back.acquire(timeout=0.15)
    for _ in range(3):
        build(*found)
    assert back.acquire(timeout=WAIT)
    assert given == [2]


def test_the_system_is_asked_where_it_can_be() -> None:
    assert trim()() in (None, 0, 1)
