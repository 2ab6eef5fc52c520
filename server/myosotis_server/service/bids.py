"""What users bid of what they said before: what is remembered of it is pinned, or taken back."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace

import numpy as np

from myosotis_server.memory.ports import Store, Views
from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryChange,
    MemoryFilter,
    MemoryState,
    Owner,
    TurnReference,
)
from myosotis_server.understanding.importance import MARKED

_STATES = 1_000


@dataclass(frozen=True, slots=True)
class Amended:
    """Memories other than they are stored, once bids are obeyed: by id, None where one goes.

    `learnt` are the turns of which something was remembered.
    """

    memories: Mapping[str, Memory | None] = field(default_factory=dict)
    learnt: Set[TurnReference] = frozenset()


class Bids:
    def __init__(self, store: Store, views: Views) -> None:
        self._store = store
        self._views = views

    def amended(
        self, owner: Owner, pinned: Mapping[TurnReference, Instant], retracted: Set[TurnReference]
    ) -> Amended:
        """What is remembered of turns pinned, each at the time of its bid, or retracted.

        What was known before a turn said it as well stays, and what it had ended holds again, as if
        the turn had never been.
        """
        turns = pinned.keys() | retracted
        if not turns:
            return Amended()
        told = self._told_in(owner, turns)
        gone = {each.memory_id: each for each in told if self._goes(owner, each, retracted)}
        memories: dict[str, Memory | None] = dict.fromkeys(gone)
        memories |= {each.memory_id: each for each in self._revived(owner, gone)}
        for each in told:
            now = memories.get(each.memory_id, each)
            if now is not None and now.state is MemoryState.ACTIVE:
                times = [pinned[source] for source in now.sources if source in pinned]
                if times:
                    memories[each.memory_id] = _pinned(now, max(times))
        learnt = turns & {source for each in told for source in each.sources}
        return Amended(memories, learnt)

    def _told_in(self, owner: Owner, turns: Set[TurnReference]) -> list[Memory]:
        sessions = frozenset(each.session_id for each in turns)
        wanted = MemoryFilter(session_ids=sessions, include_superseded=True)
        with self._views.open(owner) as view:
            if view is None:
                return []
            ids = view.memory_ids(np.flatnonzero(view.select(wanted, UNKNOWN, None)))
        stored = self._store.memories(owner, ids)
        return [each for each in stored if each is not None and turns & {*each.sources}]

    def _goes(self, owner: Owner, memory: Memory, retracted: Set[TurnReference]) -> bool:
        if not retracted >= {*memory.sources}:
            return False
        states = self._states(owner, memory.memory_id)
        return not states or not retracted.isdisjoint(states[-1].memory.sources)

    def _revived(self, owner: Owner, gone: Mapping[str, Memory]) -> Iterable[Memory]:
        """What `gone` memories had ended, as it was before."""
        ended = {
            replaced
            for each in gone
            for change in self._states(owner, each)
            for replaced in change.replaced_memory_ids
        }
        for memory in self._store.memories(owner, sorted(ended - gone.keys())):
            if memory is None or memory.superseded_by not in gone:
                continue
            for change in self._states(owner, memory.memory_id):
                if change.memory.state is MemoryState.ACTIVE:
                    yield replace(
                        memory,
                        state=MemoryState.ACTIVE,
                        valid_to=None,
                        superseded_by="",
                        update_time=change.memory.update_time,
                    )
                    break

    def _states(self, owner: Owner, memory_id: str) -> list[MemoryChange]:
        return self._store.history(owner, memory_id, None, _STATES)


def _pinned(memory: Memory, time: Instant) -> Memory:
    return replace(
        memory,
        pinned=True,
        importance=max(memory.importance, MARKED),
        # Not the present time: what is said between the bid and now is later than the bid.
        update_time=max(memory.update_time, time),
    )
