"""Which of many memories a filter means, decided on their columns in one step."""

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.values import Instant, MemoryFilter, MemoryState, TimeRange

Mask = NDArray[np.bool_]


class Columns(Protocol):
    """Columns by their name in `COLUMN_DTYPE`."""

    def __getitem__(self, name: str, /) -> NDArray[Any]: ...


def select(
    columns: Columns,
    alive: Mask,
    wanted: MemoryFilter,
    now: Instant,
    as_of: Instant | None = None,
) -> Mask:
    """Which rows of `columns` are `alive` and match `wanted`, [rows]; a fresh array.

    Without `as_of`: what is active, or superseded if `wanted` includes that, and has not expired by
    `now`. With it: what held then, by validity and expiry, whatever became of it since. Never what
    was pseudonymised. Labels (tags, sessions, ...) are not looked at; for those see `label_groups`.
    """
    mask = alive & _standing(columns, wanted.include_superseded, now, as_of)
    for name, values in (
        ("kind", wanted.kinds),
        ("tier", wanted.tiers),
        ("emotion", wanted.emotions),
    ):
        if values:
            mask &= _one_of(columns[name], values)
    if wanted.min_importance is not None:
        mask &= columns["importance"] >= np.float32(wanted.min_importance)
    if wanted.min_confidence is not None:
        mask &= columns["confidence"] >= np.float32(wanted.min_confidence)
    if wanted.create_time is not None:
        mask &= within(columns["create_time"], wanted.create_time)
    if wanted.event_time is not None:
        mask &= _known_within(columns["event_time"], wanted.event_time)
    return mask


def _standing(
    columns: Columns, include_superseded: bool, now: Instant, as_of: Instant | None
) -> Mask:
    """Whether each row is to be seen at all, by its state and its times."""
    states = columns["state"]
    if as_of is not None:
        held = (columns["valid_from"] <= as_of) & (as_of < columns["valid_to"])
        held &= as_of < columns["expire_time"]
        held &= states != int(MemoryState.PSEUDONYMISED)
        return np.asarray(held)
    seen = states == int(MemoryState.ACTIVE)
    if include_superseded:
        seen |= states == int(MemoryState.SUPERSEDED)
    seen &= now < columns["expire_time"]
    return np.asarray(seen)


def _one_of(column: NDArray[np.uint8], values: Iterable[int]) -> Mask:
    found = np.zeros(len(column), np.bool_)
    for value in values:
        found |= column == int(value)
    return found


def during(columns: Columns, spans: Iterable[TimeRange]) -> Mask:
    """Which rows were said in one of `spans` (one at least) or tell of something that was then."""
    said, happened = columns["create_time"], columns["event_time"]
    mask = np.zeros(len(said), np.bool_)
    for span in spans:
        mask |= within(said, span)
        mask |= _known_within(happened, span)
    return mask


def _known_within(moments: NDArray[np.int64], span: TimeRange) -> Mask:
    """`within`, but for unknown moments, which lie before any start."""
    mask = within(moments, span)
    return mask if span.start is not None else mask & (moments != UNKNOWN)


def within(moments: NDArray[np.int64], span: TimeRange) -> Mask:
    """Which `moments` lie in `span`, [moments]."""
    if span.start is None or span.end is None:
        if span.start is not None:
            return np.asarray(moments >= span.start)
        return np.ones(len(moments), np.bool_) if span.end is None else moments < span.end
    mask = moments >= span.start
    mask &= moments < span.end
    return np.asarray(mask)
