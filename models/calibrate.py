"""Measures what a pack's cosines mean, on its built model: python models/calibrate.py

Prints the `[similarity]` tables for each pinned manifest. In the first, `floor` is the median
cosine of sentences about different things, `ceiling` that of sentences that say the same in other
words. The others are of questions and statements, for each pair of languages: `floor` is the
median cosine of those that have nothing to do with each other, and 95 % of a question's answers
lie below `ceiling`. Also prints the largest component of any unit vector, for those who store
vectors as integers.
"""

from __future__ import annotations

import numpy as np

import manifest
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole
from sentences import PARAPHRASES, QUESTIONS, SHORT

LANGUAGES = ("zh", "en")


def calibrate(embedder: OnnxEmbedder) -> tuple[float, float, float]:
    """Floor, ceiling and largest component of the embedder's vectors, all as passages."""

    def vectors(texts: list[str]) -> np.ndarray:
        return embedder.embed(embedder.tokenize(texts, TextRole.PASSAGE))

    one = vectors([pair[0] for pair in PARAPHRASES])
    other = vectors([pair[1] for pair in PARAPHRASES])
    cosines = one @ other.T
    same = np.diag(cosines)
    different = cosines[~np.eye(len(cosines), dtype=bool)]
    for name, values in (("different", different), ("same", same)):
        print(f"# {name}: 5, 50, 95 % at", np.percentile(values, [5, 50, 95]).round(3))
    odd = vectors([*SHORT, "", "1", "!!!", " ".join(SHORT), "".join(a for a, _ in PARAPHRASES)])
    largest = max(np.abs(part).max() for part in (one, other, odd))
    return float(np.median(different)), float(np.median(same)), float(largest)


def between(embedder: OnnxEmbedder) -> dict[tuple[str, str], tuple[float, float]]:
    """Floor and ceiling by the languages of a question and of a statement."""

    def vectors(column: int, role: TextRole) -> np.ndarray:
        return embedder.embed(embedder.tokenize([row[column] for row in QUESTIONS], role))

    found = {}
    for asked, question in enumerate(LANGUAGES):
        for said, statement in enumerate(LANGUAGES):
            cosines = vectors(asked, TextRole.QUERY) @ vectors(2 + said, TextRole.PASSAGE).T
            different = cosines[~np.eye(len(cosines), dtype=bool)]
            found[question, statement] = (
                float(np.median(different)),
                float(np.percentile(np.diag(cosines), 95)),
            )
    return found


if __name__ == "__main__":
    for pack in manifest.PACKS:
        print(f"# {pack}")
        embedder = OnnxEmbedder(manifest.BUILD / pack)
        floor, ceiling, largest = calibrate(embedder)
        print(f"[similarity]\nfloor = {floor:.3f}\nceiling = {ceiling:.3f}")
        for (asked, said), (low, high) in between(embedder).items():
            print(f"[similarity.between.{asked}.{said}]\nfloor = {low:.3f}\nceiling = {high:.3f}")
        print(f"# largest component: {largest:.3f}")
