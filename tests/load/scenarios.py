"""What is called together, on which server, and how ghz is told to."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from load import asked
from load.asked import Asked
from running.server import REPOSITORY

CONFIGURATIONS = Path(__file__).parent
MOST_PER_SECOND = 600
"""So many calls are made ready for each second; faster ones begin again from the first."""
MIB = 1 << 20


class Load(StrEnum):
    """The folders of configurations."""

    AT_RATE = "at-rate"
    SATURATED = "saturated"


@dataclass(frozen=True, slots=True)
class Scenario:
    """Calls made side by side, by the names of their configurations, of a server of its own."""

    name: str
    title: str
    calls: Mapping[str, Asked]
    settings: Mapping[str, object] = field(default_factory=dict)
    only_reads: bool = False


SCENARIOS = (
    Scenario("recall", "recall, new questions", {"recall": asked.recalls}, only_reads=True),
    Scenario(
        "recall-again",
        "recall, known questions",
        {"recall-again": asked.recalls_again},
        only_reads=True,
    ),
    Scenario(
        "recall-cold",
        "recall, users not in RAM",
        {"recall-cold": asked.recalls_cold},
        {"view_budget_bytes": MIB},
        only_reads=True,
    ),
    Scenario("remember", "remember, durable", {"remember": asked.remembers}),
    Scenario(
        "mixed",
        "mixed 90/10",
        {"mixed-recall": asked.recalls, "mixed-remember": asked.remembers},
    ),
    Scenario("append-turns", "append turns", {"append-turns": asked.turns}),
    Scenario("context", "context", {"context": asked.contexts}, only_reads=True),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What ghz saw of the calls of one configuration: times are in milliseconds.

    `wanted` is the rate that was set, None where each caller calls again at once.
    """

    configuration: str
    wanted: int | None
    times: Sequence[float]
    rate: float
    errors: Mapping[str, int]

    @property
    def calls(self) -> int:
        return len(self.times) + sum(self.errors.values())

    @property
    def spread(self) -> float:
        """p99 over p50."""
        return self.percentile(99) / self.percentile(50) if len(self.times) else 0.0

    def percentile(self, percent: float) -> float:
        return float(np.percentile(self.times, percent)) if len(self.times) else 0.0


class GhzFailed(Exception):
    """It ended with an error; what it wrote is the message."""


class Ghz:
    """One run of ghz, from `start` to `outcome`."""

    def __init__(
        self, program: Path, load: Load, configuration: str, calls: Asked, folder: Path
    ) -> None:
        self._program = program
        self._configuration = configuration
        self._file = CONFIGURATIONS / load / f"{configuration}.json"
        self._set: dict[str, Any] = json.loads(self._file.read_text(encoding="utf-8"))
        self._calls = calls
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def start(self, address: str, seconds: int, rate: int | None = None) -> None:
        """Calls `address` for so long, at another rate than is set if one is given."""
        wanted = self.rate if rate is None else rate
        if rate is not None and self.rate is None:
            raise ValueError(f"{self._file} sets no rate that could be another")
        self._set["rps"] = wanted
        a_second = wanted or MOST_PER_SECOND
        data = self._folder / f"{self._configuration}.data.json"
        messages = self._calls(a_second * seconds)
        data.write_text(json.dumps(messages, ensure_ascii=False), encoding="utf-8")
        command = [str(self._program), "--config", str(self._file), "--data-file", str(data)]
        command += ["--duration", f"{seconds}s", "--format", "json", "--output", str(self._report)]
        if rate is not None:
            command += ["--rps", str(rate)]
        self._process = subprocess.Popen(
            [*command, address],
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def rate(self) -> int | None:
        """Calls a second that are wanted, None where each caller calls again at once."""
        return self._set.get("rps")

    def outcome(self) -> Outcome:
        """Waits for its end. GhzFailed where that was not what was to be."""
        assert self._process is not None, "it must be started"
        _, complaint = self._process.communicate()
        if self._process.returncode:
            raise GhzFailed(complaint[-2_000:])
        report = json.loads(self._report.read_text(encoding="utf-8"))
        details = report["details"]
        statuses = report["statusCodeDistribution"]
        return Outcome(
            self._configuration,
            self.rate,
            [call["latency"] / 1e6 for call in details if call["status"] == "OK"],
            report["rps"],
            {name: count for name, count in statuses.items() if name != "OK"},
        )

    def stop(self) -> None:
        """Ends it, if it runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    @property
    def _report(self) -> Path:
        return self._folder / f"{self._configuration}.report.json"
