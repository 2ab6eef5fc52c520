"""How many memories a user may hold."""

from collections.abc import Sequence, Set

from myosotis_server.memory.errors import QuotaExceeded
from myosotis_server.memory.ports import Store, UserHead
from myosotis_server.memory.values import Memory, Owner
from myosotis_server.service.commit import Plan


class Quota:
    """Counts what a plan adds to what is held, ended memories among it; `most` 0 is no limit."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most

    def check(self, owner: Owner, head: UserHead, planned: Plan) -> None:
        """QuotaExceeded where the plan adds a memory for which there is no room."""
        if self.surplus(owner, head, planned):
            raise QuotaExceeded(self._most)

    def surplus(self, owner: Owner, head: UserHead, planned: Plan) -> Set[str]:
        """Ids of those memories that the plan adds beyond the limit, the last of them first."""
        ids = list(dict.fromkeys(change.memory.memory_id for change in planned.changes))
        room = self._most - head.memory_count + len(planned.removals)
        if not self._most or len(ids) <= room:
            return frozenset()
        new = _missing(ids, self._store.memories(owner, ids))
        return frozenset(new[max(room, 0) :])


def _missing(ids: Sequence[str], stored: Sequence[Memory | None]) -> list[str]:
    return [id_ for id_, memory in zip(ids, stored, strict=True) if memory is None]
