"""Calls a server from ghz as many callers would, and writes what it bore to docs/load.md.

    python tests/load/run.py [--seconds 120] [--only recall mixed] [--ghz .tools/ghz] [--write]

Each scenario has a fresh server over the same users, is called at the rate of its configuration in
tests/load/at-rate and then by sixteen callers at once, as in tests/load/saturated. ghz runs on the
same cores: what it takes is missing from the rates, the server's CPU and RAM are its own.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bench.stores import Author, opened
from load.asked import MEMORIES, TALKERS, USERS, session, user
from load.measured import Measured
from load.page import write_page
from load.scenarios import SCENARIOS, Ghz, GhzFailed, Load, Scenario
from myosotis import Client, ExtractionMode, Turn
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from running.machine import machine
from running.server import MODELS, REPOSITORY, RunningServer
from running.usage import Usage

MIB = 1 << 20
WARM_UP_SECONDS = 3
REMEMBERS_PER_RECALL = 1 / 9
AT_RATE = 4
"""At a set rate it is called for one such part of the time that it is saturated for."""


def main(wanted: Sequence[str], seconds: int, program: Path, write: bool) -> int:
    measured: list[Measured] = []
    with tempfile.TemporaryDirectory(prefix="myosotis-load-") as folder:
        base = Path(folder) / "base"
        _write_users(base)
        print(f"{'':<40}{'a second':>9}{'p50 ms':>9}{'p99 ms':>9}{'p99/p50':>9}", end="")
        print(f"{'errors':>8}{'cores':>7}{'CPU ms':>8}{'RAM MiB':>9}{'growth':>8}")
        for scenario in SCENARIOS:
            if not wanted or scenario.name in wanted:
                measured += _measured(scenario, base, Path(folder), seconds, program, measured)
    if write:
        write_page(measured, seconds, machine())
    return int(any(outcome.errors for each in measured for outcome in each.outcomes))


def _write_users(folder: Path) -> None:
    author = Author(OnnxEmbedder(MODELS / "multilingual-e5-small", threads=1))
    with closing(opened(folder)) as store:
        author.write(store, [(user(rank), MEMORIES) for rank in range(USERS)])
    server = RunningServer(folder, log_level="error")
    with server, Client(server.address) as client:
        client.wait_ready()
        told = [
            Turn(content="我下周要去杭州出差，有点紧张。"),
            Turn(content="I hope that the talk goes well, I have hardly slept."),
        ]
        for rank in range(TALKERS):
            client.append_turns(
                user(rank), session(user(rank)), told, extraction=ExtractionMode.OFF
            )
        server.stop()
        server.start()


def _measured(
    scenario: Scenario,
    base: Path,
    folder: Path,
    seconds: int,
    program: Path,
    earlier: Sequence[Measured],
) -> list[Measured]:
    data = folder / scenario.name
    shutil.copytree(base, data)
    found = []
    with RunningServer(data, log_level="error", **scenario.settings) as server:
        _call(scenario, Load.AT_RATE, server, WARM_UP_SECONDS, program, folder, None)
        for load in Load:
            rate = _recall_rate(earlier) if load is Load.SATURATED else None
            lasts = seconds if load is Load.SATURATED else max(WARM_UP_SECONDS, seconds // AT_RATE)
            each = _call(scenario, load, server, lasts, program, folder, rate)
            _tell(each)
            found.append(each)
    shutil.rmtree(data)
    return found


def _call(
    scenario: Scenario,
    load: Load,
    server: RunningServer,
    seconds: int,
    program: Path,
    folder: Path,
    recall_rate: float | None,
) -> Measured:
    runs = {name: Ghz(program, load, name, calls, folder) for name, calls in scenario.calls.items()}
    try:
        with Usage(server.pid) as usage:
            for run in runs.values():
                rate = None
                if recall_rate and len(runs) > 1 and run.rate is not None:
                    rate = max(1, round(recall_rate * REMEMBERS_PER_RECALL))
                run.start(server.address, seconds, rate)
            outcomes = [run.outcome() for run in runs.values()]
    finally:
        for run in runs.values():
            run.stop()
    calls = sum(outcome.calls for outcome in outcomes)
    return Measured(
        scenario,
        load,
        outcomes,
        usage.cores,
        1_000 * usage.cpu_seconds / max(calls, 1),
        usage.own_bytes(0.4, 0.6),
        usage.own_bytes(0.8, 1.0),
        usage.resident_bytes,
    )


def _recall_rate(earlier: Sequence[Measured]) -> float | None:
    """Recalls a second that a saturated server answers, if that is known by now."""
    for each in earlier:
        if each.load is Load.SATURATED and each.scenario.name == "recall":
            return each.outcomes[0].rate
    return None


def _tell(each: Measured) -> None:
    for outcome in each.outcomes:
        how = "16 at once" if outcome.wanted is None else f"{outcome.wanted} a second"
        p50, p99 = outcome.percentile(50), outcome.percentile(99)
        print(f"  {outcome.configuration + ', ' + how:<38}{outcome.rate:9.0f}{p50:9.1f}", end="")
        print(f"{p99:9.1f}{outcome.spread:9.1f}", end="")
        print(f"{sum(outcome.errors.values()):8}{each.cores:7.2f}{each.cpu_ms:8.2f}", end="")
        print(f"{each.end / MIB:9.0f}{each.growth:8.1%}", flush=True)
        for name, count in outcome.errors.items():
            print(f"    {count} × {name}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=120, help="of each scenario, saturated")
    parser.add_argument("--only", nargs="+", default=[], choices=[each.name for each in SCENARIOS])
    parser.add_argument("--ghz", type=Path, default=REPOSITORY / ".tools" / "ghz")
    parser.add_argument("--write", action="store_true", help="write docs/load.md")
    options = parser.parse_args()
    if not options.ghz.exists():
        sys.exit(f"there is no {options.ghz}: `make .tools/ghz` builds it")
    try:
        sys.exit(main(options.only, options.seconds, options.ghz, options.write))
    except GhzFailed as failed:
        sys.exit(f"ghz failed:\n{failed}")
