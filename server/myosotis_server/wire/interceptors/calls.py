"""Wraps the four kinds of gRPC handler in one way."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import grpc

Around = Callable[[Any], AbstractAsyncContextManager[None]]
"""Given the call's context, what surrounds it."""


class Changed:
    """Handlers as an interceptor changes them, kept per method: calls are many, and alike."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Any, Any]] = {}

    def of(self, method: str, handler: Any, change: Callable[[Any], Any]) -> Any:
        """What `change` makes of `handler`, which is not looked at again while it is the same."""
        known = self._known.get(method)
        if known is None or known[0] is not handler:
            known = self._known[method] = handler, change(handler)
        return known[1]


class AroundCalls(grpc.aio.ServerInterceptor, ABC):
    """An interceptor that surrounds every call with what `around` gives for its method."""

    def __init__(self) -> None:
        self._changed = Changed()

    @abstractmethod
    def around(self, method: str) -> Around:
        """`method` is the full name, such as /myosotis.v1.MemoryService/Recall."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        method = handler_call_details.method

        def change(handler: Any) -> Any:
            around = self.around(method)
            return with_behaviour(handler, lambda inner: _surrounded(inner, around, handler))

        return self._changed.of(method, handler, change)


def with_behaviour(handler: Any, change: Callable[[Any], Any]) -> Any:
    """A handler like `handler`, whose behaviour is `change` of its own."""
    kinds = {
        (False, False): ("unary_unary", grpc.unary_unary_rpc_method_handler),
        (False, True): ("unary_stream", grpc.unary_stream_rpc_method_handler),
        (True, False): ("stream_unary", grpc.stream_unary_rpc_method_handler),
        (True, True): ("stream_stream", grpc.stream_stream_rpc_method_handler),
    }
    name, make = kinds[handler.request_streaming, handler.response_streaming]
    return make(
        change(getattr(handler, name)), handler.request_deserializer, handler.response_serializer
    )


def _surrounded(inner: Any, around: Around, handler: Any) -> Any:
    if handler.response_streaming:

        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            async with around(context):
                answer = inner(request, context)
                if inspect.isawaitable(answer):
                    # It writes its responses by itself, as the health service's Watch does.
                    await answer
                else:
                    async for response in answer:
                        yield response

        return stream

    async def unary(request: Any, context: Any) -> Any:
        async with around(context):
            return await inner(request, context)

    return unary
