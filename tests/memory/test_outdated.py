"""Digests that may quote what is no longer so."""

import numpy as np

from myosotis_server.memory.outdated import outdated_digests
from myosotis_server.memory.rows import COLUMN_DTYPE
from myosotis_server.memory.values import MemoryKind, MemoryState

FACT, SUMMARY = MemoryKind.FACT, MemoryKind.SUMMARY
ACTIVE, ENDED = MemoryState.ACTIVE, MemoryState.SUPERSEDED


def test_digests_of_a_session_with_something_ended() -> None:
    said = [
        (SUMMARY, ACTIVE, 1),
        (FACT, ENDED, 1),
        (SUMMARY, ACTIVE, 2),
        (FACT, ACTIVE, 2),
        (SUMMARY, ACTIVE, 0),
        (FACT, ENDED, 0),
        (FACT, ACTIVE, 1),
    ]
    columns = np.zeros(len(said), COLUMN_DTYPE)
    for place, (kind, state, session) in enumerate(said):
        columns[place]["kind"], columns[place]["state"] = kind, state
        columns[place]["session"] = session
    assert outdated_digests(columns).tolist() == [True] + [False] * 6


def test_nothing_is_outdated_where_nothing_is_known() -> None:
    assert outdated_digests(np.zeros(0, COLUMN_DTYPE)).tolist() == []
