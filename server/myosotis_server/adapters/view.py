"""A user's memories in RAM: columns, vectors, words and labels over one numbering of slots.

A row's `analyzer` is not looked at: words hashed by another version never match, and it is for
whoever builds or changes a view (see view_shelf.py) to have such memories analysed again.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.column_copies import ColumnCopies
from myosotis_server.adapters.faiss_index import COARSE_FROM, VectorIndex, at_least
from myosotis_server.adapters.growing import GrowingArray
from myosotis_server.adapters.label_index import LabelIndex
from myosotis_server.adapters.slot_map import SlotMap
from myosotis_server.adapters.store_format import id_text
from myosotis_server.adapters.turn_links import TurnLinks
from myosotis_server.adapters.word_index import WordIndex
from myosotis_server.memory.ports import Hits, RowChanges, UserHead
from myosotis_server.memory.rows import COLUMN_DTYPE, NEVER, Rows, Terms, columns_of, label_groups
from myosotis_server.memory.selection import Columns, during, select
from myosotis_server.memory.values import Instant, MemoryFilter, MemoryState, TimeRange

Slots = NDArray[np.int64]
Scores = NDArray[np.float32]
Mask = NDArray[np.bool_]


class IndexedView:
    """The `View` port on FAISS and NumPy; exact up to `COARSE_FROM` memories.

    One that failed in `apply` is unusable.
    """

    def __init__(self, head: UserHead, rows: Rows, coarse_from: int = COARSE_FROM) -> None:
        self._head = head
        self._columns = GrowingArray(columns_of(rows.fixed))
        self._filtered = ColumnCopies(self._columns)
        self._alive = GrowingArray(np.ones(len(rows), np.bool_))
        self._active = GrowingArray(_is_active(self._columns.used))
        self._next_expiry = _earliest(self._columns.used)
        self._turns = TurnLinks()
        self._words_seen = GrowingArray(_word_digests(rows))
        self._slots = SlotMap(rows.fixed["memory_id"])
        self._coarse_from = coarse_from
        self._vectors = self._new_vectors(rows.fixed)
        self._words = WordIndex(rows.term_ids, rows.term_frequencies, _term_counts(rows))
        self._labels = LabelIndex(rows.labels, _label_counts(rows))

    @property
    def head(self) -> UserHead:
        return self._head

    @property
    def nbytes(self) -> int:
        parts = (
            self._columns,
            self._alive,
            self._active,
            self._words_seen,
            self._slots,
            self._vectors,
            self._words,
            self._labels,
            self._turns,
            self._filtered,
        )
        return sum(part.nbytes for part in parts) + _FIXED_COST

    @property
    def columns(self) -> NDArray[Any]:
        return self._columns.used

    @property
    def each_column(self) -> Columns:
        return self._filtered

    def apply(self, changes: RowChanges) -> None:
        rows = changes.rows
        dimension = rows.fixed["vector"].shape[1]
        if len(rows) and dimension != self._vectors.dimension:
            if len(self._slots):
                raise ValueError("rows of another dimension than the view's")
            self._vectors = self._new_vectors(rows.fixed[:0])
        self._remove(changes.removed)
        self._put(rows)
        self._head = changes.head

    def note_accesses(self, slots: Slots, time: Instant) -> None:
        columns = self._columns.used
        columns["access_count"][slots] += np.uint32(1)
        columns["last_access_time"][slots] = np.maximum(columns["last_access_time"][slots], time)

    def select(self, wanted: MemoryFilter, now: Instant, as_of: Instant | None) -> Mask:
        if as_of is None and wanted == _EVERYTHING:
            mask = self._active.used.copy()
            if now >= self._next_expiry:
                mask &= now < self._columns.used["expire_time"]
            return mask
        mask = select(self._filtered, self._alive.used, wanted, now, as_of)
        self._labels.narrow(mask, label_groups(wanted))
        return mask

    def during(self, spans: Sequence[TimeRange]) -> Mask:
        return during(self._filtered, spans)

    def search(
        self,
        vector: NDArray[np.float32] | None,
        terms: Terms,
        masks: Sequence[Mask],
        count: int,
    ) -> Hits:
        mask = masks[0] & self._alive.used
        columns = self._columns.used
        chosen = np.zeros(len(mask), np.bool_)
        near = words = None
        ceiling = 0.0
        if vector is not None:
            near, cosines = self._vectors.scan(vector, mask, count)
            chosen[_best(near, cosines, count, columns)] = True
            for part in masks[1:]:
                within = part[near]
                chosen[_best(near[within], cosines[within], count, columns)] = True
        if len(terms.ids):
            words, ceiling = self._words.scores(terms)
            for part in (mask, *masks[1:]) if ceiling else ():
                scores = words * part
                slots = at_least(scores, count)
                slots = slots[scores[slots] > 0]
                chosen[_best(slots, scores[slots], count, columns)] = True
        around = np.concatenate(self.turns_around(np.flatnonzero(chosen)))
        around = around[around >= 0]
        chosen[around[mask[around]]] = True
        found = np.flatnonzero(chosen)
        nothing = np.zeros(len(found), np.float32)
        return Hits(
            found,
            nothing if vector is None or near is None else self._seen(vector, near, cosines, found),
            nothing if words is None else words[found],
            ceiling,
        )

    def _seen(self, vector: Scores, near: Slots, cosines: Scores, slots: Slots) -> Scores:
        """The cosines of `slots`: those of `near`, the others worked out one by one."""
        seen = np.empty(len(slots), np.float32)
        places = np.minimum(np.searchsorted(near, slots), len(near) - 1)
        known = near[places] == slots
        seen[known] = cosines[places[known]]
        if not known.all():
            seen[~known] = self._vectors.cosines(vector, slots[~known])
        return seen

    def cosines(self, slots: Slots, others: Slots) -> Scores:
        return self._vectors.between(slots, others)

    def vectors(self, slots: Slots) -> Scores:
        return self._vectors.vectors(slots)

    def turns_around(self, slots: Slots) -> tuple[Slots, Slots]:
        return self._turns.around(
            slots, self._columns.used, self._alive.used, self._labels.carrying
        )

    def carrying(self, label: int) -> list[str]:
        return sorted(self.memory_ids(self._labels.carrying(label)))

    def slot(self, memory_id: str) -> int | None:
        try:
            key = bytes.fromhex(memory_id.replace("-", ""))
        except ValueError:
            return None
        return self._slots.find(key, self._columns.used["memory_id"])

    def memory_ids(self, slots: Slots) -> list[str]:
        return [id_text(id16) for id16 in self._columns.used["memory_id"][slots].tolist()]

    def _new_vectors(self, fixed: NDArray[Any]) -> VectorIndex:
        return VectorIndex(fixed["vector"], fixed["scale"], self._coarse_from)

    def _remove(self, memory_ids: Iterable[str]) -> None:
        found = {memory_id: self.slot(memory_id) for memory_id in memory_ids}
        gone = {UUID(known).bytes: slot for known, slot in found.items() if slot is not None}
        if not gone:
            return
        slots = np.array([*gone.values()], np.int64)
        self._words.remove(slots)
        self._labels.remove(slots, len(self._slots))
        self._vectors.clear(slots)
        self._turns.touch(self._columns.used["session"][slots])
        self._turns.clear(slots)
        self._columns.used[slots] = np.zeros((), COLUMN_DTYPE)
        self._filtered.renew(slots)
        for flags in (self._alive, self._active):
            flags.used[slots] = False
        self._words_seen.used[slots] = 0
        self._slots.release([*gone], slots)

    def _put(self, rows: Rows) -> None:
        if not len(rows):
            return
        ids = [memory_id.tobytes() for memory_id in rows.fixed["memory_id"]]
        held = [self._slots.find(key, self._columns.used["memory_id"]) for key in ids]
        known = np.array([slot is not None for slot in held])
        slots = np.array(
            [
                self._slots.take(key) if slot is None else slot
                for key, slot in zip(ids, held, strict=True)
            ],
            np.int64,
        )
        self._resize(len(self._slots))
        digests = _word_digests(rows)
        reworded = ~known | (self._words_seen.used[slots] != digests)
        self._words.remove(slots[known & reworded])
        self._labels.remove(slots[known], len(self._slots))

        counts = _term_counts(rows)
        taken = np.repeat(reworded, counts)
        self._words.add(
            slots[reworded], rows.term_ids[taken], rows.term_frequencies[taken], counts[reworded]
        )
        self._labels.add(slots, rows.labels, _label_counts(rows))
        self._vectors.put(slots, rows.fixed["vector"], rows.fixed["scale"])
        columns = columns_of(rows.fixed)
        self._turns.touch(self._columns.used["session"][slots])
        self._turns.touch(columns["session"])
        self._turns.clear(slots)
        self._columns.used[slots] = columns
        self._filtered.renew(slots)
        self._alive.used[slots] = True
        self._active.used[slots] = _is_active(columns)
        self._words_seen.used[slots] = digests
        self._next_expiry = min(self._next_expiry, _earliest(columns))

    def _resize(self, slot_count: int) -> None:
        for array in (self._columns, self._alive, self._active, self._words_seen):
            array.resize(slot_count)
        self._vectors.resize(slot_count)
        self._words.resize(slot_count)


def build_view(head: UserHead, rows: Rows, coarse_from: int = COARSE_FROM) -> IndexedView:
    """A view of `rows`, whose memory ids are distinct, as of `head`."""
    return IndexedView(head, rows, coarse_from)


_EVERYTHING = MemoryFilter()
_FIXED_COST = 8192
"""About what the objects of an empty view take."""


def _best(slots: Slots, scores: Scores, count: int, columns: NDArray[Any]) -> Slots:
    """Those of `slots` with the `count` best `scores`, ties as `_preferred` has them."""
    best = at_least(scores, count)
    if len(best) > count:
        found = scores[best]
        last = found.min()
        tied = slots[best[found == last]]
        better = slots[best[found > last]]
        return np.concatenate([better, _preferred(tied, count - len(better), columns)])
    return slots[best]


def _preferred(slots: Slots, count: int, columns: NDArray[Any]) -> Slots:
    """The `count` of `slots` (more than that) said last, and of equals those of smaller ids."""
    said = columns["update_time"][slots]
    bar = np.partition(said, len(said) - count)[len(said) - count]
    late = slots[said >= bar]
    halves = columns["memory_id"][late].view(">u8").astype(np.uint64).reshape(-1, 2)
    order = np.lexsort((halves[:, 1], halves[:, 0], -columns["update_time"][late]))
    return np.asarray(late[order[:count]], np.int64)


def _is_active(columns: NDArray[Any]) -> Mask:
    return np.asarray(columns["state"] == int(MemoryState.ACTIVE))


def _earliest(columns: NDArray[Any]) -> int:
    return int(columns["expire_time"].min(initial=NEVER))


def _term_counts(rows: Rows) -> NDArray[np.int64]:
    return np.asarray(rows.fixed["term_count"], np.int64)


def _label_counts(rows: Rows) -> NDArray[np.int64]:
    return np.asarray(rows.fixed["label_count"], np.int64)


def _word_digests(rows: Rows) -> NDArray[np.uint64]:
    """One number per row that stays the same while its words do, so that what is merely said again
    need not be indexed again."""
    mixed = rows.term_ids.astype(np.uint64) << np.uint64(16) | rows.term_frequencies
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        mixed *= np.uint64(multiplier)
        mixed ^= mixed >> np.uint64(33)
    counts = _term_counts(rows)
    ends = np.cumsum(counts)
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed)])
    return np.asarray(sums[ends] - sums[ends - counts])
