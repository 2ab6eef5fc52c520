"""Short ways to relate and to look around in the memory graph, on the raw stubs."""

from __future__ import annotations

from typing import Any

from myosotis.v1 import graph_pb2 as pb
from myosotis.v1 import graph_service_pb2 as service
from wire.saying import SECONDS, remember
from wire.talking import pages


def entities(graph: Any, user: str, *types: Any, size: int = 0) -> list[pb.Entity]:
    request = service.ListEntitiesRequest(user_id=user, types=types)
    return [each for page in pages(graph.ListEntities, request, size) for each in page.entities]


def named(graph: Any, user: str, name: str) -> pb.NodeReference:
    [found] = [each for each in entities(graph, user) if name in (each.name, *each.aliases)]
    return pb.NodeReference(entity_id=found.entity_id)


def themselves(graph: Any, user: str) -> pb.NodeReference:
    [found] = entities(graph, user, pb.ENTITY_TYPE_USER)
    return pb.NodeReference(entity_id=found.entity_id)


def near(graph: Any, user: str, node: pb.NodeReference, **fields: Any) -> list[pb.Neighbor]:
    request = service.ListNeighborsRequest(user_id=user, node=node, **fields)
    return list(graph.ListNeighbors(request, timeout=SECONDS).neighbors)


def names(neighbors: list[pb.Neighbor]) -> dict[str, int]:
    """How many steps away what is, by an entity's name or a memory's content."""
    return {each.entity.name or each.memory.content: each.hops for each in neighbors}


def relate(graph: Any, user: str, *relations: pb.Relation, **fields: Any) -> service.RelateResponse:
    request = service.RelateRequest(user_id=user, relations=relations, **fields)
    return graph.Relate(request, timeout=SECONDS)


def unrelate(graph: Any, user: str, source: Any, target: Any, **fields: Any) -> Any:
    request = service.UnrelateRequest(user_id=user, source=source, target=target, **fields)
    return graph.Unrelate(request, timeout=SECONDS)


def memory_node(stub: Any, user: str, statement: str) -> pb.NodeReference:
    [change] = remember(stub, user, statement).changes
    return pb.NodeReference(memory_id=change.memory.memory_id)
