"""Who spoke just before and just after whom."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.dialogue import turns_around
from myosotis_server.memory.rows import COLUMN_DTYPE

Turn = tuple[int, int, int, int]
"""Session, speaker, time and id."""


def columns_of(turns: list[Turn]) -> np.ndarray[Any, Any]:
    columns = np.zeros(len(turns), COLUMN_DTYPE)
    for row, (session, speaker, time, name) in zip(columns, turns, strict=True):
        row["session"] = session
        row["speaker"] = speaker
        row["create_time"] = time
        row["memory_id"] = np.void(name.to_bytes(16, "big"))
    return columns


def around(turns: list[Turn], gone: frozenset[int] = frozenset()) -> tuple[list[int], list[int]]:
    alive = np.array([slot not in gone for slot in range(len(turns))], np.bool_)
    before, after = turns_around(columns_of(turns), alive)
    return before.tolist(), after.tolist()


def test_who_speaks_next_answers() -> None:
    assert around([(1, 7, 10, 0), (1, 8, 20, 1), (1, 7, 30, 2)]) == ([-1, 0, 1], [1, 2, -1])


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        ([(1, 7, 10, 0), (1, 7, 20, 1)], "a person's statements in a row"),
        ([(1, 7, 10, 0), (2, 8, 20, 1)], "another session"),
        ([(0, 7, 10, 0), (0, 8, 20, 1)], "no session"),
        ([(1, 7, 10, 0)], "alone"),
        ([], "nobody"),
    ],
)
def test_nobody_answers(turns: list[Turn], why: str) -> None:
    nobody = [-1] * len(turns)
    assert around(turns) == (nobody, nobody), why


def test_time_and_then_the_id_are_the_order_wherever_they_lie() -> None:
    turns = [(1, 9, 20, 1 << 127), (1, 7, 20, 5), (2, 3, 15, 6), (1, 8, 10, 9)]
    assert around(turns) == ([1, 3, -1, -1], [-1, 0, -1, 1])


def test_what_is_gone_was_never_said() -> None:
    turns = [(1, 7, 10, 0), (1, 8, 20, 1), (1, 9, 30, 2)]
    assert around(turns, frozenset({1})) == ([-1, -1, 0], [2, -1, -1])


def test_of_two_statements_in_a_row_the_first_answers_and_the_second_is_answered() -> None:
    turns = [(1, 7, 10, 0), (1, 8, 20, 1), (1, 8, 30, 2), (1, 7, 40, 3)]
    assert around(turns) == ([-1, 0, -1, 2], [1, -1, 3, -1])


turns_said = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 4)), max_size=9
).map(lambda said: [(*turn, name) for name, turn in enumerate(said)])


@quick
@given(turns_said, st.frozensets(st.integers(0, 8)), st.data())
def test_links_go_both_ways_and_do_not_depend_on_slots(
    turns: list[Turn], gone: frozenset[int], data: st.DataObject
) -> None:
    before, after = around(turns, gone)
    for slot, (session, speaker, time, name) in enumerate(turns):
        if after[slot] < 0:
            continue
        other = turns[after[slot]]
        assert before[after[slot]] == slot
        assert session == other[0] != 0
        assert speaker != other[1]
        assert (time, name) < (other[2], other[3])
        assert not {slot, after[slot]} & gone
        between = [
            each
            for place, each in enumerate(turns)
            if place not in gone and each[0] == session and (time, name) < each[2:] < other[2:]
        ]
        assert not between
    assert sum(each >= 0 for each in before) == sum(each >= 0 for each in after)

    order = data.draw(st.permutations(range(len(turns))))
    moved = {old: new for new, old in enumerate(order)} | {-1: -1}
    shuffled = around(
        [turns[old] for old in order], frozenset(moved[old] for old in gone if old in moved)
    )
    assert shuffled == (
        [moved[before[old]] for old in order],
        [moved[after[old]] for old in order],
    )
