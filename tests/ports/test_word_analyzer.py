"""What words a text has, in both languages and mixed."""

import threading
import unicodedata
from collections import Counter
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters.word_analyzer import StemmedBigrams

ANALYZER = StemmedBigrams()


def counted(text: str) -> dict[int, int]:
    terms = ANALYZER.terms(text)
    return dict(zip(terms.ids.tolist(), terms.counts.tolist(), strict=True))


def words(*expected: str) -> dict[int, int]:
    return dict(Counter(crc32(word.encode()) for word in expected))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She was running with dogs", ["run", "dog"]),
        ("Dogs, dogs and DOGS!", ["dog", "dog", "dog"]),
        ("my sister's café", ["sister", "cafe"]),
        ("I don't smoke", ["not", "smoke"]),
        ("I can’t swim", ["not", "swim"]),
        ("O'Brien at ten o'clock", ["obrien", "ten", "oclock"]),
        ("snake_case-name", ["snake", "case", "name"]),
        ("她养了猫", ["养", "猫", "她养", "养了", "了猫"]),
        ("我的猫，猫的我", ["我的", "的猫", "猫", "猫", "猫的", "的我"]),
        ("iPhone15", ["iphon", "15"]),
        ("3点", ["3", "点"]),
        ("5月4号", ["5", "月", "4", "号"]),
        ("WiFi密码", ["wifi", "密", "码", "密码"]),
        ("１２：３０ Ｔｅａ", ["12:30", "tea"]),
        ("3.5 and 1,000 or 1,2", ["3.5", "1000", "1", "2"]),
        ("In 2024.", ["2024"]),
        ("😺👍🏽", ["😺", "👍"]),
        ("❤️开心", ["❤", "开", "心", "开心"]),
        ("カメラ 한국", ["カ", "メ", "ラ", "カメ", "メラ", "한", "국", "한국"]),
        ("İstanbul", ["istanbul"]),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert counted(text) == words(*expected)


@pytest.mark.parametrize("text", ["who", "我", "the of", "我 你", "是"])
def test_a_text_of_nothing_but_weak_words_keeps_them(text: str) -> None:
    assert counted(text)


@pytest.mark.parametrize("text", ["", "   ", "?!…。", "\ud800", "\x00"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert counted(text) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I loved hiking", "hikes, love"),
        ("naïve", "NAIVE"),
        ("cafe\u0301", "CAFÉ"),
        ("ＡＢＣ１２３", "abc123"),
        ("don't", "don’t"),
        ("ｶﾒﾗ", "カメラ"),
        ("㍿", "株式会社"),
    ],
)
def test_forms_of_the_same_words_are_equal(one: str, other: str) -> None:
    assert counted(one) == counted(other)


def test_counts_stop_at_what_fits() -> None:
    assert counted("tea " * 70_000) == {crc32(b"tea"): 65_535}


def test_version_fits_a_row() -> None:
    assert 1 <= ANALYZER.version <= 255


TEXTS = st.text() | st.text(st.sampled_from("我的猫sS'’éＡ１1,.: 😺👍🏽\u0301İß\ud800가ァ"))


@given(TEXTS)
def test_any_text_has_terms_that_are_sorted_and_distinct(text: str) -> None:
    terms = ANALYZER.terms(text)
    assert terms.ids.dtype == np.uint32
    assert terms.counts.dtype == np.uint16
    assert len(terms.ids) == len(terms.counts)
    assert (terms.ids[1:] > terms.ids[:-1]).all()
    assert (terms.counts > 0).all()


@given(TEXTS)
def test_equal_text_must_give_equal_terms(text: str) -> None:
    again = StemmedBigrams().terms("".join([*text]))
    assert counted(text) == dict(zip(again.ids.tolist(), again.counts.tolist(), strict=True))


@given(TEXTS)
def test_full_width_and_half_width_are_equal(text: str) -> None:
    assert counted(text) == counted(unicodedata.normalize("NFKC", text))
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    assert counted(wide) == counted(text)


def test_threads_get_the_same_terms() -> None:
    texts = [f"{word}ing {word}ers 我{n}" for n, word in enumerate(["walk", "talk", "sing"] * 200)]
    expected = [counted(text) for text in texts]
    wrong: list[str] = []

    def work() -> None:
        wrong.extend(
            text for text, terms in zip(texts, expected, strict=True) if counted(text) != terms
        )

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
