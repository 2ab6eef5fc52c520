"""What an evaluation set is made of: users, what they said, and what is asked afterwards."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from myosotis import NewMemory


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are the turn ids of the statements that answer it; none if nothing does."""

    text: str
    category: str
    evidence: frozenset[str]
    counted: bool = True
    """Whether it counts in the set's own figures, beside its category's."""


@dataclass(slots=True)
class Case:
    """One user: what was said, by session and in order, and what is asked afterwards."""

    user_id: str
    sessions: dict[str, list[NewMemory]] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    time_zone: str = ""

    @property
    def statements(self) -> list[NewMemory]:
        return [statement for session in self.sessions.values() for statement in session]


@dataclass(frozen=True, slots=True)
class Dataset:
    """An evaluation set, and what its readers must know of it."""

    key: str
    title: str
    read: Callable[[Path], Iterable[Case]]
    """Takes the folder `folder`."""
    about: str
    """A paragraph: what it is, how it is fed, its source and its licence."""
    folder: str = ""
    """Where it lies in the data folder; empty if it lies beside this file."""
    depths: tuple[int, ...] = (5, 10, 20)
    headline: int = 5
    """The depth of the set's own figure."""
    variant_of: str = ""
    """The set of the same questions, if it is that set fed in another way."""
    associative: bool = False
    """Whether nothing is asked, so that it is also measured with that mode set."""

    @property
    def metric(self) -> str:
        return measure_name(self.headline)


def measure_name(depth: int) -> str:
    """Where one statement answers, whether it comes first is called a hit."""
    return f"recall@{depth}" if depth > 1 else "hit@1"
