"""Tone: what the next reply should sound like, in Chinese and English."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.memory.affect import EmotionTrend, trend
from myosotis_server.memory.sessions import Mood
from myosotis_server.memory.values import DAY, SECOND, Emotion
from myosotis_server.understanding.tone import Tone, tone_of

NOW = 20_000 * DAY
MINUTE = 60 * SECOND
N, H, S, X = Emotion.NEUTRAL, Emotion.HAPPY, Emotion.SAD, Emotion.ANXIOUS
A, C, U, T = Emotion.ANGRY, Emotion.CALM, Emotion.SURPRISED, Emotion.TIRED
NO_TREND = EmotionTrend()

emotions = st.sampled_from(Emotion)
strengths = st.floats(0, 1, width=32)
moods = st.lists(
    st.builds(Mood, st.integers(NOW - 3 * DAY, NOW + DAY), emotions, strengths), max_size=20
)
texts = st.sampled_from(["", "好的", "快点", "好难过", "asap", "so happy!", "\ud800"]) | st.text()


def felt(*turns: tuple[Emotion, float], minutes_ago: float = 0) -> list[Mood]:
    """Moods of turns said one minute after another, the last so many minutes ago."""
    first = NOW - int((minutes_ago + len(turns) - 1) * MINUTE)
    return [Mood(first + n * MINUTE, *turn) for n, turn in enumerate(turns)]


def tone(
    *turns: tuple[Emotion, float],
    said: str = "",
    language: str = "zh",
    minutes_ago: float = 0,
    over: EmotionTrend = NO_TREND,
) -> Tone:
    return tone_of(felt(*turns, minutes_ago=minutes_ago), said, over, language, NOW)


def days_of(*moods_of_days: Emotion) -> EmotionTrend:
    """A trend of two turns a day, the last of them today."""
    first = NOW - (len(moods_of_days) - 1) * DAY
    said = [
        Mood(first + n * DAY + k, mood, 0.6) for n, mood in enumerate(moods_of_days) for k in (1, 2)
    ]
    return trend(said, ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("emotion", "zh", "en"),
    [
        (T, ("温柔", "安慰", "别说教"), ("gentle", "comfort", "lecture")),
        (X, ("温柔", "先安慰", "别说教"), ("gentle", "comfort", "do not lecture")),
        (S, ("温暖", "安慰"), ("warm", "comfort")),
        (A, ("冷静", "不争辩"), ("calm", "acknowledge", "do not argue")),
        (H, ("活泼", "分享"), ("lively", "share the joy")),
        (U, ("好奇",), ("curious",)),
        (C, ("自然", "放松"), ("natural", "relaxed")),
        (N, ("自然", "放松"), ("natural", "relaxed")),
    ],
)
@pytest.mark.parametrize("intensity", [0.4, 0.9])
def test_each_mood_has_its_guidance(
    emotion: Emotion, zh: tuple[str, ...], en: tuple[str, ...], intensity: float
) -> None:
    for language, words in (("zh-CN", zh), ("en", en)):
        found = tone((emotion, intensity), language=language)
        assert found.emotion is emotion
        assert not found.solution_first
        if emotion is H and intensity > 0.6:
            words = ("share the joy",) if language == "en" else words
        for word in words:
            assert word in found.guidance


def test_the_strength_of_a_feeling_changes_the_words() -> None:
    for language in ("zh", "en"):
        assert (
            tone((X, 0.4), language=language).guidance != tone((X, 0.9), language=language).guidance
        )


@pytest.mark.parametrize(
    ("said", "language", "words"),
    [
        ("马上要面试了，快点告诉我怎么办", "zh", "先给办法，别的不多说"),
        ("The interview starts in 10 minutes, what do I say?", "en",
         "answer first, offer nothing else"),
    ],
)  # fmt: skip
def test_who_is_anxious_and_hurried_wants_the_solution_first(
    said: str, language: str, words: str
) -> None:
    for emotion in (X, N, T, S, A):
        found = tone((emotion, 0.7), said=said, language=language)
        assert found.solution_first
        assert found.guidance.startswith(words)
    assert not tone((H, 0.7), said=said, language=language).solution_first
    assert not tone((X, 0.7), said="怎么办", language=language).solution_first


def test_latest_words_count_even_before_they_are_a_turn() -> None:
    assert tone(said="我好难过").emotion is S
    assert tone(said="I'm exhausted", language="en").emotion is T
    assert tone((H, 0.5), (N, 0.1), said="气死我了").emotion is A
    assert tone((X, 0.6), said="嗯").emotion is X


def test_recent_turns_weigh_more() -> None:
    assert tone((X, 0.7), (H, 0.7)).emotion is H
    assert tone((H, 0.7), (X, 0.7)).emotion is X
    # Two of three outweigh one, if it is not much stronger.
    assert tone((X, 0.7), (X, 0.7), (H, 0.4)).emotion is X
    # A short word that shows nothing doesn't end a feeling; talk of other things does.
    assert tone((S, 0.7), (N, 0.1)).emotion is S
    assert tone((S, 0.7), *[(N, 0.1)] * 5).emotion is N


def test_feelings_wear_off_with_the_hours() -> None:
    strengths_left = [tone((X, 0.8), minutes_ago=ago).intensity for ago in (0, 30, 60, 300)]
    assert strengths_left[:3] == pytest.approx([0.8, 0.4, 0.2])
    assert tone((X, 0.8), minutes_ago=300).emotion is N
    assert tone((X, 0.8), (X, 0.8), (H, 0.4), minutes_ago=0).emotion is X
    stale = felt((X, 0.9), minutes_ago=180)
    assert tone_of([*stale, *felt((H, 0.3))], "", NO_TREND, "zh", NOW).emotion is H


def test_nothing_known_is_an_everyday_tone() -> None:
    for language in ("zh", "en"):
        found = tone(language=language)
        assert (found.emotion, found.intensity, found.solution_first) == (N, 0.0, False)
        assert found.guidance


@pytest.mark.parametrize("language", ["zh", "en"])
def test_after_bad_days_there_is_more_care(language: str) -> None:
    bad, better = days_of(X, X, S), days_of(X, X, X, H, H, H)
    assert better.turning is not None
    plain, careful = tone(language=language), tone(language=language, over=bad)
    assert careful.empathy > plain.empathy
    assert careful.guidance != plain.guidance
    assert tone(language=language, over=better) == plain
    assert tone(language=language, over=days_of(H, H)) == plain


@given(st.sampled_from([N, H, S, X, A, C, U, T]), st.floats(0.1, 1), st.floats(0.1, 1))
def test_empathy_rises_with_intensity(emotion: Emotion, one: float, other: float) -> None:
    weak, strong = sorted((one, other))
    assert tone((emotion, weak)).empathy <= tone((emotion, strong)).empathy
    if strong - weak > 1e-6:
        assert tone((emotion, weak)).empathy < tone((emotion, strong)).empathy


def test_who_suffers_gets_more_empathy_than_who_does_not() -> None:
    least = min(tone((mood, 0.5)).empathy for mood in (S, X, T, A))
    assert least > max(tone((mood, 0.5)).empathy for mood in (H, C, U, N))


@given(moods, texts, moods, st.sampled_from(["zh", "en", "fr", ""]))
def test_a_tone_is_always_whole(
    turns: list[Mood], said: str, days: list[Mood], language: str
) -> None:
    over = trend(days, ZoneInfo("Asia/Shanghai"))
    found = tone_of(turns, said, over, language, NOW)
    assert found.emotion is not Emotion.UNSPECIFIED
    assert 0 <= found.intensity <= 1
    assert 0 <= found.empathy <= 1
    assert found.guidance
    assert found.guidance.isascii() is (language != "zh")
    assert tone_of(turns[::-1], said, over, language, NOW) == found
