"""Walks over the graph: what is near a node, and which memories are near each other.

Edges of one type between two nodes make one relation, whose strength is that of any of them being
right, 1 − Π(1 − s) (noisy-or, Pearl 1988). What has ended is history: a relation of which some
edges still hold is made of those alone, one of which none does has ENDED times its strength and
says when it ended. A path is as close as the product of its relations' strengths, and a node as
its best path, in whichever direction the relations lead.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod, sqrt

from myosotis_server.memory.graph import Edge, Entity, Node, NodeType, Relation
from myosotis_server.memory.values import Instant

EdgesOf = Callable[[str], Sequence[Edge]]
"""The edges that lead from or to the node of an id."""

ENDED = 0.5
"""What a relation that holds no longer has of its strength."""
MOST_HOPS = 3
MOST_EDGES = 4_000
"""Edges of one node that are looked at, the latest of them."""
FAN_OUT = 256
"""Relations of one node that are gone along, the strongest of them."""
MOST_EXPANDED = 64
"""Nodes of each number of hops that are gone on from, the closest of them."""
MOST_SEEDS = 16
MOST_SHARED = 32
"""Entities whose memories `closeness_of_memories` looks at, the closest to the seeds."""
MOST_MEMORIES = 256
"""Memories that mention an entity beyond which it tells none from the others."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node, how many relations away it is by its best path, and that path from the start on.

    `closeness` is the product of the strengths along it, over 0 to 1.
    """

    node: Node
    hops: int
    closeness: float
    path: tuple[Relation, ...]


def relations(edges: Iterable[Edge], now: Instant) -> list[Relation]:
    """One relation for all edges of a type between two nodes, in the order of ids, then types.

    `now` is in microseconds; edges without strength are left out. The nodes are called what most
    of the edges call them, and `evidence` has the ids of the memories that are counted, sorted. The
    order of the edges makes no difference.
    """
    groups: dict[tuple[str, str, str], list[Edge]] = {}
    for edge in edges:
        if edge.strength > 0:
            key = edge.source.node_id, edge.target.node_id, edge.type
            groups.setdefault(key, []).append(edge)
    return [_relation(groups[key], now) for key in sorted(groups)]


def _relation(edges: Sequence[Edge], now: Instant) -> Relation:
    current = [edge for edge in edges if edge.valid_to is None or edge.valid_to > now]
    counted = current or edges
    strength = _any_of(edge.strength for edge in counted) * (1 if current else ENDED)
    ends = [edge.valid_to for edge in counted if edge.valid_to is not None]
    return Relation(
        _called([edge.source for edge in edges]),
        _called([edge.target for edge in edges]),
        edges[0].type,
        strength,
        tuple(sorted({edge.evidence for edge in counted} - {""})),
        min(edge.valid_from for edge in counted),
        max(ends) if len(ends) == len(counted) else None,
    )


def _any_of(strengths: Iterable[float]) -> float:
    """1 − Π(1 − s), the same for every order."""
    return 1.0 - prod(sorted(1.0 - min(max(each, 0.0), 1.0) for each in strengths))


def _called(nodes: Sequence[Node]) -> Node:
    if len(nodes) == 1:
        return nodes[0]
    names = Counter(node.name for node in nodes)
    name = min(names, key=lambda each: (not each, -names[each], each))
    return next(node for node in nodes if node.name == name)


def entities(edges: Iterable[Edge]) -> list[Entity]:
    """What `edges` name, most mentioned first, ties by id; the user among them, memories not.

    The name is the one that most memories use, ties by length and alphabet; the others are aliases,
    in the same order.
    """
    said: dict[str, dict[str, set[str]]] = {}
    nodes: dict[str, Node] = {}
    for edge in edges:
        for node in (edge.source, edge.target):
            if node.type is not NodeType.MEMORY:
                nodes[node.node_id] = node
                said.setdefault(node.node_id, {}).setdefault(node.name, set()).add(edge.evidence)
    found = []
    for node_id, by_name in said.items():
        names = sorted(
            filter(None, by_name), key=lambda name: (-len(by_name[name]), len(name), name)
        )
        mentions = set().union(*by_name.values()) - {""}
        name = names[0] if names else ""
        found.append(Entity(node_id, nodes[node_id].type, name, tuple(names[1:]), len(mentions)))
    return sorted(found, key=lambda entity: (-entity.mention_count, entity.entity_id))


def neighbours(
    edges_of: EdgesOf,
    start: Node,
    hops: int,
    types: Collection[str],
    limit: int,
    now: Instant,
) -> list[Neighbour]:
    """The `limit` closest nodes within 1 to 3 `hops` of `start`, which is not among them.

    Ordered by closeness, then hops, then id. With `types`, only relations of these are gone along.
    Of each node's relations the FAN_OUT strongest count, and MOST_EXPANDED nodes are gone on from
    for each hop, so that the cost is bounded whatever hangs on a node; nodes that could no longer
    come among the closest are not read at all.
    """
    best: dict[str, Neighbour] = {start.node_id: Neighbour(start, 0, 1.0, ())}
    frontier = [best[start.node_id]]
    for _ in range(min(hops, MOST_HOPS)):
        reached: dict[str, Neighbour] = {}
        floor = _nth_closeness(best.values(), limit + 1)
        for here in frontier:
            if here.closeness < floor:
                break
            for relation in _strongest(edges_of(here.node.node_id), types, now):
                node = _other_end(relation, here.node.node_id)
                there = Neighbour(
                    node,
                    here.hops + 1,
                    here.closeness * relation.strength,
                    (*here.path, relation),
                )
                if node.node_id == here.node.node_id or there.closeness <= 0:
                    continue
                for known in (best.get(node.node_id), reached.get(node.node_id)):
                    if known is not None and _rank(known) <= _rank(there):
                        break
                else:
                    reached[node.node_id] = there
        best |= reached
        frontier = sorted(reached.values(), key=_rank)[:MOST_EXPANDED]
    del best[start.node_id]
    return sorted(best.values(), key=_rank)[: max(limit, 0)]


def _rank(neighbour: Neighbour) -> tuple[float, int, str, tuple[tuple[str, str, str], ...]]:
    """Sorts by closeness, hops and id; of two ways to a node the first by its ids and types."""
    path = tuple((each.source.node_id, each.target.node_id, each.type) for each in neighbour.path)
    return -neighbour.closeness, neighbour.hops, neighbour.node.node_id, path


def _nth_closeness(known: Collection[Neighbour], count: int) -> float:
    """The closeness below which nothing comes among the first `count`; 0 if there are fewer."""
    if len(known) < count:
        return 0.0
    return heapq.nlargest(count, (each.closeness for each in known))[-1]


def _strongest(edges: Sequence[Edge], types: Collection[str], now: Instant) -> list[Relation]:
    if types:
        edges = [edge for edge in edges if edge.type in types]
    found = relations(_latest(edges), now)
    found.sort(key=lambda relation: -relation.strength)
    return found[:FAN_OUT]


def _latest(edges: Sequence[Edge]) -> Sequence[Edge]:
    if len(edges) <= MOST_EDGES:
        return edges
    return heapq.nlargest(
        MOST_EDGES,
        edges,
        key=lambda edge: (
            edge.valid_from,
            edge.source.node_id,
            edge.target.node_id,
            edge.type,
            edge.evidence,
        ),
    )


def _other_end(relation: Relation, node_id: str) -> Node:
    return relation.target if relation.source.node_id == node_id else relation.source


def closeness_of_memories(
    edges_of: EdgesOf, seeds: Mapping[str, float], hops: int, now: Instant
) -> dict[str, float]:
    """How close other memories are to the `seeds`, by the entities that they share; over 0 to 1.

    `seeds` are weights of 0 to 1 by memory id; of more than MOST_SEEDS the heaviest count. With one
    of `hops` both speak of one entity, with two of two that are related ("latte", "coffee"). A way
    over an entity that n memories speak of is worth weight × strengths × 1/√(n − 1): all of it
    where the two are the only ones, a tenth where a hundred speak of it. No way leads over the
    user, who is related to everything, and none over what more than MOST_MEMORIES speak of.
    Several ways to a memory make it closer, 1 − Π(1 − c). A seed is given only if another one leads
    to it.
    """
    heaviest = heapq.nsmallest(MOST_SEEDS, seeds, key=lambda each: (-seeds[each], each))
    known: dict[str, list[Relation]] = {}

    def relations_of(node_id: str) -> list[Relation]:
        if node_id not in known:
            edges = [each for each in edges_of(node_id) if not _is_of_user(each)]
            # So many memories speak of it that which ones no longer matters.
            known[node_id] = [] if len(edges) > MOST_EDGES else relations(edges, now)
        return known[node_id]

    ways: dict[str, dict[str, float]] = {}
    for seed in heaviest:
        weight = min(max(seeds[seed], 0.0), 1.0)
        for entity, strength in _steps(relations_of(seed), seed, to_memories=False):
            way = ways.setdefault(entity, {})
            way[seed] = max(way.get(seed, 0.0), weight * strength)
    if hops > 1:
        for entity in _closest(ways):
            for other, strength in _steps(relations_of(entity), entity, to_memories=False):
                way = ways.setdefault(other, {})
                for seed, closeness in list(ways[entity].items()):
                    way[seed] = max(way.get(seed, 0.0), closeness * strength)
    found: dict[str, list[float]] = {}
    for entity in _closest(ways):
        mentions = dict[str, float]()
        for memory, strength in _steps(relations_of(entity), entity, to_memories=True):
            mentions[memory] = max(mentions.get(memory, 0.0), strength)
        if not 0 < len(mentions) <= MOST_MEMORIES:
            continue
        damping = 1 / sqrt(max(len(mentions) - 1, 1))
        for memory, strength in mentions.items():
            near = [close for seed, close in ways[entity].items() if seed != memory]
            if near:
                found.setdefault(memory, []).append(max(near) * strength * damping)
    return {memory: _any_of(ways_to) for memory, ways_to in sorted(found.items())}


def _steps(
    known: Iterable[Relation], node_id: str, *, to_memories: bool
) -> Iterable[tuple[str, float]]:
    """The memories, or else the entities, that one relation leads to."""
    for relation in known:
        node = _other_end(relation, node_id)
        if (node.type is NodeType.MEMORY) is to_memories:
            yield node.node_id, relation.strength


def _is_of_user(edge: Edge) -> bool:
    return NodeType.USER in (edge.source.type, edge.target.type)


def _closest(ways: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The entities to go on from, those first that a seed is closest to."""
    return heapq.nsmallest(
        MOST_SHARED, ways, key=lambda entity: (-max(ways[entity].values()), entity)
    )
