"""Vectors of texts as the server stores them, kept in a cache between runs."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

import manifest
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole

CACHE = manifest.BUILD / ".cache"
_CHUNK = 1_000


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


class Vectors:
    """Embeds texts as passages with one built pack, and remembers them on disk."""

    def __init__(self, pack: str) -> None:
        """Raises ModelMissing where the pack is not built."""
        self._embedder = OnnxEmbedder(manifest.BUILD / pack)
        self.digest = self._embedder.model.digest
        self.dimension = self._embedder.model.dimension
        self._path = CACHE / f"heads-{self.digest[:16]}.npz"
        self._known: dict[bytes, NDArray[np.float32]] = {}
        if self._path.is_file():
            with np.load(self._path) as file:
                keys, rows = file["keys"], file["rows"]
            self._known = {bytes(key): row for key, row in zip(keys, rows, strict=True)}

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors [texts, dimension], float32."""
        wanted = list(
            {_key(text): text for text in texts if _key(text) not in self._known}.values()
        )
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            rows = self._embedder.embed(self._embedder.tokenize(chunk, TextRole.PASSAGE))
            self._known.update(zip(map(_key, chunk), rows, strict=True))
            if len(wanted) > _CHUNK:
                print(f"  embedded {start + len(chunk)} of {len(wanted)}", flush=True)
        if wanted:
            self._save()
        return np.stack([self._known[_key(text)] for text in texts])

    def _save(self) -> None:
        CACHE.mkdir(parents=True, exist_ok=True)
        keys = np.frombuffer(b"".join(self._known), np.uint8).reshape(-1, 16)
        part = self._path.with_suffix(".part.npz")
        np.savez(part, keys=keys, rows=np.stack(list(self._known.values())))
        part.replace(self._path)
