"""Times named in queries and statements, resolved in the speaker's zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.values import DAY, SECOND, Instant
from myosotis_server.understanding.times import MOST, dates_without_year, named_times

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
UTC_ZONE = ZoneInfo("UTC")


def instant(written: str, zone: ZoneInfo = SHANGHAI) -> Instant:
    moment = datetime.fromisoformat(written).replace(tzinfo=zone)
    return round(moment.astimezone(UTC).timestamp()) * SECOND


def local(moment: Instant | None, zone: ZoneInfo) -> str:
    assert moment is not None
    written = datetime.fromtimestamp(moment / SECOND, zone).strftime("%Y-%m-%d %H:%M")
    return written.removesuffix(" 00:00")


def read(
    text: str, now: str = "2024-05-15 10:00", zone: ZoneInfo = SHANGHAI
) -> list[tuple[str, str, str]]:
    """Place, start and end of every time, locally. The 15th of May 2024 was a Wednesday."""
    return [
        (text[n.start : n.end], local(n.span.start, zone), local(n.span.end, zone))
        for n in named_times(text, instant(now, zone), zone)
    ]


@pytest.mark.parametrize("zone", [SHANGHAI, NEW_YORK, UTC_ZONE], ids=str)
@pytest.mark.parametrize(
    ("text", "place", "start", "end"),
    [
        ("今天的你", "今天", "2024-05-15", "2024-05-16"),
        ("今天天气", "今天", "2024-05-15", "2024-05-16"),
        ("昨天", "昨天", "2024-05-14", "2024-05-15"),
        ("前天", "前天", "2024-05-13", "2024-05-14"),
        ("大前天", "大前天", "2024-05-12", "2024-05-13"),
        ("他说明天来", "明天", "2024-05-16", "2024-05-17"),
        ("後天", "後天", "2024-05-17", "2024-05-18"),
        ("今早", "今早", "2024-05-15 05:00", "2024-05-15 12:00"),
        ("今晚吃什么", "今晚", "2024-05-15 18:00", "2024-05-16 05:00"),
        ("昨晚", "昨晚", "2024-05-14 18:00", "2024-05-15 05:00"),
        ("前晚", "前晚", "2024-05-13 18:00", "2024-05-14 05:00"),
        ("昨天下午", "昨天下午", "2024-05-14 12:00", "2024-05-14 18:00"),
        ("周五的晚上", "周五的晚上", "2024-05-10 18:00", "2024-05-11 05:00"),
        ("5月4号早上", "5月4号早上", "2024-05-04 05:00", "2024-05-04 12:00"),
        ("上周做了什么", "上周", "2024-05-06", "2024-05-13"),
        ("上上周", "上上周", "2024-04-29", "2024-05-06"),
        ("這週", "這週", "2024-05-13", "2024-05-20"),
        ("本周日程", "本周", "2024-05-13", "2024-05-20"),
        ("下周", "下周", "2024-05-20", "2024-05-27"),
        ("上周三", "上周三", "2024-05-08", "2024-05-09"),
        ("上個禮拜三", "上個禮拜三", "2024-05-08", "2024-05-09"),
        ("上星期三", "上星期三", "2024-05-08", "2024-05-09"),
        ("上周的周三", "上周的周三", "2024-05-08", "2024-05-09"),
        ("下下周周二上午", "下下周周二上午", "2024-05-28 05:00", "2024-05-28 12:00"),
        ("这周五", "这周五", "2024-05-17", "2024-05-18"),
        ("下礼拜天", "下礼拜天", "2024-05-26", "2024-05-27"),
        ("周三", "周三", "2024-05-15", "2024-05-16"),
        ("星期四见过他", "星期四", "2024-05-09", "2024-05-10"),
        ("周四打算去哪", "周四", "2024-05-16", "2024-05-17"),
        ("上周末", "上周末", "2024-05-11", "2024-05-13"),
        ("这个周末", "这个周末", "2024-05-18", "2024-05-20"),
        ("上個月", "上個月", "2024-04-01", "2024-05-01"),
        ("上月", "上月", "2024-04-01", "2024-05-01"),
        ("这个月", "这个月", "2024-05-01", "2024-06-01"),
        ("下个月三号", "下个月三号", "2024-06-03", "2024-06-04"),
        ("去年", "去年", "2023-01-01", "2024-01-01"),
        ("前年", "前年", "2022-01-01", "2023-01-01"),
        ("今年", "今年", "2024-01-01", "2025-01-01"),
        ("明年", "明年", "2025-01-01", "2026-01-01"),
        ("去年底", "去年底", "2023-11-01", "2024-01-01"),
        ("去年五月", "去年五月", "2023-05-01", "2023-06-01"),
        ("今年3月8号", "今年3月8号", "2024-03-08", "2024-03-09"),
        ("今年的夏天", "今年的夏天", "2024-06-01", "2024-09-01"),
        ("去年冬天", "去年冬天", "2023-12-01", "2024-03-01"),
        ("2021年夏天", "2021年夏天", "2021-06-01", "2021-09-01"),
        ("三天前", "三天前", "2024-05-12", "2024-05-13"),
        ("两周前", "两周前", "2024-04-28", "2024-05-05"),
        ("兩個月前", "兩個月前", "2024-02-29", "2024-03-31"),
        ("半年前", "半年前", "2023-10-01", "2023-12-31"),
        ("3年前", "3年前", "2021-01-01", "2022-01-01"),
        ("几天前", "几天前", "2024-05-08", "2024-05-13"),
        ("最近的心情", "最近", "2024-05-01", "2024-05-16"),
        ("前几天", "前几天", "2024-05-08", "2024-05-15"),
        ("这几天", "这几天", "2024-05-12", "2024-05-16"),
        ("最近三天", "最近三天", "2024-05-12", "2024-05-16"),
        ("过去一周", "过去一周", "2024-05-08", "2024-05-16"),
        ("春节", "春节", "2024-02-09", "2024-02-17"),
        ("去年中秋节", "去年中秋节", "2023-09-29", "2023-09-30"),
        ("端午", "端午", "2023-06-22", "2023-06-23"),
        ("国庆节", "国庆节", "2023-10-01", "2023-10-08"),
        ("2022年國慶", "2022年國慶", "2022-10-01", "2022-10-08"),
        ("今年国庆", "今年国庆", "2024-10-01", "2024-10-08"),
        ("清明节", "清明节", "2024-04-04", "2024-04-05"),
        ("1990年清明节", "1990年清明节", "1990-04-05", "1990-04-06"),
        ("2033年春节", "2033年春节", "2033-01-30", "2033-02-07"),
        ("去年五一", "去年五一", "2023-05-01", "2023-05-06"),
        ("圣诞打算做什么", "圣诞", "2024-12-25", "2024-12-26"),
        ("元旦", "元旦", "2024-01-01", "2024-01-02"),
        ("情人节", "情人节", "2024-02-14", "2024-02-15"),
        ("4月21日（周日）晚上", "4月21日（周日）晚上", "2024-04-21 18:00", "2024-04-22 05:00"),
        ("2024年4月18日 周三 9:00", "2024年4月18日 周三", "2024-04-18", "2024-04-19"),
        ("today", "today", "2024-05-15", "2024-05-16"),
        ("the day before yesterday", "the day before yesterday", "2024-05-13", "2024-05-14"),
        ("Tomorrow", "Tomorrow", "2024-05-16", "2024-05-17"),
        ("tonight", "tonight", "2024-05-15 18:00", "2024-05-16 05:00"),
        ("last night", "last night", "2024-05-14 18:00", "2024-05-15 05:00"),
        ("this morning", "this morning", "2024-05-15 05:00", "2024-05-15 12:00"),
        ("yesterday evening", "yesterday evening", "2024-05-14 18:00", "2024-05-15 05:00"),
        ("Last week", "Last week", "2024-05-06", "2024-05-13"),
        ("the week before last", "the week before last", "2024-04-29", "2024-05-06"),
        ("two weeks ago", "two weeks ago", "2024-04-28", "2024-05-05"),
        ("a month ago", "a month ago", "2024-03-31", "2024-05-01"),
        ("three days ago", "three days ago", "2024-05-12", "2024-05-13"),
        ("a few days ago", "a few days ago", "2024-05-08", "2024-05-13"),
        ("last Wednesday", "last Wednesday", "2024-05-08", "2024-05-09"),
        ("on Wednesday", "Wednesday", "2024-05-15", "2024-05-16"),
        ("on Thu", "Thu", "2024-05-09", "2024-05-10"),
        ("this Friday", "this Friday", "2024-05-17", "2024-05-18"),
        ("next Monday", "next Monday", "2024-05-20", "2024-05-21"),
        ("Friday of last week", "Friday of last week", "2024-05-10", "2024-05-11"),
        ("next week on Tuesday", "next week on Tuesday", "2024-05-21", "2024-05-22"),
        ("last weekend", "last weekend", "2024-05-11", "2024-05-13"),
        ("last month", "last month", "2024-04-01", "2024-05-01"),
        ("last year", "last year", "2023-01-01", "2024-01-01"),
        ("last May", "last May", "2023-05-01", "2023-06-01"),
        ("May last year", "May last year", "2023-05-01", "2023-06-01"),
        (
            "the spring the year before last",
            "spring the year before last",
            "2022-03-01",
            "2022-06-01",
        ),
        ("last summer", "last summer", "2023-06-01", "2023-09-01"),
        ("the summer of 2021", "summer of 2021", "2021-06-01", "2021-09-01"),
        ("in the past week", "the past week", "2024-05-08", "2024-05-16"),
        ("over the last 10 days", "the last 10 days", "2024-05-05", "2024-05-16"),
        ("recently", "recently", "2024-05-01", "2024-05-16"),
        ("Christmas", "Christmas", "2023-12-25", "2023-12-26"),
        ("Christmas 2021", "Christmas 2021", "2021-12-25", "2021-12-26"),
        ("next Christmas", "next Christmas", "2024-12-25", "2024-12-26"),
        ("New Year’s Eve", "New Year’s Eve", "2023-12-31", "2024-01-01"),
        ("valentine's day", "valentine's day", "2024-02-14", "2024-02-15"),
        ("Halloween", "Halloween", "2023-10-31", "2023-11-01"),
        ("Thanksgiving", "Thanksgiving", "2023-11-23", "2023-11-24"),
        ("Chinese New Year", "Chinese New Year", "2024-02-09", "2024-02-17"),
        ("Sunday, April 21, 2024", "Sunday, April 21, 2024", "2024-04-21", "2024-04-22"),
        ("in 2022", "2022", "2022-01-01", "2023-01-01"),
        ("What will I do in October?", "October", "2024-10-01", "2024-11-01"),
        ("What did I do in October?", "October", "2023-10-01", "2023-11-01"),
        ("I live next to her since June.", "June", "2023-06-01", "2023-07-01"),
        ("Feb 29", "Feb 29", "2024-02-29", "2024-03-01"),
    ],
)
def test_a_named_time_is_resolved(
    text: str, place: str, start: str, end: str, zone: ZoneInfo
) -> None:
    assert read(text, zone=zone) == [(place, start, end)]


@pytest.mark.parametrize(
    ("text", "now", "place", "start", "end"),
    [
        ("in May", "2024-01-10 09:00", "May", "2023-05-01", "2023-06-01"),
        ("5月", "2024-01-10 09:00", "5月", "2023-05-01", "2023-06-01"),
        ("last May", "2024-10-01 09:00", "last May", "2024-05-01", "2024-06-01"),
        ("last winter", "2024-01-10 09:00", "last winter", "2022-12-01", "2023-03-01"),
        ("this winter", "2024-01-10 09:00", "this winter", "2023-12-01", "2024-03-01"),
        ("2月29日", "2023-06-01 09:00", "2月29日", "2020-02-29", "2020-03-01"),
        ("a month ago", "2024-03-31 09:00", "a month ago", "2024-02-14", "2024-03-16"),
        ("上个月", "2024-01-31 23:59", "上个月", "2023-12-01", "2024-01-01"),
        ("上周日", "2024-05-12 09:00", "上周日", "2024-05-05", "2024-05-06"),
        ("next Friday", "2024-05-12 09:00", "next Friday", "2024-05-17", "2024-05-18"),
        ("this past weekend", "2024-05-12 09:00", "this past weekend", "2024-05-04", "2024-05-06"),
        ("last night", "2024-05-15 01:00", "last night", "2024-05-14 18:00", "2024-05-15 05:00"),
    ],
)
def test_the_present_decides(text: str, now: str, place: str, start: str, end: str) -> None:
    assert read(text, now) == [(place, start, end)]


def test_the_zone_decides_what_day_it_is() -> None:
    now = instant("2024-05-15 20:00", UTC_ZONE)
    starts = [named_times("today", now, zone)[0].span.start for zone in (SHANGHAI, NEW_YORK)]
    assert starts == [instant("2024-05-16"), instant("2024-05-15", NEW_YORK)]


@pytest.mark.parametrize(
    ("now", "hours"), [("2024-03-10 12:00", 23), ("2024-11-03 12:00", 25), ("2024-11-04 12:00", 24)]
)
def test_days_on_which_clocks_change_are_shorter_or_longer(now: str, hours: int) -> None:
    (named,) = named_times("today", instant(now, NEW_YORK), NEW_YORK)
    assert named.span.start is not None
    assert named.span.end is not None
    assert named.span.end - named.span.start == hours * 3600 * SECOND


def test_a_day_that_the_zone_skipped_is_none() -> None:
    apia = ZoneInfo("Pacific/Apia")
    assert read("2011-12-30", zone=apia) == []
    assert read("2011-12-29", zone=apia) == [("2011-12-29", "2011-12-29", "2011-12-31")]


@pytest.mark.parametrize(
    "text",
    [
        *("", "天天", "一天到晚", "good day", "wait a second", "may I", "march on", "one day"),
        *(
            "以前年轻的时候",
            "以前天天跑步",
            "如今天气变了",
            "聪明天真",
            "晚上月亮很圆",
            "马上周末了",
        ),
        *("一周一次", "每周三", "周一到周五上班", "四周一片漆黑", "星期几", "失去年轻", "文明年代"),
        *("3个月", "两年", "24/7", "90后", "五一路", "十一点", "夏天", "早上", "十几天前", "每天"),
        *(
            "离我最近的医院",
            "最近一次",
            "周围",
            "周年",
            "透过年轻人",
            "圣诞树",
            "今日头条",
            "生日前两天",
        ),
        *("on my birthday", "these days", "every Monday", "on Mondays", "Monday to Friday"),
        *("Christmas tree", "in the sun", "on sun", "a summer dress", "last time"),
        *("the last week of school", "fallen", "weekly", "the other day", "my days", "第三天前"),
        *("有一年圣诞节", "每年5月4号", "one Christmas", "every May", "每个春节", "in 2000 words"),
    ],
)
def test_what_only_looks_like_a_time_names_none(text: str) -> None:
    assert read(text) == []


def test_several_times_come_in_order() -> None:
    assert [place for place, _, _ in read("上周三和last Friday, 还有去年5月4号")] == [
        "上周三",
        "last Friday",
        "去年5月4号",
    ]


@pytest.mark.parametrize(
    "now", [-(10**18), 10**18, 253_402_300_799 * SECOND, -62_135_596_800 * SECOND]
)
@pytest.mark.parametrize(
    "text", ["9999 years ago", "明天 去年 春节 下周 前年冬天", "next Christmas", "999年前"]
)
@pytest.mark.parametrize("zone", [SHANGHAI, NEW_YORK], ids=str)
def test_the_ends_of_the_calendar_are_no_failure(text: str, now: Instant, zone: ZoneInfo) -> None:
    for named in named_times(text, now, zone):
        assert named.span.start is not None
        assert named.span.end is not None
        assert named.span.start < named.span.end


def test_a_text_full_of_times_is_cut_short() -> None:
    now = instant("2024-05-15 10:00")
    for text in ("昨天 " * 2000, "yesterday " * 900, "5月4号 " * 2000, "Christmas " * 900):
        assert len(named_times(text, now, SHANGHAI)) == MOST


_PIECES = st.sampled_from(
    [
        *("上", "下", "周", "三", "个", "月", "年", "去年", "前", "天", "5", "号", "春节", "夏天"),
        *("last ", "week ", "May ", "ago ", "two ", "days ", "Friday ", "night", "2023", "of "),
        *("\u202e", "\u0301", "😀", "\x00", "İ", "ſunday", "\u212a", "²", "晚上", "今", "最近"),
        *("十", "的", "（", "\n", " "),
    ]
)
_ZONES = st.sampled_from([SHANGHAI, NEW_YORK, UTC_ZONE, ZoneInfo("Africa/Cairo")])


@quick
@given(
    st.text() | st.lists(_PIECES, max_size=30).map("".join),
    st.integers(-(2**63), 2**63) | st.integers(0, 40_000 * DAY),
    _ZONES,
)
def test_any_text_at_any_time_gives_spans_in_order_and_apart(
    text: str, now: Instant, zone: ZoneInfo
) -> None:
    before = 0
    for named in named_times(text, now, zone):
        assert before <= named.start < named.end <= len(text)
        before = named.end
        assert named.span.start is not None
        assert named.span.end is not None
        assert named.span.start < named.span.end


@quick
@given(st.datetimes(datetime(1901, 1, 2), datetime(2199, 12, 30)), _ZONES)
def test_today_holds_now_and_meets_its_neighbours(moment: datetime, zone: ZoneInfo) -> None:
    now = round(moment.replace(tzinfo=zone, microsecond=0).timestamp()) * SECOND
    yesterday, today, tomorrow = (one.span for one in named_times("昨天 今天 明天", now, zone))
    assert today.start is not None
    assert today.end is not None
    assert today.start <= now < today.end
    assert (yesterday.end, tomorrow.start) == (today.start, today.end)


# Dates without a year, as of another time


@pytest.mark.parametrize("zone", [SHANGHAI, NEW_YORK, UTC_ZONE], ids=str)
@pytest.mark.parametrize(
    ("text", "place", "start", "end"),
    [
        ("what did I do in May", "May", "2021-05-01", "2021-06-01"),
        ("5月我去了哪里", "5月", "2021-05-01", "2021-06-01"),
        ("五月四号", "五月四号", "2021-05-04", "2021-05-05"),
        ("5月4号早上", "5月4号早上", "2021-05-04 05:00", "2021-05-04 12:00"),
        ("on the 4th of May", "the 4th of May", "2021-05-04", "2021-05-05"),
        ("in October", "October", "2020-10-01", "2020-11-01"),
        ("Feb 29", "Feb 29", "2020-02-29", "2020-03-01"),
        ("昨天 and May 4 and 2019年6月", "May 4", "2021-05-04", "2021-05-05"),
    ],
)
def test_a_date_without_a_year_is_the_last_one_begun_as_of_then(
    text: str, place: str, start: str, end: str, zone: ZoneInfo
) -> None:
    found = dates_without_year(text, instant("2021-08-15 10:00", zone), zone)
    assert [
        (text[each.start : each.end], local(each.span.start, zone), local(each.span.end, zone))
        for each in found
    ] == [(place, start, end)]


@pytest.mark.parametrize(
    "text",
    [
        *("", "in May 2023", "2023年5月4号", "2023-05-04", "in 2021", "yesterday", "上周三"),
        *("Christmas", "春节", "last month", "two weeks ago", "may I", "march on"),
    ],
)
def test_other_times_are_no_dates_without_a_year(text: str) -> None:
    assert dates_without_year(text, instant("2021-08-15 10:00"), SHANGHAI) == []


@quick
@given(
    st.text() | st.lists(_PIECES, max_size=30).map("".join),
    st.integers(-(2**63), 2**63) | st.integers(0, 40_000 * DAY),
    _ZONES,
)
def test_dates_without_a_year_are_among_the_named_times(
    text: str, then: Instant, zone: ZoneInfo
) -> None:
    named = named_times(text, then, zone)
    assert all(each in named for each in dates_without_year(text, then, zone))
