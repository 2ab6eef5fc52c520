"""Which values of an attribute are one, which are closer words for it, and which exclude it."""

import pytest

from myosotis_server.memory.slot_values import are_opposite, compatible, covers, same_value
from myosotis_server.memory.values import Attribute

SAME = [
    ("home_city", "Leeds", "leeds"),
    ("home_city", "成都", "成都市"),
    ("home_city", "Ｌｅｅｄｓ", "Leeds"),
    ("pet", "a dog", "dogs"),
    ("likes", "the cats", "cat"),
    ("age", "27", "27岁"),
    ("age", "二十七岁", "27 years old"),
    ("weight", "70公斤", "70 kg"),
    ("weight", "140斤", "70 kg"),
    ("height", "1.75米", "175 cm"),
    ("wake_time", "7点", "7:00"),
    ("wake_time", "7:30 am", "7:30"),
    ("rent", "3500", "3500块"),
    ("rent", "3,500元", "三千五百元"),
    ("phone_number", "+86 138 0013 8000", "13800138000"),
    ("birthday", "5月4日", "May 4th"),
    ("birthday", "May 4th, 1990", "4 May"),
]


@pytest.mark.parametrize(("key", "one", "other"), SAME)
def test_one_value_however_written(key: str, one: str, other: str) -> None:
    first, second = Attribute(key, one), Attribute(key, other)
    assert same_value(first, second)
    assert same_value(second, first)
    assert compatible(first, second)


CLOSER = [
    ("home_city", "成都", "成都高新区"),
    ("home_city", "Leeds", "central Leeds"),
    ("occupation", "engineer", "software engineer"),
    ("occupation", "工程师", "软件工程师"),
    ("employer", "Acme", "Acme Ltd"),
    ("employer", "腾讯", "腾讯公司"),
    ("partner", "Tom", "Tom Smith"),
]


@pytest.mark.parametrize(("key", "wide", "close"), CLOSER)
def test_a_closer_value_is_no_other(key: str, wide: str, close: str) -> None:
    general, special = Attribute(key, wide), Attribute(key, close)
    assert covers(general, special)
    assert not covers(special, general)
    assert compatible(general, special)
    assert compatible(special, general)


OTHER = [
    ("home_city", "Leeds", "York"),
    ("home_city", "York", "New York"),
    ("home_city", "海南", "上海南汇"),
    ("home_city", "成都", "重庆"),
    ("occupation", "manager", "assistant manager"),
    ("occupation", "经理", "副经理"),
    ("occupation", "teacher", "retired teacher"),
    ("partner", "王伟", "王伟明"),
    ("name", "李明", "李明华"),
    ("age", "27", "28"),
    ("age", "27岁", "127岁"),
    ("weight", "70 kg", "70 lb"),
    ("weight", "70 kg", "75 kg"),
    ("rent", "3000", "3500"),
    ("wake_time", "7:00", "7:30"),
    ("phone_number", "13800138000", "13800138001"),
    ("birthday", "May 4th", "May 5th"),
    ("diet", "vegetarian", "not vegetarian"),
    ("relationship_status", "已婚", "未婚"),
    ("employer", "腾讯", "阿里"),
]


@pytest.mark.parametrize(("key", "one", "other"), OTHER)
def test_another_value(key: str, one: str, other: str) -> None:
    assert not compatible(Attribute(key, one), Attribute(key, other))


def test_a_number_goes_before_how_it_is_written() -> None:
    assert same_value(Attribute("age", "almost 30", 29), Attribute("age", "29"))
    assert not compatible(Attribute("age", "30ish", 29), Attribute("age", "30ish", 31))


def test_opposites_are_so_both_ways() -> None:
    assert are_opposite("likes", "dislikes")
    assert are_opposite("drinks", "avoids")
    assert are_opposite("avoids", "drinks")
    assert not are_opposite("likes", "drinks")
