"""Columns that filters read, each in one piece.

In the view's rows the values of one column lie 136 bytes apart, so that reading one of them fetches
most of the memory that all of them take: a millisecond for 100,000 rows instead of 30 µs.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray


class ColumnCopies:
    """Copies of columns by name, made when one is first asked for. Not thread-safe."""

    def __init__(self, rows: GrowingArray[Any]) -> None:
        self._rows = rows
        self._copies: dict[str, GrowingArray[Any]] = {}

    @property
    def nbytes(self) -> int:
        return sum(copy.nbytes for copy in self._copies.values())

    def __getitem__(self, name: str) -> NDArray[Any]:
        copy = self._copies.get(name)
        if copy is None:
            copy = self._copies[name] = GrowingArray(np.ascontiguousarray(self._rows.used[name]))
        return copy.used

    def renew(self, slots: NDArray[np.int64]) -> None:
        """Copies `slots` again, which have changed."""
        for name, copy in self._copies.items():
            copy.resize(len(self._rows))
            copy.used[slots] = self._rows.used[name][slots]
