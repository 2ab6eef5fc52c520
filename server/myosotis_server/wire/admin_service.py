"""AdminService on the wire: check, convert, call the use case, convert back."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import grpc

from myosotis.v1 import admin_service_pb2 as pb
from myosotis.v1 import admin_service_pb2_grpc as pb_grpc
from myosotis_server.memory.audit import AuditFilter
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import NotImplementedYet
from myosotis_server.memory.values import Owner
from myosotis_server.service.audit_trail import AuditTrail
from myosotis_server.wire import audited, requests
from myosotis_server.wire.callers import current_caller
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.use_cases import UseCases
from myosotis_server.wire.validate import Checker

Context = grpc.aio.ServicerContext[Any, Any]


class AdminServicer(pb_grpc.AdminServiceServicer):
    def __init__(self, use: UseCases, trail: AuditTrail, tokens: PageTokens) -> None:
        self._use = use
        self._trail = trail
        self._tokens = tokens

    async def RunMaintenance(
        self, request: pb.RunMaintenanceRequest, context: Context
    ) -> pb.RunMaintenanceResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id) if request.user_id else None
        check.finish()
        if owner is not None:
            done = await self._use.maintain(owner, request.dry_run)
        else:
            caller = current_caller.get()
            tenant = None if caller.server_wide else caller.tenant
            done = await self._use.maintain.everyone(request.dry_run, tenant=tenant)
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

    async def Backup(
        self, request: pb.BackupRequest, context: Context
    ) -> AsyncIterator[pb.BackupResponse]:
        kind = BackupKind.USER_KEYS if request.user_keys else BackupKind.STORE
        async with contextlib.aclosing(self._use.backup(kind)) as pieces:
            async for piece in pieces:
                yield pb.BackupResponse(chunk=piece)

    async def ListAuditEvents(
        self, request: pb.ListAuditEventsRequest, context: Context
    ) -> pb.ListAuditEventsResponse:
        check = Checker()
        caller = current_caller.get()
        owner = Owner(caller.tenant, "")
        user_digest = ""
        if request.user_id:
            owner = requests.owner_of(check, request.user_id)
            user_digest = self._trail.digest(owner)
        span = audited.span_of(check, request)
        size = check.size("page_size", request.page_size, 100, 1_000)
        question = f"audit {span.start} {span.end}".encode()
        after = self._tokens.open(check, owner, question, request.page_token)
        check.finish()
        # Only who answers for the whole server sees other tenants, and calls of nobody known.
        tenant = None if caller.server_wide else caller.tenant
        page = await self._trail.page(AuditFilter(tenant, user_digest, span), after, size)
        token = self._tokens.seal(owner, question, page.next.encode()) if page.next else ""
        return pb.ListAuditEventsResponse(
            events=[audited.event_message(each) for each in page.events], next_page_token=token
        )
