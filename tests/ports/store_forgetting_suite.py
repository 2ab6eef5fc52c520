"""What every store must do so that all processes over it notice what is forgotten."""

from dataclasses import replace

import pytest

from myosotis_server.memory.errors import RevisionMismatch
from myosotis_server.memory.ports import Forgettings, Store
from ports.builders import ALICE, BOB, memory
from ports.store_use import head_of, put, remove


class StoreForgettingSuite:
    def test_what_is_forgotten_must_be_counted_in_the_same_moment(self, store: Store) -> None:
        assert store.forgettings() == Forgettings()
        put(store, memory("我喜欢喝茶"), memory("I have a cat"))
        put(store, removals=[memory("我喜欢喝茶").memory_id], forgets=True)
        assert store.forgettings() == Forgettings(memories=1)
        store.erase_user(ALICE, head_of(store)).result(10)
        assert store.forgettings() == Forgettings(memories=1, users=1)

    def test_what_goes_by_itself_is_not_counted(self, store: Store) -> None:
        put(store, memory())
        remove(store, memory().memory_id)
        assert store.forgettings() == Forgettings()

    def test_what_fails_is_not_counted(self, store: Store) -> None:
        put(store, memory())
        base = replace(head_of(store), revision=0)
        with pytest.raises(RevisionMismatch):
            store.erase_user(ALICE, base).result(10)
        store.erase_user(BOB, None).result(10)
        assert store.forgettings() == Forgettings()

    def test_whoever_is_there_is_still_there_after_letting_go(self, store: Store) -> None:
        put(store, memory())
        put(store, memory(), owner=BOB)
        store.erase_user(BOB, head_of(store, BOB)).result(10)
        store.let_go()
        assert store.memories(ALICE, [memory().memory_id]) != [None]
        assert store.head(BOB) is None
