"""Bulk ways in and out: import by stream, export of everything held."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.ports import Store, Views
from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.values import (
    ChangeAction,
    Memory,
    MemoryChange,
    MemoryFilter,
    MemoryOrigin,
    Owner,
    ReconcileMode,
    Statement,
)
from myosotis_server.service.browse import WHOLE_HISTORY, newest_first
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.paging import fitting, fitting_changes
from myosotis_server.service.remember import Remember
from myosotis_server.service.seen import Reads, seen
from myosotis_server.understanding.describe import with_origin

EXPORT_PAGE = 200


@dataclass(frozen=True, slots=True)
class ImportBatch:
    owner: Owner
    statements: Sequence[Statement]
    mode: ReconcileMode


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Totals of one stream: `acknowledged` batches are on disk."""

    acknowledged: int = 0
    created: int = 0
    reinforced: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class ExportPage:
    memories: list[Memory]
    revisions: list[MemoryChange]


class Transfer:
    def __init__(self, remember: Remember, store: Store, views: Views, lanes: Lanes) -> None:
        self._remember = remember
        self._store = store
        self._views = views
        self._lanes = lanes

    async def load(self, batches: AsyncIterator[ImportBatch]) -> AsyncIterator[ImportProgress]:
        """Progress after each batch is durable, in order."""
        progress = ImportProgress()
        async for batch in batches:
            statements = [with_origin(item, MemoryOrigin.IMPORTED) for item in batch.statements]
            outcome = await self._remember(batch.owner, statements, batch.mode, None)
            actions = [change.action for change in outcome.changes]
            created = actions.count(ChangeAction.CREATED)
            rejected = actions.count(ChangeAction.REJECTED)
            progress = ImportProgress(
                progress.acknowledged + 1,
                progress.created + created,
                progress.reinforced + len(actions) - created - rejected,
                progress.rejected + rejected,
            )
            yield progress

    async def dump(
        self, owner: Owner, include_revisions: bool, clearance: Clearance = FULL
    ) -> AsyncIterator[ExportPage]:
        """Everything held about a user, newest first, ended and expired memories included."""
        store = seen(self._store, clearance)
        ids = await self._lanes.call(lambda: self._all_ids(owner))
        for start in range(0, len(ids), EXPORT_PAGE):
            chosen = ids[start : start + EXPORT_PAGE]
            for page in await self._lanes.call(
                partial(self._pages, store, owner, chosen, include_revisions)
            ):
                yield page

    @staticmethod
    def _pages(
        store: Reads, owner: Owner, ids: list[str], include_revisions: bool
    ) -> list[ExportPage]:
        memories = [each for each in store.memories(owner, ids) if each is not None]
        pages = []
        while memories:
            count = fitting(memories)
            pages.append(ExportPage(memories[:count], []))
            memories = memories[count:]
        changes = []
        if include_revisions:
            for memory_id in ids:
                changes += store.history(owner, memory_id, None, WHOLE_HISTORY)
        while changes:
            count = fitting_changes(changes)
            pages.append(ExportPage([], changes[:count]))
            changes = changes[count:]
        return pages

    def _all_ids(self, owner: Owner) -> list[str]:
        with self._views.open(owner) as view:
            if view is None:
                return []
            held = MemoryFilter(include_superseded=True)
            slots = np.flatnonzero(view.select(held, UNKNOWN, None))
            return view.memory_ids(slots[newest_first(view.columns[slots])])
