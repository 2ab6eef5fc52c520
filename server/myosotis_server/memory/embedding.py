"""What the core knows of text embedding: the model's identity, and texts ready for it."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray


class TextRole(Enum):
    """What a text is embedded as. Models such as e5 mark questions and answers differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Span:
    """Cosines of texts that have nothing to do with each other, and of texts that belong together.

    What a cosine means differs between models; its place between the two does not.
    """

    floor: float
    ceiling: float

    def place(self, cosines: NDArray[np.float32]) -> NDArray[np.float64]:
        """Where `cosines` lie between floor (0) and ceiling (1), [cosines]; cut off there."""
        places = (cosines.astype(np.float64) - self.floor) / (self.ceiling - self.floor)
        return np.minimum(np.maximum(places, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """An embedding model. Vectors may be compared only if their models' digests are equal."""

    name: str
    digest: str
    """SHA-256 of the model file, in hexadecimal."""
    dimension: int
    max_tokens: int
    """Tokens of one window, prefix and special tokens included."""
    similarity: Span
    """Of two statements."""
    relevance: Span
    """Of a question and a statement, whatever their languages: a question's vector has no part in
    what tells languages apart (see models/centre.py)."""


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text as the model reads it: at least one window of token ids, each complete in itself."""

    windows: tuple[tuple[int, ...], ...]
    role: TextRole

    @property
    def token_count(self) -> int:
        """Tokens to be computed: all windows, prefixes and special tokens included."""
        return sum(map(len, self.windows))
