"""How exactly a memory tells when something is: its event time is only where that time begins."""

import re
from datetime import datetime
from enum import Enum

from myosotis_server.understanding.patterns import pattern_of


class Span(Enum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


_MOST_READ = 600
_DAY = pattern_of(
    r"[日号號天晚早夜]|(?:周|週|星期|[礼禮]拜)[一二三四五六日天末]|\d[/.-]\d|[月初中]旬|月[初中底末]"
    r"|day\b|night\b|morning\b|evening\b|weekend|\b(?:mon|tue|wed|thu|fri|sat|sun)\b"
    r"|\d(?:st|nd|rd|th)\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b",
    re.IGNORECASE,
)
_WEEK = pattern_of(r"周|週|星期|[礼禮]拜|\bweek", re.IGNORECASE)
_MONTH = pattern_of(
    r"月|\bmonth|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\b"
    r"|\b(?:january|february|march|april|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_YEAR = pattern_of(r"年|\byear|\b(?:19|20)\d\d\b", re.IGNORECASE)


def span_of(content: str, event: datetime) -> Span:
    """Of what `event`, in local time, is the beginning, by the words of `content`.

    A day, unless the text names no day and only a longer time that begins just then.
    """
    content = content[:_MOST_READ]
    if event.hour or event.minute or _DAY.search(content):
        return Span.DAY
    if not event.weekday() and _WEEK.search(content):
        return Span.WEEK
    if event.day == 1 and _MONTH.search(content):
        return Span.MONTH
    if event.day == event.month == 1 and _YEAR.search(content):
        return Span.YEAR
    return Span.DAY
