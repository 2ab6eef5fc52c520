"""Leaves an event in the audit trail for every call, whatever becomes of it.

It stands outside of what refuses callers, and inside of what translates failures.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import grpc

from myosotis_server.memory.audit import ANONYMOUS, AuditEvent
from myosotis_server.memory.values import Owner
from myosotis_server.service.audit_trail import AuditTrail
from myosotis_server.wire.audited import ACTIONS, ASSURED, Counts, told_by_request
from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.errors import failure_of
from myosotis_server.wire.interceptors.access import user_of
from myosotis_server.wire.interceptors.calls import Changed, with_behaviour
from myosotis_server.wire.interceptors.request_id import current_request_id
from myosotis_server.wire.requests import USER_ID_BYTES

MOST_USERS = 1_000
"""Of so many users that one stream names, each gets an event."""


class Audit(grpc.aio.ServerInterceptor):
    def __init__(self, trail: AuditTrail) -> None:
        self._trail = trail
        self._changed = Changed()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or method not in ACTIONS:
            return handler
        return self._changed.of(method, handler, partial(self._auditing, method))

    def _auditing(self, method: str, handler: Any) -> Any:
        return with_behaviour(handler, lambda inner: self._kept(inner, handler, method))

    def _kept(self, inner: Any, handler: Any, method: str) -> Any:
        if handler.response_streaming:

            async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
                call = _Call(self._trail, method)
                try:
                    async for response in inner(call.heard(request, handler), context):
                        call.counts.add(response)
                        yield response
                except BaseException as error:
                    self._keep_failed(call, _outcome(error, context))
                    raise
                await self._keep(call, method)

            return stream

        async def unary(request: Any, context: Any) -> Any:
            call = _Call(self._trail, method)
            try:
                response = await inner(call.heard(request, handler), context)
            except BaseException as error:
                self._keep_failed(call, _outcome(error, context))
                raise
            call.counts.add(response)
            await self._keep(call, method)
            return response

        return unary

    async def _keep(self, call: "_Call", method: str) -> None:
        """The event of a call that succeeded."""
        if method in ASSURED:
            await self._trail.assure(call.events("OK"))
        else:
            self._trail.note(call.events("OK"))

    def _keep_failed(self, call: "_Call", outcome: str) -> None:
        """Not waited for: whoever is refused must not make the disk work."""
        if outcome == "UNAUTHENTICATED":
            self._trail.note_stranger(call.events(outcome))
        else:
            self._trail.note(call.events(outcome))


class _Call:
    """What is known of one call. Made within it, for it may be ended from without."""

    def __init__(self, trail: AuditTrail, method: str) -> None:
        self._trail = trail
        self._action = ACTIONS[method]
        self._caller = current_caller.get(None)
        self._request_id = current_request_id.get()
        self._users: dict[str, None] = {}
        self._told: dict[str, str] = {}
        self._unnamed = 0
        self.counts = Counts()

    def heard(self, request: Any, handler: Any) -> Any:
        """`request`, or the stream of them, looked at as it passes."""
        if handler.request_streaming:
            return self._each(request)
        self._look_at(request)
        return request

    def events(self, outcome: str) -> list[AuditEvent]:
        """One; of a stream that named several users, one for each."""
        caller = self._caller
        details = self._told | self.counts.told()
        if len(self._users) > 1:
            details["users"] = str(len(self._users))
        if self._unnamed:
            details["requests_of_more_users"] = str(self._unnamed)
        tenant = caller.tenant if caller else ""
        return [
            AuditEvent(
                self._trail.now(),
                tenant,
                (caller.name if caller else "") or ANONYMOUS,
                self._action,
                self._trail.digest(Owner(tenant, user)) if user and caller else "",
                outcome,
                self._request_id,
                details,
            )
            for user in self._users or ("",)
        ]

    async def _each(self, requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for request in requests:
            self._look_at(request)
            yield request

    def _look_at(self, request: Any) -> None:
        self._told |= told_by_request(request)
        user = user_of(request)
        if not user or len(user) > USER_ID_BYTES or user in self._users:
            return  # there is no user of a longer id
        if len(self._users) < MOST_USERS:
            self._users[user] = None
        else:
            self._unnamed += 1


def _outcome(error: BaseException, context: Any) -> str:
    """The name of the status that a call ends with that fails with `error`."""
    if isinstance(error, (asyncio.CancelledError, GeneratorExit)):
        left = context.time_remaining()
        return "CANCELLED" if left is None or left > 0 else "DEADLINE_EXCEEDED"
    return failure_of(error).code.name if isinstance(error, Exception) else "UNKNOWN"
