"""MemoryService on the wire: check, convert, call the use case, convert back."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import grpc

from myosotis.v1 import memory_pb2
from myosotis.v1 import memory_service_pb2 as pb
from myosotis.v1 import memory_service_pb2_grpc as pb_grpc
from myosotis_server.memory.ports import Clock
from myosotis_server.memory.values import ReconcileMode
from myosotis_server.service.browse import Position
from myosotis_server.service.seen import seen_memories, seen_memory, told_changes
from myosotis_server.service.transfer import ImportBatch
from myosotis_server.wire import clearances, requests, responses
from myosotis_server.wire.page_token import PageTokens
from myosotis_server.wire.use_cases import UseCases
from myosotis_server.wire.validate import Checker

Context = grpc.aio.ServicerContext[Any, Any]

KNOWN_DURABILITIES = range(3)


class MemoryServicer(pb_grpc.MemoryServiceServicer):
    def __init__(self, use: UseCases, tokens: PageTokens, clock: Clock) -> None:
        self._use = use
        self._tokens = tokens
        self._clock = clock

    async def Remember(self, request: pb.RememberRequest, context: Context) -> pb.RememberResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        key = requests.request_key(check, request, request.request_id)
        mode = check.enum("reconcile", request.reconcile, ReconcileMode)
        # A queued write is synced as well: a shared commit costs less than keeping two promises.
        if request.durability not in KNOWN_DURABILITIES:
            check.note("durability", f"{request.durability} is not a known Durability number")
        zone = check.zone("time_zone", request.time_zone)
        said = requests.statements(check, request.memories, request.session_id, self._clock.now())
        check.finish()
        outcome = await self._use.remember(owner, said, mode, key, zone)
        changes = told_changes(outcome.changes, clearances.of_caller(self._use.clearing))
        return pb.RememberResponse(
            changes=[responses.change(owner, each) for each in changes],
            revision=outcome.revision,
        )

    async def Recall(self, request: pb.RecallRequest, context: Context) -> pb.RecallResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        question = requests.recall_question(check, request)
        signals = clearances.identity_signals(check, request)
        check.finish()
        clearance = await clearances.of_speaker(
            self._use.clearing, owner, signals, learns=not request.read_only
        )
        if not clearance.is_full:
            question = replace(question, clearance=clearance)
        return responses.recall(owner, await self._use.recall(owner, question))

    async def Forget(self, request: pb.ForgetRequest, context: Context) -> pb.ForgetResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        key = requests.request_key(check, request, request.request_id)
        mode = requests.forget_mode(check, request)
        target = requests.forget_target(check, request)
        check.finish()
        forgotten = await self._use.forget(owner, target, mode, request.dry_run, key)
        memories = seen_memories(forgotten.memories, clearances.of_caller(self._use.clearing))
        return pb.ForgetResponse(
            forgotten_count=forgotten.count,
            memories=[responses.memory(owner, each) for each in memories],
            receipt_id=forgotten.receipt_id,
            revision=forgotten.revision,
        )

    async def GetMemory(
        self, request: pb.GetMemoryRequest, context: Context
    ) -> pb.GetMemoryResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        memory_id = check.uuid("memory_id", request.memory_id, required=True)
        check.finish()
        clearance = clearances.of_caller(self._use.clearing)
        memory = await self._use.browse.get(owner, memory_id, clearance)
        return pb.GetMemoryResponse(memory=responses.memory(owner, memory))

    async def ListMemories(
        self, request: pb.ListMemoriesRequest, context: Context
    ) -> pb.ListMemoriesResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        wanted = requests.memory_filter(check, "filter", request.filter)
        size = check.size("page_size", request.page_size, 100, 1_000)
        question = b"list" + request.filter.SerializeToString(deterministic=True)
        opened = self._tokens.open(check, owner, question, request.page_token)
        check.finish()
        after = None
        if opened:
            time, memory_id = opened.split(" ")
            after = Position(int(time), memory_id)
        clearance = clearances.of_caller(self._use.clearing)
        page = await self._use.browse.page(owner, wanted, size, after, clearance)
        token = ""
        if page.next is not None:
            position = f"{page.next.create_time} {page.next.memory_id}"
            token = self._tokens.seal(owner, question, position.encode())
        return pb.ListMemoriesResponse(
            memories=[responses.memory(owner, each) for each in page.memories],
            next_page_token=token,
        )

    async def UpdateMemory(
        self, request: pb.UpdateMemoryRequest, context: Context
    ) -> pb.UpdateMemoryResponse:
        check = Checker()
        owner = requests.owner_of(check, request.memory.user_id, field="memory.user_id")
        memory_id = check.uuid("memory.memory_id", request.memory.memory_id, required=True)
        fields = requests.updated_fields(check, request)
        check.finish()
        expected = responses.revision_of(request.memory.etag)
        memory, revision = await self._use.revise(owner, memory_id, fields, expected)
        shown = seen_memory(memory, clearances.of_caller(self._use.clearing))
        if shown is None:  # its writer learns no more than that it was changed
            changed = memory_pb2.Memory(memory_id=memory_id, user_id=owner.user_id)
            return pb.UpdateMemoryResponse(memory=changed, revision=revision)
        return pb.UpdateMemoryResponse(memory=responses.memory(owner, shown), revision=revision)

    async def ListMemoryRevisions(
        self, request: pb.ListMemoryRevisionsRequest, context: Context
    ) -> pb.ListMemoryRevisionsResponse:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        memory_id = check.uuid("memory_id", request.memory_id, required=True)
        size = check.size("page_size", request.page_size, 100, 1_000)
        question = b"history" + memory_id.encode()
        opened = self._tokens.open(check, owner, question, request.page_token)
        check.finish()
        remaining = int(opened) if opened else None
        clearance = clearances.of_caller(self._use.clearing)
        changes, left = await self._use.browse.history(owner, memory_id, size, remaining, clearance)
        return pb.ListMemoryRevisionsResponse(
            revisions=[responses.change(owner, each) for each in changes],
            next_page_token=self._tokens.seal(owner, question, b"%d" % left) if left else "",
        )

    async def ImportMemories(
        self, request_iterator: AsyncIterator[pb.ImportMemoriesRequest], context: Context
    ) -> AsyncIterator[pb.ImportMemoriesResponse]:
        async for progress in self._use.transfer.load(self._batches(request_iterator)):
            yield pb.ImportMemoriesResponse(
                acknowledged_count=progress.acknowledged,
                created_count=progress.created,
                reinforced_count=progress.reinforced,
                rejected_count=progress.rejected,
            )

    async def _batches(
        self, stream: AsyncIterator[pb.ImportMemoriesRequest]
    ) -> AsyncIterator[ImportBatch]:
        async for request in stream:
            check = Checker()
            owner = requests.owner_of(check, request.user_id)
            mode = check.enum("reconcile", request.reconcile, ReconcileMode)
            said = requests.statements(check, request.memories, "", self._clock.now())
            check.finish()
            yield ImportBatch(owner, said, mode)

    async def ExportMemories(
        self, request: pb.ExportMemoriesRequest, context: Context
    ) -> AsyncIterator[pb.ExportMemoriesResponse]:
        check = Checker()
        owner = requests.owner_of(check, request.user_id)
        check.finish()
        clearance = clearances.of_caller(self._use.clearing)
        async for page in self._use.transfer.dump(owner, request.include_revisions, clearance):
            yield pb.ExportMemoriesResponse(
                memories=[responses.memory(owner, each) for each in page.memories],
                revisions=[responses.change(owner, each) for each in page.revisions],
            )
