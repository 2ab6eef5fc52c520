"""Every RPC of the contract, taken from its descriptors, so that none can be left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from myosotis.v1 import (
    admin_service_pb2,
    conversation_service_pb2,
    graph_service_pb2,
    memory_service_pb2,
)

FILES = (memory_service_pb2, conversation_service_pb2, graph_service_pb2, admin_service_pb2)


@dataclass(frozen=True)
class Rpc:
    path: str
    method: MethodDescriptor

    @property
    def name(self) -> str:
        return str(self.method.name)

    @property
    def request(self) -> type[Message]:
        return GetMessageClass(self.method.input_type)

    def on(self, channel: grpc.Channel) -> Callable[..., Any]:
        """Calls it with one request, in a stream where it takes one; see `running.refusals`."""
        kinds = {
            (False, False): channel.unary_unary,
            (False, True): channel.unary_stream,
            (True, True): channel.stream_stream,
        }
        sends = bool(self.method.client_streaming)
        call = kinds[sends, bool(self.method.server_streaming)](
            self.path,
            request_serializer=self.request.SerializeToString,
            response_deserializer=GetMessageClass(self.method.output_type).FromString,
        )
        return lambda request, **options: call(iter([request]) if sends else request, **options)


RPCS = [
    Rpc(f"/{service.full_name}/{method.name}", method)
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
