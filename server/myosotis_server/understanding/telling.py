"""What a statement tells, all things considered: fills in whatever its teller left open."""

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.slots import SLOTS, slot_of
from myosotis_server.memory.values import (
    Attribute,
    Emotion,
    MemoryKind,
    MemoryOrigin,
    Sensitivity,
    Statement,
)
from myosotis_server.understanding.emotions import Felt, mood_named
from myosotis_server.understanding.importance import importance_of
from myosotis_server.understanding.news import tells_event
from myosotis_server.understanding.once import tells_once
from myosotis_server.understanding.patterns import pattern_of

HEDGED_CONFIDENCE = 0.6
_HEDGES = pattern_of(
    r"可能|也许|或许|大概|好像|似乎|应该是|估计|说不定|记不太清|不太确定|不确定"
    r"|\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|not sure|i believe it"
    r"|might be|sort of|kind of|if i remember)\b",
    re.IGNORECASE,
)
_EVENT_OVER = 0.35
"""What has a time of its own is an event, unless the head is surer than that of something else."""


def kind_of(
    attribute: Attribute | None,
    kinds: NDArray[np.float32],
    has_time: bool,
    *,
    is_event: bool = False,
    is_once: bool = False,
    is_mood: bool = False,
    is_calm: bool = False,
    by_head: bool = True,
) -> MemoryKind:
    """The kind of a statement: that of the `attribute` that it claims, else the likeliest [kinds].

    `kinds` are probabilities of FACT to VALUE; `by_head` tells whether they mean anything. What
    `is_event` by its words is no fact and no habit, what tells of one occasion (`is_once`) no habit
    and no taste, nor a feeling where it shows none (`is_calm`) or has a time of its own. What only
    says how the user feels (`is_mood`) is no fact.
    """
    if attribute is not None and attribute.key in SLOTS:
        return slot_of(attribute.key).kind
    if attribute is not None and attribute.key.startswith("favourite_"):
        return MemoryKind.PREFERENCE
    if not by_head:
        return MemoryKind.EVENT if has_time else MemoryKind.FACT
    likeliest = MemoryKind(1 + int(kinds.argmax()))
    if has_time and float(kinds[MemoryKind.EVENT - 1]) > _EVENT_OVER:
        return MemoryKind.EVENT
    if is_event and likeliest in (MemoryKind.FACT, MemoryKind.HABIT):
        return MemoryKind.EVENT
    if (is_once or has_time) and likeliest is MemoryKind.HABIT:
        return MemoryKind.EVENT
    if is_once and likeliest in (MemoryKind.PREFERENCE, MemoryKind.VALUE):
        return MemoryKind.EVENT
    if is_once and likeliest is MemoryKind.EMOTION and (is_calm or has_time):
        return MemoryKind.EVENT
    return MemoryKind.EMOTION if is_mood and likeliest in _LASTING else likeliest


_LASTING = {MemoryKind.FACT, MemoryKind.HABIT, MemoryKind.VALUE}
_TASTE = pattern_of(
    r"喜欢|爱|最|讨厌|好[吃喝看玩听]|难[吃喝看]|不错|绝|推荐|香"
    r"|\b(?:love[ds]?|like[ds]?|hate[ds]?|enjoy\w*|prefer\w*|favou?rite|best|worst|great|delicious"
    r"|amazing|good|nice|awful|boring)\b",
    re.IGNORECASE,
)
_OF_NOW = pattern_of(
    r"(?:so|just|god|ugh|honestly|really|feeling|(?:i['’]?m|i am|i feel"
    r"|i['’]ve been feeling)(?! (?:an?|the"
    r"|from|in|at|on|not|always|usually|someone|one)\b))\b[^,.;]{0,40}$"
    r"|(?:我|今天|今晚|现在|这会儿|这几天|真的?|实在|感觉|觉得|又|还是|都|一直|整个人"
    r"|[好很太超特挺]|有[点些]|快|非常|特别)*"
    r"(?!.*(?:的人|性格|总是|[经常]常|每|从小))[^，,。；]{1,8}$",
    re.IGNORECASE,
)
"""All of what says how the user is now: I'm exhausted, 我好累."""


def _is_mood(text: str, subject: str, felt: Felt) -> bool:
    return (
        not subject
        and felt.emotion is not Emotion.NEUTRAL
        and len(text) <= _MOST_OF_A_MOOD
        and _OF_NOW.match(text) is not None
        and mood_named(text) is felt.emotion
    )


_MOST_OF_A_MOOD = 40


def filled(
    statement: Statement,
    reading: Reading,
    kinds: NDArray[np.float32],
    felt: Felt,
    sensitivity: Sensitivity,
) -> Statement:
    """`statement` with its kind, attribute, feeling, importance, confidence and care.

    What its teller set stays as it is.
    """
    attribute: Attribute | None = statement.attribute or reading.attribute
    kind = statement.kind or kind_of(
        attribute,
        kinds,
        statement.event_time is not None,
        is_event=tells_event(statement.content, statement.subject),
        is_once=tells_once(statement.content) and not _TASTE.search(statement.content),
        is_calm=felt.emotion is Emotion.NEUTRAL,
        is_mood=_is_mood(statement.content, statement.subject, felt),
    )
    emotion = statement.emotion or felt.emotion
    intensity = statement.emotion_intensity
    if intensity is None:
        intensity = float(felt.intensity) if emotion is felt.emotion else 0.5
    importance = statement.importance
    if importance is None:
        importance = importance_of(statement.content, kind, attribute, intensity, statement.pinned)
    confidence = statement.confidence
    if confidence is None and _HEDGES.search(statement.content):
        confidence = HEDGED_CONFIDENCE
    origin = statement.origin or (
        MemoryOrigin.INFERRED if reading.is_inferred else MemoryOrigin.EXPLICIT
    )
    return replace(
        statement,
        kind=kind,
        attribute=attribute,
        emotion=emotion,
        emotion_intensity=intensity,
        importance=importance,
        confidence=confidence,
        origin=origin,
        sensitivity=statement.sensitivity or sensitivity,
    )
