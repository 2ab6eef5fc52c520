"""GetEmotionTrend on the wire: how a user has been, by day in their zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_pb2 as pb
from running.refusals import refusal
from wire.saying import OFF, append, forget, instant, listed
from wire.talking import ASSISTANT, HOSTILE, ago, assert_refused, trend, turn

FEELINGS = {
    "zh": {"sad": "我难过得哭了", "happy": "太开心了，我高兴坏了！", "plain": "我去买菜"},
    "en": {"sad": "I'm heartbroken, I cried", "happy": "I'm so happy!", "plain": "I went shopping"},
}
MARCH = pb.TimeRange(start_time=instant(2026, 3, 1), end_time=instant(2026, 4, 1))


def feel(talk: Any, user: str, language: str, *felt: tuple[str, Timestamp], **fields: Any) -> None:
    said = [turn(FEELINGS[language][mood], say_time=time) for mood, time in felt]
    append(talk, user, *said, extraction=OFF, **fields)


def span(start: Timestamp | None = None, end: Timestamp | None = None) -> pb.TimeRange:
    return pb.TimeRange(start_time=start, end_time=end)


@pytest.mark.parametrize("language", FEELINGS)
def test_moods_by_day(stub, talk, user: str, language: str) -> None:
    feel(
        talk,
        user,
        language,
        *[("sad", instant(2026, 3, 2, hour)) for hour in (8, 9, 10)],
        *[("plain", instant(2026, 3, 2, 11))],
        *[("sad", instant(2026, 3, 3, hour)) for hour in (8, 9, 10)],
        *[("happy", instant(2026, 3, 5, hour)) for hour in (8, 9)],
    )
    found = trend(talk, user, range=MARCH)
    assert [day.date for day in found.days] == ["2026-03-02", "2026-03-03", "2026-03-05"]
    assert [day.turn_count for day in found.days] == [4, 3, 2]
    for day in found.days:
        assert sum(day.shares.values()) == pytest.approx(1)
        assert all(f"EMOTION_{name}" in dict(pb.Emotion.items()) for name in day.shares)
    assert found.days[0].shares["SAD"] == pytest.approx(0.75)
    assert found.days[1].shares == {"SAD": 1.0}
    assert found.days[2].shares == {"HAPPY": 1.0}
    assert -1 <= found.days[1].valence < found.days[0].valence < 0 < found.days[2].valence <= 1
    assert found.dominant == pb.EMOTION_SAD
    assert not found.volatile
    assert 0 < found.slope < 1
    assert found.summary
    assert found.summary.isascii() is (language == "en")
    assert found.summary.rstrip("。.") == found.summary[:-1]


def test_the_slope_is_that_of_least_squares(stub, talk, user: str) -> None:
    """By hand over the days as they lie in the calendar: a day without turns is a gap."""
    feel(talk, user, "zh", *[(mood, instant(2026, 3, day, 9)) for mood, day in
                             (("sad", 1), ("plain", 2), ("happy", 6))])  # fmt: skip
    found = trend(talk, user, range=MARCH)
    places = [0, 1, 5]
    values = [day.valence for day in found.days]
    middle = sum(places) / 3
    by_hand = sum((x - middle) * y for x, y in zip(places, values, strict=True)) / sum(
        (x - middle) ** 2 for x in places
    )
    assert found.slope == pytest.approx(by_hand, rel=1e-4)


@pytest.mark.parametrize("language", FEELINGS)
def test_ups_and_downs_are_volatile(stub, talk, user: str, language: str) -> None:
    moods = ("sad", "happy") * 4
    feel(talk, user, language, *[(mood, instant(2026, 3, 1, n)) for n, mood in enumerate(moods)])
    found = trend(talk, user, range=MARCH)
    assert found.volatile
    assert found.dominant == pb.EMOTION_UNSPECIFIED


def test_days_are_those_of_the_zone(stub, talk, user: str) -> None:
    """At 20 o'clock in Greenwich it is the next day in Shanghai, and the same one in Honolulu."""
    feel(talk, user, "zh", ("sad", instant(2026, 3, 10, 20)), ("sad", instant(2026, 3, 11, 9)))

    def days(zone: str) -> list[tuple[str, int]]:
        return [(each.date, each.turn_count) for each in
                trend(talk, user, range=MARCH, time_zone=zone).days]  # fmt: skip

    assert days("") == days("UTC") == [("2026-03-10", 1), ("2026-03-11", 1)]
    assert days("Asia/Shanghai") == days("asia/shanghai") == [("2026-03-11", 2)]
    assert days("Pacific/Honolulu") == [("2026-03-10", 2)]


def test_the_start_is_in_and_the_end_is_not(stub, talk, user: str) -> None:
    feel(talk, user, "zh", *[("sad", instant(2026, 3, day)) for day in (1, 2, 3)])

    def dates(**ends: Timestamp) -> list[str]:
        return [day.date for day in trend(talk, user, range=span(**ends)).days]

    assert dates(start=instant(2026, 3, 1), end=instant(2026, 3, 3)) == ["2026-03-01", "2026-03-02"]
    assert dates(start=instant(2026, 3, 2)) == ["2026-03-02", "2026-03-03"]
    # Without a start, seven days up to the end.
    assert dates(end=instant(2026, 3, 9)) == ["2026-03-02", "2026-03-03"]
    assert dates(start=instant(1900, 1, 1), end=instant(2199, 12, 31)) == [
        "2026-03-01",
        "2026-03-02",
        "2026-03-03",
    ]


def test_seven_days_up_to_now_if_not_asked_otherwise(stub, talk, user: str) -> None:
    feel(talk, user, "en", ("sad", ago(days=8)), ("sad", ago(days=6)), ("happy", ago(seconds=2)))
    found = trend(talk, user)
    assert sum(day.turn_count for day in found.days) == 2
    assert found == trend(talk, user, range=pb.TimeRange())
    today = datetime.now(UTC).date()
    assert found.days[-1].date in (today.isoformat(), (today - timedelta(days=1)).isoformat())


def test_only_the_users_turns_are_felt(stub, talk, user: str) -> None:
    told = [turn(FEELINGS["zh"]["sad"], role=role, say_time=instant(2026, 3, 1, 1))
            for role in (ASSISTANT, talk_pb.ROLE_SYSTEM)]  # fmt: skip
    append(talk, user, *told, extraction=OFF)
    assert trend(talk, user, range=MARCH) == talk_pb.EmotionTrend()


def test_moods_of_all_sessions_count(stub, talk, user: str) -> None:
    for number, session in enumerate(("s1", *HOSTILE.values())):
        feel(talk, user, "en", ("happy", instant(2026, 3, 1, number)), session=session)
    [day] = trend(talk, user, range=MARCH).days
    assert day.turn_count == 1 + len(HOSTILE)


def test_a_user_who_is_not_known_is_no_error(stub, talk, user: str) -> None:
    assert trend(talk, user) == talk_pb.EmotionTrend()
    assert trend(talk, user, range=MARCH, time_zone="Asia/Shanghai") == talk_pb.EmotionTrend()
    assert listed(stub, user) == []


def test_two_users_never_share_moods(stub, talk, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    feel(talk, one, "zh", ("sad", instant(2026, 3, 1)))
    assert trend(talk, other, range=MARCH) == talk_pb.EmotionTrend()
    feel(talk, other, "zh", ("happy", instant(2026, 3, 1)))
    assert trend(talk, one, range=MARCH).days[0].shares == {"SAD": 1.0}
    forget(stub, one, everything=True)
    assert trend(talk, one, range=MARCH) == talk_pb.EmotionTrend()
    assert trend(talk, other, range=MARCH).days[0].shares == {"HAPPY": 1.0}


EARLY, LATE = instant(2026, 3, 1), instant(2026, 3, 2)
BAD: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "an empty range": ({"range": span(EARLY, EARLY)}, {"range": "start before"}),
    "a turned range": ({"range": span(LATE, EARLY)}, {"range": "start before"}),
    "before 1900": ({"range": span(Timestamp(seconds=-3_000_000_000))},
                    {"range.start_time": "1900 to 2199"}),
    "after 2200": ({"range": span(EARLY, Timestamp(seconds=8_000_000_000))},
                   {"range.end_time": "1900 to 2199"}),
    "no time at all": ({"range": span(Timestamp(seconds=2**63 - 1), Timestamp(nanos=-1))},
                       {"range.start_time": "1900 to 2199", "range.end_time": "nanos"}),
    "no such zone": ({"time_zone": "Asia/Shangri-La"}, {"time_zone": "IANA"}),
    "an offset": ({"time_zone": "+08:00"}, {"time_zone": "IANA"}),
    "a path": ({"time_zone": "../../etc/passwd"}, {"time_zone": "IANA"}),
    "a long zone": ({"time_zone": "好" * 9_999}, {"time_zone": "IANA"}),
    "NUL in a zone": ({"time_zone": "UTC\0"}, {"time_zone": "IANA"}),
    "no user": ({"user_id": ""}, {"user_id": "required"}),
    "much at once": (
        {"user_id": " ", "range": span(LATE, EARLY), "time_zone": "火星"},
        {"user_id": "white space", "range": "start before", "time_zone": "IANA"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_every_violation_is_named(stub, talk, user: str, case: str) -> None:
    changed, violations = BAD[case]
    request = talk_service.GetEmotionTrendRequest(**{"user_id": user, **changed})
    assert_refused(refusal(talk.GetEmotionTrend, request), violations)
