"""How a user has been, in a Chinese sentence."""

from datetime import date, timedelta

from myosotis_server.memory.affect import Turning
from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.mood_sentences_outline import Drift, Outline

_MOODS = {
    Emotion.HAPPY: "开心",
    Emotion.SAD: "难过",
    Emotion.ANXIOUS: "焦虑",
    Emotion.ANGRY: "生气",
    Emotion.CALM: "平静",
    Emotion.SURPRISED: "惊讶",
    Emotion.TIRED: "疲惫",
}
_BEFORE = {each: f"多半{mood}" for each, mood in _MOODS.items()} | {Emotion.NEUTRAL: "心情平稳"}
_BETTER = {
    Emotion.SAD: "心情好了些",
    Emotion.ANXIOUS: "轻松了些",
    Emotion.ANGRY: "气消了些",
    Emotion.TIRED: "精神了些",
}
_WORSE = {
    Emotion.SAD: "低落了许多",
    Emotion.ANXIOUS: "焦虑了许多",
    Emotion.ANGRY: "火气大了许多",
    Emotion.TIRED: "疲惫了许多",
}
_DRIFTS = {
    Drift.UNCLEAR: "",
    Drift.RISING: "，心情在慢慢好转",
    Drift.FALLING: "，心情在慢慢变差",
    Drift.STEADY: "，没什么变化",
}
_WEEKDAYS = "一二三四五六日"
_NUMBERS = "零一两三四"


def sentence(told: Outline) -> str:
    """Such as "这周大多很焦虑，周四起轻松了些。"."""
    return f"{_period(told)}{_mood(told)}{_change(told)}。"


def _mood(told: Outline) -> str:
    also = [_MOODS[each] for each in told.also]
    if told.main is Emotion.NEUTRAL:
        often = "心情一直平稳" if told.all_along else "心情大多平稳"
        return often + (f"，有时{also[0]}" if also else "")
    if told.main is not Emotion.UNSPECIFIED:
        how = "" if told.first == told.last else "一直" if told.all_along else "大多"
        return f"{how}很{_MOODS[told.main]}" + (f"，有时也{also[0]}" if also else "")
    if told.swings:
        how = "情绪不太好" if told.is_low else "情绪起伏"
        return how if told.turning is not None else f"{how}，时而{also[0]}，时而{also[1]}"
    if len(also) > 1:
        return f"有时{also[0]}，有时{also[1]}"
    return f"时常{also[0]}"


def _change(told: Outline) -> str:
    if told.turning is not None:
        before = f"，先前{_BEFORE[told.turning.mood_before]}" if told.swings else ""
        since = "" if told.turning.day == told.today else "起"
        return f"{before}，{_day(told.turning.day, told.today)}{since}{_turn(told.turning)}"
    if told.drift is Drift.STEADY and (told.swings or told.main is Emotion.NEUTRAL):
        return ""
    return _DRIFTS[told.drift]


def _turn(turning: Turning) -> str:
    if turning.is_better:
        return _BETTER.get(turning.mood_before, "心情更好了")
    return _WORSE.get(turning.mood_after, "心情淡了些")


def _period(told: Outline) -> str:
    today, first, last = told.today, told.first, told.last
    if first == last:
        return _day(first, today)
    ago = (today - first).days
    if (today - last).days > 6 or last > today:
        within_month = (last.month, last.year) == (first.month, first.year)
        end = f"{last.day}日" if within_month else _date(last, first)
        return f"{_date(first, today)}到{end}"
    if ago <= 2:
        return "这两天" if ago == 1 else "这几天"
    if ago <= today.weekday():
        return "这周"
    if ago < 7:
        return "最近一周"
    weeks = -(-(ago + 1) // 7)
    return f"最近{_NUMBERS[weeks]}周" if weeks < len(_NUMBERS) else f"从{_date(first, today)}以来"


def _day(day: date, today: date) -> str:
    ago = (today - day).days
    if 0 <= ago <= 1:
        return ("今天", "昨天")[ago]
    if 0 < ago < 7:
        # A day of the calendar week before is "上周四", however near.
        monday = today - timedelta(today.weekday())
        return ("上周" if day < monday else "周") + _WEEKDAYS[day.weekday()]
    return _date(day, today)


def _date(day: date, beside: date) -> str:
    year = f"{day.year}年" if day.year != beside.year else ""
    return f"{year}{day.month}月{day.day}日"
