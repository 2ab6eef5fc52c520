"""What both clients need to reach a server: TLS, channel options, metadata and stubs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
from grpc import aio

from myosotis.service_config import load_service_config
from myosotis.v1.admin_service_pb2_grpc import AdminServiceStub
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from myosotis.v1.graph_service_pb2_grpc import GraphServiceStub
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub

if TYPE_CHECKING:  # only the type stubs know these classes
    from myosotis.v1.admin_service_pb2_grpc import AdminServiceAsyncStub
    from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceAsyncStub
    from myosotis.v1.graph_service_pb2_grpc import GraphServiceAsyncStub
    from myosotis.v1.memory_service_pb2_grpc import MemoryServiceAsyncStub

# A page of 1,000 memories of 8,192 bytes is more than the 4 MiB that gRPC accepts by default.
MAX_RECEIVED_BYTES = 32 * 1024 * 1024

ChannelOptions = Sequence[tuple[str, str | int]]


@dataclass(frozen=True, slots=True)
class TlsOptions:
    """PEM-encoded. Without root certificates, gRPC's own list of authorities is trusted.

    Private key and certificate chain go together and identify the client (mutual TLS).
    `server_name` is expected in the server's certificate where the address is another.
    """

    root_certificates: bytes | None = None
    private_key: bytes | None = None
    certificate_chain: bytes | None = None
    server_name: str = ""

    def __post_init__(self) -> None:
        if (self.private_key is None) != (self.certificate_chain is None):
            raise ValueError("private_key and certificate_chain must be given together")

    def __repr__(self) -> str:
        return (
            f"TlsOptions(mutual={self.private_key is not None}, server_name={self.server_name!r})"
        )

    @classmethod
    def from_files(
        cls,
        root_certificates: str | Path | None = None,
        private_key: str | Path | None = None,
        certificate_chain: str | Path | None = None,
        server_name: str = "",
    ) -> TlsOptions:
        """Reads the PEM files. Raises OSError for one that cannot be read."""
        return cls(
            root_certificates=_read(root_certificates),
            private_key=_read(private_key),
            certificate_chain=_read(certificate_chain),
            server_name=server_name,
        )


def _read(path: str | Path | None) -> bytes | None:
    return Path(path).read_bytes() if path is not None else None


@dataclass(frozen=True, slots=True)
class Stubs:
    """The generated stubs on a client's channel, for what the client does not offer."""

    memory: MemoryServiceStub
    conversation: ConversationServiceStub
    graph: GraphServiceStub
    admin: AdminServiceStub

    @classmethod
    def on(cls, channel: grpc.Channel) -> Stubs:
        return cls(
            MemoryServiceStub(channel),
            ConversationServiceStub(channel),
            GraphServiceStub(channel),
            AdminServiceStub(channel),
        )


@dataclass(frozen=True, slots=True)
class AsyncStubs:
    """The generated stubs on an async client's channel, for what the client does not offer."""

    memory: MemoryServiceAsyncStub
    conversation: ConversationServiceAsyncStub
    graph: GraphServiceAsyncStub
    admin: AdminServiceAsyncStub

    @classmethod
    def on(cls, channel: aio.Channel) -> AsyncStubs:
        return cls(
            MemoryServiceStub(channel),
            ConversationServiceStub(channel),
            GraphServiceStub(channel),
            AdminServiceStub(channel),
        )


def channel_options(tls: TlsOptions | None, extra: ChannelOptions) -> list[tuple[str, str | int]]:
    """Options of a channel. `extra` comes last, and the last of a name counts."""
    options: list[tuple[str, str | int]] = [
        ("grpc.enable_retries", 1),
        ("grpc.service_config", load_service_config().channel_json),
        ("grpc.max_receive_message_length", MAX_RECEIVED_BYTES),
        ("grpc.initial_reconnect_backoff_ms", 200),
        ("grpc.max_reconnect_backoff_ms", 1000),
        # A watch may hear nothing for days: without probes it would not notice a dead connection.
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.http2.max_pings_without_data", 0),
    ]
    if tls is not None and tls.server_name:
        options.append(("grpc.ssl_target_name_override", tls.server_name))
    return list(dict([*options, *extra]).items())


def credentials(tls: TlsOptions) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials(
        tls.root_certificates, tls.private_key, tls.certificate_chain
    )


def call_metadata(api_key: str | None) -> tuple[tuple[str, str], ...]:
    """What goes with every call: the API key, if there is one."""
    return (("authorization", f"Bearer {api_key}"),) if api_key else ()
