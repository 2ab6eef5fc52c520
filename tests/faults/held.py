"""What a server holds of one user, read over the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import grpc

from myosotis.v1 import conversation_pb2, graph_pb2, graph_service_pb2, memory_service_pb2
from myosotis.v1 import conversation_service_pb2 as conversation_service
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from myosotis.v1.graph_service_pb2_grpc import GraphServiceStub
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub

SECONDS = 60
PAGE = 1_000
MOST_NEIGHBOURS = 100
"""More are not told of by one ListNeighbors."""


@dataclass
class Held:
    sessions: dict[str, conversation_pb2.Session]
    turns: dict[str, list[conversation_pb2.Turn]]
    """By session, in the order in which they are listed."""
    memories: list[pb.Memory]
    """All but superseded ones."""
    entities: list[graph_pb2.Entity]
    supports: dict[str, set[str]]
    """By entity, the memories that its relations rest on; only of entities with few neighbours."""

    @property
    def digests(self) -> list[pb.Memory]:
        return [each for each in self.memories if _is_digest(each)]

    @property
    def statements(self) -> list[pb.Memory]:
        return [each for each in self.memories if not _is_digest(each)]


def read(channel: grpc.Channel, user: str, *, graph: bool = True) -> Held:
    """All that `user` has; without `graph` neither entities nor what they rest on."""
    talks = ConversationServiceStub(channel)
    listed = _paged(
        talks.ListSessions,
        conversation_service.ListSessionsRequest(user_id=user, page_size=PAGE),
        "sessions",
    )
    sessions = {each.session_id: each for each in listed}
    turns = {
        session_id: list(
            _paged(
                talks.ListTurns,
                conversation_service.ListTurnsRequest(
                    user_id=user, session_id=session_id, page_size=PAGE
                ),
                "turns",
            )
        )
        for session_id in sessions
    }
    memories = _paged(
        MemoryServiceStub(channel).ListMemories,
        memory_service_pb2.ListMemoriesRequest(user_id=user, page_size=PAGE),
        "memories",
    )
    held = Held(sessions, turns, list(memories), [], {})
    if graph:
        _read_graph(GraphServiceStub(channel), user, held)
    return held


def _read_graph(stub: GraphServiceStub, user: str, held: Held) -> None:
    request = graph_service_pb2.ListEntitiesRequest(user_id=user, page_size=PAGE)
    held.entities = list(_paged(stub.ListEntities, request, "entities"))
    for entity in held.entities:
        around = graph_service_pb2.ListNeighborsRequest(
            user_id=user,
            node=graph_pb2.NodeReference(entity_id=entity.entity_id),
            limit=MOST_NEIGHBOURS,
        )
        neighbours = stub.ListNeighbors(around, timeout=SECONDS).neighbors
        if len(neighbours) < MOST_NEIGHBOURS:
            held.supports[entity.entity_id] = {
                memory_id
                for neighbour in neighbours
                for relation in neighbour.path
                for memory_id in relation.evidence_memory_ids
            }


def _paged(call: Callable[..., Any], request: Any, field: str) -> Iterator[Any]:
    while True:
        answer = call(request, timeout=SECONDS, wait_for_ready=True)
        yield from getattr(answer, field)
        if not answer.next_page_token:
            return
        request.page_token = answer.next_page_token


def _is_digest(memory: pb.Memory) -> bool:
    is_distilled = memory.origin == pb.MEMORY_ORIGIN_CONSOLIDATED
    return bool(is_distilled and memory.kind == pb.MEMORY_KIND_SUMMARY)
