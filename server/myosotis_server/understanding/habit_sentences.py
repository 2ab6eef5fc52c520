"""A habit in one sentence of its user's: "I go to the gym twice a week, usually on Sundays"."""

import re

from myosotis_server.memory.habits import PartOfDay, Regularity, Rhythm
from myosotis_server.understanding.deeds import Activity
from myosotis_server.understanding.patterns import pattern_of

WORKDAYS = frozenset(range(5))


def habit_sentence(activity: Activity, regularity: Regularity, language: str) -> str:
    """What the user would say of the habit, in Chinese where `language` is, else in English.

    An activity that was told without a verb, or in the other language, stands behind a colon, where
    it needs no grammar: "Twice a week, usually on Tuesdays: piano lesson".
    """
    is_chinese = language.startswith("zh")
    is_fluent = activity.verb != "" and activity.language.startswith("zh" if is_chinese else "en")
    if is_chinese:
        return _chinese(activity, regularity, is_fluent)
    return _english(activity, regularity, is_fluent)


_MOST_READ = 400
_NUMBER_ZH = r"[一两二三四五六七八九十几\d]"
_RHYTHM = pattern_of(
    rf"每(?!一次|个人|位)|天天|(?<![上下这第]){_NUMBER_ZH} ?(?:周|个?星期|个?礼拜|个?月|天) ?"
    rf"[^，。]{{0,6}}?{_NUMBER_ZH}+ ?[次回趟节堂]"
    r"|(?:周|星期|礼拜)[一二三四五六日天末1-6].{0,3}都|工作日|隔一?[天周]"
    r"|\b(?:every|each|daily|weekly|nightly|fortnightly|monthly"
    r"|(?:once|twice|times) (?:an?|per|each)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|week(?:days|ends|nights)"
    r"|most (?:days|weeks)|(?:mornings|evenings|afternoons|nights))\b",
    re.IGNORECASE,
)


def tells_rhythm(text: str) -> bool:
    """Whether `text` says how often something is done, not only that it was done or is usual."""
    return _RHYTHM.search(text[:_MOST_READ]) is not None


# Chinese

_DIGITS_ZH = "零一两三四五六七八九十"
_DAYS_ZH = "一二三四五六日"
_PARTS_ZH = {
    PartOfDay.MORNING: "早上",
    PartOfDay.NOON: "中午",
    PartOfDay.AFTERNOON: "下午",
    PartOfDay.EVENING: "晚上",
}


def _chinese(activity: Activity, regularity: Regularity, is_fluent: bool) -> str:
    part = _PARTS_ZH[regularity.part_of_day] if regularity.part_of_day else ""
    if regularity.rhythm is Rhythm.DAILY or regularity.weekdays == WORKDAYS:
        is_daily = regularity.rhythm is Rhythm.DAILY
        when = f"几乎每天{part}" if is_daily else f"每个工作日{part}"
        return f"我{when}都{activity.said}" if is_fluent else f"{when}：{activity.said}"
    times = f"{_number_zh(len(regularity.weekdays))}次"
    if regularity.rhythm is not Rhythm.WEEKDAYS:
        times = "一次"
    often = f"{_period_zh(regularity)}{times}{_usual_zh(regularity, part)}"
    return f"我{activity.said}{often}" if is_fluent else f"{often}：{activity.said}"


def _period_zh(regularity: Regularity) -> str:
    if regularity.rhythm is Rhythm.MONTHLY:
        return "每个月"
    interval = regularity.interval_days or 7
    if interval == 2:
        return "每隔一天"
    if interval % 7:
        return f"每{_number_zh(interval)}天"
    return "一周" if interval == 7 else f"每{_number_zh(interval // 7)}周"


def _usual_zh(regularity: Regularity, part: str) -> str:
    if regularity.day_of_month is not None:
        day = regularity.day_of_month
        return f"，通常在{'月底' if day == 31 else f'{day}号'}{part}"
    days = [f"周{_DAYS_ZH[weekday]}" for weekday in sorted(regularity.weekdays)]
    if not days:
        return f"，通常在{part}" if part else ""
    return f"，通常在{'和'.join(['、'.join(days[:-1])] * (len(days) > 1) + days[-1:])}{part}"


def _number_zh(number: int) -> str:
    return _DIGITS_ZH[number] if number < len(_DIGITS_ZH) else str(number)


# English

_NUMBERS_EN = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
)
_DAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TIMES_EN = {1: "once", 2: "twice"}


def _english(activity: Activity, regularity: Regularity, is_fluent: bool) -> str:
    part = regularity.part_of_day
    if regularity.rhythm is Rhythm.DAILY:
        is_named = part is not None and part is not PartOfDay.NOON
        often = f"almost every {part.value if is_named and part else 'day'}"
        usual = _apart_en(part) if not is_named else ""
    elif regularity.weekdays == WORKDAYS:
        often, usual = "every weekday", _apart_en(part)
    else:
        often, usual = _often_en(regularity), _usual_en(regularity)
    if is_fluent:
        return f"I {activity.said} {often}{usual}"
    return f"{often[0].upper()}{often[1:]}{usual}: {activity.said}"


def _often_en(regularity: Regularity) -> str:
    if regularity.rhythm is Rhythm.MONTHLY:
        return "once a month"
    if regularity.rhythm is Rhythm.WEEKDAYS:
        count = len(regularity.weekdays)
        return f"{_TIMES_EN.get(count) or f'{_number_en(count)} times'} a week"
    interval = regularity.interval_days or 7
    if interval == 7:
        return "once a week"
    if interval == 2:
        return "every other day"
    if interval % 7:
        return f"every {_number_en(interval)} days"
    return f"every {_number_en(interval // 7)} weeks"


def _usual_en(regularity: Regularity) -> str:
    part = regularity.part_of_day
    if regularity.day_of_month is not None:
        day = regularity.day_of_month
        which = "last day of the month" if day == 31 else _ordinal(day)
        return f", usually on the {which}{_in_part(part)}"
    days = [_DAYS_EN[weekday] for weekday in sorted(regularity.weekdays)]
    if not days:
        return _apart_en(part)
    if part is None or part is PartOfDay.NOON:
        return f", usually on {_listed([f'{day}s' for day in days])}{_in_part(part)}"
    return f", usually on {_listed(days)} {part.value}s"


def _apart_en(part: PartOfDay | None) -> str:
    return f", usually{_in_part(part)}" if part else ""


def _in_part(part: PartOfDay | None) -> str:
    if part is None:
        return ""
    return " around noon" if part is PartOfDay.NOON else f" in the {part.value}"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1])] * (len(words) > 1) + words[-1:])


def _number_en(number: int) -> str:
    return _NUMBERS_EN[number] if number < len(_NUMBERS_EN) else str(number)


def _ordinal(day: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{'th' if 10 < day < 14 else ending}"
