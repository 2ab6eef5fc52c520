"""The exported graphs compute what the source weights say."""

import numpy as np

from model.conftest import Pack, run
from model.texts import TEXTS
from myosotis_server.memory.embedding import TextRole

INT8_COSINE = {"multilingual-e5-small": 0.995, "all-minilm-l6-v2": 0.99}


def cosines(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return (one * other).sum(axis=1)


def test_float32_is_the_reference_singly_and_padded(pack: Pack) -> None:
    singly = np.concatenate([run(pack.float32, [window]) for window in pack.windows])
    assert cosines(singly, pack.exact).min() >= 0.9999
    assert cosines(run(pack.float32, pack.windows), pack.exact).min() >= 0.9999


def test_int8_stays_near_the_reference(pack: Pack) -> None:
    found = pack.embedder.embed(pack.embedder.tokenize(TEXTS, TextRole.PASSAGE))
    assert cosines(found, pack.exact).min() >= INT8_COSINE[pack.pinned.name]


def test_the_graph_takes_padded_batches_of_int8_too(pack: Pack) -> None:
    # A batch shares one scale, so it is a little worse than texts singly, which the server runs.
    assert (
        cosines(run(pack.int8, pack.windows), pack.exact).min()
        >= INT8_COSINE[pack.pinned.name] - 0.01
    )


def test_the_build_is_the_pinned_one(pack: Pack) -> None:
    assert pack.embedder.model.digest == pack.pinned.model_sha256
