"""Text to vectors, in the process, on the CPU, through ONNX Runtime.

Every window of a text is a call of its own. The 8-bit model scales the activations of a call
together, so in a shared call a text's vector would depend on its neighbours; and one call per
window on several threads is faster than one padded batch (measured in `models/README.md`).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from myosotis_server.adapters.model_pack import read_pack
from myosotis_server.memory.embedding import TextRole, TokenizedText

# Tokenizing takes microseconds; threads of its own would only take cores from the model.
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

Vector = npt.NDArray[np.float32]


class OnnxEmbedder:
    """Embeds texts with the pack in a folder. All methods may be called from any thread at once.

    A text's vector is the same to the last bit alone, in any company and in any order.
    """

    def __init__(self, pack_dir: Path, *, threads: int = 0) -> None:
        """Loads and warms up the model; `threads` of them run at once, 0 being one per core.

        Raises ModelMissing if the pack is not usable.
        """
        # Stored vectors are tied to the model's digest, so it is never taken on trust.
        pack = read_pack(pack_dir, verify=True)
        self.model = pack.model
        with ThreadPoolExecutor(1) as beside:
            session = beside.submit(_session, pack.model_path)
            self._tokenizer: Any = Tokenizer.from_file(str(pack.tokenizer_path))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._prefixes = pack.prefixes
        self._centre = pack.centre
        # A prefix ends in a space, which tokenizers may join to the word that follows.
        self._prefix_ids = {
            role: self._ids([prefix.rstrip()])[0] if prefix else []
            for role, prefix in pack.prefixes.items()
        }
        self._begin, self._end = self._special_ids()
        self._session = session.result()
        self._threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="embed")
        self.embed(self.tokenize(["warm", "温暖"], TextRole.QUERY))

    def tokenize(self, texts: Sequence[str], role: TextRole) -> list[TokenizedText]:
        """The texts as the model reads them, in order, cut nowhere.

        A text too long for one window becomes several of about equal length, without overlap, each
        with the role's prefix. Texts must be valid Unicode: lone surrogates raise.
        """
        prefix, prefix_ids = self._prefixes[role], self._prefix_ids[role]
        around = len(self._begin) + len(prefix_ids) + len(self._end)
        room = self.model.max_tokens - around
        tokenized = []
        for ids in self._ids([prefix + text for text in texts]):
            body = ids[len(prefix_ids) :]
            count = max(1, -(-len(body) // room))
            bounds = [len(body) * n // count for n in range(count + 1)]
            windows = tuple(
                (*self._begin, *prefix_ids, *body[start:end], *self._end)
                for start, end in pairwise(bounds)
            )
            tokenized.append(TokenizedText(windows, role))
        return tokenized

    def embed(self, texts: Sequence[TokenizedText]) -> Vector:
        """Unit vectors in the texts' order: float32 [texts, dimension].

        A single window is computed in the calling thread, more of them on the embedder's threads.
        A long text's vector is the mean of its windows', weighted by their tokens. What all
        questions share is taken away from a question's vector, which makes it good for ranking
        statements and nothing else.
        """
        vectors = self.embed_plain(texts)
        asked = [row for row, text in enumerate(texts) if text.role is TextRole.QUERY]
        if asked:
            vectors[asked] = self._without_centre(vectors[asked])
        return vectors

    def embed_plain(self, texts: Sequence[TokenizedText]) -> Vector:
        """As `embed`, with questions' vectors as the model gives them."""
        windows = [window for text in texts for window in text.windows]
        if len(windows) == 1 or self._threads == 1:
            vectors = [self._run(window) for window in windows]
        else:
            # The longest first, so that no thread is left alone with one at the end.
            order = sorted(range(len(windows)), key=lambda n: -len(windows[n]))
            results = self._pool.map(self._run, [windows[n] for n in order])
            placed = dict(zip(order, results, strict=True))
            vectors = [placed[n] for n in range(len(windows))]
        result = np.empty((len(texts), self.model.dimension), np.float32)
        done = 0
        for row, text in enumerate(texts):
            end = done + len(text.windows)
            result[row] = _joined(vectors[done:end], text.windows)
            done = end
        return result

    def _without_centre(self, vectors: Vector) -> Vector:
        left = vectors - self._centre[0]
        # Row by row: the last bits of a matrix product depend on how many rows there are.
        for direction in self._centre[1:]:
            left -= (left * direction).sum(axis=1, keepdims=True) * direction
        norms = np.linalg.norm(left, axis=1, keepdims=True)
        return np.asarray(left / np.maximum(norms, np.finfo(np.float32).tiny), np.float32)

    def count_tokens(self, text: str) -> int:
        """Tokens of the text itself, without prefix and special tokens."""
        return len(self._ids([text])[0])

    def forget(self) -> None:
        """Empties the tokenizer's own cache, which has words of texts."""
        self._tokenizer.model._clear_cache()

    def close(self) -> None:
        """Waits for what runs and ends the threads. Only single windows can be embedded after."""
        self._pool.shutdown()

    def _ids(self, texts: list[str]) -> list[list[int]]:
        encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def _special_ids(self) -> tuple[list[int], list[int]]:
        plain = self._ids(["a"])[0]
        whole = self._tokenizer.encode("a").ids
        start = whole.index(plain[0])
        return whole[:start], whole[start + len(plain) :]

    def _run(self, window: tuple[int, ...]) -> Vector:
        ids = np.array([window], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vector: Vector = self._session.run(["sentence_embedding"], feed)[0][0]
        return vector


def _session(path: Path) -> Any:
    options = onnxruntime.SessionOptions()
    # One thread per call: texts run beside each other, and no sum is split among threads.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _joined(vectors: list[Vector], windows: Sequence[Sequence[int]]) -> Vector:
    if len(vectors) == 1:
        return vectors[0]
    weights = np.array([len(window) for window in windows], np.float32)
    total: Vector = (np.stack(vectors) * weights[:, None]).sum(axis=0)
    return total / np.float32(np.linalg.norm(total))
