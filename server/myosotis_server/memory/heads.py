"""What small classifiers make of a statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

KINDS = 6
"""FACT to VALUE, in the order of `MemoryKind` from 1 on."""
EMOTIONS = 8
"""NEUTRAL to TIRED, in the order of `Emotion` from 1 on."""


@dataclass(frozen=True, slots=True)
class Judgements:
    """Of n statements: probability of being worth keeping [n], of each kind [n, KINDS], and of each
    emotion [n, EMOTIONS]. Rows of the latter two sum to 1."""

    keep: NDArray[np.float32]
    kinds: NDArray[np.float32]
    emotions: NDArray[np.float32]


class Heads(Protocol):
    """Judges statements by their vectors and words. Safe to call from several threads at once."""

    def judge(self, vectors: NDArray[np.float32], texts: Sequence[str]) -> Judgements:
        """Of `texts`, whose unit vectors as passages are `vectors` [n, dimension].

        A text's judgement must not depend on what is judged with it.
        """
