"""Asks a server whether it is serving, and whether it takes a key."""

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from myosotis_server.wire.connection import Connection


def is_serving(connection: Connection, timeout_seconds: float = 1.0) -> bool:
    """Whether a gRPC server says SERVING within the time given."""
    with connection.channel() as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(
                health_pb2.HealthCheckRequest(), timeout=timeout_seconds
            )
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def takes_key(connection: Connection, timeout_seconds: float = 1.0) -> bool:
    """Whether the server lets the connection's key, or the lack of one, in."""
    question = reflection_pb2.ServerReflectionRequest(list_services="")
    with connection.channel() as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        try:
            list(
                stub.ServerReflectionInfo(
                    iter([question]), timeout=timeout_seconds, metadata=connection.metadata
                )
            )
        except grpc.RpcError as error:
            return bool(error.code() is not grpc.StatusCode.UNAUTHENTICATED)
    return True
