"""What a process takes while something is done to it: CPU time and RAM."""

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np

KIB = 1 << 10
INTERVAL_SECONDS = 0.5


def cpu_seconds(pid: int) -> float:
    """CPU time that the process has used so far; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of a process in RAM; `own` are not pages of files, as a store's are."""

    resident: int
    own: int


def memory_of(pid: int) -> Memory:
    """Nothing where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return Memory(0, 0)
    fields = dict(line.split(":", 1) for line in lines if ":" in line)

    def bytes_of(name: str) -> int:
        return KIB * int(fields.get(name, "0 kB").split()[0])

    return Memory(bytes_of("VmRSS"), bytes_of("RssAnon"))


class Usage:
    """Looks at a process twice a second from entering to leaving."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._seen: list[Memory] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._cpu = self._wall = 0.0

    def __enter__(self) -> "Usage":
        self._cpu, self._wall = cpu_seconds(self._pid), time.perf_counter()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()
        self._cpu = cpu_seconds(self._pid) - self._cpu
        self._wall = time.perf_counter() - self._wall

    @property
    def cpu_seconds(self) -> float:
        return self._cpu

    @property
    def cores(self) -> float:
        """Cores kept busy on average."""
        return self._cpu / self._wall if self._wall else 0.0

    def own_bytes(self, start: float, end: float) -> int:
        """RAM of its own, the median between these shares of the time; 0 is its start, 1 its end.

        A single look would tell of the garbage of that moment.
        """
        first = int(start * len(self._seen))
        part = self._seen[first : max(int(end * len(self._seen)), first + 1)]
        return int(np.median([each.own for each in part])) if part else 0

    @property
    def resident_bytes(self) -> int:
        """The most that was in RAM, pages of files and all."""
        return max((each.resident for each in self._seen), default=0)

    def _look(self) -> None:
        while True:
            self._seen.append(memory_of(self._pid))
            if self._stop.wait(INTERVAL_SECONDS):
                return
