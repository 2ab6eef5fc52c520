"""The short form of `make test-faults`: whatever fails, a server keeps every promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from faults.disk_faults import DISK_FULL, HEADER_FAILS, SYNCS_FAIL
from faults.fault_run import run
from faults.faulty_disk import COMPILER
from faults.process_faults import Frozen, HandlesShort, Killed, PowerCut

FAULTS = (
    PowerCut() if COMPILER else Killed(),
    DISK_FULL,
    Frozen(),
    SYNCS_FAIL,
    HandlesShort(),
    HEADER_FAILS,
)


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    rounds = len(FAULTS) if COMPILER else 3
    summary = run(
        tmp_path, rounds=rounds, seconds_per_round=1, seed=20_240_508, faults=FAULTS, tell=True
    )
    print(summary)
    assert summary.faults == []
    assert summary.total.acknowledged > 100
    assert summary.total.rounds == len(summary.by_fault) == rounds
    if summary.left_out:
        pytest.skip(f"no C compiler, left out: {', '.join(summary.left_out)}")
