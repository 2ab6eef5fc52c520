"""Which rows belong to a time."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NOON, quick
from myosotis_server.memory.rows import COLUMN_DTYPE, UNKNOWN
from myosotis_server.memory.selection import during
from myosotis_server.memory.values import DAY, TimeRange

Array = np.ndarray[Any, Any]


def said(*moments: tuple[int, int | None]) -> Array:
    """Columns of what was said at the first of each and happened at the second."""
    columns = np.zeros(len(moments), COLUMN_DTYPE)
    for row, (create_time, event_time) in zip(columns, moments, strict=True):
        row["create_time"] = create_time
        row["event_time"] = UNKNOWN if event_time is None else event_time
    return columns


def test_what_was_said_or_happened_then_is_held() -> None:
    columns = said(
        (NOON, None), (NOON - DAY, None), (NOON - 9 * DAY, NOON), (NOON, NOON + 9 * DAY),
        (NOON + DAY - 1, None), (NOON + DAY, None),
    )  # fmt: skip
    today = TimeRange(NOON, NOON + DAY)
    assert during(columns, [today]).tolist() == [1, 0, 1, 1, 1, 0]
    yesterday = TimeRange(NOON - DAY, NOON)
    assert during(columns, [yesterday, today]).tolist() == [1, 1, 1, 1, 1, 0]
    assert during(columns[:0], [today]).tolist() == []


def test_what_has_no_time_of_its_own_never_happened() -> None:
    assert during(said((NOON, None)), [TimeRange(None, NOON)]).tolist() == [0]
    assert during(said((NOON, None)), [TimeRange(None, None)]).tolist() == [1]


MOMENTS = st.integers(0, 9)
SPANS = st.lists(st.builds(TimeRange, MOMENTS, MOMENTS), min_size=1, max_size=3)


@quick
@given(st.lists(st.tuples(MOMENTS, st.none() | MOMENTS), max_size=9), SPANS, SPANS, st.data())
def test_more_spans_hold_more_and_the_order_of_rows_is_nothing(
    moments: list[tuple[int, int | None]],
    spans: list[TimeRange],
    others: list[TimeRange],
    data: st.DataObject,
) -> None:
    columns = said(*moments)
    part = during(columns, spans)
    assert part.dtype == np.bool_
    assert np.array_equal(during(columns, [*spans, *others]), part | during(columns, others))
    order = np.array(data.draw(st.permutations(range(len(moments)))), np.int64)
    assert np.array_equal(during(columns[order], spans), part[order])
