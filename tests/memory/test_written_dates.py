"""Absolute dates found in text, in both languages."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.written_dates import MOST, YEARS, WrittenDate, written_dates

_HAN = "〇一二三四五六七八九"
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def read(text: str) -> list[tuple[str, int | None, int | None, int | None]]:
    return [(text[d.start : d.end], d.year, d.month, d.day) for d in written_dates(text)]


@pytest.mark.parametrize(
    ("text", "place", "year", "month", "day"),
    [
        ("on 2023-05-04 we met", "2023-05-04", 2023, 5, 4),
        ("于2023/5/4见面", "2023/5/4", 2023, 5, 4),
        ("2023.5.4.", "2023.5.4", 2023, 5, 4),
        ("2023.5.4-2023.5.6", "2023.5.4", 2023, 5, 4),
        ("2024-04-21T19:00", "2024-04-21", 2024, 4, 21),
        ("2024年04月21日 周日 19:00", "2024年04月21日", 2024, 4, 21),
        ("我2023年5月4日到的", "2023年5月4日", 2023, 5, 4),
        ("2023 年 5 月 4 日", "2023 年 5 月 4 日", 2023, 5, 4),
        ("23年5月4号", "23年5月4号", 2023, 5, 4),
        ("98年5月", "98年5月", 1998, 5, None),
        ("5月4号去的", "5月4号", None, 5, 4),
        ("５月４號", "５月４號", None, 5, 4),
        ("２０２３／５／４", "２０２３／５／４", 2023, 5, 4),
        ("五月四号", "五月四号", None, 5, 4),
        ("二〇二三年五月", "二〇二三年五月", 2023, 5, None),
        ("十二月二十五日", "十二月二十五日", None, 12, 25),
        ("十月廿三号", "十月廿三号", None, 10, 23),
        ("5月15到18号", "5月15", None, 5, 15),
        ("5月份的账单", "5月份", None, 5, None),
        ("五月一起去", "五月", None, 5, None),
        ("五月天气热", "五月", None, 5, None),
        ("2023年的事", "2023年", 2023, None, None),
        ("08年奥运会", "08年", 2008, None, None),
        ("98年出生", "98年", 1998, None, None),
        ("2月29日", "2月29日", None, 2, 29),
        ("May 4", "May 4", None, 5, 4),
        ("May 4th, 2023", "May 4th, 2023", 2023, 5, 4),
        ("MAY 4 2023", "MAY 4 2023", 2023, 5, 4),
        ("4 May 2023", "4 May 2023", 2023, 5, 4),
        ("on the 4th of May", "the 4th of May", None, 5, 4),
        ("in May 2023", "May 2023", 2023, 5, None),
        ("may 2023", "may 2023", 2023, 5, None),
        ("Sept. 3", "Sept. 3", None, 9, 3),
        ("dec 25th", "dec 25th", None, 12, 25),
        ("May 4-6", "May 4", None, 5, 4),
        ("May 4, 9000 people came", "May 4", None, 5, 4),
        ("It was in May.", "May", None, 5, None),
        ("in early march", "march", None, 3, None),
        ("since Dec", "Dec", None, 12, None),
        ("December is cold", "December", None, 12, None),
        ("May of last year", "May", None, 5, None),
        ("I was born on may 4", "may 4", None, 5, 4),
        ("back in 2023", "2023", 2023, None, None),
        ("05/04/2023", "05/04/2023", 2023, 5, 4),
        ("25/12/2023", "25/12/2023", 2023, 12, 25),
    ],
)
def test_a_written_date_is_read(
    text: str, place: str, year: int | None, month: int | None, day: int | None
) -> None:
    assert read(text) == [(place, year, month, day)]


def test_several_dates_are_read_from_left_to_right() -> None:
    assert read("from May 4 to 6月1日 and 2023-07-08") == [
        ("May 4", None, 5, 4),
        ("6月1日", None, 6, 1),
        ("2023-07-08", 2023, 7, 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("", "我喜欢喝茶", "I like tea", "138-2023-0504", "13820230504", "010-2023-05-04"),
        *("it costs 3.5", "version 1.2.3", "v2023.5.4a1", "24/7", "5/4", "90后", "80年代"),
        *("3个月", "两年", "等了20年", "2000年前", "2023", "2023 people", "4号", "3号线"),
        *("2023-13-01", "2023-02-30", "2月30日", "13月4日", "2023年13月", "0月5日", "5月32号"),
        *("2023年2月29日", "Feb 30", "30 February", "May 32", "13/13/2023", "0000-01-01"),
        *("you may 4 times", "may I come", "this may be", "March on!", "May I?", "april"),
        *("April said hello", "sat in the sun", "dec", "Sun and sand", "each may have"),
        *(
            "in 2000 words",
            "in 2,023 ways",
            "dismay 4",
            "五月天",
            "五月初五",
            "农历五月",
            "一月两次",
        ),
        *("八月十五", "6月龄宝宝", "十月怀胎", "几十月", "1.5月", "岁月如歌", "正月"),
    ],
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert read(text) == []


@st.composite
def _written(draw: st.DrawFn) -> tuple[str, date]:
    day = draw(st.dates(date(YEARS.start, 1, 1), date(YEARS.stop - 1, 12, 31)))
    name = _MONTHS[day.month - 1]
    han_year = "".join(_HAN[int(digit)] for digit in str(day.year))
    writings = [
        day.isoformat(),
        f"{day.year}/{day.month}/{day.day}",
        f"{day.year}.{day.month}.{day.day}",
        f"{day.isoformat()}T08:30",
        f"{day.month:02}/{day.day:02}/{day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.year}年{day.month:02}月{day.day:02}號",
        f"{han_year}年{_small(day.month)}月{_small(day.day)}号",
        f"{name} {day.day}, {day.year}",
        f"{name[:3]}. {day.day}th {day.year}",
        f"{day.day} {name} {day.year}",
        f"the {day.day}th of {name.lower()}, {day.year}",
    ]
    return draw(st.sampled_from(writings)), day


def _small(number: int) -> str:
    tens, ones = divmod(number, 10)
    head = "" if tens == 0 else "十" if tens == 1 else _HAN[tens] + "十"
    return head + (_HAN[ones] if ones else "")


@quick
@given(
    _written(), st.sampled_from([("", ""), ("on ", " we met"), ("我在", "去了那里"), ("（", "）")])
)
def test_a_date_is_read_back_from_every_writing(
    written: tuple[str, date], around: tuple[str, str]
) -> None:
    text, day = written
    dates = written_dates(text.join(around))
    assert [(one.year, one.month, one.day) for one in dates] == [(day.year, day.month, day.day)]


_PIECES = st.sampled_from(
    [
        *(
            "5",
            "2023",
            "０",
            "月",
            "年",
            "日",
            "号",
            "-",
            "/",
            ".",
            "May",
            "may ",
            " ",
            "th",
            "of ",
        ),
        *("十", "二", "〇", "in ", ", ", "廿", "²", "٣", "\u0301", "İ"),
    ]
)


@quick
@given(st.text() | st.lists(_PIECES, max_size=30).map("".join))
def test_any_text_gives_dates_that_exist_in_order_and_apart(text: str) -> None:
    before = 0
    for one in written_dates(text):
        assert before <= one.start < one.end <= len(text)
        before = one.end
        assert one.month is not None or one.day is None
        assert one.month is not None or one.year is not None
        date(one.year or 2000, one.month or 1, one.day or 1)


def test_a_table_of_dates_is_cut_short() -> None:
    assert len(written_dates("5月4号 " * 1000)) == MOST
    assert written_dates("may " * 1000 + "May 4") == []
    assert written_dates("5月4号")[0] == WrittenDate(0, 4, None, 5, 4)
