"""The audit trail on LMDB: one sealed entry per event, under its sequence number.

Where the trail begins and ends is kept apart, sealed too, so that entries missing at either end are
noticed. Each adding reads the end within the writer's transaction, so the chain is one whoever adds
to it.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import islice
from typing import Protocol

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.audit_chain import (
    NO_HASH,
    ChainCheck,
    Entry,
    Mark,
    encode_entry,
    entry_hash,
)
from myosotis_server.adapters.audit_keys import (
    END,
    LAST_SEQUENCE,
    START,
    TrailKeys,
    entry_key,
    make_key,
    open_key,
    sequence_of,
)
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.vault import Vault
from myosotis_server.adapters.writer import Writer
from myosotis_server.memory.audit import (
    CLOCK_SLACK,
    EVENTS_PRUNED,
    SYSTEM,
    TRAIL_MENDED,
    AuditCheck,
    AuditEvent,
    AuditFault,
    AuditFilter,
    AuditPage,
    Fault,
)
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.values import Instant, Owner

LOOKED_AT = 20_000
"""How many events one reading looks at, at most."""
PRUNED_AT_ONCE = 5_000
"""How many events go in one transaction, at most, so that writes need not wait long."""


class _Reading(Protocol):
    def __call__(self) -> "AbstractContextManager[lmdb.Transaction[bytes]]": ...


class LmdbAudit:
    """The AuditLog port, within the store's environment."""

    def __init__(self, read: _Reading, writer: Writer, at: Databases, vault: Vault) -> None:
        self._read = read
        self._writer = writer
        self._at = at
        self._vault = vault
        self._keys: TrailKeys | None = None

    def digest(self, owner: Owner) -> str:
        keys = self._keys
        if keys is None:
            with self._read() as txn:
                keys = self._open_key(txn)
        if keys is None:
            keys = self._writer.submit(self._make_missing_key).result()
        return keys.digest(owner)

    def append(self, events: Sequence[AuditEvent], urgent: bool = False) -> "Future[None]":
        return self._writer.submit(lambda txn: self._extend(txn, events), makes_room=urgent)

    def events(self, wanted: AuditFilter, after: str, limit: int) -> AuditPage:
        found: list[AuditEvent] = []
        with self._read() as txn:
            keys = self._open_key(txn)
            if keys is None:
                raise RecordCorrupt("the audit trail's key fails its check")
            before = keys.opened_place(after) if after else LAST_SEQUENCE
            start, end = wanted.span.start, wanted.span.end
            if end is not None:
                before = self._first_after(txn, keys, end + CLOCK_SLACK, before)
            last = before
            for last, entry in islice(self._newest(txn, keys, before), LOOKED_AT):
                if entry is None:
                    continue
                if start is not None and entry.event.time < start - CLOCK_SLACK:
                    return AuditPage(found, "")
                if wanted.matches(entry.event):
                    found.append(replace(entry.event, event_id=keys.event_id(last)))
                if len(found) >= limit:
                    break
            is_end = next(self._newest(txn, keys, last), None) is None
        return AuditPage(found, "" if is_end else keys.sealed_place(last))

    def prune(self, before: Instant, now: Instant) -> "Future[int]":
        return self._writer.submit(lambda txn: self._prune(txn, before, now), makes_room=True)

    def verify(self, head: str = "") -> AuditCheck:
        with self._read() as txn:
            keys = self._open_key(txn)
            if keys is None:
                return AuditCheck(0, "", (AuditFault(0, Fault.KEY),), 1)
            start, end = self._marks(txn, keys)
            pairs = ((key, bytes(value)) for key, value in txn.cursor(self._at.audit))
            entries = (
                (sequence, keys.entry(sequence, value))
                for sequence, value in ((sequence_of(bytes(key)), value) for key, value in pairs)
            )
            return ChainCheck(start, end, head).follow(entries)

    def _extend(self, txn: "lmdb.Transaction[bytes]", events: Sequence[AuditEvent]) -> None:
        if not events:
            return
        keys, end, damaged = self._resume(txn)
        if damaged:
            told = AuditEvent(
                events[0].time,
                *("", SYSTEM, TRAIL_MENDED, "", "DATA_LOSS"),
                details={"why": " ".join(damaged)},
            )
            events = [told, *events]
        for event in events:
            data = encode_entry(end.hash, event)
            value = keys.sealed_entry(end.sequence, data)
            txn.put(entry_key(end.sequence), value, db=self._at.audit, append=True)
            end = Mark(end.sequence + 1, entry_hash(end.sequence, data))
        keys.put_mark(txn, self._at.meta, END, end)

    def _resume(self, txn: "lmdb.Transaction[bytes]") -> tuple[TrailKeys, Mark, list[str]]:
        """Where to go on, and what had to be mended for that: key, end, start, beyond."""
        damaged = []
        keys = self._open_key(txn)
        if keys is None:
            damaged.append("key")
            keys = self._make_key(txn)
        last, strays = self._drop_strays(txn, LAST_SEQUENCE)
        start, end = self._marks(txn, keys)
        if end is None:
            damaged.append("end")
            value = txn.get(entry_key(last), b"", db=self._at.audit) if last else b""
            entry = keys.entry(last, value)
            end = Mark(last + 1, NO_HASH if entry is None else entry.hash)
        elif self._drop_strays(txn, end.sequence)[1] or strays:
            damaged.append("beyond")
        if start is None:
            damaged.append("start")
            self._mend_start(txn, keys, end)
        return keys, end, damaged

    def _drop_strays(self, txn: "lmdb.Transaction[bytes]", end: int) -> tuple[int, bool]:
        """Drops what lies at `end` or later; the last sequence number, and whether any was."""
        cursor = txn.cursor(self._at.audit)
        dropped = False
        while cursor.last():
            sequence = sequence_of(cursor.key())
            if 0 < sequence < end:
                return sequence, dropped
            cursor.delete()
            dropped = True
        return 0, dropped

    def _mend_start(self, txn: "lmdb.Transaction[bytes]", keys: TrailKeys, end: Mark) -> None:
        """Lets the trail begin with the first entry that there is."""
        start = end
        cursor = txn.cursor(self._at.audit)
        if cursor.first():
            sequence = sequence_of(cursor.key())
            entry = keys.entry(sequence, cursor.value())
            start = Mark(max(sequence, 1), NO_HASH if entry is None else entry.previous)
        keys.put_mark(txn, self._at.meta, START, start)

    def _prune(self, txn: "lmdb.Transaction[bytes]", before: Instant, now: Instant) -> int:
        keys = self._open_key(txn)
        if keys is None:
            return 0
        start, end = self._marks(txn, keys)
        if start is None or end is None:
            return 0  # the next event mends it; until then nothing is let go
        last = None
        stop = min(end.sequence, start.sequence + PRUNED_AT_ONCE)
        pairs = layout.between(txn, self._at.audit, entry_key(start.sequence), entry_key(stop))
        for key, value in pairs:
            sequence = sequence_of(key)
            entry = keys.entry(sequence, value)
            if entry is None:
                continue  # it goes with the next that is old
            if entry.event.time >= before:
                break
            last = Mark(sequence + 1, entry.hash)
        if last is None:
            return 0
        count = 0
        cursor = txn.cursor(self._at.audit)
        while cursor.first() and cursor.key() < entry_key(last.sequence):
            cursor.delete()
            count += 1
        keys.put_mark(txn, self._at.meta, START, last)
        told = AuditEvent(
            now, *("", SYSTEM, EVENTS_PRUNED, "", "OK"), details={"count": str(count)}
        )
        self._extend(txn, [told])
        return count

    def _newest(
        self, txn: "lmdb.Transaction[bytes]", keys: TrailKeys, before: int
    ) -> Iterator[tuple[int, Entry | None]]:
        """What lies below `before`, from there downwards; None for what is damaged."""
        cursor = txn.cursor(self._at.audit)
        there = cursor.prev() if cursor.set_range(entry_key(before)) else cursor.last()
        while there:
            sequence = sequence_of(cursor.key())
            if sequence > 0:
                yield sequence, keys.entry(sequence, cursor.value())
            there = cursor.prev()

    def _first_after(
        self, txn: "lmdb.Transaction[bytes]", keys: TrailKeys, time: Instant, before: int
    ) -> int:
        """The first sequence number, at most `before`, from which on events are at `time` or later.

        Found by halving, as if times were in order.
        """
        newest = next(self._newest(txn, keys, before), None)
        low, high = 1, newest[0] + 1 if newest else 1
        while low < high:
            middle = (low + high) // 2
            # Damaged entries have no time, so the first whole one from here on speaks for them.
            found = self._first_whole(txn, keys, middle, high)
            if found is None or found[1] >= time:
                high = middle
            else:
                low = found[0] + 1
        return low

    def _first_whole(
        self, txn: "lmdb.Transaction[bytes]", keys: TrailKeys, first: int, end: int
    ) -> tuple[int, Instant] | None:
        """The first entry from `first` on and before `end` that is whole, and its time."""
        for key, value in layout.between(txn, self._at.audit, entry_key(first), entry_key(end)):
            sequence = sequence_of(key)
            entry = keys.entry(sequence, value)
            if entry is not None:
                return sequence, entry.event.time
        return None

    def _open_key(self, txn: "lmdb.Transaction[bytes]") -> TrailKeys | None:
        keys = open_key(txn, self._at.meta, self._vault, self._keys)
        if keys is not None:
            self._keys = keys
        return keys

    def _make_missing_key(self, txn: "lmdb.Transaction[bytes]") -> TrailKeys:
        """The marks stay as they are, so that the next event tells that the key was missing."""
        return self._open_key(txn) or self._make_key(txn)

    def _make_key(self, txn: "lmdb.Transaction[bytes]") -> TrailKeys:
        return make_key(txn, self._at.meta, masters(txn, self._at.meta, self._vault)[0])

    def _marks(
        self, txn: "lmdb.Transaction[bytes]", keys: TrailKeys
    ) -> tuple[Mark | None, Mark | None]:
        """Of the start and of the end."""
        meta = self._at.meta
        return keys.mark(txn, meta, START), keys.mark(txn, meta, END)
