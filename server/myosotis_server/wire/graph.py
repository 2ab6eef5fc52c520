"""Nodes and relations of the memory graph, from requests and into responses."""

from collections.abc import Sequence
from typing import Any

from myosotis.v1 import graph_pb2 as pb
from myosotis_server.memory.graph import Entity, Node, NodeType, Relation
from myosotis_server.memory.values import Instant, Owner
from myosotis_server.service.relate import Found, Reference, ToldRelation
from myosotis_server.wire.requests import MAX_FILTER_VALUES, MAX_ITEMS
from myosotis_server.wire.responses import memory, moment, number
from myosotis_server.wire.validate import Checker

MOST_EVIDENCE = 100


def reference(check: Checker, message: Any, field: str, path: str = "") -> Reference:
    """The node that `field` of `message`, which stands at `path`, refers to."""
    at = f"{path}.{field}" if path else field
    told: pb.NodeReference = getattr(message, field)
    which = told.WhichOneof("node")
    if which is None:
        check.note(at, "needs a memory_id or an entity_id")
        return Reference("", is_memory=False)
    node_id = check.uuid(f"{at}.{which}", getattr(told, which), required=True)
    return Reference(node_id, is_memory=which == "memory_id")


def relations(check: Checker, items: Sequence[pb.Relation], now: Instant) -> list[ToldRelation]:
    """1 to 100 relations. One without a strength has all of it, one without a start begins now."""
    check.count("relations", len(items), 1, MAX_ITEMS)
    return [
        _told(check, f"relations[{index}]", item, now)
        for index, item in enumerate(items[:MAX_ITEMS])
    ]


def _told(check: Checker, path: str, item: pb.Relation, now: Instant) -> ToldRelation:
    source = reference(check, item, "source", path)
    target = reference(check, item, "target", path)
    if source == target and source.node_id:
        check.note(f"{path}.target", "must be another node than the source")
    check.count(f"{path}.evidence_memory_ids", len(item.evidence_memory_ids), 0, MOST_EVIDENCE)
    start = check.optional_time(item, "valid_from_time", path)
    end = check.optional_time(item, "valid_to_time", path)
    start = now if start is None else start
    if end is not None and end < start:
        check.note(f"{path}.valid_to_time", "must not lie before valid_from_time")
    return ToldRelation(
        source=source,
        target=target,
        type=check.snake_case(f"{path}.type", item.type),
        strength=check.number(f"{path}.strength", item.strength, 0, 1) or 1.0,
        evidence=tuple(
            check.uuid(f"{path}.evidence_memory_ids[{index}]", each, required=True)
            for index, each in enumerate(item.evidence_memory_ids[:MOST_EVIDENCE])
        ),
        valid_from=start,
        valid_to=end,
    )


def entity_types(check: Checker, numbers: Sequence[int]) -> list[NodeType]:
    """Up to 100 kinds of entities, none of them unspecified."""
    check.count("types", len(numbers), 0, MAX_FILTER_VALUES)
    found = []
    for index, each in enumerate(numbers[:MAX_FILTER_VALUES]):
        found.append(check.enum(f"types[{index}]", each, NodeType))
        if not each:
            check.note(f"types[{index}]", "must not be unspecified")
    return found


def node(value: Node) -> dict[str, str]:
    kind = "memory_id" if value.type is NodeType.MEMORY else "entity_id"
    return {kind: value.node_id}


def relation(value: Relation) -> pb.Relation:
    return pb.Relation(**_relation_fields(value))


def _relation_fields(value: Relation) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "source": node(value.source),
        "target": node(value.target),
        "type": value.type,
        "strength": value.strength,
        "evidence_memory_ids": value.evidence,
    }
    if value.valid_from is not None:
        fields["valid_from_time"] = moment(value.valid_from)
    if value.valid_to is not None:
        fields["valid_to_time"] = moment(value.valid_to)
    return fields


def entity(value: Entity) -> dict[str, Any]:
    return {
        "entity_id": value.entity_id,
        "type": number(value.type),
        "name": value.name,
        "aliases": value.aliases,
        "mention_count": value.mention_count,
    }


def neighbour(owner: Owner, value: Found) -> pb.Neighbor:
    fields: dict[str, Any] = {
        "hops": value.hops,
        "closeness": value.closeness,
        "path": [_relation_fields(each) for each in value.path],
    }
    if value.memory is not None:
        return pb.Neighbor(memory=memory(owner, value.memory), **fields)
    return pb.Neighbor(entity=entity(value.entity) if value.entity else None, **fields)
