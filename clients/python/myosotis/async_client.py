"""The asynchronous client. What each method does is told where its call is built."""

from __future__ import annotations

import asyncio
import time
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
)
from contextlib import aclosing
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import grpc
from grpc import aio

from myosotis import (
    admin_calls,
    connection,
    conversation_calls,
    graph_calls,
    health,
    memory_calls,
    watching,
)
from myosotis.calls import PagedCall, StreamCall, UnaryCall, documented_as
from myosotis.connection import AsyncStubs, ChannelOptions, TlsOptions
from myosotis.conversation_values import WatchedChange
from myosotis.enums import ReconcileMode
from myosotis.errors import Unavailable, from_rpc_error
from myosotis.import_stream import ImportSource, import_call
from myosotis.service_config import load_service_config
from myosotis.values import ImportProgress, NewMemory
from myosotis.watching import WatchCall, Watching

P = ParamSpec("P")
T = TypeVar("T")


def _unary(
    build: Callable[P, UnaryCall[T]],
) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    async def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._answer(build(*args, **kwargs))

    return documented_as(method, build)


def _paged(
    build: Callable[P, PagedCall[T]],
) -> Callable[Concatenate[AsyncClient, P], AsyncIterator[T]]:
    def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        return self._pages(build(*args, **kwargs))

    return documented_as(method, build)


def _streamed(
    build: Callable[P, StreamCall[T]],
) -> Callable[Concatenate[AsyncClient, P], AsyncIterator[T]]:
    def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        return self._stream(build(*args, **kwargs))

    return documented_as(method, build)


def _watched(
    build: Callable[P, WatchCall],
) -> Callable[Concatenate[AsyncClient, P], AsyncIterator[WatchedChange]]:
    def method(
        self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs
    ) -> AsyncIterator[WatchedChange]:
        return self._watch(Watching(build(*args, **kwargs)))

    return documented_as(method, build)


class AsyncClient:
    """Client for asyncio: make it, use it and close it in one running event loop.

    `address` is host:port or another gRPC target. `timeout`, in seconds, holds for every unary
    call; None takes each method's from service_config.json (mostly 10 s). The API key
    goes over the wire as it is: use `tls` unless the network is trusted. `options` are gRPC
    channel options.
    """

    def __init__(
        self,
        address: str = "127.0.0.1:50051",
        *,
        tls: TlsOptions | None = None,
        api_key: str | None = None,
        timeout: float | None = None,
        options: ChannelOptions = (),
    ) -> None:
        all_options = connection.channel_options(tls, options)
        if tls is None:
            self._channel = aio.insecure_channel(address, all_options)
        else:
            self._channel = aio.secure_channel(address, connection.credentials(tls), all_options)
        self._timeout = timeout
        self.metadata = connection.call_metadata(api_key)
        self.stubs = AsyncStubs.on(self._channel)

    remember = _unary(memory_calls.remember)
    recall = _unary(memory_calls.recall)
    forget = _unary(memory_calls.forget)
    get = _unary(memory_calls.get)
    list = _paged(memory_calls.list_memories)
    update = _unary(memory_calls.update)
    revisions = _paged(memory_calls.revisions)
    export = _streamed(memory_calls.export)
    append_turns = _unary(conversation_calls.append_turns)
    context = _unary(conversation_calls.context)
    end_session = _unary(conversation_calls.end_session)
    sessions = _paged(conversation_calls.sessions)
    turns = _paged(conversation_calls.turns)
    emotion_trend = _unary(conversation_calls.emotion_trend)
    profile = _unary(conversation_calls.profile)
    watch = _watched(watching.watch)
    relate = _unary(graph_calls.relate)
    unrelate = _unary(graph_calls.unrelate)
    neighbors = _unary(graph_calls.neighbors)
    entities = _paged(graph_calls.entities)
    run_maintenance = _unary(admin_calls.run_maintenance)
    rotate_user_key = _unary(admin_calls.rotate_user_key)
    reembed = _streamed(admin_calls.reembed)
    server_info = _unary(admin_calls.server_info)
    user_stats = _unary(admin_calls.user_stats)
    list_users = _paged(admin_calls.list_users)

    def import_memories(
        self,
        user_id: str,
        memories: Iterable[str | NewMemory] | AsyncIterable[str | NewMemory],
        *,
        reconcile: ReconcileMode = ReconcileMode.UNSPECIFIED,
        batch_size: int = 100,
        timeout: float | None = None,
    ) -> AsyncIterator[ImportProgress]:
        """Loads many memories, `batch_size` (1 to 100) at a time; iterate to make it go on.

        After a break, the first `acknowledged_count * batch_size` of them are on disk: go on from
        there. `timeout` holds for the whole stream; none unless given. What `memories` raises
        comes out of the iterator. Leaving the loop cancels the call.
        """
        source = ImportSource(user_id, reconcile, batch_size)
        requests = (
            source.async_batches(memories)
            if isinstance(memories, AsyncIterable)
            else source.batches(memories)
        )
        return self._stream(import_call(requests, timeout), source)

    async def wait_ready(self, timeout: float = 10.0) -> None:
        """Returns once the server answers and says that it serves. Raises Unavailable if it does
        not within `timeout` seconds, another MyosotisError if it cannot be asked."""
        check = self._channel.unary_unary(
            health.METHOD, health.serialize_request, health.is_serving
        )
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            try:
                if await check(None, timeout=left, metadata=self.metadata, wait_for_ready=True):
                    return
            except grpc.RpcError as error:
                health.raise_unless_passing(from_rpc_error(error))
            await asyncio.sleep(health.POLL_SECONDS)
        raise Unavailable(health.NOT_READY, code=grpc.StatusCode.UNAVAILABLE)

    async def close(self) -> None:
        """Closes the connection; calls under way are cancelled."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _answer(self, call: UnaryCall[T]) -> T:
        timeout = call.timeout if call.timeout is not None else self._timeout
        if timeout is None:
            timeout = load_service_config().timeouts.get(call.method)
        try:
            response = await self._method(call.method)(
                call.request, timeout=timeout, metadata=self.metadata
            )
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        return call.read(response)

    async def _pages(self, call: PagedCall[T]) -> AsyncIterator[T]:
        token = ""
        while True:
            items, token = await self._answer(call.page(token))
            for item in items:
                yield item
            if not token:
                return

    async def _stream(
        self, call: StreamCall[T], source: ImportSource | None = None
    ) -> AsyncGenerator[T, None]:
        responses = self._method(call.method)(
            call.request, timeout=call.timeout, metadata=self.metadata
        )
        try:
            async for response in responses:
                yield call.read(response)
        except asyncio.CancelledError as error:
            # grpc.aio also raises this when the source of requests fails.
            task = asyncio.current_task()
            if source is None or source.failure is None or (task and task.cancelling()):
                raise
            raise source.failure from error
        except grpc.RpcError as error:
            if source is not None and source.failure is not None:
                raise source.failure from error
            raise from_rpc_error(error) from error
        finally:
            responses.cancel()

    async def _watch(self, progress: Watching) -> AsyncIterator[WatchedChange]:
        while True:
            failure = None
            try:
                async with aclosing(self._stream(progress.next_call())) as changes:
                    async for told in changes:
                        if progress.is_news(told):
                            yield told
            except Unavailable as error:
                failure = error
            await asyncio.sleep(progress.pause(failure))

    def _method(self, name: str) -> Callable[..., Any]:
        service, _, method = name.partition("/")
        stub = getattr(self.stubs, service.removesuffix("Service").lower())
        callable_method: Callable[..., Any] = getattr(stub, method)
        return callable_method
