"""Finds each pack's smoothing (see `quantise.py`) and writes <pack>/smoothing.npy.

Run by hand, and rarely: python models/smooth.py. The result is committed, because a build must give
the same model on every machine, and the peaks measured here differ in their last bits.
"""

from __future__ import annotations

import numpy as np
import onnxruntime
from onnx import TensorProto, helper
from tokenizers import Tokenizer

import manifest
from bert_weights import BertWeights, Linear, dense
from build import read_source
from export import Graph, export
from fetch import from_wheel
from quantise import SMOOTHED, STEPS_PER_OCTAVE, Float32
from sentences import PARAPHRASES, SHORT

BALANCE = 0.7  # share of the range that moves into the weights; the best of 0.5 to 0.9


class _Watched(Float32):
    """Exports as usual and remembers the inputs of the maps, by group."""

    def __init__(self) -> None:
        self.inputs: dict[str, str] = {}

    def linear(self, graph: Graph, name: str, x: str, linear: Linear) -> str:
        layer, part = name.split(".")
        if part in SMOOTHED:
            self.inputs[f"{layer}.{SMOOTHED[part]}"] = x
        return super().linear(graph, name, x, linear)


def peaks(weights: BertWeights, tokenizer: Tokenizer, prefix: str) -> dict[str, np.ndarray]:
    """The largest magnitude in each channel of each group's input, over all sentences."""
    kernels = _Watched()
    model = export(weights, kernels)
    for name in kernels.inputs.values():
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString())
    found: dict[str, np.ndarray] = {}
    for text in [*SHORT, *(text for pair in PARAPHRASES for text in pair)]:
        ids = np.array([tokenizer.encode(prefix + text).ids])
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        values = session.run(list(kernels.inputs.values()), feed)
        for group, value in zip(kernels.inputs, values, strict=True):
            peak = np.abs(value[0]).max(axis=0)
            found[group] = np.maximum(found.get(group, 0), peak)
    return found


def smoothing(weights: BertWeights, found: dict[str, np.ndarray]) -> np.ndarray:
    """int8 [layers, hidden + hidden + inner]: how many half octaves each channel is scaled down."""
    rows = []
    for layer in range(weights.layers):
        for group in ("qkv", "up", "down"):
            parts = [part for part, its in SMOOTHED.items() if its == group]
            columns = [
                np.abs(dense(weights.linears[f"{layer}.{part}"].weight)).max(axis=0)
                for part in parts
            ]
            weight = np.maximum(np.max(columns, axis=0), 1e-3)
            peak = np.maximum(found[f"{layer}.{group}"], 1e-2)
            octaves = BALANCE * np.log2(peak) - (1 - BALANCE) * np.log2(weight)
            steps = np.rint((octaves - octaves.mean()) * STEPS_PER_OCTAVE)
            rows.append(np.clip(steps, -127, 127).astype(np.int8))
    return np.concatenate(rows).reshape(weights.layers, -1)


if __name__ == "__main__":
    for pack in manifest.PACKS:
        pinned = manifest.read(pack)
        weights, tokenizer = read_source(from_wheel(pinned))
        found = peaks(weights, Tokenizer.from_str(tokenizer), pinned.prefixes["passage"])
        table = smoothing(weights, found)
        np.save(pinned.folder / "smoothing.npy", table)
        print(f"{pack}: {table.shape}, {table.min() / 2} to {table.max() / 2} octaves")
