"""Kills a server again and again while it digests, ends sessions and looks after memories.

    python tests/faults/background_kill_run.py --kills 50 --seconds 100 --users 40 --clients 8

Prints a summary; the exit code is 1 on any fault.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import grpc

from faults.catching_up import catch_up
from faults.converser import Converser
from faults.held import read
from faults.talk_audit import TalkAudit, audit_talks
from faults.talks import Speaker
from myosotis.v1.admin_service_pb2 import RunMaintenanceRequest
from myosotis.v1.admin_service_pb2_grpc import AdminServiceStub
from running.server import RunningServer

QUIET_SHARE = 0.25
"""Share of the kills that come when nobody speaks any more and the server catches up."""
QUIET_SECONDS = 1.0
"""The longest that it then has."""
UPKEEP_MINUTES = 0.02
"""Between one scheduled upkeep and the next, so that kills meet that as well."""
SETTLED_SECONDS = 2.0
"""In which what would be done twice would be done again."""


@dataclass
class Summary:
    kills: int = 0
    seconds: float = 0.0
    calls: Counter[str] = field(default_factory=Counter)
    audit: TalkAudit = field(default_factory=TalkAudit)
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
            f"users checked:          {found.users:,}",
            f"turns acknowledged:     {found.turns:,}",
            f"  of them lost:         {found.turns_lost:,}",
            f"  doubled or displaced: {found.turns_amiss:,}",
            f"never acknowledged:     {found.turns_uncertain:,}, "
            f"{found.turns_uncertain_there:,} are there",
            f"statements told:        {found.statements:,}",
            f"  of them lost:         {found.statements_lost:,}",
            f"  memories doubled:     {found.memories_doubled:,}",
            f"  never said:           {found.memories_strange:,}",
            f"sessions:               {found.sessions:,}, {found.sessions_ended:,} have ended",
            f"  summaries amiss:      {found.sessions_amiss:,}",
            f"digests:                {found.digests:,}",
            f"  digests doubled:      {found.digests_doubled:,}",
            f"  digests missing:      {found.digests_missing:,}",
            f"  of other turns:       {found.digests_strange:,}",
            f"entities:               {found.entities:,}",
            f"  miscounted:           {found.entities_miscounted:,}",
            f"false answers meanwhile: {len(self.trouble):,}",
        ]
        return "\n".join(lines + [f"FAULT {each}" for each in self.faults[:20]])


def run(
    folder: Path,
    *,
    seconds: float,
    kills: int,
    users: int,
    clients: int,
    seed: int,
    patience: float = 180.0,
) -> Summary:
    """Plays the whole of it in `folder`, which must be empty; `kills` must be 3 at least.

    The server is up for `seconds` in which people talk, without the time in which it comes back.
    Then its work in the background must be done within `patience` seconds, and the last kill comes.
    """
    dice = random.Random(seed)
    speakers = [
        Speaker(f"kill-{seed}-{number:03}", ("zh", "en")[number % 2], random.Random(number))
        for number in range(users)
    ]
    ending = threading.Event()
    summary = Summary()
    settings = {"log_level": "warning", "master_key": secrets.token_hex(32)}
    # Slowness is no fault here, and every line that is logged counts as one.
    own = {"maintenance_minutes": UPKEEP_MINUTES, "slow_call_seconds": 0}
    with RunningServer(folder / "data", **own, **settings) as server:
        started = time.monotonic()
        conversers = [
            Converser(server, speakers[number::clients], ending, random.Random(f"{seed} {number}"))
            for number in range(clients)
        ]
        for each in conversers:
            each.start()
        quiet = max(1, round(kills * QUIET_SHARE))
        shares = [dice.uniform(0, 1) for _ in range(kills - quiet - 1)]
        for share in shares:
            _kill(server, seconds * share / sum(shares), summary)
        ending.set()
        for each in conversers:
            each.join()
            summary.trouble += each.trouble
            summary.calls.update(each.calls)
        for _ in range(quiet):
            _kill(server, dice.uniform(0, QUIET_SECONDS), summary)
        with server.channel() as channel:
            catch_up(channel, speakers, patience)
        # What is done must not be done again, neither after a restart nor when it is asked for.
        _kill(server, 0, summary)
        with server.channel() as channel:
            summary.trouble += _look_after(channel, speakers)
            time.sleep(SETTLED_SECONDS)
            for speaker in speakers:
                audit_talks(summary.audit, speaker, read(channel, speaker.user))
        summary.seconds = time.monotonic() - started
        summary.trouble += _warnings(server.stderr)
    return summary


def _kill(server: RunningServer, after: float, summary: Summary) -> None:
    time.sleep(after)
    server.kill()
    summary.kills += 1
    server.start()


def _look_after(channel: grpc.Channel, speakers: Sequence[Speaker]) -> list[str]:
    """Asks for everybody's upkeep; how it failed."""
    failures = []
    for speaker in speakers:
        request = RunMaintenanceRequest(user_id=speaker.user)
        try:
            AdminServiceStub(channel).RunMaintenance(request, timeout=60, wait_for_ready=True)
        except grpc.RpcError as error:
            failures.append(f"{speaker.user}: {error.code()}: {error.details()}")
    return failures


def _warnings(stderr: str) -> list[str]:
    """What the server itself found wrong. A kill may have cut its lines."""
    found = []
    for line in stderr.splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        found.append(f"the server logged {told}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--users", type=int, default=40)
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
