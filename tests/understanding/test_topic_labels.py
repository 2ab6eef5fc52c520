"""Labels of topics: the words that a person would name them by, in both languages."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.understanding.label_words import label_words, singular
from myosotis_server.understanding.names_said import is_proper, names_said
from myosotis_server.understanding.topic_labels import (
    MOST_WORDS,
    label_of,
    labels_of,
    word_likeness,
)

INTERVIEWS_ZH = [
    "下周一要去字节跳动面试，有点紧张",
    "面试官问了很多算法题，我没答好",
    "我在准备面试的自我介绍",
    "昨天的面试过了，等通知",
]
CAT_ZH = ["豆豆今天又吐毛球了", "豆豆把我的键盘踩坏了", "宠物医生说豆豆有点胖"]
MOTHER_ZH = ["妈妈下周做膝盖手术", "陪妈妈去医院复查了", "妈妈出院了，恢复得不错"]
INTERVIEWS_EN = [
    "I have an interview at Google on Monday and I'm nervous",
    "The interviewer asked me about system design and I blanked",
    "Practising my answers for the panel interview",
]
DOG_EN = [
    "Biscuit threw up on the rug this morning",
    "The vet says Biscuit needs to lose weight",
    "Took Biscuit to the vet for his shots",
]
MOTHER_EN = [
    "Mum is having knee surgery next week",
    "Took mum to the hospital, the knee surgery went well",
    "My mum came home from hospital",
]


def test_a_label_names_what_the_texts_share_and_others_have_not() -> None:
    others = CAT_ZH + MOTHER_ZH
    assert label_of(INTERVIEWS_ZH, others, "zh", 2) == "面试"
    assert label_of(CAT_ZH, INTERVIEWS_ZH + MOTHER_ZH, "zh", 2) == "豆豆"
    assert "妈妈" in label_of(MOTHER_ZH, INTERVIEWS_ZH + CAT_ZH, "zh", 2).split("、")
    assert label_of(INTERVIEWS_EN, DOG_EN + MOTHER_EN, "en", 2) == "interview"
    assert label_of(DOG_EN, INTERVIEWS_EN + MOTHER_EN, "en", 2) == "Biscuit, vet"
    assert label_of(MOTHER_EN, INTERVIEWS_EN + DOG_EN, "en", 2).split(", ")[0] == "mum"


def test_groups_of_texts_are_labelled_as_each_would_be() -> None:
    texts = [*INTERVIEWS_ZH, *CAT_ZH, "地铁又晚点了"]
    groups = [[0, 1, 2, 3], [4, 5, 6]]
    assert labels_of(texts, groups, "zh", 2) == [
        label_of(INTERVIEWS_ZH, [*CAT_ZH, texts[-1]], "zh", 2),
        label_of(CAT_ZH, [*INTERVIEWS_ZH, texts[-1]], "zh", 2),
    ]


def test_words_that_belong_together_stay_together() -> None:
    assert "knee surgery" in label_of(MOTHER_EN, DOG_EN, "en", 2).split(", ")
    texts = ["字节跳动的面试好难", "字节跳动发了通知", "想去字节跳动上班"]
    assert label_of(texts, [], "zh", 2).split("、")[0] == "字节跳动"


@pytest.mark.parametrize(
    "text",
    [
        "今天我觉得真的很累，什么都不想做",
        "昨天晚上有点开心",
        "I really feel tired today and I don't want anything",
        "It was a nice thing, honestly, last week",
        "",
        "😊😊",
    ],
)
def test_what_is_said_of_everything_names_nothing(text: str) -> None:
    assert label_of([text], [], "zh") == ""


def test_without_a_shared_word_there_is_no_name() -> None:
    assert label_of(["地铁又晚点了", "我对花生过敏", "学了吉他"], [], "zh", 2) == ""
    assert (
        label_of(["Forgot my umbrella", "The train was late", "Learning guitar"], [], "en", 2) == ""
    )


def test_what_everybody_says_does_not_tell_a_topic() -> None:
    everywhere = ["我和小雨去吃火锅", "小雨来找我", "小雨送了我一本书", "小雨生日"]
    texts = ["小雨陪我去医院", "小雨说医院人太多", "又去了一次医院"]
    assert label_of(texts, everywhere, "zh", 2).split("、")[0] == "医院"


def test_words_are_shown_as_they_are_written() -> None:
    assert label_of(["我想去iPhone專賣店", "iPhone壞了"], [], "zh", 2) == "iPhone"
    assert label_of(["下個月去臺北", "臺北的房子好貴"], [], "zh", 2) == "臺北"
    assert label_of(["Cats are great", "my cats sleep", "a cat"], [], "en", 2) == "cat"


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("cats", "cat"),
        ("stories", "story"),
        ("classes", "class"),
        ("boxes", "box"),
        ("bus", "bus"),
        ("glass", "glass"),
        ("tennis", "tennis"),
        ("news", "news"),
        ("houses", "house"),
        ("ties", "tie"),
        ("movies", "movie"),
    ],
)
def test_the_singular_of_a_noun(word: str, one: str) -> None:
    assert singular(word) == one


@given(st.lists(st.text(max_size=40), max_size=6), st.lists(st.text(max_size=40), max_size=3))
def test_any_texts_have_a_short_label_or_none(texts: list[str], background: list[str]) -> None:
    label = label_of(texts, background, "zh")
    assert label.count("、") < MOST_WORDS
    assert "\n" not in label


@given(st.text(max_size=200))
def test_words_stand_where_they_say(text: str) -> None:
    words = label_words(text)
    assert all(0 <= word.start < word.end <= len(text) for word in words)
    assert [word.start for word in words] == sorted(word.start for word in words)


def test_a_label_takes_nothing_that_was_masked() -> None:
    assert label_of(["我的手机号是[手机号]", "邮箱是[邮箱]"], [], "zh") in (
        "",
        "手机号、邮箱",
        "邮箱",
    )
    assert label_words("see https://example.com/secret and me@example.com") == []


def test_texts_of_one_thing_are_alike_by_their_words() -> None:
    likeness = word_likeness([*CAT_ZH[:2], MOTHER_ZH[0], DOG_EN[0], DOG_EN[1]])
    assert likeness[0, 1] > 0.2 > likeness[0, 2]
    assert likeness[3, 4] > 0.2 > likeness[2, 3]
    assert np.allclose(likeness, likeness.T)
    assert likeness.min() >= 0
    assert likeness.max() <= 1
    assert word_likeness([]).shape == (0, 0)
    assert word_likeness(["嗯", "ok"]).tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("李伟昨天和我去了北京大学", ("李伟", "北京大学")),
        ("我家猫豆豆不吃东西了", ("豆豆",)),
        ("我老婆海鲜过敏，很安静", ()),
        ("Kevin 说要用 TensorFlow", ("Kevin", "TensorFlow")),
        ("My girlfriend Emma lives in New York", ("Emma", "New York")),
        ("Her teacher Ms. Wong called on Monday", ("Ms. Wong",)),
        ("Emma's flat is cold", ("Emma",)),
        ("Then I went to see HR about Chinese lessons", ()),
        ("妈妈和同事都来了", ()),
        ("打到[手机号]找我", ()),
    ],
)
def test_names_in_what_is_said(text: str, names: tuple[str, ...]) -> None:
    assert names_said(text) == names


def test_what_is_only_called_by_its_kind_is_no_name() -> None:
    assert is_proper("清华大学")
    assert is_proper("Acme")
    assert not is_proper("小公司")
    assert not is_proper("儿童医院")
    assert not is_proper("a small startup")
