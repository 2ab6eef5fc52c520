"""Sketches tell roughly which vectors are near."""

import numpy as np
import pytest

from myosotis_server.adapters.sketches import SHARE, Sketches


def vectors(count: int, dimension: int = 96, seed: int = 0) -> np.ndarray:
    """Unit vectors around some hundred topics, which all have something in common."""
    chance = np.random.default_rng(seed)
    topics = chance.standard_normal((100, dimension))
    raw = topics[chance.integers(0, 100, count)] + chance.standard_normal((count, dimension)) / 2
    raw += 3 * chance.standard_normal(dimension)
    return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32)


def asked(known: np.ndarray, slot: int) -> np.ndarray:
    """A question near to what is in `slot`, without what all have in common."""
    return known[slot] - known.mean(axis=0)


def test_the_nearest_vectors_have_near_sketches() -> None:
    known = vectors(4_000)
    sketches = Sketches(known)
    everything = np.ones(4_000, np.bool_)
    shared = []
    for slot in range(0, 4_000, 100):
        question = asked(known, slot)
        near = sketches.nearest(question, everything)
        assert slot in near
        assert 4_000 / SHARE <= len(near) < 4_000 / 4
        best = np.argsort(-(known @ question))[:10]
        shared.append(np.isin(best, near).mean())
    assert np.mean(shared) > 0.95


def test_only_what_is_in_the_mask_is_near() -> None:
    known = vectors(500)
    mask = np.arange(500) % 3 == 0
    near = Sketches(known).nearest(asked(known, 3), mask)
    assert 3 in near
    assert mask[near].all()
    assert len(near) >= mask.sum() / SHARE


@pytest.mark.parametrize("dimension", [1, 63, 64, 65, 384])
def test_what_is_put_later_is_found_as_if_it_had_been_there(dimension: int) -> None:
    known = vectors(300, dimension)
    whole = Sketches(known)
    grown = Sketches(known)
    grown.clear(np.arange(200, 300))
    grown.resize(200)
    grown.resize(300)
    grown.put(np.arange(200, 300), known[200:])
    everything = np.ones(300, np.bool_)
    for slot in range(0, 300, 50):
        question = asked(known, slot)
        assert np.array_equal(
            whole.nearest(question, everything), grown.nearest(question, everything)
        )
    assert grown.nbytes >= 300 * (-(-dimension // 64)) * 8


def test_what_is_cleared_leaves_nothing() -> None:
    known = vectors(50, 64)
    sketches = Sketches(known)
    sketches.clear(np.arange(50))
    near = sketches.nearest(known[0], np.ones(50, np.bool_))
    assert near.tolist() == [*range(50)], "all are equally far"
