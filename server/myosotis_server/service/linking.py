"""Reads the edges of memories that were stored before there was a graph, in small writes."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.ports import Store, UserHead
from myosotis_server.memory.values import Memory, Owner
from myosotis_server.service.commit import Committer, Plan
from myosotis_server.service.lanes import Lanes
from myosotis_server.understanding.links import links_of

AT_ONCE = 50
"""Memories whose edges go into one write."""


class Linking:
    def __init__(self, committer: Committer, store: Store, lanes: Lanes) -> None:
        self._committer = committer
        self._store = store
        self._lanes = lanes

    async def __call__(self, owner: Owner) -> None:
        """Gives every memory of the user the edges that it would have if it were said now.

        Nothing to do for nearly everybody, which takes one look. A crash leaves the rest to the
        next time.
        """
        head, ids = await self._lanes.call(lambda: self._unlinked(owner))
        if head is None:
            return
        for first in range(0, len(ids), AT_ONCE):
            plan = partial(self._plan, owner, ids[first : first + AT_ONCE])
            await self._committer.commit(owner, plan, any_model=True)
        await self._lanes.call(lambda: self._store.note_linked(owner, head).result())

    def _unlinked(self, owner: Owner) -> tuple[UserHead | None, list[str]]:
        found = self._store.rows(owner) if self._store.is_unlinked(owner) else None
        if found is None:
            return None, []
        head, rows = found
        return head, [str(UUID(bytes=each.tobytes())) for each in rows.fixed["memory_id"]]

    def _plan(self, owner: Owner, memory_ids: Sequence[str], head: UserHead) -> Plan:
        edges = [
            edge
            for memory_id in memory_ids
            for memory in self._readable(owner, memory_id)
            for edge in links_of(memory, head.namespace)
        ]
        return Plan(related=edges, is_upkeep=True)

    def _readable(self, owner: Owner, memory_id: str) -> list[Memory]:
        """The memory, unless it is gone or damaged: then it must not keep the others waiting."""
        try:
            memory = self._store.memories(owner, [memory_id])[0]
        except RecordCorrupt:
            return []
        return [] if memory is None else [memory]
