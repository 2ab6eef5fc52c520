"""Lets a running server embed what it holds again, and follows how far it is."""

from collections.abc import Iterator

import grpc

from myosotis.v1 import admin_service_pb2 as pb
from myosotis.v1 import admin_service_pb2_grpc as pb_grpc
from myosotis_server.wire.connection import Connection


class ReembedRefused(Exception):
    """A server that cannot be reached, refuses, or ended before all was done."""


def follow(connection: Connection, user: str) -> Iterator[tuple[int, int]]:
    """How many memories are done and of how many, as it goes on; of all users if `user` is ""."""
    with connection.channel() as channel:
        stub = pb_grpc.AdminServiceStub(channel)
        try:
            for response in stub.Reembed(
                pb.ReembedRequest(user_id=user), metadata=connection.metadata
            ):
                yield response.done_count, response.total_count
        except grpc.RpcError as error:
            code = getattr(error, "code", lambda: grpc.StatusCode.UNKNOWN)()
            details = getattr(error, "details", lambda: "")()
            raise ReembedRefused(f"{code.name}: {details}") from error
