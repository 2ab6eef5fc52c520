"""Which memories lie near a query: 8-bit vectors by slot, scanned by FAISS.

Rows keep a vector as whole numbers q of -127 to 127 and a scale, x = scale * q, and a query is
rounded alike. FAISS then multiplies whole numbers, whose sums float32 holds exactly (up to 2^24),
so that a cosine is the same number on every processor, in every order, and from every path. Scales
differ between rows and are applied afterwards, which is why the scan hands out every product rather
than its own best. Codes lie in a NumPy array of ours: FAISS holds no copy, so a slot that is
cleared is gone.

From `coarse_from` memories on, a query that no filter narrows looks only into the nearest of some
hundred groups (an inverted file, kept as a group number per slot).
"""

from math import isqrt
from typing import Any

import faiss as typed_faiss
import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray
from myosotis_server.memory.rows import quantise

faiss: Any = typed_faiss  # its stubs lack the scanner, and know only the C++ constructors
faiss.omp_set_num_threads(1)  # requests run beside each other; a scan must not spread over cores

COARSE_FROM = 200_000
"""Memories from which a scan of all takes longer than a recall may."""
PROBED_SHARE = 8
"""One in so many groups is looked into."""
SAMPLE_PER_GROUP = 50
"""Vectors per group that the groups are learned from."""

RESULT_BLOCK = 65_536
"""Results for which FAISS makes room at a time."""

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
        self._groups = _Groups.of(self, np.arange(len(scales))) if self._is_large else None

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def nbytes(self) -> int:
        groups = self._groups.nbytes if self._groups else 0
        return self._codes.nbytes + self._scales.nbytes + groups

    @property
    def _is_large(self) -> bool:
        return len(self._scales) >= self._coarse_from

    def resize(self, slot_count: int) -> None:
        start = len(self._scales)
        self._codes.resize(slot_count)
        self._codes.used[start:] = _SIGN
        self._scales.resize(slot_count)
        if self._groups:
            self._groups.of_slot.resize(slot_count)

    def put(
        self, slots: NDArray[np.int64], vectors: NDArray[np.int8], scales: NDArray[np.float32]
    ) -> None:
        self._codes.used[slots] = np.ascontiguousarray(vectors).view(np.uint8) ^ _SIGN
        self._scales.used[slots] = scales
        if self._groups and len(self._scales) < 2 * self._groups.learned_from:
            self._groups.assign(self, slots)
        elif self._is_large:
            self._groups = _Groups.of(self, np.flatnonzero(self._scales.used))

    def clear(self, slots: NDArray[np.int64]) -> None:
        self._codes.used[slots] = _SIGN
        self._scales.used[slots] = 0

    def vectors(self, slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """Unit vectors of `slots`, as far as 8 bits tell them, [slots, dimension]."""
        codes = (self._codes.used[slots] ^ _SIGN).view(np.int8).astype(np.float32)
        return codes * self._scales.used[slots, np.newaxis]

    def nearest(
        self, vector: NDArray[np.float32], mask: NDArray[np.bool_], count: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Slots and cosines of the `count` within `mask` that are nearest to the unit `vector`.

        In no order, and with more than `count` of them: whatever equals the last is among them.
        """
        if self._groups and np.count_nonzero(mask) >= self._coarse_from:
            near = mask & self._groups.nearest(vector)
            if np.count_nonzero(near) >= count:
                mask = near
        slots, cosines = self._scan(vector, mask)
        best = at_least(cosines, count)
        return slots[best], cosines[best]

    def cosines(self, vector: NDArray[np.float32], slots: NDArray[np.int64]) -> NDArray[np.float32]:
        """Cosines of `slots`, the same numbers that a scan gives."""
        if not len(slots):
            return np.empty(0, np.float32)
        scale, query = quantise(vector)
        codes = (self._codes.used[slots] ^ _SIGN).view(np.int8).astype(np.float32)
        products = codes @ query.astype(np.float32)
        return np.asarray(products * self._scales.used[slots] * scale, np.float32)

    def _scan(
        self, vector: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Slots in `mask`, rising, and their cosines.

        FAISS's own `range_search` of a flat index decodes vectors one by one and is 25 times slower
        than the scanner that its inverted files use, which is therefore called here.
        """
        if not mask.any():
            return np.empty(0, np.int64), np.empty(0, np.float32)
        scale, query = quantise(vector)
        numbers = query.astype(np.float32)
        bitmap = np.packbits(mask, bitorder="little")
        chosen = None if mask.all() else faiss.IDSelectorBitmap(bitmap)
        found = faiss.RangeSearchResult(1)
        found.buffer_size = min(len(mask), RESULT_BLOCK)
        part = faiss.RangeSearchPartialResult(found)
        results = part.new_result(0)
        scanner = self._quantizer.select_InvertedListScanner(
            faiss.METRIC_INNER_PRODUCT, None, True, chosen, False
        )
        try:
            scanner.set_query(faiss.swig_ptr(numbers))
            scanner.set_list(0, 0.0)
            scanner.scan_codes_range(
                len(mask), faiss.swig_ptr(self._codes.used), None, -np.inf, results
            )
        finally:
            scanner.__swig_destroy__(scanner)  # the binding leaves scanners to their caller
        part.finalize()
        if chosen is None:
            slots, scales = np.arange(len(mask)), self._scales.used
        else:
            slots = faiss.rev_swig_ptr(found.labels, results.nres).copy()
            scales = self._scales.used[slots]
        cosines = faiss.rev_swig_ptr(found.distances, results.nres) * scales
        cosines *= scale
        return slots, cosines


def at_least(scores: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """Places of the best `count` of `scores` and of whatever equals the last of them."""
    if len(scores) <= count:
        return np.arange(len(scores))
    if count <= 0:
        return np.empty(0, np.int64)
    return np.flatnonzero(scores >= np.partition(scores, len(scores) - count)[-count])


class _Groups:
    """Some hundred directions, and the one that each slot's vector is nearest to."""

    def __init__(self, centres: Any, of_slot: GrowingArray[np.uint16], learned_from: int) -> None:
        self._centres = centres
        self.of_slot = of_slot
        self.learned_from = learned_from

    @staticmethod
    def of(index: VectorIndex, slots: NDArray[np.int64]) -> "_Groups":
        """Learned from `slots`, always the same from the same."""
        count = max(1, isqrt(len(slots)))
        sample = slots[:: max(1, len(slots) // (count * SAMPLE_PER_GROUP))]
        means = faiss.Kmeans(index.dimension, count, niter=8, spherical=True, seed=1)
        means.train(index.vectors(sample))
        centres = faiss.IndexFlatIP(index.dimension)
        centres.add(means.centroids)
        total = int(slots.max()) + 1
        groups = _Groups(centres, GrowingArray(np.zeros(total, np.uint16)), total)
        groups.assign(index, slots)
        return groups

    @property
    def nbytes(self) -> int:
        return self.of_slot.nbytes + int(self._centres.ntotal * self._centres.d * 4)

    def assign(self, index: VectorIndex, slots: NDArray[np.int64]) -> None:
        for start in range(0, len(slots), 16384):
            part = slots[start : start + 16384]
            _, nearest = self._centres.search(index.vectors(part), 1)
            self.of_slot.used[part] = nearest[:, 0]

    def nearest(self, vector: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which slots are in one of the groups nearest to `vector`."""
        probed = max(1, self._centres.ntotal // PROBED_SHARE)
        _, groups = self._centres.search(vector[np.newaxis], probed)
        wanted = np.zeros(self._centres.ntotal, np.bool_)
        wanted[groups[0]] = True
        return wanted[self.of_slot.used]
