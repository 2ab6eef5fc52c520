"""On which days what a group of statements tells of was done."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from myosotis_server.memory.values import DAY, Instant, Memory
from myosotis_server.understanding.activities import Group
from myosotis_server.understanding.deeds import Outcome
from myosotis_server.understanding.event_times import event_time_of
from myosotis_server.understanding.patterns import pattern_of

_MOST_READ = 400
"""Characters of a statement in which its time is looked for."""


def happened_at(
    group: Group,
    statements: Sequence[Memory],
    zone: ZoneInfo,
    now: Instant,
    said: Sequence[Sequence[Instant]] = (),
) -> list[Instant]:
    """When what `group` tells of happened up to `now`: for `regularity`, sorted.

    It happened at the time of the event. What was told as done without a time, neither vague nor
    of a habit, was done on the day on which it was told, whose local midnight stands for it. What
    was told without a tense, or to be done at a time that was named, was done once its day is over,
    unless a statement of the group denies it for that day. What was told of a week or more names no
    day, and is left out. `said` has, for each of `statements`, when each of its turns was said: one
    that was said several times tells of as many days ("去健身房了"). Where it is missing or empty,
    a statement was said once, at its `create_time`: later ones are those of its revisions.
    """
    denied = {
        day
        for place in group.denials
        for when in _times(statements[place], zone, _said(statements, said, place))
        if (day := _day(when, zone)) is not None
    }
    found: set[Instant] = set()
    for place, outcome in zip(group.members, group.outcomes, strict=True):
        memory, at = statements[place], _said(statements, said, place)
        for when in _times(memory, zone, at, outcome):
            day = _day(when, zone)
            if day is None or when > now:
                continue
            if outcome is Outcome.DONE or (day not in denied and now - when >= DAY):
                found.add(when)
    return sorted(found)


def _said(
    statements: Sequence[Memory], said: Sequence[Sequence[Instant]], place: int
) -> Sequence[Instant]:
    given = said[place] if place < len(said) else ()
    return given or (statements[place].create_time,)


def _times(
    memory: Memory,
    zone: ZoneInfo,
    said: Sequence[Instant],
    outcome: Outcome = Outcome.OPEN,
) -> Iterator[Instant]:
    """When what `memory` tells happened, for each time it was said."""
    if _VAGUE.search(memory.content[:_MOST_READ]):
        return
    if memory.event_time is not None:
        yield _not_ahead(memory.event_time, min(said), zone, outcome)
        if len(said) == 1:
            return
    for moment in said:
        when = event_time_of(memory.content, moment, zone)
        if when is None and outcome is not Outcome.PLANNED:
            when = _midnight(moment, zone)
        if when is not None:
            yield _not_ahead(when, moment, zone, outcome)


def _not_ahead(when: Instant, said: Instant, zone: ZoneInfo, outcome: Outcome) -> Instant:
    """`when`, or the day it was said: of "练了腿，明天肯定酸", tomorrow is not when it was done."""
    if outcome is not Outcome.DONE or when <= said:
        return when
    today = _midnight(said, zone)
    return when if today is None or _day(when, zone) == _day(said, zone) else today


_VAGUE = pattern_of(
    r"最近|近来|近期|前[阵段些几]|前不久|不久前|[这那]几天|[这那][段阵]|那时|以前|之前(?!.{0,4}天)"
    r"|[上下这本那]个?(?:周(?![一二三四五六日天末])|(?:星期|礼拜)(?![一二三四五六日天])|月(?!\d)|季度|学期)"
    r"|[去今前明]年(?!.{0,3}月.{1,3}[日号])"
    r"|\b(?:recently|lately|these days|the other day|a while (?:ago|back)|ages ago|some time ago"
    r"|(?:last|this|next|the past) (?:week(?!end)|month|year|spring|summer|autumn|fall|winter)"
    r"|this past week|a few (?:days|weeks|months) ago|used to|back (?:then|when)|once upon)\b",
    re.IGNORECASE,
)
"""No day: a week begins on its Monday, but what was done in it was not done on that day."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def _day(moment: Instant, zone: ZoneInfo) -> date | None:
    try:
        return (_EPOCH + moment * _MICROSECOND).astimezone(zone).date()
    except (OverflowError, ValueError):
        return None


def _midnight(moment: Instant, zone: ZoneInfo) -> Instant | None:
    """The local midnight that begins the day of `moment`."""
    day = _day(moment, zone)
    if day is None:
        return None
    try:
        begin = datetime(day.year, day.month, day.day, tzinfo=zone)
        return (begin - _EPOCH) // _MICROSECOND
    except (OverflowError, ValueError):
        return None
