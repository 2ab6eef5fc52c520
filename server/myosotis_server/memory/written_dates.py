"""Dates as they are written out, in Chinese and English, wherever they stand in a text.

Nothing relative is read here: "last May" is the month May, and who knows the present resolves it.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

MOST = 64
"""A text that holds more dates than that is a table, and its first ones stand for it."""

_MOST_TRIED = 4 * MOST
"""Places that are looked at closely, which bounds what a text full of "may" can cost."""

YEARS = range(1500, 2200)
"""Four digits outside of these are no year that people talk about."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date at `text[start:end]`; what was not written is None, and never everything.

    `year` is within `YEARS`, `month` 1-12, `day` 1-31 and one that the month has. There is no day
    without a month.
    """

    start: int
    end: int
    year: int | None
    month: int | None
    day: int | None


def written_dates(text: str) -> list[WrittenDate]:
    """The first `MOST` dates in `text`, from left to right, none overlapping another.

    Read are "2023-05-04", "2023/5/4", "2023.5.4" (also before "T19:00"), "2023年5月4日", "23年5月",
    "五月四号", "二〇二三年", "08年", "May 4th, 2023", "the 4th of May", "Sept. 3", "May 2023", a
    month by name and "in 2023". Digits may be full-width. "05/04/2023" has the month first, unless
    only the day can come first. Names of months that are also verbs or people's names (May, March,
    April, June, August), short ones (Dec) and those in small letters need a word such as "in" or
    "last" before them when they stand alone. The place leaves out that word.

    A date that no calendar has is nothing at all, and so are lunar months ("五月初五"), durations
    ("3个月"), a bare "2023", "5/4" and "4号".
    """
    found: list[WrittenDate] = []
    if _FOUR_DIGITS.search(text):
        found += _first(_numeric(text))
    if _MONTH_HINT.search(text) or _YEAR_HINT.search(text):
        found += _first(_english(text))
    if "月" in text or "年" in text:
        found += _first(_chinese(text))
    if len(found) < 2:
        return found
    found.sort(key=lambda date: (date.start, -date.end))
    kept: list[WrittenDate] = []
    for date in found:
        if not kept or date.start >= kept[-1].end:
            kept.append(date)
    return kept[:MOST]


_FOUR_DIGITS = re.compile(r"\d{4}")


def _first(dates: Iterator[WrittenDate]) -> list[WrittenDate]:
    return list(islice(dates, MOST))


def _date(
    start: int, end: int, year: int | None, month: int | None, day: int | None
) -> WrittenDate | None:
    """The date, or None where no calendar has it. Without a year, February has 29 days."""
    if year is not None and year not in YEARS:
        return None
    if month is not None:
        if not 1 <= month <= 12:
            return None
        if day is not None and not 1 <= day <= monthrange(2000 if year is None else year, month)[1]:
            return None
    return WrittenDate(start, end, year, month, day)


# Digits and strokes

_NUMERIC = re.compile(
    r"""(?<![A-Za-z\d])(?<!\d[-./:－．／])
    (?:(\d{4})([-./－．／])(\d{1,2})\2(\d{1,2})(?!\2\d)
      |(\d{1,2})[/／](\d{1,2})[/／](\d{4})(?![/／]\d))
    (?![\d%])(?:(?=T\d)|(?![A-Za-z]))""",
    re.VERBOSE,
)


def _numeric(text: str) -> Iterator[WrittenDate]:
    for match in islice(_NUMERIC.finditer(text), _MOST_TRIED):
        year, _, month, day, first, second, last = match.groups()
        if year is None:
            year, month, day = last, first, second
            if int(month) > 12:
                month, day = day, month
        if date := _date(*match.span(), int(year), int(month), int(day)):
            yield date


# Chinese

_ONES = "一二三四五六七八九"
_SMALL = {
    (_ONES[tens - 1] if tens > 1 else "") + ("十" if tens else "") + (_ONES[ones - 1 : ones]): (
        10 * tens + ones
    )
    for tens in range(4)
    for ones in range(10)
    if tens or ones
} | {f"廿{ones}": 20 + number for number, ones in enumerate(["", *_ONES])}
_DIGITS = str.maketrans("〇零○" + _ONES, "000123456789")

_YEAR = rf"(?:\d{{4}}|\d\d|[〇零○{_ONES}]{{4}}|[〇零○{_ONES}]{{2}})"
_NUMBER = rf"(?:\d{{1,2}}|[{_ONES}十廿]{{1,3}})"
_CHINESE = re.compile(
    rf"""(?<![\d.．第初〇零○{_ONES}十廿百千万萬两兩几幾])
    (?:(?:(?P<year>{_YEAR})\ ?年[的\ ]?)?
       (?P<month>{_NUMBER})\ ?月份?
       (?:\ ?(?P<day>{_NUMBER})\ ?(?:[日号號]|(?=[、~～\-–—到至和]\ ?{_NUMBER}\ ?[日号號]))
         # Bands, babies' ages, "once a month", and days that only the lunar calendar calls so.
         |(?!天(?![气氣])|[龄齡嫂]|[怀懷]胎|初[{_ONES}十]|廿|十五(?![个個天人次])
            |\ ?[\d{_ONES}十两兩几幾]{{1,2}}[次回趟])
       )
      |(?P<alone>{_YEAR})\ ?年(?!\ ?{_NUMBER}\ ?月)(?P<after>出?生|毕业|畢業|[前来來间間])?)""",
    re.VERBOSE,
)
_LUNAR = frozenset({"农历", "農曆", "阴历", "陰曆", "旧历", "舊曆"})


def _chinese(text: str) -> Iterator[WrittenDate]:
    for match in islice(_CHINESE.finditer(text), _MOST_TRIED):
        start, end = match.span()
        if text[max(0, start - 2) : start] in _LUNAR:
            continue
        alone = match["alone"]
        if alone is not None:
            if (year := _lone_year(alone, match["after"] or "")) is not None:
                end = match.start("after") if match["after"] else end
                yield WrittenDate(start, end, year, None, None)
            continue
        month = _small(match["month"])
        day = None if match["day"] is None else _small(match["day"])
        year = None if match["year"] is None else _full_year(match["year"])
        # 0 is no month and no day, so that what is no number is no date either.
        if date := _date(start, end, year, month, day):
            yield date


def _small(written: str) -> int:
    return int(written) if written.isdigit() else _SMALL.get(written, 0)


def _full_year(written: str) -> int:
    year = int(written.translate(_DIGITS))
    if len(written) == 4:
        return year
    return 2000 + year if year < 70 else 1900 + year


def _lone_year(written: str, after: str) -> int | None:
    """The year of "2023年"; None where it says how long ("20年", "2000年前") rather than when."""
    year = _full_year(written)
    if len(written) == 4:
        long = year % 100 == 0 and after in tuple("前来來间間")
        return year if year in YEARS and after not in tuple("间間") and not long else None
    born = len(after) > 1 or after == "生"
    return year if born or written[0] in "0０〇零○" else None


# English

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("jan", "january"),
            ("feb", "february"),
            ("mar", "march"),
            ("apr", "april"),
            ("may",),
            ("jun", "june"),
            ("jul", "july"),
            ("aug", "august"),
            ("sep", "sept", "september"),
            ("oct", "october"),
            ("nov", "november"),
            ("dec", "december"),
        ),
        1,
    )
    for name in names
}
_VERBS = frozenset({"may", "march"})
_NEED_A_CUE = frozenset({"may", "march", "april", "june", "august"})
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_MONTH_HINT = re.compile(
    # The class comes first and looks back afterwards: the search then skips from hit to hit.
    r"[JFMASONDjfmasond](?<![A-Za-z].)(?:an|eb|ar|pr|ay|un|ul|ug|ep|ct|ov|ec"
    r"|AN|EB|AR|PR|AY|UN|UL|UG|EP|CT|OV|EC)",
    re.DOTALL,
)
_YEAR_HINT = re.compile(r"\d{4}(?<=[A-Za-z][ -]\d{4})", re.ASCII)
_ENDS = r"(?![\w%]|[.,:/]\d)"
_YEAR_ENDS = r"(?![\w%]|[.,:/-]\d)"
_ENGLISH = re.compile(
    rf"""\b(?:
    (?P<m1>{_MONTH})(?:
        \.?\ (?:the\ )?(?P<d1>\d{{1,2}})(?P<o1>st|nd|rd|th)?
            (?:(?:,\ ?|\ |\ of\ )(?P<y1>\d{{4}}){_YEAR_ENDS}|{_ENDS})
       |\.?,?\ (?:of\ )?(?P<y2>\d{{4}}){_YEAR_ENDS})?
    |(?:the\ )?(?<![.,:/$-])(?P<d3>\d{{1,2}})(?P<o3>st|nd|rd|th)?(?P<of>\ of)?\ (?P<m3>{_MONTH})
        (?:\.?,?\ (?P<y3>\d{{4}}){_YEAR_ENDS})?
    |(?:in|since|during|until|till|early|late|mid)[\ -](?P<y5>\d{{4}}){_YEAR_ENDS}
        (?!\ (?:words|steps|dollars|yuan|rmb|people|met(?:er|re)s|k?m|miles|years|days|hours
               |calories|pieces|ways|places|pages|characters|b\.?c)\b)
    )""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_CUE = re.compile(
    r"\b(?:in|since|last|next|this|of|during|early|late|mid|by|until|till|from|before|after"
    r"|through|every|each)[ -]$",
    re.IGNORECASE | re.ASCII,
)
_CUE_AFTER = re.compile(r"(?: of)? (?:last|this|next) year\b", re.IGNORECASE | re.ASCII)
_DAY_CUE = re.compile(
    r"(?:\b(?:on|by|since|until|till|from|before|after|of|is|was|last|next|this),? |^\s*)$",
    re.IGNORECASE | re.ASCII,
)
_LONGEST_CUE = 10


def _english(text: str) -> Iterator[WrittenDate]:
    for match in islice(_ENGLISH.finditer(text), _MOST_TRIED):
        start, end = match.span()
        if match["y5"] is not None:
            if int(match["y5"]) in YEARS:
                yield WrittenDate(match.start("y5"), end, int(match["y5"]), None, None)
            continue
        name = match["m1"] or match["m3"]
        day = match["d1"] or match["d3"]
        year = _year_of(match)
        if year is not None and year not in YEARS:
            if day is None:
                continue
            # "May 4, 9000 people": the number belongs to what follows.
            last = "m3" if match["m3"] else "o1" if match["o1"] else "d1"
            year, end = None, match.end(last)
        if year is None and not _is_month(text, match, name):
            continue
        month = _MONTHS[name.lower()]
        if date := _date(start, end, year, month, None if day is None else int(day)):
            yield date


def _year_of(match: re.Match[str]) -> int | None:
    written = match["y1"] or match["y2"] or match["y3"]
    return None if written is None else int(written)


def _is_month(text: str, match: re.Match[str], name: str) -> bool:
    """Whether `name`, with no year beside it, is a month and neither verb nor person."""
    lower, start = name.lower(), match.start()
    before = text[max(0, start - _LONGEST_CUE) : start]
    if match["d3"] is not None:
        return bool(match["of"]) or not (lower in _VERBS and name[0].islower())
    if match["d1"] is not None:
        plain = lower in _VERBS and name[0].islower() and not match["o1"]
        return not plain or bool(_DAY_CUE.search(before))
    if name[0].isupper() and len(name) > 3 and lower not in _NEED_A_CUE and lower != "sept":
        return True
    if lower in _VERBS and name[0].islower() and before.lower().endswith(("this ", "each ")):
        return False
    return bool(_CUE.search(before) or _CUE_AFTER.match(text, match.end()))
