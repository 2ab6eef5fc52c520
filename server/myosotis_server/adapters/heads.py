"""The classifiers of a model pack: linear, on a statement's vector and its hashed words."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.adapters.hashed_grams import grams
from myosotis_server.memory.errors import ModelMissing
from myosotis_server.memory.heads import EMOTIONS, KINDS, Judgements

FORMAT = 1
FILE = "heads.npz"
OUTPUTS = 1 + KINDS + EMOTIONS
"""Worth keeping, then the kinds, then the emotions."""

Floats = NDArray[np.float32]


class PackHeads:
    """The `Heads` that were trained for one embedding model; see `models/heads/README.md`.

    Every sum is taken row by row or over whole numbers, so that a judgement is the same to the last
    bit in any company.
    """

    def __init__(self, pack_dir: Path, digest: str) -> None:
        """Reads `pack_dir`/heads.npz, which must have been trained on the model of `digest`.

        Raises ModelMissing if it is absent, damaged or another model's.
        """
        path = pack_dir / FILE
        try:
            # Opened here: NumPy leaves a damaged archive that it opened itself open.
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            if int(arrays["format"]) != FORMAT:
                raise _missing(pack_dir, f"it has format {int(arrays['format'])}, not {FORMAT}")
            if str(arrays["digest"]) != digest:
                raise _missing(pack_dir, "it was trained for another build of the model")
            self._set(arrays)
        except FileNotFoundError as error:
            raise _missing(pack_dir, "it is not there") from error
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise _missing(pack_dir, f"it cannot be read ({error})") from error

    def judge(self, vectors: Floats, texts: Sequence[str]) -> Judgements:
        """Of `texts`, whose unit vectors as passages are `vectors` [n, dimension]."""
        if not len(texts):
            return judgements(np.zeros((0, OUTPUTS), np.float32))
        rows, found = grams(texts, self._bits)
        # Every text has grams, be it only those of its beginning and end.
        starts = np.searchsorted(rows, np.arange(len(texts)))
        sums = np.add.reduceat(self._grams[found], starts, axis=0, dtype=np.int32)
        counts = np.diff(starts, append=len(rows)).astype(np.float32)
        # Whole numbers below 2^24 are exact as float32.
        words = sums.astype(np.float32) * self._scales / np.sqrt(counts)[:, None]
        # Products summed along their last axis, row by row, as a matrix product need not do it.
        meaning = (vectors[:, None, :] * self._dense).sum(axis=2)
        return judgements(np.asarray(words + self._bias + meaning, np.float32))

    def _set(self, arrays: dict[str, Any]) -> None:
        self._grams: NDArray[np.int8] = arrays["grams"]
        self._scales: Floats = arrays["scales"].astype(np.float32)
        self._bias: Floats = arrays["bias"].astype(np.float32)
        self._dense: Floats = arrays["dense"].astype(np.float32)
        self._bits = len(self._grams).bit_length() - 1
        grams(("",), self._bits)  # makes its tables now and not within the first call
        shapes = (self._grams.shape, self._scales.shape, self._bias.shape, self._dense.shape[:1])
        if shapes != ((1 << self._bits, OUTPUTS), (OUTPUTS,), (OUTPUTS,), (OUTPUTS,)):
            raise ValueError("its arrays do not fit each other")


def judgements(logits: Floats) -> Judgements:
    """Probabilities of `logits` [n, OUTPUTS]."""
    kinds, emotions = logits[:, 1 : 1 + KINDS], logits[:, 1 + KINDS :]
    keep = 1.0 / (1.0 + np.exp(-np.clip(logits[:, 0], -30, 30)))
    return Judgements(keep.astype(np.float32), _shares(kinds), _shares(emotions))


def _shares(logits: Floats) -> Floats:
    if not len(logits):
        return logits
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def _missing(folder: Path, why: str) -> ModelMissing:
    return ModelMissing(f"no usable {FILE} in {folder}: {why}; run `make models`")
