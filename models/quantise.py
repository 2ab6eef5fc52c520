"""The two ways in which a pack's graph may hold its matrices: as trained, or in 8 bits.

A dynamic int8 product gives all activations of a call one scale, and the encoders have a few input
channels some twenty times as large as the rest, so most channels would get a handful of levels.
Smoothing moves that range into the weights: x · Wᵀ = (x / s) · (W · s)ᵀ, with one s per channel. It
costs one multiplication per token and channel and cuts the error to a third. `smooth.py` finds s.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import TensorProto

from bert_weights import Linear, Matrix, dense
from export import MICROSOFT, Graph

# Maps that read the same input share one s, and so one multiplication.
SMOOTHED = {"query": "qkv", "key": "qkv", "value": "qkv", "up": "up", "down": "down"}
STEPS_PER_OCTAVE = 2


class Float32:
    """Nothing lost: what the other is compared with."""

    def lookup(self, graph: Graph, table: Matrix, ids: str) -> str:
        words = graph.constant("words", dense(table))
        return graph.add("Gather", [words, ids], "word_vectors", axis=0)

    def linear(self, graph: Graph, name: str, x: str, linear: Linear) -> str:
        weight = graph.constant(name + ".weight", dense(linear.weight).T)
        bias = graph.constant(name + ".bias", linear.bias)
        return graph.add("Add", [graph.add("MatMul", [x, weight], name + ".product"), bias], name)


def per_row(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 levels [rows, columns] and float32 scales [rows]; value = level * scale."""
    scales = np.maximum(np.abs(matrix).max(axis=1) / 127, 1e-12).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


class DynamicInt8:
    """8-bit words with a scale each, 8-bit weights with a scale per output.

    `smoothing` gives by input ("3.qkv", "3.up", "3.down") how many half octaves each channel is
    scaled down before it is quantised, as int8 [channels].
    """

    def __init__(self, smoothing: dict[str, np.ndarray] | None = None) -> None:
        self.smoothing = smoothing or {}

    def lookup(self, graph: Graph, table: Matrix, ids: str) -> str:
        levels, scales = per_row(dense(table))
        rows = graph.add("Gather", [graph.constant("words", levels), ids], "word_levels", axis=0)
        scale = graph.constant("words.scales", scales[:, None])
        scale = graph.add("Gather", [scale, ids], "word_scales", axis=0)
        rows = graph.add("Cast", [rows], "word_levels_float", to=TensorProto.FLOAT)
        return graph.add("Mul", [rows, scale], "word_vectors")

    def linear(self, graph: Graph, name: str, x: str, linear: Linear) -> str:
        weight = dense(linear.weight)
        layer, part = name.split(".")
        group = f"{layer}.{SMOOTHED.get(part)}"
        if group in self.smoothing:
            steps = self.smoothing[group].astype(np.float64) / STEPS_PER_OCTAVE
            weight = weight * np.exp2(steps).astype(np.float32)
            shrink = graph.constant(group + ".shrink", np.exp2(-steps).astype(np.float32))
            x = graph.add_once("Mul", [x, shrink], group + ".smooth")
        levels, scales = per_row(weight)
        inputs = [
            x,
            graph.constant(name + ".weight", levels.T),
            graph.constant(name + ".scales", scales),
            graph.constant(name + ".zero", np.zeros(len(scales), np.int8)),
            graph.constant(name + ".bias", linear.bias),
        ]
        return graph.add("DynamicQuantizeMatMul", inputs, name, MICROSOFT)


def load_smoothing(path: Path) -> dict[str, np.ndarray]:
    """The committed half octaves: int8 [layers, qkv + up + down channels], hidden being a sixth."""
    table = np.load(path, allow_pickle=False)
    hidden = table.shape[1] // 6
    found: dict[str, np.ndarray] = {}
    for layer, row in enumerate(table):
        parts = np.split(row, [hidden, 2 * hidden])
        for part, steps in zip(("qkv", "up", "down"), parts, strict=True):
            found[f"{layer}.{part}"] = steps
    return found
