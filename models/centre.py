"""Finds what all questions share and writes <pack>/centre.npy: python models/centre.py --data DIR

The vectors of such models crowd into a narrow cone, and what they share says nothing: the mean of
all, and a direction that tells only in which language a text is. Taken away from a question's
vector (Mu, Bhat and Viswanath, "All-but-the-Top", 2018, do so to both sides), what is left ranks
statements better, and in either language alike. The statements' vectors stay as they are.

Run by hand, and rarely; the result is committed. DIR holds `brighter/` and `xed/` (CC BY 4.0, see
README.md), from which only these averages are taken.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path

import numpy as np

import manifest
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole

SAMPLE = 3_000
"""Texts of each language."""
SOURCES = {
    "zh": ("brighter/chn.train.csv", "xed/zh-projections.tsv"),
    "en": ("brighter/eng.train.csv", "xed/en-annotated.tsv"),
}


def texts(folder: Path, language: str) -> list[str]:
    """As many texts from either source where they suffice, in an order that does not change."""
    found: list[str] = []
    for number, name in enumerate(SOURCES[language]):
        with (folder / name).open(encoding="utf-8", newline="") as file:
            if name.endswith(".csv"):
                lines = [row["text"] for row in csv.DictReader(file)]
            else:
                lines = [line.split("\t")[0] for line in file]
        random.Random(number).shuffle(lines)
        found += lines[: SAMPLE - len(found) if number else SAMPLE // 2]
    return found


def centre(vectors: dict[str, np.ndarray]) -> np.ndarray:
    """The mean of the languages' means, then the directions in which they lie apart.

    float32 [languages, dimension], the directions unit vectors at right angles.
    """
    means = np.stack([each.mean(axis=0) for each in vectors.values()])
    mean = means.mean(axis=0)
    apart, _ = np.linalg.qr((means[1:] - mean).T)
    return np.concatenate([mean[np.newaxis], apart.T]).astype(np.float32)


def main(folder: Path) -> None:
    for pack in manifest.PACKS:
        pinned = manifest.read(pack)
        embedder = OnnxEmbedder(pinned.built)
        vectors = {}
        for language in pinned.languages:
            tokenized = embedder.tokenize(texts(folder, language), TextRole.QUERY)
            vectors[language] = embedder.embed_plain(tokenized)
        found = centre(vectors)
        np.save(pinned.folder / manifest.CENTRE, found)
        print(f"{pack}: {found.shape[0]} × {found.shape[1]}, mean {np.linalg.norm(found[0]):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    main(parser.parse_args().data)
