"""The one table from failures to statuses, and the details that go with each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import code_pb2, status_pb2
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, QuotaFailure, RetryInfo

from myosotis_server.memory import errors

DOMAIN = "myosotis"
DETAILS_KEY = "grpc-status-details-bin"


@dataclass(frozen=True, slots=True)
class Failure:
    """How a failure shows on the wire. Without a reason there is no ErrorInfo."""

    code: grpc.StatusCode
    message: str
    reason: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    violations: tuple[errors.Violation, ...] = ()
    retry_after_seconds: float | None = None
    quotas: tuple[errors.Violation, ...] = ()
    """What is used up, as subject and description."""

    def details(self, request_id: str) -> bytes:
        """A serialised google.rpc.Status for the trailing metadata."""
        parts: list[Message] = []
        if self.violations:
            parts.append(
                BadRequest(
                    field_violations=[
                        BadRequest.FieldViolation(field=each.field, description=each.description)
                        for each in self.violations
                    ]
                )
            )
        if self.reason:
            parts.append(
                ErrorInfo(
                    reason=self.reason,
                    domain=DOMAIN,
                    metadata={**self.metadata, "request_id": request_id},
                )
            )
        if self.quotas:
            parts.append(
                QuotaFailure(
                    violations=[
                        QuotaFailure.Violation(subject=each.field, description=each.description)
                        for each in self.quotas
                    ]
                )
            )
        if self.retry_after_seconds is not None:
            seconds, rest = divmod(self.retry_after_seconds, 1)
            delay = Duration(seconds=int(seconds), nanos=int(rest * 1e9))
            parts.append(RetryInfo(retry_delay=delay))
        status = status_pb2.Status(code=code_pb2.Code.Value(self.code.name), message=self.message)
        for part in parts:
            packed = AnyMessage()
            packed.Pack(part)
            status.details.append(packed)
        return bytes(status.SerializeToString())


def _invalid(error: errors.InvalidRequest) -> Failure:
    listed = "; ".join(f"{each.field}: {each.description}" for each in error.violations[:20])
    return Failure(
        grpc.StatusCode.INVALID_ARGUMENT,
        listed[:1_000],
        "INVALID_FIELDS",
        {"count": str(len(error.violations))},
        tuple(error.violations[:200]),
    )


def _scope_missing(error: errors.ScopeMissing) -> Failure:
    reach = ", made for the whole server" if error.server_wide else ""
    return Failure(
        grpc.StatusCode.PERMISSION_DENIED,
        f"this call takes a key with the scope {error.scope}{reach}",
        "SCOPE_MISSING",
        {"scope": error.scope} | ({"reach": "server"} if error.server_wide else {}),
    )


_TABLE: Mapping[type[errors.MyosotisError], Callable[..., Failure]] = {
    errors.InvalidRequest: _invalid,
    errors.MemoryNotFound: lambda error: Failure(
        grpc.StatusCode.NOT_FOUND,
        "the user has no such memory",
        "MEMORY_NOT_FOUND",
        {"memory_id": error.memory_id},
    ),
    errors.EntityNotFound: lambda error: Failure(
        grpc.StatusCode.NOT_FOUND,
        "nothing that is known of the user speaks of such an entity",
        "ENTITY_NOT_FOUND",
        {"entity_id": error.entity_id},
    ),
    errors.UserNotFound: lambda error: Failure(
        grpc.StatusCode.NOT_FOUND, "nothing is held of such a user", "USER_NOT_FOUND"
    ),
    errors.EtagMismatch: lambda error: Failure(
        grpc.StatusCode.ABORTED,
        "the memory has changed since it was read; read it again",
        "ETAG_MISMATCH",
        {"memory_id": error.memory_id},
    ),
    errors.RequestIdReused: lambda error: Failure(
        grpc.StatusCode.ALREADY_EXISTS,
        "this request_id was used for another content within the last 24 hours",
        "REQUEST_ID_REUSED",
    ),
    errors.TurnIdReused: lambda error: Failure(
        grpc.StatusCode.ALREADY_EXISTS,
        "the session has a turn of this turn_id that says something else",
        "TURN_ID_REUSED",
    ),
    errors.NotAuthenticated: lambda error: Failure(
        grpc.StatusCode.UNAUTHENTICATED,
        "this call takes a valid API key, as metadata `authorization: Bearer myo_…`",
        "API_KEY_INVALID",
    ),
    errors.ScopeMissing: _scope_missing,
    errors.RateLimited: lambda error: Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        f"there are too many calls {'by this key' if error.subject == 'key' else 'of this user'}",
        "RATE_LIMITED",
        {"subject": error.subject},
        retry_after_seconds=error.retry_after,
    ),
    errors.QuotaExceeded: lambda error: Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        f"the user may hold {error.limit} memories; forget some first",
        "QUOTA_EXCEEDED",
        {"limit": str(error.limit)},
        quotas=(errors.Violation("memories_per_user", f"at most {error.limit} are held"),),
    ),
    errors.Overloaded: lambda error: Failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "too much is waiting already; try again in a moment",
        "OVERLOADED",
        retry_after_seconds=0.5,
    ),
    errors.Draining: lambda error: Failure(
        grpc.StatusCode.UNAVAILABLE,
        "the server is stopping; ask again, and it goes on from where it was",
        "DRAINING",
        retry_after_seconds=1.0,
    ),
    errors.StoreFull: lambda error: Failure(
        grpc.StatusCode.UNAVAILABLE,
        "the store has no room for this write; reads go on",
        "STORE_FULL",
    ),
    errors.StoreUnusable: lambda error: Failure(
        grpc.StatusCode.UNAVAILABLE,
        "the store failed; a write may have been kept or not: repeat it under its request_id",
        "STORE_FAILED",
        retry_after_seconds=1,
    ),
    errors.ReembedRequired: lambda error: Failure(
        grpc.StatusCode.FAILED_PRECONDITION,
        "this user's vectors were made by another model; embed them again with `myosotis reembed` "
        "or AdminService.Reembed, or start the server with the model that made them",
        "REEMBED_REQUIRED",
        {
            "stored_model": error.stored_model,
            "command": "myosotis reembed",
        },
    ),
    errors.RecordCorrupt: lambda error: Failure(
        grpc.StatusCode.DATA_LOSS,
        "stored bytes of this user fail their check; restore the user from a backup",
        "RECORD_CORRUPT",
    ),
    errors.RevisionNotReached: lambda error: Failure(
        grpc.StatusCode.DEADLINE_EXCEEDED, "min_revision was not reached in time"
    ),
    errors.RevisionGone: lambda error: Failure(
        grpc.StatusCode.FAILED_PRECONDITION,
        "what happened since that revision is no longer known; list the memories and watch anew",
        "REVISION_GONE",
    ),
    errors.NotImplementedYet: lambda error: Failure(grpc.StatusCode.UNIMPLEMENTED, str(error)),
}


def failure_of(error: Exception) -> Failure:
    """How `error` shows; INTERNAL with one generic sentence for what nobody foresaw."""
    if isinstance(error, MemoryError):
        error = errors.Overloaded()
    describe = _TABLE.get(type(error)) if isinstance(error, errors.MyosotisError) else None
    if describe is not None:
        return describe(error)
    return Failure(
        grpc.StatusCode.INTERNAL,
        "something went wrong here; the request id is in the details",
        "INTERNAL",
    )
