"""How values become bytes: a version byte, then a MessagePack array in the order of the fields.

Fields may be appended with a default; any other change needs a new version. Decoders raise
RecordCorrupt for bytes that they cannot read: what reaches them has passed its authenticity
check, so that it was written by another version or is a fault of ours.
"""

from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from myosotis_server.adapters.store_format import id_text
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.ports import Answer, ChangeReference
from myosotis_server.memory.values import (
    Attribute,
    ChangeAction,
    Emotion,
    Instant,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Sensitivity,
    TurnReference,
)

VERSION = 1

S = TypeVar("S", bound=Struct)


class _Attribute(Struct, array_like=True, frozen=True):
    key: str
    value: str
    number: float | None
    unit: str


class _Memory(Struct, array_like=True, frozen=True):
    content: str
    kind: MemoryKind
    tier: MemoryTier
    origin: MemoryOrigin
    state: MemoryState
    create_time: int
    update_time: int
    valid_from: int
    valid_to: int | None
    event_time: int | None
    expire_time: int | None
    attribute: _Attribute | None
    emotion: Emotion
    emotion_intensity: float
    importance: float
    confidence: float
    mention_count: int
    sensitivity: Sensitivity
    pinned: bool
    language: str
    subject: str
    session_id: str
    sources: list[tuple[str, str]]
    tags: tuple[str, ...]
    metadata: dict[str, str]
    superseded_by: str
    revision: int
    learn_time: int | None = None
    faded_to: int | None = None
    memory_id: bytes = b""
    """Since format 4. Before, it was in the key alone."""


class _Change(Struct, array_like=True, frozen=True):
    action: ChangeAction
    memory: _Memory
    revision: int
    replaced_memory_ids: tuple[str, ...]
    item_index: int
    note: str


class _Reference(Struct, array_like=True, frozen=True):
    action: ChangeAction
    memory_id: str
    replaced_memory_ids: tuple[str, ...]
    item_index: int
    note: str


class _Answer(Struct, array_like=True, frozen=True):
    digest: bytes
    revision: int
    changes: list[_Reference]
    forgotten_count: int
    receipt_id: str
    expire_time: int


class Codec(Generic[S]):
    """Bytes of one layout."""

    def __init__(self, layout: type[S]) -> None:
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(layout)
        self._version = bytes([VERSION])

    def encode(self, value: S) -> bytes:
        """The version byte and `value`."""
        return self._version + self._encoder.encode(value)

    def decode(self, data: bytes) -> S:
        """The inverse of `encode`."""
        if data[:1] != self._version:
            raise RecordCorrupt("stored bytes have an unknown layout")
        try:
            return self._decoder.decode(memoryview(data)[1:])
        except (msgspec.MsgspecError, ValueError, RecursionError):  # ValueError: invalid UTF-8
            raise RecordCorrupt("stored bytes do not fit their layout") from None


_memories = Codec(_Memory)
_changes = Codec(_Change)
_answers = Codec(_Answer)


def encode_memory(memory: Memory) -> bytes:
    """All of `memory` but its access fields, which are kept apart."""
    return _memories.encode(_stored(memory))


def decode_memory(
    data: bytes, access_count: int = 0, last_access_time: Instant | None = None
) -> Memory:
    """The inverse of `encode_memory`, joined with what is kept apart."""
    return _restored(_memories.decode(data), access_count, last_access_time)


def encode_change(change: MemoryChange) -> bytes:
    """All of `change` but the memory's access fields."""
    return _changes.encode(
        _Change(
            change.action,
            _stored(change.memory),
            change.revision,
            tuple(change.replaced_memory_ids),
            change.item_index,
            change.note,
        )
    )


def decode_change(data: bytes) -> MemoryChange:
    """The inverse of `encode_change`."""
    stored = _changes.decode(data)
    return MemoryChange(
        stored.action,
        _restored(stored.memory),
        stored.revision,
        stored.replaced_memory_ids,
        stored.item_index,
        stored.note,
    )


def named_memory(data: bytes, memory_id: bytes) -> bytes:
    """A memory's value of before format 4, with the id that it lacked."""
    return _memories.encode(replace(_memories.decode(data), memory_id=memory_id))


def named_change(data: bytes, memory_id: bytes) -> bytes:
    """The same for a change."""
    change = _changes.decode(data)
    return _changes.encode(replace(change, memory=replace(change.memory, memory_id=memory_id)))


def encode_answer(answer: Answer) -> bytes:
    """All of `answer`."""
    references = [
        _Reference(
            change.action,
            change.memory_id,
            tuple(change.replaced_memory_ids),
            change.item_index,
            change.note,
        )
        for change in answer.changes
    ]
    return _answers.encode(
        _Answer(
            answer.digest,
            answer.revision,
            references,
            answer.forgotten_count,
            answer.receipt_id,
            answer.expire_time,
        )
    )


def decode_answer(data: bytes) -> Answer:
    """The inverse of `encode_answer`."""
    stored = _answers.decode(data)
    changes = tuple(
        ChangeReference(
            change.action,
            change.memory_id,
            change.replaced_memory_ids,
            change.item_index,
            change.note,
        )
        for change in stored.changes
    )
    return Answer(
        stored.digest,
        stored.revision,
        changes,
        stored.forgotten_count,
        stored.receipt_id,
        stored.expire_time,
    )


def _stored(memory: Memory) -> _Memory:
    attribute = memory.attribute
    return _Memory(
        memory.content,
        memory.kind,
        memory.tier,
        memory.origin,
        memory.state,
        memory.create_time,
        memory.update_time,
        memory.valid_from,
        memory.valid_to,
        memory.event_time,
        memory.expire_time,
        None
        if attribute is None
        else _Attribute(attribute.key, attribute.value, attribute.number, attribute.unit),
        memory.emotion,
        memory.emotion_intensity,
        memory.importance,
        memory.confidence,
        memory.mention_count,
        memory.sensitivity,
        memory.pinned,
        memory.language,
        memory.subject,
        memory.session_id,
        [(source.session_id, source.turn_id) for source in memory.sources],
        tuple(memory.tags),
        dict(memory.metadata),
        memory.superseded_by,
        memory.revision,
        memory.learn_time,
        memory.faded_to,
        bytes.fromhex(memory.memory_id.replace("-", "")),
    )


def _restored(
    stored: _Memory, access_count: int = 0, last_access_time: Instant | None = None
) -> Memory:
    if len(stored.memory_id) != 16:
        raise RecordCorrupt("a stored memory has no id")
    attribute = stored.attribute
    # In the order of the fields: by their names it takes twice as long, for every memory recalled.
    return Memory(
        id_text(stored.memory_id),
        stored.content,
        stored.kind,
        stored.tier,
        stored.origin,
        stored.state,
        stored.create_time,
        stored.update_time,
        stored.valid_from,
        stored.valid_to,
        stored.event_time,
        stored.expire_time,
        None
        if attribute is None
        else Attribute(attribute.key, attribute.value, attribute.number, attribute.unit),
        stored.emotion,
        stored.emotion_intensity,
        stored.importance,
        stored.confidence,
        stored.mention_count,
        stored.sensitivity,
        stored.pinned,
        stored.language,
        stored.subject,
        stored.session_id,
        tuple([TurnReference(session, turn) for session, turn in stored.sources]),
        stored.tags,
        stored.metadata,
        stored.superseded_by,
        last_access_time,
        access_count,
        stored.revision,
        stored.learn_time,
        stored.faded_to,
    )
