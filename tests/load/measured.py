"""What came of a scenario under one load, and of all of them together."""

from collections.abc import Sequence
from dataclasses import dataclass

from load.scenarios import Load, Outcome, Scenario

FLAT = 0.02
"""Growth in half of the time that is still the allocator's."""


@dataclass(frozen=True, slots=True)
class Measured:
    """`cores` and `cpu_ms` are of the server, the latter for each call. RAM is in bytes: its own
    half-way and at the end, and the most with the pages of its store."""

    scenario: Scenario
    load: Load
    outcomes: Sequence[Outcome]
    cores: float
    cpu_ms: float
    halfway: int
    end: int
    resident: int

    @property
    def growth(self) -> float:
        """Of RAM in the second half of the time, as a share."""
        return self.end / self.halfway - 1 if self.halfway else 0.0


@dataclass(frozen=True, slots=True)
class Saturation:
    """The worst of saturated servers: `spread` is p99 over p50, `growth` where nothing is added."""

    errors: int
    spread: float
    growth: float

    @classmethod
    def of(cls, measured: Sequence[Measured]) -> "Saturation":
        saturated = [each for each in measured if each.load is Load.SATURATED]
        outcomes = [outcome for each in saturated for outcome in each.outcomes]
        return cls(
            sum(sum(outcome.errors.values()) for outcome in outcomes),
            max((each.spread for each in outcomes), default=0.0),
            max((each.growth for each in saturated if each.scenario.only_reads), default=0.0),
        )

    @property
    def is_flat(self) -> bool:
        return self.growth <= FLAT
