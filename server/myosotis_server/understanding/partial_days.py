"""Days named without their month or by their place in it: "15号", "月底", "on the 3rd", "5/4"."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from myosotis_server.understanding.calendar_spans import MOST_TRIED, Found, days, month_back
from myosotis_server.understanding.lunar import LunarDay, lunar_day
from myosotis_server.understanding.mentions import Mention, day_mention, mention_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.tense import Tense
from myosotis_server.understanding.values_zh import number_of
from myosotis_server.understanding.which_year import YEARS_AWAY, resolve
from myosotis_server.understanding.yearly import Yearly, on

TenseAt = Callable[[int, int], Tense]

_BACK_ZH = {"上上": 2, "上": 1, "这": 0, "這": 0, "本": 0, "下": -1, "下下": -2}
_NUMBER = r"(?:3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_CHINESE = pattern_of(
    rf"""(?:(?P<month>上上|下下|[上下这這本])一?[个個]?月的?)?
      (?:(?<![\d.第/路街弄巷栋棟座坐型一二三四五六七八九十百月学學工编編尾名楼樓])(?P<day>{_NUMBER})(?:[号號](?![楼樓线線院门門房球选選染机機店桌馆館厅廳仓倉文])|(?<=\d)日(?![游遊内內后後前元常报報间間程本语語均]))
        |(?P<edge>(?:(?<=月)|月)(?:初(?![一二三四五六七八九十])|[底末]|中旬|[上下]旬|中(?![国國间間午])))
        )
   |(?P<number>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?P<its>初(?![一二三四五六七八九十])|[底末]|中旬|[上下]旬|中(?![国國间間午]))
   |(?:(?P<year>大前年|前年|去年|今年|明年|[后後]年)|(?P<written>(?:19|20)\d\d)年)?
      (?:(?<=年)年?|(?<![\d后後])年)(?P<year_edge>初(?![一二三四五六七八九十中])|[底末](?!奖|獎))
   |(?<![年前去今明后後])(?P<half>[上下])半年
   |(?<![上下这這本每双雙个個])(?P<weekend>[周週]末)(?!愉快|快[乐樂]|是|人)
   |(?<![周週期拜\d一二三四五六七八九十])(?P<first>[五十]一|六一)
      (?=[去要想打准回我他她你们放休前后後那在到就会會])
   |[农農阴陰旧舊][历曆](?P<lunar_month>正|[五七八九])月
      (?P<lunar_day>初[一二三四五六七八九十]|[二廿]?十?[一二三四五六七八九]|二?十)
   |(?:大年|正月)(?P<lunar>初[一二三四五六七八九十]|十五)
   |(?<![\d/.])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/%.个個杯碗块塊瓶的人家分])""",
    re.VERBOSE | re.ASCII,
)
_CHINESE_HINT = pattern_of(r"[号號日底末初旬月年/]|[五十六]一")
_LUNAR_MONTHS = {
    "正": (LunarDay.NEW_YEAR, 1),
    "五": (LunarDay.DRAGON_BOAT, 5),
    "七": (LunarDay.DOUBLE_SEVENTH, 7),
    "八": (LunarDay.MID_AUTUMN, 15),
    "九": (LunarDay.DOUBLE_NINTH, 9),
}
"""The months of which a day, and which one, is known for every year."""
_LATELY = timedelta(days=30)
_A_NUMBER = pattern_of(r"(?:[号號码碼牌]|排名|[坐穿住])(?:在)?[是为為:：]?$")
_FRACTIONS = frozenset({"1/2", "1/3", "2/3", "1/4", "3/4", "9/11"})
_TENTHS = {"初": 1, "上旬": 1, "中": 15, "中旬": 11, "下旬": 21, "底": 31, "末": 31}

_MONTHS = "january february march april may june july august september october november december"
_SHORT_MONTHS = {name[:3]: number for number, name in enumerate(_MONTHS.split(), 1)}
_MONTH = rf"(?P<name>{'|'.join([*_MONTHS.split(), *_SHORT_MONTHS])})"
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_GOES_ON = (
    r"at|and|we|i|i'm|my|for|with|in\ the|because|to|so|but|he|she|they|our|it|when|from|until"
    r"|after"
)
_ENGLISH = pattern_of(
    rf"""\b(?:
    (?P<ordinal>first|(?:3[01]|[12]?\d)(?:st|nd|rd|th))\ of\ (?P<of>this|next|last|the)\ month\b
   |next\ month,?\ (?:on\ )?the\ (?P<next_ordinal>first|(?:3[01]|[12]?\d)(?:st|nd|rd|th))\b
   |(?:(?:on|by|until|till|before|since|from|for|is|was|to)\ |(?<=day\ ))the[ ]
      (?P<alone>(?:3[01]|[12]?\d)(?:st|nd|rd|th))(?=$|[,.;!?)]|\ (?:{_GOES_ON})\b)
   |(?P<edge>end|start|beginning|middle|late|early|mid)(?:\ of\ |[\ -])(?:(?:the|this)\ )?
      (?:(?P<which>next\ |last\ |this\ )?(?P<period>week|month|year)\b|{_MONTH}\b(?!\ \d))
   |(?:(?:over|at|on|for|during|by|until|till)\ )?(?P<weekend>the\ weekend)\b
      (?!\ (?:of|before|after))
   |the\ (?P<after_next>week|weekend|month|year|{"|".join(_WEEKDAYS)})\ after\ next\b
   |(?P<tomorrow>tmrw?|tmr|tomoz|2morrow)\b
   |(?<![\w/])(?P<cue>(?:on|by|until|till|before|since|from|for|due|is|was|to)\ )
      (?P<a>[0-3]?\d)/(?P<b>[0-3]?\d)(?![\w/%]|\.\d)
   )""",
    re.VERBOSE | re.ASCII,
)
_ENGLISH_HINT = pattern_of(
    r"first of|\d(?:st|nd|rd|th)\b|weekend|after next|tm|2mor|\d/\d"
    r"|(?:end|start|beginning|middle) of"
    r"|\b(?:late|early|mid)[ -]",
    re.ASCII,
)
_EDGES = {"end": 31, "late": 21, "middle": 15, "mid": 15, "start": 1, "beginning": 1, "early": 1}
_DAY_FIRST = pattern_of(
    r"Europe/|Australia/|Africa/|Atlantic/|Indian/|Pacific/Auckland|GB|NZ"
    r"|Asia/(?!Shanghai|Chongqing|Harbin|Urumqi|Taipei|Tokyo|Seoul|Pyongyang|Macau)"
)


def partial_days(
    text: str, lower: str, now: datetime, zone: ZoneInfo, tense: TenseAt
) -> Iterator[Mention]:
    """The days in `text` whose month or year is left to be understood, as of `now`, a local time.

    `lower` is the text in small letters. The end of a month is its last day, that of a year its
    last month, and that of a week Friday.
    """
    if not text.isascii() and _CHINESE_HINT.search(text):
        for match in islice(_CHINESE.finditer(text), MOST_TRIED):
            try:
                mention = _chinese(match, text, now, tense)
            except (OverflowError, ValueError):
                continue
            if mention is not None:
                yield mention
    if _ENGLISH_HINT.search(lower):
        for match in islice(_ENGLISH.finditer(lower), MOST_TRIED):
            try:
                mention = _english(match, lower, now, zone, tense)
            except (OverflowError, ValueError):
                continue
            if mention is not None:
                yield mention


def yearly_mention(
    thing: Yearly, text: str, now: datetime, tense: TenseAt, *, is_date: bool = False
) -> Mention | None:
    """When something yearly is meant: by the words beside it, the tense, or else the next.

    Of no tense is also what was only lately.
    """
    told = tense(thing.start, thing.end)
    placed = resolve(thing, text, now, lambda _start, _end: told is Tense.AHEAD)
    if placed is None:
        return None
    start, end, stretch = placed
    says_year = (start, end) != (thing.start, thing.end)
    if told is Tense.OPEN and not says_year:
        ahead = resolve(thing, text, now, lambda _start, _end: True)
        if ahead is not None and now - stretch[0] > _LATELY:
            stretch = ahead[2]
    return mention_of(
        Found(start, end, stretch), now, is_weak=not says_year, is_yearly=is_date and not says_year
    )


def _chinese(match: re.Match[str], text: str, now: datetime, tense: TenseAt) -> Mention | None:
    start, end = match.span()
    today = now.date()
    if (written := match["day"]) is not None:
        if _A_NUMBER.search(text[max(0, start - 5) : start]):
            return None
        return _of_month(start, end, _number(written), match["month"], today, tense)
    if (written := match["edge"]) is not None:
        nth = _TENTHS[written.removeprefix("月")]
        return _of_month(start, end, nth, match["month"], today, tense)
    if (written := match["its"]) is not None:
        number = _number(match["number"])
        day = min(_TENTHS[written], monthrange(2001, number)[1])
        return yearly_mention(Yearly(start, end, on(number, day)), text, now, tense)
    if (edge := match["year_edge"]) is not None:
        number = 1 if edge == "初" else 12
        if (name := match["year"]) is not None:
            return _day(start, end, date(today.year + YEARS_AWAY[name], number, 1))
        if (written := match["written"]) is not None:
            return _day(start, end, date(int(written), number, 1))
        year = _running(number, today.year, today, tense(start, end))
        return _day(start, end, date(year, number, 1))
    if (half := match["half"]) is not None:
        return _day(start, end, date(today.year, 1 if half == "上" else 7, 1))
    if match["weekend"] is not None:
        return day_mention(start, end, _weekend(today, tense(start, end)), is_weak=True)
    if (name := match["first"]) is not None:
        number = {"五": 5, "六": 6, "十": 10}[name[0]]
        return yearly_mention(Yearly(start, end, on(number, 1)), text, now, tense)
    if (name := match["lunar"] or match["lunar_day"]) is not None:
        known, nth = _LUNAR_MONTHS[match["lunar_month"] or "正"]
        later = _number(name.removeprefix("初").replace("廿", "二十")) - nth
        thing = Yearly(start, end, lambda year: days(lunar_day(known, year, later)))
        return yearly_mention(thing, text, now, tense, is_date=True)
    if match[0] in _FRACTIONS:
        return None
    month, day = int(match["m"]), int(match["d"])
    return yearly_mention(Yearly(start, end, on(month, day)), text, now, tense, is_date=True)


def _number(written: str) -> int:
    number = number_of(written)
    if number is None:
        raise ValueError(written)
    return int(number)


def _day(start: int, end: int, day: date) -> Mention:
    """A day that stands for a longer time, which no clock can narrow."""
    return Mention(start, end, datetime(day.year, day.month, day.day))


def _of_month(
    start: int, end: int, day: int, which: str | None, today: date, tense: TenseAt
) -> Mention:
    """That day of the month named; of none named, the last such day or the next, by the tense."""
    if which is not None:
        first = month_back(today, _BACK_ZH[which])[0]
        return day_mention(start, end, _clipped(first.year, first.month, day))
    past = tense(start, end) is Tense.PAST
    for away in (0, 1, 2) if past else (0, -1, -2):
        first = month_back(today, away)[0]
        if day < 31 and day > monthrange(first.year, first.month)[1]:
            continue
        found = _clipped(first.year, first.month, day)
        if found <= today if past else found >= today:
            return day_mention(start, end, found, is_weak=True)
    raise ValueError(day)


def _clipped(year: int, month: int, day: int) -> date:
    """The day, or the last one of its month where the end is meant (31)."""
    last = monthrange(year, month)[1]
    return date(year, month, last if day == 31 else day)


def _running(month: int, year: int, today: date, tense: Tense) -> int:
    """The year whose month of that number is meant."""
    if tense is Tense.PAST:
        return year if month <= today.month else year - 1
    return year if month >= today.month else year + 1


def _weekend(today: date, tense: Tense) -> date:
    saturday = today + timedelta(days=5 - today.weekday())
    if tense is Tense.PAST and saturday > today:
        return saturday - timedelta(days=7)
    return saturday


def _english(
    match: re.Match[str], lower: str, now: datetime, zone: ZoneInfo, tense: TenseAt
) -> Mention | None:
    start, end = match.span()
    today = now.date()
    if (written := match["ordinal"] or match["next_ordinal"]) is not None:
        which = "next" if match["next_ordinal"] else match["of"]
        chinese = {"next": "下", "last": "上", "this": "本", "the": None}[which]
        return _of_month(start, end, _ordinal(written), chinese, today, tense)
    if (written := match["alone"]) is not None:
        start = match.start("alone") - len("the ")
        return _of_month(start, end, _ordinal(written), None, today, tense)
    if match["weekend"] is not None:
        return day_mention(start, end, _weekend(today, tense(start, end)), is_weak=True)
    if (edge := match["edge"]) is not None:
        return _edge(match, _EDGES[edge], lower, now, tense)
    if (name := match["after_next"]) is not None:
        if name in ("month", "year"):
            first = month_back(today, -2)[0] if name == "month" else datetime(today.year + 2, 1, 1)
            return Mention(start, end, first)
        monday = today - timedelta(days=today.weekday()) + timedelta(days=14)
        weekday = 5 if name == "weekend" else 0 if name == "week" else _WEEKDAYS.index(name)
        found = monday + timedelta(days=weekday)
        return _day(start, end, found) if name == "week" else day_mention(start, end, found)
    if match["tomorrow"] is not None:
        return day_mention(start, end, today + timedelta(days=1))
    number, nth = int(match["a"]), int(match["b"])
    if number > 12 or (nth <= 12 and _DAY_FIRST.match(zone.key or "")):
        number, nth = nth, number
    start += len(match["cue"])
    return yearly_mention(Yearly(start, end, on(number, nth)), lower, now, tense, is_date=True)


def _ordinal(written: str) -> int:
    return 1 if written == "first" else int(written[:-2])


def _edge(
    match: re.Match[str], nth: int, lower: str, now: datetime, tense: TenseAt
) -> Mention | None:
    start, end = match.span()
    today = now.date()
    if (name := match["name"]) is not None:
        number = _SHORT_MONTHS[name[:3]]
        day = min(nth, monthrange(2001, number)[1])
        return yearly_mention(Yearly(start, end, on(number, day)), lower, now, tense)
    back = {"next ": -1, "last ": 1}.get(match["which"] or "", 0)
    bare = match["which"] is None and "this" not in match[0]
    if match["period"] == "month":
        which = {1: "上", -1: "下"}.get(back, None if bare else "本")
        return _of_month(start, end, nth, which, today, tense)
    if match["period"] == "year":
        number = {31: 12, 21: 10, 15: 6, 1: 1}[nth]
        year = today.year - back
        if bare:
            year = _running(number, year, today, tense(start, end))
        return _day(start, end, date(year, number, 1))
    monday = today - timedelta(days=today.weekday() + 7 * back)
    away = {31: 4, 21: 3, 15: 2, 1: 0}[nth]
    return day_mention(start, end, monday + timedelta(days=away))
