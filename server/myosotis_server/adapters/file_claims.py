"""Claims among processes on one machine: locks on the bytes of an empty file beside the store.

The system lets go of a process's locks when it ends, however it ends. Nothing is ever written.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from myosotis_server.memory.values import Owner

FILE_NAME = "claims.lock"


class FileClaims:
    """The `Claims` port, for all processes that open the same file; one per file and process."""

    def __init__(self, folder: Path, key: bytes) -> None:
        """The file is made if need be. `key`, the same for all, hides whose work is claimed:
        anybody on the machine can see which bytes are locked. Its maker closes it."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._file = os.open(folder / FILE_NAME, flags, 0o600)
        self._key = key
        self._held: set[int] = set()
        """A process never finds its own locks in the way, so what it has is noted too."""
        self._lock = Lock()

    @contextlib.contextmanager
    def take(self, work: str, owner: Owner | None = None) -> Iterator[bool]:
        place = self._place(work, owner)
        is_taken = self._take(place)
        try:
            yield is_taken
        finally:
            if is_taken:
                self._let_go(place)

    def close(self) -> None:
        """Lets go of whatever is held."""
        os.close(self._file)

    def _place(self, work: str, owner: Owner | None) -> int:
        names = [work, *((owner.tenant, owner.user_id) if owner is not None else ())]
        text = b"".join(len(name).to_bytes(8) + name for name in map(str.encode, names))
        # Two that fall on one byte of 2^62 only wait for each other.
        return int.from_bytes(blake2b(text, key=self._key, digest_size=8).digest()) >> 2

    def _take(self, place: int) -> bool:
        with self._lock:
            if place in self._held:
                return False
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            except (BlockingIOError, PermissionError):
                return False
            except OSError:
                # Where nothing can be locked all do all of the work, which wastes but harms not.
                pass
            self._held.add(place)
            return True

    def _let_go(self, place: int) -> None:
        with self._lock, contextlib.suppress(OSError):
            self._held.discard(place)
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place)
