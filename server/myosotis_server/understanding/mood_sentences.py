"""How a user has been, in one sentence of their language."""

from datetime import date

from myosotis_server.memory.affect import EmotionTrend
from myosotis_server.understanding import mood_sentences_en, mood_sentences_zh
from myosotis_server.understanding.mood_sentences_outline import outline


def trend_sentence(trend: EmotionTrend, language: str, today: date) -> str:
    """One sentence on `trend` as told on `today`, both in the user's zone.

    It says what was felt, whether it changed, and since when; "" where nothing was said at all.
    Chinese for the BCP 47 tag "zh" and its variants, English for every other.
    """
    if not trend.days:
        return ""
    told = outline(trend, today)
    if is_chinese(language):
        return mood_sentences_zh.sentence(told)
    return mood_sentences_en.sentence(told)


def is_chinese(language: str) -> bool:
    """Whether the BCP 47 tag `language` is one of Chinese."""
    return language.replace("_", "-").split("-", 1)[0].lower() == "zh"
