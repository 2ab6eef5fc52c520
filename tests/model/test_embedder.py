"""What the embedder promises beyond its port: `tests/ports/embedder_suite.py` has the rest."""

import random
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

import manifest
from model.conftest import Pack
from model.texts import TEXTS
from myosotis_server.adapters.model_pack import read_pack
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import TextRole, TokenizedText
from myosotis_server.memory.errors import ModelMissing

LONG = "今天和妈妈去公园散步，后来喝了茶。" * 160  # 8 KB of UTF-8
ODD = (
    "",
    " ",
    "😀👨‍👩‍👧🇨🇳",
    "\u0301\u0302",
    "ᚠᛇᚻ",
    "𓀀𓀁",
    "\ufdd0",
    "\t\n",
    "[MASK] <s> </s>",
    "a" * 3000,
)


def test_a_vector_is_the_same_to_the_bit_in_any_company_and_order(pack: Pack) -> None:
    embedder = pack.embedder
    texts = embedder.tokenize([*TEXTS, *ODD, LONG], TextRole.PASSAGE)
    texts += embedder.tokenize([*TEXTS, *ODD, LONG], TextRole.QUERY)
    alone = [embedder.embed([text])[0] for text in texts]
    for seed in range(3):
        order = random.Random(seed).sample(range(len(texts)), len(texts))
        for place, row in zip(order, embedder.embed([texts[n] for n in order]), strict=True):
            assert np.array_equal(row, alone[place])
    with ThreadPoolExecutor(4) as pool:
        rows = pool.map(lambda text: embedder.embed([text])[0], texts)
        assert all(map(np.array_equal, rows, alone))


@pytest.mark.parametrize("text", [*ODD, LONG])
def test_any_text_has_a_finite_unit_vector(pack: Pack, text: str) -> None:
    for role in TextRole:
        [row] = pack.embedder.embed(pack.embedder.tokenize([text], role))
        assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)


def test_the_windows_of_a_long_text_hold_all_of_it(pack: Pack) -> None:
    embedder = pack.embedder
    [tokenized] = embedder.tokenize([LONG], TextRole.QUERY)
    start = (
        4 if pack.pinned.prefixes["query"] else 1
    )  # <s> and the three tokens of "query:", or [CLS]
    bodies = [window[start:-1] for window in tokenized.windows]
    assert len(bodies) > 1
    assert len(list(chain(*bodies))) == embedder.count_tokens(LONG)
    assert max(map(len, bodies)) - min(map(len, bodies)) <= 1
    assert all(len(window) <= embedder.model.max_tokens for window in tokenized.windows)
    assert len({window[:start] for window in tokenized.windows}) == 1


def test_a_long_text_is_the_weighted_mean_of_its_windows(pack: Pack) -> None:
    windows = ((0, 9, 8, 7, 2), (0, 6, 2))
    passage = TextRole.PASSAGE
    parts = pack.embedder.embed([TokenizedText((window,), passage) for window in windows])
    mean = 5 * parts[0] + 3 * parts[1]
    [whole] = pack.embedder.embed([TokenizedText(windows, passage)])
    assert whole == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)


def test_tokens_are_counted_without_what_the_model_adds(pack: Pack) -> None:
    assert pack.embedder.count_tokens("") == 0
    expected = {"multilingual-e5-small": 3, "all-minilm-l6-v2": 4}  # "▁ 你好 世界", "你 好 世 界"
    assert pack.embedder.count_tokens("你好世界") == expected[pack.pinned.name]


def test_a_lone_surrogate_is_an_error_and_not_a_vector(pack: Pack) -> None:
    with pytest.raises((TypeError, UnicodeEncodeError)):
        pack.embedder.tokenize(["\ud800"], TextRole.QUERY)


class TestWithoutAModel:
    @pytest.fixture
    def copy(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(manifest.BUILD / "all-minilm-l6-v2", tmp_path / "pack"))

    def test_an_absent_pack(self, tmp_path: Path) -> None:
        with pytest.raises(ModelMissing, match=r"manifest.toml is not there; run `make models`"):
            OnnxEmbedder(tmp_path / "nothing")

    def test_an_absent_file(self, copy: Path) -> None:
        (copy / "model.onnx").unlink()
        with pytest.raises(ModelMissing, match=r"model.onnx is not there; run `make models`"):
            OnnxEmbedder(copy)

    def test_a_cut_file(self, copy: Path) -> None:
        (copy / "tokenizer.json").write_text("{}")
        with pytest.raises(ModelMissing, match=r"tokenizer.json is not .* bytes long"):
            read_pack(copy)

    def test_an_altered_file(self, copy: Path) -> None:
        with (copy / "model.onnx").open("r+b") as file:
            file.seek(10_000_000)
            file.write(b"altered")
        read_pack(copy)
        with pytest.raises(ModelMissing, match=r"model.onnx has been altered"):
            OnnxEmbedder(copy)

    def test_a_manifest_of_another_format(self, copy: Path) -> None:
        text = (copy / "manifest.toml").read_text().replace("format = 1", "format = 9")
        (copy / "manifest.toml").write_text(text)
        with pytest.raises(ModelMissing, match=r"format 9, not 1"):
            read_pack(copy)
