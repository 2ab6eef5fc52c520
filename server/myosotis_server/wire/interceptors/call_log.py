"""What is told of every call when it ends: a log line, metrics, perhaps a trace.

Which method, how it ended, how long it took and where, the name of its key. Never any content, nor
whose it is.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, Protocol

import grpc
import structlog

from myosotis_server.memory.stages import Span, Stages, begin
from myosotis_server.telemetry.calls import CallMetrics
from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.interceptors.calls import Around, AroundCalls
from myosotis_server.wire.interceptors.request_id import current_request_id


class Tracer(Protocol):
    """Takes a call that ended for a trace."""

    def __call__(
        self,
        method: str,
        code: str,
        start: float,
        end: float,
        spans: Iterable[Span],
        metadata: Callable[[], Iterable[tuple[str, str | bytes]]],
        request_id: str,
    ) -> str:
        """The id of the trace, "" where the call is in none. Times are of `time.perf_counter`."""


class CallLog(AroundCalls):
    def __init__(
        self,
        metrics: CallMetrics | None = None,
        slow_seconds: float = 0.0,
        trace: Tracer | None = None,
        streams: frozenset[str] = frozenset(),
    ) -> None:
        """A call that takes `slow_seconds` gets a line more, none does where that is 0.

        `streams` are methods that may well go on for hours: their stages are not measured, and none
        of them is slow.
        """
        super().__init__()
        self._log = structlog.get_logger("myosotis.calls")
        self._metrics = metrics
        self._slow = slow_seconds or float("inf")
        self._trace = trace
        self._streams = streams

    def around(self, method: str) -> Around:
        name = method.rsplit("/", 1)[-1]
        is_stream = method in self._streams
        metrics = self._metrics

        @contextlib.asynccontextmanager
        async def told(context: Any) -> AsyncIterator[None]:
            stages = None if is_stream else begin()
            start = time.perf_counter()
            code = "OK"
            if metrics is not None:
                metrics.began()
            try:
                yield
            except (asyncio.CancelledError, GeneratorExit):
                left = context.time_remaining()
                code = "CANCELLED" if left is None or left > 0 else "DEADLINE_EXCEEDED"
                raise
            except BaseException:
                code = _name_of(context.code())
                raise
            finally:
                end = time.perf_counter()
                trace_id = ""
                if self._trace is not None:
                    spans = stages.spans if stages is not None else ()
                    sent = context.invocation_metadata
                    request_id = current_request_id.get()
                    trace_id = self._trace(method, code, start, end, spans, sent, request_id)
                self._tell(method, name, code, end - start, stages, trace_id)

        return told

    def _tell(
        self,
        method: str,
        name: str,
        code: str,
        seconds: float,
        stages: Stages | None,
        trace_id: str,
    ) -> None:
        taken = stages.seconds() if stages is not None else None
        if self._metrics is not None:
            self._metrics.ended(method, code, seconds, taken)
        caller = current_caller.get(None)
        told = {
            "method": name,
            "code": code,
            "milliseconds": _milliseconds(seconds),
            "request_id": current_request_id.get(),
            **({"trace_id": trace_id} if trace_id else {}),
        }
        key = {"key": caller.name} if caller and caller.name else {}
        self._log.info("call", **key, **told)
        if taken is not None and seconds >= self._slow:
            if self._metrics is not None:
                self._metrics.was_slow()
            where = {stage: _milliseconds(each) for stage, each in taken.items()}
            self._log.warning("slow call", **told, stages=where)


def _milliseconds(seconds: float) -> float:
    return round(1_000 * seconds, 2)


def _name_of(code: Any) -> str:
    """A status code's name; grpc.aio gives the bare number once a call was aborted."""
    for each in grpc.StatusCode:
        if code is each or code == each.value[0]:
            return each.name
    return "UNKNOWN"
