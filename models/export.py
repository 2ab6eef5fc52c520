"""Writes a BERT encoder as an ONNX graph, from token ids to unit sentence vectors.

Inputs `input_ids` and `attention_mask`, int64 [batch, tokens]; output `sentence_embedding`, float32
[batch, hidden], the mean over the tokens in the mask, scaled to length one. How the matrices are
stored and multiplied is left to a `Kernels` (see `quantise.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from bert_weights import BertWeights, Linear, Matrix, Norm

MICROSOFT = "com.microsoft"  # ONNX Runtime's own operators


class Graph:
    """Collects nodes and constants; every method gives the name of a value."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, value: np.ndarray) -> str:
        """A stored array. The same name twice is the same constant."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def integers(self, *values: int) -> str:
        """A stored int64 vector, named by its content."""
        name = "integers_" + "_".join(map(str, values))
        return self.constant(name, np.array(values, np.int64))

    def add_once(self, operator: str, inputs: Sequence[str], name: str) -> str:
        """As `add`, for a value that several may ask for."""
        if any(name in node.output for node in self.nodes):
            return name
        return self.add(operator, inputs, name)

    def add(
        self,
        operator: str,
        inputs: Sequence[str],
        name: str,
        domain: str = "",
        **attributes: object,
    ) -> str:
        """A node with one result, called `name`."""
        self.nodes.append(
            helper.make_node(operator, inputs, [name], name, domain=domain, **attributes)
        )
        return name


class Kernels(Protocol):
    """How matrices are kept and used."""

    def lookup(self, graph: Graph, table: Matrix, ids: str) -> str:
        """Rows of [vocabulary, hidden] by int64 ids [batch, tokens], as float32."""

    def linear(self, graph: Graph, name: str, x: str, linear: Linear) -> str:
        """x · weightᵀ + bias over the last axis."""


def _norm(graph: Graph, name: str, x: str, norm: Norm, epsilon: float) -> str:
    gain = graph.constant(name + ".gain", norm.gain)
    bias = graph.constant(name + ".bias", norm.bias)
    return graph.add("LayerNormalization", [x, gain, bias], name, axis=-1, epsilon=epsilon)


def _attention(graph: Graph, weights: BertWeights, kernels: Kernels, n: int, x: str) -> str:
    query, key, value = (
        kernels.linear(graph, f"{n}.{part}", x, weights.linears[f"{n}.{part}"])
        for part in ("query", "key", "value")
    )
    inputs = [query, key, value, "", "mask_int32"]
    return graph.add(
        "MultiHeadAttention", inputs, f"{n}.attention", MICROSOFT, num_heads=weights.heads
    )


def _layer(graph: Graph, weights: BertWeights, kernels: Kernels, n: int, x: str) -> str:
    def linear(part: str, value: str) -> str:
        return kernels.linear(graph, f"{n}.{part}", value, weights.linears[f"{n}.{part}"])

    def add_and_norm(part: str, old: str, new: str) -> str:
        total = graph.add("Add", [old, new], f"{n}.{part}.sum")
        name = f"{n}.{part}"
        return _norm(graph, name, total, weights.norms[name], weights.epsilon)

    attended = linear("attention_out", _attention(graph, weights, kernels, n, x))
    x = add_and_norm("attention_norm", x, attended)
    inner = graph.add("Gelu", [linear("up", x)], f"{n}.gelu")
    return add_and_norm("output_norm", x, linear("down", inner))


def _pool(graph: Graph, hidden: str) -> str:
    mask = graph.add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    row = graph.add("Unsqueeze", [mask, graph.integers(1)], "mask_row")
    total = graph.add("MatMul", [row, hidden], "total")
    flat = graph.add("Squeeze", [total, graph.integers(1)], "total_flat")
    # The sum points the same way as the mean, and its length is about to be divided out.
    return graph.add("LpNormalization", [flat], "sentence_embedding", axis=-1, p=2)


def export(weights: BertWeights, kernels: Kernels) -> onnx.ModelProto:
    """The whole encoder as one model, its weights inside."""
    graph = Graph()
    shape = graph.add("Shape", ["input_ids"], "tokens", start=1, end=2)
    places = graph.constant("positions", weights.positions)
    positions = graph.add(
        "Slice", [places, graph.integers(0), shape, graph.integers(0)], "positions_used"
    )
    graph.add("Cast", ["attention_mask"], "mask_int32", to=TensorProto.INT32)
    words = kernels.lookup(graph, weights.words, "input_ids")
    x = graph.add("Add", [words, positions], "embedding")
    x = _norm(graph, "embedding_norm", x, weights.norms["embedding_norm"], weights.epsilon)
    for n in range(weights.layers):
        x = _layer(graph, weights, kernels, n, x)
    result = _pool(graph, x)

    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info(result, TensorProto.FLOAT, ["batch", weights.hidden])
    return helper.make_model(
        helper.make_graph(graph.nodes, "encoder", inputs, [output], list(graph.constants.values())),
        opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=10,
        producer_name="myosotis",
    )
