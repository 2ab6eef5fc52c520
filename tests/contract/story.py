"""What a story is: talk over weeks, and what must be known at each step of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

Phrase = tuple[str, ...]
"""Any one of these."""


@dataclass(frozen=True, slots=True)
class Phrases:
    has: tuple[Phrase, ...] = ()
    lacks: tuple[str, ...] = ()

    def faults(self, where: str, text: str) -> list[str]:
        """One line for each phrase that `text` lacks, or has though it must not."""
        told = text.casefold()
        missing = [
            f"{where}: no {' / '.join(phrase)}"
            for phrase in self.has
            if not any(each.casefold() in told for each in phrase)
        ]
        return missing + [
            f"{where}: has {phrase}" for phrase in self.lacks if phrase.casefold() in told
        ]


@dataclass(frozen=True, slots=True)
class ContextCheck:
    """What GetContext gives; `text` is looked for in the text and in the messages, one by one."""

    session: str
    query: str = ""
    budget: int = 0
    profile: Phrases = Phrases()
    recent: Phrases = Phrases()
    relevant: Phrases = Phrases()
    text: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class RecallCheck:
    """`first` is in the best memory, `top` in one of the best three, `lacks` in none of ten."""

    ask: str
    first: Phrase = ()
    top: tuple[Phrase, ...] = ()
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoriesCheck:
    """Of ListMemories.

    `attributes` gives the only value that the user's active memories of a slot have, `ended` is in
    a superseded memory and in no active one but digests, `dated` in a memory whose event is on that
    local day.
    """

    has: tuple[Phrase, ...] = ()
    lacks: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    attributes: Mapping[str, Phrase] = field(default_factory=dict)
    dated: Mapping[str, date] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrendCheck:
    """Of GetEmotionTrend over the last `days` local days, today included.

    `turned` is the day from which valence was, on the average, better (`slope` rising) or worse
    (falling) than before it.
    """

    days: int
    dominant: str = ""
    slope: str = ""
    turned: date | None = None
    summary: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class ProfileCheck:
    facts: Phrases = Phrases()
    preferences: Phrases = Phrases()
    habits: Phrases = Phrases()
    values: Phrases = Phrases()
    topics: Phrases = Phrases()
    summary: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class NeighborsCheck:
    """What is within `hops` of the entity called `of`; of the user themselves if "user"."""

    of: str
    hops: int = 1
    has: tuple[Phrase, ...] = ()
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionsCheck:
    """`ended` have an end; topics have and lack phrases."""

    ended: tuple[str, ...] = ()
    topics: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class Check:
    """`nowhere` is in nothing that any RPC gives of the user, exports and revisions included."""

    at: datetime
    name: str
    context: ContextCheck | None = None
    recall: tuple[RecallCheck, ...] = ()
    memories: MemoriesCheck | None = None
    trend: TrendCheck | None = None
    profile: ProfileCheck | None = None
    entities: Phrases = Phrases()
    neighbors: tuple[NeighborsCheck, ...] = ()
    sessions: SessionsCheck | None = None
    turns: Phrases = Phrases()
    nowhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    speaker: str
    content: str


@dataclass(frozen=True, slots=True)
class Talk:
    at: datetime
    session: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class End:
    at: datetime
    session: str


@dataclass(frozen=True, slots=True)
class Maintain:
    at: datetime


@dataclass(frozen=True, slots=True)
class Forget:
    """By `query`, or what the talk before asked for if there is none."""

    at: datetime
    query: str = ""


Step = Talk | End | Maintain | Forget | Check


@dataclass(frozen=True, slots=True)
class Story:
    name: str
    about: str
    language: str
    steps: tuple[Step, ...]

    @property
    def lines(self) -> list[Line]:
        return [line for step in self.steps if isinstance(step, Talk) for line in step.lines]

    @property
    def checks(self) -> list[Check]:
        return [step for step in self.steps if isinstance(step, Check)]
