"""Trends: shares and valence by day in the user's zone, what dominates, when the mood turned."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.affect import VALENCE, EmotionTrend, felt_moods, trend
from myosotis_server.memory.sessions import Mood
from myosotis_server.memory.values import DAY, SECOND, Emotion
from running.effort import AT_ONCE, cpu_seconds

SHANGHAI = ZoneInfo("Asia/Shanghai")
UTC_ZONE = ZoneInfo("UTC")
MONDAY = date(2026, 11, 23)
N, H, S, X = Emotion.NEUTRAL, Emotion.HAPPY, Emotion.SAD, Emotion.ANXIOUS
A, C, U, T = Emotion.ANGRY, Emotion.CALM, Emotion.SURPRISED, Emotion.TIRED
NONE = Emotion.UNSPECIFIED

moods = st.lists(
    st.builds(Mood, st.integers(0, 60 * DAY), st.sampled_from(Emotion), st.floats(0, 1, width=32)),
    max_size=60,
)


def at(day: int, hour: int = 12, minute: int = 0) -> int:
    """An instant so many days after Monday, in UTC."""
    said = datetime(2026, 11, 23, hour, minute, tzinfo=UTC) + timedelta(days=day)
    return int(said.timestamp()) * SECOND


def felt_on(*days: str, intensity: float = 0.6) -> list[Mood]:
    """Moods by day from Monday on, each day's by their letters; a space is a neutral turn."""
    letters = {"h": H, "s": S, "x": X, "a": A, "c": C, "u": U, "t": T, " ": N}
    return [
        Mood(at(day, 8, minute), letters[letter], 0.1 if letter == " " else intensity)
        for day, said in enumerate(days)
        for minute, letter in enumerate(said)
    ]


def of(*days: str) -> EmotionTrend:
    return trend(felt_on(*days), UTC_ZONE)


def test_nothing_said_is_no_trend() -> None:
    assert trend([], SHANGHAI) == EmotionTrend()
    assert EmotionTrend().turning_day is None


def test_a_day_has_the_shares_and_the_mean_valence_of_its_turns() -> None:
    said = [Mood(at(0), H, 0.5), Mood(at(0), X, 1.0), Mood(at(0), N, 0.2), Mood(at(0), NONE, 0.0)]
    (day,) = trend(said, UTC_ZONE).days
    assert day.date == MONDAY
    assert day.turn_count == 4
    assert day.shares == {N: 0.5, H: 0.25, X: 0.25}
    assert day.valence == pytest.approx((0.5 - 0.7) / 4)


def test_days_are_the_users() -> None:
    # 23:30 on Monday and 00:30 on Tuesday in Shanghai, both Monday in Greenwich.
    said = [Mood(at(0, 15, 30), X, 0.5), Mood(at(0, 16, 30), H, 0.5)]
    assert [day.date for day in trend(said, SHANGHAI).days] == [MONDAY, MONDAY + timedelta(1)]
    assert [day.date for day in trend(said, UTC_ZONE).days] == [MONDAY]
    assert [day.date.day for day in trend(said, ZoneInfo("America/New_York")).days] == [23]


def test_days_without_turns_are_left_out() -> None:
    assert [day.date.day for day in of("h", "", "", "x").days] == [23, 26]


def test_what_has_over_half_dominates() -> None:
    assert of("xx", "x h").dominant is X
    assert of("xx", "hh").dominant is NONE
    assert of("   ", "x").dominant is N
    assert of("h").dominant is H


@pytest.mark.parametrize(
    ("days", "volatile"),
    [
        (("hs", "ah", "xc"), True),
        (("hx", "hx"), True),
        (("sax", "xas"), True),  # nothing but bad moods, but ever other ones
        (("hs",), False),  # two turns tell too little
        (("hhh", "sh"), False),  # dominant
        (("hch", "chc"), False),  # all is well
        ((" c ", "c c"), False),
        (("", "  hh"), False),
        ((" hhhhh    ", "s"), False),  # one sad turn
    ],
)
def test_volatile_is_who_has_no_dominant_mood_but_changing_ones(
    days: tuple[str, ...], volatile: bool
) -> None:
    assert of(*days).volatile is volatile


def test_the_slope_of_a_straight_line_is_its_own() -> None:
    said = [Mood(at(day), H, 0.1 + 0.05 * day) for day in (0, 1, 4, 9)]
    said += [Mood(at(9), H, 0.55)] * 7  # busy days count once
    assert trend(said, UTC_ZONE).slope == pytest.approx(0.05)
    falling = [Mood(at(day), S, 0.1 * day) for day in range(5)]
    assert trend(falling, UTC_ZONE).slope == pytest.approx(-0.09)
    assert trend(said[:1], UTC_ZONE).slope == 0.0


@pytest.mark.parametrize(
    ("days", "turned", "is_better", "before", "after"),
    [
        (("xx", "x x", "xx", "ch", "hh", "c"), 3, True, X, H),
        (("hh", "h", " h", "ss", "s s", "s"), 3, False, H, S),
        (("x", "x", "t", "h", "h", "c"), 3, True, X, H),
        (("xxx", "", "", "hhh"), 3, True, X, H),
        (("aaaaa", "aaaa", "    ", "    "), 2, True, A, N),
        # down and up again: what counts is the last time
        (("hh", "hh", "ss", "ss", "ss", "hh", "hh"), 5, True, S, H),
    ],
)
def test_the_trend_says_when_the_mood_turned(
    days: tuple[str, ...], turned: int, is_better: bool, before: Emotion, after: Emotion
) -> None:
    found = of(*days)
    assert found.turning is not None
    assert found.turning_day == MONDAY + timedelta(turned)
    assert found.turning.is_better is is_better
    assert (found.turning.mood_before, found.turning.mood_after) == (before, after)


@pytest.mark.parametrize(
    "days",
    [
        ("x", "x", "h"),  # too little
        ("xxxx", "hh"),  # not yet
        ("xhsc", "hxsc", "csxh", "shcx"),  # ups and downs
        ("xx", "xx", "xx", "xx"),
        ("hc", "hc", "cc", "cc"),  # a little
        ("",),
    ],
)
def test_it_says_so_only_where_that_is_clear(days: tuple[str, ...]) -> None:
    assert of(*days).turning is None


def test_chance_seldom_seems_a_turn() -> None:
    drawn = np.random.default_rng(5)
    seeming = 0
    for _ in range(100):
        emotions = drawn.choice(list(VALENCE), 40)
        said = [Mood(at(n // 2), Emotion(each), 0.6) for n, each in enumerate(emotions)]
        seeming += trend(said, UTC_ZONE).turning is not None
    assert seeming <= 8


@given(moods)
def test_shares_sum_to_one_and_all_stays_in_bounds(said: list[Mood]) -> None:
    found = trend(said, SHANGHAI)
    for each in found.days:
        assert sum(each.shares.values()) == pytest.approx(1)
        assert all(0 < share <= 1 for share in each.shares.values())
        assert -1 <= each.valence <= 1
        assert each.turn_count >= 1
    assert [day.date for day in found.days] == sorted({day.date for day in found.days})
    assert sum(day.turn_count for day in found.days) == found.turn_count == len(said)
    assert -1 <= found.valence <= 1
    assert abs(found.slope) <= 2
    assert not (found.volatile and found.dominant)
    assert (found.dominant is not NONE) == any(share > 0.5 for share in found.shares.values())
    assert NONE not in found.shares
    if found.turning is not None:
        assert found.turning_day in [day.date for day in found.days[1:]]


@given(st.data(), moods)
def test_the_order_in_which_moods_come_does_not_matter(
    data: st.DataObject, said: list[Mood]
) -> None:
    assert trend(data.draw(st.permutations(said)), SHANGHAI) == trend(said, SHANGHAI)


@given(moods)
def test_backwards_what_rose_falls(said: list[Mood]) -> None:
    at_noon = [Mood(one.time // DAY * DAY + DAY // 2, one.emotion, one.intensity) for one in said]
    backwards = [Mood(61 * DAY - one.time, one.emotion, one.intensity) for one in at_noon]
    rising, falling = trend(at_noon, UTC_ZONE), trend(backwards, UTC_ZONE)
    assert rising.slope == pytest.approx(-falling.slope, abs=1e-9)


def test_moods_worth_naming_are_the_commonest_first() -> None:
    assert felt_moods({N: 0.5, H: 0.1, S: 0.1, X: 0.28, T: 0.02}) == (X, H, S)
    assert felt_moods({N: 1.0}) == felt_moods({}) == ()


def test_ten_years_are_read_at_once() -> None:
    said = [
        Mood(hours * 3_600 * SECOND, Emotion(1 + hours % 8), 0.5) for hours in range(0, 87_600, 6)
    ]
    assert cpu_seconds(lambda: trend(said, SHANGHAI)) < AT_ONCE
