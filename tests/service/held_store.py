"""A store whose commits wait for a sign."""

import threading
from concurrent.futures import Future

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.kept import Kept
from myosotis_server.memory.ports import UserHead, Write
from myosotis_server.memory.values import Owner


class HeldStore(RamStore):
    """RamStore behind a gate, which is open until `hold`."""

    def __init__(self) -> None:
        super().__init__()
        self._gate = threading.Event()
        self._gate.set()
        self.waiting = 0
        """Writes that have come to the gate."""

    def hold(self) -> None:
        self.waiting = 0
        self._gate.clear()

    def release(self) -> None:
        self._gate.set()

    def commit(self, write: Write) -> Future[int]:
        self._wait()
        return super().commit(write)

    def erase_user(
        self, owner: Owner, base: UserHead | None, kept: Kept | None = None
    ) -> Future[None]:
        self._wait()
        return super().erase_user(owner, base, kept)

    def _wait(self) -> None:
        self.waiting += 1
        if not self._gate.wait(10):
            raise TimeoutError("the test never released the store")
