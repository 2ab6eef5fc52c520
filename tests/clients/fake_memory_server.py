"""All services on a real socket: memories in a dict, answers and failures when told to."""

# ruff: noqa: N802  # the methods are named by the contract

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from clients.fake_services import FakeAdmin, FakeConversation, FakeGraph
from myosotis.v1 import memory_pb2, memory_service_pb2
from myosotis.v1.admin_service_pb2_grpc import add_AdminServiceServicer_to_server
from myosotis.v1.conversation_service_pb2_grpc import add_ConversationServiceServicer_to_server
from myosotis.v1.graph_service_pb2_grpc import add_GraphServiceServicer_to_server
from myosotis.v1.memory_service_pb2_grpc import (
    MemoryServiceServicer,
    add_MemoryServiceServicer_to_server,
)

SERVING, NOT_SERVING = b"\x08\x01", b"\x08\x02"


def packed(*details: Message) -> list[any_pb2.Any]:
    boxes = [any_pb2.Any() for _ in details]
    for box, detail in zip(boxes, details, strict=True):
        box.Pack(detail)
    return boxes


class FakeMemoryServer(MemoryServiceServicer):
    """`requests` and `metadata` record every attempt, retries included, in order.

    Each attempt takes the next of `failures`, if any, and aborts with it. While `stalled` is set,
    calls wait for `release`.
    """

    def __init__(self, credentials: grpc.ServerCredentials | None = None) -> None:
        self.memories: dict[str, dict[str, memory_pb2.Memory]] = {}
        self.requests: list[Any] = []
        self.metadata: list[dict[str, str | bytes]] = []
        self.failures: list[tuple[grpc.StatusCode, str, list[Message]]] = []
        self.health = SERVING
        self.stalled = False
        self.release = threading.Event()
        self._server = grpc.server(ThreadPoolExecutor(8))
        add_MemoryServiceServicer_to_server(self, self._server)
        self.conversation = FakeConversation(self.attempt)
        self.graph = FakeGraph(self.attempt)
        self.admin = FakeAdmin(self.attempt)
        add_ConversationServiceServicer_to_server(self.conversation, self._server)
        add_GraphServiceServicer_to_server(self.graph, self._server)
        add_AdminServiceServicer_to_server(self.admin, self._server)
        health: grpc.RpcMethodHandler[None, bytes] = grpc.unary_unary_rpc_method_handler(
            lambda _request, _context: self.health
        )
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": health}),)
        )
        self.address = f"127.0.0.1:{self._open_port(credentials)}"
        self._server.start()

    def _open_port(self, credentials: grpc.ServerCredentials | None) -> int:
        if credentials is None:
            return self._server.add_insecure_port("127.0.0.1:0")
        return self._server.add_secure_port("127.0.0.1:0", credentials)

    def stop(self) -> None:
        self.release.set()
        self._server.stop(grace=None).wait()

    def fail(self, code: grpc.StatusCode, message: str = "no", *details: Message) -> None:
        self.failures.append((code, message, list(details)))

    def attempt(self, request: Any, context: Any) -> None:
        self.requests.append(request)
        self.metadata.append(dict(context.invocation_metadata()))
        if self.stalled:
            self.release.wait(5)
        if self.failures:
            code, message, details = self.failures.pop(0)
            context.set_trailing_metadata((("x-request-id", "call-7"),))
            if not details:
                context.abort(code, message)
            status = rpc_status.to_status(
                Status(code=code.value[0], message=message, details=packed(*details))
            )
            trailers = (*status.trailing_metadata, ("x-request-id", "call-7"))
            context.set_trailing_metadata(trailers)
            context.abort(code, message)

    def put(self, user_id: str, new: memory_pb2.NewMemory) -> memory_pb2.Memory:
        of_user = self.memories.setdefault(user_id, {})
        memory = memory_pb2.Memory(
            memory_id=f"m{len(of_user)}",
            user_id=user_id,
            content=new.content,
            kind=new.kind,
            importance=new.importance,
            tags=new.tags,
            metadata=new.metadata,
            etag="e0",
        )
        if new.HasField("event_time"):
            memory.event_time.CopyFrom(new.event_time)
        of_user[memory.memory_id] = memory
        return memory

    def Remember(self, request: Any, context: Any) -> memory_service_pb2.RememberResponse:
        self.attempt(request, context)
        changes = [
            memory_pb2.MemoryChange(
                action=memory_pb2.CHANGE_ACTION_CREATED,
                memory=self.put(request.user_id, new),
                item_index=index,
            )
            for index, new in enumerate(request.memories)
        ]
        return memory_service_pb2.RememberResponse(changes=changes, revision=1)

    def Recall(self, request: Any, context: Any) -> memory_service_pb2.RecallResponse:
        self.attempt(request, context)
        found = [
            memory_pb2.RecalledMemory(
                memory=memory, score=0.7, breakdown=memory_pb2.ScoreBreakdown(lexical=0.9)
            )
            for memory in self.memories.get(request.user_id, {}).values()
            if request.query in memory.content
        ]
        return memory_service_pb2.RecallResponse(
            memories=found[: request.limit], mode=memory_pb2.RECALL_MODE_EXPLICIT, revision=3
        )

    def Forget(self, request: Any, context: Any) -> memory_service_pb2.ForgetResponse:
        self.attempt(request, context)
        return memory_service_pb2.ForgetResponse(
            forgotten_count=2, receipt_id="receipt", revision=4
        )

    def GetMemory(self, request: Any, context: Any) -> memory_service_pb2.GetMemoryResponse:
        self.attempt(request, context)
        memory = self.memories[request.user_id][request.memory_id]
        return memory_service_pb2.GetMemoryResponse(memory=memory)

    def ListMemories(self, request: Any, context: Any) -> memory_service_pb2.ListMemoriesResponse:
        self.attempt(request, context)
        start = int(request.page_token or 0)
        end = start + request.page_size
        memories = list(self.memories.get(request.user_id, {}).values())
        return memory_service_pb2.ListMemoriesResponse(
            memories=memories[start:end], next_page_token=str(end) if end < len(memories) else ""
        )

    def UpdateMemory(self, request: Any, context: Any) -> memory_service_pb2.UpdateMemoryResponse:
        self.attempt(request, context)
        return memory_service_pb2.UpdateMemoryResponse(memory=request.memory, revision=5)

    def ListMemoryRevisions(
        self, request: Any, context: Any
    ) -> memory_service_pb2.ListMemoryRevisionsResponse:
        self.attempt(request, context)
        memory = self.memories[request.user_id][request.memory_id]
        change = memory_pb2.MemoryChange(action=memory_pb2.CHANGE_ACTION_UPDATED, memory=memory)
        last = bool(request.page_token)
        return memory_service_pb2.ListMemoryRevisionsResponse(
            revisions=[change], next_page_token="" if last else "next"
        )

    def ImportMemories(
        self, request_iterator: Any, context: Any
    ) -> Iterator[memory_service_pb2.ImportMemoriesResponse]:
        created = 0
        for count, request in enumerate(request_iterator, 1):
            self.attempt(request, context)
            created += len([self.put(request.user_id, new) for new in request.memories])
            yield memory_service_pb2.ImportMemoriesResponse(
                acknowledged_count=count, created_count=created
            )

    def ExportMemories(
        self, request: Any, context: Any
    ) -> Iterator[memory_service_pb2.ExportMemoriesResponse]:
        self.attempt(request, context)
        for memory in self.memories.get(request.user_id, {}).values():
            change = memory_pb2.MemoryChange(action=memory_pb2.CHANGE_ACTION_CREATED, memory=memory)
            yield memory_service_pb2.ExportMemoriesResponse(
                memories=[memory], revisions=[change] if request.include_revisions else []
            )
