"""How a user has been, in an English sentence."""

from datetime import date

from myosotis_server.memory.affect import Turning
from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.mood_sentences_outline import Drift, Outline

_MOODS = {
    Emotion.HAPPY: "happy",
    Emotion.SAD: "sad",
    Emotion.ANXIOUS: "anxious",
    Emotion.ANGRY: "angry",
    Emotion.CALM: "calm",
    Emotion.SURPRISED: "surprised",
    Emotion.TIRED: "tired",
}
_BEFORE = {each: f"mostly {mood}" for each, mood in _MOODS.items()} | {
    Emotion.NEUTRAL: "even-tempered"
}
_BETTER = {Emotion.ANGRY: "calmer", Emotion.TIRED: "less tired"}
_WORSE = {
    Emotion.SAD: "sadder",
    Emotion.ANXIOUS: "more anxious",
    Emotion.ANGRY: "angrier",
    Emotion.TIRED: "more tired",
}
_DRIFTS = {
    Drift.UNCLEAR: "",
    Drift.RISING: "; slowly getting better",
    Drift.FALLING: "; slowly getting worse",
    Drift.STEADY: "; little has changed",
}
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_WEEKS = ("", "", "two", "three", "four")


def sentence(told: Outline) -> str:
    """Such as "Mostly anxious this week; better since Thursday."."""
    words = f"{_mood(told)}{_change(told)}."
    return words[0].upper() + words[1:]


def _mood(told: Outline) -> str:
    period = _period(told)
    also = [_MOODS[each] for each in told.also]
    if told.main is Emotion.NEUTRAL:
        often = "even-tempered" if told.all_along else "mostly even-tempered"
        return f"{often} {period}" + (f", at times {also[0]}" if also else "")
    if told.main is not Emotion.UNSPECIFIED:
        mood = _MOODS[told.main]
        if told.first == told.last:
            often = mood
        else:
            often = f"consistently {mood}" if told.all_along else f"mostly {mood}"
        return f"{often} {period}" + (f", at times {also[0]}" if also else "")
    if told.swings:
        how = "in changing low moods" if told.is_low else "up and down"
        between = "" if told.turning is not None else f", now {also[0]}, now {also[1]}"
        return f"{how} {period}{between}"
    if len(also) > 1:
        return f"at times {also[0]} and at times {also[1]} {period}"
    return f"often {also[0]} {period}"


def _change(told: Outline) -> str:
    if told.turning is not None:
        before = f"{_BEFORE[told.turning.mood_before]} before, " if told.swings else ""
        return f"; {before}{_turn(told.turning)} {_since(told.turning.day, told.today)}"
    if told.drift is Drift.STEADY and (told.swings or told.main is Emotion.NEUTRAL):
        return ""
    return _DRIFTS[told.drift]


def _turn(turning: Turning) -> str:
    if turning.is_better:
        return _BETTER.get(turning.mood_before, "better")
    return _WORSE.get(turning.mood_after, "less bright")


def _since(day: date, today: date) -> str:
    named = _named(day, today)
    return named if named == "today" else f"since {named}"


def _period(told: Outline) -> str:
    today, first, last = told.today, told.first, told.last
    if first == last:
        named = _named(first, today)
        return named if named in ("today", "yesterday") else f"on {named}"
    ago = (today - first).days
    if (today - last).days > 6 or last > today:
        within_month = (first.month, first.year) == (last.month, last.year)
        start = str(first.day) if within_month else _date(first, last)
        return f"from {start} to {_date(last, today)}"
    if ago <= 2:
        return "these last two days" if ago == 1 else "these last few days"
    if ago <= today.weekday():
        return "this week"
    if ago < 7:
        return "over the past week"
    weeks = -(-(ago + 1) // 7)
    if weeks < len(_WEEKS):
        return f"over the past {_WEEKS[weeks]} weeks"
    return f"since {_date(first, today)}"


def _named(day: date, today: date) -> str:
    ago = (today - day).days
    if 0 <= ago <= 1:
        return ("today", "yesterday")[ago]
    return _WEEKDAYS[day.weekday()] if 0 < ago < 7 else _date(day, today)


def _date(day: date, beside: date) -> str:
    year = f" {day.year}" if day.year != beside.year else ""
    return f"{day.day} {_MONTHS[day.month - 1]}{year}"
