"""RotateUserKey: another key for a user, under which everything of theirs is sealed anew."""

import asyncio
import threading

from myosotis_server.memory.errors import UserNotFound
from myosotis_server.memory.ports import Store
from myosotis_server.memory.values import Owner
from myosotis_server.service.lanes import Lanes


class RotateKey:
    """Goes on when its caller has left, and is broken off only by `stop`; the next call resumes."""

    def __init__(self, store: Store, lanes: Lanes) -> None:
        self._store = store
        self._lanes = lanes
        self._stopping = threading.Event()
        self._under_way: dict[Owner, asyncio.Task[int | None]] = {}

    async def __call__(self, owner: Owner) -> int:
        """The version of the user's key, 1 more than before.

        Who asks while another does for the same user waits for the same key. UserNotFound where
        nothing is held of them, Draining once the server stops, StoreFull where there is no room.
        """
        task = self._under_way.get(owner)
        if task is None:
            task = asyncio.ensure_future(
                self._lanes.call(lambda: self._store.rotate_key(owner, self._stopping))
            )
            self._under_way[owner] = task
            task.add_done_callback(lambda done: self._finished(owner, done))
        version = await asyncio.shield(task)
        if version is None:
            raise UserNotFound("nothing is held of such a user")
        return version

    def stop(self) -> None:
        """Breaks off what runs, at its next step."""
        self._stopping.set()

    def _finished(self, owner: Owner, task: "asyncio.Future[int | None]") -> None:
        del self._under_way[owner]
        if not task.cancelled():
            task.exception()  # whoever waits is told; where nobody does any more, nobody is
