"""Typed errors, read from the google.rpc details that the server sends with a status."""

# named after the gRPC statuses and the contract's reasons

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import (
    BadRequest,
    ErrorInfo,
    QuotaFailure,
    RetryInfo,
)
from google.rpc.status_pb2 import Status
from grpc import aio

DOMAIN = "myosotis"
_DETAILS_KEY = "grpc-status-details-bin"
_REQUEST_ID_KEY = "x-request-id"

# What to try, where gRPC's own words do not say so.
_UNREACHED = (
    "is a server running at the client's address (host:port, without http://), "
    "and does it use TLS if, and only if, the client does?"
)
_TOO_LATE = (
    "no answer within the time-out; Client(timeout=…) or the call's own timeout=… sets another"
)


class Violation(NamedTuple):
    """A field's path (or, for a quota, its subject) and what is wrong with it."""

    field: str
    description: str


class MyosotisError(Exception):
    """A call failed.

    `code` is the gRPC status, `reason` a stable name of the contract's ErrorReason without its
    prefix (empty if the server gave none), `metadata` what varies in the message. `request_id` is
    the server's name for the call, for its operator. `retry_after` is in seconds, None if the
    server named no time.
    """

    def __init__(
        self,
        message: str,
        *,
        code: grpc.StatusCode = grpc.StatusCode.UNKNOWN,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        violations: tuple[Violation, ...] = (),
        request_id: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.violations = violations
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        name = f"{self.code.name} {self.reason}".rstrip()
        fields = "".join(f"\n  {at}: {wrong}" for at, wrong in self.violations)
        request = f" (request {self.request_id})" if self.request_id else ""
        advice = self._advice()
        return f"{name}: {self.message}{request}{fields}" + (f"\n  {advice}" if advice else "")

    def _advice(self) -> str:
        """What to try after a failure that is gRPC's own, not the server's."""
        if self.reason or self.request_id:
            return ""
        match self.code:
            case grpc.StatusCode.UNAVAILABLE:
                return _UNREACHED
            case grpc.StatusCode.DEADLINE_EXCEEDED:
                return _TOO_LATE
            case _:
                return ""


class InvalidArgument(MyosotisError):
    """Fields are missing, malformed or too large; `violations` lists every one."""


class NotFound(MyosotisError):
    """No such user or memory."""


class EntityNotFound(NotFound):
    """No such entity in the user's memory graph; see `metadata["entity_id"]`."""


class UserNotFound(NotFound):
    """Nothing is held of such a user, or they were erased."""


class EtagMismatch(MyosotisError):
    """The memory has changed since its etag was read: read it again, then retry."""


class RequestIdReused(MyosotisError):
    """The same request_id came before with another content."""


class TurnIdReused(MyosotisError):
    """The session has a turn of this id that says something else."""


class Unauthenticated(MyosotisError):
    """The API key is missing or not valid."""


class PermissionDenied(MyosotisError):
    """The API key lacks the scope that the call needs; see `metadata["scope"]`."""


class FailedPrecondition(MyosotisError):
    """The server's state does not allow the call."""


class ReembedRequired(FailedPrecondition):
    """Stored vectors are another model's; `metadata["command"]` mends it."""


class ConfirmationRequired(FailedPrecondition):
    """A dangerous call needs its confirmation, or a dry run first."""


class RevisionGone(FailedPrecondition):
    """What changed since that revision is no longer known: list the memories, watch from there."""


class ResourceExhausted(MyosotisError):
    """Too much at once, or too large; wait `retry_after` seconds if set."""


class RateLimited(ResourceExhausted):
    """Too many calls; wait `retry_after` seconds."""


class QuotaExceeded(ResourceExhausted):
    """A quota is used up; `violations` names it."""


class Overloaded(ResourceExhausted):
    """The server's queues are full; wait `retry_after` seconds."""


class Unavailable(MyosotisError):
    """The server cannot be reached, or not now. What can safely be retried has been."""


class StoreFull(Unavailable):
    """The server refuses writes because its disk is full or read-only; reads go on."""


class StoreFailed(Unavailable):
    """The server's disk failed. A write may have been kept or not: repeat it with its id."""


class Draining(Unavailable):
    """The server is stopping."""


class DeadlineExceeded(MyosotisError):
    """No answer within the time-out."""


class Cancelled(MyosotisError):
    """The call was cancelled."""


class RecordCorrupt(MyosotisError):
    """Stored bytes of this user fail their check."""


class InternalError(MyosotisError):
    """The server failed; `request_id` finds the cause in its log."""


_BY_REASON: dict[str, type[MyosotisError]] = {
    "INVALID_FIELDS": InvalidArgument,
    "MEMORY_NOT_FOUND": NotFound,
    "ENTITY_NOT_FOUND": EntityNotFound,
    "USER_NOT_FOUND": UserNotFound,
    "ETAG_MISMATCH": EtagMismatch,
    "REQUEST_ID_REUSED": RequestIdReused,
    "TURN_ID_REUSED": TurnIdReused,
    "API_KEY_INVALID": Unauthenticated,
    "SCOPE_MISSING": PermissionDenied,
    "RATE_LIMITED": RateLimited,
    "QUOTA_EXCEEDED": QuotaExceeded,
    "OVERLOADED": Overloaded,
    "STORE_FULL": StoreFull,
    "STORE_FAILED": StoreFailed,
    "DRAINING": Draining,
    "REEMBED_REQUIRED": ReembedRequired,
    "CONFIRMATION_REQUIRED": ConfirmationRequired,
    "REVISION_GONE": RevisionGone,
    "RECORD_CORRUPT": RecordCorrupt,
    "INTERNAL": InternalError,
}

# For a reason that this client does not know, or none.
_BY_CODE: dict[grpc.StatusCode, type[MyosotisError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidArgument,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.PERMISSION_DENIED: PermissionDenied,
    grpc.StatusCode.FAILED_PRECONDITION: FailedPrecondition,
    grpc.StatusCode.RESOURCE_EXHAUSTED: ResourceExhausted,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceeded,
    grpc.StatusCode.CANCELLED: Cancelled,
    grpc.StatusCode.DATA_LOSS: RecordCorrupt,
    grpc.StatusCode.INTERNAL: InternalError,
}


@dataclass(slots=True)
class _Details:
    reason: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    violations: list[Violation] = field(default_factory=list)
    retry_after: float | None = None


def from_rpc_error(error: grpc.RpcError) -> MyosotisError:
    """The typed error for what a sync or an async stub raised; details it cannot read are left."""
    call = cast(aio.AioRpcError, error)  # a sync call's error has the same three methods
    code = call.code() or grpc.StatusCode.UNKNOWN
    trailers: dict[str, str | bytes] = dict(call.trailing_metadata() or ())
    details = _read_details(trailers.get(_DETAILS_KEY))
    error_class = _BY_REASON.get(details.reason) or _BY_CODE.get(code, MyosotisError)
    return error_class(
        call.details() or "no message",
        code=code,
        reason=details.reason,
        metadata=details.metadata,
        violations=tuple(details.violations),
        request_id=str(trailers.get(_REQUEST_ID_KEY, "")),
        retry_after=details.retry_after,
    )


def _read_details(packed: str | bytes | None) -> _Details:
    details = _Details()
    if not isinstance(packed, bytes):
        return details
    try:
        status = Status.FromString(packed)
        for detail in status.details:
            _read_detail(detail, details)
    except DecodeError:  # the status itself still stands
        pass
    return details


def _read_detail(packed: Any, details: _Details) -> None:
    match packed.type_url.rpartition("/")[2]:
        case "google.rpc.ErrorInfo":
            info = ErrorInfo.FromString(packed.value)
            if info.domain == DOMAIN:
                details.reason, details.metadata = info.reason, dict(info.metadata)
        case "google.rpc.BadRequest":
            for wrong in BadRequest.FromString(packed.value).field_violations:
                details.violations.append(Violation(wrong.field, wrong.description))
        case "google.rpc.QuotaFailure":
            for wrong in QuotaFailure.FromString(packed.value).violations:
                details.violations.append(Violation(wrong.subject, wrong.description))
        case "google.rpc.RetryInfo":
            delay = RetryInfo.FromString(packed.value).retry_delay
            details.retry_after = delay.seconds + delay.nanos / 1e9
