"""Reading memories without asking a question: one, a page, or what became of one."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np

from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.errors import MemoryNotFound
from myosotis_server.memory.ports import Clock, Store, Views
from myosotis_server.memory.values import Memory, MemoryChange, MemoryFilter, Owner
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.paging import fitting, fitting_changes
from myosotis_server.service.seen import seen

WHOLE_HISTORY = 1_000_000


@dataclass(frozen=True, slots=True)
class Position:
    """Where a page ended: the last memory's creation time and id."""

    create_time: int
    memory_id: str


@dataclass(frozen=True, slots=True)
class Page:
    memories: list[Memory]
    next: Position | None


class Browse:
    def __init__(self, store: Store, views: Views, lanes: Lanes, clock: Clock) -> None:
        self._store = store
        self._views = views
        self._lanes = lanes
        self._clock = clock

    async def get(self, owner: Owner, memory_id: str, clearance: Clearance = FULL) -> Memory:
        """The memory in whatever state; MemoryNotFound if there is none or it has expired."""
        store = seen(self._store, clearance)
        memory = (await self._lanes.call(lambda: store.memories(owner, [memory_id])))[0]
        if memory is None or not alive(memory, self._clock.now()):
            raise MemoryNotFound(memory_id)
        return memory

    async def page(
        self,
        owner: Owner,
        wanted: MemoryFilter,
        size: int,
        after: Position | None,
        clearance: Clearance = FULL,
    ) -> Page:
        """Up to `size` that fit into one message, newest first, ties by id.

        What is written meanwhile neither repeats nor skips others.
        """
        return await self._lanes.call(lambda: self._page(owner, wanted, size, after, clearance))

    def _page(
        self,
        owner: Owner,
        wanted: MemoryFilter,
        size: int,
        after: Position | None,
        clearance: Clearance,
    ) -> Page:
        with self._views.open(owner) as view:
            if view is None:
                return Page([], None)
            mask = view.select(wanted, self._clock.now(), None)
            slots = np.flatnonzero(clearance.within(mask, view.columns))
            columns = view.columns[slots]
            order = newest_first(columns)
            if after is not None:
                order = order[_follows(columns[order], after)]
            ids = view.memory_ids(slots[order[:size]])
            more = len(order) > size
        stored = seen(self._store, clearance).memories(owner, ids)
        memories = [memory for memory in stored if memory is not None]
        count = fitting(memories)
        more = more or count < len(memories)
        memories = memories[:count]
        if not more or not memories:
            return Page(memories, None)
        return Page(memories, Position(memories[-1].create_time, memories[-1].memory_id))

    async def history(
        self,
        owner: Owner,
        memory_id: str,
        size: int,
        remaining: int | None,
        clearance: Clearance = FULL,
    ) -> tuple[list[MemoryChange], int]:
        """Up to `size` states of a memory, newest first, and how many older ones are left.

        Give that number as `remaining` to go on: it counts from the oldest, so that what is
        written meanwhile shifts nothing. MemoryNotFound for an unknown memory.
        """

        def read() -> list[MemoryChange]:
            return seen(self._store, clearance).history(owner, memory_id, None, WHOLE_HISTORY)

        changes = await self._lanes.call(read)
        if not changes:
            raise MemoryNotFound(memory_id)
        if remaining is not None:
            changes = changes[max(0, len(changes) - remaining) :]
        count = fitting_changes(changes[:size])
        return changes[:count], len(changes) - count


def alive(memory: Memory, now: int) -> bool:
    """Whether the memory has not expired by `now`, which one that is pinned never does."""
    return memory.pinned or memory.expire_time is None or now < memory.expire_time


def newest_first(columns: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Positions by creation time, newest first, ties by id."""
    return np.lexsort((columns["memory_id"], -columns["create_time"]))


def _follows(columns: np.ndarray[Any, Any], after: Position) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which of `columns` come behind `after` in the order of newest_first."""
    behind = np.asarray(columns["create_time"] < after.create_time)
    mark = UUID(after.memory_id).bytes
    for position in np.flatnonzero(columns["create_time"] == after.create_time):
        behind[position] = columns["memory_id"][position].tobytes() > mark
    return behind
