"""Multinomial logistic regression on features that are part dense, part sparse."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
_STEPS = 60


@dataclass(frozen=True)
class Features:
    """Of n texts: `dense` [n, dimension], and `words` [n, grams], which are mostly zero."""

    dense: Floats
    words: sp.csr_matrix

    def some(self, rows: Places) -> Features:
        """Those of the texts `rows`."""
        return Features(self.dense[rows], self.words[rows])


@dataclass(frozen=True)
class Linear:
    """The logits of some classes: dense @ `dense`.T + words @ `words`.T + `bias`."""

    dense: Floats
    words: Floats
    bias: Floats

    def logits(self, features: Features) -> Floats:
        """[n, classes]"""
        return np.asarray(features.dense @ self.dense.T + features.words @ self.words.T + self.bias)

    def divided(self, temperature: float) -> Linear:
        """The same classes, with the logits of which more is made below a temperature of 1."""
        return Linear(self.dense / temperature, self.words / temperature, self.bias / temperature)


def fit(
    features: Features, targets: Places, classes: int, strength: float, weights: Floats
) -> Linear:
    """The most likely weights under a prior that is weaker the larger `strength` is."""
    seen = np.unique(features.words.indices)
    dense = features.dense.astype(np.float32)
    words = features.words[:, seen].astype(np.float32).tocsr()
    turned = words.T.tocsr()
    wanted = np.eye(classes)[targets]
    bounds = np.cumsum([dense.shape[1], len(seen)])

    def loss(flat: Floats) -> tuple[float, Floats]:
        rows = flat.reshape(classes, -1)
        small = rows.astype(np.float32)
        on_words = words @ np.ascontiguousarray(small[:, bounds[0] : -1].T)
        logits = (dense @ small[:, : bounds[0]].T + on_words).astype(np.float64) + rows[:, -1]
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits)
        total = shares.sum(axis=1, keepdims=True)
        surprise = float(weights @ (np.log(total[:, 0]) - (logits * wanted).sum(axis=1)))
        off = weights[:, None] * (shares / total - wanted)
        gradient = np.empty_like(rows)
        off_small = off.astype(np.float32)
        gradient[:, : bounds[0]] = off_small.T @ dense
        gradient[:, bounds[0] : -1] = (turned @ off_small).T
        gradient[:, :-1] += rows[:, :-1] / strength
        gradient[:, -1] = off.sum(axis=0)
        prior = float((rows[:, :-1] ** 2).sum()) / (2 * strength)
        return surprise + prior, gradient.ravel()

    start = np.zeros(classes * (bounds[1] + 1))
    options = {"maxiter": _STEPS, "ftol": 1e-6}
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
    rows = found.reshape(classes, -1)
    all_words = np.zeros((classes, features.words.shape[1]))
    all_words[:, seen] = rows[:, bounds[0] : -1]
    return Linear(rows[:, : bounds[0]], all_words, rows[:, -1])
