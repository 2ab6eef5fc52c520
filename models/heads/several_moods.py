"""Which moods a text shows, several at once: how BRIGHTER is learnt and measured.

Ridge regression in kernel form on what the server's heads see (vectors, grams), on the moods that
the words name, and on what helpers trained on other sets make of the text. Nothing but its training
texts decides on a model: scaling, ridge and thresholds included. Each training text's own score is
that of a model without it (leave-one-out has a closed form), and by those the rest is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import corpora
import numpy as np
import scipy.sparse as sp
from features import presence, scaling
from logistic import fit
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.metrics import average_precision_score
from vectors import Vectors

from myosotis_server.understanding.emotions import named

Places = NDArray[np.int64]
Intensities = NDArray[np.int64]
Scores = NDArray[np.float64]
Helper = Callable[[NDArray[np.float32], sp.csr_matrix], Scores]

# Found by cross-validation on the training parts, once for both languages. How large each part of
# the sight is beside the vector, and how much the bent part counts, which alone sees which signs
# come together.
_WORDS, _NAMED, _BENT = 1.25, 0.6, 4.0
_HELPERS = {"goemotions": 0.6, "own": 0.6, "xed": 0.4}
_BENDING = ("goemotions", "own")
_RIDGES = (3.0, 5.0)
_SHOWN = np.array([0.0, 0.8, 1.1, 1.2])
"""What a regression aims at for intensities 0 to 3: that a mood is there, and a little how much."""


def helpers(folder: Path, vectors: Vectors, left_out: Collection[str]) -> dict[str, Helper]:
    """Heads that tell the moods of other sets, trained on none of the texts `left_out`."""
    own = [(one.text, one.emotion) for one in corpora.own()]
    sets = {
        "goemotions": (list(zip(*corpora.goemotions_fine(folder), strict=True)), 3.0),
        "own": (own, 3.0),
        "xed": ([(one.text, one.emotion) for one in corpora.xed(folder)], 1.0),
    }
    barred = set(left_out)
    return {
        name: _helper([pair for pair in pairs if pair[0] not in barred], vectors, strength)
        for name, (pairs, strength) in sets.items()
    }


def _helper(pairs: Sequence[tuple[str, str]], vectors: Vectors, strength: float) -> Helper:
    texts = [text for text, _ in pairs]
    names = sorted({label for _, label in pairs})
    targets = np.array([names.index(label) for _, label in pairs])
    rows, words = vectors.of(texts), presence(texts)
    scale = scaling(rows, words)
    head = fit(scale.apply(rows, words), targets, len(names), strength, np.ones(len(texts)))

    def judge(rows: NDArray[np.float32], words: sp.csr_matrix) -> Scores:
        logits = head.logits(scale.apply(rows, words))
        return np.asarray(logits - logits.mean(axis=1, keepdims=True))

    return judge


class Seen:
    """All that is known of some texts but their labels."""

    def __init__(self, texts: Sequence[str], vectors: Vectors, helped: dict[str, Helper]) -> None:
        self.vectors = vectors.of(texts)
        self.words = presence(texts)
        self.others = {"named": np.stack([named(text) for text in texts])}
        for name, helper in helped.items():
            self.others[name] = helper(self.vectors, self.words)


@dataclass(frozen=True)
class _Sight:
    """Of n texts: `plain` and `bent` [n, columns], and `words` [n, grams]."""

    plain: Scores
    bent: Scores
    words: sp.csr_matrix

    def beside(self, others: _Sight) -> Scores:
        """How alike each text is to each of `others`, [n, others]."""
        apart = (self.bent**2).sum(axis=1)[:, None] + (others.bent**2).sum(axis=1)
        apart -= 2.0 * (self.bent @ others.bent.T)
        words = (self.words @ others.words.T).toarray()
        return np.asarray(self.plain @ others.plain.T + words + _BENT * np.exp(-apart))


def _sights(seen: Seen, rows: Places, others: Seen, places: Places) -> tuple[_Sight, _Sight]:
    """Of the texts `rows` of `seen`, and of `places` of `others`, scaled as the former are."""
    scale = scaling(seen.vectors[rows], seen.words[rows])

    def part(name: str, texts: Seen, some: Places) -> Scores:
        known = seen.others[name][rows]
        size = {"named": _NAMED, **_HELPERS}[name]
        spread = (known.std(axis=0) + 1e-3) * np.sqrt(known.shape[1]) / size
        return np.asarray((texts.others[name][some] - known.mean(axis=0)) / spread)

    def of(texts: Seen, some: Places) -> _Sight:
        plain = scale.apply(texts.vectors[some], texts.words[some])
        parts = {name: part(name, texts, some) for name in seen.others}
        bent = np.hstack([plain.dense, *(parts[name] for name in _BENDING)])
        return _Sight(np.hstack([plain.dense, *parts.values()]), bent, plain.words * _WORDS)

    return of(seen, rows), of(others, places)


def predicted(
    seen: Seen, shown: Intensities, rows: Places, others: Seen, places: Places
) -> NDArray[np.bool_]:
    """Which moods the texts `places` of `others` show, learnt from `rows` of `seen` alone.

    `shown` [texts of seen, moods] are intensities, 0 to 3.
    """
    trained, tested = _sights(seen, rows, others, places)
    kernel, across = trained.beside(trained), tested.beside(trained)
    there = shown[rows] > 0
    targets = _SHOWN[shown[rows]]
    targets -= targets.mean(axis=0)
    best, found, cuts = -1.0, np.zeros(0), np.zeros(0)
    for ridge in _RIDGES:
        inverse = np.linalg.inv(kernel + ridge * np.eye(len(rows)))
        weights = inverse @ targets
        without = targets - weights / np.diag(inverse)[:, None]
        gain = float(average_precision_score(there, without, average="macro"))
        if gain > best:
            best, found, cuts = gain, across @ weights, thresholds(without, there)
    return found > cuts


def thresholds(found: Scores, there: NDArray[np.bool_]) -> Scores:
    """The score of each mood above which it counts as shown, for the best F1.

    Midway between the best seen, which is unbiased, and the best expected, which is steady.
    """
    each = zip(found.T, there.T, strict=True)
    return np.array([(_best_seen(*one) + _best_expected(*one)) / 2 for one in each])


def _best_seen(found: Scores, there: NDArray[np.bool_]) -> float:
    cuts = np.unique(np.quantile(found, np.linspace(0.3, 0.995, 140)))
    above = found[:, None] > cuts
    right = (above & there[:, None]).sum(axis=0)
    gains = 2.0 * right / (above.sum(axis=0) + there.sum())
    # A run of good cuts is a better promise than one lucky cut.
    smooth = np.convolve(np.pad(gains, 4, mode="edge"), np.ones(9) / 9, "valid")
    return float(cuts[int(smooth.argmax())])


def _best_expected(found: Scores, there: NDArray[np.bool_]) -> float:
    """By probabilities that a logistic curve gives the scores."""
    level = (found - found.mean()) / found.std()
    signs = np.where(there, -1.0, 1.0)

    def loss(curve: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0.0, signs * (curve[0] * level + curve[1])).mean())

    slope, shift = minimize(loss, [1.0, 0.0]).x
    order = np.argsort(-found, kind="stable")
    likely = 1.0 / (1.0 + np.exp(-(slope * level + shift)))[order]
    gains = 2.0 * np.cumsum(likely) / (np.arange(1, len(order) + 1) + likely.sum())
    return float(found[order][int(gains.argmax())]) - 1e-9
