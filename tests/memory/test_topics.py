"""Topics: groups by mean likeness, in whatever order their members come."""

from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from myosotis_server.memory.topics import MOST, clusters, likeness_of

NO_WORDS = np.zeros((0, 0))


def alike(seed: int, count: int) -> NDArray[np.float64]:
    half = np.random.default_rng(seed).uniform(-1, 1, (count, count))
    return np.asarray((half + half.T) / 2)


def by_joining_the_nearest(likeness: NDArray[np.float64], threshold: float) -> set[frozenset[int]]:
    """What the algorithm promises, done the slow way."""
    groups = [[row] for row in range(len(likeness))]
    while len(groups) > 1:
        means = {
            (a, b): likeness[np.ix_(groups[a], groups[b])].mean()
            for a in range(len(groups))
            for b in range(a)
        }
        (a, b), best = max(means.items(), key=lambda each: each[1])
        if best < threshold:
            break
        groups[b] += groups.pop(a)
    return {frozenset(group) for group in groups}


def sets(groups: list[NDArray[np.int64]]) -> set[frozenset[int]]:
    return {frozenset(group.tolist()) for group in groups}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 14), st.floats(-0.3, 0.6))
def test_groups_are_those_of_joining_the_nearest_again_and_again(
    seed: int, count: int, threshold: float
) -> None:
    likeness = alike(seed, count)
    found = sets(clusters(likeness, threshold, minimum=1))
    assert found == by_joining_the_nearest(likeness, threshold)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 40))
def test_the_order_of_the_rows_changes_nothing(seed: int, count: int) -> None:
    likeness = alike(seed, count)
    order = np.random.default_rng(seed + 1).permutation(count)
    moved = clusters(likeness[np.ix_(order, order)], 0.1, minimum=2)
    assert sets([order[group] for group in moved]) == sets(clusters(likeness, 0.1, minimum=2))


@given(st.integers(0, 10_000), st.integers(0, 30), st.integers(1, 5))
def test_what_is_too_small_is_no_topic(seed: int, count: int, minimum: int) -> None:
    groups = clusters(alike(seed, count), 0.0, minimum)
    assert all(len(group) >= minimum for group in groups)
    assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
    members = [row for group in groups for row in group.tolist()]
    assert len(members) == len(set(members))


def test_two_topics_and_a_stranger() -> None:
    likeness = np.full((7, 7), -0.1)
    likeness[:3, :3] = likeness[3:6, 3:6] = 0.5
    assert [group.tolist() for group in clusters(likeness)] == [[0, 1, 2], [3, 4, 5]]


def test_nothing_has_no_topics() -> None:
    assert clusters(np.zeros((0, 0))) == []
    assert clusters(np.ones((1, 1)), minimum=1)[0].tolist() == [0]


def test_more_than_it_looks_at_is_refused() -> None:
    with pytest.raises(ValueError, match="501"):
        clusters(np.zeros((MOST + 1, MOST + 1)))


def test_five_hundred_take_milliseconds() -> None:
    likeness = alike(1, MOST)
    begin = perf_counter()
    clusters(likeness, 0.0)
    assert perf_counter() - begin < 0.5, "measured: 0.02 s"


def test_what_a_language_has_in_common_is_no_likeness() -> None:
    """Vectors of two languages lie apart; those of one topic are alike across them all the same."""
    language = {"zh": np.eye(4)[0] * 2, "en": np.eye(4)[1] * 2}
    topic = (np.eye(4)[2], np.eye(4)[3])
    languages = ["zh"] * 20 + ["en"] * 20
    about = [place % 2 for place in range(40)]
    rows = [language[each] + topic[at] for each, at in zip(languages, about, strict=True)]
    vectors = np.array([row / np.linalg.norm(row) for row in rows], np.float32)
    likeness = likeness_of(vectors, languages, np.zeros((40, 40)))
    assert likeness[0, 20] > 0.5
    assert likeness[0, 1] < 0
    assert [sorted({about[row] for row in group}) for group in clusters(likeness)] == [[0], [1]]


def test_shared_words_bring_texts_together() -> None:
    vectors = np.eye(3, dtype=np.float32)
    words = np.eye(3)
    words[0, 1] = words[1, 0] = 1.0
    likeness = likeness_of(vectors, ["en"] * 3, words)
    assert likeness[0, 1] > likeness[0, 2]


def test_no_texts_are_alike() -> None:
    assert likeness_of(np.zeros((0, 4), np.float32), [], NO_WORDS).shape == (0, 0)
