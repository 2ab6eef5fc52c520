"""Times named in Chinese relative to the present: "上周三", "三天前", "最近", "去年底"."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import islice

from myosotis_server.understanding.calendar_spans import (
    AFTERNOON,
    DUSK,
    FEW,
    MORNING,
    MOST_TRIED,
    NIGHT,
    NOON,
    RECENT_DAYS,
    SMALL_HOURS,
    Found,
    Stretch,
    Unit,
    a_few_ago,
    ago,
    days,
    month,
    month_back,
    months_before,
    part_of,
    the_coming,
    the_past,
    week,
    weekday_after,
    weekday_before,
    weekday_of_week,
    weekend,
    year,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.which_year import YEARS_AWAY

_DAYS_AWAY = {
    "大前": -3,
    "前": -2,
    "昨": -1,
    "今": 0,
    "明": 1,
    "后": 2,
    "後": 2,
    "大后": 3,
    "大後": 3,
}
_WEEKDAYS = {
    **{name: number for number, name in enumerate("一二三四五六日")},
    **{name: number for number, name in enumerate("123456")},
    "天": 6,
}
_UNITS = {
    "天": Unit.DAY,
    "日": Unit.DAY,
    "周": Unit.WEEK,
    "週": Unit.WEEK,
    "星期": Unit.WEEK,
    "礼拜": Unit.WEEK,
    "禮拜": Unit.WEEK,
    "月": Unit.MONTH,
    "年": Unit.YEAR,
}
_ONES = "一二三四五六七八九"
_NUMERALS = {
    (_ONES[tens - 1] if tens > 1 else "") + ("十" if tens else "") + _ONES[ones - 1 : ones]: (
        10 * tens + ones
    )
    for tens in range(10)
    for ones in range(10)
    if tens or ones
} | {"两": 2, "兩": 2}

_BACK = {"上上": 2, "上": 1, "这": 0, "這": 0, "本": 0, "下": -1, "下下": -2}

_COUNT = rf"(?:\d{{1,3}}|[{_ONES}十]{{1,3}}|[两兩])"
_NOT_COUNTED = rf"(?<![\d.第每{_ONES}十百千万萬两兩几幾半])"
_FEW = r"(?:好?[几幾]|数|數)"
_WEEK = r"(?:[周週](?![边邊围圍年杰傑刊期岁歲转轉])|星期(?![几幾])|[礼禮]拜)"
_WEEKDAY = (
    r"(?:[一二三四五六1-6](?![次个個百千度]|天(?![气氣]))|日(?![程常期报報志誌均])|天(?![天]))"
)
_NO_MOON = r"(?![亮光饼餅球季子牙老色台])"

# The look-ahead at the top holds how the alternatives begin: nearly everywhere it alone is tried.
_TIMES = pattern_of(
    rf"""(?=大[前后後]|[前昨今明后後上下这這本周週星礼禮去过過最近未接半好几幾数數两兩{_ONES}十\d]
       [天日儿兒晚夜早晨年去近几幾两兩些个個周週星礼禮月来來下上半期拜的{_ONES}十\d])
      (?!(?<=[\d{_ONES}十])[\d{_ONES}十])(?:
    # 以前天天, 三天后天气, 聪明天真, 如今天气 and 先天后天 hold no day.
    (?P<day>大前|(?<![以之天日周週月年])前|昨|(?<!如)今|(?<=如)今(?=天(?![气氣地]))
            |(?<![聪聰光文透黎声聲])明|大[后後]|(?<![以之天日周週月年然最])[后後])
      (?:天(?!性)|日(?!头条|頭條|方舟|之星)|[儿兒])
   |(?P<part_day>昨|今|明|(?<![以之天日周週月年])前)(?P<part>[晚夜]|(?<!前)[早晨])(?:(?<=[晚夜])[上里裡])?
   |(?<![马馬晚早网網线線路身以加楼樓桌地天底基日乡鄉])(?P<week>上上|下下|[上下这這本])一?[个個]?{_WEEK}
      (?:(?P<weekend>末)|(?:的?{_WEEK})?(?P<weekday>{_WEEKDAY}))?
   # A bare one is no "每周三", no "一周三次" and no working week from Monday to Friday.
   |(?<![一二两兩三四五六七八九十几幾每逢个個整半双雙下上这這本全\d])(?<![{_ONES}日天1-6][到至]){_WEEK}(?P<bare>{_WEEKDAY})
      (?!\ ?[到至]\ ?(?:[周週五六日天]|星期|[礼禮]拜))
   |(?<![晚早天日海江湖路以水山头頭楼樓马馬])(?P<month>上上|下下|[上下这這本])一?[个個]?月{_NO_MOON}
      (?:(?P<month_day>\d{{1,2}}|[{_ONES}十]{{1,3}})[日号號])?
   |(?P<year>大前年|(?<![以之从從天日周週月年目])前年|(?<![过過失出回拿])去年|今年
        |(?<![光文证證声聲黎透聪聰发發])明年|(?<![以之天日周週月年])[后後]年)(?![轻輕龄齡代级級夜份])
      (?:的?(?P<part_of_year>上半年|下半年)|年?(?P<edge>初(?![中一二三级級恋戀])|[底末]))?
   |{_NOT_COUNTED}(?:
        (?P<half>半)(?P<half_unit>年|[个個]月)
       |(?P<count>{_COUNT})(?P<unit>天|日|周|週|[个個]?星期|[个個]?[礼禮]拜|[个個]月|年)多?
       |(?P<few>{_FEW})(?P<few_unit>天|日|周|週|[个個]?星期|[个個]?[礼禮]拜|[个個]月|年)
     )[以之]?前(?![后後往面台])
   |(?P<last>最近|[过過]去|(?<![附远遠靠临臨接邻鄰将將最])近|[这這](?=[两兩几幾二三四五六七八九十\d]))的?[这這]?
      (?:(?P<last_few>{_FEW}|[两兩](?=天))|(?P<last_count>{_COUNT})|(?P<last_half>半(?=年|[个個]月)))
      (?P<last_unit>天|日|周|週|[个個]?星期|[个個]?[礼禮]拜|[个個]月|年)
   |(?P<coming>未来|未來|接下来|接下來)的?
      (?P<coming_count>{_COUNT})(?P<coming_unit>天|日|周|週|[个個]?星期|[个個]?[礼禮]拜|[个個]月|年)
   |(?P<days_before>(?<![之以日年月天周节節试試考婚产產走行发發赛賽])前)(?:(?P<pair>[两兩])|[几幾些])天
   # The nearest shop is no time, and neither is "the latest one".
   |(?P<recent>(?<![离離][我家你他她])最近(?!一次|的(?:那|一)?[家个個间間站医醫超地]|的?距离)|近来|近來|近期|近日)
    )""",
    re.VERBOSE,
)

_PARTS = {
    "凌晨": SMALL_HOURS,
    "清晨": MORNING,
    "早晨": MORNING,
    "早上": MORNING,
    "一早": MORNING,
    "上午": MORNING,
    "早": MORNING,
    "晨": MORNING,
    "中午": NOON,
    "下午": AFTERNOON,
    "午后": AFTERNOON,
    "午後": AFTERNOON,
    "傍晚": DUSK,
    "晚上": NIGHT,
    "晚间": NIGHT,
    "晚間": NIGHT,
    "夜里": NIGHT,
    "夜裡": NIGHT,
    "夜晚": NIGHT,
    "深夜": NIGHT,
    "半夜": NIGHT,
    "晚": NIGHT,
    "夜": NIGHT,
}
PART_OF_DAY = pattern_of(
    r"[)）]?的?(凌晨|清晨|早[晨上]|一早|上午|中午|下午|午[后後]|傍晚|晚[上间間]|夜[里裡晚]|深夜|半夜"
    r"|早(?![点點餐饭飯就已期先年])|晚(?![点點餐饭飯会會霞年安了]))"
)


def part_hours(name: str) -> tuple[int, int]:
    """The hours of a part of the day that `PART_OF_DAY` found."""
    return _PARTS[name]


def chinese_times(
    text: str, today: date, looks_ahead: Callable[[int, int], bool]
) -> Iterator[Found]:
    """The relative times in `text` from left to right, as of `today`, a local date.

    Weeks begin on Monday. "周三" is the last one, today included, or the next where the words
    around its place look ahead. Vague stretches ("前阵子", "不久前"), "三天后" and what is said of
    every week or month are left out.
    """
    for match in islice(_TIMES.finditer(text), MOST_TRIED):
        try:
            stretch = _stretch(match, today, looks_ahead)
        except (OverflowError, ValueError):
            continue
        if stretch is not None:
            yield Found(*match.span(), stretch, match["bare"] is not None)


def _stretch(
    match: re.Match[str], today: date, looks_ahead: Callable[[int, int], bool]
) -> Stretch | None:
    if (name := match["day"]) is not None:
        return days(today + timedelta(days=_DAYS_AWAY[name]))
    if (name := match["part_day"]) is not None:
        return part_of(days(today + timedelta(days=_DAYS_AWAY[name])), _PARTS[match["part"]])
    if (name := match["bare"]) is not None:
        if looks_ahead(*match.span()):
            return weekday_after(today, _WEEKDAYS[name])
        return weekday_before(today, _WEEKDAYS[name], inclusive=True)
    if (name := match["week"]) is not None:
        if match["weekend"] is not None:
            return weekend(today, _BACK[name])
        if (weekday := match["weekday"]) is not None:
            return weekday_of_week(today, _WEEKDAYS[weekday], _BACK[name])
        return week(today, _BACK[name])
    if (name := match["month"]) is not None:
        whole = month_back(today, _BACK[name])
        if (day := match["month_day"]) is None:
            return whole
        return days(date(whole[0].year, whole[0].month, _number(day)))
    if (name := match["year"]) is not None:
        return _part_of_year(match, today.year + YEARS_AWAY[name])
    return _counted(match, today)


def _part_of_year(match: re.Match[str], number: int) -> Stretch:
    if (half := match["part_of_year"]) is not None:
        return month(number, 1 if half[0] == "上" else 7, 6)
    if (edge := match["edge"]) is not None:
        return month(number, 1 if edge == "初" else 11, 2)
    return year(number)


def _counted(match: re.Match[str], today: date) -> Stretch | None:
    if match["half"] is not None:
        if match["half_unit"] == "年":
            return days(months_before(today, 6) - timedelta(days=45), 91)
        return days(today - timedelta(days=19), 9)
    if (count := match["count"]) is not None:
        return ago(today, _number(count), _unit(match["unit"]))
    if match["few"] is not None:
        return a_few_ago(today, _unit(match["few_unit"]))
    if (last := match["last"]) is not None:
        unit = _unit(match["last_unit"])
        if match["last_half"] is not None:
            half = (6, Unit.MONTH) if unit is Unit.YEAR else (15, Unit.DAY)
            return the_past(today, *half)
        if match["last_few"] is not None:
            # Who says 这几天 means hardly more than three.
            this = last[0] in "这這" and unit is Unit.DAY
            return the_past(today, 3 if this else FEW[unit][1], unit)
        return the_past(today, _number(match["last_count"]), unit)
    if (count := match["coming_count"]) is not None:
        return the_coming(today, _number(count), _unit(match["coming_unit"]))
    if match["days_before"] is not None:
        back = 3 if match["pair"] is not None else 7
        return days(today - timedelta(days=back), back)
    return days(today - timedelta(days=RECENT_DAYS), RECENT_DAYS + 1)


def _number(written: str) -> int:
    """ValueError for numerals in an order that is no number ("十十")."""
    if written in _NUMERALS:
        return _NUMERALS[written]
    return int(written)


def _unit(written: str) -> Unit:
    return _UNITS[written.lstrip("个個")]
