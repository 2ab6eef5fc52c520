"""Lets a call in or not, before its request is read; counts it; tells the rest who calls."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Any

import grpc

from myosotis_server.memory.access import Caller
from myosotis_server.memory.errors import MyosotisError, RateLimited
from myosotis_server.memory.values import Owner
from myosotis_server.service.admission import Admission
from myosotis_server.service.rates import Rates
from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.interceptors.calls import with_behaviour
from myosotis_server.wire.needs import OPEN, need_of

AUTHORIZATION_KEY = "authorization"


class Access(grpc.aio.ServerInterceptor):
    """Stands ahead of all but what gives the call an id, logs it and translates its failures."""

    def __init__(self, admission: Admission, rates: Rates) -> None:
        self._admission = admission
        self._rates = rates

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or method in OPEN:
            return handler
        try:
            authorization = _only_one(handler_call_details.invocation_metadata or ())
            caller = await self._admission.caller(authorization)
            # Every call is a task of its own, so this holds for this call alone.
            current_caller.set(caller)
            need = need_of(method)
            if need is not None:
                caller.require(need)
            self._rates.count_caller(caller)
        except MyosotisError as error:
            return _refusing(handler, error)
        if handler.request_streaming or handler.response_streaming:
            handler = _rechecked(handler, partial(self._admission.caller, authorization))
        if handler.request_streaming and self._rates.limit_anything:
            return _paced(handler, self._rates, caller)
        if not handler.request_streaming and self._rates.limit_users:
            return _counted(handler, self._rates, caller)
        return handler


def user_of(request: Any) -> str:
    """The user whom a request names, "" where it names none."""
    if hasattr(request, "memory"):  # only UpdateMemory names its user within
        request = request.memory
    return str(getattr(request, "user_id", ""))


def _only_one(metadata: Iterable[tuple[str, str | bytes]]) -> str | None:
    """The one authorization header; None where there are several, which might contradict."""
    sent = [value for key, value in metadata if key == AUTHORIZATION_KEY]
    return sent[0] if len(sent) == 1 and isinstance(sent[0], str) else None


def _refusing(handler: Any, error: MyosotisError) -> Any:
    """A handler that fails with `error`, and does not read what was sent."""

    def change(_: Any) -> Any:
        async def unary(request: Any, context: Any) -> Any:
            raise error

        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            raise error
            yield  # makes it a generator

        return stream if handler.response_streaming else unary

    return with_behaviour(handler._replace(request_deserializer=None), change)


def _rechecked(handler: Any, check: Callable[[], Awaitable[Caller]]) -> Any:
    """Awaits `check` before each message of a stream: a key may be revoked while it goes on."""

    async def each(messages: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for message in messages:
            await check()
            yield message

    def change(inner: Any) -> Any:
        async def unary(requests: Any, context: Any) -> Any:
            return await inner(each(requests), context)

        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            sent = each(request) if handler.request_streaming else request
            async for response in inner(sent, context):
                await check()
                yield response

        return stream if handler.response_streaming else unary

    return with_behaviour(handler, change)


def _counted(handler: Any, rates: Rates, caller: Caller) -> Any:
    """Refuses a call about a user about whom there are too many."""

    def change(inner: Any) -> Any:
        async def unary(request: Any, context: Any) -> Any:
            _count_user(rates, caller, request)
            return await inner(request, context)

        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            _count_user(rates, caller, request)
            async for response in inner(request, context):
                yield response

        return stream if handler.response_streaming else unary

    return with_behaviour(handler, change)


def _paced(handler: Any, rates: Rates, caller: Caller) -> Any:
    """Slows a stream of requests down to the rates: none of what was sent is lost half-way."""

    async def each(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
        first = True
        async for request in requests:
            if not first:  # that one was counted when the call began
                await _when_there_is_room(partial(rates.count_caller, caller))
            await _when_there_is_room(partial(_count_user, rates, caller, request))
            first = False
            yield request

    def change(inner: Any) -> Any:
        async def unary(requests: Any, context: Any) -> Any:
            return await inner(each(requests), context)

        async def stream(requests: Any, context: Any) -> AsyncIterator[Any]:
            async for response in inner(each(requests), context):
                yield response

        return stream if handler.response_streaming else unary

    return with_behaviour(handler, change)


async def _when_there_is_room(count: Callable[[], None]) -> None:
    while True:
        try:
            count()
        except RateLimited as limited:
            await asyncio.sleep(limited.retry_after)
        else:
            return


def _count_user(rates: Rates, caller: Caller, request: Any) -> None:
    user_id = user_of(request)
    if user_id:
        rates.count_user(Owner(caller.tenant, user_id))
