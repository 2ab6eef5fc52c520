"""Who answered whom: the turns around a statement tell what it is about."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


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
