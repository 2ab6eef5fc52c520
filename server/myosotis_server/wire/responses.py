"""Values to responses."""

from enum import IntEnum
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import memory_pb2 as pb
from myosotis_server.memory.values import SECOND, Instant, Memory, MemoryChange, Owner
from myosotis_server.service.recall import Recalled


def timestamp(instant: Instant) -> Timestamp:
    seconds, micros = divmod(instant, SECOND)
    return Timestamp(seconds=seconds, nanos=micros * 1_000)


def number(value: IntEnum) -> Any:
    """The wire's number of `value`, which is its own; the stubs know no plain numbers."""
    return int(value)


def etag(memory: Memory) -> str:
    """Changes with every change of the memory; opaque to callers."""
    return f"{memory.revision:x}"


def revision_of(tag: str) -> int | None:
    """The revision that `etag` spoke of; -1, which none has, for what is not an etag of ours."""
    if not tag:
        return None
    try:
        return int(tag, 16)
    except ValueError:
        return -1


def memory(owner: Owner, value: Memory) -> pb.Memory:
    message = pb.Memory(
        memory_id=value.memory_id,
        user_id=owner.user_id,
        content=value.content,
        kind=number(value.kind),
        tier=number(value.tier),
        origin=number(value.origin),
        state=number(value.state),
        emotion=number(value.emotion),
        emotion_intensity=value.emotion_intensity,
        importance=value.importance,
        confidence=value.confidence,
        mention_count=value.mention_count,
        sensitivity=number(value.sensitivity),
        pinned=value.pinned,
        language=value.language,
        subject=value.subject,
        session_id=value.session_id,
        tags=value.tags,
        metadata=value.metadata,
        valid_from_time=timestamp(value.valid_from),
        superseded_by=value.superseded_by,
        create_time=timestamp(value.create_time),
        update_time=timestamp(value.update_time),
        access_count=value.access_count,
        etag=etag(value),
    )
    if value.attribute is not None:
        message.attribute.key = value.attribute.key
        message.attribute.value = value.attribute.value
        message.attribute.unit = value.attribute.unit
        if value.attribute.number is not None:
            message.attribute.number = value.attribute.number
    for source in value.sources:
        message.sources.add(session_id=source.session_id, turn_id=source.turn_id)
    for field, instant in (
        ("event_time", value.event_time),
        ("valid_to_time", value.valid_to),
        ("last_access_time", value.last_access_time),
        ("expire_time", value.expire_time),
    ):
        if instant is not None:
            getattr(message, field).CopyFrom(timestamp(instant))
    return message


def change(owner: Owner, value: MemoryChange) -> pb.MemoryChange:
    return pb.MemoryChange(
        action=number(value.action),
        memory=memory(owner, value.memory),
        replaced_memory_ids=value.replaced_memory_ids,
        item_index=value.item_index,
        note=value.note,
    )


def recalled(owner: Owner, value: Recalled) -> pb.RecalledMemory:
    parts = value.breakdown
    return pb.RecalledMemory(
        memory=memory(owner, value.memory),
        score=value.score,
        breakdown=pb.ScoreBreakdown(
            semantic=parts.semantic,
            lexical=parts.lexical,
            context=parts.context,
            recency=parts.recency,
            frequency=parts.frequency,
            importance=parts.importance,
            emotion=parts.emotion,
            graph=parts.graph,
        ),
    )
