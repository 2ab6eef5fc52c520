"""AdminService on the wire: check, convert, call the use case, convert back."""

from collections.abc import AsyncIterator
from typing import Any

import grpc

from myosotis.v1 import admin_service_pb2 as pb
from myosotis.v1 import admin_service_pb2_grpc as pb_grpc
from myosotis_server.memory.errors import NotImplementedYet
from myosotis_server.wire import requests
from myosotis_server.wire.use_cases import TENANT, UseCases
from myosotis_server.wire.validate import Checker

Context = grpc.aio.ServicerContext[Any, Any]


class AdminServicer(pb_grpc.AdminServiceServicer):
    def __init__(self, use: UseCases) -> None:
        self._use = use

    async def RunMaintenance(
        self, request: pb.RunMaintenanceRequest, context: Context
    ) -> pb.RunMaintenanceResponse:
        check = Checker()
        owner = requests.owner_of(check, TENANT, request.user_id) if request.user_id else None
        check.finish()
        if owner is not None:
            done = await self._use.maintain(owner, request.dry_run)
        else:
            done = await self._use.maintain.everyone(request.dry_run)
        return pb.RunMaintenanceResponse(
            reviewed_count=done.reviewed,
            promoted_count=done.promoted,
            summarised_count=done.summarised,
            decayed_count=done.decayed,
            expired_count=done.expired,
            removed_count=done.removed,
        )

    async def GetServerInfo(
        self, request: pb.GetServerInfoRequest, context: Context
    ) -> pb.GetServerInfoResponse:
        raise NotImplementedYet("the server's state is not told yet")

    async def GetUserStats(
        self, request: pb.GetUserStatsRequest, context: Context
    ) -> pb.GetUserStatsResponse:
        raise NotImplementedYet("statistics of users are not told yet")

    async def ListUsers(
        self, request: pb.ListUsersRequest, context: Context
    ) -> pb.ListUsersResponse:
        raise NotImplementedYet("users are not listed yet")

    async def RotateUserKey(
        self, request: pb.RotateUserKeyRequest, context: Context
    ) -> pb.RotateUserKeyResponse:
        raise NotImplementedYet("keys are not rotated yet")

    def Reembed(
        self, request: pb.ReembedRequest, context: Context
    ) -> AsyncIterator[pb.ReembedResponse]:
        raise NotImplementedYet("nothing is embedded again yet")

    def Backup(
        self, request: pb.BackupRequest, context: Context
    ) -> AsyncIterator[pb.BackupResponse]:
        raise NotImplementedYet("backups are not taken yet")

    async def ListAuditEvents(
        self, request: pb.ListAuditEventsRequest, context: Context
    ) -> pb.ListAuditEventsResponse:
        raise NotImplementedYet("calls are not audited yet")
