"""The audit trail's chain: how an event becomes an entry, and whether entries follow each other.

An entry is the hash of the entry before it and the event. Its own hash is the SHA-256 of its
sequence number and all of its bytes, before they are sealed: so the chain outlives other keys.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from myosotis_server.adapters.record_codec import Codec
from myosotis_server.adapters.store_format import id_bytes, id_text
from myosotis_server.memory.audit import (
    SYSTEM,
    TRAIL_MENDED,
    AuditCheck,
    AuditEvent,
    AuditFault,
    Fault,
)
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.values import Instant

HASH_BYTES = 32
NO_HASH = bytes(HASH_BYTES)
"""What the first event of a trail follows."""
MOST_FAULTS = 20
"""So many are told one by one; the rest are counted."""

_AS_UUID, _AS_TEXT = b"u", b"t"


class _Event(Struct, array_like=True, frozen=True):
    time: Instant
    tenant: str
    actor: str
    action: str
    user_digest: bytes
    outcome: str
    request_id: bytes
    details: dict[str, str]


class _Mark(Struct, array_like=True, frozen=True):
    sequence: int
    hash: bytes


_events = Codec(_Event)
_marks = Codec(_Mark)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the chain: `sequence` comes next, after an entry of this hash."""

    sequence: int
    hash: bytes


BEGINNING = Mark(1, NO_HASH)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, the hash of the entry before it, and its own."""

    previous: bytes
    hash: bytes
    event: AuditEvent


def encode_entry(previous: bytes, event: AuditEvent) -> bytes:
    """ValueError for a digest that is not hexadecimal."""
    return previous + _events.encode(
        _Event(
            event.time,
            event.tenant,
            event.actor,
            event.action,
            bytes.fromhex(event.user_digest),
            event.outcome,
            _packed(event.request_id),
            dict(event.details),
        )
    )


def decode_entry(sequence: int, data: bytes) -> Entry:
    """The inverse of `encode_entry`, of the entry at its place. RecordCorrupt for other bytes.

    Its event has no id.
    """
    stored = _events.decode(data[HASH_BYTES:])
    return Entry(
        data[:HASH_BYTES],
        entry_hash(sequence, data),
        AuditEvent(
            stored.time,
            stored.tenant,
            stored.actor,
            stored.action,
            stored.user_digest.hex(),
            stored.outcome,
            _unpacked(stored.request_id),
            stored.details,
        ),
    )


def entry_hash(sequence: int, data: bytes) -> bytes:
    """The hash of the entry `data` at its place."""
    return hashlib.sha256(sequence.to_bytes(8, "big") + data).digest()


def encode_mark(mark: Mark) -> bytes:
    return _marks.encode(_Mark(mark.sequence, mark.hash))


def decode_mark(data: bytes) -> Mark:
    """The inverse of `encode_mark`; RecordCorrupt for bytes that are none."""
    stored = _marks.decode(data)
    if stored.sequence < 1 or len(stored.hash) != HASH_BYTES:
        raise RecordCorrupt("stored bytes do not fit their layout")
    return Mark(stored.sequence, stored.hash)


class ChainCheck:
    """Follows a chain from `start` to `end`; None where a mark itself cannot be read."""

    def __init__(self, start: Mark | None, end: Mark | None, head: str = "") -> None:
        """`head` is a hash, in hexadecimal, by which the chain must come; "" for none."""
        self._head = head.lower()
        self._start = start
        self._end = end
        self._expected = start.sequence if start else None
        self._hash = start.hash if start else None
        self._came_by_head = not head or (start is not None and start.hash.hex() == self._head)
        self._count = 0
        self._faults: list[AuditFault] = []
        self._fault_count = 0
        if start is None:
            self._note(0, Fault.START)
        if end is None:
            self._note(0, Fault.END)

    def follow(self, entries: Iterable[tuple[int, Entry | None]]) -> AuditCheck:
        """What is wrong with `entries`, by rising sequence number; None is one that is damaged.

        A number of 0 or less is no place of a trail.
        """
        for sequence, entry in entries:
            if self._is_outside(sequence):
                self._note(max(sequence, 0), Fault.BEYOND)
                continue
            self._expect(sequence)
            self._count += 1
            self._expected = sequence + 1
            self._look_at(sequence, entry)
        end = self._end
        if end is not None:
            self._expect(end.sequence)
            if self._hash is not None and self._hash != end.hash:
                self._note(end.sequence - 1, Fault.DAMAGED)
        if not self._came_by_head:
            self._note(0, Fault.LEFT)
        head = end.hash.hex() if end else ""
        return AuditCheck(self._count, head, tuple(self._faults), self._fault_count)

    def _is_outside(self, sequence: int) -> bool:
        return (
            sequence < 1
            or (self._start is not None and sequence < self._start.sequence)
            or (self._end is not None and sequence >= self._end.sequence)
        )

    def _expect(self, sequence: int) -> None:
        """Notes what is missing before `sequence`."""
        if self._expected is not None and self._expected < sequence:
            self._note(self._expected, Fault.MISSING, sequence - self._expected)
            self._hash = None

    def _look_at(self, sequence: int, entry: Entry | None) -> None:
        if entry is None:
            self._note(sequence, Fault.DAMAGED)
            self._hash = None  # what follows it may be sound
            return
        if self._hash is not None and entry.previous != self._hash:
            self._note(sequence, Fault.UNCHAINED)
        if entry.event.actor == SYSTEM and entry.event.action == TRAIL_MENDED:
            self._note(sequence, Fault.MENDED)
        self._hash = entry.hash
        self._came_by_head = self._came_by_head or entry.hash.hex() == self._head

    def _note(self, sequence: int, fault: Fault, count: int = 1) -> None:
        self._fault_count += count
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(AuditFault(sequence, fault))


def _packed(request_id: str) -> bytes:
    """Most request ids are UUIDs, which take half the room as bytes."""
    uuid = id_bytes(request_id)
    return _AS_TEXT + request_id.encode() if uuid is None else _AS_UUID + uuid


def _unpacked(request_id: bytes) -> str:
    kind, rest = request_id[:1], request_id[1:]
    try:
        return id_text(rest) if kind == _AS_UUID else rest.decode()
    except ValueError:
        raise RecordCorrupt("stored bytes do not fit their layout") from None
