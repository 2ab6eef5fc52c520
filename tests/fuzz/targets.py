"""What is fuzzed, and how a failure is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from fuzz.mutation import mutated


class Finding(AssertionError):
    """Something that the product must not do, in words that hold nothing of the input."""


@dataclass(frozen=True)
class Target:
    """One thing to be fuzzed. Any bytes are a case of it.

    `check` raises for a case that fails, whatever it raises. `seeds` are cases that get far, to
    begin from; `words` are pieces that mean something to it; `make`, where there is one, makes
    cases by what it knows of their form.
    """

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], Sequence[bytes]]
    words: Sequence[bytes] = ()
    make: Callable[[Random], bytes] | None = None
    longest: int = 4_096

    def case(self, random: Random, seeds: Sequence[bytes]) -> bytes:
        """A new case: made, or some of `seeds` changed."""
        if self.make is not None and (not seeds or random.random() < 0.7):
            return self.make(random)
        return mutated(random, seeds, self.words, self.longest)


def within(seconds: float, work: Callable[[], object]) -> None:
    """Finding if `work` takes more CPU time than `seconds`, three times in a row."""
    for _ in range(3):
        began = time.process_time()
        work()
        if time.process_time() - began <= seconds:
            return
    raise Finding("takes too long for its length")
