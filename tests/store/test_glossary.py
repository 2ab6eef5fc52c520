"""The glossary: a file without slips, and what it finds from one language in the other."""

import re
from collections import Counter
from importlib.resources import files

import pytest

from myosotis_server.adapters.glossary import Glossary
from myosotis_server.adapters.spaced_words import stem

GLOSSARY = Glossary(stem)
TEXT = files("myosotis_server.adapters").joinpath("glossary.tsv").read_text("utf-8")
ROWS = [[side.split("|") for side in line.split("\t")] for line in TEXT.splitlines()]

HAN = re.compile("[\u4e00-\u9fff]+")
ENGLISH = re.compile(r"[a-z]+(?:'s)?(?:[ -][a-z]+(?:'s)?){0,3}")
LONGEST_CHINESE = 8


def chinese(text: str) -> list[str]:
    return GLOSSARY.chinese([stem(word) for word in text.split()])


def english(*words: str) -> list[str]:
    return [" ".join(phrase) for phrase in GLOSSARY.english(words)]


# The file


def test_it_is_large_enough_to_bridge_everyday_talk() -> None:
    assert len(ROWS) >= 1200


def test_every_row_has_two_sides() -> None:
    assert [row for row in ROWS if len(row) != 2] == []
    assert TEXT.endswith("\n")
    assert "\r" not in TEXT


def test_chinese_is_han_only() -> None:
    words = [word for row in ROWS for word in row[0]]
    assert [word for word in words if not HAN.fullmatch(word)] == []
    assert [word for word in words if len(word) > LONGEST_CHINESE] == []


def test_english_is_lower_case_words_and_phrases_of_up_to_four() -> None:
    phrases = [phrase for row in ROWS for phrase in row[1]]
    assert [phrase for phrase in phrases if not ENGLISH.fullmatch(phrase)] == []


def test_nothing_is_said_twice() -> None:
    for row in ROWS:
        for side in row:
            assert len(set(side)) == len(side), row
    pairs = Counter((word, phrase) for row in ROWS for word in row[0] for phrase in row[1])
    assert [pair for pair, times in pairs.items() if times > 1] == []


def test_every_pair_is_found_from_both_sides() -> None:
    for words, phrases in ROWS:
        for phrase in phrases:
            plain = phrase.replace("-", " ").replace("'s", "")
            assert set(words) <= set(chinese(plain)), phrase
            for word in words:
                assert plain in english(word), word


# From English


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seafood", "海鲜"),
        ("dogs", "狗"),
        ("allergic", "过敏"),
        ("bought", "买"),
        ("children", "孩子"),
        ("hypertension", "高血压"),
        ("high blood pressure", "高血压"),
        ("divorced", "离婚"),
        ("mother in law", "婆婆"),
        ("valentine day", "情人节"),
        ("shanghai", "上海"),
    ],
)
def test_english_stems_find_chinese(text: str, expected: str) -> None:
    assert expected in chinese(text)


def test_a_word_of_several_meanings_finds_each() -> None:
    assert {"橙子", "橙色"} <= set(chinese("orange"))


def test_the_longest_phrase_counts_and_not_its_words() -> None:
    found = chinese("she likes ice cream")
    assert "冰淇淋" in found
    assert {"冰块", "奶油"}.isdisjoint(found)


def test_words_of_a_phrase_count_where_it_does_not_go_on() -> None:
    assert "血液" in chinese("blood")
    assert "冰块" in chinese("ice melts")
    assert "奶油" in chinese("cream ice")


def test_what_only_begins_a_phrase_finds_nothing() -> None:
    assert chinese("hong") == []
    assert chinese("hong dog") == chinese("dog")
    assert "香港" in chinese("hong hong kong")


def test_chinese_comes_in_order_and_once() -> None:
    cat, dog = chinese("cat"), chinese("dog")
    assert chinese("cat dog cats") == [*cat, *dog]


def test_words_the_caller_drops_are_left_out_of_phrases() -> None:
    glossary = Glossary(lambda word: "" if word == "in" else stem(word))
    assert "谈恋爱" in glossary.chinese([stem("fall"), stem("love")])
    assert "谈恋爱" not in chinese("fall love")
    assert "谈恋爱" in chinese("fall in love")


# From Chinese


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("海鲜", "seafood"),
        ("猫", "cat"),
        ("冰淇淋", "ice cream"),
        ("高血压", "hypertension"),
        ("高血压", "high blood pressure"),
        ("岳父", "father in law"),
        ("情人节", "valentine day"),
        ("买", "bought"),
        ("北京", "beijing"),
        ("辞职", "quit"),
    ],
)
def test_chinese_words_find_english(word: str, expected: str) -> None:
    assert expected in english(word)


def test_translations_are_tuples_of_plain_words() -> None:
    assert GLOSSARY.english(["海鲜", "冰淇淋"]) == [("seafood",), ("ice", "cream")]


def test_a_word_cut_into_several_is_found_and_not_its_parts() -> None:
    assert english("花生", "过敏") == english("花生过敏") == ["peanut allergy"]
    assert "comfortable" not in english("不", "舒服")
    assert english("花生", "海鲜") == english("花生") + english("海鲜")


def test_the_parts_of_an_unknown_word_are_found() -> None:
    assert english("生日礼物单") == [*english("生日"), *english("礼物")]
    assert "coffee" in english("喝咖啡")


def test_english_comes_in_order_and_once() -> None:
    assert english("狗", "猫", "小狗") == [*english("狗"), *english("猫")]


# Neither


def test_unknown_words_find_nothing() -> None:
    assert chinese("") == []
    assert chinese("myosotis quux 2024") == []
    assert GLOSSARY.chinese([""]) == []
    assert english() == []
    assert english("勿忘我", "的", "seafood", "") == []
    assert chinese("海鲜") == []
