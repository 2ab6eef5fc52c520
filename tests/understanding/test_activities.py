"""Which activity a statement tells of, in both languages, and what belongs together."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.memories import memory
from myosotis_server.memory.habits import regularity
from myosotis_server.memory.values import (
    SECOND,
    Instant,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
)
from myosotis_server.understanding.activities import (
    Group,
    Outcome,
    activities_of,
    activity_of,
    grouped,
)
from myosotis_server.understanding.activities_days import happened_at
from myosotis_server.understanding.event_times import event_time_of
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

SHANGHAI = ZoneInfo("Asia/Shanghai")
MONDAY = date(2026, 3, 2)


def said(text: str) -> str | None:
    found = activity_of(text)
    return None if found is None else found.said


def outcome(text: str) -> Outcome | None:
    found = activity_of(text)
    return None if found is None else found.outcome


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天去健身房练了腿", "去健身房"),
        ("又去健身房了", "去健身房"),
        ("去健身房练背", "去健身房"),
        ("刚从健身房回来", "去健身房"),
        ("在健身房练了一个小时", "去健身房"),
        ("周四晚上去了趟健身房", "去健身房"),
        ("今晚健身房走起", "去健身房"),
        ("晚上跟妈妈打了电话", "跟妈妈打电话"),
        ("给我妈打了个电话", "跟妈妈打电话"),
        ("晚上給媽媽打了電話", "跟妈妈打电话"),
        ("和妈妈视频了半小时", "跟妈妈视频"),
        ("跑了五公里", "跑步"),
        ("早上跑了会儿步", "跑步"),
        ("下班去游了个泳", "游泳"),
        ("去公园散了散步", "散步"),
        ("去上钢琴课", "上钢琴课"),
        ("今天的钢琴课很顺利", "上钢琴课"),
        ("今天有钢琴课", "上钢琴课"),
        ("练了一个小时的琴", "练琴"),
        ("下班后和同事打了羽毛球", "打羽毛球"),
        ("打了两小时麻将", "打麻将"),
        ("去体育馆打篮球", "打篮球"),
        ("去跳了舞", "跳舞"),
        ("做了半小时瑜伽", "做瑜伽"),
        ("陪女儿去上舞蹈课", "陪女儿上舞蹈课"),
        ("今天去看了牙医", "看牙医"),
        ("看了一场诺兰的电影", "看电影"),
        ("和朋友吃了火锅", "跟朋友吃火锅"),
        ("周日回奶奶家吃饭", "去奶奶家"),
        ("去北京出差", "出差"),
        ("今天累死了，还是去了健身房", "去健身房"),
        ("周四照例去了健身房", "去健身房"),
        ("又是健身房的一天", "去健身房"),
        ("今晚上了瑜伽课", "上瑜伽课"),
        ("跟妈妈通了半小时电话", "跟妈妈打电话"),
        ("去KTV唱歌", "唱歌"),
        ("I went to the gym after work", "go to the gym"),
        ("gym again tonight", "go to the gym"),
        ("Just got back from the gym", "go to the gym"),
        ("I've just been to the gym", "go to the gym"),
        ("Dragged myself to the gym tonight", "go to the gym"),
        ("hit the gym before work", "go to the gym"),
        ("Trained legs at the gym", "go to the gym"),
        ("had my piano lesson", "have my piano lesson"),
        ("My piano lesson went well", "piano lesson"),
        ("Called my mom after dinner", "call my mom"),
        ("I went swimming this morning", "go swimming"),
        ("went for a quick run before work", "go for a run"),
        ("I ran 5k this morning", "run"),
        ("I worked out for an hour", "work out"),
        ("Did yoga for an hour today", "do yoga"),
        ("We played basketball with colleagues on Tuesday night", "play basketball"),
        ("Had dinner with my parents on Sunday", "have dinner with my parents"),
        ("Went to church with my family this morning", "go to church"),
        ("Took my daughter to her swimming class", "take my daughter to her swimming class"),
        ("Saw my therapist today", "see my therapist"),
        ("rehearsed with my band last night", "rehearse"),
        ("Gym day!", "go to the gym"),
        ("I'm at the gym", "go to the gym"),
        ("Took the dog for a walk", "take the dog for a walk"),
        ("I took an intense pottery class tonight", "take a pottery class"),
        ("Work was awful but I went to the gym anyway", "go to the gym"),
    ],
)
def test_the_activity_in_its_own_words(text: str, expected: str) -> None:
    assert said(text) == expected
    assert outcome(text) is not Outcome.DENIED


@pytest.mark.parametrize(
    "text",
    [
        "没去健身房",
        "今天健身房关门了",
        "健身房取消了",
        "今天不想去健身房",
        "本来要去健身房",
        "钢琴课取消了",
        "钢琴课请假了",
        "I didn't go to the gym today",
        "I couldn't make it to the gym today",
        "skipped the gym",
        "The gym was closed today",
        "My piano lesson was cancelled",
        "I should have gone to the gym",
        "I was too tired to go to the gym",
        "I forgot to go to my yoga class",
    ],
)
def test_what_was_not_done(text: str) -> None:
    assert outcome(text) is Outcome.DENIED


@pytest.mark.parametrize(
    "text",
    ["打算周四去健身房", "明天要去健身房", "I'm going to the gym tomorrow", "I have yoga tonight"],
)
def test_what_is_to_be_done(text: str) -> None:
    assert outcome(text) is Outcome.PLANNED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "今天很累",
        "我想去健身房",
        "要是有时间就去健身房",
        "每周二去健身房",
        "我喜欢去健身房",
        "今天去健身房了吗？",
        "妈妈去了健身房",
        "我妈给我打了电话",
        "小王去游泳了",
        "他今天去跑步了",
        "今天吃饭了",
        "画面非常震撼",
        "so tired today",
        "I want to go to the gym",
        "If I had time I would go to the gym",
        "I go to the gym every Tuesday",
        "My wife went to the gym yesterday",
        "Did you go to the gym?",
        "I had a headache",
        "I had a great day",
        "went to bed early",
        "I lost my keys",
        "Je suis allé à la salle de sport",
    ],
)
def test_no_activity_of_the_users_on_some_day(text: str) -> None:
    assert activity_of(text) is None


def test_a_statement_may_tell_of_several() -> None:
    english = activities_of("I went swimming this morning and then met Anna for lunch")
    assert [each.said for each in english] == ["go swimming", "meet Anna"]
    chinese = activities_of("今天去健身房了，然后上了钢琴课")
    assert [each.said for each in chinese] == ["去健身房", "上钢琴课"]


@pytest.mark.parametrize(
    "same",
    [
        ("今天去健身房练了腿", "gym again tonight", "刚从健身房回来", "Made it to the gym today"),
        ("跑了五公里", "went for a run in the park", "去公园跑步了", "went jogging"),
        ("做了半小时瑜伽", "Did yoga for an hour today"),
        (
            "今天健身了",
            "去健身房了",
            "练了腿",
            "刚撸完铁",
            "did squats",
            "worked out",
            "lifted weights",
        ),
        ("打了太极拳", "did tai chi"),
        ("今天上了钢琴课", "had my piano lesson", "My piano lesson went well"),
        ("Walked the dog", "took the dog for a walk", "遛狗"),
        ("Called my mom", "I talked to mum on the phone for half an hour"),
        ("给我妈打了个电话", "晚上跟妈妈打了电话", "和妈妈通了个电话"),
    ],
)
def test_other_words_for_the_same_have_one_key(same: tuple[str, ...]) -> None:
    assert len({found.key for text in same if (found := activity_of(text))}) == 1
    assert None not in [activity_of(text) for text in same]


@pytest.mark.parametrize(
    "others",
    [
        ("I went to my swimming class", "I went to a swim meet", "I went swimming"),
        ("练了一个小时的琴", "去上钢琴课", "去听钢琴演奏会"),
        ("跟妈妈打了电话", "跟爸爸打了电话", "和妈妈视频了"),
        ("陪女儿上舞蹈课", "去上舞蹈课", "送女儿上舞蹈课"),
        ("I called my mom", "I called my sister", "I visited my mom"),
        ("I had a yoga class", "I had a piano lesson"),
        ("去图书馆看书", "去健身房", "去教堂"),
    ],
)
def test_what_only_sounds_alike_has_keys_of_its_own(others: tuple[str, ...]) -> None:
    keys = [found.key for text in others if (found := activity_of(text))]
    assert len(set(keys)) == len(others)


# Groups and their times


def noon(offset: int) -> Instant:
    day = datetime.combine(MONDAY + timedelta(days=offset), datetime.min.time(), SHANGHAI)
    return int((day + timedelta(hours=20)).astimezone(UTC).timestamp()) * SECOND


def told(offset: int, text: str, **fields: object) -> Memory:
    """What was said on the evening so many days after that Monday."""
    when = noon(offset)
    plain = {
        "kind": MemoryKind.EVENT,
        "tier": MemoryTier.EPISODIC,
        "create_time": when,
        "update_time": when,
        "event_time": event_time_of(text, when, SHANGHAI),
    }
    return memory(text, **plain | fields)


def days_of(group: Group, statements: list[Memory], now: int) -> list[int]:
    times = happened_at(group, statements, SHANGHAI, noon(now))
    days = [datetime.fromtimestamp(time / SECOND, SHANGHAI).date() for time in times]
    return [(day - MONDAY).days for day in days]


CHINESE = [
    (1, "今天去健身房练了腿"),
    (2, "今天面试很顺利"),
    (3, "下班后又去健身房了"),
    (8, "去健身房练背"),
    (10, "刚从健身房回来，累死了"),
    (15, "今天去健身房练胸"),
    (17, "晚上去了健身房"),
]
ENGLISH = [
    (1, "I went to the gym after work"),
    (2, "Had my interview today"),
    (3, "gym again tonight"),
    (8, "Just got back from the gym"),
    (11, "I went to the gym yesterday"),
    (15, "Leg day at the gym"),
    (17, "Hit the gym this evening"),
]


@pytest.mark.parametrize("story", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_tuesdays_and_thursdays_at_the_gym_are_twice_a_week(story: list[tuple[int, str]]) -> None:
    statements = [told(day, text) for day, text in story]
    largest = grouped(statements)[0]
    assert days_of(largest, statements, 19) == [1, 3, 8, 10, 15, 17]
    rule = regularity(happened_at(largest, statements, SHANGHAI, noon(19)), SHANGHAI, noon(19))
    assert rule is not None
    assert rule.weekdays == {1, 3}


def test_both_languages_of_one_user_are_one_activity_told_in_the_more_usual() -> None:
    statements = [told(1, "今天去健身房练腿"), told(3, "gym again tonight"), told(8, "去健身房了")]
    (group,) = grouped(statements)
    assert group.members == (0, 1, 2)
    assert group.activity.said == "去健身房"


def test_words_with_a_verb_are_told_before_a_bare_noun() -> None:
    statements = [told(1, "yoga class again"), told(3, "yoga class!"), told(8, "had a yoga class")]
    (group,) = grouped(statements)
    assert group.activity.said == "have a yoga class"


def test_a_denied_day_does_not_count() -> None:
    statements = [
        told(0, "明天去健身房"),
        told(1, "今天没去健身房，加班了"),
        told(2, "明天去健身房"),
        told(8, "我去健身房了"),
        told(9, "今天健身房关门了"),
    ]
    gym = next(group for group in grouped(statements) if group.activity.key == "gym")
    assert gym.denials == (1, 4)
    # The plan of Tuesday was denied, that of Thursday was not.
    assert days_of(gym, statements, 9) == [3, 8]


def test_a_plan_counts_once_its_day_is_over_and_only_with_a_time() -> None:
    statements = [told(0, "I'm going to the gym tomorrow"), told(4, "I'm going to the gym soon")]
    (group,) = grouped(statements)
    assert days_of(group, statements, 0) == []
    assert days_of(group, statements, 1) == []
    assert days_of(group, statements, 20) == [1]


@pytest.mark.parametrize("text", ["上周去了健身房", "最近去了健身房", "I ran 5k last week"])
def test_what_names_no_day_tells_no_day(text: str) -> None:
    statements = [told(9, text)]
    (group,) = grouped(statements)
    assert days_of(group, statements, 20) == []


def test_a_statement_made_several_times_tells_of_as_many_days() -> None:
    statements = [told(17, "今天去健身房了", mention_count=3)]
    (group,) = grouped(statements)
    turns = [[noon(3), noon(10), noon(17)]]
    times = happened_at(group, statements, SHANGHAI, noon(20), turns)
    days = [datetime.fromtimestamp(time / SECOND, SHANGHAI).date() for time in times]
    assert [(day - MONDAY).days for day in days] == [3, 10, 17]


@pytest.mark.parametrize(
    "fields",
    [
        {"subject": "妈妈"},
        {"state": MemoryState.SUPERSEDED},
        {"kind": MemoryKind.SUMMARY},
        {"origin": MemoryOrigin.CONSOLIDATED},
    ],
)
def test_only_what_the_user_told_of_themselves_counts(fields: dict[str, object]) -> None:
    assert grouped([told(1, "去健身房了", **fields)]) == []


def alike(count: int, share: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.full((count, count), share) + np.eye(count) * (1 - share)


def test_likeness_joins_what_the_words_allow_and_nothing_else() -> None:
    same = [told(1, "练了书法"), told(3, "去书法教室练书法了"), told(8, "今天练了毛笔书法")]
    assert len(grouped(same)) == len(grouped(same, alike(3, 0.4)))
    swims = [told(1, "I went to my swimming class"), told(3, "I went to a swim meet")]
    assert len(grouped(swims, alike(2, 1.0))) == 2
    calls = [told(1, "跟妈妈打了电话"), told(3, "跟爸爸打了电话")]
    assert len(grouped(calls, alike(2, 1.0))) == 2
    work = [told(1, "今天锻炼了"), told(3, "去锻炼中心了")]
    assert len(grouped(work, alike(2, 0.4))) == 2
    assert len(grouped(work, alike(2, 0.6))) == 1
    mixed = [told(1, "包了饺子"), told(3, "made dumplings")]
    assert len(grouped(mixed, alike(2, 0.7))) == 2
    assert len(grouped(mixed, alike(2, 0.9))) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "今天",
                    "没",
                    "去",
                    "健身房",
                    "了",
                    "，",
                    "打",
                    "跟",
                    "妈妈",
                    "电话",
                    "课",
                    "一",
                    "的",
                ),
                *("I ", "went ", "to ", "the gym", " and ", "not ", "had ", "my ", "lesson"),
                *("\u0130", "\u0131", "\u212a", "😀", "?"),
            ]
        ),
        max_size=14,
    )
)
def test_any_text_is_borne(words: list[str]) -> None:
    text = "".join(words)
    for language in ("", "zh", "en", "fr"):
        for found in activities_of(text, language):
            assert found.key
            assert found.said


@pytest.mark.parametrize(
    "piece",
    [
        *PIECES,
        *("去", "去健身房", "了", "一个", "跟", "课", "馆", "从", "没", "打了", "家", "的"),
        *("两小时", "今天", "和妈妈"),
        *("went ", "to the ", "and then ", "had ", "the gym ", "with my ", "not ", "for a "),
        *("today ", "was ", "going to ", "spent ", "an ", "again "),
    ],
)
def test_a_hostile_text_is_read_at_once(piece: str) -> None:
    text = endless(piece)
    assert cpu_seconds(lambda: activities_of(text, "zh")) < AT_ONCE
    assert cpu_seconds(lambda: activities_of(text, "en")) < AT_ONCE
