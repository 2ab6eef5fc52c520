"""One log line per call: which method, how it ended, how long it took, the name of its key.

Never any content, nor whose it is.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import grpc
import structlog

from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.interceptors.calls import Around, AroundCalls
from myosotis_server.wire.interceptors.request_id import current_request_id


class CallLog(AroundCalls):
    def __init__(self) -> None:
        self._log = structlog.get_logger("myosotis.calls")

    def around(self, method: str) -> Around:
        name = method.rsplit("/", 1)[-1]

        @contextlib.asynccontextmanager
        async def logged(context: Any) -> AsyncIterator[None]:
            start = time.perf_counter()
            code = "OK"
            try:
                yield
            except (asyncio.CancelledError, GeneratorExit):
                code = "CANCELLED"
                raise
            except BaseException:
                code = _name_of(context.code())
                raise
            finally:
                caller = current_caller.get(None)
                self._log.info(
                    "call",
                    **({"key": caller.name} if caller and caller.name else {}),
                    method=name,
                    code=code,
                    milliseconds=round(1_000 * (time.perf_counter() - start), 2),
                    request_id=current_request_id.get(),
                )

        return logged


def _name_of(code: Any) -> str:
    """A status code's name; grpc.aio gives the bare number once a call was aborted."""
    for each in grpc.StatusCode:
        if code is each or code == each.value[0]:
            return each.name
    return "UNKNOWN"
