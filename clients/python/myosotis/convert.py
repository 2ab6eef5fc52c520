"""Turns values into messages and messages into values. Pure functions, shared by both clients."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.enums import ChangeAction, Emotion, Kind, Origin, Sensitivity, State, Tier
from myosotis.v1 import memory_pb2 as pb
from myosotis.values import (
    Attribute,
    IdentitySignals,
    Memory,
    MemoryChange,
    MemoryFilter,
    NewMemory,
    RecalledMemory,
    RecallWeights,
    ScoreBreakdown,
    TimeRange,
    TurnReference,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


# To messages ------------------------------------------------------------------------------------


def timestamp(moment: datetime | None, field: str) -> Timestamp | None:
    """None stays None. Raises ValueError, naming `field`, for a datetime without a time zone."""
    if moment is None:
        return None
    if moment.utcoffset() is None:
        raise ValueError(
            f"{field} has no time zone; give it one, as in datetime.now(UTC) or "
            f'datetime(…, tzinfo=ZoneInfo("Asia/Shanghai"))'
        )
    seconds, microseconds = divmod((moment - _EPOCH) // _MICROSECOND, 1_000_000)
    return Timestamp(seconds=seconds, nanos=microseconds * 1000)


def duration(span: timedelta | None) -> Duration | None:
    """None stays None. Seconds and nanos have the same sign, as protobuf wants it."""
    if span is None:
        return None
    microseconds = span // _MICROSECOND
    sign = -1 if microseconds < 0 else 1
    seconds, rest = divmod(abs(microseconds), 1_000_000)
    return Duration(seconds=sign * seconds, nanos=sign * rest * 1000)


def number(member: IntEnum) -> Any:
    """The number of an enum's member. (The stubs take only their own enum types, hence Any.)"""
    return int(member)


def numbers(members: Iterable[IntEnum]) -> Any:
    """The numbers of members of an enum."""
    return [int(member) for member in members]


def strings(texts: Iterable[str], field: str) -> list[str]:
    """Raises TypeError, naming `field`, for one str, which would be taken for its characters."""
    if isinstance(texts, str):
        raise TypeError(f"{field} takes a sequence of strings, not a single one: [{texts!r}]")
    return list(texts)


def request_id(given: str | None) -> str:
    """`given`, or a fresh UUID."""
    return str(uuid.uuid4()) if given is None else given


def attribute_message(value: Attribute | None) -> pb.Attribute | None:
    if value is None:
        return None
    return pb.Attribute(key=value.key, value=value.value, number=value.number, unit=value.unit)


def new_memory_message(value: str | NewMemory) -> pb.NewMemory:
    """A bare str is its content. Raises ValueError for a naive datetime."""
    if isinstance(value, str):
        return pb.NewMemory(content=value)
    return pb.NewMemory(
        content=value.content,
        kind=number(value.kind),
        tier=number(value.tier),
        origin=number(value.origin),
        attribute=attribute_message(value.attribute),
        emotion=number(value.emotion),
        importance=value.importance,
        confidence=value.confidence,
        pinned=value.pinned,
        subject=value.subject,
        tags=strings(value.tags, "tags"),
        metadata=value.metadata,
        event_time=timestamp(value.event_time, "event_time"),
        observe_time=timestamp(value.observe_time, "observe_time"),
        ttl=duration(value.ttl),
        sources=[
            pb.TurnReference(session_id=turn.session_id, turn_id=turn.turn_id)
            for turn in value.sources
        ],
    )


def new_memory_messages(value: str | NewMemory | Sequence[str | NewMemory]) -> list[pb.NewMemory]:
    items = [value] if isinstance(value, (str, NewMemory)) else value
    return [new_memory_message(item) for item in items]


def filter_message(value: MemoryFilter | None) -> pb.MemoryFilter | None:
    """Raises ValueError for a naive datetime, TypeError for a str in place of several."""
    if value is None:
        return None
    return pb.MemoryFilter(
        kinds=numbers(value.kinds),
        tiers=numbers(value.tiers),
        emotions=numbers(value.emotions),
        tags=strings(value.tags, "tags"),
        session_ids=strings(value.session_ids, "session_ids"),
        attribute_keys=strings(value.attribute_keys, "attribute_keys"),
        subjects=strings(value.subjects, "subjects"),
        metadata=value.metadata,
        min_importance=value.min_importance,
        min_confidence=value.min_confidence,
        create_time=range_message(value.create_time, "create_time"),
        event_time=range_message(value.event_time, "event_time"),
        include_superseded=value.include_superseded,
    )


def range_message(value: TimeRange | None, field: str) -> pb.TimeRange | None:
    """None stays None. Raises ValueError, naming `field`, for a naive datetime."""
    if value is None:
        return None
    return pb.TimeRange(
        start_time=timestamp(value.start_time, f"{field}.start_time"),
        end_time=timestamp(value.end_time, f"{field}.end_time"),
    )


def weights_message(value: RecallWeights | None) -> pb.RecallWeights | None:
    if value is None:
        return None
    return pb.RecallWeights(
        relevance=value.relevance,
        recency=value.recency,
        frequency=value.frequency,
        importance=value.importance,
        emotion=value.emotion,
        recency_decay_per_day=value.recency_decay_per_day,
        semantic=value.semantic,
        lexical=value.lexical,
        context=value.context,
        graph=value.graph,
    )


def identity_message(value: IdentitySignals | None) -> pb.IdentitySignals | None:
    if value is None:
        return None
    return pb.IdentitySignals(
        device_id=value.device_id,
        voiceprint_score=value.voiceprint_score,
        behaviour_score=value.behaviour_score,
        confirmed_explicitly=value.confirmed_explicitly,
    )


# From messages ----------------------------------------------------------------------------------


def shortest_float(value: float) -> float:
    """The shortest decimal that the wire's 32-bit float stands for: 0.7, not 0.699999988…"""
    for digits in (6, 7, 8):
        shorter = float(f"{value:.{digits}g}")
        try:
            if struct.pack("<f", shorter) == struct.pack("<f", value):
                return shorter
        except OverflowError:  # rounded above the largest 32-bit float
            continue
    return value


def moment(message: Any, field: str) -> datetime | None:
    """The time in `field`, in UTC and cut to microseconds; None if unset."""
    if not message.HasField(field):
        return None
    stamp: Timestamp = getattr(message, field)
    return _EPOCH + timedelta(seconds=stamp.seconds, microseconds=stamp.nanos // 1000)


def attribute_value(message: pb.Attribute) -> Attribute:
    return Attribute(
        key=message.key,
        value=message.value,
        number=message.number if message.HasField("number") else None,
        unit=message.unit,
    )


def memory_value(message: pb.Memory) -> Memory:
    return Memory(
        memory_id=message.memory_id,
        user_id=message.user_id,
        content=message.content,
        kind=Kind(message.kind),
        tier=Tier(message.tier),
        origin=Origin(message.origin),
        state=State(message.state),
        attribute=attribute_value(message.attribute) if message.HasField("attribute") else None,
        emotion=Emotion(message.emotion),
        emotion_intensity=shortest_float(message.emotion_intensity),
        importance=shortest_float(message.importance),
        confidence=shortest_float(message.confidence),
        mention_count=message.mention_count,
        sensitivity=Sensitivity(message.sensitivity),
        pinned=message.pinned,
        language=message.language,
        subject=message.subject,
        session_id=message.session_id,
        sources=tuple(TurnReference(turn.session_id, turn.turn_id) for turn in message.sources),
        tags=tuple(message.tags),
        metadata=dict(message.metadata),
        event_time=moment(message, "event_time"),
        valid_from_time=moment(message, "valid_from_time"),
        valid_to_time=moment(message, "valid_to_time"),
        superseded_by=message.superseded_by,
        create_time=moment(message, "create_time"),
        update_time=moment(message, "update_time"),
        last_access_time=moment(message, "last_access_time"),
        access_count=message.access_count,
        expire_time=moment(message, "expire_time"),
        etag=message.etag,
    )


def memory_values(messages: Iterable[pb.Memory]) -> tuple[Memory, ...]:
    return tuple(memory_value(message) for message in messages)


def change_value(message: pb.MemoryChange) -> MemoryChange:
    return MemoryChange(
        action=ChangeAction(message.action),
        memory=memory_value(message.memory),
        replaced_memory_ids=tuple(message.replaced_memory_ids),
        item_index=message.item_index,
        note=message.note,
    )


def change_values(messages: Iterable[pb.MemoryChange]) -> tuple[MemoryChange, ...]:
    return tuple(change_value(message) for message in messages)


def recalled_value(message: pb.RecalledMemory) -> RecalledMemory:
    parts = message.breakdown
    return RecalledMemory(
        memory=memory_value(message.memory),
        score=shortest_float(message.score),
        breakdown=ScoreBreakdown(
            semantic=shortest_float(parts.semantic),
            lexical=shortest_float(parts.lexical),
            context=shortest_float(parts.context),
            recency=shortest_float(parts.recency),
            frequency=shortest_float(parts.frequency),
            importance=shortest_float(parts.importance),
            emotion=shortest_float(parts.emotion),
            graph=shortest_float(parts.graph),
        ),
    )
