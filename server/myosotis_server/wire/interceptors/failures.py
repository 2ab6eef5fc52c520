"""Turns failures into statuses with details; the last resort for what nobody foresaw."""

import asyncio
import contextlib
import inspect
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc
import structlog
from google.protobuf.message import DecodeError

from myosotis_server.memory.errors import InvalidRequest, MyosotisError, Overloaded, Violation
from myosotis_server.wire.errors import DETAILS_KEY, failure_of
from myosotis_server.wire.interceptors.calls import Around, AroundCalls, Changed
from myosotis_server.wire.interceptors.request_id import REQUEST_ID_KEY, current_request_id

PUSHBACK_KEY = "grpc-retry-pushback-ms"


class Failures(AroundCalls):
    def __init__(self, count: Callable[[str], None] = lambda reason: None) -> None:
        """`count` is told the reason of every failure that has one in the contract."""
        super().__init__()
        self._count = count
        self._log = structlog.get_logger("myosotis.failures")

    def around(self, method: str) -> Around:
        return self._translated

    @contextlib.asynccontextmanager
    async def _translated(self, context: Any) -> AsyncIterator[None]:
        try:
            yield
        except (grpc.aio.AbortError, asyncio.CancelledError, GeneratorExit):
            raise
        except Exception as error:
            if not isinstance(error, MyosotisError):
                # The text of an unforeseen error may quote what a user said; its place does not.
                self._log.error(
                    "unforeseen",
                    error=type(error).__name__,
                    where=_place(error),
                    request_id=current_request_id.get(),
                )
            if reason := failure_of(error).reason:
                self._count(reason)
            await abort(context, error)


class Decoding(grpc.aio.ServerInterceptor):
    """Answers bytes that are no such message, or text that is not UTF-8, as invalid."""

    def __init__(self) -> None:
        self._changed = Changed()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        if handler is None or handler.request_deserializer is None:
            return handler
        return self._changed.of(handler_call_details.method, handler, _decoding)


def _decoding(handler: Any) -> Any:
    return handler._replace(
        **{"request_deserializer": _lenient(handler.request_deserializer), **_refusing(handler)}
    )


@dataclass(frozen=True, slots=True)
class _Undecodable:
    """Stands in for a request that could not be read, and says why."""

    why: MyosotisError


def _lenient(deserialise: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        try:
            return deserialise(data)
        except (DecodeError, UnicodeDecodeError):
            wrong = Violation("request", "is not a valid message; text must be well-formed UTF-8")
            return _Undecodable(InvalidRequest([wrong]))
        except MemoryError:
            return _Undecodable(Overloaded())

    return read


def _refused(request: Any) -> Any:
    if isinstance(request, _Undecodable):
        raise request.why
    return request


def _refusing(handler: Any) -> dict[str, Any]:
    """The handler's behaviour, refusing stand-ins before they reach it."""

    async def each(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for request in requests:
            yield _refused(request)

    checked = each if handler.request_streaming else _refused
    for name in ("unary_unary", "unary_stream", "stream_unary", "stream_stream"):
        inner = getattr(handler, name)
        if inner is None:
            continue
        if handler.response_streaming:

            async def stream(request: Any, context: Any, inner: Any = inner) -> AsyncIterator[Any]:
                answer = inner(checked(request), context)
                if inspect.isawaitable(answer):
                    await answer
                else:
                    async for response in answer:
                        yield response

            return {name: stream}

        async def unary(request: Any, context: Any, inner: Any = inner) -> Any:
            return await inner(checked(request), context)

        return {name: unary}
    return {}


async def abort(context: Any, error: Exception) -> None:
    """Ends the call with the status and details of `error`."""
    failure = failure_of(error)
    request_id = current_request_id.get()
    trailing: list[tuple[str, str | bytes]] = [
        (REQUEST_ID_KEY, request_id),
        (DETAILS_KEY, failure.details(request_id)),
    ]
    if failure.reason == "STORE_FULL":
        # UNAVAILABLE is retried by clients' service config, which no full disk is helped by.
        trailing.append((PUSHBACK_KEY, "-1"))
    await context.abort(failure.code, failure.message, tuple(trailing))


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
