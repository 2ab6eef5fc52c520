"""Lets a server fail in every way that there is, under load, and holds it to its promises.

    python tests/faults/fault_run.py --rounds 100 --seconds-per-round 2 --seed 1

One fault a round, each in its turn. After it nothing acknowledged may be lost or doubled, nothing
forgotten may be back, and writes must be taken again. Prints a summary; the exit code is 1 where a
promise was broken.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.damage_faults import DamageErased, DamageRestored
from faults.disk_faults import (
    DISK_FULL,
    HEADER_FAILS,
    SHORT_WRITES,
    SYNCS_FAIL,
    WRITES_FAIL,
    MapFull,
    SlowDisk,
)
from faults.faulty_disk import FaultyServer
from faults.process_faults import (
    ClockBack,
    Drained,
    Frozen,
    HandlesShort,
    Killed,
    MemoryShort,
    PowerCut,
)
from faults.scene import Fault, Found, Scene

FAULTS: tuple[Fault, ...] = (
    Killed(),
    DISK_FULL,
    Frozen(),
    SYNCS_FAIL,
    Drained(),
    WRITES_FAIL,
    PowerCut(),
    SHORT_WRITES,
    HandlesShort(),
    HEADER_FAILS,
    ClockBack(),
    SlowDisk(),
    DamageErased(),
    MapFull(),
    MemoryShort(),
    DamageRestored(),
)
"""In the order in which they come."""
VIEW_BUDGET = 1 << 20
"""The least that there is: views of the users of all rounds do not fit, and come and go."""


@dataclass
class Summary:
    seconds: float = 0.0
    left_out: list[str] = field(default_factory=list)
    """What takes a compiler, where there is none."""
    by_fault: dict[str, Found] = field(default_factory=dict)
    at_last: Found = field(default_factory=Found)
    """Of all rounds' users together, after one more kill."""

    @property
    def total(self) -> Found:
        total = Found()
        for each in (*self.by_fault.values(), self.at_last):
            total.add(each)
        return total

    @property
    def faults(self) -> list[str]:
        return self.total.faults

    def __str__(self) -> str:
        head = f"{'fault':28}{'rounds':>7}{'struck':>8}{'acknowledged':>13}{'refused':>8}"
        head += f"{'lost':>6}{'doubled':>8}{'back':>6}{'wrong':>6}  recovered in s (median, most)"
        lines = [head]
        for name, found in self.by_fault.items():
            lines.append(_row(name, found))
        lines.append(_row("all users once more", self.at_last))
        total = self.total
        lines.append(_row("total", total))
        for name, found in self.by_fault.items():
            told = ", ".join(f"{each} {count:,}" for each, count in found.refusals.most_common())
            lines += [f"refused, {name}: {told}"] if told else []
        lines += [f"LEFT OUT for lack of a C compiler: {each}" for each in self.left_out]
        lines += [f"FAULT {each}" for each in total.faults[:20]]
        lines.append(
            f"{total.rounds} rounds of {len(self.by_fault)} faults in {self.seconds:.0f} s; "
            f"writes acknowledged: {total.acknowledged:,}, lost: {total.lost}"
        )
        return "\n".join(lines)


def _row(name: str, found: Found) -> str:
    row = f"{name:28}{found.rounds:>7}{found.struck:>8,}{found.acknowledged:>13,}"
    row += f"{found.refusals.total():>8,}{found.lost:>6}{found.doubled:>8}"
    row += f"{found.back:>6}{found.wrong:>6}"
    times = sorted(found.recoveries)
    return row + (f"  {times[len(times) // 2]:.2f}, {times[-1]:.2f}" if times else "")


def run(
    folder: Path,
    *,
    rounds: int,
    seconds_per_round: float,
    seed: int,
    faults: Sequence[Fault] = FAULTS,
    tell: bool = False,
) -> Summary:
    """Plays `rounds` in `folder`, which must be empty; `tell` prints each as it ends."""
    summary = Summary()
    started = time.monotonic()
    scenes: list[Scene] = []
    settings = {"log_level": "error", "view_budget_bytes": VIEW_BUDGET}
    with FaultyServer(folder / "data", **settings) as server:
        chosen = [each for each in faults if server.disk.can_fail or not each.needs_shim]
        summary.left_out = [each.name for each in faults if each not in chosen]
        for number in range(rounds):
            fault = chosen[number % len(chosen)]
            dice = random.Random(f"{seed} {number}")
            scene = Scene(server, f"{seed}-{number:03}", seconds_per_round, dice)
            scenes.append(scene)
            found = _play(scene, fault)
            summary.by_fault.setdefault(fault.name, Found()).add(found)
            if tell:
                after = time.monotonic() - started
                print(f"{after:7.1f} s  {_row(fault.name, found)}", flush=True)
                print(
                    "".join(f"    FAULT {each}\n" for each in found.faults[:5]), end="", flush=True
                )
        server.kill()
        server.start()
        for scene in scenes:
            statements, talks = scene.look()
            summary.at_last.add_statements(statements)
            summary.at_last.add_talks(talks)
    summary.seconds = time.monotonic() - started
    return summary


def _play(scene: Scene, fault: Fault) -> Found:
    scene.begin(fault.patience)
    try:
        scene.warm_up()
        fault.strike(scene)
        recovery = scene.recover()
    finally:
        scene.end()
    found = scene.judge()
    found.recoveries.append(recovery)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seconds-per-round", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", default="", help="faults whose names have this in them")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    faults = [each for each in FAULTS if chosen.only in each.name]
    with tempfile.TemporaryDirectory(prefix="myosotis-fault-") as folder:
        summary = run(
            Path(folder),
            rounds=chosen.rounds,
            seconds_per_round=chosen.seconds_per_round,
            seed=chosen.seed,
            faults=faults,
            tell=True,
        )
    print(summary)
    return 1 if summary.faults else 0


if __name__ == "__main__":
    sys.exit(main())
