"""The store as one call may see it: the one place where withholding and redaction are done.

Whatever shows memories, turns or what is made of them reads through `seen`. A memory that is
withheld is not there; one that is redacted comes as what is shown of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from myosotis_server.memory.clearance import Clearance
from myosotis_server.memory.graph import Edge, NodeType
from myosotis_server.memory.ports import Store, UserHead
from myosotis_server.memory.sessions import Mood, Session
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryChange,
    Owner,
    Sensitivity,
    TimeRange,
    Turn,
)
from myosotis_server.understanding.privacy import classes_in
from myosotis_server.understanding.redaction import redacted, redacted_text
from myosotis_server.understanding.sensitivity import sensitivity_of


class Reads(Protocol):
    """What of the store shows something; see `Store`."""

    def head(self, owner: Owner) -> UserHead | None: ...

    def memories(self, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]: ...

    def history(
        self, owner: Owner, memory_id: str, before: int | None, limit: int
    ) -> list[MemoryChange]: ...

    def session_turns(
        self, owner: Owner, session_id: str, before: int | None, limit: int
    ) -> list[tuple[int, Turn]]: ...

    def sessions(self, owner: Owner) -> list[Session]: ...

    def session(self, owner: Owner, session_id: str) -> Session | None: ...

    def moods(self, owner: Owner, span: TimeRange) -> list[Mood]: ...

    def edges(self, owner: Owner, node_id: str | None = None) -> list[Edge]: ...


def seen(store: Store, clearance: Clearance, heard_from: Instant | None = None) -> Reads:
    """`store` as `clearance` lets it be seen; itself where that is all.

    Turns said from `heard_from` on are not withheld: whoever is speaking now heard them said.
    """
    return store if clearance.is_full else _Seen(store, clearance, heard_from)


class _Seen:
    def __init__(self, store: Store, clearance: Clearance, heard_from: Instant | None) -> None:
        self._store = store
        self._clearance = clearance
        self._heard_from = heard_from

    def head(self, owner: Owner) -> UserHead | None:
        return self._store.head(owner)

    def memories(self, owner: Owner, memory_ids: Sequence[str]) -> list[Memory | None]:
        found = self._store.memories(owner, memory_ids)
        return [None if each is None else seen_memory(each, self._clearance) for each in found]

    def history(
        self, owner: Owner, memory_id: str, before: int | None, limit: int
    ) -> list[MemoryChange]:
        """Of a memory that is withheld as it is now, its earlier states are too."""
        if self.memories(owner, [memory_id]) == [None]:
            return []
        return seen_changes(self._store.history(owner, memory_id, before, limit), self._clearance)

    def session_turns(
        self, owner: Owner, session_id: str, before: int | None, limit: int
    ) -> list[tuple[int, Turn]]:
        found = self._store.session_turns(owner, session_id, before, limit)
        placed = ((place, self._turn(turn)) for place, turn in found)
        return [(place, turn) for place, turn in placed if turn is not None]

    def sessions(self, owner: Owner) -> list[Session]:
        return [self._session(each) for each in self._store.sessions(owner)]

    def session(self, owner: Owner, session_id: str) -> Session | None:
        found = self._store.session(owner, session_id)
        return None if found is None else self._session(found)

    def moods(self, owner: Owner, span: TimeRange) -> list[Mood]:
        return self._store.moods(owner, span)

    def edges(self, owner: Owner, node_id: str | None = None) -> list[Edge]:
        """Those alone that rest on nothing, and join nothing, that is withheld or redacted.

        The names in them would tell what is not shown.
        """
        edges = self._store.edges(owner, node_id)
        most = Sensitivity.NORMAL if self._clearance.redacts else self._clearance.most
        ids = sorted({each for edge in edges for each in _memories_of(edge)})
        found = self._store.memories(owner, ids)
        hidden = {
            memory.memory_id for memory in found if memory is not None and memory.sensitivity > most
        }
        return [edge for edge in edges if hidden.isdisjoint(_memories_of(edge))]

    def _turn(self, turn: Turn) -> Turn | None:
        level = _sensitivity(turn.content)
        heard = self._heard_from is not None and turn.say_time >= self._heard_from
        if level > self._clearance.most and not heard:
            return None
        if not self._clearance.redacts:
            return turn
        return replace(turn, content=redacted_text(turn.content, level))

    def _session(self, session: Session) -> Session:
        most = Sensitivity.NORMAL if self._clearance.redacts else self._clearance.most
        if _sensitivity(session.topic) > most:
            return replace(session, topic="")
        return session


def seen_memory(memory: Memory, clearance: Clearance) -> Memory | None:
    """What is shown of a memory, None where it is withheld."""
    if clearance.is_full:
        return memory
    if not clearance.admits(memory):
        return None
    return redacted(memory) if clearance.redacts else memory


def seen_memories(memories: Iterable[Memory], clearance: Clearance) -> list[Memory]:
    """What is shown of them, without those that are withheld."""
    shown = (seen_memory(each, clearance) for each in memories)
    return [each for each in shown if each is not None]


def seen_changes(changes: Iterable[MemoryChange], clearance: Clearance) -> list[MemoryChange]:
    """What is shown of them, without those of which the memory is withheld."""
    if clearance.is_full:
        return list(changes)
    shown = ((each, seen_memory(each.memory, clearance)) for each in changes)
    return [replace(each, memory=memory) for each, memory in shown if memory is not None]


def told_changes(changes: Sequence[MemoryChange], clearance: Clearance) -> Sequence[MemoryChange]:
    """The same for whoever made the changes: of what is withheld they learn that there was one."""
    if clearance.is_full:
        return changes
    shown = ((each, seen_memory(each.memory, clearance)) for each in changes)
    return [
        replace(each, memory=memory or replace(each.memory, content="")) for each, memory in shown
    ]


def _memories_of(edge: Edge) -> set[str]:
    """Ids of the memories that an edge rests on or joins."""
    ends = {node.node_id for node in (edge.source, edge.target) if node.type is NodeType.MEMORY}
    return ends | ({edge.evidence} if edge.evidence else set())


def _sensitivity(text: str) -> Sensitivity:
    """How careful one must be with a text that was never filed."""
    if not text:
        return Sensitivity.NORMAL
    return sensitivity_of(text, None, classes_in(text))
