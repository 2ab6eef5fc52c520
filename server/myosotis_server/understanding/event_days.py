"""The days, parts of days and longer times that a statement names, as of when it was said."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import islice
from zoneinfo import ZoneInfo

from myosotis_server.memory.written_dates import WrittenDate, written_dates
from myosotis_server.understanding import times_en, times_zh
from myosotis_server.understanding.calendar_spans import (
    MOST_TRIED,
    NOON,
    Found,
    days,
    month,
    part_of,
    weekday_after,
    weekday_before,
    year,
)
from myosotis_server.understanding.mentions import Mention, mention_of, narrowed
from myosotis_server.understanding.offsets import from_day, offsets
from myosotis_server.understanding.partial_days import TenseAt, partial_days, yearly_mention
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.tense import Tense, tense_at
from myosotis_server.understanding.yearly import Yearly, months, on, yearly_things

_MOST = 16
"""Of each kind, counted from the left: the first time that tells is looked for."""

_HOW_LONG = pattern_of(
    # "最近三年" and "the last two weeks" say how long, "三天前" is read as an exact distance.
    r"最近|近|[过過]去|未[来來]|接下[来來]|[这這](?=[两兩几幾二三四五六七八九十\d])"
    r"|recently|lately|(?:the )?(?:past|coming)\b|(?:the )?(?:last|next) (?:\d|few|several|couple"
    r"|one|two|three|four|five|six|seven|eight|nine|ten)|the (?:last|next) (?:week|month|year)"
    r"|[^大]*前(?:[两兩几幾些]天)?$|.* ago$"
)
_RANGE = pattern_of(
    r"(?<![每逢上下这這本])(?:[周週]|星期|[礼禮]拜)(?P<zh>[一二三四五六日天])[到至]"
    r"(?!(?:[周週]|星期|[礼禮]拜)?[五六日天])"
    r"|\b(?P<en>mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?"
    r" (?:to|through|thru|till|until) (?!fri|sat|sun)(?:mon|tue|wed|thu)[a-z]*day\b"
)
_OF_MONTHS = pattern_of(
    r" of (?:(?:(?:each|every|the|any|this|next) )?(?:month|year)"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)",
    re.IGNORECASE,
)
_SPRING_FESTIVAL = pattern_of(r"春[节節]|[过過]年|(?:chinese|lunar) new year|spring festival", re.I)
_TONIGHT = pattern_of(r"今[晚夜]|tonight", re.IGNORECASE)
_THIS_WEEKDAY = pattern_of(r"this (?:mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE)
_AWAKE = pattern_of(
    r"睡不着|睡不著|失眠|[还還][没沒]睡|can't sleep|cannot sleep|still (?:up|awake)", re.I
)
_STILL_NIGHT = 5
"""Until this hour a night goes on, and "tonight" may be the one that began yesterday."""

_PART_EN = pattern_of(
    r"(?:'s)?(?: in the| at)? (?P<part>morning|afternoon|evening|night)\b", re.IGNORECASE
)
_PART_BEFORE_EN = pattern_of(
    r"(?:the )?(?P<part>morning|afternoon|evening|night) (?:of|on) (?:the )?$", re.IGNORECASE
)
_ALONE_ZH = pattern_of(
    r"(?<![的天日号號晚今昨明前后後周週期拜一二三四五六整半个個])(?P<part>凌晨|清晨|早上|上午|中午|下午|傍晚|晚上|半夜|深夜)(?![\d一二两兩三四五六七八九十都好])"
)


def mentions(text: str, now: datetime, zone: ZoneInfo) -> list[Mention]:
    """The times that `text` names apart from clocks, from left to right, none overlapping another.

    `now` is local in `zone`. Dates without a year, weekdays and days of a month are the last or
    the next ones by the tense of the sentence; where that is open, they are the next, and dates
    of the last month that one. What is vague ("最近", "the other day", "以前") and what says how
    long are left out.
    """
    lower = text.lower().replace("’", "'")
    if len(lower) != len(text):
        # A dotted capital I grows when it becomes small, and places must stay.
        lower = text
    tense = cache(partial(tense_at, text))
    found: list[Mention] = []
    for source in (
        # Of two that are equally long the first stands, which is the more exact here.
        offsets(text, lower, now, tense),
        partial_days(text, lower, now, zone, tense),
        _written(text, now, tense),
        _relative(text, now, tense),
        _yearly(text, now, tense),
        _parts_alone(text, now, tense),
        _weekday_ranges(lower, now, tense),
    ):
        found += islice(source, _MOST)
    found.sort(key=lambda one: (one.start, -one.end))
    kept: list[Mention] = []
    for one in found:
        if kept and one.start < kept[-1].end:
            continue
        try:
            one = _whole(one, text, lower)
        except (OverflowError, ValueError):
            continue
        if kept and _repeats(kept[-1], one, text):
            # A weekday beside a date repeats it, and the date is the surer of the two.
            if one.is_yearly or (kept[-1].is_weak and one.begin != kept[-1].begin):
                kept[-1] = replace(one, start=kept[-1].start)
            continue
        kept.append(one)
    return kept


def _repeats(last: Mention, one: Mention, text: str) -> bool:
    """Whether the two are a day and its weekday, side by side."""
    if last.day is None or one.day is None or one.part is not None or one.start - last.end > 2:
        return False
    if text[last.end : one.start].strip(" ,，(（"):
        return False
    # Where they disagree, a day of its own is the surer of the two.
    return last.day.weekday() == one.day.weekday() or (one.is_weak and not last.is_weak)


def _whole(one: Mention, text: str, lower: str) -> Mention:
    """`one` with the distance and the part of the day that the words beside it tell."""
    one = from_day(one, text, lower)
    if one.day is None or one.part is not None:
        return one
    if (match := times_zh.PART_OF_DAY.match(text, one.end)) is not None:
        hours = times_zh.part_hours(match[1])
    elif (match := _PART_EN.match(text, one.end)) is not None:
        hours = times_en.part_hours(match["part"])
    elif (before := _PART_BEFORE_EN.search(text[max(0, one.start - 24) : one.start])) is not None:
        hours = times_en.part_hours(before["part"])
        return narrowed(one, one.end, part_of(days(one.day), hours))
    else:
        return one
    return narrowed(one, match.end(), part_of(days(one.day), _told(hours)))


def _told(hours: tuple[int, int]) -> tuple[int, int]:
    """Noon may last from eleven on, and is told as twelve."""
    return (12, hours[1]) if hours == NOON else hours


def _written(text: str, now: datetime, tense: TenseAt) -> Iterator[Mention]:
    for date in written_dates(text):
        try:
            mention = _of_written(date, text, now, tense)
        except (OverflowError, ValueError):
            continue
        if mention is not None:
            yield mention


def _of_written(date: WrittenDate, text: str, now: datetime, tense: TenseAt) -> Mention | None:
    start, end = date.start, date.end
    if date.year is None:
        number, day = date.month or 1, date.day
        thing = Yearly(start, end, months(number) if day is None else on(number, day))
        return yearly_mention(thing, text, now, tense, is_date=day is not None)
    if date.month is None:
        stretch = year(date.year)
    elif date.day is None:
        stretch = month(date.year, date.month)
    else:
        stretch = days(datetime(date.year, date.month, date.day))
    return mention_of(Found(start, end, stretch), now)


def _relative(text: str, now: datetime, tense: TenseAt) -> Iterator[Mention]:
    def looks_ahead(start: int, end: int) -> bool:
        return tense(start, end) is not Tense.PAST

    yield from _settled(times_en.english_times(text, now.date(), looks_ahead), text, now, tense)
    if not text.isascii():
        yield from _settled(times_zh.chinese_times(text, now.date(), looks_ahead), text, now, tense)


def _settled(found: Iterator[Found], text: str, now: datetime, tense: TenseAt) -> Iterator[Mention]:
    for one in islice(found, MOST_TRIED):
        words = text[one.start : one.end]
        if _HOW_LONG.match(words.lower()) or _OF_MONTHS.match(text, one.end):
            continue
        mention = mention_of(one, now, is_weak=one.is_weekday)
        if (
            mention.part is None
            and mention.day is None
            and words.endswith(("周末", "週末", "weekend"))
        ):
            mention = replace(mention, day=one.stretch[0].date())
        if (
            now.hour < _STILL_NIGHT
            and _TONIGHT.match(words)
            and (tense(one.start, one.end) is Tense.PAST or _AWAKE.search(text))
        ):
            mention = _moved(mention, -1)
        elif (
            _THIS_WEEKDAY.match(words)
            and mention.day is not None
            and mention.day < now.date()
            and tense(one.start, one.end) is Tense.AHEAD
        ):
            mention = _moved(mention, 7)
        elif one.start and text[one.start - 1] == "明" and words[0] in "后後":
            # "明后天" begins tomorrow.
            mention = _moved(mention, -1)
        yield mention


def _moved(mention: Mention, by: int) -> Mention:
    assert mention.day is not None
    away = timedelta(days=by)
    return replace(mention, begin=mention.begin + away, day=mention.day + away)


def _yearly(text: str, now: datetime, tense: TenseAt) -> Iterator[Mention]:
    for thing in islice(yearly_things(text), 2 * MOST_TRIED):
        mention = yearly_mention(thing, text, now, tense)
        if mention is None:
            continue
        if not thing.needs_year:
            # A holiday of several days is told by its first; the New Year follows its eve.
            later = bool(_SPRING_FESTIVAL.match(text, thing.start))
            begin = mention.begin + timedelta(days=later)
            mention = replace(mention, begin=begin, day=begin.date())
        yield mention


def _parts_alone(text: str, now: datetime, tense: TenseAt) -> Iterator[Mention]:
    """A part of no day named is one of today, or of a neighbouring day where the tense says so."""
    for match in islice(_ALONE_ZH.finditer(text), MOST_TRIED):
        told = tense(*match.span())
        if told is Tense.OPEN:
            continue
        hours = _told(times_zh.part_hours(match["part"]))
        begin, end = part_of(days(now.date()), hours)
        away = 0
        if told is Tense.AHEAD and end <= now:
            away = 1
        elif told is Tense.PAST and begin > now:
            away = -1
        begin += timedelta(days=away)
        yield Mention(*match.span(), begin, begin.date(), hours[0], is_weak=True)


def _weekday_ranges(lower: str, now: datetime, tense: TenseAt) -> Iterator[Mention]:
    """From Monday to Wednesday is told by its Monday, and to Friday it is every working week."""
    for match in islice(_RANGE.finditer(lower), MOST_TRIED):
        first = "一二三四五六日".find(match["zh"].replace("天", "日")) if match["zh"] else -1
        if match["en"] is not None:
            first = ("mon", "tue", "wed", "thu", "fri", "sat", "sun").index(match["en"])
        told = tense(*match.span())
        if told is Tense.OPEN:
            continue
        if told is Tense.PAST:
            stretch = weekday_before(now.date(), first, inclusive=True)
        else:
            stretch = weekday_after(now.date(), first)
        yield mention_of(Found(*match.span(), stretch), now, is_weak=True)
