"""The memory graph and maintenance through both clients."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

import myosotis
from clients.fake_memory_server import FakeMemoryServer
from myosotis import Entity, EntityType, Memory, NodeReference, Relation
from myosotis.v1 import graph_pb2 as pb
from myosotis.v1 import graph_service_pb2 as service_pb
from myosotis.v1 import memory_pb2

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATTE = Entity("e1", EntityType.THING, "拿铁", ("latte",), 3)
COFFEE = Entity("e2", EntityType.CATEGORY, "coffee", (), 1)


def test_what_is_related_comes_back_as_it_is_kept(client: Any, server: FakeMemoryServer) -> None:
    memory = Memory("m1", "ada", "我爱喝拿铁")
    told = [
        Relation(LATTE.node, COFFEE.node, "is_a", evidence_memory_ids=("m1",)),
        Relation(memory.node, LATTE.node, "about", 0.7, valid_from_time=NOON, valid_to_time=NOON),
    ]
    answer = client.relate("ada", told)
    assert answer.relations == tuple(told)
    assert answer.revision == 8
    (request,) = server.requests
    assert uuid.UUID(request.request_id).version == 4
    assert request.relations[0].source.entity_id == "e1"
    assert request.relations[0].strength == 1
    assert request.relations[1].source.WhichOneof("node") == "memory_id"


def test_one_relation_needs_no_list(client: Any, server: FakeMemoryServer) -> None:
    client.relate("ada", Relation(LATTE.node, COFFEE.node, "is_a"), request_id="mine")
    assert [relation.type for relation in server.requests[0].relations] == ["is_a"]
    assert server.requests[0].request_id == "mine"


def test_unrelating(client: Any, server: FakeMemoryServer) -> None:
    done = client.unrelate("ada", LATTE.node, COFFEE.node, "is_a")
    assert (done.removed_count, done.revision) == (2, 9)
    client.unrelate("ada", LATTE.node, COFFEE.node)
    first, second = server.requests
    assert (first.source.entity_id, first.target.entity_id, first.type) == ("e1", "e2", "is_a")
    assert second.type == ""


def test_neighbors_are_memories_or_entities(client: Any, server: FakeMemoryServer) -> None:
    step = pb.Relation(
        source=pb.NodeReference(memory_id="m1"),
        target=pb.NodeReference(entity_id="e1"),
        type="about",
        strength=0.7,
    )
    server.graph.neighbors = service_pb.ListNeighborsResponse(
        neighbors=[
            pb.Neighbor(
                memory=memory_pb2.Memory(memory_id="m1", content="我爱喝拿铁"),
                hops=1,
                closeness=0.7,
                path=[step],
            ),
            pb.Neighbor(
                entity=pb.Entity(
                    entity_id="e2", type=pb.ENTITY_TYPE_CATEGORY, name="coffee", mention_count=1
                ),
                hops=2,
                closeness=0.3,
            ),
        ]
    )
    near = client.neighbors("ada", LATTE.node, hops=2, types=["about", "is_a"], limit=5)
    assert isinstance(near, tuple)
    first, second = near
    assert (first.memory.content, first.entity) == ("我爱喝拿铁", None)
    assert (first.hops, first.closeness) == (1, 0.7)
    assert first.path == (
        Relation(NodeReference(memory_id="m1"), LATTE.node, "about", 0.7, (), None, None),
    )
    assert (second.memory, second.entity, second.path) == (None, COFFEE, ())
    (request,) = server.requests
    assert (request.node.entity_id, request.hops, request.limit) == ("e1", 2, 5)
    assert list(request.types) == ["about", "is_a"]


@pytest.mark.parametrize("node", [NodeReference(), NodeReference("m1", "e1")])
def test_a_node_of_no_id_or_two_is_refused(
    client: Any, server: FakeMemoryServer, node: NodeReference
) -> None:
    calls = [
        lambda: client.neighbors("ada", node),
        lambda: client.unrelate("ada", node, LATTE.node),
        lambda: client.relate("ada", [Relation(LATTE.node, node, "is_a")]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="either a memory_id or an entity_id"):
            call()
    assert server.requests == []


def test_one_string_in_place_of_several_types_is_refused(client: Any) -> None:
    with pytest.raises(TypeError, match="types"):
        client.neighbors("ada", LATTE.node, types="is_a")


def test_entities_go_over_pages_as_needed(client: Any, server: FakeMemoryServer) -> None:
    server.graph.entities = [
        service_pb.ListEntitiesResponse(
            entities=[
                pb.Entity(
                    entity_id="e1",
                    type=pb.ENTITY_TYPE_THING,
                    name="拿铁",
                    aliases=["latte"],
                    mention_count=3,
                )
            ]
        ),
        service_pb.ListEntitiesResponse(entities=[pb.Entity(entity_id="e9")]),
    ]
    types = [EntityType.THING, EntityType.PERSON]
    assert list(client.entities("ada", types=types, page_size=1)) == [LATTE, Entity("e9")]
    assert [request.page_token for request in server.requests] == ["", "1"]
    assert [list(request.types) for request in server.requests] == [[5, 2]] * 2


def test_maintenance_tells_what_it_did(client: Any, server: FakeMemoryServer) -> None:
    assert client.run_maintenance("ada", dry_run=True) == myosotis.MaintenanceResult(
        reviewed_count=6,
        promoted_count=5,
        summarised_count=4,
        decayed_count=3,
        expired_count=2,
        removed_count=1,
    )
    client.run_maintenance()
    first, everybody = server.requests
    assert (first.user_id, first.dry_run) == ("ada", True)
    assert (everybody.user_id, everybody.dry_run) == ("", False)


def test_rotate_user_key(client: Any, server: FakeMemoryServer) -> None:
    assert client.rotate_user_key("小雨") == 7
    assert server.requests[-1].user_id == "小雨"
