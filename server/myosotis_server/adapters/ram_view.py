"""The naive twin of `IndexedView`: what it must answer, in loops read off the contract."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.ports import Hits, RowChanges, UserHead
from myosotis_server.memory.rows import (
    COLUMN_DTYPE,
    UNKNOWN,
    Rows,
    Terms,
    columns_of,
    label_groups,
    quantise,
)
from myosotis_server.memory.values import Instant, MemoryFilter, MemoryState, TimeRange

K1 = 0.8
B = 0.4


@dataclass(slots=True)
class _Row:
    fields: NDArray[Any]
    """One row of COLUMN_DTYPE."""
    vector: list[int]
    terms: dict[int, int]
    labels: set[int]

    @property
    def length(self) -> int:
        return sum(self.terms.values())


class PlainView:
    """The `View` port in plain lists, one slot per memory, in the order in which they came."""

    def __init__(self, head: UserHead, rows: Rows) -> None:
        self._head = head
        self._rows: list[_Row] = []
        self._put(rows)

    @property
    def head(self) -> UserHead:
        return self._head

    @property
    def nbytes(self) -> int:
        return sum(
            500 + 40 * len(row.vector) + 100 * (len(row.terms) + len(row.labels))
            for row in self._rows
        )

    @property
    def columns(self) -> NDArray[Any]:
        columns = np.zeros(len(self._rows), COLUMN_DTYPE)
        for slot, row in enumerate(self._rows):
            columns[slot] = row.fields[0]
        return columns

    @property
    def each_column(self) -> NDArray[Any]:
        return self.columns

    def apply(self, changes: RowChanges) -> None:
        gone = {UUID(memory_id).bytes for memory_id in changes.removed}
        self._rows = [row for row in self._rows if _id(row) not in gone]
        self._put(changes.rows)
        self._head = changes.head

    def note_accesses(self, slots: NDArray[np.int64], time: Instant) -> None:
        for slot in slots.tolist():
            row = self._rows[slot]
            row.fields["access_count"] += 1
            row.fields["last_access_time"] = max(_number(row, "last_access_time"), time)

    def select(
        self, wanted: MemoryFilter, now: Instant, as_of: Instant | None
    ) -> NDArray[np.bool_]:
        return np.array([_matches(row, wanted, now, as_of) for row in self._rows], np.bool_)

    def during(self, spans: Sequence[TimeRange]) -> NDArray[np.bool_]:
        def holds(span: TimeRange, moment: int) -> bool:
            started = span.start is None or span.start <= moment
            return started and (span.end is None or moment < span.end)

        return np.array(
            [
                any(
                    holds(span, moment)
                    for span in spans
                    for moment in (_number(row, "create_time"), _number(row, "event_time"))
                    if moment != UNKNOWN
                )
                for row in self._rows
            ],
            np.bool_,
        )

    def search(
        self,
        vector: NDArray[np.float32] | None,
        terms: Terms,
        masks: Sequence[NDArray[np.bool_]],
        count: int,
    ) -> Hits:
        cosines = [self._cosine(row, vector) for row in self._rows]
        words, ceiling = self._word_scores(terms)
        best: set[int] = set()
        for mask in masks:
            allowed = [slot for slot in range(len(self._rows)) if mask[slot] and masks[0][slot]]
            near = [] if vector is None else self._best(allowed, cosines.__getitem__, count)
            sharing = [slot for slot in allowed if words[slot] > 0]
            best |= {*near, *self._best(sharing, words.__getitem__, count)}
        allowed = [slot for slot in range(len(self._rows)) if masks[0][slot]]
        around = {turn for slot in best for turn in self._around(slot)}
        found = sorted(best | (around & {*allowed}))
        return Hits(
            np.array(found, np.int64),
            np.array([cosines[slot] for slot in found], np.float32),
            np.array([words[slot] for slot in found], np.float32),
            ceiling,
        )

    def cosines(self, slots: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.float32]:
        found = np.zeros((len(slots), len(others)), np.float32)
        for row, one in enumerate(self._rows[slot] for slot in slots):
            for column, other in enumerate(self._rows[slot] for slot in others):
                whole = sum(a * b for a, b in zip(one.vector, other.vector, strict=True))
                scales = one.fields["scale"][0], other.fields["scale"][0]
                found[row, column] = np.float32(whole) * scales[0] * scales[1]
        return found

    def vectors(self, slots: NDArray[np.int64]) -> NDArray[np.float32]:
        rows = [self._rows[slot] for slot in slots.tolist()]
        if not rows:
            return np.empty((0, len(self._rows[0].vector) if self._rows else 0), np.float32)
        return np.array(
            [[np.float32(n) * row.fields["scale"][0] for n in row.vector] for row in rows],
            np.float32,
        )

    def turns_around(self, slots: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        pairs = [self._around(slot) for slot in slots.tolist()]
        return (
            np.array([before for before, _ in pairs], np.int64),
            np.array([after for _, after in pairs], np.int64),
        )

    def _around(self, slot: int) -> tuple[int, int]:
        def number(of: int, name: str) -> int:
            return int(self._rows[of].fields[name][0])

        session = [
            other
            for other in range(len(self._rows))
            if number(other, "session") == number(slot, "session") != 0
        ]
        session.sort(key=lambda of: (number(of, "create_time"), _id(self._rows[of])))
        if slot not in session:
            return -1, -1
        place = session.index(slot)
        around = [
            session[at]
            if 0 <= at < len(session) and number(session[at], "speaker") != number(slot, "speaker")
            else -1
            for at in (place - 1, place + 1)
        ]
        return around[0], around[1]

    def carrying(self, label: int) -> list[str]:
        return sorted(str(UUID(bytes=_id(row))) for row in self._rows if label in row.labels)

    def slot(self, memory_id: str) -> int | None:
        ids = [str(UUID(bytes=_id(row))) for row in self._rows]
        return ids.index(memory_id) if memory_id in ids else None

    def memory_ids(self, slots: NDArray[np.int64]) -> list[str]:
        return [str(UUID(bytes=_id(self._rows[slot]))) for slot in slots]

    def _put(self, rows: Rows) -> None:
        terms = labels = 0
        for position in range(len(rows)):
            fixed = rows.fixed[position : position + 1]
            next_terms = terms + int(fixed["term_count"][0])
            next_labels = labels + int(fixed["label_count"][0])
            row = _Row(
                fields=columns_of(fixed),
                vector=fixed["vector"][0].tolist(),
                terms=dict(
                    zip(
                        rows.term_ids[terms:next_terms].tolist(),
                        rows.term_frequencies[terms:next_terms].tolist(),
                        strict=True,
                    )
                ),
                labels={*rows.labels[labels:next_labels].tolist()},
            )
            terms, labels = next_terms, next_labels
            self._rows = [other for other in self._rows if _id(other) != _id(row)]
            self._rows.append(row)

    def _cosine(self, row: _Row, vector: NDArray[np.float32] | None) -> float:
        """The product of two rounded vectors: a whole number, scaled in float32."""
        if vector is None:
            return 0.0
        scale, query = quantise(vector)
        whole = sum(a * b for a, b in zip(query.tolist(), row.vector, strict=True))
        return float(np.float32(whole) * row.fields["scale"][0] * scale)

    def _word_scores(self, terms: Terms) -> tuple[list[float], float]:
        """BM25 as `WordIndex` states it, and its ceiling."""
        asked = sorted(zip(terms.ids.tolist(), terms.counts.tolist(), strict=True))
        mean = sum(row.length for row in self._rows) / max(len(self._rows), 1)
        scores = [0.0] * len(self._rows)
        ceiling = 0.0
        for term, count in asked:
            holders = [slot for slot, row in enumerate(self._rows) if term in row.terms]
            df = len(holders)
            weight = count * log(1 + (len(self._rows) - df + 0.5) / (df + 0.5)) * (K1 + 1)
            ceiling += weight if holders else 0
            for slot in holders:
                row = self._rows[slot]
                f = row.terms[term]
                scores[slot] += weight * f / (f + K1 * (1 - B + B * row.length / mean))
        return [float(np.float32(score)) for score in scores], ceiling if any(scores) else 0.0

    def _best(self, slots: list[int], score: Callable[[int], float], count: int) -> list[int]:
        ranked = sorted(slots, key=lambda slot: (-score(slot), *self._preference(slot)))
        return ranked[: max(count, 0)]

    def _preference(self, slot: int) -> tuple[int, bytes]:
        return -_number(self._rows[slot], "update_time"), _id(self._rows[slot])


def _id(row: _Row) -> bytes:
    return bytes(row.fields["memory_id"][0].tobytes())


def _number(row: _Row, name: str) -> int:
    return int(row.fields[name][0])


def _matches(row: _Row, wanted: MemoryFilter, now: Instant, as_of: Instant | None) -> bool:
    state = _number(row, "state")
    if as_of is None:
        seen = [MemoryState.ACTIVE]
        if wanted.include_superseded:
            seen.append(MemoryState.SUPERSEDED)
        if state not in seen or _number(row, "expire_time") <= now:
            return False
    else:
        held = _number(row, "valid_from") <= as_of < _number(row, "valid_to")
        if state == MemoryState.PSEUDONYMISED or not held or as_of >= _number(row, "expire_time"):
            return False
    for name, values in (
        ("kind", wanted.kinds),
        ("tier", wanted.tiers),
        ("emotion", wanted.emotions),
    ):
        if values and _number(row, name) not in values:
            return False
    for name, least in (
        ("importance", wanted.min_importance),
        ("confidence", wanted.min_confidence),
    ):
        if least is not None and row.fields[name][0] < np.float32(least):
            return False
    if wanted.create_time and not _within(_number(row, "create_time"), wanted.create_time):
        return False
    if wanted.event_time:
        moment = _number(row, "event_time")
        if moment == UNKNOWN or not _within(moment, wanted.event_time):
            return False
    return all(row.labels & {*group.tolist()} for group in label_groups(wanted))


def _within(moment: Instant, span: TimeRange) -> bool:
    after = span.start is None or moment >= span.start
    return after and (span.end is None or moment < span.end)
