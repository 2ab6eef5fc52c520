"""Tells who watches a user that something has changed."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from myosotis_server.memory.values import Owner

_Watcher = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Bulletin:
    """Knows of this process's writes only: who watches must also look by itself now and then."""

    def __init__(self) -> None:
        self._watchers: dict[Owner, list[_Watcher]] = {}
        self._lock = threading.Lock()

    def post(self, owner: Owner) -> None:
        """`owner` has changed. Any thread may call it."""
        with self._lock:
            watchers = list(self._watchers.get(owner, ()))
        for loop, changed in watchers:
            # A loop that has ended has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(changed.set)

    @contextlib.contextmanager
    def watch(self, owner: Owner) -> Iterator[asyncio.Event]:
        """An event that is set whenever `owner` changes within the block; clear it, then look."""
        watcher = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._watchers.setdefault(owner, []).append(watcher)
        try:
            yield watcher[1]
        finally:
            with self._lock:
                self._watchers[owner].remove(watcher)
                if not self._watchers[owner]:
                    del self._watchers[owner]
