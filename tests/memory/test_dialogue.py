"""What the turns around a statement add to it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.dialogue import AFTER, BEFORE, context_part

NOBODY = np.array([-1, -1, -1])


def test_the_turn_before_counts_more_than_the_turn_after() -> None:
    slots, relevance = np.array([3, 5, 8]), np.array([1.0, 0.0, 0.5])
    part = context_part(slots, relevance, np.array([-1, 3, 5]), np.array([5, 8, -1]))
    assert part == pytest.approx([0, (BEFORE + AFTER / 2) / (BEFORE + AFTER), 0])


def test_what_is_no_candidate_counts_for_nothing() -> None:
    slots, relevance = np.array([3, 5, 8]), np.ones(3)
    assert context_part(slots, relevance, NOBODY, NOBODY).tolist() == [0, 0, 0]
    assert context_part(slots, relevance, np.array([4, 9, 0]), NOBODY).tolist() == [0, 0, 0]
    assert len(context_part(slots[:0], relevance[:0], NOBODY[:0], NOBODY[:0])) == 0


@quick
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.data())
def test_context_is_bounded_and_grows_with_what_is_around(
    relevance: list[float], data: st.DataObject
) -> None:
    count = len(relevance)
    around = st.lists(st.integers(-1, count), min_size=count, max_size=count).map(np.array)
    before, after = data.draw(around), data.draw(around)
    part = context_part(np.arange(count), np.array(relevance), before, after)
    more = context_part(np.arange(count), np.minimum(np.array(relevance) + 0.1, 1), before, after)
    assert np.all((part >= 0) & (part <= 1))
    assert np.all(more >= part)
