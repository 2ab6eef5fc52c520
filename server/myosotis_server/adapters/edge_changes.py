"""What a write does to edges, checked for sense: the same for both stores."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from myosotis_server.adapters.edge_records import identity_of
from myosotis_server.adapters.store_format import id_bytes
from myosotis_server.memory.graph import Edge, NodeType
from myosotis_server.memory.ports import Write

MAX_TYPE_LENGTH = 64


@dataclass(frozen=True, slots=True)
class EdgeChanges:
    """Edges by their `identity_of`: what is put, and what is erased if it is there.

    Erased as well are all edges that `goes_with` one of `removals`, and those that `is_link_of`
    one of `relinked` but are not put. All three have ids of memories.
    """

    puts: Mapping[bytes, Edge]
    erased: Collection[bytes]
    relinked: Collection[str]
    removals: Collection[str]


def checked_edges(
    write: Write, memory_ids: Collection[str], removals: Collection[str]
) -> EdgeChanges:
    """The edges of `write`, which puts the memories `memory_ids`.

    Where two of them are the same one the last counts, and `related` come after `links`.
    ValueError for what makes no sense.
    """
    for memory_id, edges in write.links.items():
        if memory_id not in memory_ids:
            raise ValueError("a write can replace the links only of memories that it puts")
        if any(edge.evidence != memory_id or edge.is_told for edge in edges):
            raise ValueError("links of a write rest on their memory alone")
    puts = {_checked(edge): edge for edge in _put(write)}
    erased = dict.fromkeys(map(_checked, write.unrelated))
    if not erased.keys().isdisjoint(puts):
        raise ValueError("a write cannot both put and erase an edge")
    gone = dict.fromkeys(removals)
    for edge in puts.values():
        if not gone.keys().isdisjoint((edge.source.node_id, edge.target.node_id, edge.evidence)):
            raise ValueError("a write cannot put an edge of a memory that it removes")
    return EdgeChanges(puts, erased, write.links, [each for each in gone if id_bytes(each)])


def is_link_of(edge: Edge, memory_id: str) -> bool:
    """Whether it was read from that memory, and so is replaced when the memory changes."""
    return edge.evidence == memory_id and not edge.is_told


def goes_with(edge: Edge, memory_id: str) -> bool:
    """Whether nothing of it may stay when the memory is removed."""
    ends = (edge.source, edge.target)
    return edge.evidence == memory_id or any(
        end.node_id == memory_id and end.type == NodeType.MEMORY for end in ends
    )


def order_of(edge: Edge) -> tuple[str, str, str, str, bool, int, int]:
    """Sorts edges as `Store.edges` gives them."""
    source, target = edge.source, edge.target
    ends = (source.node_id, target.node_id)
    return (*ends, edge.type, edge.evidence, edge.is_told, source.type, target.type)


def _put(write: Write) -> Iterator[Edge]:
    for edges in write.links.values():
        yield from edges
    yield from write.related


def _checked(edge: Edge) -> bytes:
    """The edge's identity."""
    if len(edge.type) > MAX_TYPE_LENGTH:
        raise ValueError("an edge of the write has too long a type")
    if not (math.isfinite(edge.strength) and 0 <= edge.strength <= 1):
        raise ValueError("an edge of the write has a strength outside 0 to 1")
    return identity_of(edge)
