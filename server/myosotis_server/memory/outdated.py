"""Digests that may quote what is no longer so."""

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.selection import Columns
from myosotis_server.memory.values import MemoryKind, MemoryState


def outdated_digests(columns: Columns) -> NDArray[np.bool_]:
    """Which of n memories are digests of a session in which something was said that has ended, [n].

    A digest quotes: "I live in Austin" stands in it whatever has become of that. `columns` [n] are
    COLUMN_DTYPE, or have its fields kind, state and session.
    """
    kinds = columns["kind"]
    outdated = np.zeros(len(kinds), np.bool_)
    digests = np.flatnonzero(kinds == int(MemoryKind.SUMMARY))
    if len(digests):
        ended = columns["session"][columns["state"] == int(MemoryState.SUPERSEDED)]
        outdated[digests] = np.isin(columns["session"][digests], ended[ended != 0])
    return outdated
