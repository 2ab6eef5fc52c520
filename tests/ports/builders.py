"""Values for tests, complete and the same each time; name only what the test is about."""

import zlib
from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import numpy as np

from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.ports import SessionTurn, UserHead, Write
from myosotis_server.memory.rows import Rows, Terms, row_of
from myosotis_server.memory.values import (
    SECOND,
    ChangeAction,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Owner,
    Role,
    Turn,
    TurnReference,
)

NOW = 1_760_000_000 * SECOND
ALICE = Owner("default", "alice")
BOB = Owner("default", "bob")


def memory(content: str = "我喜欢拿铁", **changes: Any) -> Memory:
    """A memory whose id follows from `content`."""
    fields: dict[str, Any] = {
        "memory_id": str(uuid5(NAMESPACE_OID, content)),
        "content": content,
        "kind": MemoryKind.FACT,
        "tier": MemoryTier.SEMANTIC,
        "origin": MemoryOrigin.EXPLICIT,
        "state": MemoryState.ACTIVE,
        "create_time": NOW,
        "update_time": NOW,
        "valid_from": NOW,
    }
    return Memory(**fields | changes)


def said(
    content: str = "我住在上海", session_id: str = "s1", time_zone: str = "", **changes: Any
) -> SessionTurn:
    """A turn of the user whose id follows from `content`."""
    fields: dict[str, Any] = {
        "turn_id": str(uuid5(NAMESPACE_OID, content)),
        "role": Role.USER,
        "content": content,
        "say_time": NOW,
    }
    return SessionTurn(session_id, Turn(**fields | changes), time_zone)


def reference(turn: SessionTurn) -> TurnReference:
    return TurnReference(turn.session_id, turn.turn.turn_id)


def rows_for(memories: Sequence[Memory], dimension: int = 16, term_count: int = 5) -> Rows:
    """A row for each, with a random unit vector and random terms that follow from its content.

    They pass for those of the present analyzer.
    """
    if not memories:
        return Rows.empty(dimension)
    return Rows.concatenate([_row(each, dimension, term_count) for each in memories])


def _row(memory: Memory, dimension: int, term_count: int) -> Rows:
    random = np.random.default_rng(zlib.crc32(memory.content.encode()))
    vector = random.standard_normal(dimension).astype(np.float32)
    ids = np.unique(random.integers(0, 2**32, term_count, np.uint32))
    counts = random.integers(1, 4, len(ids), np.uint16)
    unit = vector / np.linalg.norm(vector)
    return row_of(memory, unit, Terms(ids, counts), MixedWords().version)


def write(
    owner: Owner,
    base: UserHead,
    memories: Sequence[Memory] = (),
    action: ChangeAction = ChangeAction.CREATED,
    **fields: Any,
) -> Write:
    """A write that puts `memories`, in order, each with its row."""
    last = {each.memory_id: each for each in memories}
    return Write(
        owner,
        base,
        changes=[MemoryChange(action, each) for each in memories],
        rows=rows_for(list(last.values())) if last else None,
        time=fields.pop("time", NOW),
        **fields,
    )
