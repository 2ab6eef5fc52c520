"""Times named in English relative to the present: "last Friday", "two weeks ago", "recently"."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import islice

from myosotis_server.understanding.calendar_spans import (
    AFTERNOON,
    MORNING,
    MOST_TRIED,
    NIGHT,
    RECENT_DAYS,
    Found,
    Stretch,
    Unit,
    a_few_ago,
    ago,
    days,
    month_back,
    months_before,
    part_of,
    the_coming,
    the_past,
    week,
    weekday_after,
    weekday_before,
    weekday_of_week,
    weekend,
    year,
)
from myosotis_server.understanding.patterns import pattern_of

_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            ("monday", "mon"),
            ("tuesday", "tue", "tues"),
            ("wednesday", "wed"),
            ("thursday", "thu", "thur", "thurs"),
            ("friday", "fri"),
            ("saturday", "sat"),
            ("sunday", "sun"),
        )
    )
    for name in names
}
_NUMBERS = {
    name: number
    for number, name in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
            *("eighteen", "nineteen", "twenty"),
        ),
        1,
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50}
_UNITS = {"day": Unit.DAY, "week": Unit.WEEK, "month": Unit.MONTH, "year": Unit.YEAR}
_BACK = {"last": 1, "this": 0, "next": -1}
_DAYS_AWAY = {
    "today": 0,
    "yesterday": -1,
    "tomorrow": 1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}
_PARTS = {"morning": MORNING, "afternoon": AFTERNOON, "evening": NIGHT, "night": NIGHT}
PART_OF_DAY = pattern_of(r"(?:'s)? (morning|afternoon|evening|night)\b", re.IGNORECASE | re.ASCII)
_FEW_MEANS = {Unit.DAY: 7, Unit.WEEK: 4, Unit.MONTH: 4, Unit.YEAR: 4}

_NUMBER = "|".join(sorted((name for name in _NUMBERS if len(name) > 2), key=len, reverse=True))
_UNIT = r"(?:day|week|month|year)"
_FULL = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SHORT = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b(?!\.[a-z])"
# The look-ahead at the top holds how the alternatives begin: nearly everywhere it alone is tried.
_TIMES = pattern_of(
    rf"""\b(?=to(?:day|morrow|night)|yesterday|th(?:e\ (?:[dwmypnc]|last)|is\ )|last\ |next\ |past\b
       |coming\b|mon|tue|wed|thu|fri|sat|sun|half\b|an?\b|few\b|several\b|couple\b|\d
       |(?:{_NUMBER})\b|recently|lately)(?:
    (?P<day>the\ day\ (?:before\ yesterday|after\ tomorrow)|today|yesterday|tomorrow)\b
   |(?P<night>tonight|last\ (?:night|evening))\b
   |this\ (?P<part>morning|afternoon|evening)\b
   |(?P<week_of>last|this|next)\ week,?\ (?:on\ )?(?P<in_week>{_FULL})\b
   |(?P<which>last|this(?:\ (?:past|coming))?|next)\ (?:
        (?P<weekday>{_FULL}\b|(?P<short>{_SHORT}))
       |(?P<period>weekend|week|month|year)\b(?!\ of\b))
   |(?P<of_week>{_FULL})\ (?:of\ )?(?P<of_which>last|this|next)\ week\b
   |the\ (?P<twice>week|weekend|month|year)\ before\ last\b
   |(?P<bare>{_FULL}\b|(?<=\bon\ )(?P<bare_short>{_SHORT}))
   |(?P<half>half\ an?\ year|half\ a\ month)\ ago\b
   |(?:(?P<count>\d{{1,4}}|an?|{_NUMBER}|(?:a\ )?couple(?:\ of)?)|(?P<few>(?:a\ )?few|several))
      \ (?P<unit>{_UNIT})s?\ ago\b
   |(?:the\ )?(?:last|past|(?P<ahead>next|coming))\ (?:
        (?P<span_count>\d{{1,4}}|{_NUMBER}|couple(?:\ of)?)|(?P<span_few>few|several))
      \ (?P<span_unit>{_UNIT})s?\b(?!\ of\b)
   |(?:the\ )(?:last|past)\ (?P<span>week|month|year)\b(?!\ (?:of|before)\b)
   |(?P<recent>recently|lately)\b
    )""",
    re.VERBOSE | re.ASCII,
)
_NOT_A_DAY = pattern_of(
    # "Every Monday" is all of them, "Black Friday" a sale, and "to Friday" the end of each week.
    r"(?:\b(?:every|each|most|some|any|black|good|ash|palm|cyber|easter|man|girl)"
    r"|day (?:to|through|thru|till)) $",
    re.ASCII,
)
_GOES_ON = pattern_of(
    r"(?: (?:to|through|thru|till) (?:mon|tues|wednes|thurs|fri|satur|sun)day|s\b| the 13th"
    r"| (?:mornings|afternoons|evenings|nights)\b"
    r"| school\b| addams\b)",
    re.ASCII,
)
_LONGEST_BEFORE = 14
_HINTS = ("day", "week", "month", "year", "night", "ing", "tomorrow", "noon", "recent", "lately")
"""One of these is in every time but for short weekdays, and most questions hold none."""
_SHORT_HINT = pattern_of(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)")


def part_hours(name: str) -> tuple[int, int]:
    """The hours of a part of the day that `PART_OF_DAY` found."""
    return _PARTS[name.lower()]


def english_times(
    text: str, today: date, looks_ahead: Callable[[int, int], bool]
) -> Iterator[Found]:
    """The relative times in `text` from left to right, as of `today`, a local date.

    Weeks begin on Monday. "Last Friday" is the last one before today, "Friday" the same with today
    included (or the next, where the words around its place look ahead), "this Friday" and "next
    Friday" are those of this week and the next. "These days", "the other day", "in two days" and
    "on weekends" are left out, being vague or of no particular day.
    """
    lower = text.lower()
    if len(lower) != len(text):
        # A dotted capital I grows when it becomes small, and places must stay.
        lower = text
    if not any(hint in lower for hint in _HINTS) and not _SHORT_HINT.search(text):
        return
    for match in islice(_TIMES.finditer(lower), MOST_TRIED):
        start, end = match.span()
        bare = match["bare"] is not None
        if bare and (
            _GOES_ON.match(lower, end)
            or _NOT_A_DAY.search(lower[max(0, start - _LONGEST_BEFORE) : start])
        ):
            continue
        short = match["short"] or match["bare_short"]
        if short is not None and not text[end - len(short)].isupper():
            # "next sat" may be a slip for the day, but "on sun" is about the sun.
            continue
        try:
            stretch = _stretch(match, today, looks_ahead)
        except (OverflowError, ValueError):
            continue
        yield Found(start, end, stretch, bare)


def _stretch(match: re.Match[str], today: date, looks_ahead: Callable[[int, int], bool]) -> Stretch:
    if (name := match["day"]) is not None:
        return days(today + timedelta(days=_DAYS_AWAY[name]))
    if (name := match["night"]) is not None:
        return part_of(days(today - timedelta(days=name[0] == "l")), NIGHT)
    if (name := match["part"]) is not None:
        return part_of(days(today), _PARTS[name])
    if (name := match["bare"]) is not None:
        weekday = _WEEKDAYS[name]
        if looks_ahead(*match.span()):
            return weekday_after(today, weekday)
        return weekday_before(today, weekday, inclusive=True)
    if (which := match["which"]) is not None:
        return _of_period(match, which, today)
    if (which := match["week_of"]) is not None:
        return weekday_of_week(today, _WEEKDAYS[match["in_week"]], _BACK[which])
    if (which := match["of_which"]) is not None:
        return weekday_of_week(today, _WEEKDAYS[match["of_week"]], _BACK[which])
    if (name := match["twice"]) is not None:
        return _period(name, today, 2)
    return _counted(match, today)


def _of_period(match: re.Match[str], which: str, today: date) -> Stretch:
    if (name := match["weekday"]) is not None:
        weekday = _WEEKDAYS[name]
        if which in ("last", "this past"):
            return weekday_before(today, weekday, inclusive=False)
        if which == "this coming":
            return weekday_after(today, weekday)
        return weekday_of_week(today, weekday, _BACK[which])
    back = {"this past": 1, "this coming": -1}.get(which)
    if back is not None and match["period"] == "weekend":
        # It may be the one of this very week: that which is over, or that which is not.
        this = weekend(today)
        over = this[1] <= days(today)[0]
        return this if over == (back == 1) else weekend(today, back)
    return _period(match["period"], today, _BACK[which] if back is None else back)


def _period(name: str, today: date, back: int) -> Stretch:
    if name == "week":
        return week(today, back)
    if name == "weekend":
        return weekend(today, back)
    return month_back(today, back) if name == "month" else year(today.year - back)


def _counted(match: re.Match[str], today: date) -> Stretch:
    if (half := match["half"]) is not None:
        if half.endswith("year"):
            return days(months_before(today, 6) - timedelta(days=45), 91)
        return days(today - timedelta(days=19), 9)
    if (name := match["unit"]) is not None:
        unit = _UNITS[name]
        if match["few"] is not None:
            return a_few_ago(today, unit)
        return ago(today, _number(match["count"]), unit)
    if (name := match["span_unit"]) is not None:
        unit = _UNITS[name]
        count = _FEW_MEANS[unit] if match["span_few"] else _number(match["span_count"])
        return the_coming(today, count, unit) if match["ahead"] else the_past(today, count, unit)
    if (name := match["span"]) is not None:
        return the_past(today, 1, _UNITS[name])
    return days(today - timedelta(days=RECENT_DAYS), RECENT_DAYS + 1)


def _number(written: str) -> int:
    if "couple" in written:
        return 2
    return _NUMBERS[written] if written in _NUMBERS else int(written)
