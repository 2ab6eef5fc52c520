"""Stand-ins for trained classifiers: one that has no opinion, one that knows what it was told."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.heads import EMOTIONS, KINDS, Judgements
from myosotis_server.memory.values import Emotion, MemoryKind

_NEUTRAL = 0.44
_TOLD = 0.9


class NoHeads:
    """For a pack without classifiers: all is left to rules.

    Keeping is even, every kind is as likely, and a mood is neutral unless words tell otherwise.
    """

    def judge(self, vectors: NDArray[np.float32], texts: Sequence[str]) -> Judgements:
        """The same of every text."""
        number = len(texts)
        emotions = np.full((number, EMOTIONS), (1 - _NEUTRAL) / (EMOTIONS - 1), np.float32)
        emotions[:, Emotion.NEUTRAL - 1] = _NEUTRAL
        return Judgements(
            np.full(number, 0.5, np.float32),
            np.full((number, KINDS), 1 / KINDS, np.float32),
            emotions,
        )


class RamHeads:
    """For tests: judges the texts it was told of surely, all others as `NoHeads`."""

    def __init__(self, told: Mapping[str, tuple[bool, MemoryKind, Emotion]]) -> None:
        self._told = told

    def judge(self, vectors: NDArray[np.float32], texts: Sequence[str]) -> Judgements:
        judged = NoHeads().judge(vectors, texts)
        for row, text in enumerate(texts):
            if text in self._told:
                keep, kind, emotion = self._told[text]
                judged.keep[row] = _TOLD if keep else 1 - _TOLD
                _point(judged.kinds[row], kind - 1)
                _point(judged.emotions[row], emotion - 1)
        return judged


def _point(shares: NDArray[np.float32], place: int) -> None:
    shares[:] = (1 - _TOLD) / (len(shares) - 1)
    shares[place] = _TOLD
