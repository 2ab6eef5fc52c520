"""The web between memories and the things that they speak of: nodes, edges, relations."""

from dataclasses import dataclass
from enum import IntEnum

from myosotis_server.memory.values import Instant


class NodeType(IntEnum):
    """What a node is. Numbers above MEMORY equal the wire's EntityType."""

    MEMORY = 0
    USER = 1
    PERSON = 2
    PLACE = 3
    ORGANISATION = 4
    THING = 5
    ACTIVITY = 6
    TIME = 7
    CATEGORY = 8


@dataclass(frozen=True, slots=True)
class Node:
    """`node_id` is a UUID's canonical text, unique among all nodes of a user.

    `name` is what an entity was called where this was said, "" for a memory.
    """

    type: NodeType
    node_id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """One memory's support for a relation; or, where `is_told`, what a caller related.

    `evidence` is the id of the memory it rests on, "" where it rests on a caller's word alone. Two
    edges are the same if source, target, type, evidence and `is_told` are; names don't tell them
    apart. An entity is nothing but what edges name: without edges there is none.
    """

    source: Node
    target: Node
    type: str
    strength: float
    evidence: str
    valid_from: Instant
    valid_to: Instant | None = None
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """All current edges of one type between two nodes. `strength` is 0 to 1."""

    source: Node
    target: Node
    type: str
    strength: float
    evidence: tuple[str, ...]
    valid_from: Instant | None = None
    valid_to: Instant | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """What memories speak of, as its edges have it: the name most used, the others, its mentions.

    `mention_count` is the number of distinct memories that it rests on.
    """

    entity_id: str
    type: NodeType
    name: str
    aliases: tuple[str, ...] = ()
    mention_count: int = 0
