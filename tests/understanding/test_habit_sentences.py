"""Habits in words that their user could have said, in both languages."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.memory.habits import PartOfDay, Regularity, Rhythm
from myosotis_server.understanding.activities import activity_of
from myosotis_server.understanding.deeds import Activity
from myosotis_server.understanding.habit_sentences import habit_sentence

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
        ("今天去健身房练了腿", TWICE, "我每周去两次健身房，通常在周二和周四"),
        ("今天去健身房练了腿", evening(TWICE), "我每周去两次健身房，通常在周二和周四晚上"),
        ("跑了五公里", TWICE, "我每周跑两次步，通常在周二和周四"),
        ("晚上跟妈妈打了电话", SUNDAYS, "我每周跟妈妈打一次电话，通常在周日"),
        ("去上钢琴课", FORTNIGHTLY, "我每两周上一次钢琴课，通常在周六"),
        ("今天去看了牙医", MONTHLY, "我每个月看一次牙医，通常在15号"),
        ("跑了五公里", DAILY, "我几乎每天都跑步"),
        ("跑了五公里", evening(DAILY), "我几乎每天晚上都跑步"),
        ("夜跑了三公里", TWICE, "我每周夜跑两次，通常在周二和周四"),
        (
            "打了羽毛球",
            Regularity(Rhythm.WEEKDAYS, 3, frozenset({0, 2, 4})),
            "我每周打三次羽毛球，通常在周一、周三和周五",
        ),
        (
            "打了羽毛球",
            Regularity(Rhythm.WEEKDAYS, 5, frozenset(range(5))),
            "我每个工作日都打羽毛球",
        ),
        (
            "打了羽毛球",
            Regularity(Rhythm.INTERVAL, 7 / 3, interval_days=3),
            "我每三天打一次羽毛球",
        ),
        ("打了羽毛球", Regularity(Rhythm.INTERVAL, 3.5, interval_days=2), "我每隔一天打一次羽毛球"),
        ("打了羽毛球", Regularity(Rhythm.INTERVAL, 1, interval_days=7), "我每周打一次羽毛球"),
        (
            "打了羽毛球",
            Regularity(Rhythm.MONTHLY, 0.23, day_of_month=31),
            "我每个月打一次羽毛球，通常在月底",
        ),
        ("gym again tonight", TWICE, "每周两次，通常在周二和周四：go to the gym"),
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
