"""What a head sees of a text: its vector and its hashed words, on scales that suit each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from logistic import Features
from numpy.typing import NDArray

from myosotis_server.adapters.hashed_grams import grams

BITS = 16
WORDS = 2.0
"""How large the words' part is beside the vector's, which is about 1 long."""
_SEEN = 2
"""Texts that a gram must be seen in to count."""

Floats = NDArray[np.float64]


def presence(texts: Sequence[str]) -> sp.csr_matrix:
    """Which text has which gram, [texts, 2^BITS]; every row has length 1."""
    rows, found = grams(texts, BITS)
    counts = np.bincount(rows, minlength=len(texts))
    values = 1.0 / np.sqrt(counts[rows])
    return sp.csr_matrix((values, (rows, found)), shape=(len(texts), 1 << BITS))


@dataclass(frozen=True)
class Scaling:
    """Mean and spread of the vectors, and the weight of each gram, as seen in training."""

    mean: Floats
    spread: Floats
    rarity: Floats

    def apply(self, vectors: NDArray[np.float32], words: sp.csr_matrix) -> Features:
        """The features of texts with these vectors and grams."""
        scaled = words.multiply(self.rarity).tocsr()
        scaled.eliminate_zeros()
        return Features((vectors - self.mean) / self.spread, scaled)


def scaling(vectors: NDArray[np.float32], words: sp.csr_matrix) -> Scaling:
    """The scaling that these texts suggest; rare grams weigh more, those seen once nothing."""
    seen = np.asarray((words > 0).sum(axis=0)).ravel()
    rarity = np.where(seen >= _SEEN, np.log((1 + len(vectors)) / (1 + seen)), 0.0)
    mean_rarity = rarity[seen >= _SEEN].mean() if (seen >= _SEEN).any() else 1.0
    spread = vectors.std(axis=0).astype(np.float64) * np.sqrt(vectors.shape[1])
    return Scaling(
        vectors.mean(axis=0).astype(np.float64),
        # A direction in which texts hardly differ says nothing, however much it is blown up.
        np.maximum(spread, 0.1 * spread.mean()),
        rarity * WORDS / mean_rarity,
    )
