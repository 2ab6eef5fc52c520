"""When what a statement tells of happened or will happen."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from myosotis_server.memory.values import Instant
from myosotis_server.understanding.clock_times import DAY_MINUTES, Clock, clocks, in_part, part_from
from myosotis_server.understanding.event_days import mentions
from myosotis_server.understanding.just_done import just_done
from myosotis_server.understanding.mentions import Mention
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.tense import Tense, tense_at
from myosotis_server.understanding.timeless import is_daily, is_habit, is_timeless

_MOST_READ = 2000
"""Characters of a statement that are read: what it tells of is told early."""

_HINT = pattern_of(
    r"[\d天日儿兒晚夜早晨午周週期拜末月年号號前后後点點时時分半初底旬刻过過节節刚剛/:：]|元旦|[五十六]一"
    r"|清明|冬至|端午|中秋|七夕|除夕|[国國][庆慶]|[圣聖][诞誕]|方才"
    r"|[来來家班课課学學完][了啦咯](?:$|[。！!~～，,])"
)
_HINTS = (
    *("day", "week", "month", "year", "night", "ing", "noon", "hour", "min", "clock", "past", "tm"),
    *("tomorrow", "tonight", "half", "quarter", "at ", "jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    *("christ", "xmas", "hallow", "thanks", "easter", "spring", "summer", "autumn", "fall"),
    *("winter", "festival", "eve", "valentine", "just ", " ago", "back from "),
)
_TITLE = pattern_of(r"《[^《》]{1,60}》")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MINUTE = 60_000_000


def is_of_another_time(event: Instant | None, said: Instant, zone: ZoneInfo) -> bool:
    """Whether `event` is still to come, or was on another day than the one on which it was told."""
    if event is None:
        return False
    if event > said:
        return True
    try:
        days = [(_EPOCH + each * _MICROSECOND).astimezone(zone).date() for each in (event, said)]
    except OverflowError:
        return True
    return days[0] != days[1]


def event_time_of(text: str, said: Instant, zone: ZoneInfo) -> Instant | None:
    """Where the first time that `text` tells of begins, as of `said`; None where it tells of none.

    Days, weeks, months and years begin at local midnight in `zone`, the afternoon at 12:00, the
    evening at 18:00, and a clock gives the minute, beside its day or apart from it ("明天面试，下午
    三点"). What has gone on since a time ("从去年开始") begins then, and what has just been
    done ("刚到家", "just had lunch") is of the present minute. Without a time are habits,
    durations, ages, tastes, birthdays told as dates, and vague words ("最近", "the other day").
    Never raises; out of the years 1 to 9999 is None. `said` and the result are UTC microseconds.
    """
    text = text[:_MOST_READ]
    lower = text.lower()
    if not _HINT.search(text) and not any(hint in lower for hint in _HINTS):
        return None
    if "《" in text:
        text = _TITLE.sub(lambda title: " " * len(title[0]), text)
    try:
        instant = _EPOCH + timedelta(microseconds=said)
        now = instant.astimezone(zone).replace(tzinfo=None)
        begin = _begin(text, now, zone)
        if begin is None:
            return None
        if isinstance(begin, timedelta):
            return (said + begin // _MICROSECOND) // _MINUTE * _MINUTE
        return (begin.replace(tzinfo=zone) - _EPOCH) // _MICROSECOND
    except (OverflowError, ValueError):
        return None


def _begin(text: str, now: datetime, zone: ZoneInfo) -> datetime | timedelta | None:
    all_told = mentions(text, now, zone)
    told = [one for one in all_told if not is_timeless(text, one)]
    # Until when something went on is not when it happened.
    named = [
        clock
        for clock in clocks(text)
        if not _UP_TO.search(text[max(0, clock.start - 7) : clock.start])
    ]
    day = told[0] if told else None
    if (done := just_done(text)) is not None and _is_now(done, [*told, *named], text, now):
        return timedelta()
    if day is not None and day.away is not None:
        return day.away
    if day is None:
        if any(is_habit(text, one.start, one.end) for one in all_told):
            return None
        for clock in named:
            if (moment := _alone(clock, text, now)) is not None:
                return moment
        return None
    later = told[1].start if len(told) > 1 else len(text)
    for clock in named:
        if clock.end <= day.start and _BETWEEN.search(text[clock.end : day.start]):
            if (moment := _alone(clock, text, now)) is not None:
                return moment
        # A month or a year has no one day that a clock could be of.
        elif day.day is not None and clock.start < later:
            return _at(clock, day, text, now)
    if len(told) > 1 and (part := _part_apart(day, told[1])) is not None:
        for clock in named:
            if clock.start >= part.end:
                return _at(clock, part, text, now)
        return part.begin
    return day.begin


_UP_TO = pattern_of(r"(?:(?<![改推挪调調延迟遲提前])[到至]|\b(?:until|till) )$", re.IGNORECASE)
_EARLY = pattern_of(r"[^，。,]{0,3}就(?![要能得]|可以)[^，。,]{1,8}了")
_BETWEEN = pattern_of(r"[，,。；;！!？?\n]|\.\s| (?:and|but|then|so) ")


def _is_now(
    done: tuple[int, int], times: Sequence[Mention | Clock], text: str, now: datetime
) -> bool:
    """Whether what has just been `done` is the time to tell, of all `times`.

    "刚到家，今天好累" is of now; "昨天刚到家", "刚到家，明天又走" and "I just got back at seven"
    name other times.
    """
    return all(
        isinstance(time, Mention)
        and time.day == now.date()
        and time.part is None
        and time.start >= done[1]
        and _BETWEEN.search(text[done[1] : time.start])
        for time in times
    )


def _part_apart(day: Mention, part: Mention) -> Mention | None:
    """`day` narrowed by the part of it that is named apart ("明天面试，下午"), or None."""
    if day.day is None or day.part is not None or part.part is None or not part.is_weak:
        return None
    begin = datetime(day.day.year, day.day.month, day.day.day, part.part)
    return replace(part, begin=begin, day=day.day)


_MORNING_WORDS = pattern_of(
    r"起床|起[的来來]|醒|早[饭飯餐起班会會]|晨|[闹鬧][钟鐘]|日出"
    r"|\b(?:w[ao]ke|waking|woken|g[eo]t(?:ting)? up|breakfast|alarm|sunrise|morning)\b",
    re.IGNORECASE,
)
_EVENING_WORDS = pattern_of(
    r"晚[饭飯餐]|夜宵|宵夜|[电電]影|聚餐|下班|放[学學]|喝酒|演唱[会會]|散步|夜跑|睡|到家"
    r"|\b(?:dinner|supper|drinks?|movies?|film|concert|party|evening|gig|tonight|club|bed|asleep"
    r"|sleep|slept|theat(?:re|er)|play)\b",
    re.IGNORECASE,
)
_SLEEP_WORDS = pattern_of(r"睡|\b(?:bed|asleep|sleep|slept)\b", re.IGNORECASE)
_LIKELY_MORNING = 7
"""Of the hours that could be either, those from here to eleven are in the morning."""


def _at(clock: Clock, day: Mention, text: str, now: datetime) -> datetime:
    assert day.day is not None
    midnight = datetime(day.day.year, day.day.month, day.day.day)
    minutes = clock.minutes
    past = tense_at(text, clock.start, clock.end) is Tense.PAST
    if clock.is_sure:
        if day.part is not None and day.part >= 18 and minutes < 5 * 60:
            minutes += DAY_MINUTES
    elif day.part is not None:
        minutes = in_part(minutes // 60, minutes % 60, part_from(day.part))
    else:
        minutes = _likely(minutes, text)
        if day.day == now.date():
            fits = [
                m for m in _both(clock.minutes) if (midnight + timedelta(minutes=m) <= now) == past
            ]
            minutes = fits[0] if len(fits) == 1 else minutes
    moment = midnight + timedelta(minutes=minutes)
    if minutes >= DAY_MINUTES and day.day == now.date() and now.hour < 5:
        # Said after midnight, "tonight at two" is still to come today.
        earlier = moment - timedelta(days=1)
        if earlier >= now:
            return earlier
    if past and moment > now and minutes >= DAY_MINUTES and now.hour < 5:
        # And "last night at two" is over, hence of the night before.
        return moment - timedelta(days=1)
    return moment


def _both(minutes: int) -> tuple[int, int]:
    early = minutes % (DAY_MINUTES // 2)
    return early, early + DAY_MINUTES // 2


def _likely(minutes: int, text: str) -> int:
    """Minutes of the day of an hour from one to twelve that may be before or after noon."""
    early, late = _both(minutes)
    hour = early // 60
    if _MORNING_WORDS.search(text):
        return early if hour else late
    if _SLEEP_WORDS.search(text) and hour < 5:
        return early + DAY_MINUTES
    if _EVENING_WORDS.search(text):
        return late
    return early if hour >= _LIKELY_MORNING else late


def _alone(clock: Clock, text: str, now: datetime) -> datetime | None:
    """A time of day without its day: the next one if the sentence looks ahead, else today's.

    What is told as over is never later than now.
    """
    if is_habit(text, clock.start, clock.end):
        return None
    tense = tense_at(text, clock.start, clock.end)
    if _EARLY.match(text, clock.end):
        # "六点就起了": it was early, and it is over.
        tense = Tense.PAST
    if is_daily(text, clock.start, clock.end, tense):
        return None
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    day = timedelta(days=1)
    if clock.is_sure:
        moment = midnight + timedelta(minutes=clock.minutes % DAY_MINUTES)
        if tense is Tense.AHEAD and moment <= now:
            return moment + day
        if tense is Tense.PAST and moment > now:
            return moment - day
        if tense is Tense.OPEN and clock.minutes >= DAY_MINUTES:
            return moment + day
        return moment
    hinted = _MORNING_WORDS.search(text) or _EVENING_WORDS.search(text)
    minutes = (_likely(clock.minutes, text),) if hinted else _both(clock.minutes)
    moments = [midnight + timedelta(minutes=m % DAY_MINUTES) for m in minutes]
    if tense is Tense.PAST:
        over = [moment for moment in moments if moment <= now]
        return over[-1] if over else moments[-1] - day
    coming = [moment for moment in moments if moment > now]
    if coming and (len(coming) == 1 or tense is Tense.AHEAD):
        # Nobody means four in the morning unless they say so.
        early = coming[0].hour < _LIKELY_MORNING and not hinted
        return coming[-1] if early else coming[0]
    likely = midnight + timedelta(minutes=_likely(clock.minutes, text))
    return likely + day if tense is Tense.AHEAD and likely <= now else likely
