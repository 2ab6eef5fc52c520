"""Times named in a query or statement, relative ones included, resolved in the speaker's zone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from myosotis_server.memory.values import Instant, TimeRange
from myosotis_server.memory.written_dates import WrittenDate, written_dates
from myosotis_server.understanding import times_en, times_zh
from myosotis_server.understanding.calendar_spans import (
    Found,
    Stretch,
    days,
    is_day,
    month,
    part_of,
    year,
)
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.which_year import resolve
from myosotis_server.understanding.yearly import Yearly, months, on, yearly_things

MOST = 16
"""A text that names more times than that is about none of them in particular: the first count."""


@dataclass(frozen=True, slots=True)
class NamedTime:
    """A time named at `text[start:end]`.

    `span` has both of its ends, and is half-open. `is_relative` tells that the words mean another
    time on another day ("昨天", "last week"), so that a statement with them may be about any time.
    """

    start: int
    end: int
    span: TimeRange
    is_relative: bool = False


def named_times(text: str, now: Instant, zone: ZoneInfo) -> list[NamedTime]:
    """The first `MOST` times that `text` names, from left to right, none overlapping another.

    `now` and the spans are UTC microseconds; days begin at midnight in `zone`. Dates without a
    year, holidays and weekdays are the last ones begun, unless the sentence looks ahead ("will",
    "打算") or says which ("去年五月", "next Christmas"). Part of a day ("昨天下午", "Friday night")
    narrows it, and the hour of a clock does not. Spans are as wide as the words are vague: "三天前"
    is that day, "two months ago" a month around it, "a few days ago" from seven to three days back,
    "recently" the last two weeks up to the end of today. What names no time one could look up
    ("on my birthday", "these days", "every Monday", "夏天" of no year) is left out, as is what
    falls outside of the years 1 to 9999.
    """
    try:
        local = (_EPOCH + timedelta(microseconds=now)).astimezone(zone).replace(tzinfo=None)
    except (OverflowError, ValueError):
        return []
    today = local.date()

    def looks_ahead(start: int, end: int) -> bool:
        return _looks_ahead(text, start, end)

    found: list[Found] = []
    for date in written_dates(text):
        if (placed := _written(date, text, local, looks_ahead)) is not None:
            found.append(placed)
        if len(found) == MOST:
            break
    sources = [times_en.english_times(text, today, looks_ahead)]
    if not text.isascii():
        sources.append(times_zh.chinese_times(text, today, looks_ahead))
    for source in sources:
        found += (replace(each, is_relative=True) for each in islice(source, MOST))
    for thing in islice(yearly_things(text), 2 * MOST):
        if (resolved := resolve(thing, text, local, looks_ahead)) is not None:
            found.append(Found(*resolved))
    named: list[NamedTime] = []
    for one in _apart(found, text)[:MOST]:
        span = _span(one.stretch, zone)
        if span is not None:
            named.append(NamedTime(one.start, one.end, span, one.is_relative))
    return named


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def _span(stretch: Stretch, zone: ZoneInfo) -> TimeRange | None:
    """None where the zone skips the stretch, as Samoa did with a day of 2011."""
    begin, end = ((moment.replace(tzinfo=zone) - _EPOCH) // _MICROSECOND for moment in stretch)
    return TimeRange(begin, end) if begin < end else None


def _written(
    date: WrittenDate, text: str, local: datetime, looks_ahead: Callable[[int, int], bool]
) -> Found | None:
    start, end = date.start, date.end
    try:
        if date.year is None:
            number, day = date.month or 1, date.day
            in_year = months(number) if day is None else on(number, day)
            resolved = resolve(Yearly(start, end, in_year), text, local, looks_ahead)
            return None if resolved is None else Found(*resolved, is_written=True)
        if date.month is None:
            return Found(start, end, year(date.year), is_written=True)
        if date.day is None:
            return Found(start, end, month(date.year, date.month), is_written=True)
        begin = datetime(date.year, date.month, date.day)
        return Found(start, end, days(begin), is_written=True)
    except (OverflowError, ValueError):
        return None


_BESIDE = frozenset(" ,，、(（")


def _apart(found: list[Found], text: str) -> list[Found]:
    """`found` in order without what overlaps or repeats, days narrowed to the part that is named.

    Of two that overlap the earlier stands, or the longer where both begin at once: it has read
    more of what was said. A weekday beside a day repeats it ("4月21日（周日）").
    """
    if not found:
        return found
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        last = kept[-1] if kept else None
        if last is not None:
            if one.start < last.end:
                continue
            if one.start - last.end <= 2 and _BESIDE.issuperset(text[last.end : one.start]):
                one = _joined(kept, one)
        kept.append(_narrowed(one, text))
    return kept


def _joined(kept: list[Found], one: Found) -> Found:
    """`one`, or where it and the last of `kept` are a day and its weekday, both (taken away)."""
    last = kept[-1]
    if one.is_weekday == last.is_weekday or not (is_day(one.stretch) and is_day(last.stretch)):
        return one
    day, weekday = (last, one) if one.is_weekday else (one, last)
    # Where they disagree, a date is the surer of the two; "下周日、周三" are two days.
    if not day.is_written and day.stretch[0].weekday() != weekday.stretch[0].weekday():
        return one
    kept.pop()
    return Found(last.start, one.end, day.stretch)


def _narrowed(one: Found, text: str) -> Found:
    if not is_day(one.stretch):
        return one
    if (match := times_zh.PART_OF_DAY.match(text, one.end)) is not None:
        hours = times_zh.part_hours(match[1])
    elif (match := times_en.PART_OF_DAY.match(text, one.end)) is not None:
        hours = times_en.part_hours(match[1])
    else:
        return one
    return replace(one, end=match.end(), stretch=part_of(one.stretch, hours))


_AHEAD = pattern_of(
    r"明年|[后後]年|下一?[个個次回周週月年]|下[星礼禮]|未[来來]|即[将將]|[将將][要在会會]|打算|[计計][划劃]|准备|準備"
    r"|(?<![以之])[明后後]天|[就快]要|要[去来來回]|快到|[还還]有[几幾多]"
    r"|'ll\b|\b(?:will|next(?! to\b)|upcoming|coming|going to|gonna|tomorrow|soon"
    r"|plan(?:s|ning)? (?:to|for|on))\b"
    r"|\bWill (?:I|you|we|he|she|they|it|my|our|there)\b"
)
_SENTENCE_END = pattern_of(r"[。！？!?\n；;]|\. ")
_AROUND = 60
"""Characters to either side that are searched for a hint of the future."""


def _looks_ahead(text: str, start: int, end: int) -> bool:
    """Whether the sentence around the place speaks of the future."""
    before = _SENTENCE_END.split(text[max(0, start - _AROUND) : start])[-1]
    after = _SENTENCE_END.split(text[end : end + _AROUND], maxsplit=1)[0]
    return bool(_AHEAD.search(before) or _AHEAD.search(after))


def dates_without_year(text: str, then: Instant, zone: ZoneInfo) -> list[NamedTime]:
    """Of the times of `named_times` as of `then`, the dates without a year ("in May", "5月4号")."""
    dates = [date for date in written_dates(text) if date.year is None]
    return [
        named
        for named in named_times(text, then, zone)
        if any(date.start < named.end and named.start < date.end for date in dates)
    ]
