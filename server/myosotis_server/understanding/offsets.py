"""Times told by their distance from the present or from a day: "三天后", "in a fortnight"."""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice

from myosotis_server.understanding.calendar_spans import MOST_TRIED, months_before
from myosotis_server.understanding.mentions import Mention, day_mention, moved
from myosotis_server.understanding.numbers_en import NUMBER_WORDS
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.tense import Tense
from myosotis_server.understanding.values_zh import number_of

FEW = 3
"""What "a few days ago" is taken to be; it lies between two and seven."""

_LONGEST = timedelta(days=366 * 200)

_NUMERAL = r"(?:\d{1,4}|[零〇一二两兩三四五六七八九十百]{1,6})"
_UNIT_ZH = (
    r"(?:分[钟鐘]|刻[钟鐘]|[个個]?半?[小钟鐘](?:[时時]|[头頭])|[个個]半?月|[个個]?(?:星期|[礼禮]拜)"
    r"|天|日|周|週|年)"
)
_QUANTITY_ZH = (
    rf"(?:(?P<count>{_NUMERAL})|(?P<few>好?[几幾]|[数數])|(?P<half>半))"
    rf"(?P<unit>{_UNIT_ZH})(?P<more>半|多)?"
)
_CHINESE = pattern_of(
    rf"""(?<![\d.:：/第每零〇一二两兩三四五六七八九十百几幾])(?:
    (?:[再又])?(?<![经經][过過])(?:(?P<over>(?:(?<![一-鿿])|(?<=[我你他她们們再要等又就]))[过過])|(?P<left>[还還]?[有剩]下?))?
      {_QUANTITY_ZH}
      (?P<side>[之以]?[后後](?![面边邊悔])|[之以]?前(?![后後往面台]))?
      (?P<then>就|[，,]?我?[们們]?就)?
   |前(?P<pair>[两兩几幾])天)""",
    re.VERBOSE,
)
_FROM_ZH = pattern_of(
    r"(?:离|離|距)[^，。,]{1,16}$"
    r"|(?:[考赛賽节節年]|婚[礼禮]|生日|[毕畢][业業]|[开開放]学|手[术術]|[预預][产產]期|退休|出[发發])$"
)
_AROUND_DAY_ZH = pattern_of(
    rf"(?:[节節]|假期)?的?(?P<side>[前后後])的?(?P<count>{_NUMERAL})(?P<unit>天|日|周|週|[个個]?星期|[个個]月)"
)

_SMALL = {name: number for name, number in NUMBER_WORDS.items() if 1 <= number <= 20} | {
    "a": 1,
    "an": 1,
    "the": 1,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}
_NAMES = "|".join(sorted((name for name in _SMALL if name != "the"), key=len, reverse=True))
_UNIT_EN = r"(?:minute|min|hour|hr|day|night|week|fortnight|month|year)"
_QUANTITY_EN = (
    rf"(?:(?P<count>\d{{1,4}}|{_NAMES}|(?:a )?couple(?: of)?)|(?P<few>(?:a )?few|several)"
    r"|(?P<half>half an?))(?P<more> and a half)?"
    rf" (?P<unit>{_UNIT_EN})s?'?(?P<more_after> and a half)?\b"
)
_ENGLISH = pattern_of(
    rf"""\b(?:(?P<within>in)\ (?:just\ |about\ |exactly\ |less\ than\ |another\ |around\ )?)?
    (?P<what>{_QUANTITY_EN.replace(" ", chr(92) + " ")})
    (?:(?P<ago>\ ago\b)|(?P<now>\ from\ (?:now|today)\b|\ hence\b)|(?P<time>\ time\b)
      |(?P<until>\ (?:left\ |to\ go\ )?(?:until|till|to\ go\ before)\b))?""",
    re.VERBOSE | re.ASCII,
)
_ENGLISH_HINT = pattern_of(r"(?:min|minute|hour|hr|day|night|week|month|year)s?\b", re.ASCII)
_NOT_WITHIN = pattern_of(
    r"(?:times?|once|twice|can|could|usually|first|done"
    r"|\b(?:i|we|they|he|she) (?:runs?|swims?|walks?|cycles?|drives?|reads?|eats?|types?|makes?"
    r"|cooks?))"
    r" (?:[\w']+ ){0,4}$"
)
_DISTANCE = pattern_of(
    rf"(?:\b(?P<count>\d{{1,3}}|{_NAMES}|the)"
    r"(?: (?P<unit>day|night|evening|week|fortnight|month)s?)"
    r"(?: (?P<side>from|after|before|on)(?: the)?)? )$",
    re.ASCII,
)


_IS_A_DAY = pattern_of(r"(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b")


def offsets(
    text: str, lower: str, now: datetime, tense: Callable[[int, int], Tense]
) -> Iterator[Mention]:
    """The distances from `now`, a local time, named in `text`; `lower` is it in small letters.

    Days, weeks, months and years lead to a whole day, hours and minutes to the minute. "A few" are
    three and "a couple" two.
    """
    if not text.isascii():
        for match in islice(_CHINESE.finditer(text), 2 * MOST_TRIED):
            yield from _tried(match, lambda match: _chinese(match, text, now))
    if _ENGLISH_HINT.search(lower):
        for match in islice(_ENGLISH.finditer(lower), 2 * MOST_TRIED):
            yield from _tried(match, lambda match: _english(match, lower, now, tense))


def _tried(
    match: re.Match[str], read: Callable[[re.Match[str]], Mention | None]
) -> Iterator[Mention]:
    try:
        mention = read(match)
    except (OverflowError, ValueError):
        return
    if mention is not None:
        yield mention


def _chinese(match: re.Match[str], text: str, now: datetime) -> Mention | None:
    start, end = match.span()
    if (pair := match["pair"]) is not None:
        if start and text[start - 1] in "之以日年月天周节節试試考婚产產走行发發赛賽大":
            return None
        back = 2 if pair in "两兩" else FEW
        return day_mention(start, end, now.date() - timedelta(days=back))
    side, over, left = match["side"], match["over"], match["left"]
    if side is not None:
        sign = -1 if side[-1] == "前" else 1
    elif over is not None or (
        left is not None and (match["then"] or _FROM_ZH.search(text[max(0, start - 20) : start]))
    ):
        sign = 1
    else:
        return None
    if side is not None:
        end = match.end("side")
    unit = match["unit"]
    count = FEW if match["few"] else 0.5 if match["half"] else _number(match["count"])
    if "半" in unit or match["more"] == "半":
        count += 0.5
    return _away(start, end, sign * count, _KIND_ZH[unit.strip("个個半")[0]], now)


_KIND_ZH = {
    **dict.fromkeys("天日", "day"),
    **dict.fromkeys("周週星礼禮", "week"),
    **dict.fromkeys("小钟鐘", "hour"),
    "月": "month",
    "年": "year",
    "分": "minute",
    "刻": "quarter",
}
_MINUTES = {"minute": 1, "min": 1, "quarter": 15, "hour": 60, "hr": 60}
_DAYS = {"day": 1, "night": 1, "evening": 1, "week": 7, "fortnight": 14}
_MONTHS = {"month": 1, "year": 12}


def _number(written: str) -> float:
    number = number_of(written.replace("兩", "两"))
    if number is None:
        raise ValueError(written)
    return number


def _away(start: int, end: int, count: float, kind: str, now: datetime) -> Mention:
    if kind in _MINUTES:
        away = timedelta(minutes=count * _MINUTES[kind])
        if abs(away) > _LONGEST:
            raise OverflowError
        return Mention(start, end, now + away, away=away)
    return day_mention(start, end, _day(now.date(), count, kind))


def _day(day: date, count: float, kind: str) -> date:
    """So many days, weeks, months or years from `day`; half a month is 15 days."""
    if kind in _DAYS:
        return day + timedelta(days=int(count * _DAYS[kind]))
    months = count * _MONTHS[kind]
    whole = int(months)
    return months_before(day, -whole) + timedelta(days=int(30 * (months - whole)))


def _english(
    match: re.Match[str], lower: str, now: datetime, tense: Callable[[int, int], Tense]
) -> Mention | None:
    start, end = match.span()
    if match["ago"]:
        sign = -1
    elif match["now"] or match["time"] or match["until"]:
        if match["time"] and not match["within"]:
            return None
        sign = 1
    elif match["within"]:
        # What was done in three days took that long, and "in a day" of what is usual is a rate.
        if tense(start, end) is Tense.PAST or _NOT_WITHIN.search(lower[max(0, start - 40) : start]):
            return None
        if lower.startswith((" of", " the "), end) or match["count"] == "one":
            return None
        sign = 1
    else:
        return None
    if not match["within"]:
        start = match.start("what")
    count = FEW if match["few"] else 0.5 if match["half"] else _english_number(match["count"])
    if match["more"] or match["more_after"]:
        count += 0.5
    return _away(start, end, sign * count, match["unit"], now)


def _english_number(written: str) -> float:
    if "couple" in written:
        return 2
    return _SMALL[written] if written in _SMALL else float(written)


def from_day(mention: Mention, text: str, lower: str) -> Mention:
    """`mention`, or the day so far from it ("a week from Friday", "国庆后三天").

    OverflowError or ValueError where that leaves the calendar.
    """
    if mention.day is None:
        return mention
    start, end = mention.start, mention.end
    if (match := _AROUND_DAY_ZH.match(text, end)) is not None:
        sign = -1 if match["side"] == "前" else 1
        kind = _KIND_ZH[match["unit"].strip("个個")[0]]
        day = _day(mention.day, sign * _number(match["count"]), kind)
        return moved(mention, start, match.end(), day)
    before = lower[max(0, start - 30) : start]
    if (told := _DISTANCE.search(before)) is None:
        return mention
    side, kind = told["side"], told["unit"]
    # "A week tomorrow", "a fortnight on Friday"; "the night on Friday" is no distance.
    if side in (None, "on") and kind not in ("week", "fortnight"):
        return mention
    if side is None and (told["count"] == "the" or not _IS_A_DAY.match(lower, start)):
        return mention
    sign = -1 if side == "before" else 1
    day = _day(mention.day, sign * _english_number(told["count"]), kind)
    shifted = moved(mention, start - len(before) + told.start(), end, day)
    if kind in ("night", "evening") and shifted.part is None:
        return Mention(shifted.start, end, shifted.begin + timedelta(hours=18), day, 18)
    return shifted
