"""Gives RAM back to the system that the C library keeps after a view was built.

To build a view its rows are read, decrypted and put in order, several times what is kept of them.
glibc keeps what was freed of that for each of its arenas, and threads that build use one after the
other: after a dozen large users the process holds 2.4 KB for each memory, of which 1.0 are in use.
"""

import ctypes
from collections.abc import Callable
from threading import Lock, Timer

from myosotis_server.memory.ports import UserHead, View
from myosotis_server.memory.rows import Rows

FROM_BYTES = 4 << 20
"""Views of so many bytes leave enough behind to be worth the search for it, some milliseconds."""
REST_SECONDS = 2.0
"""How long that waits: what was read for the last of them is free by then."""


class Tidy:
    """Builds views with `build`, and after enough of them calls `give_back` on a thread of its own.

    Safe to call from several threads.
    """

    def __init__(
        self,
        build: Callable[[UserHead, Rows], View],
        give_back: Callable[[], object],
        from_bytes: int = FROM_BYTES,
        rest_seconds: float = REST_SECONDS,
    ) -> None:
        self._build = build
        self._give_back = give_back
        self._from = from_bytes
        self._rest = rest_seconds
        self._lock = Lock()
        self._built = 0
        self._is_due = False

    def __call__(self, head: UserHead, rows: Rows) -> View:
        view = self._build(head, rows)
        with self._lock:
            self._built += view.nbytes
            due = self._built >= self._from and not self._is_due
            self._is_due |= due
        if due:
            timer = Timer(self._rest, self._tidy)
            timer.daemon = True
            timer.start()
        return view

    def _tidy(self) -> None:
        with self._lock:
            self._built = 0
            self._is_due = False
        self._give_back()


def trim() -> Callable[[], object]:
    """What gives back what is free, nothing where the C library has no such call.

    It runs without the interpreter's lock.
    """
    try:
        found = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # musl, macOS, Windows
        return lambda: None
    found.argtypes = [ctypes.c_size_t]
    return lambda: found(0)
