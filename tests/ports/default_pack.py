"""The model that the server takes by default, loaded once for all tests."""

from functools import cache

from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.config import Settings
from running.server import MODELS


@cache
def default_pack() -> OnnxEmbedder:
    return OnnxEmbedder(MODELS / Settings.model_fields["model"].default, threads=1)
