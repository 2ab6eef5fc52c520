"""An array with spare room at its end, so that adding rows one by one costs little."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)

GROWTH = 1.25
"""Room is made for a quarter more: views are many and mostly still, so spare room is kept small."""


class GrowingArray(Generic[Scalar]):
    """Rows that can be appended and dropped at the end; new rows are zeros."""

    __slots__ = ("_room", "_size")

    def __init__(self, first: NDArray[Scalar]) -> None:
        """Takes over `first`."""
        self._room = first
        self._size = len(first)

    def __len__(self) -> int:
        return self._size

    @property
    def used(self) -> NDArray[Scalar]:
        """A window onto the rows, good until the next change of size."""
        return self._room[: self._size]

    @property
    def nbytes(self) -> int:
        return self._room.nbytes

    def resize(self, size: int) -> None:
        if size > len(self._room):
            room = np.zeros(
                (max(size, int(len(self._room) * GROWTH) + 8), *self._room.shape[1:]),
                self._room.dtype,
            )
            room[: self._size] = self.used
            self._room = room
        elif size < self._size:
            self._room[size : self._size] = np.zeros((), self._room.dtype)
        self._size = size

    def extend(self, rows: NDArray[Scalar]) -> None:
        start = self._size
        self.resize(start + len(rows))
        self.used[start:] = rows

    def keep(self, kept: NDArray[np.bool_]) -> None:
        """Drops the rows that are not `kept`, and leaves nothing of them behind."""
        rows = self.used[kept]
        self._room[: len(rows)] = rows
        self.resize(len(rows))
