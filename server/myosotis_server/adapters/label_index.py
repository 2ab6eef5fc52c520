"""Which memories carry a label: tags, sessions, subjects and other names that filters compare."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.postings import Postings


class LabelIndex:
    """Hashed labels by slot. Not thread-safe while it changes."""

    def __init__(self, labels: NDArray[np.uint64], label_counts: NDArray[np.int64]) -> None:
        """Slots 0 and up, of which the i-th has the next `label_counts[i]` labels."""
        slots = np.arange(len(label_counts), dtype=np.uint32)
        self._postings = Postings(
            labels, np.repeat(slots, label_counts), np.zeros(len(labels), np.uint16)
        )

    @property
    def nbytes(self) -> int:
        return self._postings.nbytes

    def add(
        self,
        slots: NDArray[np.int64],
        labels: NDArray[np.uint64],
        label_counts: NDArray[np.int64],
    ) -> None:
        """Puts memories into `slots`, which are empty."""
        self._postings.add(
            labels,
            np.repeat(slots.astype(np.uint32), label_counts),
            np.zeros(len(labels), np.uint16),
        )

    def remove(self, slots: NDArray[np.int64], slot_count: int) -> None:
        """Empties `slots` of `slot_count`."""
        if len(slots):
            gone = np.zeros(slot_count, np.bool_)
            gone[slots] = True
            self._postings.remove(gone)

    def carrying(self, label: int) -> NDArray[np.int64]:
        """Slots that carry `label`."""
        return self._postings.slots_of(np.uint64(label)).astype(np.int64)

    def narrow(self, mask: NDArray[np.bool_], groups: Sequence[NDArray[np.uint64]]) -> None:
        """Clears in `mask` the slots that lack every label of one of `groups`."""
        for group in groups:
            carries = np.zeros(len(mask), np.bool_)
            carries[self._postings.find(group).slots] = True
            mask &= carries
