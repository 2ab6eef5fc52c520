"""Postings: for each key (a word, a label) the slots that hold it, each with a small number.

Most lie sorted by key and then by slot, one run per key; the latest ones lie behind in the order
in which they came, and are merged in when they are many. A slot's postings are all on one side.
Nothing is left of a slot that was removed, so slots can be used again.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.growing import GrowingArray

Keys = NDArray[Any]
Slots = NDArray[np.uint32]
Values = NDArray[np.uint16]

RECENT_AT_LEAST = 4096
RECENT_SHARE = 256
"""Recent postings are merged when they exceed RECENT_AT_LEAST + all / RECENT_SHARE."""


@dataclass(frozen=True, slots=True)
class Found:
    """What some keys hold: `slots` and `values` of postings, and how many each key has, `counts`.

    Of each slot, its postings are in the order of the keys.
    """

    slots: Slots
    values: Values
    counts: NDArray[np.int64]
    recent: NDArray[np.int64]
    """Keys of the postings at the end, by place; those before lie in the order of the keys."""

    def spread(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each posting the one of `numbers` [keys] that is its key's."""
        settled = self.counts - np.bincount(self.recent, minlength=len(self.counts))
        return np.concatenate([np.repeat(numbers, settled), numbers[self.recent]])


class Postings:
    """Not thread-safe while it changes."""

    def __init__(self, keys: Keys, slots: Slots, values: Values) -> None:
        """From parallel arrays in the order of slots."""
        self._keys: Keys
        self._starts: NDArray[np.int64]
        self._slots: Slots
        self._values: Values
        self._recent_keys = GrowingArray(keys[:0].copy())
        self._recent_slots = GrowingArray(slots[:0].copy())
        self._recent_values = GrowingArray(values[:0].copy())
        self._sort(keys, slots, values)

    @property
    def nbytes(self) -> int:
        settled = (self._keys, self._starts, self._slots, self._values)
        recent = (self._recent_keys, self._recent_slots, self._recent_values)
        return sum(part.nbytes for part in settled) + sum(part.nbytes for part in recent)

    def add(self, keys: Keys, slots: Slots, values: Values) -> None:
        """Adds postings of slots that have none."""
        self._recent_keys.extend(keys)
        self._recent_slots.extend(slots)
        self._recent_values.extend(values)
        if len(self._recent_keys) > RECENT_AT_LEAST + len(self._slots) // RECENT_SHARE:
            self._merge()

    def remove(self, gone: NDArray[np.bool_]) -> None:
        """Drops all postings of the slots that are `gone`, [slots]."""
        kept = ~gone[self._slots]
        if not kept.all():
            before = np.concatenate([[0], np.cumsum(kept)])
            counts = np.diff(before[self._starts])
            held = counts > 0
            self._keys = self._keys[held]
            self._starts = _starts(counts[held])
            self._slots = self._slots[kept]
            self._values = self._values[kept]
        kept = ~gone[self._recent_slots.used]
        if not kept.all():
            self._recent_keys.keep(kept)
            self._recent_slots.keep(kept)
            self._recent_values.keep(kept)

    def find(self, keys: Keys, most: int | None = None) -> Found:
        """Postings of `keys`, which are distinct and sorted.

        Keys with more than `most` of them are passed over as if they had none, unless all have.
        """
        starts = ends = np.zeros(len(keys), np.int64)
        if len(keys) and len(self._keys):
            places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            known = self._keys[places] == keys
            starts = self._starts[places]
            ends = np.where(known, self._starts[places + 1], starts)
        recent, hits = self._find_recent(keys)
        counts = ends - starts + np.bincount(recent, minlength=len(keys))
        looked_up = np.ones(len(keys), np.bool_) if most is None else counts <= most
        if not counts[looked_up].any():
            looked_up[:] = True
        counts[~looked_up] = 0
        kept = looked_up[recent]
        recent, hits = recent[kept], hits[kept]
        spans = [
            slice(start, end)
            for start, end in zip(starts[looked_up].tolist(), ends[looked_up].tolist(), strict=True)
            if start < end
        ]
        slots = [self._slots[span] for span in spans]
        values = [self._values[span] for span in spans]
        return Found(
            np.concatenate([*slots, self._recent_slots.used[hits]]),
            np.concatenate([*values, self._recent_values.used[hits]]),
            counts,
            recent,
        )

    def slots_of(self, key: Any) -> Slots:
        """The slots that `key` alone has, a number of the keys' type; in the order of `find`."""
        recent: Slots = self._recent_slots.used[self._recent_keys.used == key]
        place = int(self._keys.searchsorted(key))
        if place == len(self._keys) or self._keys[place] != key:
            return recent
        return np.concatenate([self._slots[self._starts[place] : self._starts[place + 1]], recent])

    def _find_recent(self, keys: Keys) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Which of `keys` recent postings have, and where those are; in the order of the keys."""
        latest = self._recent_keys.used
        if not len(keys) or not len(latest):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        places = np.minimum(np.searchsorted(keys, latest), len(keys) - 1)
        hits = np.flatnonzero(keys[places] == latest)
        hits = hits[np.argsort(places[hits], kind="stable")]
        return places[hits], hits

    def _merge(self) -> None:
        keys = np.concatenate(
            [np.repeat(self._keys, np.diff(self._starts)), self._recent_keys.used]
        )
        slots = np.concatenate([self._slots, self._recent_slots.used])
        values = np.concatenate([self._values, self._recent_values.used])
        for recent in (self._recent_keys, self._recent_slots, self._recent_values):
            recent.resize(0)
        self._sort(keys, slots, values)

    def _sort(self, keys: Keys, slots: Slots, values: Values) -> None:
        order = _order(keys)
        sorted_keys = keys[order]
        first = np.ones(len(keys), np.bool_)
        np.not_equal(sorted_keys[1:], sorted_keys[:-1], out=first[1:])
        starts = np.flatnonzero(first)
        self._keys = sorted_keys[starts]
        self._starts = np.concatenate([starts, [len(keys)]]).astype(np.int64)
        self._slots = slots[order]
        self._values = values[order]


def _order(keys: Keys) -> NDArray[np.int64]:
    """A stable sorting order; for 32-bit keys by sorting (key, place) as one number, which is
    three times as fast as a stable argsort."""
    if keys.dtype == np.uint32:
        packed = keys.astype(np.uint64) << np.uint64(32)
        packed |= np.arange(len(keys), dtype=np.uint64)
        packed.sort()
        packed &= np.uint64(0xFFFFFFFF)
        return packed.astype(np.int64)
    return np.argsort(keys, kind="stable")


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
