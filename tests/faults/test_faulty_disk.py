"""The disk fails as it is told to: a fault run on a sound disk proves nothing."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults.faulty_disk import COMPILER, DiskFault, FaultyDisk

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

CHILD = """
import errno, os, sys, time
plain = os.open(sys.argv[1] + "/plain", os.O_RDWR | os.O_CREAT)
header = os.open(sys.argv[1] + "/plain", os.O_RDWR | os.O_DSYNC)

def tried(call, *arguments):
    try:
        return str(call(*arguments))
    except OSError as error:
        return errno.errorcode[error.errno]

print(tried(os.pwrite, plain, b"12345678", 0), tried(os.pwrite, header, b"1234", 0),
      tried(os.fdatasync, plain), int(time.time()), flush=True)
"""
UNSYNCED = """
import os, sys, signal
file = os.open(sys.argv[1] + "/plain", os.O_RDWR | os.O_CREAT)
os.pwrite(file, b"synced".ljust(16), 0)
os.fdatasync(file)
os.pwrite(file, b"lost", 0)
os.pwrite(file, b"lost as well", 16)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[FaultyDisk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = FaultyDisk(folder)
    yield disk
    disk.close()


def run(disk: FaultyDisk, script: str = CHILD) -> list[str]:
    """What a process prints that writes to the disk."""
    folder = disk.environment["FAULTY_DISK_FOLDER"]
    ran = subprocess.run(
        [sys.executable, "-c", script, folder],
        env={**os.environ, **disk.environment},
        capture_output=True,
        encoding="ascii",
        timeout=60,
        check=False,
    )
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (DiskFault.NONE, ["8", "4", "None"]),
        (DiskFault.NO_ROOM, ["ENOSPC", "4", "None"]),
        (DiskFault.WRITE_FAILS, ["EIO", "4", "None"]),
        (DiskFault.WRITES_HALF, ["4", "4", "None"]),
        (DiskFault.SYNC_FAILS, ["8", "4", "EIO"]),
        (DiskFault.HEADER_FAILS, ["8", "EIO", "None"]),
    ],
)
def test_each_fault_is_what_it_says(disk: FaultyDisk, fault: DiskFault, told: list[str]) -> None:
    with disk.failing(fault):
        assert run(disk)[:3] == told
    assert disk.struck == (fault is not DiskFault.NONE)


def test_the_clock_is_set_back(disk: FaultyDisk) -> None:
    disk.shift_clock(-7_200)
    assert abs(int(run(disk)[3]) - (time.time() - 7_200)) < 60


class Unlucky(random.Random):
    """Loses whatever can be lost."""

    def random(self) -> float:
        return 0.0


def test_without_power_what_was_not_synced_is_lost(disk: FaultyDisk) -> None:
    file = Path(disk.environment["FAULTY_DISK_FOLDER"]) / "plain"
    with disk.volatile():
        run(disk, UNSYNCED)
        assert file.read_bytes() == b"losted".ljust(16) + b"lost as well"
        assert disk.lose_unsynced(Unlucky()) == 2
    assert file.read_bytes() == b"synced".ljust(16)
