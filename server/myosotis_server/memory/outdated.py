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
    outdated = np.zeros(len(columns), np.bool_)
    digests = np.flatnonzero(columns["kind"] == int(MemoryKind.SUMMARY))
    if len(digests):
        ended = columns["session"][columns["state"] == int(MemoryState.SUPERSEDED)]
        outdated[digests] = np.isin(columns["session"][digests], ended[ended != 0])
    return outdated
