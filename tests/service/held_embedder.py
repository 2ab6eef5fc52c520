"""An embedder that waits for a sign, fails when told, and keeps a list of what it ran."""

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.memory.embedding import ModelInfo, TextRole, TokenizedText


class HeldEmbedder:
    """RamEmbedder behind a gate, which is open until `hold`."""

    def __init__(self) -> None:
        self._inner = RamEmbedder()
        self._gate = threading.Event()
        self._gate.set()
        self._texts: dict[TokenizedText, str] = {}
        self.batches: list[list[str]] = []
        """Texts of each batch that began, in order."""
        self.token_counts: list[int] = []
        """Model tokens of each batch."""
        self.broken: set[str] = set()
        """Texts that no batch survives."""

    @property
    def model(self) -> ModelInfo:
        return self._inner.model

    @property
    def seen(self) -> list[str]:
        """All texts run, in order."""
        return [text for batch in self.batches for text in batch]

    def hold(self) -> None:
        self._gate.clear()

    def release(self) -> None:
        self._gate.set()

    def tokenize(self, texts: Sequence[str], role: TextRole) -> list[TokenizedText]:
        tokenized = self._inner.tokenize(texts, role)
        self._texts.update(zip(tokenized, texts, strict=True))
        return tokenized

    def embed(self, texts: Sequence[TokenizedText]) -> NDArray[np.float32]:
        batch = [self._texts[each] for each in texts]
        self.token_counts.append(sum(each.token_count for each in texts))
        self.batches.append(batch)
        if not self._gate.wait(10):
            raise TimeoutError("the test never released the embedder")
        if self.broken & set(batch):
            raise RuntimeError("the model failed")
        return self._inner.embed(texts)

    def forget(self) -> None:
        self._inner.forget()

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)
