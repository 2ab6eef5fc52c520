"""The audit trail's twin in a plain list: what LmdbAudit must answer, without files or keys."""

import hashlib
import hmac
import os
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from uuid import uuid4

from myosotis_server.adapters.audit_chain import (
    BEGINNING,
    ChainCheck,
    Mark,
    decode_entry,
    encode_entry,
    entry_hash,
)
from myosotis_server.memory.audit import (
    DIGEST_DIGITS,
    EVENTS_PRUNED,
    SYSTEM,
    AuditCheck,
    AuditEvent,
    AuditFilter,
    AuditPage,
)
from myosotis_server.memory.values import Instant, Owner


class RamAudit:
    """The AuditLog port in memory, lost with the process."""

    def __init__(self) -> None:
        self._key = os.urandom(32)
        self._entries: dict[int, tuple[str, bytes]] = {}
        """Id and bytes by sequence number, in order."""
        self._start = self._end = BEGINNING
        self._lock = threading.Lock()

    def digest(self, owner: Owner) -> str:
        text = f"{len(owner.tenant)} {owner.tenant}{owner.user_id}".encode()
        return hmac.digest(self._key, text, hashlib.sha256).hex()[:DIGEST_DIGITS]

    def append(self, events: Sequence[AuditEvent], urgent: bool = False) -> "Future[None]":
        future: Future[None] = Future()
        with self._lock:
            for event in events:
                self._add(event)
        future.set_result(None)
        return future

    def events(self, wanted: AuditFilter, after: str, limit: int) -> AuditPage:
        if not after:
            before = self._end.sequence
        elif after.isdecimal() and str(int(after)) == after:
            before = int(after)
        else:
            raise ValueError("is no place in the trail")
        with self._lock:
            older = [
                (sequence, replace(decode_entry(sequence, data).event, event_id=event_id))
                for sequence, (event_id, data) in reversed(self._entries.items())
                if sequence < before
            ]
        found = [(sequence, event) for sequence, event in older if wanted.matches(event)]
        page = found[:limit]
        is_last = not page or page[-1][0] == older[-1][0] or len(found) < limit
        return AuditPage([event for _, event in page], "" if is_last else str(page[-1][0]))

    def prune(self, before: Instant, now: Instant) -> "Future[int]":
        future: Future[int] = Future()
        count = 0
        with self._lock:
            for sequence, (_, data) in list(self._entries.items()):
                entry = decode_entry(sequence, data)
                if entry.event.time >= before:
                    break
                del self._entries[sequence]
                self._start = Mark(sequence + 1, entry.hash)
                count += 1
            if count:
                details = {"count": str(count)}
                self._add(AuditEvent(now, "", SYSTEM, EVENTS_PRUNED, "", "OK", details=details))
        future.set_result(count)
        return future

    def verify(self, head: str = "") -> AuditCheck:
        with self._lock:
            return ChainCheck(self._start, self._end, head).follow(
                (sequence, decode_entry(sequence, data))
                for sequence, (_, data) in self._entries.items()
            )

    def _add(self, event: AuditEvent) -> None:
        sequence = self._end.sequence
        data = encode_entry(self._end.hash, event)
        self._entries[sequence] = (str(uuid4()), data)
        self._end = Mark(sequence + 1, entry_hash(sequence, data))
