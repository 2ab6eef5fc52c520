"""Who there is, what is held of each, and what server it is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.errors import UserNotFound
from myosotis_server.memory.holdings import StoreSize
from myosotis_server.memory.ports import Clock, Store, Views
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Instant, MemoryKind, MemoryState, MemoryTier, Owner
from myosotis_server.service.lanes import Lanes

LOOKED_AT_ONCE = 500
MOST_LOOKED_AT = 10_000
"""Users that one page looks at, whosever they are; what is beyond comes with the next."""
LOCAL = "local"
"""What extracts memories where no language model does."""


@dataclass(frozen=True, slots=True)
class UserStats:
    """What is held of one user: `memories` with those that have ended, by kind and by tier.

    `store_bytes` as in `Holdings`; `index_bytes` are those of the user's view in this process's
    RAM, 0 where it holds none. `first` and `last` are when something was said first and last.
    """

    memories: int
    by_kind: Mapping[MemoryKind, int]
    by_tier: Mapping[MemoryTier, int]
    superseded: int
    turns: int
    store_bytes: int
    index_bytes: int
    first: Instant | None
    last: Instant | None
    revision: int


@dataclass(frozen=True, slots=True)
class ServerInfo:
    version: str
    model: ModelInfo
    size: StoreSize
    extractor: str
    start_time: Instant


class Accounts:
    def __init__(
        self,
        store: Store,
        views: Views,
        lanes: Lanes,
        clock: Clock,
        model: ModelInfo,
        extractor: str,
        version: str,
    ) -> None:
        """`extractor` names the language model that extracts memories, "" where none does."""
        self._store = store
        self._views = views
        self._lanes = lanes
        self._model = model
        self._extractor = extractor or LOCAL
        self._version = version
        self._start_time = clock.now()

    async def server(self) -> ServerInfo:
        """The same work however much is held."""
        size = await self._lanes.call(self._store.size)
        return ServerInfo(self._version, self._model, size, self._extractor, self._start_time)

    async def user(self, owner: Owner) -> UserStats:
        """UserNotFound where nothing was ever written of the user, or they were erased."""
        return await self._lanes.call(lambda: self._user(owner))

    async def page(self, tenant: str, size: int, after: str) -> tuple[list[str], str]:
        """Up to `size` user ids of `tenant`, and where to go on, "" behind the last one.

        In an order that is nobody's and stays. There may be fewer than `size`, and more behind.
        """
        return await self._lanes.call(lambda: self._page(tenant, size, after))

    def _page(self, tenant: str, size: int, after: str) -> tuple[list[str], str]:
        found: list[str] = []
        looked_at = 0
        while True:
            room = size - len(found)
            owners, place = self._store.owners(after, LOOKED_AT_ONCE)
            if sum(each.tenant == tenant for each in owners) > room:
                # A page must end where the next one goes on.
                owners, place = self._store.owners(after, room)
            after = place
            found += [each.user_id for each in owners if each.tenant == tenant]
            looked_at += len(owners)
            if not after or len(found) == size or looked_at >= MOST_LOOKED_AT:
                return found, after

    def _user(self, owner: Owner) -> UserStats:
        found = self._store.rows(owner)
        holdings = self._store.holdings(owner)
        if found is None or holdings is None:
            raise UserNotFound("nothing is held of such a user")
        head, rows = found
        kinds = Counter(rows.fixed["kind"].tolist())
        tiers = Counter(rows.fixed["tier"].tolist())
        times = _times(rows, self._store.sessions(owner))
        return UserStats(
            memories=len(rows),
            by_kind={MemoryKind(kind): count for kind, count in sorted(kinds.items())},
            by_tier={MemoryTier(tier): count for tier, count in sorted(tiers.items())},
            superseded=int(np.count_nonzero(rows.fixed["state"] == MemoryState.SUPERSEDED)),
            turns=holdings.turns,
            store_bytes=holdings.nbytes,
            index_bytes=self._views.held_bytes(owner),
            first=min(times, default=None),
            last=max(times, default=None),
            revision=head.revision,
        )


def _times(rows: Rows, sessions: Sequence[Session]) -> list[Instant]:
    times = [time for each in sessions for time in (each.start_time, each.last_turn_time)]
    if len(rows):
        times += [int(rows.fixed["create_time"].min()), int(rows.fixed["update_time"].max())]
    return times
