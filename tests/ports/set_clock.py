"""Time and randomness that tests decide."""

import itertools
from uuid import UUID

from myosotis_server.memory.values import Instant
from ports.builders import NOW


class SetClock:
    """Stands still until it is moved."""

    def __init__(self, start: Instant = NOW) -> None:
        self._now = start

    def now(self) -> Instant:
        return self._now

    def advance(self, microseconds: int) -> None:
        if microseconds < 0:
            raise ValueError("time does not go backwards")
        self._now += microseconds


class CountedRandomness:
    """The same UUIDs in the same order each time."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def uuid(self) -> UUID:
        return UUID(int=next(self._numbers) << 64, version=4)
