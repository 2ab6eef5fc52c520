"""Habits: regular days give their rule, irregular ones give none, in any zone."""

import random
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import quick
from myosotis_server.memory.habits import PartOfDay, Regularity, Rhythm, regularity
from myosotis_server.memory.values import DAY, SECOND, Instant

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
ZONES = [SHANGHAI, NEW_YORK, ZoneInfo("Pacific/Apia"), ZoneInfo("Australia/Lord_Howe")]
MONDAY = date(2026, 3, 2)
"""Of the week before New York's clocks go forward."""


def at(offset: float, zone: ZoneInfo = SHANGHAI, hour: int = 0, since: date = MONDAY) -> Instant:
    """So many days after that Monday, at that local hour."""
    day = since + timedelta(days=int(offset))
    return int(datetime(day.year, day.month, day.day, hour, tzinfo=zone).timestamp()) * SECOND


def found(
    offsets: Iterable[int], now: int | None = None, zone: ZoneInfo = SHANGHAI, hour: int = 0
) -> Regularity | None:
    """What days so many after that Monday tell on the evening of the last, or of day `now`."""
    days = list(offsets)
    last = max(days) if now is None else now
    return regularity([at(day, zone, hour) for day in days], zone, at(last, zone, 23))


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_tuesday_and_thursday_for_three_weeks_is_twice_a_week(zone: ZoneInfo) -> None:
    rule = found([1, 3, 8, 10, 15, 17], zone=zone, hour=19)
    assert rule is not None
    assert (rule.rhythm, rule.weekdays, rule.times_per_week) == (Rhythm.WEEKDAYS, {1, 3}, 2)
    assert rule.part_of_day is PartOfDay.EVENING
    assert rule.days == 6


def test_two_weeks_of_it_are_not_enough() -> None:
    assert found([1, 3, 8, 10]) is None


def test_a_missed_week_and_an_extra_day_do_not_hide_a_habit() -> None:
    rule = found([1, 3, 8, 10, 19, 22, 24, 29, 31])
    assert rule is not None
    assert rule.weekdays == {1, 3}


@pytest.mark.parametrize(
    ("offsets", "weekdays"),
    [
        ([6, 13, 20], {6}),
        ([0, 2, 4, 7, 9, 11, 14, 16, 18], {0, 2, 4}),
        ([day for day in range(21) if day % 7 < 5], {0, 1, 2, 3, 4}),
        ([5, 6, 12, 13, 19, 20], {5, 6}),
    ],
)
def test_the_same_weekdays(offsets: list[int], weekdays: set[int]) -> None:
    rule = found(offsets)
    assert rule is not None
    assert rule.rhythm is Rhythm.WEEKDAYS
    assert rule.weekdays == weekdays
    assert rule.times_per_week == len(weekdays)


def test_every_day_is_daily_from_two_weeks_on() -> None:
    rule = found(range(14))
    assert rule is not None
    assert (rule.rhythm, rule.times_per_week) == (Rhythm.DAILY, 7)
    assert found(range(13)) is None
    # Five of seven, on changing days.
    missing = {3, 8, 12, 16, 18, 26}
    almost = found(day for day in range(28) if day not in missing)
    assert almost is not None
    assert almost.rhythm is Rhythm.DAILY


@pytest.mark.parametrize(
    ("offsets", "interval", "weekdays"),
    [
        (range(0, 20, 2), 2, set()),
        (range(0, 18, 3), 3, set()),
        (range(0, 60, 10), 10, set()),
        ([5, 19, 33, 47], 14, {5}),
        ([5, 19, 33, 61, 75], 14, {5}),
        ([5, 12, 20, 26, 34, 40, 47, 55], 7, set()),
    ],
)
def test_every_so_many_days(offsets: Iterable[int], interval: int, weekdays: set[int]) -> None:
    rule = found(offsets)
    assert rule is not None
    assert rule.rhythm is Rhythm.INTERVAL
    assert (rule.interval_days, rule.weekdays) == (interval, weekdays)
    assert rule.times_per_week == pytest.approx(7 / interval)


def test_a_day_of_the_month() -> None:
    paydays = [date(2026, month, 15) for month in (1, 2, 3, 4)]
    times = [at(0, since=day) for day in paydays]
    rule = regularity(times, SHANGHAI, at(3, since=paydays[-1]))
    assert rule is not None
    assert (rule.rhythm, rule.day_of_month) == (Rhythm.MONTHLY, 15)
    assert rule.times_per_week == pytest.approx(0.23, abs=0.01)


def test_the_last_day_of_the_month_however_long_it_is() -> None:
    ends = [date(2026, 1, 31), date(2026, 2, 28), date(2026, 3, 31), date(2026, 4, 30)]
    rule = regularity([at(0, since=day) for day in ends], SHANGHAI, at(1, since=ends[-1]))
    assert rule is not None
    assert (rule.rhythm, rule.day_of_month) == (Rhythm.MONTHLY, 31)


@pytest.mark.parametrize(
    "offsets",
    [
        [],
        [3],
        [0, 5, 6, 13, 16, 22, 30],
        [1, 3, 9, 12, 14, 18, 19, 27],
        [0, 1, 2, 3],
        [0, 1, 5, 12, 13, 20, 24, 33, 35, 36],
    ],
)
def test_irregular_days_give_none(offsets: list[int]) -> None:
    assert found(offsets, now=max(offsets, default=0)) is None


@quick
@given(st.integers(0, 2**32), st.integers(6, 20))
def test_days_drawn_by_lot_hardly_ever_look_like_a_habit(seed: int, count: int) -> None:
    chance = random.Random(seed)
    draws = (chance.sample(range(42), count) for _ in range(40))
    assert sum(found(days, now=42) is not None for days in draws) <= 4


def test_a_habit_that_was_given_up_is_none() -> None:
    offsets = [1, 3, 8, 10, 15, 17]
    assert found(offsets, now=17 + 10) is not None
    assert found(offsets, now=17 + 11) is None
    assert found(range(14), now=13 + 7) is not None
    assert found(range(14), now=13 + 8) is None
    assert found([5, 19, 33, 47], now=47 + 42) is not None
    assert found([5, 19, 33, 47], now=47 + 43) is None


def test_a_habit_that_changed_is_the_new_one() -> None:
    mondays = [7 * week for week in range(8)]
    later = [7 * week + day for week in range(8, 14) for day in (1, 3)]
    rule = found([*mondays, *later])
    assert rule is not None
    assert rule.weekdays == {1, 3}


def test_several_times_on_one_day_count_once() -> None:
    once = [at(day, hour=9) for day in (1, 3, 8, 10, 15, 17)]
    twice = [*once, *(time + 3_600 * SECOND for time in once)]
    now = at(18)
    assert regularity(twice, SHANGHAI, now) == regularity(once, SHANGHAI, now)


def test_what_lies_ahead_does_not_count() -> None:
    times = [at(day) for day in (1, 3, 8, 10, 15, 17)]
    assert regularity(times, SHANGHAI, at(9)) is None


def test_days_are_those_of_the_zone() -> None:
    # Sundays at eight in the evening in New York are Mondays in Shanghai.
    times = [at(day, NEW_YORK, 20) for day in (6, 13, 20)]
    here, there = (regularity(times, zone, at(22)) for zone in (NEW_YORK, SHANGHAI))
    assert here is not None
    assert there is not None
    assert (here.weekdays, there.weekdays) == ({6}, {0})


def test_the_part_of_the_day_is_told_where_it_is_always_the_same() -> None:
    days = (1, 3, 8, 10, 15, 17)
    for hour, part in [
        (7, PartOfDay.MORNING),
        (12, PartOfDay.NOON),
        (15, PartOfDay.AFTERNOON),
        (23, PartOfDay.EVENING),
        (2, PartOfDay.EVENING),
        (0, None),
    ]:
        rule = regularity([at(day, hour=hour) for day in days], SHANGHAI, at(18))
        assert rule is not None
        assert rule.part_of_day is part
    mixed = [at(day, hour=hour) for day, hour in zip(days, (7, 20, 7, 20, 15, 7), strict=True)]
    rule = regularity(mixed, SHANGHAI, at(18))
    assert rule is not None
    assert rule.part_of_day is None


@quick
@given(st.lists(st.integers(0, 60), max_size=30), st.integers(0, 2**32))
def test_the_order_does_not_matter(days: list[int], seed: int) -> None:
    times = [at(day, hour=day % 24) for day in days]
    shuffled = list(times)
    random.Random(seed).shuffle(shuffled)
    assert regularity(shuffled, SHANGHAI, at(60)) == regularity(times, SHANGHAI, at(60))


@quick
@given(
    st.sets(st.integers(0, 6), min_size=1, max_size=6),
    st.integers(4, 10),
    st.sampled_from(ZONES),
    st.dates(date(2000, 1, 3), date(2030, 1, 1)),
)
def test_any_weekdays_kept_to_are_found(
    weekdays: set[int], weeks: int, zone: ZoneInfo, since: date
) -> None:
    monday = since - timedelta(days=since.weekday())
    days = [7 * week + weekday for week in range(weeks) for weekday in sorted(weekdays)]
    times = [at(day, zone, 12, monday) for day in days]
    rule = regularity(times, zone, at(max(days), zone, 23, monday))
    assert rule is not None
    assert rule.weekdays == weekdays


@quick
@given(
    st.lists(st.integers(-(2**62), 2**62), max_size=20),
    st.sampled_from(ZONES),
    st.integers(-(2**62), 2**62),
)
def test_any_times_are_borne(times: list[Instant], zone: ZoneInfo, now: Instant) -> None:
    rule = regularity(times, zone, now)
    assert rule is None or 0 < rule.times_per_week <= 7


def test_a_long_history_is_read_at_once() -> None:
    times = [at(0) - day * DAY for day in range(20_000)]
    rule = regularity(times, SHANGHAI, at(0, hour=12))
    assert rule is not None
    assert rule.rhythm is Rhythm.DAILY
