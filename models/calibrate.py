"""Measures what a pack's cosines mean, on its built model: python models/calibrate.py

Prints the `[similarity]` and `[relevance]` tables for each pinned manifest. The first is of two
statements: `floor` is the median cosine of sentences about different things, `ceiling` that of
sentences that say the same in other words. The second is of questions and statements in any of the
pack's languages: 5 % of those that have nothing to do with each other lie below `floor`, and no
question's answer above `ceiling`. Also prints the largest component of any unit vector, for those
who store vectors as integers.
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


def relevance(embedder: OnnxEmbedder, languages: list[str]) -> tuple[float, float]:
    """Floor and ceiling of questions and statements."""

    def vectors(column: int, role: TextRole) -> np.ndarray:
        return embedder.embed(embedder.tokenize([row[column] for row in QUESTIONS], role))

    unrelated, answers = [], []
    for asked in languages:
        for said in languages:
            questions = vectors(LANGUAGES.index(asked), TextRole.QUERY)
            statements = vectors(2 + LANGUAGES.index(said), TextRole.PASSAGE)
            cosines = questions @ statements.T
            different = cosines[~np.eye(len(cosines), dtype=bool)]
            same = np.diag(cosines)
            first = np.mean(cosines.argmax(axis=1) == np.arange(len(cosines)))
            print(
                f"# {asked} to {said}: unrelated 5, 50, 95 %",
                f"{np.percentile(different, [5, 50, 95]).round(3)}, answers",
                f"{np.percentile(same, [5, 50, 95]).round(3)}, {first:.0%} of them first",
            )
            unrelated.append(different)
            answers.append(same)
    floor = np.percentile(np.concatenate(unrelated), 5)
    return float(floor), float(np.max(np.concatenate(answers)))


if __name__ == "__main__":
    for pack in manifest.PACKS:
        print(f"# {pack}")
        embedder = OnnxEmbedder(manifest.BUILD / pack)
        floor, ceiling, largest = calibrate(embedder)
        print(f"[similarity]\nfloor = {floor:.3f}\nceiling = {ceiling:.3f}")
        low, high = relevance(embedder, manifest.read(pack).languages)
        print(f"[relevance]\nfloor = {low:.3f}\nceiling = {high:.3f}")
        print(f"# largest component: {largest:.3f}")
