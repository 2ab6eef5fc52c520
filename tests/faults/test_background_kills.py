"""The short form of `make test-kills`: kills amid background work lose no turn, double nothing."""

from __future__ import annotations

from pathlib import Path

from faults.background_kill_run import run


def test_background_work_loses_and_doubles_nothing(tmp_path: Path) -> None:
    summary = run(tmp_path, seconds=5, kills=4, users=6, clients=3, seed=20_240_601, patience=30)
    print(summary)
    assert summary.faults == []
    assert summary.kills == 4
    assert summary.audit.turns > 100
    assert summary.audit.digests > 10
    assert summary.audit.sessions_ended > 0
    assert summary.audit.entities > 0
