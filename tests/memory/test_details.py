"""What a text says exactly: numbers, days, names and denials, in either language."""

import pytest

from memory.claiming import said
from myosotis_server.memory.corrected_text import corrected
from myosotis_server.memory.corrections import is_fragment
from myosotis_server.memory.details import agree, details_of, nested, same_number
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

NUMBERS = [
    ("I'm 27 years old", {"27 age"}),
    ("我今年二十七岁", {"27 age"}),
    ("twenty-seven people", {"27 person"}),
    ("房租3500块", {"3500 yuan"}),
    ("房租三千五", {"3500"}),
    ("月薪2万", {"20000"}),
    ("月薪两万元", {"20000 yuan"}),
    ("it costs $1,250.50", {"1250.5 usd"}),
    ("ran 5 km", {"5 km"}),
    ("跑了五公里", {"5 km"}),
    ("weighs 5kg", {"5 kg"}),
    ("５公斤", {"5 kg"}),
    ("a flat on 5th Street", {"5 th"}),
    ("the sixth floor", {"6 th"}),
    ("住五号楼", {"5 th"}),
    ("at 3pm", {"3 pm"}),
    ("下午三点", {"3 clock"}),
    ("at 19:30", {"19:30"}),
    ("一只猫", set()),
    ("两只猫", {"2 piece"}),
    ("one of my cats", set()),
    ("two hundred and five", {"205"}),
    ("twice a week", {"2 time"}),
    ("四川人，在百度，一起三明治", set()),
    ("a hundred", {"100"}),
    ("十分开心", set()),
]


@pytest.mark.parametrize(("text", "numbers"), NUMBERS)
def test_numbers_and_their_units(text: str, numbers: set[str]) -> None:
    assert details_of(text).numbers == numbers


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("on Thursday", {"4"}),
        ("周四见", {"4"}),
        ("星期天", {"7"}),
        ("礼拜一和禮拜二", {"1", "2"}),
        ("Mondays", {"1"}),
        ("see you Fri", {"5"}),
        ("I sat in the sun", set()),
        ("这个周末", {"weekend"}),
        ("at weekends", {"weekend"}),
    ],
)
def test_weekdays(text: str, days: set[str]) -> None:
    assert details_of(text).weekdays == days


@pytest.mark.parametrize(
    ("text", "dates"),
    [("5月3号", {"-5-3"}), ("on May 3rd", {"-5-3"}), ("2024年5月", {"2024-5-"})],
)
def test_dates_are_no_numbers(text: str, dates: set[str]) -> None:
    details = details_of(text)
    assert (details.dates, details.numbers) == (dates, set())


@pytest.mark.parametrize(
    "text",
    [
        "I don't like tea", "I never smoke", "I have no siblings", "I’m not well", "没去过北京",
        "我不喜欢", "别叫我老王", "未婚", "无糖", "nothing works",
    ],
)  # fmt: skip
def test_denials(text: str) -> None:
    details = details_of(text)
    assert details.negated
    assert not details.ending


@pytest.mark.parametrize(
    "text",
    [
        "I like tea", "No, it's on Friday", "我挺不错的", "对不起", "差不多了", "没关系", "无锡人",
        "别人家", "未来可期", "不但好吃",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_denial(text: str) -> None:
    assert not details_of(text).negated


@pytest.mark.parametrize(
    "text",
    [
        "I no longer run", "I don't run anymore", "I stopped smoking", "I quit my job",
        "I gave up sugar", "I used to live in Leeds", "我不再跑步", "戒烟了", "我戒咖啡",
        "我不抽烟了", "已经不在那儿住", "再也不去", "面试取消了", "没在腾讯上班了",
    ],
)  # fmt: skip
def test_endings(text: str) -> None:
    details = details_of(text)
    assert details.ending
    assert details.negated


@pytest.mark.parametrize(
    "text",
    ["I stopped by the shop", "I'm used to it", "买了戒指", "我不知道", "我不了解他", "我吃饭了"],
)
def test_what_only_looks_like_an_ending(text: str) -> None:
    assert not details_of(text).ending


SAME = [
    ("I'm 27", "I am twenty-seven"),
    ("我27岁", "我二十七"),
    ("The interview is on Thursday", "the INTERVIEW is on Thursday!"),
    ("跑了5公里", "跑了五公里"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_however_written(one: str, other: str) -> None:
    assert agree(details_of(one), details_of(other))


DIFFERENT = [
    ("flat on 5th Street", "flat on 6th Street"),
    ("5 kg", "5 km"),
    ("住三楼", "住四楼"),
    ("on Monday", "on Tuesday"),
    ("周一去", "周二去"),
    ("5月3号", "5月4号"),
    ("my left knee hurts", "my right knee hurts"),
    ("左边膝盖疼", "右边膝盖疼"),
    ("I like tea", "I don't like tea"),
    ("我喝茶", "我不喝茶"),
    ("met with Tom", "met with Ann"),
    ("和小明吃饭", "和小红吃饭"),
    ("和妈妈吃饭", "和爸爸吃饭"),
    ("I live in Leeds", "I want to live in Leeds"),
    ("我去北京", "我打算去北京"),
    ("I'm a teacher", "I was a teacher"),
    ("every day", "every week"),
    ("每天跑步", "每周跑步"),
    ("上周三", "下周三"),
    ("two cats", "three cats"),
    ("两只猫", "三只猫"),
    ("I passed", "I almost passed"),
    ("a" * 3000 + "1", "a" * 3000 + "2"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_similar_is_not_the_same(one: str, other: str) -> None:
    assert not agree(details_of(one), details_of(other))


@pytest.mark.parametrize(
    ("text", "correction", "result"),
    [
        ("面试在周四", "是周五", "面试在周五"),
        ("面试在周四", "不是周四，是周五", "面试在周五"),
        ("面试在周四", "是周五不是周四", "面试在周五"),
        ("面试在星期四", "周四", "面试在星期四"),
        ("The interview is on Thursday", "Friday", "The interview is on Friday"),
        ("Thursday or Tuesday", "Friday", None),
        ("Thursday or Tuesday", "not Tuesday but Friday", "Thursday or Friday"),
        ("Thursday", "Friday or Saturday", None),
        ("I weigh 70 kg and I'm 180 cm tall", "no, 72 kg", "I weigh 72 kg and I'm 180 cm tall"),
        ("我身高180厘米，体重70公斤", "72公斤", "我身高180厘米，体重72公斤"),
        ("I weigh 70 kg", "I mean 70 pounds", "I weigh 70 pounds"),
        ("on the 2nd floor", "the 3rd", "on the 3rd floor"),
        ("我住二楼", "三楼", "我住三楼"),
        ("5月3号", "4号", "5月4号"),
        ("I like tea", "Friday", None),
        ("I like tea", "no, not that", None),
    ],
)
def test_a_correction_put_in(text: str, correction: str, result: str | None) -> None:
    assert corrected(text, correction) == result


def test_what_tells_more_holds_what_tells_less() -> None:
    less, more = details_of("I live in Leeds"), details_of("I live in Leeds with Tom, 5 years")
    assert nested(less, more)
    assert not nested(more, less)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("5", "5 kg", True), ("5 kg", "5 km", False), ("5 kg", "6 kg", False), ("5", "5", True)],
)
def test_a_number_without_a_unit_may_be_any(one: str, other: str, same: bool) -> None:
    assert same_number(one, other) is same


@pytest.mark.parametrize("piece", PIECES)
def test_no_text_takes_long(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: details_of(text)) < AT_ONCE
    assert cpu_seconds(lambda: corrected(text, "不对，是周五3点，和小李")) < AT_ONCE
    assert cpu_seconds(lambda: corrected("周四2点和小王开会", text)) < AT_ONCE
    assert cpu_seconds(lambda: is_fragment(said(text))) < AT_ONCE
