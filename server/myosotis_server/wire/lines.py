"""Import and export of JSON Lines through a running server."""

from collections.abc import Iterable, Iterator

import grpc
from google.protobuf import json_format

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service_pb
from myosotis.v1 import memory_service_pb2_grpc as service_grpc
from myosotis_server.wire.connection import Connection

BATCH = 100


class LineError(Exception):
    """A line that cannot be read, or a server that cannot be reached or refuses."""


def load(
    connection: Connection, user_id: str, lines: Iterable[str]
) -> service_pb.ImportMemoriesResponse:
    """Streams `lines`; each is a NewMemory or a Memory (as exported) in protobuf's JSON.

    Of an export, memories that had ended and earlier states are passed over: to state them would
    make them true again.
    """
    stored = service_pb.ImportMemoriesResponse()
    with connection.channel() as channel:
        stub = service_grpc.MemoryServiceStub(channel)
        # Read before anything is sent, so that a bad line leaves nothing half-loaded.
        read = [new_memory(line, number) for number, line in enumerate(lines, 1) if line.strip()]
        memories = [memory for memory in read if memory is not None]
        requests = (
            service_pb.ImportMemoriesRequest(user_id=user_id, memories=batch)
            for batch in _batches(memories)
        )
        try:
            for progress in stub.ImportMemories(requests, metadata=connection.metadata):
                stored = progress
        except grpc.RpcError as error:
            raise LineError(
                f"stopped after {stored.acknowledged_count * BATCH} lines: {_reason(error)}"
            ) from error
    return stored


def dump(connection: Connection, user_id: str, revisions: bool) -> Iterator[str]:
    """One JSON object a line: a Memory, or {"revisions": […]} where asked for."""
    request = service_pb.ExportMemoriesRequest(user_id=user_id, include_revisions=revisions)
    with connection.channel() as channel:
        stub = service_grpc.MemoryServiceStub(channel)
        try:
            for page in stub.ExportMemories(request, metadata=connection.metadata):
                for memory in page.memories:
                    yield _json(memory)
                for revision in page.revisions:
                    yield _json(service_pb.ListMemoryRevisionsResponse(revisions=[revision]))
        except grpc.RpcError as error:
            raise LineError(_reason(error)) from error


def new_memory(line: str, number: int) -> pb.NewMemory | None:
    """The statement on a line; None for what an export holds besides current memories.

    LineError with the line's number when it is nothing of the kind.
    """
    for message in (pb.NewMemory(), pb.Memory(), service_pb.ListMemoryRevisionsResponse()):
        try:
            json_format.Parse(line, message)
        except json_format.ParseError:
            continue
        if isinstance(message, pb.NewMemory):
            return message
        if isinstance(message, pb.Memory) and message.state == pb.MEMORY_STATE_ACTIVE:
            return _restated(message)
        return None
    raise LineError(f"line {number} is neither a statement nor an exported memory")


def _restated(memory: pb.Memory) -> pb.NewMemory:
    """What would have to be said for `memory` to be known."""
    new = pb.NewMemory(
        content=memory.content,
        kind=memory.kind,
        tier=memory.tier,
        origin=memory.origin,
        emotion=memory.emotion,
        importance=memory.importance,
        confidence=memory.confidence,
        pinned=memory.pinned,
        subject=memory.subject,
        tags=memory.tags,
        metadata=memory.metadata,
        sources=memory.sources,
        observe_time=memory.create_time,
    )
    if memory.HasField("attribute"):
        new.attribute.CopyFrom(memory.attribute)
    if memory.HasField("event_time"):
        new.event_time.CopyFrom(memory.event_time)
    return new


def _batches(memories: list[pb.NewMemory]) -> Iterator[list[pb.NewMemory]]:
    for start in range(0, len(memories), BATCH):
        yield memories[start : start + BATCH]


def _json(message: pb.Memory | service_pb.ListMemoryRevisionsResponse) -> str:
    return json_format.MessageToJson(
        message, indent=None, preserving_proto_field_name=True, ensure_ascii=False
    )


def _reason(error: grpc.RpcError) -> str:
    code = getattr(error, "code", lambda: grpc.StatusCode.UNKNOWN)()
    details = getattr(error, "details", lambda: "")()
    return f"{code.name}: {details}"
