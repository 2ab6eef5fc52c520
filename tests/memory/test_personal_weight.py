"""Personal weights: recalled counts more, ignored less, marked most; always within bounds."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NOON, quick
from myosotis_server.memory.personal_weight import LEAST, MOST, personal_weights
from myosotis_server.memory.rows import COLUMN_DTYPE
from myosotis_server.memory.values import DAY


def columns(*rows: dict[str, int]) -> np.ndarray[Any, np.dtype[Any]]:
    made = np.zeros(len(rows), COLUMN_DTYPE)
    for place, row in enumerate(rows):
        plain = {"create_time": NOON, "mention_count": 1}
        for name, value in (plain | row).items():
            made[name][place] = value
    return made


def weight(days: float = 0.0, **row: int) -> float:
    """The weight, so many days after it was first said."""
    return float(personal_weights(columns(row), NOON + int(days * DAY))[0])


def test_what_is_new_and_unrecalled_is_exactly_neutral() -> None:
    assert weight(0) == 1.0
    assert weight(30) == 1.0
    assert weight(-5) == 1.0
    assert weight(0, access_count=1) == 1.0


@pytest.mark.parametrize(("count", "expected"), [(1, 1.0), (2, 1 + math.log(2)), (3, 2.0), (90, 2)])
def test_recalls_count_as_one_plus_their_logarithm(count: int, expected: float) -> None:
    assert weight(500, access_count=count) == pytest.approx(expected)


def test_what_was_never_recalled_sinks_slowly_from_the_thirtieth_day() -> None:
    assert weight(31) == pytest.approx(1.0, abs=0.01)
    assert weight(105) == pytest.approx(0.75)
    assert weight(180) == LEAST
    assert weight(9_000) == LEAST


def test_what_is_said_again_does_not_sink() -> None:
    assert weight(365, mention_count=2) == 1.0


def test_what_is_pinned_counts_more_and_never_sinks() -> None:
    assert weight(0, pinned=1) == 1.5
    assert weight(365, pinned=1) == 1.5
    assert weight(365, pinned=1, access_count=50) == MOST


def test_one_step_serves_all_and_no_rows_are_none() -> None:
    many = personal_weights(columns({}, {"access_count": 9}, {"pinned": 1}), NOON)
    assert many.tolist() == [1.0, 2.0, 1.5]
    assert personal_weights(columns(), NOON).shape == (0,)


rows = st.fixed_dictionaries(
    {
        "access_count": st.integers(0, 2**32 - 1),
        "mention_count": st.integers(0, 2**32 - 1),
        "pinned": st.integers(0, 1),
        "create_time": st.integers(0, 2**62),
    }
)


@quick
@given(st.lists(rows, max_size=8), st.integers(0, 2**62))
def test_bounds_hold_and_more_recalls_never_count_less(
    several: list[dict[str, int]], now: int
) -> None:
    weights = personal_weights(columns(*several), now)
    assert ((weights >= LEAST) & (weights <= MOST)).all()
    more = [row | {"access_count": min(row["access_count"] + 1, 2**32 - 1)} for row in several]
    assert (personal_weights(columns(*more), now) >= weights).all()
