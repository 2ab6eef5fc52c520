"""Where the time of a call goes: each stage notes itself wherever it is, for who began the call.

Nothing is measured where nobody began: in the background, and in streams without an end.
"""

from contextvars import ContextVar
from time import perf_counter
from typing import Literal, NamedTuple, get_args

Stage = Literal[
    "read",
    "embed",
    "judge",
    "lane",
    "thread",
    "view",
    "scan",
    "decrypt",
    "plan",
    "commit",
    "render",
]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""What is said is read by rules; embedded, waiting for the model included; judged by classifiers.
Work waits in its user's lane, and for a thread. A view is brought up to date; scanned for what is
asked; what was found is read and decrypted. A change is planned, which takes views and records in
its turn; and committed. A context is rendered."""

MOST_SPANS = 1_000
"""Noted of one call; of one that goes on and on, as upkeep of everybody, the first ones are."""


class Span(NamedTuple):
    """From `start` to `end` by `time.perf_counter`."""

    stage: Stage
    start: float
    end: float


class Stages:
    """The stages that one call went through. Any thread may note."""

    __slots__ = ("spans",)

    def __init__(self) -> None:
        self.spans: list[Span] = []
        """In the order in which they ended."""

    def seconds(self) -> dict[Stage, float]:
        """How long the call was in each stage; what runs at the same time counts once."""
        seconds: dict[Stage, float] = {}
        until: dict[Stage, float] = {}
        for stage, start, end in sorted(self.spans, key=_start):
            start = max(start, until.get(stage, start))
            if end > start:
                seconds[stage] = seconds.get(stage, 0.0) + end - start
                until[stage] = end
        return seconds


def _start(span: Span) -> float:
    return span.start


_current: ContextVar[Stages | None] = ContextVar("stages", default=None)


def begin() -> Stages:
    """Stages are noted here from now on, in this task and in all that it starts."""
    stages = Stages()
    _current.set(stages)
    return stages


def spent(stage: Stage, since: float) -> None:
    """Notes that `stage` went on from `since`, a `time.perf_counter`, until now."""
    stages = _current.get()
    if stages is not None and len(stages.spans) < MOST_SPANS:
        stages.spans.append(Span(stage, since, perf_counter()))
