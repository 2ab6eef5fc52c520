"""What a statement tells, all things considered: fills in whatever its teller left open."""

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.slots import SLOTS, slot_of
from myosotis_server.memory.values import (
    Attribute,
    MemoryKind,
    MemoryOrigin,
    Sensitivity,
    Statement,
)
from myosotis_server.understanding.emotions import Felt
from myosotis_server.understanding.importance import importance_of
from myosotis_server.understanding.news import tells_event

HEDGED_CONFIDENCE = 0.6
_HEDGES = re.compile(
    r"可能|也许|或许|大概|好像|似乎|应该是|估计|说不定|记不太清|不太确定|不确定"
    r"|\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|not sure|i believe it"
    r"|might be|sort of|kind of|if i remember)\b",
    re.IGNORECASE,
)
_EVENT_OVER = 0.35
"""What has a time of its own is an event, unless the head is surer than that of something else."""


def kind_of(
    reading: Reading,
    kinds: NDArray[np.float32],
    has_time: bool,
    *,
    is_event: bool = False,
    by_head: bool = True,
) -> MemoryKind:
    """The kind of a statement: that of the attribute it was read into, else the likeliest [kinds].

    `kinds` are probabilities of FACT to VALUE; `by_head` tells whether they mean anything. What
    `is_event` by its words is no fact and no habit.
    """
    attribute = reading.attribute
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
    return likeliest


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
        replace(reading, attribute=attribute),
        kinds,
        statement.event_time is not None,
        is_event=tells_event(statement.content, statement.subject),
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
