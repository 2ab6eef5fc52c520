"""The calls of GraphService; see memory_calls for what holds for every method."""

from __future__ import annotations

from collections.abc import Sequence

from myosotis import convert, graph_convert
from myosotis.calls import PagedCall, UnaryCall
from myosotis.enums import EntityType
from myosotis.graph_values import Entity, Neighbor, RelateResult, Relation, UnrelateResult
from myosotis.v1 import graph_service_pb2 as pb
from myosotis.values import NodeReference


def relate(
    user_id: str,
    relations: Relation | Sequence[Relation],
    *,
    request_id: str | None = None,
    timeout: float | None = None,
) -> UnaryCall[RelateResult]:
    """Relates 1 to 100 pairs of memories and entities: all of them or, after an error, none.

    Raises ValueError for a node without an id, InvalidArgument, NotFound, EntityNotFound,
    RequestIdReused, StoreFull.

        latte, coffee = list(client.entities("小雨", types=[EntityType.THING]))[:2]
        client.relate("小雨", Relation(latte.node, coffee.node, "is_a"))
    """
    request = pb.RelateRequest(
        user_id=user_id,
        relations=graph_convert.relation_messages(relations),
        request_id=convert.request_id(request_id),
    )
    return UnaryCall("GraphService/Relate", request, graph_convert.relate_result, timeout)


def unrelate(
    user_id: str,
    source: NodeReference,
    target: NodeReference,
    type: str = "",
    *,
    timeout: float | None = None,
) -> UnaryCall[UnrelateResult]:
    """Removes the relations of `type`, or of every type if empty, from `source` to `target`.

    What a memory says may bring one back when the memory changes. Not retried, since a repeat
    could undo another's relating. Raises ValueError for a node without an id, InvalidArgument,
    StoreFull.

        done = client.unrelate("Rain", latte.node, coffee.node, "is_a")
        print(done.removed_count)
    """
    request = pb.UnrelateRequest(
        user_id=user_id,
        source=graph_convert.node_message(source),
        target=graph_convert.node_message(target),
        type=type,
    )
    return UnaryCall("GraphService/Unrelate", request, graph_convert.unrelate_result, timeout)


def neighbors(
    user_id: str,
    node: NodeReference,
    *,
    hops: int = 1,
    types: Sequence[str] = (),
    limit: int = 20,
    timeout: float | None = None,
) -> UnaryCall[tuple[Neighbor, ...]]:
    """Up to `limit` (1 to 100) nodes within `hops` (1 to 3) steps of a node, the closest first.

    Only relations of `types` are followed, all if empty. Raises ValueError for a node without an
    id, InvalidArgument, NotFound, EntityNotFound.

        for near in client.neighbors("小雨", memory.node, hops=2):
            print(near.closeness, near.entity.name if near.entity else near.memory.content)
    """
    request = pb.ListNeighborsRequest(
        user_id=user_id,
        node=graph_convert.node_message(node),
        hops=hops,
        types=convert.strings(types, "types"),
        limit=limit,
    )
    return UnaryCall(
        "GraphService/ListNeighbors",
        request,
        lambda response: tuple(graph_convert.neighbor_value(each) for each in response.neighbors),
        timeout,
    )


def entities(
    user_id: str,
    *,
    types: Sequence[EntityType] = (),
    page_size: int = 100,
    timeout: float | None = None,
) -> PagedCall[Entity]:
    """Iterates over whom and what the user's memories speak of, the most mentioned first.

    Of `types`, all if empty; fetched `page_size` (1 to 1,000) at a time as needed. `timeout` holds
    for each page. A user who is not known has none, which is no error.

        for entity in client.entities("Rain", types=[EntityType.PERSON, EntityType.PLACE]):
            print(entity.name, entity.aliases, entity.mention_count)
    """
    request = pb.ListEntitiesRequest(
        user_id=user_id, types=convert.numbers(types), page_size=page_size
    )
    return PagedCall(
        "GraphService/ListEntities",
        request,
        lambda page: tuple(graph_convert.entity_value(entity) for entity in page.entities),
        timeout,
    )
