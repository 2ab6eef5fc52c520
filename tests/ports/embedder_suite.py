"""What every embedder must do. Subclass with an `embedder` fixture."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.ports import Embedder

TEXTS = (
    "我喜欢喝拿铁，不加糖",
    "I moved from Shanghai to Chengdu in May",
    "茶",
    "我在 Google 上班，周末去爬山",
    "She told me that her interview next Tuesday keeps her awake at night 😟",
    "",
    "Ｆｕｌｌ－ｗｉｄｔｈ ｔｅｘｔ",
)
ROLES = pytest.mark.parametrize("role", list(TextRole))
SAME = 0.999
"""Cosine of two vectors of one text: beyond it they may differ by rounding."""


def vectors(embedder: Embedder, *texts: str, role: TextRole = TextRole.PASSAGE) -> np.ndarray:
    return embedder.embed(embedder.tokenize(texts, role))


def cosine(embedder: Embedder, one: str, other: str) -> float:
    first, second = vectors(embedder, one, other)
    return float(first @ second)


def long_text(embedder: Embedder, tail: str = "") -> str:
    """More than one window's worth."""
    sentence = "今天我和妈妈去公园散步, and later we had tea. "
    repetitions = 2 + 2 * embedder.model.max_tokens // embedder.count_tokens(sentence)
    return sentence * repetitions + tail


class EmbedderSuite:
    def test_the_model_says_what_it_is(self, embedder: Embedder) -> None:
        model = embedder.model
        assert model.name
        assert len(bytes.fromhex(model.digest)) == 32
        assert 0 <= model.similarity.floor < model.similarity.ceiling <= 1
        assert embedder.model == model

    @ROLES
    def test_rows_are_unit_and_in_the_order_given(self, embedder: Embedder, role: TextRole) -> None:
        rows = vectors(embedder, *TEXTS, role=role)
        assert rows.dtype == np.float32
        assert rows.shape == (len(TEXTS), embedder.model.dimension)
        assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-4)
        backwards = vectors(embedder, *reversed(TEXTS), role=role)[::-1]
        assert np.all(np.sum(rows * backwards, axis=1) > SAME)

    @ROLES
    def test_a_vector_must_not_depend_on_what_is_embedded_with_it(
        self, embedder: Embedder, role: TextRole
    ) -> None:
        together = vectors(embedder, *TEXTS, long_text(embedder), role=role)
        for text, row in zip((*TEXTS, long_text(embedder)), together, strict=True):
            [alone] = vectors(embedder, text, role=role)
            assert float(alone @ row) > SAME, text[:20]

    def test_equal_texts_have_equal_vectors(self, embedder: Embedder) -> None:
        first, second = vectors(embedder, TEXTS[0]), vectors(embedder, TEXTS[0])
        assert np.array_equal(first, second)

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        assert embedder.tokenize([], TextRole.QUERY) == []
        assert embedder.embed([]).shape == (0, embedder.model.dimension)

    @ROLES
    def test_a_long_text_must_become_several_windows(
        self, embedder: Embedder, role: TextRole
    ) -> None:
        [short, long] = embedder.tokenize(["茶", long_text(embedder)], role)
        assert len(short.windows) == 1
        assert len(long.windows) > 1
        assert all(0 < len(window) <= embedder.model.max_tokens for window in long.windows)

    def test_a_long_text_must_never_be_cut(self, embedder: Embedder) -> None:
        text = long_text(embedder)
        other = long_text(embedder, "我对花生过敏。")
        [tokens] = embedder.tokenize([text], TextRole.PASSAGE)
        assert tokens.token_count >= embedder.count_tokens(text)
        plain, marked = vectors(embedder, text, other)
        assert not np.array_equal(plain, marked)
        [meant] = vectors(embedder, "我对花生过敏。")
        assert float(marked @ meant) > float(plain @ meant)

    def test_tokens_are_counted_without_prefix_and_special_tokens(self, embedder: Embedder) -> None:
        assert embedder.count_tokens("") == 0
        for text in TEXTS:
            counted = embedder.count_tokens(text)
            for role in TextRole:
                [tokens] = embedder.tokenize([text], role)
                assert counted < tokens.token_count, text
        assert embedder.count_tokens("我喜欢喝茶") > embedder.count_tokens("茶") > 0

    def test_a_long_text_is_counted_whole(self, embedder: Embedder) -> None:
        assert embedder.count_tokens(long_text(embedder)) > embedder.model.max_tokens

    def test_it_is_safe_from_several_threads_at_once(self, embedder: Embedder) -> None:
        wanted = vectors(embedder, *TEXTS)

        def embed(index: int) -> float:
            [row] = vectors(embedder, TEXTS[index % len(TEXTS)])
            return float(row @ wanted[index % len(TEXTS)])

        with ThreadPoolExecutor(4) as pool:
            assert min(pool.map(embed, range(40))) > SAME

    @pytest.mark.parametrize(
        ("text", "near", "far"),
        [
            ("我喜欢喝咖啡", "我很喜欢喝咖啡", "下周二有一场面试"),
            ("我住在成都", "我现在住在成都", "她的猫叫小白"),
            ("I like drinking coffee", "I really like to drink coffee", "My flat is on 5th Street"),
            ("I live in Chengdu", "I am living in Chengdu now", "her cat is called Snow"),
        ],
    )
    def test_similar_texts_are_nearer_than_others(
        self, embedder: Embedder, text: str, near: str, far: str
    ) -> None:
        assert cosine(embedder, text, near) > cosine(embedder, text, far)

    @pytest.mark.parametrize("odd", ["\n\t ", "🏳️‍🌈", "a" * 5_000, "茶" * 5_000, "\u200b\ufeff"])
    def test_odd_texts_have_unit_vectors_too(self, embedder: Embedder, odd: str) -> None:
        assert np.linalg.norm(vectors(embedder, odd)[0]) == pytest.approx(1, abs=1e-4)
