"""Which slot holds which memory, at 12 bytes a memory.

A dict of 16-byte ids would take 120. So the first halves of the ids lie sorted beside their slots,
and only the latest ids are in a dict, to be sorted in when they are many. The whole ids are in the
columns of the view, and are compared there.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[Any]

RECENT_AT_LEAST = 256
RECENT_SHARE = 16
"""Recent ids are sorted in when they exceed RECENT_AT_LEAST + all / RECENT_SHARE."""


class SlotMap:
    """Hands out slots from 0 up and uses freed ones again. Not thread-safe while it changes."""

    def __init__(self, ids: Ids) -> None:
        """Slots 0 and up hold the distinct `ids`, V16 [slots]."""
        heads = np.ascontiguousarray(ids).view(">u8")[::2].astype(np.uint64)
        order = np.argsort(heads, kind="stable")
        self._heads = heads[order]
        self._slots = order.astype(np.uint32)
        self._recent: dict[bytes, int] = {}
        self._free: list[int] = []
        self._slot_count = len(ids)

    def __len__(self) -> int:
        """Slots handed out so far, freed ones included."""
        return self._slot_count

    @property
    def nbytes(self) -> int:
        return (
            self._heads.nbytes
            + self._slots.nbytes
            + 120 * len(self._recent)  # bytes, number and the dict's entry
            + 40 * len(self._free)
        )

    def find(self, memory_id: bytes, ids: Ids) -> int | None:
        """The slot of `memory_id`, where `ids` is what each slot holds."""
        slot = self._recent.get(memory_id)
        if slot is not None or not len(self._heads):
            return slot
        head = np.uint64(_head(memory_id))
        for place in range(int(np.searchsorted(self._heads, head)), len(self._heads)):
            if self._heads[place] != head:
                break
            slot = int(self._slots[place])
            if ids[slot].tobytes() == memory_id:
                return slot
        return None

    def take(self, memory_id: bytes) -> int:
        """A slot for `memory_id`, which has none."""
        if self._free:
            slot = self._free.pop()
        else:
            slot = self._slot_count
            self._slot_count += 1
        self._recent[memory_id] = slot
        if len(self._recent) > RECENT_AT_LEAST + len(self._slots) // RECENT_SHARE:
            self._sort_in()
        return slot

    def release(self, memory_ids: Sequence[bytes], slots: NDArray[np.int64]) -> None:
        """Takes back the slots of `memory_ids`."""
        gone = np.zeros(self._slot_count, np.bool_)
        gone[slots] = True
        for memory_id in memory_ids:
            self._recent.pop(memory_id, None)
        kept = ~gone[self._slots]
        self._heads, self._slots = self._heads[kept], self._slots[kept]
        self._free.extend(slots.tolist())

    def _sort_in(self) -> None:
        heads = np.array([_head(memory_id) for memory_id in self._recent], np.uint64)
        heads = np.concatenate([self._heads, heads])
        slots = np.concatenate([self._slots, np.array([*self._recent.values()], np.uint32)])
        order = np.argsort(heads, kind="stable")
        self._heads, self._slots = heads[order], slots[order]
        self._recent = {}


def _head(memory_id: bytes) -> int:
    return int.from_bytes(memory_id[:8], "big")
