"""Which year is meant by what comes round every year: a date without one, a season, a holiday.

That follows from the words beside it ("去年夏天", "last May", "Christmas 2022") and otherwise from
the present: the last one begun, or the next one where the text looks ahead.
"""

import re
from collections.abc import Callable
from datetime import datetime

from myosotis_server.memory.written_dates import YEARS
from myosotis_server.understanding.calendar_spans import Stretch
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.yearly import InYear, Yearly

_SEARCHED_YEARS = 9
"""So many years on lies a leap day for certain, even across 1900 or 2100."""

YEARS_AWAY = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "今年": 0,
    "明年": 1,
    "后年": 2,
    "後年": 2,
    "last": -1,
    "this": 0,
    "next": 1,
}
_BEFORE = pattern_of(
    r"""(?:(?P<year>大前年|前年|去年|今年|明年|[后後]年)的?
    |(?P<number>(?<!\d)\d{4}|(?<!\d)\d\d)\ ?年的?
    |(?P<which>上一?[个個]|(?P<after>下一?[个個])|(?P<now>[这這]一?[个個]))
    |\b(?P<English_year>last|this|next)\ year(?:'s|,)?\ (?:(?:in|on|at)\ )?(?:the\ )?
    |\b(?P<English>last|this(?:\ past)?|next)\ )$""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_AFTER = pattern_of(
    r"""\ (?:of\ |in\ )?(?:(?P<year>last|this|next)\ year\b|(?P<two>the\ year\ before\ last)\b)
    |,?\ (?:of\ |in\ )?(?P<number>\d{4})\b(?!\ ?年)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_ANY_YEAR = pattern_of(
    r"(?:(?:有一|某|每|那)年的?|每个|每個|\b(?:one|every|each|some|in most) )$",
    re.IGNORECASE | re.ASCII,
)
_LONGEST_BEFORE = 22
_LONGEST_AFTER = 26


def resolve(
    thing: Yearly, text: str, now: datetime, looks_ahead: Callable[[int, int], bool]
) -> tuple[int, int, Stretch] | None:
    """Place (with the words that say which year) and time of `thing`; None where it has none.

    `now` is local. `looks_ahead` tells of a place whether what is said there lies in the future.
    """
    start, end = thing.start, thing.end
    after = _AFTER.match(text[end : end + _LONGEST_AFTER])
    if after is not None:
        if (written := after["number"]) is None:
            away = -2 if after["two"] else YEARS_AWAY[after["year"].casefold()]
            return _placed(start, end + after.end(), thing.in_year, now.year + away)
        if int(written) in YEARS:
            return _placed(start, end + after.end(), thing.in_year, int(written))
    offset = max(0, start - _LONGEST_BEFORE)
    before = _BEFORE.search(text[offset:start])
    if before is None:
        if thing.needs_year or _ANY_YEAR.search(text[offset:start]):
            return None
        which = "next" if looks_ahead(start, end) else "latest"
        stretch = _nearest(thing.in_year, now, which)
        return None if stretch is None else (start, end, stretch)
    start = offset + before.start()
    if (name := before["year"] or before["English_year"]) is not None:
        return _placed(start, end, thing.in_year, now.year + YEARS_AWAY[name.casefold()])
    if (written := before["number"]) is not None:
        number = int(written)
        if number < 100:
            number += 2000 if number < 70 else 1900
        return _placed(start, end, thing.in_year, number) if number in YEARS else None
    if before["which"] is not None:
        which = "after" if before["after"] else "this" if before["now"] else "last"
    else:
        which = {"last": "last", "next": "after"}.get(before["English"].casefold(), "this")
    stretch = _nearest(thing.in_year, now, which)
    return None if stretch is None else (start, end, stretch)


def _placed(start: int, end: int, in_year: InYear, number: int) -> tuple[int, int, Stretch] | None:
    try:
        return start, end, in_year(number)
    except (OverflowError, ValueError):
        return None


def _nearest(in_year: InYear, now: datetime, which: str) -> Stretch | None:
    """The `latest` begun, the `last` one over, the `next` not over, that `after` now, or `this`."""
    back = which in ("latest", "last")
    # A winter that began last year may still run, hence a year to either side.
    first = now.year + 1 if back else now.year - 1
    for away in range(_SEARCHED_YEARS + 2):
        try:
            begin, end = in_year(first - away if back else first + away)
        except (OverflowError, ValueError):
            continue
        if which == "latest":
            fits = begin <= now
        elif which == "last":
            fits = end <= now
        elif which == "after":
            fits = begin > now
        elif which == "next":
            fits = end > now
        else:
            fits = end > now or begin.year == now.year
        if fits:
            return begin, end
    return None
