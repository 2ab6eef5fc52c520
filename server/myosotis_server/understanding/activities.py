"""What recurring activity a statement tells of, and which statements tell of the same one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.values import (
    DAY,
    Instant,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
)
from myosotis_server.understanding.activities_en import english_activities
from myosotis_server.understanding.activities_zh import chinese_activities
from myosotis_server.understanding.deeds import Activity, Outcome
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.event_times import event_time_of
from myosotis_server.understanding.patterns_en import words

__all__ = ["Activity", "Group", "Outcome", "activities_of", "activity_of", "grouped", "happened_at"]

_MOST = 4
"""Of one statement; one that tells of more is a diary."""


def activities_of(content: str, language: str = "") -> tuple[Activity, ...]:
    """The activities of the user's own that `content` tells of, each once, in order.

    Only what was done, is to be done or was not done on some day counts: not habits told as such,
    wishes, suppositions, questions, or what others did. `language` is a BCP 47 tag; "" where it is
    for the text to tell. Never raises; reads the first few hundred characters.
    """
    language = language or language_of(content[:_SHOWS_LANGUAGE])
    if language.startswith("zh"):
        found = chinese_activities(content)
    elif language.startswith("en"):
        found = english_activities(content)
    else:
        return ()
    by_key: dict[str, Activity] = {}
    for activity in found:
        by_key.setdefault(activity.key, activity)
        if len(by_key) == _MOST:
            break
    return tuple(by_key.values())


_SHOWS_LANGUAGE = 400


def activity_of(content: str, language: str = "") -> Activity | None:
    """The first of `activities_of`, or None."""
    return next(iter(activities_of(content, language)), None)


@dataclass(frozen=True, slots=True)
class Group:
    """Statements of one activity, by their places in what was given to `grouped`.

    `members` tell that it was done or was to be done, `denials` that it was not.
    """

    activity: Activity
    members: tuple[int, ...] = ()
    denials: tuple[int, ...] = ()
    outcomes: tuple[Outcome, ...] = field(default=(), repr=False)
    """Of the members, in their order."""


CONTAINED_LIKE = 0.5
"""Likeness from which on two activities are one if the words of one hold the other's."""
ACROSS_LIKE = 0.8
"""The same for activities told in different languages, whose words cannot be compared."""

_EVENT_WORDS = words(
    """lesson class course practice rehearsal match meet competition race game exam recital concert
    show club meeting training walk take"""
)
_EVENT_SIGNS = ("课", "赛", "考", "演", "展", "会", "票", "教", "接", "送", "陪", "带", "买")


def grouped(
    statements: Sequence[Memory], likeness: NDArray[np.floating] | None = None
) -> list[Group]:
    """The activities that `statements` tell of, each with the statements that do.

    Only active memories of the user's own count, and none that consolidation made. Statements with
    the same key belong together, and so does what somebody was at by its bare name ("back from
    piano") with the only lesson or training in it. Where `likeness` [n, n] is given, how much two
    say the same from 0 to 1 (calibrated), groups are joined whose words allow it and whose
    statements are on average as much alike as CONTAINED_LIKE or ACROSS_LIKE says: a swimming class
    is no swimming meet, however alike they sound. Largest groups first, ties in the order of the
    statements.
    """
    told: dict[str, _Told] = {}
    for place, memory in enumerate(statements):
        if not _counts(memory):
            continue
        language = memory.language if memory.language in ("zh", "en") else ""
        for activity in activities_of(memory.content, language):
            told.setdefault(activity.key, []).append((place, activity))
    parts = _with_lessons(told)
    if likeness is not None:
        parts = _joined(parts, likeness)
    groups = [_group(sorted(part, key=lambda one: one[0])) for part in parts]
    return sorted(groups, key=lambda group: -len(group.members))


def _counts(memory: Memory) -> bool:
    return (
        memory.state is MemoryState.ACTIVE
        and (not memory.subject or _ALONG.search(memory.content[:_SHOWS_LANGUAGE]) is not None)
        and memory.kind is not MemoryKind.SUMMARY
        and memory.origin is not MemoryOrigin.CONSOLIDATED
    )


_Told = list[tuple[int, Activity]]
_LESSONS = ("lesson", "class", "practice", "training", "rehearsal", "session")


def _with_lessons(told: dict[str, _Told]) -> list[_Told]:
    for key in list(told):
        of_it = [named for each in _LESSONS if (named := f"{key} {each}") in told]
        if len(of_it) != 1:
            continue
        # Nobody comes "back from piano" but from its lesson; to play it is something else.
        gone = [one for one in told[key] if one[1].said == f"go to {key}"]
        told[of_it[0]] += gone
        told[key] = [one for one in told[key] if one not in gone]
    return [part for part in told.values() if part]


_ALONG = re.compile(
    r"[跟和与陪带同]我们?(?:一起|一块|去|来)|[跟和与同][^，。]{1,8}一起"
    r"|\b(?:with (?:me|us)|and (?:i|me)|joined (?:me|us)|we)\b",
    re.IGNORECASE,
)
"""What is told of somebody else may be of the user as well: 许曼跟我一起去健身了."""
_MOST_COMPARED = 200
"""Groups that are compared with one another, the largest: what was told of once is no habit yet."""


def _joined(parts: list[_Told], likeness: NDArray[np.floating]) -> list[_Told]:
    by_size = sorted(parts, key=lambda part: -len(part))
    kept: list[_Told] = []
    for part in by_size[:_MOST_COMPARED]:
        places = [place for place, _ in part]
        best, most = None, 0.0
        for other in kept:
            enough = _like_enough(part[0][1], other[0][1])
            if enough is None:
                continue
            alike = float(np.mean(likeness[np.ix_(places, [place for place, _ in other])]))
            if alike >= enough and alike > most:
                best, most = other, alike
        if best is None:
            kept.append(list(part))
        else:
            best += part
    return kept + by_size[_MOST_COMPARED:]


def _like_enough(one: Activity, other: Activity) -> float | None:
    """How much alike statements of the two must be for them to be one; None: they are two."""
    if one.language != other.language:
        return ACROSS_LIKE
    if one.language == "en":
        a, b = set(one.key.split()), set(other.key.split())
        holds = a <= b or b <= a
        return CONTAINED_LIKE if holds and not (a ^ b) & _EVENT_WORDS else None
    short, long = sorted((one.said, other.said), key=len)
    if short in long:
        rest = long.replace(short, "", 1)
        return None if any(sign in rest for sign in _EVENT_SIGNS) else CONTAINED_LIKE
    return None


def _group(told: _Told) -> Group:
    members = {place: each.outcome for place, each in told if each.outcome is not Outcome.DENIED}
    denials = {place for place, each in told if each.outcome is Outcome.DENIED} - set(members)
    # Told in the language and the words that are used most, with a verb if there is one; the
    # shorter of equals: 健身 before 去健身房.
    counts = Counter(replace(each, outcome=Outcome.DONE) for _, each in told)
    languages = Counter(each.language for _, each in told)
    most = max(counts, key=lambda each: _fit_to_tell(each, languages, counts))
    return Group(most, tuple(members), tuple(sorted(denials)), tuple(members.values()))


def _fit_to_tell(
    each: Activity, languages: Counter[str], counts: Counter[Activity]
) -> tuple[int, bool, int, int]:
    return languages[each.language], each.verb != "", counts[each], -len(each.said)


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
    a statement was said once, at its `update_time`.
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
    return given or (statements[place].update_time,)


def _times(
    memory: Memory,
    zone: ZoneInfo,
    said: Sequence[Instant],
    outcome: Outcome = Outcome.OPEN,
) -> Iterator[Instant]:
    """When what `memory` tells happened, for each time it was said."""
    if _VAGUE.search(memory.content[:_SHOWS_LANGUAGE]):
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


_VAGUE = re.compile(
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
