"""Habits in words that their user could have said, in both languages."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.memory.habits import PartOfDay, Regularity, Rhythm
from myosotis_server.understanding.activities import activity_of
from myosotis_server.understanding.deeds import Activity
from myosotis_server.understanding.habit_sentences import habit_sentence, tells_rhythm

TWICE = Regularity(Rhythm.WEEKDAYS, 2, frozenset({1, 3}))
SUNDAYS = Regularity(Rhythm.WEEKDAYS, 1, frozenset({6}))
DAILY = Regularity(Rhythm.DAILY, 7)
FORTNIGHTLY = Regularity(Rhythm.INTERVAL, 0.5, frozenset({5}), 14)
MONTHLY = Regularity(Rhythm.MONTHLY, 0.23, day_of_month=15)


def activity(text: str) -> Activity:
    found = activity_of(text)
    assert found is not None
    return found


def evening(rule: Regularity) -> Regularity:
    return Regularity(
        rule.rhythm,
        rule.times_per_week,
        rule.weekdays,
        rule.interval_days,
        rule.day_of_month,
        PartOfDay.EVENING,
    )


@pytest.mark.parametrize(
    ("told", "rule", "expected"),
    [
        ("今天去健身房练了腿", TWICE, "我去健身房一周两次，通常在周二和周四"),
        ("今天去健身房练了腿", evening(TWICE), "我去健身房一周两次，通常在周二和周四晚上"),
        ("跑了五公里", TWICE, "我跑步一周两次，通常在周二和周四"),
        ("晚上跟妈妈打了电话", SUNDAYS, "我跟妈妈打电话一周一次，通常在周日"),
        ("去上钢琴课", FORTNIGHTLY, "我上钢琴课每两周一次，通常在周六"),
        ("今天去看了牙医", MONTHLY, "我看牙医每个月一次，通常在15号"),
        ("跑了五公里", DAILY, "我几乎每天都跑步"),
        ("跑了五公里", evening(DAILY), "我几乎每天晚上都跑步"),
        ("夜跑了三公里", TWICE, "我夜跑一周两次，通常在周二和周四"),
        (
            "打了羽毛球",
            Regularity(Rhythm.WEEKDAYS, 3, frozenset({0, 2, 4})),
            "我打羽毛球一周三次，通常在周一、周三和周五",
        ),
        (
            "打了羽毛球",
            Regularity(Rhythm.WEEKDAYS, 5, frozenset(range(5))),
            "我每个工作日都打羽毛球",
        ),
        (
            "打了羽毛球",
            Regularity(Rhythm.INTERVAL, 7 / 3, interval_days=3),
            "我打羽毛球每三天一次",
        ),
        ("打了羽毛球", Regularity(Rhythm.INTERVAL, 3.5, interval_days=2), "我打羽毛球每隔一天一次"),
        ("打了羽毛球", Regularity(Rhythm.INTERVAL, 1, interval_days=7), "我打羽毛球一周一次"),
        (
            "打了羽毛球",
            Regularity(Rhythm.MONTHLY, 0.23, day_of_month=31),
            "我打羽毛球每个月一次，通常在月底",
        ),
        ("gym again tonight", TWICE, "一周两次，通常在周二和周四：go to the gym"),
    ],
)
def test_chinese(told: str, rule: Regularity, expected: str) -> None:
    assert habit_sentence(activity(told), rule, "zh") == expected


@pytest.mark.parametrize(
    ("told", "rule", "expected"),
    [
        (
            "I went to the gym after work",
            TWICE,
            "I go to the gym twice a week, usually on Tuesdays and Thursdays",
        ),
        (
            "I went to the gym after work",
            evening(TWICE),
            "I go to the gym twice a week, usually on Tuesday and Thursday evenings",
        ),
        ("I ran 5k this morning", DAILY, "I run almost every day"),
        ("I ran 5k this morning", evening(DAILY), "I run almost every evening"),
        ("Called my mom", SUNDAYS, "I call my mom once a week, usually on Sundays"),
        (
            "had my piano lesson",
            FORTNIGHTLY,
            "I have my piano lesson every two weeks, usually on Saturdays",
        ),
        ("Saw my therapist", MONTHLY, "I see my therapist once a month, usually on the 15th"),
        ("Ran 5k", evening(MONTHLY), "I run once a month, usually on the 15th in the evening"),
        (
            "went swimming",
            Regularity(Rhythm.WEEKDAYS, 3, frozenset({0, 2, 4})),
            "I go swimming three times a week, usually on Mondays, Wednesdays and Fridays",
        ),
        (
            "went swimming",
            Regularity(Rhythm.WEEKDAYS, 5, frozenset(range(5))),
            "I go swimming every weekday",
        ),
        (
            "went swimming",
            Regularity(Rhythm.INTERVAL, 3.5, interval_days=2),
            "I go swimming every other day",
        ),
        (
            "went swimming",
            Regularity(Rhythm.INTERVAL, 7 / 3, interval_days=3),
            "I go swimming every three days",
        ),
        (
            "My piano lesson went well",
            TWICE,
            "Twice a week, usually on Tuesdays and Thursdays: piano lesson",
        ),
        ("今天去健身房练了腿", DAILY, "Almost every day: 去健身房"),
    ],
)
def test_english(told: str, rule: Regularity, expected: str) -> None:
    assert habit_sentence(activity(told), rule, "en") == expected


rules = st.one_of(
    st.builds(
        Regularity,
        st.just(Rhythm.WEEKDAYS),
        st.just(2.0),
        st.frozensets(st.integers(0, 6), min_size=1, max_size=6),
        part_of_day=st.none() | st.sampled_from(PartOfDay),
    ),
    st.builds(
        Regularity,
        st.just(Rhythm.DAILY),
        st.just(7.0),
        part_of_day=st.none() | st.sampled_from(PartOfDay),
    ),
    st.builds(
        Regularity,
        st.just(Rhythm.INTERVAL),
        st.just(1.0),
        interval_days=st.integers(2, 62),
        part_of_day=st.none() | st.sampled_from(PartOfDay),
    ),
    st.builds(
        Regularity,
        st.just(Rhythm.MONTHLY),
        st.just(0.23),
        day_of_month=st.integers(1, 31),
        part_of_day=st.none() | st.sampled_from(PartOfDay),
    ),
)


@settings(max_examples=60, deadline=None)
@given(rules, st.sampled_from(["I went to the gym", "今天去健身房了", "piano lesson went well"]))
def test_every_rule_is_one_clean_sentence(rule: Regularity, told: str) -> None:
    for language in ("zh", "zh-CN", "en", "en-GB", ""):
        sentence = habit_sentence(activity(told), rule, language)
        assert sentence == sentence.strip()
        assert not re.search(r"  |，，|, ,|None|：$|:$|和$", sentence)
        assert activity(told).thing in sentence


@pytest.mark.parametrize(
    "text",
    [
        "我每周二去健身房",
        "我一周健身三次",
        "每天早上跑步",
        "周二周四都去游泳",
        "我隔天跑一次步",
        "I go to the gym every Tuesday",
        "I swim twice a week",
        "I have piano on Saturdays",
        "Gym three times per week",
        "I run most mornings",
    ],
)
def test_how_often_is_a_rhythm(text: str) -> None:
    assert tells_rhythm(text)


@pytest.mark.parametrize(
    "text",
    [
        "晚上去健身房练了腿",
        "晚上照例去游泳，游得特别轻松",
        "周四晚上去了趟健身房",
        "成都最后一次健身",
        "我常去健身房",
        "gym again tonight",
        "Made myself go to the gym",
        "I had my piano lesson on Saturday",
        "I usually go to the gym",
    ],
)
def test_a_single_time_and_a_mere_custom_are_none(text: str) -> None:
    assert not tells_rhythm(text)
