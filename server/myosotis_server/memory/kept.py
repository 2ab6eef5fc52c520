"""What pseudonymising leaves: counts that are nobody's, and statements that name nobody."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from myosotis_server.memory.values import MemoryKind

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums over all that was pseudonymised of one tenant.

    `people` were pseudonymised as a whole; `memories` may also be some of a user's. `counts` has,
    by what is counted ("kind", "topic" …), how many memories are of each sort. `moods` has, by UTC
    day since 1970, how many turns of such people had each emotion, by its number.
    """

    people: int = 0
    memories: int = 0
    counts: Mapping[str, Counts] = field(default_factory=dict)
    moods: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def __add__(self, other: "Statistics") -> "Statistics":
        counts = {
            name: dict(Counter(self.counts.get(name, {})) + Counter(other.counts.get(name, {})))
            for name in sorted({*self.counts, *other.counts})
        }
        moods = {
            day: _summed(self.moods.get(day, ()), other.moods.get(day, ()))
            for day in sorted({*self.moods, *other.moods})
        }
        return Statistics(self.people + other.people, self.memories + other.memories, counts, moods)


@dataclass(frozen=True, slots=True)
class KeptStatement:
    """A memory's text in general words alone. Nothing ties it to whoever said it, or to another."""

    content: str
    kind: MemoryKind
    language: str
    year: int
    """In which it was first said, UTC."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What stays of memories that are pseudonymised."""

    statistics: Statistics = Statistics()
    statements: tuple[KeptStatement, ...] = ()


def total(every: Iterable[Statistics]) -> Statistics:
    """The sum of `every`."""
    return sum(every, Statistics())


def _summed(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    length = max(len(one), len(other))
    pad = (0,) * length
    return tuple(a + b for a, b in zip((*one, *pad)[:length], (*other, *pad)[:length], strict=True))
