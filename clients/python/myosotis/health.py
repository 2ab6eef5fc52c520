"""Asks the standard health service whether the server is ready.

Its two messages are so small that they are read and written here, rather than by a dependency:
an empty request names no service, and a response that serves is field 1 (status) = 1 (SERVING).
"""

from __future__ import annotations

from myosotis.errors import DeadlineExceeded, MyosotisError, Unavailable

METHOD = "/grpc.health.v1.Health/Check"
POLL_SECONDS = 0.1
NOT_READY = "the server did not become ready in time"
_SERVING = b"\x08\x01"


def serialize_request(_request: None) -> bytes:
    return b""


def is_serving(response: bytes) -> bool:
    return response == _SERVING


def raise_unless_passing(error: MyosotisError) -> None:
    """A server that is not there yet may still come; anything else will not mend itself."""
    if not isinstance(error, (Unavailable, DeadlineExceeded)):
        raise error
