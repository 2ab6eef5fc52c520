"""What the audit trail keeps of a call: its action, whom it concerns, small numbers; no content."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from myosotis.v1 import admin_service_pb2 as admin_pb
from myosotis.v1 import memory_service_pb2 as memory_pb
from myosotis.v1.memory_pb2 import FORGET_MODE_PSEUDONYMISE
from myosotis_server.memory.access import Scope
from myosotis_server.memory.audit import AuditEvent
from myosotis_server.memory.values import TimeRange
from myosotis_server.wire import responses
from myosotis_server.wire.needs import NEEDS
from myosotis_server.wire.requests import NAME_BYTES
from myosotis_server.wire.validate import Checker

_NOT_AUDITED = frozenset({"/myosotis.v1.AdminService/GetServerInfo"})
"""Asked again and again by what watches servers, and about nobody."""
_NOT_COUNTED = frozenset({"token_count"})
_CHOICES = ("dry_run", "user_keys", "include_revisions")
"""Of a request, where they are set."""


def _action(method: str) -> str:
    """/myosotis.v1.MemoryService/GetMemory becomes memory.get_memory."""
    service, name = method.rsplit("/", 1)
    service = service.rsplit(".", 1)[1].removesuffix("Service").lower()
    return f"{service}.{re.sub('(?<!^)(?=[A-Z])', '_', name).lower()}"


ACTIONS: Mapping[str, str] = {
    method: _action(method) for method in NEEDS if method not in _NOT_AUDITED
}
"""What audited methods are called in the trail."""

ASSURED = frozenset(
    method for method in ACTIONS if NEEDS[method].scope in (Scope.FORGET, Scope.ADMIN)
)
"""Those whose success is durably in the trail before it is told."""


def told_by_request(request: Any) -> dict[str, str]:
    """What of a request is kept. A reason is kept because the contract says so."""
    told: dict[str, str] = {}
    for choice in _CHOICES:
        if getattr(request, choice, False):
            told[choice] = "true"
    if isinstance(request, memory_pb.ForgetRequest):
        target = request.WhichOneof("target")
        if target:
            told["target"] = target
        if request.mode == FORGET_MODE_PSEUDONYMISE:
            told["mode"] = "pseudonymise"
        reason = request.reason.encode()[:NAME_BYTES].decode(errors="ignore")
        if reason:
            told["reason"] = reason
    return told


class Counts:
    """Sums up the answers of a call: how many things they hold, and what they count themselves."""

    def __init__(self) -> None:
        self._items = 0
        self._told: dict[str, str] = {}

    def add(self, response: Any) -> None:
        if not isinstance(response, Message):
            return
        for field, value in response.ListFields():
            if isinstance(value, int):
                is_told = field.name.endswith("_count") and field.name not in _NOT_COUNTED
                if is_told or field.name == "key_version":
                    self._told[field.name] = str(value)
            elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
                self._items += len(value)
        if isinstance(response, memory_pb.ForgetResponse) and response.receipt_id:
            self._told["receipt_id"] = response.receipt_id

    def told(self) -> dict[str, str]:
        return {**self._told, "items": str(self._items)} if self._items else self._told


def span_of(check: Checker, request: admin_pb.ListAuditEventsRequest) -> TimeRange:
    """The times asked for; each end may be open."""
    start = check.optional_time(request, "start_time")
    end = check.optional_time(request, "end_time")
    if start is not None and end is not None and start >= end:
        check.note("start_time", "must be before end_time")
    return TimeRange(start, end)


def event_message(event: AuditEvent) -> admin_pb.AuditEvent:
    details = dict(event.details)
    if event.request_id:
        details["request_id"] = event.request_id
    return admin_pb.AuditEvent(
        event_id=event.event_id,
        event_time=responses.moment(event.time),
        actor=event.actor,
        action=event.action,
        user_digest=event.user_digest,
        outcome=event.outcome,
        details=details,
    )
