"""Reads what the heads are trained and measured on.

`data/` beside this file was written for this project. The rest is openly licensed (CC BY 4.0) and
lies in a folder of its own: BRIGHTER (SemEval-2025 Task 11), GoEmotions, XED.
"""

from __future__ import annotations

import csv
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = HERE / "data"
# The modules of the packs lie one folder up; every script here imports this one first.
sys.path.append(str(HERE.parent))

LANGUAGES = ("zh", "en")
KINDS = ("fact", "preference", "event", "emotion", "habit", "value")
EMOTIONS = ("neutral", "happy", "sad", "anxious", "angry", "calm", "surprised", "tired")
EKMAN = ("anger", "disgust", "fear", "joy", "neutral", "sadness", "surprise")
HELD_OUT = 0.15
"""The share of our own sentences that is never trained on but for the shipped weights."""

NEEDED = (
    "brighter/chn.train.csv",
    "brighter/eng.train.csv",
    "goemotions/ekman/train.tsv",
    "goemotions/ekman/dev.tsv",
    "goemotions/original/train.tsv",
    "xed/en-annotated.tsv",
    "xed/neu_en.txt",
    "xed/cn-projections.tsv",
)

# What others call a feeling, in the eight of the contract. What says too little (approval, desire,
# curiosity, pride of place in a forum) is left out rather than guessed.
_BRIGHTER = {"joy": "happy", "sadness": "sad", "fear": "anxious", "anger": "angry"}
_BRIGHTER |= {"disgust": "angry", "surprise": "surprised"}
_GOEMOTIONS = {
    **dict.fromkeys(("amusement", "excitement", "gratitude", "joy", "love", "pride"), "happy"),
    **dict.fromkeys(("disappointment", "grief", "remorse", "sadness"), "sad"),
    **dict.fromkeys(("fear", "nervousness"), "anxious"),
    **dict.fromkeys(("anger", "annoyance", "disgust"), "angry"),
    **dict.fromkeys(("surprise",), "surprised"),
    **dict.fromkeys(("relief",), "calm"),
    **dict.fromkeys(("neutral",), "neutral"),
}
_XED = {"1": "angry", "4": "anxious", "5": "happy", "6": "sad", "7": "surprised"}


class DataMissing(Exception):
    """The message says which files are wanted, and where they come from."""


@dataclass(frozen=True)
class Own:
    """A sentence of ours with its labels; `kind` is empty where it is not to be kept."""

    text: str
    keep: bool
    kind: str
    emotion: str
    language: str

    @property
    def is_held_out(self) -> bool:
        """Decided by the text alone, so that new sentences move no old one."""
        return rank(self.text) < HELD_OUT


@dataclass(frozen=True)
class Felt:
    """A text and the one emotion of the eight that it shows."""

    text: str
    emotion: str
    language: str
    source: str


def rank(text: str) -> float:
    """A number in [0, 1) that follows from the text alone."""
    return zlib.crc32(text.strip().encode("utf-8", "replace")) / 2**32


def check(folder: Path) -> None:
    """Raises DataMissing unless all public sets lie in `folder`."""
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        raise DataMissing(
            f"these training sets are not in {folder}:\n  "
            + "\n  ".join(missing)
            + "\nGive their folder with --data. They are BRIGHTER (SemEval-2025 Task 11),"
            "\nGoEmotions and XED, all CC BY 4.0, laid out as models/heads/README.md says."
        )


def own() -> list[Own]:
    """Our own sentences, each once; raises ValueError for a label that does not exist."""
    found: dict[str, Own] = {}
    for language in LANGUAGES:
        path = OWN / f"{language}.tsv"
        if not path.is_file():
            continue
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                one = _own_row(row, language)
                found.setdefault(one.text, one)
    return list(found.values())


def _own_row(row: dict[str, str], language: str) -> Own:
    kind = row["kind"].strip().lower()
    kind = kind if kind in KINDS else ""
    keep = row["keep"].strip().lower() in ("1", "true", "yes")
    emotion = row["emotion"].strip().lower()
    if emotion not in EMOTIONS or (keep and not kind):
        raise ValueError(f"data/{language}.tsv: no such kind or emotion: {row}")
    return Own(row["text"].strip(), keep, kind, emotion, language)


def brighter(path: Path) -> tuple[list[str], list[list[int]], list[str]]:
    """Texts, how much each shows every emotion (0 to 3), and the emotions' names."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        names = [name for name in reader.fieldnames or () if name not in ("id", "text")]
        rows = list(reader)
    shown = [[int(float(row[name] or 0)) for name in names] for row in rows]
    return [row["text"] for row in rows], shown, names


def goemotions(path: Path) -> tuple[list[str], list[str]]:
    """The texts that bear one label alone, and that label."""
    labels = (path.parent / "labels.txt").read_text("utf-8").split()
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    single = [row for row in rows if len(row) > 1 and "," not in row[1]]
    return [row[0] for row in single], [labels[int(row[1])] for row in single]


def thinned(labels: list[str], texts: list[str], most: int) -> list[int]:
    """Places of at most `most` texts of each label, chosen by their ranks, in order."""
    chosen: list[int] = []
    for label in sorted(set(labels)):
        places = [place for place, one in enumerate(labels) if one == label]
        chosen += sorted(places, key=lambda place: rank(texts[place]))[:most]
    return sorted(chosen)


def public(folder: Path) -> list[Felt]:
    """Public texts that show one of the eight emotions alone, thinned, each once."""
    found: dict[str, Felt] = {}
    for felt in (*_from_brighter(folder), *_from_goemotions(folder), *xed(folder)):
        found.setdefault(felt.text, felt)
    return list(found.values())


def _from_brighter(folder: Path) -> Iterator[Felt]:
    for language, name in (("zh", "chn"), ("en", "eng")):
        texts, shown, names = brighter(folder / f"brighter/{name}.train.csv")
        for text, flags in zip(texts, shown, strict=True):
            there = {_BRIGHTER[one] for one, flag in zip(names, flags, strict=True) if flag}
            if len(there) <= 1:
                yield Felt(text, min(there, default="neutral"), language, "brighter")


def _from_goemotions(folder: Path) -> Iterator[Felt]:
    for text, name in zip(*goemotions_fine(folder), strict=True):
        if emotion := _GOEMOTIONS.get(name):
            yield Felt(text, emotion, "en", "goemotions")


def goemotions_fine(folder: Path) -> tuple[list[str], list[str]]:
    """Of the texts of `goemotions_train`, those with one emotion of the 28, and which."""
    named = dict(zip(*goemotions(folder / "goemotions/original/train.tsv"), strict=True))
    texts = [text for text in goemotions_train(folder)[0] if text in named]
    return texts, [named[text] for text in texts]


def goemotions_train(folder: Path, most: int = 4_000) -> tuple[list[str], list[str]]:
    """Texts of GoEmotions' training part with one of the seven classes of Ekman, thinned."""
    texts, labels = goemotions(folder / "goemotions/ekman/train.tsv")
    chosen = thinned(labels, texts, most)
    return [texts[place] for place in chosen], [labels[place] for place in chosen]


def xed(folder: Path) -> Iterator[Felt]:
    """Lines of one emotion of the eight, thinned."""
    lines = _xed(folder / "xed/en-annotated.tsv")
    yield from _thin(lines, "en", 300)
    yield from _thin(_xed(folder / "xed/cn-projections.tsv"), "zh", 300)
    neutral = (folder / "xed/neu_en.txt").read_text("utf-8").splitlines()
    yield from _thin([(line.partition("\t")[2], "neutral") for line in neutral], "en", 300)


def _xed(path: Path) -> list[tuple[str, str]]:
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    return [(row[0], _XED[row[1]]) for row in rows if len(row) > 1 and row[1] in _XED]


def _thin(lines: list[tuple[str, str]], language: str, most: int) -> Iterable[Felt]:
    texts = [text for text, _ in lines]
    labels = [emotion for _, emotion in lines]
    for place in thinned(labels, texts, most):
        yield Felt(texts[place], labels[place], language, "xed")
