"""What every store must do where a user gets another key."""

import threading

from myosotis_server.memory.ports import Store
from ports.builders import ALICE, BOB, memory, said
from ports.store_use import head_of, opened, put, say

NEVER = threading.Event()


class StoreKeySuite:
    def test_another_key_changes_no_answer(self, store: Store) -> None:
        put(store, memory("我喜欢喝茶"), memory("I have a cat"))
        say(store, said())
        head, ids = head_of(store), [memory("我喜欢喝茶").memory_id]
        before = store.memories(ALICE, ids), store.history(ALICE, ids[0], None, 9)
        assert store.rotate_key(ALICE, NEVER) == 2
        assert head_of(store) == head
        assert (store.memories(ALICE, ids), store.history(ALICE, ids[0], None, 9)) == before
        assert [turn for _, turn in store.session_turns(ALICE, "s1", None, 9)] == [said().turn]
        assert put(store, memory("后来")) == head.revision + 1

    def test_each_user_counts_their_own_keys(self, store: Store) -> None:
        opened(store)
        opened(store, BOB)
        assert [store.rotate_key(ALICE, NEVER) for _ in range(2)] == [2, 3]
        assert store.rotate_key(BOB, NEVER) == 2

    def test_nobody_has_a_key(self, store: Store) -> None:
        assert store.rotate_key(ALICE, NEVER) is None
        put(store, memory())
        store.erase_user(ALICE, head_of(store)).result(10)
        assert store.rotate_key(ALICE, NEVER) is None
        put(store, memory())
        assert store.rotate_key(ALICE, NEVER) == 2
