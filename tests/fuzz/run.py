"""Fuzzes for a while, tells what was found, and keeps the cases that failed.

    python tests/fuzz/run.py --minutes 10 --seed 1 [--only reading,times] [--out folder]

Each target takes its turn for a few seconds, again and again. A case that fails is made shorter
and written to the folder; `--replay file` runs one again.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

if __name__ == "__main__":  # as a script, tests/ is not where modules are looked for
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.every_target import all_targets
from fuzz.targets import Finding, Target
from running.effort import ending_within

TURN_SECONDS = 15.0
MOST_SECONDS = 8.0
"""Of CPU that one case may take: what takes more may never end."""
MOST_FAILURES = 8
"""Of one target; then it is left alone, for it would only fail again and again."""


@dataclass
class Tally:
    """What became of one target."""

    cases: int = 0
    seconds: float = 0.0
    failures: dict[str, bytes] = field(default_factory=dict)
    """What failed, by its signature: where, and as what."""


def failure(target: Target, data: bytes) -> tuple[str, str] | None:
    """How `data` fails: its signature and all that is told of it; None where it does not."""
    try:
        with ending_within(MOST_SECONDS):
            target.check(data)
    except Finding as found:
        return str(found), traceback.format_exc()
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-3:]))
        return f"{type(error).__name__} at {where}", traceback.format_exc()
    return None


def shortened(target: Target, data: bytes, signature: str, seconds: float = 20.0) -> bytes:
    """`data` without what its failure does not need, as far as that is found in time."""
    end, size = time.monotonic() + seconds, max(1, len(data) // 2)
    while size and time.monotonic() < end:
        place = 0
        while place < len(data) and time.monotonic() < end:
            rest = data[:place] + data[place + size :]
            failed = failure(target, rest)
            if failed is not None and failed[0] == signature:
                data = rest
            else:
                place += size
        size //= 2
    return data


def fuzz(
    target: Target, seeds: Sequence[bytes], random: Random, seconds: float, tally: Tally, out: Path
) -> None:
    """Tries cases of `target` until the time is over."""
    began = time.monotonic()
    while (now := time.monotonic()) - began < seconds and len(tally.failures) < MOST_FAILURES:
        data = target.case(random, seeds)
        failed = failure(target, data)
        tally.cases += 1
        if failed is not None and failed[0] not in tally.failures:
            tally.failures[failed[0]] = keep(target, data, failed, out, len(tally.failures))
    tally.seconds += now - began


def keep(target: Target, data: bytes, failed: tuple[str, str], out: Path, number: int) -> bytes:
    """Writes a case that failed, and how."""
    short = shortened(target, data, failed[0])
    out.mkdir(parents=True, exist_ok=True)
    stem = f"{target.name}-{number}-{int(time.time())}"
    (out / f"{stem}.bin").write_bytes(short)
    (out / f"{stem}.txt").write_text(f"{failed[0]}\n{short[:2_000]!r}\n\n{failed[1]}", "utf-8")
    print(f"FOUND {target.name}: {failed[0]}\n  {short[:300]!r}", flush=True)
    return short


def summary(tallies: dict[str, Tally]) -> str:
    """One line a target."""
    lines = [f"{'target':<16}{'cases':>10}{'minutes':>9}{'findings':>10}"]
    for name, tally in tallies.items():
        minutes = tally.seconds / 60
        lines.append(f"{name:<16}{tally.cases:>10}{minutes:>9.1f}{len(tally.failures):>10}")
    total = sum(tally.seconds for tally in tallies.values()) / 60
    cases = sum(tally.cases for tally in tallies.values())
    found = sum(len(tally.failures) for tally in tallies.values())
    return "\n".join((*lines, f"{'all':<16}{cases:>10}{total:>9.1f}{found:>10}"))


def main() -> int:
    """1 if anything was found, else 0."""
    arguments = _arguments()
    with ExitStack() as open_until_the_end:
        wanted = set(arguments.only.split(",")) if arguments.only else None
        targets = all_targets(open_until_the_end, wanted)
        if arguments.replay:
            return _replay(targets, arguments.replay)
        random, tallies = Random(arguments.seed), {target.name: Tally() for target in targets}
        seeds = {target.name: target.seeds() for target in targets}
        end = time.monotonic() + 60 * arguments.minutes
        turn = min(TURN_SECONDS, 60 * arguments.minutes / len(targets))
        while (left := end - time.monotonic()) > 0:
            for target in targets:
                name, tally = target.name, tallies[target.name]
                fuzz(target, seeds[name], random, min(turn, left), tally, arguments.out)
            arguments.out.mkdir(parents=True, exist_ok=True)
            (arguments.out / f"summary-{arguments.seed}.txt").write_text(summary(tallies) + "\n")
            if all(len(tally.failures) >= MOST_FAILURES for tally in tallies.values()):
                break
    print(summary(tallies), f"seed {arguments.seed}", sep="\n", flush=True)
    return int(any(tally.failures for tally in tallies.values()))


def _replay(targets: Sequence[Target], path: Path) -> int:
    (target,) = targets
    failed = failure(target, path.read_bytes())
    print(failed[1] if failed else "passes")
    return int(failed is not None)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="names of targets, with commas between them")
    parser.add_argument("--out", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--replay", type=Path, help="a case to run again; --only names its target")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
