"""Nodes and edges for tests, complete and the same each time; name only what the test is about."""

from typing import Any
from uuid import NAMESPACE_URL, uuid5

from myosotis_server.memory.graph import Edge, Node, NodeType
from myosotis_server.memory.values import Memory
from ports.builders import NOW

UNKNOWN_ID = str(uuid5(NAMESPACE_URL, "unknown"))


def entity(name: str, kind: NodeType = NodeType.PERSON) -> Node:
    """An entity whose id follows from `name`."""
    return Node(kind, str(uuid5(NAMESPACE_URL, name)), name)


def node(memory: Memory) -> Node:
    return Node(NodeType.MEMORY, memory.memory_id)


def mention(memory: Memory, of: Node, **changes: Any) -> Edge:
    """An edge from `memory` to what it speaks of."""
    return relation(node(memory), of, "mentions", memory, **changes)


def relation(
    source: Node, target: Node, kind: str, evidence: Memory | None = None, **changes: Any
) -> Edge:
    """An edge between any two nodes, that rests on `evidence`."""
    rests_on = "" if evidence is None else evidence.memory_id
    fields: dict[str, Any] = {"strength": 0.75, "evidence": rests_on, "valid_from": NOW}
    return Edge(source, target, kind, **fields | changes)
