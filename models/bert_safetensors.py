"""Reads a BERT encoder from a safetensors file as Hugging Face names its tensors."""

from __future__ import annotations

import json
import math

import numpy as np

from bert_weights import LINEARS, NORMS, BertWeights, Linear, Norm

_DTYPES = {"F32": "<f4", "F16": "<f2", "I64": "<i8"}
_THEIRS = dict(
    zip(
        LINEARS + NORMS,
        (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "intermediate.dense",
            "output.dense",
            "attention.output.LayerNorm",
            "output.LayerNorm",
        ),
        strict=True,
    )
)


def tensors(data: bytes) -> dict[str, np.ndarray]:
    """Every tensor of the file by name, as views of `data`."""
    header_size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + header_size])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        start = 8 + header_size + entry["data_offsets"][0]
        count = math.prod(entry["shape"])
        values = np.frombuffer(data, _DTYPES[entry["dtype"]], count, start)
        found[name] = values.reshape(entry["shape"])
    return found


def read(data: bytes, *, heads: int, epsilon: float) -> BertWeights:
    """The encoder; the file does not say how many heads it has, nor the norms' epsilon."""
    found = {name.removeprefix("bert."): values for name, values in tensors(data).items()}

    def floats(name: str) -> np.ndarray:
        return found[name].astype(np.float32)

    def norm(name: str) -> Norm:
        return Norm(floats(name + ".weight"), floats(name + ".bias"))

    layers = 1 + max(int(n.split(".")[2]) for n in found if n.startswith("encoder.layer."))
    weights = BertWeights(
        layers=layers,
        heads=heads,
        epsilon=epsilon,
        words=floats("embeddings.word_embeddings.weight"),
        positions=floats("embeddings.position_embeddings.weight")
        + floats("embeddings.token_type_embeddings.weight")[0],
    )
    weights.norms["embedding_norm"] = norm("embeddings.LayerNorm")
    for layer in range(layers):
        theirs = f"encoder.layer.{layer}."
        for part in LINEARS:
            name = theirs + _THEIRS[part]
            weights.linears[f"{layer}.{part}"] = Linear(
                floats(name + ".weight"), floats(name + ".bias")
            )
        for part in NORMS:
            weights.norms[f"{layer}.{part}"] = norm(theirs + _THEIRS[part])
    return weights
