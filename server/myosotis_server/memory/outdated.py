"""Digests that may quote what is no longer so."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.values import MemoryKind, MemoryState


def outdated_digests(columns: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of n memories are digests of a session in which something was said that has ended, [n].

    A digest quotes: "I live in Austin" stands in it whatever has become of that. `columns` [n] are
    COLUMN_DTYPE, or have its fields kind, state and session.
    """
    digests = columns["kind"] == MemoryKind.SUMMARY
    if not digests.any():
        return np.asarray(digests, np.bool_)
    ended = columns["session"][columns["state"] == MemoryState.SUPERSEDED]
    return np.asarray(digests & np.isin(columns["session"], ended[ended != 0]), np.bool_)
