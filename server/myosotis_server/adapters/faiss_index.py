"""Which memories lie near a query: 8-bit vectors by slot, scanned by FAISS.

Rows keep a vector as whole numbers q of -127 to 127 and a scale, x = scale * q, and a query is
rounded alike. FAISS then multiplies whole numbers, whose sums float32 holds exactly (up to 2^24),
so that a cosine is the same number on every processor, in every order, and from every path. Scales
differ between rows and are applied afterwards, which is why the scan hands out every product rather
than its own best. Codes lie in a NumPy array of ours: FAISS holds no copy, so a slot that is
cleared is gone.

From `coarse_from` memories on, only those are scanned whose sketches are near (see sketches.py).
"""

from typing import Any

import faiss as typed_faiss
import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray
from myosotis_server.adapters.sketches import Sketches
from myosotis_server.memory.rows import quantise

faiss: Any = typed_faiss  # its stubs lack the scanner, and know only the C++ constructors
faiss.omp_set_num_threads(1)  # requests run beside each other; a scan must not spread over cores

COARSE_FROM = 50_000
"""Memories from which a scan of all takes longer than all else that a recall does."""

RESULT_BLOCK = 65_536
"""Results for which FAISS makes room at a time."""

FEW = 4
"""Where one in so many is chosen, or fewer, they are copied and scanned; of more, all are scanned,
which takes less time than to copy them, or to ask of each whether it is chosen."""

FEWEST = 64
"""Up to so many slots NumPy is done before FAISS has made its scanner; the numbers are the same."""

HEAP = 16
"""Scores of which only the best is looked at first."""

_SIGN = np.uint8(0x80)
"""FAISS keeps q + 128."""
_EXACT_DIMENSIONS = 2**24 // 127**2


class VectorIndex:
    """Vectors by slot; a cleared slot holds zeros. Not thread-safe while it changes."""

    def __init__(
        self,
        vectors: NDArray[np.int8],
        scales: NDArray[np.float32],
        coarse_from: int = COARSE_FROM,
    ) -> None:
        """Slots 0 and up from `vectors` [slots, dimension] and `scales` [slots]."""
        self._dimension = int(vectors.shape[1])
        if self._dimension > _EXACT_DIMENSIONS:
            raise ValueError(f"vectors of {self._dimension} dimensions cannot be compared exactly")
        self._codes = GrowingArray(np.ascontiguousarray(vectors).view(np.uint8) ^ _SIGN)
        self._scales = GrowingArray(scales.astype(np.float32))
        self._quantizer = faiss.ScalarQuantizer(
            self._dimension, faiss.ScalarQuantizer.QT_8bit_direct_signed
        )
        self._coarse_from = coarse_from
        self._sketches: Sketches | None = None
        if self._is_large:
            self._sketch_all()

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def nbytes(self) -> int:
        sketches = self._sketches.nbytes if self._sketches else 0
        return self._codes.nbytes + self._scales.nbytes + sketches

    @property
    def _is_large(self) -> bool:
        return len(self._scales) >= self._coarse_from

    def resize(self, slot_count: int) -> None:
        start = len(self._scales)
        self._codes.resize(slot_count)
        self._codes.used[start:] = _SIGN
        self._scales.resize(slot_count)
        if self._sketches:
            self._sketches.resize(slot_count)

    def put(
        self, slots: NDArray[np.int64], vectors: NDArray[np.int8], scales: NDArray[np.float32]
    ) -> None:
        self._codes.used[slots] = np.ascontiguousarray(vectors).view(np.uint8) ^ _SIGN
        self._scales.used[slots] = scales
        if self._sketches and len(self._scales) < 2 * self._sketches.learned_from:
            self._sketches.put(slots, self.vectors(slots))
        elif self._is_large:
            self._sketch_all()

    def clear(self, slots: NDArray[np.int64]) -> None:
        self._codes.used[slots] = _SIGN
        self._scales.used[slots] = 0
        if self._sketches:
            self._sketches.clear(slots)

    def vectors(self, slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """Unit vectors of `slots`, as far as 8 bits tell them, [slots, dimension]."""
        return self._numbers(slots) * self._scales.used[slots, np.newaxis]

    def scan(
        self, vector: NDArray[np.float32], mask: NDArray[np.bool_], count: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The slots in `mask`, rising, and their cosines to the unit `vector`, [n] each.

        Of a large index only those whose sketches are near, as long as they are `count`.
        """
        if self._sketches and np.count_nonzero(mask) >= self._coarse_from:
            near = self._sketches.nearest(vector, mask)
            if len(near) >= count:
                return near, self._scan(vector, near)
        slots = np.flatnonzero(mask)
        return slots, self._scan(vector, slots)

    def _sketch_all(self) -> None:
        self._sketches = Sketches(self.vectors(np.arange(len(self._scales))))

    def cosines(self, vector: NDArray[np.float32], slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """Cosines of `slots`, the same numbers that a scan gives."""
        if not len(slots):
            return np.empty(0, np.float32)
        scale, query = quantise(vector)
        products = self._numbers(slots) @ query.astype(np.float32)
        return np.asarray(products * self._scales.used[slots] * scale, np.float32)

    def between(self, slots: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.float32]:
        """Cosines of stored vectors to each other, [slots, others]."""
        numbers = self._numbers(slots)
        products = numbers @ (numbers if others is slots else self._numbers(others)).T
        scales = self._scales.used
        return np.asarray(products * scales[slots, np.newaxis] * scales[others], np.float32)

    def _numbers(self, slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """The whole numbers of `slots`, [slots, dimension]."""
        return (self._codes.used[slots] ^ _SIGN).view(np.int8).astype(np.float32)

    def _scan(self, vector: NDArray[np.float32], slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """Cosines of `slots`, which rise, [n]."""
        if len(slots) <= FEWEST:
            return self.cosines(vector, slots)
        scale, query = quantise(vector)
        codes, scales = self._codes.used, self._scales.used
        if len(slots) == len(scales):
            cosines = self._products(query, codes) * scales
        elif len(slots) * FEW > len(scales):
            cosines = self._products(query, codes)[slots] * scales[slots]
        else:
            cosines = self._products(query, codes.take(slots, axis=0)) * scales[slots]
        cosines *= scale
        return cosines

    def _products(self, query: NDArray[np.int8], codes: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Products of `query` with each of `codes`, which is not empty, [codes].

        FAISS's own `range_search` of a flat index decodes vectors one by one and is 25 times slower
        than the scanner that its inverted files use, which is therefore called here.
        """
        numbers = query.astype(np.float32)
        found = faiss.RangeSearchResult(1)
        found.buffer_size = min(len(codes), RESULT_BLOCK)
        part = faiss.RangeSearchPartialResult(found)
        results = part.new_result(0)
        scanner = self._quantizer.select_InvertedListScanner(
            faiss.METRIC_INNER_PRODUCT, None, True, None, False
        )
        try:
            scanner.set_query(faiss.swig_ptr(numbers))
            scanner.set_list(0, 0.0)
            scanner.scan_codes_range(len(codes), faiss.swig_ptr(codes), None, -np.inf, results)
        finally:
            scanner.__swig_destroy__(scanner)  # the binding leaves scanners to their caller
        part.finalize()
        return np.asarray(faiss.rev_swig_ptr(found.distances, len(codes)).copy(), np.float32)


def at_least(scores: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """Places of the best `count` of `scores`, rising, and of whatever equals the last of them."""
    if len(scores) <= count:
        return np.arange(len(scores))
    if count <= 0:
        return np.empty(0, np.int64)
    heaps = len(scores) // HEAP
    if heaps <= count:
        return np.flatnonzero(scores >= _nth_best(scores, count))
    # The best of each heap: as many of them as `count` are no worse than the floor, hence as many
    # of all. Little is left above it, while sorting through all would take ten times as long.
    peaks = scores[: heaps * HEAP].reshape(HEAP, heaps).max(axis=0)
    places = np.flatnonzero(scores >= _nth_best(peaks, count))
    left = scores[places]
    return places[left >= _nth_best(left, count)]


def _nth_best(scores: NDArray[np.float32], place: int) -> np.float32:
    return np.float32(np.partition(scores, len(scores) - place)[-place])
