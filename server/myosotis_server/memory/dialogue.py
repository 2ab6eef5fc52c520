"""Who answered whom: the turns around a statement tell what it is about."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BEFORE = 0.4
AFTER = 0.2
"""How much the turn before and the turn after count, as a share of a statement's own relevance.

Chosen on LoCoMo's development dialogues, where recall at 10 rises from 0.65 to 0.69.
"""


def turns_around(
    columns: NDArray[Any], alive: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Slots of what was said just before and just after each slot, [slots] each.

    -1 where nothing was, or the same person spoke: a person's statements in a row need not belong
    together, but whoever speaks next answers.
    """
    previous = np.full(len(columns), -1, np.int64)
    following = np.full(len(columns), -1, np.int64)
    said = np.flatnonzero(alive & (columns["session"] != 0))
    keys = columns[said]
    said = said[np.lexsort((keys["memory_id"], keys["create_time"], keys["session"]))]
    one, other = said[:-1], said[1:]
    answers = (columns["session"][one] == columns["session"][other]) & (
        columns["speaker"][one] != columns["speaker"][other]
    )
    previous[other[answers]] = one[answers]
    following[one[answers]] = other[answers]
    return previous, following


def context_part(
    slots: NDArray[np.int64],
    relevance: NDArray[np.float64],
    previous: NDArray[np.int64],
    following: NDArray[np.int64],
) -> NDArray[np.float64]:
    """0 to 1: how relevant the turns around each of n candidates are, [n].

    `slots` rise; `previous` and `following` are the slots around them. A turn that is no candidate
    itself counts for nothing.
    """
    if not len(slots):
        return np.zeros(0)

    def of(neighbours: NDArray[np.int64]) -> NDArray[np.float64]:
        places = np.minimum(np.searchsorted(slots, neighbours), len(slots) - 1)
        return np.where(slots[places] == neighbours, relevance[places], 0.0)

    part = (BEFORE * of(previous) + AFTER * of(following)) / (BEFORE + AFTER)
    return np.asarray(part, np.float64)
