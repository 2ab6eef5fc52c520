"""Steps of tests about a shelf of views over the store's RAM twin."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.view import IndexedView
from myosotis_server.adapters.view_shelf import ViewShelf
from myosotis_server.memory.ports import UserHead, View, Write
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import MemoryFilter, Owner
from ports.builders import ALICE, NOW, memory, write
from ports.row_builders import selected

AMPLE = 1 << 30
WAIT = 10


class Counted:
    """Builds views and counts them."""

    def __init__(self, build: Callable[[UserHead, Rows], View] = IndexedView) -> None:
        self.built = 0
        self._build = build

    def __call__(self, head: UserHead, rows: Rows) -> View:
        self.built += 1
        return self._build(head, rows)


def put(store: RamStore, *contents: str, owner: Owner = ALICE) -> None:
    head = store.open_user(owner, "digest").result(WAIT)
    store.commit(write(owner, head, [memory(content) for content in contents])).result(WAIT)


def remove(store: RamStore, content: str) -> None:
    head = store.open_user(ALICE, "digest").result(WAIT)
    store.commit(Write(ALICE, head, removals=[memory(content).memory_id])).result(WAIT)


def known(shelf: ViewShelf, owner: Owner = ALICE) -> set[str] | None:
    with shelf.open(owner) as view:
        if view is None:
            return None
        return selected(view, view.select(MemoryFilter(), NOW, None))


def ids(*contents: str) -> set[str]:
    return {memory(content).memory_id for content in contents}


@contextmanager
def running(work: Callable[[], object]) -> Iterator[threading.Thread]:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield thread
    thread.join(WAIT)
    assert not thread.is_alive()
