"""Lets a user's memories age: what faded, expired, was promoted or is to go, in small writes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.fading import FADING_STEP
from myosotis_server.memory.ports import Clock, Store, UserHead, Views
from myosotis_server.memory.promotion import IMPORTANT, KEEPS_ON
from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.upkeep import Aged, Fate, aged
from myosotis_server.memory.values import (
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryFilter,
    MemoryTier,
    Owner,
)
from myosotis_server.service.commit import Committer, Plan
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.row_maker import RowMaker

AT_ONCE = 100
"""Memories read, and changed or removed in one write, so that no call waits for this for long and
each is read once."""

_EVERYTHING = MemoryFilter(include_superseded=True)


@dataclass(slots=True)
class Ageing:
    """What was done, or would be."""

    looked_at: int = 0
    promoted: int = 0
    faded: int = 0
    expired: int = 0
    removed: int = 0

    def count(self, each: Aged) -> None:
        self.promoted += each.is_promoted
        self.faded += each.is_faded
        self.expired += each.fate is Fate.EXPIRES
        self.removed += each.fate is Fate.GOES


@dataclass(frozen=True, slots=True)
class _Due:
    memory: Memory
    aged: Aged
    vector: NDArray[np.float32] = field(repr=False)


class Ages:
    def __init__(
        self,
        committer: Committer,
        store: Store,
        views: Views,
        lanes: Lanes,
        rows: RowMaker,
        clock: Clock,
    ) -> None:
        self._committer = committer
        self._store = store
        self._views = views
        self._lanes = lanes
        self._rows = rows
        self._clock = clock

    async def __call__(self, owner: Owner, dry_run: bool) -> Ageing:
        """Lets the user's memories age up to now; with `dry_run` it only tells what would be."""
        ids, looked_at = await self._lanes.call(lambda: self._worth_reading(owner))
        done = Ageing(looked_at)
        for start in range(0, len(ids), AT_ONCE):
            for each in await self._batch(owner, ids[start : start + AT_ONCE], dry_run):
                done.count(each.aged)
        return done

    async def _batch(self, owner: Owner, ids: Sequence[str], dry_run: bool) -> list[_Due]:
        """Those of `ids` that are due, once what became of them is on disk."""
        if dry_run:
            return await self._lanes.call(lambda: self._due(owner, ids))
        taken: list[_Due] = []

        def plan(head: UserHead) -> Plan:
            nonlocal taken
            taken = self._due(owner, ids)
            return self._plan(taken)

        await self._committer.commit(owner, plan, any_model=True)
        return taken

    def _plan(self, due: Sequence[_Due]) -> Plan:
        kept = [(each.aged, each.aged.memory, each.vector) for each in due if each.aged.memory]
        gone = [each.memory.memory_id for each in due if each.aged.fate is not Fate.STAYS]
        changes = [
            MemoryChange(ChangeAction.UPDATED, memory, note=_why(aged), in_history=aged.is_promoted)
            for aged, memory, _ in kept
        ]
        rows = self._rows.rows([(memory, vector) for _, memory, vector in kept]) if kept else None
        return Plan(changes, rows, gone, is_upkeep=True)

    def _worth_reading(self, owner: Owner) -> tuple[list[str], int]:
        """Memories of which something may have become, and how many there are in all."""
        with self._views.open(owner) as view:
            if view is None:
                return [], 0
            slots = np.flatnonzero(view.select(_EVERYTHING, UNKNOWN, None))
            chosen = slots[_may_be_due(view.columns[slots], self._clock.now())]
            return view.memory_ids(chosen), len(slots)

    def _due(self, owner: Owner, ids: Sequence[str]) -> list[_Due]:
        """Those of `ids` that are still there and of which something has become."""
        now = self._clock.now()
        with self._views.open(owner) as view:
            if view is None:
                return []
            held = {each: slot for each in ids if (slot := view.slot(each)) is not None}
            vectors = view.vectors(np.array([*held.values()], np.int64)) if held else ()
        due: list[_Due] = []
        for memory, vector in zip(self._store.memories(owner, [*held]), vectors, strict=True):
            if memory is None:
                continue
            became = aged(memory, now)
            if became.fate is not Fate.STAYS or became.memory is not None:
                due.append(_Due(memory, became, vector))
        return due


def _may_be_due(columns: NDArray[Any], now: Instant) -> NDArray[np.bool_]:
    """Which memories are worth reading: all of which `aged` could make something, and some more."""
    used = np.maximum(columns["update_time"], columns["last_access_time"])
    is_unused = now - used >= FADING_STEP
    has_end = columns["expire_time"] <= now
    fleeting = columns["tier"] == MemoryTier.SHORT_TERM
    often = np.maximum(columns["mention_count"], columns["access_count"]) >= KEEPS_ON
    weighty = (columns["importance"] >= IMPORTANT) | often
    episodic = columns["tier"] == MemoryTier.EPISODIC
    return np.asarray(is_unused | has_end | fleeting | (episodic & weighty), np.bool_)


def _why(became: Aged) -> str:
    if became.is_promoted:
        return "kept on, because it matters or came up again and again"
    return "unused for a while, and less sure of"
