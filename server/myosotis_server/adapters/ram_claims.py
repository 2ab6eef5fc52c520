"""Claims within one process."""

import contextlib
from collections.abc import Iterator
from threading import Lock

from myosotis_server.memory.values import Owner


class RamClaims:
    """The `Claims` port for a process alone with its store."""

    def __init__(self) -> None:
        self._held: set[tuple[str, Owner | None]] = set()
        self._lock = Lock()

    @contextlib.contextmanager
    def take(self, work: str, owner: Owner | None = None) -> Iterator[bool]:
        with self._lock:
            is_taken = (work, owner) not in self._held
            self._held.add((work, owner))
        try:
            yield is_taken
        finally:
            if is_taken:
                with self._lock:
                    self._held.discard((work, owner))
