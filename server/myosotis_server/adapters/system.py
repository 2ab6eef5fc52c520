"""The clock and the randomness of the machine."""

import threading
import time
import uuid

from myosotis_server.memory.values import Instant


class SystemClock:
    """The system's time, held still where the system sets it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def now(self) -> Instant:
        with self._lock:
            self._last = max(self._last, time.time_ns() // 1_000)
            return self._last


class SystemRandomness:
    def uuid(self) -> uuid.UUID:
        return uuid.uuid4()
