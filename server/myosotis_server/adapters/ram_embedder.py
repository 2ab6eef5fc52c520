"""The embedder's twin without a model: character n-grams, hashed into a bag.

Texts that share spelling come out near each other, in Chinese as in English; meaning is not seen.
"""

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.embedding import ModelInfo, Span, TextRole, TokenizedText

_ROLE_TOKENS = {TextRole.QUERY: 1, TextRole.PASSAGE: 2}
"""Begin each window, as a model's prefix does, and count for nothing in the vector."""


class RamEmbedder:
    """The `Embedder` port in a few lines. `name` is told apart from others by its digest."""

    def __init__(
        self, name: str = "ram-n-grams", dimension: int = 256, max_tokens: int = 128
    ) -> None:
        self._model = ModelInfo(
            name=name,
            digest=hashlib.sha256(f"{name} {dimension}".encode()).hexdigest(),
            dimension=dimension,
            max_tokens=max_tokens,
            similarity=Span(floor=0.1, ceiling=0.9),
            relevance=Span(floor=0.1, ceiling=0.9),
        )

    @property
    def model(self) -> ModelInfo:
        return self._model

    def tokenize(self, texts: Sequence[str], role: TextRole) -> list[TokenizedText]:
        room = self._model.max_tokens - 1
        tokenized = []
        for text in texts:
            tokens = _tokens(text)
            parts = [tokens[start : start + room] for start in range(0, len(tokens), room)]
            windows = tuple((_ROLE_TOKENS[role], *part) for part in parts or [[]])
            tokenized.append(TokenizedText(windows, role))
        return tokenized

    def embed(self, texts: Sequence[TokenizedText]) -> NDArray[np.float32]:
        dimension = self._model.dimension
        vectors = np.zeros((len(texts), dimension), np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            tokens = np.array([each for window in text.windows for each in window[1:]], np.int64)
            signs = np.where(tokens & 1, 1.0, -1.0)
            sums = np.bincount((tokens >> 1) % dimension, signs, minlength=dimension)
            if not sums.any():
                sums[0] = 1.0
            vector[:] = sums / np.linalg.norm(sums)
        return vectors

    def forget(self) -> None:
        """Remembers nothing anyhow."""

    def count_tokens(self, text: str) -> int:
        return len(_tokens(text))


def _tokens(text: str) -> list[int]:
    return [crc32(gram.encode()) for gram in _grams(text)]


def _grams(text: str) -> Iterator[str]:
    """Three letters of a word with its ends marked; Chinese characters and their pairs."""
    for word in unicodedata.normalize("NFKC", text).casefold().split():
        if word.isascii():
            marked = f"<{word}>"
            yield from (marked[start : start + 3] for start in range(len(marked) - 2))
        else:
            yield from word
            yield from map("".join, pairwise(word))
