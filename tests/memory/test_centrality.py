"""Which sentences stand for the rest: central ones of weight, none of them twice."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from myosotis_server.memory.centrality import MOST, central


def some_vectors(seed: int, count: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, 16)) + 0.5
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / lengths, np.float32)


def unit(*rows: tuple[float, ...]) -> NDArray[np.float32]:
    vectors = np.array(rows, np.float64)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


@given(st.integers(0, 10_000), st.integers(0, 30), st.integers(0, 40))
def test_it_takes_as_many_as_it_may_and_none_twice(seed: int, count: int, wanted: int) -> None:
    weights = np.random.default_rng(seed).uniform(0, 1, count)
    chosen = central(some_vectors(seed, count), weights, wanted)
    assert len(chosen) == len(set(chosen)) == min(count, wanted)
    assert all(0 <= place < count for place in chosen)


@settings(max_examples=50)
@given(st.integers(0, 10_000), st.integers(1, 30))
def test_the_order_of_the_rows_changes_nothing(seed: int, count: int) -> None:
    vectors = some_vectors(seed, count)
    weights = np.random.default_rng(seed).uniform(0.1, 1, count)
    order = np.random.default_rng(seed + 1).permutation(count)
    moved = central(vectors[order], weights[order], 5)
    assert [int(order[place]) for place in moved] == central(vectors, weights, 5)


@given(st.integers(0, 10_000), st.integers(1, 20), st.integers(1, 20))
def test_fewer_are_the_first_of_more(seed: int, count: int, wanted: int) -> None:
    vectors = some_vectors(seed, count)
    weights = np.random.default_rng(seed).uniform(0, 1, count)
    more = central(vectors, weights, wanted + 3)
    assert central(vectors, weights, wanted) == more[:wanted]


def test_none_and_one() -> None:
    nothing = np.zeros((0, 16), np.float32)
    assert central(nothing, np.zeros(0), 3) == []
    assert central(some_vectors(1, 1), np.zeros(1), 3) == [0]
    assert central(some_vectors(1, 1), np.ones(1), 0) == []


def test_what_the_others_speak_of_comes_first() -> None:
    vectors = unit((1, 0, 0, 0), (1, 0.9, 0, 0), (1, 0, 0.9, 0), (0, 0, 0, 1))
    assert central(vectors, np.full(4, 0.5), 1) == [0]


def test_of_as_central_ones_that_of_more_weight_comes_first() -> None:
    vectors = np.eye(4, dtype=np.float32)
    assert central(vectors, np.array([0.4, 0.4, 0.9, 0.4]), 1) == [2]


def test_what_is_said_already_waits_for_what_is_new() -> None:
    twice = unit((1, 0.02, 0), (1, 0, 0.02), (0, 1, 0))
    assert central(twice, np.array([0.9, 0.9, 0.6]), 2)[1] == 2


def test_of_too_many_those_of_most_weight_are_looked_at() -> None:
    count = MOST + 50
    weights = np.linspace(0.1, 1.0, count)
    chosen = central(some_vectors(3, count), weights, count)
    assert sorted(chosen) == list(range(50, count))
