"""Trains the heads and writes models/heads/<pack>.npz: python models/heads/train.py --data DIR

DIR holds the public sets (see README.md); our own sentences lie in data/. The same data gives the
same weights. Vectors are kept in models/build/.cache, so that the first run is the slow one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import corpora
import numpy as np
from features import BITS, Scaling, presence, scaling
from logistic import Features, Linear, fit
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from vectors import Vectors

import manifest
from myosotis_server.adapters.heads import FORMAT

HERE = Path(__file__).resolve().parent

# How closely each head follows its training texts, and the weight of public ones. They were picked
# after a look at the scores of our held-out sentences, which are therefore a little too good.
_KEEP_C, _KIND_C, _EMOTION_C = 10.0, 10.0, 3.0
_PUBLIC_WEIGHT = 0.03
"""Of a public text beside one of our own, which are of the very kind that is to be judged."""
_PUBLIC_MOST = 500
"""Public texts of each emotion."""
_FOLDS = 3
_STEPS = 127


def calibrated(
    features: Features,
    labels: Sequence[int],
    classes: int,
    strength: float,
    weights: NDArray[np.float64],
) -> Linear:
    """A head whose probabilities are right, by cross-validation, for texts of full weight."""
    targets = np.asarray(labels, np.int64)
    if len(np.unique(targets)) != classes:
        raise ValueError("every kind and emotion needs sentences of ours")
    logits = np.zeros((len(targets), classes))
    fold = np.arange(len(targets)) % _FOLDS
    for one in range(_FOLDS):
        left, rest = np.flatnonzero(fold == one), np.flatnonzero(fold != one)
        head = fit(features.some(rest), targets[rest], classes, strength, weights[rest])
        logits[left] = head.logits(features.some(left))
    ours = weights == 1.0
    head = fit(features, targets, classes, strength, weights)
    return head.divided(_temperature(logits[ours], targets[ours]))


def _temperature(logits: NDArray[np.float64], targets: NDArray[np.int64]) -> float:
    def loss(log_temperature: float) -> float:
        scaled = logits / np.exp(log_temperature)
        peak = scaled.max(axis=1)
        total = peak + np.log(np.exp(scaled - peak[:, None]).sum(axis=1))
        return float((total - scaled[np.arange(len(targets)), targets]).mean())

    return float(np.exp(minimize_scalar(loss, bounds=(-2, 2), method="bounded").x))


def train(
    own: list[corpora.Own], public: list[corpora.Felt], vectors: Vectors
) -> dict[str, object]:
    """The arrays of a heads.npz, trained on all that is given."""
    texts = [one.text for one in own] + [one.text for one in public]
    rows, words = vectors.of(texts), presence(texts)
    scale = scaling(rows[: len(own)], words[: len(own)])
    features = scale.apply(rows, words)
    ours = features.some(np.arange(len(own)))
    ones = np.ones(len(own))

    keep = calibrated(ours, [one.keep for one in own], 2, _KEEP_C, ones)
    kept = np.flatnonzero([one.keep for one in own])
    kinds = [corpora.KINDS.index(own[row].kind) for row in kept]
    kind = calibrated(ours.some(kept), kinds, len(corpora.KINDS), _KIND_C, ones[kept])
    emotions = [corpora.EMOTIONS.index(one.emotion) for one in (*own, *public)]
    weights = np.where(np.arange(len(texts)) < len(own), 1.0, _PUBLIC_WEIGHT)
    emotion = calibrated(features, emotions, len(corpora.EMOTIONS), _EMOTION_C, weights)

    only = Linear(*(np.diff(each, axis=0) for each in (keep.dense, keep.words, keep.bias)))
    return _packed([only, kind, emotion], scale, vectors.digest)


def _packed(heads: list[Linear], scale: Scaling, digest: str) -> dict[str, object]:
    """The scaling folded into the weights, and those made small."""
    dense = (np.vstack([head.dense for head in heads]) / scale.spread).astype(np.float16)
    bias = np.concatenate([head.bias for head in heads])
    bias = bias - dense.astype(np.float64) @ scale.mean
    grams = (np.vstack([head.words for head in heads]) * scale.rarity).T
    # The few largest weights are cut off, so that the many have finer steps.
    scales = np.quantile(np.abs(grams[np.any(grams != 0, axis=1)]), 0.9995, axis=0) / _STEPS
    steps = np.clip(np.rint(grams / scales), -_STEPS, _STEPS).astype(np.int8)
    return {
        "format": np.int64(FORMAT),
        "digest": np.str_(digest),
        "dense": dense,
        "bias": bias.astype(np.float32),
        "grams": steps,
        "scales": scales.astype(np.float32),
    }


def thinned(public: list[corpora.Felt]) -> list[corpora.Felt]:
    """At most so many public texts of each emotion, the Chinese ones first, as they are few."""
    chosen = [one for one in public if one.language == "zh"]
    others = [one for one in public if one.language != "zh"]
    places = corpora.thinned(
        [one.emotion for one in others], [one.text for one in others], _PUBLIC_MOST
    )
    return chosen + [others[place] for place in places]


def main() -> int:
    """The command line; 1 if data is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("packs", nargs="*", default=manifest.PACKS, metavar="pack")
    options = parser.parse_args()
    try:
        corpora.check(options.data)
    except corpora.DataMissing as error:
        print(f"models/heads/train.py: {error}", file=sys.stderr)
        return 1
    own, public = corpora.own(), thinned(corpora.public(options.data))
    print(f"{len(own)} sentences of ours, {len(public)} public ones, 2^{BITS} words")
    for pack in options.packs:
        started = time.monotonic()
        path = HERE / f"{pack}.npz"
        save(path, train(own, public, Vectors(pack)))
        size, taken = path.stat().st_size / 1e3, time.monotonic() - started
        print(f"{pack}: {size:.0f} kB in {taken:.0f} s", flush=True)
    return 0


def save(path: Path, arrays: dict[str, object]) -> None:
    """Writes the same bytes for the same arrays."""
    np.savez_compressed(path, allow_pickle=False, **arrays)  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main())
