"""Habits: whether the days on which something was done follow a rule, and which."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from itertools import pairwise
from math import comb
from statistics import median_low
from zoneinfo import ZoneInfo

from myosotis_server.memory.values import Instant


class Rhythm(Enum):
    DAILY = "daily"
    WEEKDAYS = "weekdays"
    """On the same days of every week."""
    INTERVAL = "interval"
    """Every so many days."""
    MONTHLY = "monthly"


class PartOfDay(Enum):
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Regularity:
    """The rule that an activity follows.

    `weekdays` (Monday is 0) are those that it keeps to: all of WEEKDAYS, at most one of INTERVAL.
    `interval_days` is set of INTERVAL alone, `day_of_month` (1 to 31; where a month is shorter, its
    last) of MONTHLY alone. `days` counts the days that it was read from.
    """

    rhythm: Rhythm
    times_per_week: float
    weekdays: frozenset[int] = frozenset()
    interval_days: int | None = None
    day_of_month: int | None = None
    part_of_day: PartOfDay | None = None
    days: int = 0


EXPLAINS = 0.8
"""Share of the days, or of the gaps between them, that a rule must explain."""
BY_CHANCE = 0.01
"""Chance at most that as many days drawn by lot would follow some such rule as well."""

LEAST_WEEKS = 3
"""Different weeks in which each weekday of a habit was seen."""
OF_THE_WEEKS = 2 / 3
"""Share of the weeks observed in which each weekday of a habit was seen."""
DAILY_SHARE = 5 / 7
LEAST_DAYS_OF_DAILY = 14
"""Days over which something must have been done daily."""
LEAST_OF_INTERVAL = 4
"""Days from which an interval is read: three gaps."""
LONGEST_INTERVAL = 62
LEAST_MONTHS = 3
"""Different months in which the day of a monthly habit was seen."""

RECENT = (84, 42)
"""Days back from now in which weekly rules are looked for: habits change, so the last weeks alone
may show one that the last months hide."""
LONG = 400
"""The same for rules of seldom days."""
LAPSES_AFTER = 3
"""Periods without an occurrence after which a habit is one no longer."""
LEAST_LAPSE = 7
"""Days for which any habit may rest."""
SAME_PART = 0.8
"""Share of the times known that fall in one part of the day where it is told."""


def regularity(times: Sequence[Instant], zone: ZoneInfo, now: Instant) -> Regularity | None:
    """The rule that the occurrences at `times` follow up to `now`; None where they follow none.

    Days are those of `zone`; several occurrences on one day count once, later ones than `now` do
    not count, and the order of `times` does not matter. Midnight stands for a day whose hour is
    unknown. Tried in this order, the first that fits:

    - weekdays: each seen in LEAST_WEEKS different weeks and in OF_THE_WEEKS of those observed;
    - daily: on DAILY_SHARE of LEAST_DAYS_OF_DAILY days or more, every weekday among them;
    - monthly: on one day of LEAST_MONTHS months, and of OF_THE_WEEKS of the months observed;
    - every so many days, from LEAST_OF_INTERVAL days on; single ones may be missing.

    Each rule must explain EXPLAINS of the days, and fit better than all but BY_CHANCE of such days
    drawn by lot would. A habit that was not seen for LAPSES_AFTER of its periods has lapsed: None.
    """
    moments = [moment for time in times if (moment := _local(time, zone)) is not None]
    present = _local(now, zone)
    if present is None:
        return None
    moments = sorted(moment for moment in moments if moment <= present)
    found = _rule(sorted({moment.date() for moment in moments}), present.date())
    if found is None:
        return None
    return replace(found, part_of_day=_part(moments))


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _local(time: Instant, zone: ZoneInfo) -> datetime | None:
    try:
        return (_EPOCH + timedelta(microseconds=time)).astimezone(zone).replace(tzinfo=None)
    except (OverflowError, ValueError):
        return None


def _rule(days: list[date], today: date) -> Regularity | None:
    for rule in _rules(days, today):
        period = 7 / rule.times_per_week
        if (today - days[-1]).days <= max(LAPSES_AFTER * period, LEAST_LAPSE):
            return rule
    return None


def _rules(days: list[date], today: date) -> Iterator[Regularity]:
    for reach in RECENT:
        recent = _since(days, today, reach)
        if (rule := _weekdays(recent) or _daily(recent)) is not None:
            yield rule
    for reach in (LONG, *RECENT):
        recent = _since(days, today, reach)
        if (rule := _monthly(recent) or _interval(recent)) is not None:
            yield rule


def _since(days: list[date], today: date, reach: int) -> list[date]:
    return [day for day in days if (today - day).days < reach]


def _weekdays(days: list[date]) -> Regularity | None:
    if len(days) < LEAST_WEEKS:
        return None
    first, last = days[0].toordinal(), days[-1].toordinal()
    seen = Counter(day.weekday() for day in days)
    kept = frozenset(
        weekday
        for weekday, count in seen.items()
        # Each date is in a week of its own, for there is one of a weekday in each.
        if count >= LEAST_WEEKS and count >= OF_THE_WEEKS * _dates_of(weekday, first, last)
    )
    hits = sum(seen[weekday] for weekday in kept)
    if not kept or len(kept) == 7 or hits < EXPLAINS * len(days):
        return None
    weeks = (_monday(days[-1]) - _monday(days[0])).days // 7 + 1
    tried = comb(7, len(kept))
    chance = _drawn_at_least(hits, len(days), len(kept) * weeks, 7 * weeks)
    if chance * tried > BY_CHANCE:
        return None
    return Regularity(Rhythm.WEEKDAYS, float(len(kept)), kept, days=len(days))


def _dates_of(weekday: int, first: int, last: int) -> int:
    """How many dates from ordinal `first` to `last` are that weekday."""
    # Ordinal 1 is a Monday.
    return (last - 1 - weekday) // 7 - (first - 2 - weekday) // 7


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _daily(days: list[date]) -> Regularity | None:
    if not days:
        return None
    span = (days[-1] - days[0]).days + 1
    if span < LEAST_DAYS_OF_DAILY or len(days) < DAILY_SHARE * span:
        return None
    if len({day.weekday() for day in days}) < 7:
        return None
    return Regularity(Rhythm.DAILY, 7.0, days=len(days))


def _monthly(days: list[date]) -> Regularity | None:
    if len(days) < LEAST_MONTHS:
        return None
    months = {(day.year, day.month) for day in days}
    observed = (days[-1].year - days[0].year) * 12 + days[-1].month - days[0].month + 1
    if len(days) > len(months) / EXPLAINS or len(months) < OF_THE_WEEKS * observed:
        return None
    for slack in (0, 1, 2):
        best = max(range(1, 32), key=lambda each: (_on(each, days, slack), _on(each, days, 0)))
        hit = [day for day in days if _off(day, best) <= slack]
        if len({(day.year, day.month) for day in hit}) < LEAST_MONTHS:
            continue
        tried = 31 // (2 * slack + 1)
        chance = _at_least(len(hit), len(days), (2 * slack + 1) / 30)
        if len(hit) >= EXPLAINS * len(days) and chance * tried <= BY_CHANCE:
            return Regularity(Rhythm.MONTHLY, 12 * 7 / 365.25, day_of_month=best, days=len(days))
    return None


def _on(number: int, days: Iterable[date], slack: int) -> int:
    return sum(_off(day, number) <= slack for day in days)


def _off(day: date, number: int) -> int:
    """How many days `day` is from the `number`th of its month, or from its last if it is short."""
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return abs(day.day - min(number, (following - timedelta(days=1)).day))


def _interval(days: list[date]) -> Regularity | None:
    if len(days) < LEAST_OF_INTERVAL:
        return None
    gaps = [(later - earlier).days for earlier, later in pairwise(days)]
    usual = median_low(gaps)
    if not 1 < usual <= LONGEST_INTERVAL:
        return None
    for slack in (0, 1) if usual >= 7 else (0,):
        close = sum(abs(gap - usual) <= slack for gap in gaps)
        # Where one was missed or not told, the gap is twice as long.
        missed = sum(abs(gap - 2 * usual) <= slack for gap in gaps)
        explained = close + missed
        if explained < EXPLAINS * len(gaps) or close < (1 - EXPLAINS) * len(gaps) + missed:
            continue
        if _gaps_by_chance(close, gaps, usual, slack) > BY_CHANCE:
            continue
        seen = Counter(day.weekday() for day in days)
        weekday, count = max(seen.items(), key=lambda item: (item[1], -item[0]))
        is_same = usual % 7 == 0 and count >= EXPLAINS * len(days)
        return Regularity(
            Rhythm.INTERVAL,
            7 / usual,
            frozenset({weekday}) if is_same else frozenset(),
            usual,
            days=len(days),
        )
    return None


def _gaps_by_chance(close: int, gaps: list[int], usual: int, slack: int) -> float:
    """Bound on the chance that so many gaps between days drawn by lot are so much alike.

    Such gaps are geometric: with a share p of the days, one of n days comes with p(1 - p)^(n - 1).
    About as many lengths as the usual one has days could have been the usual one.
    """
    share = len(gaps) / sum(gaps)
    alike = sum(
        share * (1 - share) ** (length - 1)
        for length in range(usual - slack, usual + slack + 1)
        if length > 0
    )
    return _at_least(close, len(gaps), min(alike, 1.0)) * usual


def _at_least(hits: int, tries: int, share: float) -> float:
    """Chance of `hits` or more in so many independent tries (the binomial distribution's tail)."""
    return sum(
        comb(tries, count) * share**count * (1 - share) ** (tries - count)
        for count in range(hits, tries + 1)
    )


def _drawn_at_least(hits: int, drawn: int, marked: int, of: int) -> float:
    """Chance of `hits` or more `marked` among `drawn` of `of` (the hypergeometric tail)."""
    ways = sum(
        comb(marked, count) * comb(of - marked, drawn - count)
        for count in range(hits, min(drawn, marked) + 1)
    )
    return ways / comb(of, drawn)


_FROM = ((5, PartOfDay.MORNING), (11, PartOfDay.NOON), (14, PartOfDay.AFTERNOON))
_EVENING_FROM = 18


def _part(moments: list[datetime]) -> PartOfDay | None:
    """The part of the day that the moments whose hour is known agree on."""
    known = [moment for moment in moments if moment.time() != datetime.min.time()]
    if len(known) < max(LEAST_WEEKS, len(moments) / 2):
        return None
    part, count = Counter(map(_part_at, known)).most_common(1)[0]
    return part if count >= SAME_PART * len(known) else None


def _part_at(moment: datetime) -> PartOfDay:
    if moment.hour >= _EVENING_FROM:
        return PartOfDay.EVENING
    parts = [part for hour, part in _FROM if moment.hour >= hour]
    return parts[-1] if parts else PartOfDay.EVENING
