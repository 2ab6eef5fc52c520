"""Lets go, in this process, of what another one over the same store was told to forget."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import structlog

from myosotis_server.memory.errors import MyosotisError
from myosotis_server.memory.ports import Forgettings, Store, Views, WordAnalyzer
from myosotis_server.memory.values import Owner
from myosotis_server.service.background import Background
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.lanes import Lanes

LOOKS_SECONDS = 1.0
"""So late at most is it noticed, beside what letting go takes."""
RESTS = 9
"""While one thing after the other is forgotten, this rests so many times as long as it works."""

Known = Callable[[], Sequence[Owner]]
Drop = Callable[[Owner], None]


class ForgottenElsewhere:
    """No answer hangs on it: whoever is asked for is looked up in the store. It bounds how long
    views, keys and texts stay in RAM of which the store has nothing any more."""

    def __init__(
        self,
        store: Store,
        views: Views,
        lanes: Lanes,
        embedding: EmbedQueue,
        analyzer: WordAnalyzer,
        holders: Sequence[tuple[Known, Drop]],
    ) -> None:
        """`holders` tell of which users they hold something, and drop that."""
        self._store = store
        self._views = views
        self._lanes = lanes
        self._embedding = embedding
        self._analyzer = analyzer
        self._holders = holders
        self._seen: Forgettings | None = None
        self._background = Background(self._run)
        self._log = structlog.get_logger("myosotis")

    def start(self) -> None:
        self._background.start()

    async def stop(self) -> None:
        await self._background.stop()

    async def look(self) -> None:
        """Lets go of what was forgotten since the last look, in whichever process."""
        now = await self._lanes.call(self._store.forgettings)
        before, self._seen = self._seen, now
        if before is None or before == now:
            return
        try:
            await self._let_go(of_users=before.users != now.users)
        except BaseException:
            self._seen = before
            raise

    async def _let_go(self, *, of_users: bool) -> None:
        self._embedding.forget_queries()
        self._analyzer.forget()
        await self._lanes.call(self._views.catch_up)
        if not of_users:
            return
        await self._lanes.call(self._store.let_go)
        for known, drop in self._holders:
            for owner in await self._lanes.call(partial(self._gone, known())):
                drop(owner)

    def _gone(self, owners: Sequence[Owner]) -> list[Owner]:
        return [owner for owner in owners if self._is_gone(owner)]

    def _is_gone(self, owner: Owner) -> bool:
        try:
            return self._store.head(owner) is None
        except MyosotisError:  # of a damaged user it cannot be told
            return False

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                await self.look()
            except Exception as error:
                self._log.warning("not all was let go", error=type(error).__name__)
            await asyncio.sleep(max(LOOKS_SECONDS, RESTS * (loop.time() - began)))
