"""Fetches a backup from a running server."""

from typing import BinaryIO

import grpc

from myosotis.v1 import admin_service_pb2 as pb
from myosotis.v1 import admin_service_pb2_grpc as pb_grpc
from myosotis_server.memory.backups import BackupKind
from myosotis_server.wire.connection import Connection


class BackupRefused(Exception):
    """A server that cannot be reached, refuses, or ended before the backup did."""


def fetch(connection: Connection, kind: BackupKind, to: BinaryIO) -> None:
    """Writes what the server streams, as it comes. What it wrote before a failure is no backup."""
    request = pb.BackupRequest(user_keys=kind is BackupKind.USER_KEYS)
    with connection.channel() as channel:
        stub = pb_grpc.AdminServiceStub(channel)
        try:
            for response in stub.Backup(request, metadata=connection.metadata):
                to.write(response.chunk)
        except grpc.RpcError as error:
            code = getattr(error, "code", lambda: grpc.StatusCode.UNKNOWN)()
            details = getattr(error, "details", lambda: "")()
            raise BackupRefused(f"{code.name}: {details}") from error
