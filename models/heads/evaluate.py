"""Measures the heads' features and the heads: python models/heads/evaluate.py --data DIR [pack ...]

- Our own sentences: trained on those that are not held out, tested on those that are.
- BRIGHTER: 5-fold cross-validation on the training part; scaling, ridge and thresholds are chosen
  within the training folds. Where DIR has a test part, also trained on all else and tested on it.
- GoEmotions: the seven classes of Ekman, texts of one label; dev, and test where DIR has it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import corpora
import numpy as np
import several_moods
import train
from features import presence, scaling
from logistic import fit
from numpy.typing import NDArray
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from sklearn.model_selection import KFold
from vectors import Vectors

import manifest
from myosotis_server.adapters.heads import PackHeads
from myosotis_server.understanding.emotions import felt

_BRIGHTER = {"zh": "chn", "en": "eng"}
_GO_CLOSE = 3.0
Moods = NDArray[np.bool_]


def brighter(folder: Path, vectors: Vectors) -> None:
    """Helpers that BRIGHTER's models see through are trained on none of its texts."""
    parts = {
        (name, part): corpora.brighter(path)
        for name in _BRIGHTER.values()
        for part in ("train", "dev", "test")
        if (path := _there(folder, f"brighter/{name}.{part}.csv", f"{name}.{part}.csv"))
    }
    every = {text for texts, _, _ in parts.values() for text in texts}
    helped = several_moods.helpers(folder, vectors, every)
    for language, name in _BRIGHTER.items():
        texts, intensities, names = parts[name, "train"]
        seen, shown = several_moods.Seen(texts, vectors, helped), np.array(intensities)
        found = np.zeros(shown.shape, bool)
        for rows, places in KFold(5, shuffle=True, random_state=0).split(texts):
            found[places] = several_moods.predicted(seen, shown, rows, seen, places)
        _report(f"BRIGHTER {language}, 5 folds", shown > 0, found, names)
        if (name, "test") not in parts:
            continue
        more, more_intensities, _ = parts.get((name, "dev"), ([], [], names))
        seen = several_moods.Seen(texts + more, vectors, helped)
        shown = np.array(intensities + more_intensities)
        tested, wanted, columns = parts[name, "test"]
        answers = several_moods.predicted(
            seen,
            shown,
            np.arange(len(shown)),
            several_moods.Seen(tested, vectors, helped),
            np.arange(len(tested)),
        )
        right = np.array(wanted)[:, [columns.index(each) for each in names]] > 0
        _report(f"BRIGHTER {language}, test", right, answers, names)


def _report(what: str, shown: Moods, found: Moods, names: list[str]) -> None:
    each = f1_score(shown, found, average=None)
    parts = ", ".join(f"{name} {one:.2f}" for name, one in zip(names, each, strict=True))
    print(f"{what}: macro-F1 {each.mean():.3f} ({parts})", flush=True)


def goemotions(folder: Path, vectors: Vectors) -> None:
    texts, labels = corpora.goemotions_train(folder)
    names = sorted(set(labels))
    rows, words = vectors.of(texts), presence(texts)
    scale = scaling(rows, words)
    targets = np.array([names.index(label) for label in labels])
    model = fit(scale.apply(rows, words), targets, len(names), _GO_CLOSE, np.ones(len(texts)))
    for part in ("dev", "test"):
        path = _there(folder, f"goemotions/ekman/{part}.tsv", f"{part}.tsv")
        if path is None:
            continue
        tested, wanted = corpora.goemotions(path)
        logits = model.logits(scale.apply(vectors.of(tested), presence(tested)))
        # The training part is thinned; what is frequent in the whole gets its odds back, by half.
        whole = corpora.goemotions(folder / "goemotions/ekman/train.tsv")[1]
        odds = [whole.count(name) / labels.count(name) for name in names]
        guessed = [names[place] for place in (logits + 0.5 * np.log(odds)).argmax(axis=1)]
        score = f1_score(wanted, guessed, average="macro")
        print(f"GoEmotions {part}, Ekman, single label: macro-F1 {score:.3f}", flush=True)


def _there(folder: Path, *names: str) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)


def own(folder: Path, vectors: Vectors) -> None:
    """What weights trained without the held-out sentences make of those, through the adapter."""
    ours = corpora.own()
    known = [one for one in ours if not one.is_held_out]
    tested = [one for one in ours if one.is_held_out]
    public = train.thinned(corpora.public(folder))
    with tempfile.TemporaryDirectory() as scratch:
        train.save(Path(scratch) / "heads.npz", train.train(known, public, vectors))
        heads = PackHeads(Path(scratch), vectors.digest)
    texts = [one.text for one in tested]
    judged = heads.judge(vectors.of(texts), texts)
    moods = [felt(*pair).emotion - 1 for pair in zip(texts, judged.emotions, strict=True)]
    for language in corpora.LANGUAGES:
        rows = np.array([n for n, one in enumerate(tested) if one.language == language])
        some = [tested[n] for n in rows]
        kept = np.array([one.keep for one in some])
        keep = f1_score(kept, judged.keep[rows] > 0.5)
        kinds = np.array([corpora.KINDS.index(one.kind) if one.keep else -1 for one in some])
        kind = accuracy_score(kinds[kept], judged.kinds[rows].argmax(axis=1)[kept])
        wanted = [corpora.EMOTIONS.index(one.emotion) for one in some]
        head = f1_score(wanted, judged.emotions[rows].argmax(axis=1), average="macro")
        both = f1_score(wanted, [moods[n] for n in rows], average="macro")
        print(
            f"own {language}, {len(some)} held out: keep F1 {keep:.3f}, kind {kind:.3f}, "
            f"emotion macro-F1 {head:.3f} by the head, {both:.3f} with words",
            flush=True,
        )
    kept = [n for n, one in enumerate(tested) if one.keep]
    _table(
        corpora.KINDS,
        [corpora.KINDS.index(tested[n].kind) for n in kept],
        judged.kinds[kept].argmax(axis=1),
    )
    _table(corpora.EMOTIONS, [corpora.EMOTIONS.index(one.emotion) for one in tested], moods)


def _table(names: tuple[str, ...], wanted: list[int], found: list[int]) -> None:
    """Rows are what is right, columns what was found."""
    print(f"\n| | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for name, row in zip(
        names, confusion_matrix(wanted, found, labels=range(len(names))), strict=True
    ):
        print(f"| **{name}** | {' | '.join(map(str, row))} |")
    print(flush=True)


PARTS: dict[str, Callable[[Path, Vectors], None]] = {
    "own": own,
    "brighter": brighter,
    "goemotions": goemotions,
}


def main() -> int:
    """The command line; 1 if data is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--only", choices=PARTS, help="one part of it")
    parser.add_argument("packs", nargs="*", default=manifest.PACKS[:1], metavar="pack")
    options = parser.parse_args()
    try:
        corpora.check(options.data)
    except corpora.DataMissing as error:
        print(f"models/heads/evaluate.py: {error}", file=sys.stderr)
        return 1
    for pack in options.packs:
        print(f"{pack}:")
        vectors = Vectors(pack)
        for name, part in PARTS.items():
            if options.only in (None, name):
                part(options.data, vectors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
