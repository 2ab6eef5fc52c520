"""Values to responses."""

from enum import IntEnum
from typing import Any

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service_pb
from myosotis_server.memory.values import SECOND, Instant, Memory, MemoryChange, Owner
from myosotis_server.service.commit import NOT_STORED
from myosotis_server.service.recall import RecallAnswer, Recalled


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
    return pb.Memory(**_fields(owner, value))


def _fields(owner: Owner, value: Memory) -> dict[str, Any]:
    """The fields of a Memory as plain values.

    Protobuf makes a message and all within it from such values in half the time that it takes to
    make its parts one by one and copy them into it; ten memories are most of a recall's answer.
    """
    fields = {
        "memory_id": value.memory_id,
        "user_id": owner.user_id,
        "content": value.content,
        "kind": value.kind,
        "tier": value.tier,
        "origin": value.origin,
        "state": value.state,
        "emotion": value.emotion,
        "emotion_intensity": value.emotion_intensity,
        "importance": value.importance,
        "confidence": value.confidence,
        "mention_count": value.mention_count,
        "sensitivity": value.sensitivity,
        "pinned": value.pinned,
        "language": value.language,
        "subject": value.subject,
        "session_id": value.session_id,
        "tags": value.tags,
        "metadata": value.metadata,
        "sources": [
            {"session_id": source.session_id, "turn_id": source.turn_id} for source in value.sources
        ],
        "valid_from_time": moment(value.valid_from),
        "superseded_by": value.superseded_by,
        "create_time": moment(value.create_time),
        "update_time": moment(value.update_time),
        "access_count": value.access_count,
        "etag": etag(value),
    }
    attribute = value.attribute
    if attribute is not None:
        fields["attribute"] = {
            "key": attribute.key,
            "value": attribute.value,
            "number": attribute.number,
            "unit": attribute.unit,
        }
    for field, instant in (
        ("event_time", value.event_time),
        ("valid_to_time", value.valid_to),
        ("last_access_time", value.last_access_time),
        ("expire_time", value.expire_time),
    ):
        if instant is not None:
            fields[field] = moment(instant)
    return fields


def moment(instant: Instant) -> dict[str, int]:
    """A Timestamp as plain values."""
    seconds, micros = divmod(instant, SECOND)
    return {"seconds": seconds, "nanos": micros * 1_000}


def change(owner: Owner, value: MemoryChange) -> pb.MemoryChange:
    return pb.MemoryChange(
        action=number(value.action),
        memory=_changed(owner, value.memory),
        replaced_memory_ids=value.replaced_memory_ids,
        item_index=value.item_index,
        note=value.note,
    )


def _changed(owner: Owner, value: Memory) -> pb.Memory | None:
    """None for what was not stored; of what is gone there is nothing left but its id."""
    if value is NOT_STORED:
        return None
    if not value.content:
        return pb.Memory(memory_id=value.memory_id, user_id=owner.user_id)
    return memory(owner, value)


def recall(owner: Owner, answer: RecallAnswer) -> service_pb.RecallResponse:
    fields: dict[str, Any] = {
        "memories": [_recalled_fields(owner, each) for each in answer.memories],
        "mode": answer.mode,
        "emotion": answer.emotion,
        "revision": answer.revision,
        "withheld_count": answer.withheld,
        "identity_confirmation_required": answer.withheld > 0,
    }
    return service_pb.RecallResponse(**fields)


def recalled(owner: Owner, value: Recalled) -> pb.RecalledMemory:
    return pb.RecalledMemory(**_recalled_fields(owner, value))


def _recalled_fields(owner: Owner, value: Recalled) -> dict[str, Any]:
    parts = value.breakdown
    return {
        "memory": _fields(owner, value.memory),
        "score": value.score,
        "breakdown": {
            "semantic": parts.semantic,
            "lexical": parts.lexical,
            "context": parts.context,
            "recency": parts.recency,
            "frequency": parts.frequency,
            "importance": parts.importance,
            "emotion": parts.emotion,
            "graph": parts.graph,
        },
    }
