"""The gRPC server: services, health, reflection, limits, and how it starts and drains."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2, reflection_pb2_grpc

from myosotis.v1 import (
    admin_service_pb2,
    admin_service_pb2_grpc,
    conversation_service_pb2,
    conversation_service_pb2_grpc,
    graph_service_pb2,
    graph_service_pb2_grpc,
    memory_service_pb2,
    memory_service_pb2_grpc,
)
from myosotis_server.wire.admin_service import AdminServicer
from myosotis_server.wire.conversation_service import ConversationServicer
from myosotis_server.wire.graph_service import GraphServicer
from myosotis_server.wire.interceptors.access import Access
from myosotis_server.wire.interceptors.audit import Audit
from myosotis_server.wire.interceptors.call_log import CallLog
from myosotis_server.wire.interceptors.failures import Decoding, Failures
from myosotis_server.wire.interceptors.request_id import RequestIds
from myosotis_server.wire.memory_service import MemoryServicer

SERVICES = (
    memory_service_pb2.DESCRIPTOR.services_by_name["MemoryService"].full_name,
    conversation_service_pb2.DESCRIPTOR.services_by_name["ConversationService"].full_name,
    graph_service_pb2.DESCRIPTOR.services_by_name["GraphService"].full_name,
    admin_service_pb2.DESCRIPTOR.services_by_name["AdminService"].full_name,
)

STREAMS = frozenset(
    f"/{service.full_name}/{method.name}"
    for file in (
        memory_service_pb2,
        conversation_service_pb2,
        graph_service_pb2,
        admin_service_pb2,
        health_pb2,
        reflection_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
    if method.client_streaming or method.server_streaming
)
"""Methods of which one or both sides send as much as they like."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server takes from the network; `max_message_bytes` is of one request."""

    max_message_bytes: int
    max_concurrent_calls: int
    keepalive_seconds: int
    max_connection_age_seconds: int
    shares_port: bool = False
    """Whether other processes over the same store listen on the same port."""


@dataclass(frozen=True, slots=True)
class Servicers:
    """One per service of the contract."""

    memory: MemoryServicer
    conversation: ConversationServicer
    graph: GraphServicer
    admin: AdminServicer


class _Unregistered:
    """Takes services for a server without registering their methods one by one.

    grpc.aio keeps a task for each registered method that waits for its next call, and looks through
    all of these tasks at every call: with as many methods as ours that takes longer than to read
    the request and find its handler. Without them one task waits for calls of any method.
    """

    def __init__(self, server: grpc.aio.Server) -> None:
        self.add_generic_rpc_handlers = server.add_generic_rpc_handlers

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, object]) -> None:
        """Nothing: the service's generic handler answers these as well."""


class WireServer:
    """Listens from `start` to `drain`."""

    def __init__(
        self,
        serve: Servicers,
        limits: Limits,
        access: Access,
        credentials: grpc.ServerCredentials | None = None,
        audit: Audit | None = None,
        calls: CallLog | None = None,
        failures: Failures | None = None,
    ) -> None:
        """Without `credentials` nothing is encrypted, without `audit` no call leaves a trace."""
        self._serving = False
        self._credentials = credentials
        self._health = health.aio.HealthServicer()
        self._server = grpc.aio.server(
            interceptors=(
                *(RequestIds(), calls or CallLog(), failures or Failures()),
                *((audit,) if audit is not None else ()),
                *(access, Decoding()),
            ),
            maximum_concurrent_rpcs=limits.max_concurrent_calls,
            options=_options(limits),
        )
        services: Any = _Unregistered(self._server)
        memory_service_pb2_grpc.add_MemoryServiceServicer_to_server(serve.memory, services)
        conversation_service_pb2_grpc.add_ConversationServiceServicer_to_server(
            serve.conversation, services
        )
        graph_service_pb2_grpc.add_GraphServiceServicer_to_server(serve.graph, services)
        admin_service_pb2_grpc.add_AdminServiceServicer_to_server(serve.admin, services)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, services)
        names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(
            reflection.aio.ReflectionServicer(names), services
        )

    @property
    def is_serving(self) -> bool:
        """What health checks are told; from any thread."""
        return self._serving

    async def start(self, address: str) -> int:
        """The port that it listens on. OSError when the address cannot be had."""
        try:
            if self._credentials is None:
                port = self._server.add_insecure_port(address)
            else:
                port = self._server.add_secure_port(address, self._credentials)
        except RuntimeError as error:
            raise OSError(f"cannot listen on {address}") from error
        if port == 0:
            raise OSError(f"cannot listen on {address}")
        await self._server.start()
        for service in ("", *SERVICES):
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)
        self._serving = True
        return port

    async def drain(self, grace_seconds: float) -> None:
        """Tells health checks first, then lets running calls end, at most `grace_seconds`."""
        self._serving = False
        await self._health.enter_graceful_shutdown()
        await self._server.stop(grace_seconds)


def _options(limits: Limits) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", limits.max_message_bytes),
        # Answers are kept within one message by service/paging.py.
        ("grpc.max_send_message_length", -1),
        ("grpc.keepalive_time_ms", 1_000 * limits.keepalive_seconds),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.max_connection_age_ms", 1_000 * limits.max_connection_age_seconds),
        ("grpc.max_connection_age_grace_ms", 60_000),
        # A server of another store on the same port would answer half of the calls.
        ("grpc.so_reuseport", int(limits.shares_port)),
    ]
