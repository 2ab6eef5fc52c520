"""A built model pack: a folder with a model, its tokenizer, its centre and their manifest."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.embedding import ModelInfo, Span, TextRole
from myosotis_server.memory.errors import ModelMissing

FORMAT = 1
FILES = ("model.onnx", "tokenizer.json", "centre.npy")


@dataclass(frozen=True, slots=True)
class ModelPack:
    """A pack whose files are all there and as they were built, as far as was checked."""

    model: ModelInfo
    prefixes: dict[TextRole, str]
    model_path: Path
    tokenizer_path: Path
    centre: NDArray[np.float32]
    """What all questions share, [1 + directions, dimension]: their mean, and unit vectors at right
    angles that tell nothing but the language."""


def read_pack(folder: Path, *, verify: bool = False) -> ModelPack:
    """The pack in `folder`, its files checked by size and, to `verify`, by digest.

    Raises ModelMissing if a file is absent, unreadable or not the one that was built.
    """
    manifest = folder / "manifest.toml"
    try:
        table = tomllib.loads(manifest.read_text("utf-8"))
        if table["format"] != FORMAT:
            raise _missing(folder, f"its manifest has format {table['format']}, not {FORMAT}")
        for name in FILES:
            expected = table["files"][name]
            _check(folder, name, expected["bytes"])
            if verify:
                _check_digest(folder, name, expected["sha256"])
        model = ModelInfo(
            name=table["name"],
            digest=table["files"]["model.onnx"]["sha256"],
            dimension=table["dimension"],
            max_tokens=table["max_tokens"],
            similarity=_span(table["similarity"]),
            relevance=_span(table["relevance"]),
        )
        centre = np.load(folder / "centre.npy", allow_pickle=False).astype(np.float32)
        if centre.ndim != 2 or centre.shape[1] != model.dimension:
            raise _missing(folder, f"centre.npy is not [directions, {model.dimension}]")
        prefixes = {role: str(table["prefixes"][role.value]) for role in TextRole}
    except FileNotFoundError as error:
        raise _missing(folder, f"{Path(error.filename).name} is not there") from error
    except (OSError, ValueError) as error:
        raise _missing(folder, f"its files cannot be read ({error})") from error
    except (KeyError, TypeError) as error:
        raise _missing(folder, f"its manifest is incomplete ({error})") from error
    return ModelPack(model, prefixes, folder / "model.onnx", folder / "tokenizer.json", centre)


def _span(table: Mapping[str, Any]) -> Span:
    """Raises ValueError where the span is none."""
    span = Span(float(table["floor"]), float(table["ceiling"]))
    if not span.floor < span.ceiling < 1:
        raise ValueError("a span of cosines has its floor below its ceiling, and both below 1")
    return span


def _check(folder: Path, name: str, size: int) -> None:
    if (folder / name).stat().st_size != size:
        raise _missing(folder, f"{name} is not {size} bytes long")


def _check_digest(folder: Path, name: str, digest: str) -> None:
    with (folder / name).open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != digest:
            raise _missing(folder, f"{name} has been altered")


def _missing(folder: Path, why: str) -> ModelMissing:
    return ModelMissing(f"no usable embedding model in {folder}: {why}; run `make models`")
