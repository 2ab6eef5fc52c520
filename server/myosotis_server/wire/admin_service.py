"""AdminService on the wire: check, convert, call the use case, convert back."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import grpc

from myosotis.v1 import admin_service_pb2 as pb
from myosotis.v1 import admin_service_pb2_grpc as pb_grpc
from myosotis_server.memory.audit import AuditFilter
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.values import Owner
from myosotis_server.service.audit_trail import AuditTrail
from myosotis_server.wire import accounts, audited, requests
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
        return accounts.server_info(await self._use.accounts.server())

    async def GetUserStats(
        self, request: pb.GetUserStatsRequest, context: Context
    ) -> pb.GetUserStatsResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        check.finish()
        return accounts.user_stats(await self._use.accounts.user(owner))

    async def ListUsers(
        self, request: pb.ListUsersRequest, context: Context
    ) -> pb.ListUsersResponse:
        check = Checker()
        tenant = current_caller.get().tenant
        size = check.size("page_size", request.page_size, 100, 1_000)
        # A token is the tenant's, not a user's.
        nobody, question = Owner(tenant, ""), b"users"
        after = self._tokens.open(check, nobody, question, request.page_token)
        check.finish()
        user_ids, last = await self._use.accounts.page(tenant, size, after)
        token = self._tokens.seal(nobody, question, last.encode()) if last else ""
        return pb.ListUsersResponse(user_ids=user_ids, next_page_token=token)

    async def RotateUserKey(
        self, request: pb.RotateUserKeyRequest, context: Context
    ) -> pb.RotateUserKeyResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        check.finish()
        return pb.RotateUserKeyResponse(key_version=await self._use.rotate_key(owner))

    async def Reembed(
        self, request: pb.ReembedRequest, context: Context
    ) -> AsyncIterator[pb.ReembedResponse]:
        check = Checker()
        owner = requests.owner_of(check, request.user_id) if request.user_id else None
        check.finish()
        caller = current_caller.get()
        tenant = None if caller.server_wide else caller.tenant
        reembed = self._use.reembed
        making = reembed.everyone(tenant) if owner is None else reembed(owner)
        async with contextlib.aclosing(making) as progress:
            async for each in progress:
                yield pb.ReembedResponse(done_count=each.done, total_count=each.total)

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
