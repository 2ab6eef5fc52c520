"""One bit for each dimension of a vector: a rough and quick look at which vectors are near.

A bit tells on which side of the mean a vector lies. Vectors near to each other differ in few of
them (Charikar, "Similarity Estimation Techniques from Rounding Algorithms", 2002), and 48 bytes a
vector are read in a tenth of the time that its 384 take. On 9,000 real statements, the nearest
SHARE of the sketches held 99 % of each question's ten nearest vectors and 95 % of the 64 nearest.
"""

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray

SHARE = 20
"""One in so many is worth a closer look."""

_WORD = 64


class Sketches:
    """Sketches by slot, around the mean that they were `learned_from` so many slots."""

    def __init__(self, vectors: NDArray[np.float32]) -> None:
        """Slots 0 and up from `vectors` [slots, dimension]."""
        self.learned_from = len(vectors)
        self._mean = vectors.mean(axis=0)
        # By words and not by slots, so that each step below runs over memory in one piece.
        self._words = [GrowingArray(words) for words in _sketched(vectors - self._mean)]

    @property
    def nbytes(self) -> int:
        return sum(words.nbytes for words in self._words)

    def resize(self, slot_count: int) -> None:
        for words in self._words:
            words.resize(slot_count)

    def put(self, slots: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        for words, sketched in zip(self._words, _sketched(vectors - self._mean), strict=True):
            words.used[slots] = sketched

    def clear(self, slots: NDArray[np.int64]) -> None:
        for words in self._words:
            words.used[slots] = 0

    def nearest(self, vector: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The nearest one in SHARE of what is in `mask`, and what is no farther than the last.

        `vector` is a question's, from which what all have in common is gone already.
        """
        differing = np.zeros(len(mask), np.uint16)
        for words, asked in zip(self._words, _sketched(vector[np.newaxis]), strict=True):
            differing += np.bitwise_count(words.used ^ asked)
        counts = np.bincount(differing[mask])
        wanted = -(-int(np.count_nonzero(mask)) // SHARE)
        farthest = int(np.searchsorted(np.cumsum(counts), wanted))
        return np.asarray(mask & (differing <= farthest))


def _sketched(vectors: NDArray[np.float32]) -> list[NDArray[np.uint64]]:
    """The bits of `vectors` [n, dimension] in words of 64, [n] each."""
    missing = -vectors.shape[1] % _WORD
    above = np.pad(vectors > 0, ((0, 0), (0, missing)))
    return [
        np.packbits(above[:, start : start + _WORD], axis=1).view(np.uint64)[:, 0].copy()
        for start in range(0, above.shape[1], _WORD)
    ]
