"""Which sentences stand for all that was said: the central ones, none of them twice.

Centrality is LexRank (Erkan & Radev 2004): a walk from sentence to like sentence, which now and
then jumps to one of weight (Otterbacher et al. 2005, biased LexRank). What is chosen is spread out
by maximal marginal relevance (Carbonell & Goldstein 1998).
"""

import numpy as np
from numpy.typing import NDArray

MOST = 200
"""Sentences that are looked at; of more, those of most weight are."""
_JUMPS = 0.5
"""How often the walk jumps. Vectors of single sentences tell little, so weight counts as much."""
_STEPS = 30
"""The walk forgets where it began by half a step, so that by then it has arrived (2⁻³⁰)."""
_RELEVANCE = 0.5
"""Centrality against novelty, λ of MMR."""


def central(vectors: NDArray[np.float32], weights: NDArray[np.float64], count: int) -> list[int]:
    """Up to `count` rows of `vectors` [n, d], the best first.

    The rows are unit vectors of sentences; `weights` [n], 0 or more, say how much each matters of
    itself. The order of the rows decides between equals alone.
    """
    looked_at = np.argsort(-weights, kind="stable")[:MOST]
    looked_at.sort()
    alike = _likeness(vectors[looked_at].astype(np.float64))
    relevance = _centrality(alike, weights[looked_at])
    said = np.zeros(len(alike))
    free = np.ones(len(alike), np.bool_)
    chosen: list[int] = []
    while len(chosen) < min(count, len(alike)):
        # Sums differ in their last digits with the order of rows; what is equal should stay so.
        gain = np.round(_RELEVANCE * relevance - (1 - _RELEVANCE) * said, 9)
        best = int(np.where(free, gain, -np.inf).argmax())
        chosen.append(int(looked_at[best]))
        free[best] = False
        said = np.maximum(said, alike[best])
    return chosen


def _likeness(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much nearer two rows are than most, 0 to 1 for the same, [n, n]; 0 to themselves.

    Where cosines lie differs between models and languages, so that the mean of the set is their 0.
    """
    count = len(vectors)
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, 0.0)
    usual = float(cosines.sum()) / max(count * (count - 1), 1)
    alike = np.clip((cosines - usual) / max(1.0 - usual, _LEAST_ROOM), 0.0, 1.0)
    np.fill_diagonal(alike, 0.0)
    return np.asarray(alike)


_LEAST_ROOM = 1e-3
"""Between the usual cosine and 1; with less, all rows are the same."""


def _centrality(alike: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """How central each row is, the most central one 1, [n]."""
    count = len(alike)
    if not count:
        return np.zeros(0)
    total = float(weights.sum())
    jump = weights / total if total > 0 else np.full(count, 1 / count)
    ways = alike.sum(axis=1, keepdims=True)
    # From where no way leads on, the walk jumps.
    steps = np.where(ways > 0, alike / np.where(ways > 0, ways, 1.0), jump)
    place = jump
    for _ in range(_STEPS):
        place = _JUMPS * jump + (1 - _JUMPS) * (place @ steps)
    return np.asarray(place / place.max())
