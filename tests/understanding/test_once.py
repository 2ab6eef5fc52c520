"""What is done on one occasion, and what again and again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.reading import NOTHING_READ
from myosotis_server.memory.values import Emotion, MemoryKind, Sensitivity, Statement
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.emotions import felt
from myosotis_server.understanding.once import is_chore, tells_once
from myosotis_server.understanding.telling import filled
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

_NO_OPINION = np.array([0.44, *[0.08] * 7], np.float32)


def keys(text: str) -> set[str]:
    readings = readings_of(text, language_of(text))
    return {each.attribute.key for each in readings if each.attribute is not None}


def kind(text: str, likeliest: MemoryKind, event_time: int | None = None) -> MemoryKind | None:
    """The kind of `text`, that the classifier takes for `likeliest`."""
    kinds = np.full(6, 0.1, np.float32)
    kinds[likeliest - 1] = 0.5
    readings = readings_of(text, language_of(text))
    reading = readings[0] if readings else NOTHING_READ
    feeling = felt(text, _NO_OPINION)
    statement = Statement(text, event_time=event_time)
    return filled(statement, reading, kinds, feeling, Sensitivity.NORMAL).kind


ONCE = [
    "周三要去腾讯面试",
    "周三我要去字节跳动面试，紧张得睡不着",
    "我周三去医院检查了",
    "我周一去深圳面试了",
    "周日去医院看看",
    "周五和同事去吃火锅",
    "晚上去健身房练了腿",
    "下班去了健身房",
    "我下班要去看牙医",
    "晚饭是番茄炒蛋",
    "我闺蜜小林请我吃了火锅",
    "我朋友请我看了电影",
    "I had a row with Lynn",
    "On Saturday I went to the gym",
    "had pasta for dinner",
    "My friend took me out for ramen",
]


@pytest.mark.parametrize("text", ONCE)
def test_one_occasion_is_an_event_and_no_habit(text: str) -> None:
    assert keys(text) & {"routine", "exercise", "drinks", "eats", "likes"} == set()
    assert tells_once(text)
    assert kind(text, MemoryKind.HABIT) is MemoryKind.EVENT


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("我每周三去游泳", "exercise"),
        ("周三我都去游泳", "exercise"),
        ("我周二周四去游泳", "exercise"),
        ("周三一般去打球", "exercise"),
        ("周末去爬山", "exercise"),
        ("我晚上跑步", "exercise"),
        ("我早上都喝豆浆", "drinks"),
        ("我每周日都去看外婆", "routine"),
        ("I go to the gym on Mondays", "exercise"),
        ("I usually swim on Fridays", "exercise"),
    ],
)
def test_what_recurs_is_a_habit(text: str, key: str) -> None:
    assert key in keys(text)
    assert kind(text, MemoryKind.HABIT) is MemoryKind.HABIT


@pytest.mark.parametrize(
    "text",
    [
        "昨晚又失眠了",
        "我失眠了",
        "感冒了",
        "有点发烧",
        "我妈昨天发烧了",
        "因为项目延期，我很焦虑",
        "项目延期让我焦虑",
        "couldn't sleep last night",
        "I had a headache last night",
    ],
)
def test_what_passes_is_no_illness(text: str) -> None:
    assert "illness" not in keys(text)


@pytest.mark.parametrize(
    ("text", "illness"),
    [
        ("我一直失眠", "失眠"),
        ("最近总是失眠", "失眠"),
        ("我失眠三个月了", "失眠"),
        ("我得了流感", "流感"),
        ("我确诊了抑郁症", "抑郁症"),
        ("偏头痛又犯了", "偏头痛"),
        ("我有焦虑症", "焦虑症"),
        ("I have insomnia", "insomnia"),
        ("I suffer from migraines", "migraines"),
    ],
)
def test_what_lasts_or_was_found_is_an_illness(text: str, illness: str) -> None:
    first = readings_of(text, language_of(text))[0].attribute
    assert first is not None
    assert (first.key, first.value) == ("illness", illness)


@pytest.mark.parametrize(
    "text", ["I'm exhausted", "I feel so lonely", "我好累", "我很焦虑", "今天特别开心"]
)
def test_how_the_user_is_now_is_a_feeling_and_no_fact(text: str) -> None:
    assert kind(text, MemoryKind.FACT) is MemoryKind.EMOTION


@pytest.mark.parametrize(
    "text", ["I'm an anxious person", "我是个容易焦虑的人", "I'm a nurse", "我有两个孩子"]
)
def test_how_the_user_is_for_good_is_a_fact(text: str) -> None:
    assert kind(text, MemoryKind.FACT) is MemoryKind.FACT


@pytest.mark.parametrize(
    "text",
    [
        "今天要换灯泡",
        "我想换个灯泡",
        "给房间除湿",
        "怕忘，今天要给妈妈打电话",
        "怕忘了带伞",
        "I want to change the lightbulb",
        "I need to do the laundry",
    ],
)
def test_a_chore_is_no_aim_in_life(text: str) -> None:
    assert keys(text) & {"goal", "fear"} == set()
    assert kind(text, MemoryKind.VALUE) is not MemoryKind.VALUE


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("我打算换个工作", "goal"),
        ("我今年要换工作", "goal"),
        ("我从小怕黑", "fear"),
        ("我怕狗", "fear"),
        ("I want to change careers", "goal"),
    ],
)
def test_an_aim_and_a_fear_stay(text: str, key: str) -> None:
    assert key in keys(text)


@pytest.mark.parametrize(
    "text",
    [
        "喝着豆浆看雨",
        "我去字节跳动面试了",
        "我去腾讯出差了",
        "I got into grad school",
        "My brother got into law school",
        "I got into an argument with Sam",
    ],
)
def test_what_merely_happened_claims_nothing_lasting(text: str) -> None:
    assert keys(text) == set()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I take my coffee without sugar, flat whites are my favourite", "flat whites"),
        ("I take my tea black, oolong is my favourite tea", "oolong"),
        ("She bakes a lot, lemon drizzle is my favourite", "lemon drizzle"),
        ("I don't really drink beer, but cider is my favourite", "cider"),
        ("My mum's lasagne is my favourite", "mum's lasagne"),
        ("我喝咖啡不加糖，我最爱的是拿铁", "拿铁"),
        ("我不吃辣，最喜欢的是粤菜", "粤菜"),
    ],
)
def test_a_favourite_is_told_in_its_own_clause(text: str, value: str) -> None:
    told = [each.attribute for each in readings_of(text, language_of(text)) if each.attribute]
    assert value in [each.value for each in told if each.key.startswith(("likes", "favourite"))]
    assert not any(each.value.startswith(("I ", "She ")) for each in told)


@pytest.mark.parametrize("piece", [*PIECES, "周三", "晚上去", "I had ", "给妈", "要换"])
def test_hostile_texts_are_told_once_in_time(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: (tells_once(text), is_chore(text))) < AT_ONCE


@given(st.text(max_size=60))
def test_any_text_has_a_kind(text: str) -> None:
    assert tells_once(text) in (True, False)
    assert felt(text, _NO_OPINION).emotion in Emotion
