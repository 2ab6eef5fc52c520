"""One sentence on how a user has been, in Chinese and English."""

import re
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.affect import EmotionTrend, trend
from myosotis_server.memory.sessions import Mood
from myosotis_server.memory.values import DAY, Emotion
from myosotis_server.understanding.mood_sentences import trend_sentence

ZONE = ZoneInfo("UTC")
MONDAY = date(2026, 11, 23)
SUNDAY = MONDAY + timedelta(6)
NEXT_TUESDAY = MONDAY + timedelta(8)
IN_NEW_YEAR = date(2027, 1, 4)
LETTERS = {
    "h": Emotion.HAPPY,
    "s": Emotion.SAD,
    "x": Emotion.ANXIOUS,
    "a": Emotion.ANGRY,
    "c": Emotion.CALM,
    "u": Emotion.SURPRISED,
    "t": Emotion.TIRED,
    " ": Emotion.NEUTRAL,
}


def of(*days: str, strengths: tuple[float, ...] = ()) -> EmotionTrend:
    """The trend of days from Monday on, each with its turns' moods by letter."""
    noon = (MONDAY - date(1970, 1, 1)).days * DAY + DAY // 2
    said = [
        Mood(noon + day * DAY + n, LETTERS[letter], strengths[day] if strengths else 0.6)
        for day, letters in enumerate(days)
        for n, letter in enumerate(letters)
    ]
    return trend(said, ZONE)


MOSTLY_ANXIOUS = of("xxx", "xx", "xx", "c c", "h", "c")
SENTENCES = [
    # dominant
    (of("xx", "x", "xx"), SUNDAY, "这周一直很焦虑，没什么变化。",
     "Consistently anxious this week; little has changed."),
    (of("t", "t", " t", "hh", "tt"), SUNDAY, "这周大多很疲惫，有时也开心。",
     "Mostly tired this week, at times happy."),
    (of("   x", "  ", "  x"), SUNDAY, "这周心情大多平稳，有时焦虑。",
     "Mostly even-tempered this week, at times anxious."),
    (of("  ", " "), SUNDAY, "这周心情一直平稳。", "Even-tempered this week."),
    # none dominant
    (of("hs", "ah", "xc"), SUNDAY, "这周情绪起伏，时而开心，时而难过。",
     "Up and down this week, now happy, now sad."),
    (of("sax", "xas"), SUNDAY, "这周情绪不太好，时而难过，时而焦虑。",
     "In changing low moods this week, now sad, now anxious."),
    (of("hc", "c h"), SUNDAY, "这周有时开心，有时平静。",
     "At times happy and at times calm this week."),
    (of(" h ", "h"), SUNDAY, "这周时常开心。", "Often happy this week."),
    # since when
    (MOSTLY_ANXIOUS, SUNDAY, "这周大多很焦虑，周四起轻松了些。",
     "Mostly anxious this week; better since Thursday."),
    (MOSTLY_ANXIOUS, NEXT_TUESDAY, "最近两周大多很焦虑，上周四起轻松了些。",
     "Mostly anxious over the past two weeks; better since Thursday."),
    (MOSTLY_ANXIOUS, MONDAY + timedelta(10),
     "最近两周大多很焦虑，11月26日起轻松了些。",
     "Mostly anxious over the past two weeks; better since 26 November."),
    (MOSTLY_ANXIOUS, IN_NEW_YEAR,
     "2026年11月23日到28日大多很焦虑，2026年11月26日起轻松了些。",
     "Mostly anxious from 23 to 28 November 2026; better since 26 November 2026."),
    (of("hh", "h", " h", "ss", "s s", "s"), SUNDAY,
     "这周情绪起伏，先前多半开心，周四起低落了许多。",
     "Up and down this week; mostly happy before, sadder since Thursday."),
    (of("aaaaa", "aaaa", "    ", "   "), SUNDAY, "这周大多很生气，周三起气消了些。",
     "Mostly angry this week; calmer since Wednesday."),
    (of("xxxx", "hhh"), MONDAY + timedelta(1), "这两天大多很焦虑，今天轻松了些。",
     "Mostly anxious these last two days; better today."),
    (of("xxxx", "hhh"), MONDAY + timedelta(2), "这几天大多很焦虑，昨天起轻松了些。",
     "Mostly anxious these last few days; better since yesterday."),
    # rising and falling
    (of("x", "x", "x", "x", strengths=(0.9, 0.7, 0.5, 0.3)), SUNDAY,
     "这周一直很焦虑，心情在慢慢好转。", "Consistently anxious this week; slowly getting better."),
    (of("h", "h", "h", "h", strengths=(0.9, 0.7, 0.5, 0.3)), SUNDAY,
     "这周一直很开心，心情在慢慢变差。", "Consistently happy this week; slowly getting worse."),
    # one day
    (of("h"), MONDAY, "今天很开心。", "Happy today."),
    (of("ss"), MONDAY + timedelta(1), "昨天很难过。", "Sad yesterday."),
    (of("", "u"), SUNDAY, "周二很惊讶。", "Surprised on Tuesday."),
    (of("hs"), MONDAY, "今天有时开心，有时难过。", "At times happy and at times sad today."),
    # longer
    (of("h", *[""] * 60, "h"), MONDAY + timedelta(61), "从2026年11月23日以来一直很开心。",
     "Consistently happy since 23 November 2026."),
]  # fmt: skip


@pytest.mark.parametrize(("told", "today", "zh", "en"), SENTENCES)
def test_a_trend_in_a_sentence(told: EmotionTrend, today: date, zh: str, en: str) -> None:
    assert trend_sentence(told, "zh", today) == zh
    assert trend_sentence(told, "en", today) == en


def test_without_a_turn_there_is_nothing_to_say() -> None:
    assert trend_sentence(EmotionTrend(), "zh", SUNDAY) == ""
    assert trend_sentence(EmotionTrend(), "en", SUNDAY) == ""


@pytest.mark.parametrize("tag", ["zh", "zh-Hans-CN", "zh_TW", "ZH"])
def test_chinese_has_many_tags(tag: str) -> None:
    assert trend_sentence(of("h"), tag, MONDAY) == "今天很开心。"


@pytest.mark.parametrize("tag", ["en", "en-GB", "de", "und", ""])
def test_other_languages_are_told_in_english(tag: str) -> None:
    assert trend_sentence(of("h"), tag, MONDAY) == "Happy today."


@given(
    st.lists(st.text("hsxacut ", max_size=5), min_size=1, max_size=25),
    st.integers(-3, 400),
)
def test_whatever_was_felt_makes_one_sentence(days: list[str], today: int) -> None:
    told = of(*days)
    for language, marks in (("zh", "。"), ("en", ".")):
        sentence = trend_sentence(told, language, MONDAY + timedelta(today))
        if not told.days:
            assert sentence == ""
            continue
        assert sentence.count(marks) == 1
        assert sentence.endswith(marks)
        assert not re.search(r"，，|，。|  |[,;] ?[,;.]|None", sentence)
        assert len(sentence) <= (60 if language == "zh" else 150)
        # The wording is all of one language.
        assert bool(re.search("[a-zA-Z]", sentence)) is (language == "en")
