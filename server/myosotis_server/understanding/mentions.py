"""A day, or more or less than one, that a statement names: what its finders hand on."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from myosotis_server.understanding.calendar_spans import Found, Stretch, is_day


@dataclass(frozen=True, slots=True)
class Mention:
    """A time named at `text[start:end]`, which begins at `begin`, a naive local time.

    `day` is set where a clock may say more: the day meant, and in `part` the hour from which the
    part of it that is named runs. `is_weak` is set where words mean that time only if the sentence
    tells of an event ("周五", "5月4号", "Christmas"), `is_yearly` for days of a month without a
    year. `is_running` tells that it holds the present without being a day. `away` is an exact
    distance from the present, which `begin` then only approximates.
    """

    start: int
    end: int
    begin: datetime
    day: date | None = None
    part: int | None = None
    is_weak: bool = False
    is_yearly: bool = False
    is_running: bool = False
    away: timedelta | None = None


def mention_of(
    found: Found, now: datetime, *, is_weak: bool = False, is_yearly: bool = False
) -> Mention:
    begin, end = found.stretch
    day = part = None
    if is_day(found.stretch):
        day = begin.date()
    elif end - begin < timedelta(days=1):
        day, part = begin.date(), begin.hour
    running = day is None and begin <= now < end
    return Mention(found.start, found.end, begin, day, part, is_weak, is_yearly, running)


def day_mention(start: int, end: int, day: date, *, is_weak: bool = False) -> Mention:
    return Mention(start, end, datetime(day.year, day.month, day.day), day, is_weak=is_weak)


def narrowed(mention: Mention, end: int, stretch: Stretch) -> Mention:
    """The part of a day, which the text names up to `end`."""
    return replace(mention, end=end, begin=stretch[0], part=stretch[0].hour)


def moved(mention: Mention, start: int, end: int, day: date) -> Mention:
    """The same of another day ("the day after Christmas")."""
    begin = mention.begin if mention.part is not None else datetime(1, 1, 1)
    moment = datetime(day.year, day.month, day.day, begin.hour)
    return replace(mention, start=start, end=end, begin=moment, day=day, is_yearly=False)
