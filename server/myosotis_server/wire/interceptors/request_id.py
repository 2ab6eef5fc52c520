"""Gives every call an id, known to the log and to the caller."""

import contextlib
import random
import re
import uuid
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import Any

from structlog.typing import EventDict

from myosotis_server.wire.interceptors.calls import Around, AroundCalls

REQUEST_ID_KEY = "x-request-id"

current_request_id: ContextVar[str] = ContextVar("request_id", default="")

_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestIds(AroundCalls):
    """Takes a well-formed `x-request-id` from the caller, makes one otherwise, sends it back."""

    def around(self, method: str) -> Around:
        return _with_request_id


@contextlib.asynccontextmanager
async def _with_request_id(context: Any) -> AsyncIterator[None]:
    sent = dict(context.invocation_metadata() or ()).get(REQUEST_ID_KEY, "")
    acceptable = isinstance(sent, str) and _ACCEPTABLE.fullmatch(sent)
    request_id = str(sent) if acceptable else _new_id()
    token = current_request_id.set(request_id)
    context.set_trailing_metadata(((REQUEST_ID_KEY, request_id),))
    try:
        yield
    finally:
        # A stream that is dropped half-way is closed from another task, whose context has no
        # such token; there is nothing to reset there.
        with contextlib.suppress(ValueError):
            current_request_id.reset(token)


def with_request_id(logger: object, name: str, event: EventDict) -> EventDict:
    """A log processor: what is logged on behalf of a call bears its id, wherever it comes from."""
    request_id = current_request_id.get()
    if request_id:
        event.setdefault("request_id", request_id)
    return event


def _new_id() -> str:
    # It tells calls apart and need not be hard to guess. `uuid4` asks the kernel, which lets go of
    # the interpreter's lock, and under load the event loop waits a while to have it back.
    return str(uuid.UUID(int=random.getrandbits(128), version=4))
