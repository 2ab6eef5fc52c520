"""Token ids of multilingual-e5-small as the source package's own C code gives them."""

import pytest
from tokenizers import Tokenizer

import manifest


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(manifest.BUILD / "multilingual-e5-small" / "tokenizer.json"))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("query: 你好世界", [0, 41, 1294, 12, 6, 124084, 3221, 2]),
        (
            "passage: I moved to Berlin in May, and I hate it.",
            [0, 46692, 12, 87, 109133, 47, 10271, 23, 4347, 4, 136, 87, 35463, 442, 5, 2],
        ),
        (
            "query: 好呀～我们明天去吃火锅🍲吧！",
            [
                0,
                41,
                1294,
                12,
                6,
                1322,
                41978,
                6087,
                1535,
                72938,
                1677,
                4011,
                5505,
                138300,
                248593,
                4502,
                38,
                2,
            ],
        ),
        ("query: ", [0, 41, 1294, 12, 6, 2]),
        (
            "query: 🙂👨\u200d👩\u200d👧",
            [0, 41, 1294, 12, 3143, 244314, 6, 244785, 6, 245719, 2],
        ),
        ("passage: \u0301\u0302", [0, 46692, 12, 3309, 245914, 2]),
        (
            "passage: \ufb01ne\u3000全角ＡＢＣ１２３ ①",
            [0, 46692, 12, 5885, 6, 2476, 12514, 186944, 48636, 106, 2],
        ),
        ("query:   a   b\t\tc\n\nd ", [0, 41, 1294, 12, 10, 876, 501, 104, 6, 2]),
        (
            "passage: 不再喝咖啡了，改喝茶。",
            [0, 46692, 12, 6, 39427, 15530, 22018, 274, 4, 10623, 15530, 11238, 30, 2],
        ),
    ],
)
def test_ids_of_the_source(tokenizer: Tokenizer, text: str, ids: list[int]) -> None:
    assert tokenizer.encode(text).ids == ids


def test_unknown_characters_are_one_token(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("passage: ᚠᛇᚻ᛫").ids == [0, 46692, 12, 6, 3, 2]


def test_composed_and_decomposed_letters_are_equal(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("cafe\u0301").ids == tokenizer.encode("caf\u00e9").ids


def test_nothing_is_cut_or_padded(tokenizer: Tokenizer) -> None:
    short, long = tokenizer.encode_batch(["茶", "茶 " * 1000])
    assert len(short.ids) < 5
    assert len(long.ids) > 1000
