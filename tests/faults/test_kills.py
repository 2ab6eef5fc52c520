"""The short form of `make test-faults`: a server killed twice keeps every promise."""

from __future__ import annotations

from pathlib import Path

from faults.kill_run import run


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    summary = run(tmp_path, seconds=12, kills=2, users=50, clients=8, seed=20_240_508)
    print(summary)
    assert summary.faults == []
    assert summary.audit.acknowledged > 100
    assert summary.kills == 2
