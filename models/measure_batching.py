"""Compares ways to keep a text's vector independent of its company.

Run it as python models/measure_batching.py; run nothing beside it.

Prints, for each pack, milliseconds per text alone on one thread, the time of 16 waiting texts on
all cores, and the cosine to the unquantised graph, as the tables in README.md. Ways take turns and
medians are taken, but another machine, or a busy one, gives other absolute figures.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnxruntime
from onnx import ModelProto, TensorProto
from tokenizers import Tokenizer

import manifest
from bert_weights import BLOCK, Linear, Q4Matrix, dense
from build import read_source
from export import MICROSOFT, Graph, Kernels, export
from fetch import from_wheel
from quantise import DynamicInt8, Float32, load_smoothing, per_row
from sentences import PARAPHRASES, SHORT

LENGTHS = (8, 16, 40, 120)
WAITING = (8, 12, 16, 20, 24, 10, 30, 14, 9, 18, 22, 40, 13, 11, 16, 17)  # tokens of 16 texts
CORES = os.cpu_count() or 1


class PerRow(DynamicInt8):
    """(b) Each token's activations get a scale of their own, with ordinary operators."""

    def linear(self, graph: Graph, name: str, x: str, linear: Linear) -> str:
        levels, scales = per_row(dense(linear.weight))
        middle = graph.constant("middle", np.array(128, np.uint8))
        rounding = graph.constant("rounding", np.array(128.5, np.float32))
        to_level = graph.constant("to_level", np.array(1 / 127, np.float32))
        if not any(f"{x}.levels" in node.output for node in graph.nodes):
            magnitude = graph.add("Abs", [x], x + ".magnitude")
            peak = graph.add("ReduceMax", [magnitude, graph.integers(-1)], x + ".peak")
            scale = graph.add("Mul", [peak, to_level], x + ".scale")
            scaled = graph.add("Div", [x, scale], x + ".scaled")
            moved = graph.add("Add", [scaled, rounding], x + ".moved")
            graph.add("Cast", [moved], x + ".levels", to=TensorProto.UINT8)
        weight = graph.constant(name + ".weight", levels.T)
        product = graph.add("MatMulInteger", [x + ".levels", weight, middle], name + ".product")
        product = graph.add("Cast", [product], name + ".float", to=TensorProto.FLOAT)
        product = graph.add("Mul", [product, x + ".scale"], name + ".rows")
        columns = graph.constant(name + ".scales", scales)
        product = graph.add("Mul", [product, columns], name + ".columns")
        return graph.add("Add", [product, graph.constant(name + ".bias", linear.bias)], name)


class Blocks(DynamicInt8):
    """(c) MatMulNBits: blocks of 32, in 4 bits where the source has them, else in 8."""

    def linear(self, graph: Graph, name: str, x: str, linear: Linear) -> str:
        matrix = linear.weight
        if isinstance(matrix, Q4Matrix):
            bits, scales = 4, matrix.scales
            pairs = matrix.levels.reshape(-1, 2)
            data = pairs[:, 0] | pairs[:, 1] << 4
        else:
            blocks = matrix.reshape(len(matrix), -1, BLOCK)
            bits, scales = 8, (np.abs(blocks).max(axis=2) / 127).astype(np.float32)
            data = (np.rint(blocks / scales[:, :, None]) + 128).astype(np.uint8)
        outputs, count = scales.shape
        inputs = [
            x,
            graph.constant(name + ".weight", data.reshape(outputs, count, -1)),
            graph.constant(name + ".scales", scales),
            "",
            "",
            graph.constant(name + ".bias", linear.bias),
        ]
        sizes = {"K": count * BLOCK, "N": outputs, "bits": bits, "block_size": BLOCK}
        return graph.add("MatMulNBits", inputs, name, MICROSOFT, accuracy_level=4, **sizes)


def session(model: ModelProto, threads: int = 1) -> onnxruntime.InferenceSession:
    """The model, ready to run."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


def run(on: onnxruntime.InferenceSession, texts: list[list[int]]) -> np.ndarray:
    """Vectors of texts in one call, padded to the longest."""
    ids = np.zeros((len(texts), max(map(len, texts))), np.int64)
    mask = np.zeros_like(ids)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = text
        mask[row, : len(text)] = 1
    return on.run(None, {"input_ids": ids, "attention_mask": mask})[0]


def medians(ways: dict[str, Callable[[], object]], rounds: int = 30) -> dict[str, float]:
    """Milliseconds of each way, taken in turn."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            taken[name].append(1000 * (time.perf_counter() - start))
    return {name: statistics.median(values) for name, values in taken.items()}


def measure(pack: str, pool: ThreadPoolExecutor) -> None:
    """Prints the table of one pack."""
    pinned = manifest.read(pack)
    weights, tokenizer_json = read_source(from_wheel(pinned))
    smoothing = load_smoothing(pinned.folder / "smoothing.npy")
    kernels: dict[str, Kernels] = {
        "fp32": Float32(),
        "int8": DynamicInt8(),
        "int8, smoothed": DynamicInt8(smoothing),
        "int8 per row": PerRow(),
        "MatMulNBits": Blocks(),
    }
    models = {name: export(weights, each) for name, each in kernels.items()}
    one = {name: session(model) for name, model in models.items()}
    all_cores = {name: session(model, CORES) for name, model in models.items()}

    tokenizer = Tokenizer.from_str(tokenizer_json)
    texts = [*SHORT, *(text for pair in PARAPHRASES for text in pair)]
    read = [tokenizer.encode(pinned.prefixes["passage"] + text).ids for text in texts]
    exact = np.concatenate([run(one["fp32"], [ids]) for ids in read])

    random = np.random.default_rng(1)
    rows = {name: [name] for name in one}
    for length in LENGTHS:
        ids = random.integers(1000, 20000, length).tolist()
        times = medians({name: lambda on=on, ids=ids: run(on, [ids]) for name, on in one.items()})
        for name in rows:
            rows[name].append(f"{times[name]:.1f}")
    waiting = [random.integers(1000, 20000, length).tolist() for length in WAITING]
    for name, on in one.items():
        times = medians(
            {
                "singly": lambda on=on: list(pool.map(lambda text: run(on, [text]), waiting)),
                "batch": lambda name=name: run(all_cores[name], waiting),
            },
            rounds=15,
        )
        rows[name] += [f"{times['singly']:.0f}", f"{times['batch']:.0f}"]
        found = np.concatenate([run(on, [ids]) for ids in read])
        cosines = (found * exact).sum(axis=1)
        rows[name].append(f"{cosines.mean():.4f} ({cosines.min():.4f})")
    print(f"\n{pack}\n")
    heads = ["", *(f"{n} tokens" for n in LENGTHS), "16 singly", "16 in a batch", "cosine (worst)"]
    for row in (heads, ["---"] * len(heads), *rows.values()):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    with ThreadPoolExecutor(CORES) as pool:
        for pack in manifest.PACKS:
            measure(pack, pool)
