"""What a refused call tells its caller, taken apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import grpc
from google.rpc import status_pb2
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo


@dataclass(frozen=True)
class Refusal:
    code: grpc.StatusCode
    message: str
    reason: str
    metadata: Mapping[str, str]
    violations: Mapping[str, str]
    """Descriptions by field path."""
    trailing: Mapping[str, Any]


def refusal(call: Callable[..., Any], *arguments: Any, **options: Any) -> Refusal:
    """How the server refuses a call; answers of a stream are read to their end.

    AssertionError if it does not refuse it.
    """
    options = {"timeout": 30, **options}
    try:
        answer = call(*arguments, **options)
        if hasattr(answer, "__next__"):
            answer = list(answer)
    except grpc.RpcError as error:
        return told(error)
    raise AssertionError(f"answered instead of refused: {str(answer)[:200]}")


def told(error: Any) -> Refusal:
    """The parts of `error`, as a grpc or grpc.aio call raised it."""
    trailing = dict(error.trailing_metadata() or ())
    status = status_pb2.Status.FromString(trailing.get("grpc-status-details-bin", b""))
    info, request = ErrorInfo(), BadRequest()
    for detail in status.details:
        detail.Unpack(info)
        detail.Unpack(request)
    if status.details:
        assert status.code == error.code().value[0]
        assert status.message == error.details()
        assert info.domain == "myosotis"
    return Refusal(
        code=error.code(),
        message=error.details(),
        reason=info.reason,
        metadata=dict(info.metadata),
        violations={each.field: each.description for each in request.field_violations},
        trailing=trailing,
    )
