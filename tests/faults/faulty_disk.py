"""A disk and a clock that can be made to fail while a server runs: see shim/faulty_disk.c."""

from __future__ import annotations

import contextlib
import mmap
import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from types import TracebackType
from typing import Any

from running.server import RunningServer

SOURCE = Path(__file__).parent / "shim" / "faulty_disk.c"
COMPILER = shutil.which("gcc") or shutil.which("cc")
CONTROL = struct.Struct("=4i2q")
_CLOCK, _STRUCK = 16, 24
_UNDO = struct.Struct("=3q")


class DiskFault(IntEnum):
    NONE = 0
    NO_ROOM = 1
    """ENOSPC, whatever is written; what is there already can be synced."""
    WRITE_FAILS = 2
    """EIO."""
    WRITES_HALF = 3
    """A write succeeds in part, and says so."""
    SYNC_FAILS = 4
    """EIO of fdatasync and fsync."""
    HEADER_FAILS = 5
    """EIO of the write that makes a transaction count, after all of it was written and synced."""
    SLOW = 6


class FaultyDisk:
    """The disk below `folder`, and the clock, of processes that get `environment`.

    Without a compiler they are sound, and `can_fail` is false. Its owner closes it.
    """

    def __init__(self, folder: Path) -> None:
        self.can_fail = COMPILER is not None
        self.environment: dict[str, str] = {}
        self._folder = folder
        self._tools = tempfile.TemporaryDirectory(prefix="myosotis-faulty-")
        self._file = Path(self._tools.name) / "control"
        self._file.write_bytes(bytes(mmap.PAGESIZE))
        with self._file.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), CONTROL.size)
        if COMPILER is not None:
            library = Path(self._tools.name) / "faulty_disk.so"
            build = [COMPILER, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"]
            subprocess.run(build, check=True, timeout=60)
            self.environment = {
                "LD_PRELOAD": str(library),
                "FAULTY_DISK_CONTROL": str(self._file),
                "FAULTY_DISK_FOLDER": str(folder),
            }

    def close(self) -> None:
        self._control.close()
        self._tools.cleanup()

    @property
    def struck(self) -> int:
        """How many operations failed, or were slow, so far."""
        struck: int = struct.unpack_from("=q", self._control, _STRUCK)[0]
        return struck

    @contextlib.contextmanager
    def failing(self, fault: DiskFault, one_in: int = 1, delay_ms: int = 0) -> Iterator[None]:
        """One in `one_in` operations on the data folder fails, or takes `delay_ms` longer."""
        struct.pack_into("=3i", self._control, 0, fault, one_in, delay_ms)
        try:
            yield
        finally:
            struct.pack_into("=i", self._control, 0, DiskFault.NONE)

    def shift_clock(self, seconds: int) -> None:
        """Makes it show so much more, or less, than the time of day."""
        struct.pack_into("=q", self._control, _CLOCK, seconds)

    @contextlib.contextmanager
    def volatile(self) -> Iterator[None]:
        """Within it `lose_unsynced` can undo what was written and not synced."""
        self._clear_undo()
        struct.pack_into("=i", self._control, 12, 1)
        try:
            yield
        finally:
            struct.pack_into("=i", self._control, 12, 0)

    def lose_unsynced(self, dice: random.Random) -> int:
        """Undoes some of what a process that has ended had not synced: how many writes."""
        files = {each.stat().st_ino: each for each in self._folder.iterdir()}
        undone = 0
        for log in self._undo_logs():
            path = files.get(int(log.suffix[1:]))
            if path is not None:
                undone += _undo(path, log.read_bytes(), dice)
        self._clear_undo()
        return undone

    def _undo_logs(self) -> list[Path]:
        return list(self._file.parent.glob("control.undo.*"))

    def _clear_undo(self) -> None:
        for log in self._undo_logs():
            log.unlink()


class FaultyServer(RunningServer):
    """A server on a faulty disk."""

    def __init__(self, data_dir: Path, **settings: Any) -> None:
        super().__init__(data_dir, **settings)
        data_dir.mkdir(mode=0o700, exist_ok=True)
        self.disk = FaultyDisk(data_dir)
        self.set_environment(**self.disk.environment)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            super().__exit__(kind, error, trace)
        finally:
            self.disk.close()

    def set_environment(self, **variables: str) -> None:
        """Of the processes that are started from now on."""
        self._environment.update(variables)

    def cut_power(self, dice: random.Random) -> int:
        """Kills the process, and undoes some of what it had not synced: how many writes."""
        self.kill()
        return self.disk.lose_unsynced(dice)


def _undo(path: Path, log: bytes, dice: random.Random) -> int:
    """Puts back what some writes covered, the last first; a disk may write in any order."""
    entries: list[tuple[int, bytes, int]] = []
    place = 0
    while place + _UNDO.size <= len(log):
        offset, length, size = _UNDO.unpack_from(log, place)
        place += _UNDO.size
        entries.append((offset, log[place : place + length], size))
        place += length
    share = dice.choice([0.5, 1.0])
    chosen = [each for each in reversed(entries) if dice.random() < share]
    with path.open("r+b") as file:
        for offset, old, _ in chosen:
            file.seek(offset)
            file.write(old)
        if entries and len(chosen) == len(entries):
            file.truncate(entries[0][2])
    return len(chosen)
