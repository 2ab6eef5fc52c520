"""Embedding here tells nobody that, or how, it is done."""

import os
import subprocess
import sys
from pathlib import Path

from running.server import MODELS

_SWITCH = "ORT_DISABLE_TELEMETRY"
_EMBEDS = """
import socket
from pathlib import Path

def refused(*address, **options):
    raise AssertionError(f"it calls {address}")

socket.create_connection = socket.getaddrinfo = socket.socket.connect = refused
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder

OnnxEmbedder(Path(__import__("sys").argv[1]), threads=1)
"""


def test_the_runtime_of_the_model_keeps_no_id_and_no_events(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != _SWITCH}
    environment |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", _EMBEDS, str(MODELS / "multilingual-e5-small")]
    subprocess.run(command, env=environment, check=True, timeout=60)
    assert [*tmp_path.rglob("*")] == []
