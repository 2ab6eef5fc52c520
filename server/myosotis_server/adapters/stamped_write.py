"""A write as it will be stored: checked for sense, and stamped with the revision it makes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from myosotis_server.adapters.edge_changes import EdgeChanges, checked_edges
from myosotis_server.adapters.store_format import id_bytes
from myosotis_server.memory.ports import SessionTurn, Write
from myosotis_server.memory.rows import UNKNOWN, Rows
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import Instant, Memory, MemoryChange, TurnReference


@dataclass(frozen=True, slots=True)
class StampedWrite:
    """`changes` in order, the last state of each memory in `memories` and its row in `rows`.

    `waits` says of each of `turns` whether it is unread. `sessions` has each session once: of
    several updates in one write the last remains.
    """

    revision: int
    changes: Sequence[MemoryChange]
    memories: dict[str, Memory]
    rows: Rows | None
    removals: Sequence[str]
    turns: Sequence[SessionTurn]
    waits: Sequence[bool]
    read: Sequence[TurnReference]
    sessions: Sequence[SessionUpdate]
    forgotten_turns: Sequence[TurnReference]
    edges: EdgeChanges
    time: Instant


def stamp(write: Write) -> StampedWrite:
    """`write` at the revision after its base, free of access fields.

    ValueError for a write that makes no sense: it is its maker's fault, not its user's.
    """
    revision = write.base.revision + 1
    changes = [
        replace(
            change,
            revision=revision,
            memory=replace(change.memory, revision=revision, last_access_time=None, access_count=0),
        )
        for change in write.changes
    ]
    memories = {change.memory.memory_id: change.memory for change in changes}
    removals = list(dict.fromkeys(write.removals))
    if not memories.keys().isdisjoint(removals):
        raise ValueError("a write cannot both put and remove a memory")
    return StampedWrite(
        revision,
        changes,
        memories,
        _rows(write, list(memories)),
        removals,
        write.turns,
        _waits(write),
        list(dict.fromkeys(write.read)),
        list({update.session_id: update for update in write.sessions}.values()),
        _forgotten_turns(write),
        checked_edges(write, memories.keys(), removals),
        write.time,
    )


def reference_of(said: SessionTurn) -> TurnReference:
    """What names the turn within its user."""
    return TurnReference(said.session_id, said.turn.turn_id)


def _waits(write: Write) -> list[bool]:
    references = [reference_of(said) for said in write.turns]
    unread = {*write.unread}
    if len({*references}) != len(references):
        raise ValueError("a write cannot put one turn twice")
    if not unread.issubset(references):
        raise ValueError("only turns of the write itself can be put as unread")
    return [reference in unread for reference in references]


def _forgotten_turns(write: Write) -> list[TurnReference]:
    forgotten = dict.fromkeys(write.forgotten_turns)
    if not forgotten.keys().isdisjoint(map(reference_of, write.turns)):
        raise ValueError("a write cannot both put and forget a turn")
    return list(forgotten)


def _rows(write: Write, memory_ids: Sequence[str]) -> Rows | None:
    ids = [id_bytes(memory_id) for memory_id in memory_ids]
    if None in ids:
        raise ValueError("a memory id is a UUID in its canonical text")
    rows = write.rows
    if rows is None or not len(rows):
        if ids:
            raise ValueError("every memory put needs a row")
        return None
    if [row.tobytes() for row in rows.fixed["memory_id"]] != ids:
        raise ValueError("rows must be those of the memories put, in order")
    fixed = rows.fixed.copy()
    fixed["revision"] = write.base.revision + 1
    fixed["access_count"] = 0
    fixed["last_access_time"] = UNKNOWN
    return Rows(fixed, rows.term_ids, rows.term_frequencies, rows.labels)
