"""Who spoke before and after whom, kept until it changes.

The first question sorts all turns. After a change only the sessions that it touched are sorted
again, at the next question.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray
from myosotis_server.memory.dialogue import turns_around

Slots = NDArray[np.int64]


class TurnLinks:
    """The slots around each slot of a view. Not thread-safe."""

    def __init__(self) -> None:
        self._around: tuple[GrowingArray[np.int32], GrowingArray[np.int32]] | None = None
        self._touched: set[int] = set()

    @property
    def nbytes(self) -> int:
        return sum(links.nbytes for links in self._around or ())

    def touch(self, sessions: NDArray[np.uint64]) -> None:
        """Tells that turns of `sessions` are about to come, go or change."""
        if self._around is not None:
            self._touched.update(sessions.tolist())

    def around(
        self,
        slots: Slots,
        columns: NDArray[Any],
        alive: NDArray[np.bool_],
        carrying: Callable[[int], Slots],
    ) -> tuple[Slots, Slots]:
        """The slots before and after each of `slots`, as `dialogue.turns_around` tells them.

        `carrying` gives the slots that carry a label, as all turns of a session do its.
        """
        if self._around is None:
            before, after = turns_around(columns, alive)
            self._around = _kept(before), _kept(after)
        elif self._touched:
            self._sort_again(columns, alive, carrying)
        self._touched.clear()
        before, after = (links.used[slots].astype(np.int64) for links in self._around)
        return before, after

    def clear(self, slots: Slots) -> None:
        """Forgets who was around `slots`, which are freed; their sessions are touched."""
        for links in self._around or ():
            known = slots[slots < len(links)]
            links.used[known] = -1

    def _sort_again(
        self, columns: NDArray[Any], alive: NDArray[np.bool_], carrying: Callable[[int], Slots]
    ) -> None:
        # What merely cites a session carries its label too, and belongs to another one or none.
        turns = [
            said[columns["session"][said] == session]
            for session in self._touched
            if session
            for said in [carrying(session)]
        ]
        for links in self._around or ():
            start = len(links)
            links.resize(len(columns))
            links.used[start:] = -1
        if not turns:  # statements of no session have nothing around them
            return
        slots = np.concatenate(turns)
        found = turns_around(columns[slots], alive[slots])
        for links, places in zip(self._around or (), found, strict=True):
            links.used[slots] = np.where(places < 0, -1, slots[places])


def _kept(slots: Slots) -> GrowingArray[np.int32]:
    return GrowingArray(slots.astype(np.int32))
