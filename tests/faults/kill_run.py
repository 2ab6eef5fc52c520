"""Kills a server again and again under load, then compares what it holds with what it promised.

    python tests/faults/kill_run.py --seconds 60 --kills 5 --users 200 --clients 8

Prints a summary; the exit code is 1 on any fault.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.ledger import Audit, Ledger, audit
from faults.talker import Talker
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
from running.server import RunningServer


@dataclass
class Summary:
    kills: int = 0
    seconds: float = 0.0
    calls: dict[str, int] = field(default_factory=dict)
    audit: Audit = field(default_factory=Audit)
    trouble: list[str] = field(default_factory=list)
    """What went wrong while it ran: answers that were false or failures that no kill explains."""

    @property
    def faults(self) -> list[str]:
        return self.trouble + self.audit.faults

    def __str__(self) -> str:
        found = self.audit
        calls = ", ".join(f"{name} {count:,}" for name, count in sorted(self.calls.items()))
        lines = [
            f"{self.kills} kills in {self.seconds:.0f} s; calls answered: {calls}",
            f"users checked:           {found.users:,}",
            f"statements acknowledged: {found.acknowledged:,}",
            f"  of them lost:          {found.lost:,}",
            f"  of them doubled:       {found.doubled:,}",
            f"never acknowledged:      {found.uncertain:,}, {found.uncertain_there:,} are there",
            f"half-written:            {found.half_written:,}",
            f"never said:              {found.strange:,}",
            f"forgotten:               {found.forgotten:,}, {found.back:,} of them came back",
            f"wrong mention counts:    {found.miscounted:,}",
            f"false answers meanwhile: {len(self.trouble):,}",
        ]
        return "\n".join(lines + [f"FAULT {each}" for each in self.faults[:20]])


def run(
    folder: Path, *, seconds: float, kills: int, users: int, clients: int, seed: int
) -> Summary:
    """Plays the whole of it in `folder`, which must be empty. The last kill ends the traffic.

    The server is up for `seconds`, without the time in which it comes back.
    """
    ledger = Ledger([f"kill-user-{seed}-{number:03}" for number in range(users)])
    ending = threading.Event()
    summary = Summary()
    dice = random.Random(seed)
    with RunningServer(folder / "data", log_level="error") as server:
        started = time.monotonic()
        talkers = [
            Talker(server, ledger, ending, random.Random(seed * 1_000 + number))
            for number in range(clients)
        ]
        for talker in talkers:
            talker.start()
        shares = [dice.uniform(0.5, 1.5) for _ in range(kills)]
        for turn, share in enumerate(shares, 1):
            time.sleep(seconds * share / sum(shares))
            if turn == kills:
                ending.set()
            server.kill()
            summary.kills += 1
            server.start()
        for talker in talkers:
            talker.join()
        summary.seconds = time.monotonic() - started
        for talker in talkers:
            summary.trouble += talker.trouble
            for name, count in talker.calls.items():
                summary.calls[name] = summary.calls.get(name, 0) + count
        server.kill()
        server.start()
        with server.channel() as channel:
            summary.audit = audit(ledger, MemoryServiceStub(channel))
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="myosotis-kill-") as folder:
        summary = run(Path(folder), **vars(chosen))
    print(summary)
    return 1 if summary.faults else 0


if __name__ == "__main__":
    sys.exit(main())
