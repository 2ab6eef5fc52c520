"""Short ways to use a store in tests."""

from typing import Any
from uuid import UUID

from myosotis_server.memory.ports import Answer, SessionTurn, Store, UserHead, Write
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import Memory, Owner
from ports.builders import ALICE, NOW, reference, write


def opened(store: Store, owner: Owner = ALICE) -> UserHead:
    return store.open_user(owner, "digest").result(10)


def put(store: Store, *memories: Memory, owner: Owner = ALICE, **fields: Any) -> int:
    """Commits `memories` to whatever revision the user is at."""
    return store.commit(write(owner, opened(store, owner), memories, **fields)).result(10)


def remove(store: Store, *memory_ids: str, owner: Owner = ALICE) -> int:
    return store.commit(Write(owner, opened(store, owner), removals=memory_ids)).result(10)


def say(store: Store, *turns: SessionTurn, owner: Owner = ALICE, waiting: bool = False) -> int:
    """Commits `turns`, all of them unread if they are `waiting`."""
    unread = [*map(reference, turns)] if waiting else []
    planned = Write(owner, opened(store, owner), turns=turns, unread=unread)
    return store.commit(planned).result(10)


def read(store: Store, *turns: SessionTurn, owner: Owner = ALICE) -> int:
    """Commits that `turns` have been read."""
    planned = Write(owner, opened(store, owner), read=[*map(reference, turns)])
    return store.commit(planned).result(10)


def forget_turns(store: Store, *turns: SessionTurn, owner: Owner = ALICE) -> int:
    return put(store, owner=owner, forgotten_turns=[*map(reference, turns)])


def update(store: Store, *updates: SessionUpdate, owner: Owner = ALICE) -> int:
    """Commits what becomes of sessions."""
    return put(store, owner=owner, sessions=updates)


def ids(rows: Rows) -> list[str]:
    return [str(UUID(bytes=row.tobytes())) for row in rows.fixed["memory_id"]]


def an_answer() -> Answer:
    return Answer(b"digest", 0, expire_time=NOW + 1000)


def head_of(store: Store, owner: Owner = ALICE) -> UserHead:
    head = store.head(owner)
    assert head is not None
    return head


def rows_of(store: Store, owner: Owner = ALICE) -> Rows:
    found = store.rows(owner)
    assert found is not None
    return found[1]
