"""Arithmetic on a local calendar: days, weeks from Monday, months and years as stretches of time.

A `Stretch` is half-open and of naive local times; `times` alone knows the zone. Where a date leaves
the calendar (before year 1 or after 9999), every function raises OverflowError or ValueError.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum

Stretch = tuple[datetime, datetime]


class Unit(Enum):
    DAY = 1
    WEEK = 2
    MONTH = 3
    YEAR = 4


FEW = {Unit.DAY: (3, 7), Unit.WEEK: (2, 6), Unit.MONTH: (2, 7), Unit.YEAR: (2, 7)}
"""What "a few" ago lies between, in its unit, both ends included."""

RECENT_DAYS = 14

MOST_TRIED = 64
"""Places of one text that are looked at closely, which bounds what a hostile text can cost."""

MORNING = (5, 12)
NOON = (11, 14)
AFTERNOON = (12, 18)
DUSK = (17, 20)
NIGHT = (18, 29)
SMALL_HOURS = (0, 6)
"""Hours of the day from and to. A night goes on until five: who is awake at one still says so."""


@dataclass(frozen=True, slots=True)
class Found:
    """A time named at `text[start:end]`, in local time.

    `is_weekday` is set where nothing but a day of the week was named, which beside a date that is
    written out (`is_written`) merely repeats it. `is_relative` is set where the words mean another
    time on another day.
    """

    start: int
    end: int
    stretch: Stretch
    is_weekday: bool = False
    is_written: bool = False
    is_relative: bool = False


def days(first: date, count: int = 1) -> Stretch:
    """`count` whole days from `first` on."""
    begin = datetime(first.year, first.month, first.day)
    return begin, begin + timedelta(days=count)


def is_day(stretch: Stretch) -> bool:
    begin, end = stretch
    return end - begin == timedelta(days=1) and not begin.hour


def part_of(stretch: Stretch, hours: tuple[int, int]) -> Stretch:
    """The hours from and to of the day that `stretch` is."""
    begin = stretch[0]
    return begin + timedelta(hours=hours[0]), begin + timedelta(hours=hours[1])


def week(today: date, back: int = 0) -> Stretch:
    """The week of `today`, or the one that many weeks before it (after it, where negative)."""
    return days(today - timedelta(days=today.weekday() + 7 * back), 7)


def weekday_of_week(today: date, weekday: int, back: int = 0) -> Stretch:
    """Monday (0) to Sunday (6) of the week that `week` gives."""
    return days(today + timedelta(days=weekday - today.weekday() - 7 * back))


def weekend(today: date, back: int = 0) -> Stretch:
    return days(today + timedelta(days=5 - today.weekday() - 7 * back), 2)


def weekday_before(today: date, weekday: int, inclusive: bool) -> Stretch:
    """The last such weekday, which is `today` if `inclusive` and it is one."""
    back = (today.weekday() - weekday) % 7
    return days(today - timedelta(days=back if back or inclusive else 7))


def weekday_after(today: date, weekday: int) -> Stretch:
    """The next such weekday, which is `today` where it is one."""
    return days(today + timedelta(days=(weekday - today.weekday()) % 7))


def month(year: int, number: int, count: int = 1) -> Stretch:
    """`count` whole months from that one on; `number` may run past 12 or below 1."""
    first, last = 12 * year + number - 1, 12 * year + number - 1 + count
    return datetime(first // 12, first % 12 + 1, 1), datetime(last // 12, last % 12 + 1, 1)


def month_back(today: date, back: int) -> Stretch:
    return month(today.year, today.month - back)


def year(number: int) -> Stretch:
    return datetime(number, 1, 1), datetime(number + 1, 1, 1)


def months_before(today: date, count: int) -> date:
    """The same day that many months ago, or the last day of a month that is too short for it."""
    number = 12 * today.year + today.month - 1 - count
    length = monthrange(number // 12, number % 12 + 1)[1]
    return date(number // 12, number % 12 + 1, min(today.day, length))


def ago(today: date, count: int, unit: Unit) -> Stretch:
    """`count` units before `today`, as exactly as people mean it.

    That is the very day; for weeks and months, one as long around the day so many ago; for years,
    the calendar year, since they are counted by subtracting.
    """
    if unit is Unit.DAY:
        return days(today - timedelta(days=count))
    if unit is Unit.WEEK:
        return days(today - timedelta(days=7 * count + 3), 7)
    if unit is Unit.MONTH:
        return days(months_before(today, count) - timedelta(days=15), 31)
    return year(today.year - count)


def a_few_ago(today: date, unit: Unit) -> Stretch:
    least, most = FEW[unit]
    return ago(today, most, unit)[0], ago(today, least, unit)[1]


def the_past(today: date, count: int, unit: Unit) -> Stretch:
    """From `count` units before `today` to its end."""
    return days(_moved(today, -count, unit))[0], days(today)[1]


def the_coming(today: date, count: int, unit: Unit) -> Stretch:
    """From the start of `today` to the end of the day `count` units after it."""
    return days(today)[0], days(_moved(today, count, unit))[1]


def _moved(today: date, count: int, unit: Unit) -> date:
    if unit is Unit.DAY:
        return today + timedelta(days=count)
    if unit is Unit.WEEK:
        return today + timedelta(days=7 * count)
    return months_before(today, -count * (12 if unit is Unit.YEAR else 1))
