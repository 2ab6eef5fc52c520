"""What else tells of memories that are to be forgotten: turns, digests, what was concluded."""

from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass

import numpy as np

from myosotis_server.memory.graph import NodeType
from myosotis_server.memory.identity import is_named, normalise
from myosotis_server.memory.ports import Store, View
from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import (
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryOrigin,
    Owner,
    Turn,
    TurnReference,
)
from myosotis_server.understanding.entities import is_name

DISTILLED_FROM = "distilled_from"
"""The relation of a memory that was concluded from others to each of them."""

_READ_AT_ONCE = 200
_NAMED = frozenset({NodeType.PERSON, NodeType.PLACE, NodeType.ORGANISATION})
_EVERYTHING = MemoryFilter(include_superseded=True)
_DIGESTS = MemoryFilter(kinds=frozenset({MemoryKind.SUMMARY}), include_superseded=True)


@dataclass(frozen=True, slots=True)
class Traces:
    """What goes with the forgotten. `sessions` are to be summarised anew from what is left."""

    memory_ids: tuple[str, ...] = ()
    turns: tuple[TurnReference, ...] = ()
    sessions: tuple[SessionUpdate, ...] = ()


def traces_of(
    store: Store, view: View, owner: Owner, forgotten: Collection[str], names: Set[str]
) -> Traces:
    """What would still tell of the memories `forgotten`, and of those of these `names`.

    That is the turns in which they were said, digests of these turns, and what was concluded from
    them. A proper name that no other memory has is forgotten as well: turns and digests that have
    it go, whoever said it.
    """
    ids = list(forgotten)
    memories = [each for each in store.memories(owner, ids) if each is not None]
    names = names | _names_lost(store, owner, memories)
    turns = {
        source
        for memory in memories
        if memory.origin is not MemoryOrigin.CONSOLIDATED
        for source in memory.sources
    }
    if names:
        turns |= {
            TurnReference(session_id, turn.turn_id)
            for session_id, turn in _all_turns(store, owner)
            if _names_one(turn.content, names) or _names_one(turn.speaker, names)
        }
    concluded = {
        edge.source.node_id
        for memory_id in forgotten
        for edge in store.edges(owner, memory_id)
        if edge.type == DISTILLED_FROM and edge.target.node_id == memory_id
    }
    digests = [
        memory
        for memory in _digests(store, view, owner)
        if not turns.isdisjoint(memory.sources) or _names_one(memory.content, names)
    ]
    gone = concluded | {digest.memory_id for digest in digests}
    return Traces(
        tuple(sorted(gone - set(forgotten))),
        tuple(sorted(turns, key=lambda each: (each.session_id, each.turn_id))),
        tuple(_anew(store, owner, {digest.session_id for digest in digests} - {""})),
    )


def mentioning(store: Store, view: View, owner: Owner, name: str) -> list[str]:
    """Ids of the memories that speak of somebody or some place of this very `name`.

    None where no such name is known: "coffee" names nobody.
    """
    wanted = normalise(name)
    named = {
        edge.evidence
        for edge in store.edges(owner)
        for node in (edge.source, edge.target)
        if node.type in _NAMED and normalise(node.name) == wanted
    }
    if not named:
        return []
    ids = view.memory_ids(np.flatnonzero(view.select(_EVERYTHING, UNKNOWN, None)))
    for memory in store.memories(owner, ids):
        if memory is not None and (
            is_named(name, memory.content) or is_named(name, memory.subject)
        ):
            named.add(memory.memory_id)
    return sorted(named & set(ids))


def _names_lost(store: Store, owner: Owner, memories: Collection[Memory]) -> set[str]:
    """The proper names that nothing but `memories` speaks of."""
    ids = {memory.memory_id for memory in memories}
    lost: set[str] = set()
    looked_at: set[str] = set()
    for memory_id in ids:
        for edge in store.edges(owner, memory_id):
            for node in (edge.source, edge.target):
                if node.type not in _NAMED or node.node_id in looked_at:
                    continue
                looked_at.add(node.node_id)
                around = store.edges(owner, node.node_id)
                if all(each.evidence in ids for each in around):
                    ends = [end for each in around for end in (each.source, each.target)]
                    lost |= {end.name for end in ends if end.node_id == node.node_id}
    return {name for name in lost if is_name(name)}


def _names_one(text: str, names: Set[str]) -> bool:
    return any(is_named(name, text) for name in names)


def _all_turns(store: Store, owner: Owner) -> Iterator[tuple[str, Turn]]:
    for session in store.sessions(owner):
        before: int | None = None
        while page := store.session_turns(owner, session.session_id, before, _READ_AT_ONCE):
            for _, turn in page:
                yield session.session_id, turn
            before = page[0][0]


def _digests(store: Store, view: View, owner: Owner) -> list[Memory]:
    ids = view.memory_ids(np.flatnonzero(view.select(_DIGESTS, UNKNOWN, None)))
    return [each for each in store.memories(owner, ids) if each is not None]


def _anew(store: Store, owner: Owner, session_ids: Set[str]) -> Iterator[SessionUpdate]:
    """The sessions opened again: idle as they are, they will be summarised without what is gone."""
    for session_id in sorted(session_ids):
        session = store.session(owner, session_id)
        if session is not None:
            yield SessionUpdate(session_id, session.reviewed, None, "")
