"""Entities and relations: to messages and from them."""

from __future__ import annotations

from collections.abc import Sequence

from myosotis import convert
from myosotis.enums import EntityType
from myosotis.graph_values import Entity, Neighbor, RelateResult, Relation, UnrelateResult
from myosotis.v1 import graph_pb2 as pb
from myosotis.v1 import graph_service_pb2 as service_pb
from myosotis.values import NodeReference


def node_message(value: NodeReference) -> pb.NodeReference:
    """Raises ValueError unless there is exactly one id."""
    if bool(value.memory_id) == bool(value.entity_id):
        raise ValueError("a node is either a memory_id or an entity_id")
    if value.memory_id:
        return pb.NodeReference(memory_id=value.memory_id)
    return pb.NodeReference(entity_id=value.entity_id)


def relation_messages(value: Relation | Sequence[Relation]) -> list[pb.Relation]:
    """Raises ValueError for a naive datetime, and for a node of no id or two."""
    items = [value] if isinstance(value, Relation) else value
    return [_relation_message(item) for item in items]


def _relation_message(value: Relation) -> pb.Relation:
    return pb.Relation(
        source=node_message(value.source),
        target=node_message(value.target),
        type=value.type,
        strength=value.strength,
        evidence_memory_ids=convert.strings(value.evidence_memory_ids, "evidence_memory_ids"),
        valid_from_time=convert.timestamp(value.valid_from_time, "valid_from_time"),
        valid_to_time=convert.timestamp(value.valid_to_time, "valid_to_time"),
    )


def node_value(message: pb.NodeReference) -> NodeReference:
    return NodeReference(memory_id=message.memory_id, entity_id=message.entity_id)


def relation_value(message: pb.Relation) -> Relation:
    return Relation(
        source=node_value(message.source),
        target=node_value(message.target),
        type=message.type,
        strength=convert.shortest_float(message.strength),
        evidence_memory_ids=tuple(message.evidence_memory_ids),
        valid_from_time=convert.moment(message, "valid_from_time"),
        valid_to_time=convert.moment(message, "valid_to_time"),
    )


def entity_value(message: pb.Entity) -> Entity:
    return Entity(
        entity_id=message.entity_id,
        type=EntityType(message.type),
        name=message.name,
        aliases=tuple(message.aliases),
        mention_count=message.mention_count,
    )


def neighbor_value(message: pb.Neighbor) -> Neighbor:
    return Neighbor(
        memory=convert.memory_value(message.memory) if message.HasField("memory") else None,
        entity=entity_value(message.entity) if message.HasField("entity") else None,
        hops=message.hops,
        closeness=convert.shortest_float(message.closeness),
        path=tuple(relation_value(relation) for relation in message.path),
    )


def relate_result(response: service_pb.RelateResponse) -> RelateResult:
    return RelateResult(
        tuple(relation_value(relation) for relation in response.relations), response.revision
    )


def unrelate_result(response: service_pb.UnrelateResponse) -> UnrelateResult:
    return UnrelateResult(response.removed_count, response.revision)
