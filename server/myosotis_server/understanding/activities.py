"""What recurring activity a statement tells of, and which statements tell of the same one."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.values import (
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
)
from myosotis_server.understanding.activities_en import english_activities
from myosotis_server.understanding.activities_zh import chinese_activities
from myosotis_server.understanding.deeds import Activity, Outcome
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words

__all__ = ["Activity", "Group", "Outcome", "activities_of", "activity_of", "grouped"]

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


_ALONG = pattern_of(
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
