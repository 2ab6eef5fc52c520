"""What every source file is read into: the weights of one BERT encoder, named one way.

Names of a layer `n` are `n.query n.key n.value n.attention_out n.up n.down` for the six
linear maps, `n.attention_norm n.output_norm` for the two layer norms; the embeddings end in
`embedding_norm`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

LINEARS = ("query", "key", "value", "attention_out", "up", "down")
NORMS = ("attention_norm", "output_norm")
BLOCK = 32


@dataclass(frozen=True)
class Q4Matrix:
    """A matrix [rows, columns] in blocks of 32 along each row: value = (level - 8) * scale."""

    levels: np.ndarray  # uint8 [rows, columns], 0 to 15
    scales: np.ndarray  # float32 [rows, columns / 32]

    def dense(self) -> np.ndarray:
        """The same matrix as float32 [rows, columns]; exact, for a level times a scale fits."""
        rows, columns = self.levels.shape
        blocks = self.levels.reshape(rows, columns // BLOCK, BLOCK).astype(np.float32) - 8
        return (blocks * self.scales[:, :, None]).reshape(rows, columns)


Matrix = np.ndarray | Q4Matrix


def dense(matrix: Matrix) -> np.ndarray:
    """The matrix as float32."""
    return matrix.dense() if isinstance(matrix, Q4Matrix) else matrix


@dataclass(frozen=True)
class Linear:
    """y = x · weightᵀ + bias, as trained: weight is [outputs, inputs]."""

    weight: Matrix
    bias: np.ndarray


@dataclass(frozen=True)
class Norm:
    """A layer norm's gain and bias, each [hidden]."""

    gain: np.ndarray
    bias: np.ndarray


@dataclass
class BertWeights:
    """One encoder, ready for export."""

    layers: int
    heads: int
    epsilon: float
    words: Matrix  # [vocabulary, hidden]
    positions: np.ndarray  # float32 [positions, hidden], with the first token type's row added
    linears: dict[str, Linear] = field(default_factory=dict)
    norms: dict[str, Norm] = field(default_factory=dict)

    @property
    def hidden(self) -> int:
        """The width of the encoder, and so of the embedding."""
        return int(self.positions.shape[1])
