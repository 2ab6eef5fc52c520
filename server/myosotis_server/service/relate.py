"""The memory graph as callers see it: relating, unrelating, and looking around."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.errors import EntityNotFound, MemoryNotFound
from myosotis_server.memory.graph import Edge, Entity, Node, NodeType, Relation
from myosotis_server.memory.ports import Clock, Store, UserHead
from myosotis_server.memory.values import Instant, Memory, Owner
from myosotis_server.memory.walks import Neighbour, entities, neighbours, relations
from myosotis_server.service.browse import alive
from myosotis_server.service.commit import Committer, Plan, RequestKey
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.paging import fitting_sizes, size
from myosotis_server.service.seen import Reads, seen


@dataclass(frozen=True, slots=True)
class Reference:
    """What a caller knows of a node."""

    node_id: str
    is_memory: bool


@dataclass(frozen=True, slots=True)
class ToldRelation:
    """A relation as a caller tells it; without evidence it rests on their word."""

    source: Reference
    target: Reference
    type: str
    strength: float
    evidence: tuple[str, ...]
    valid_from: Instant
    valid_to: Instant | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A neighbour: a memory or an entity, and the best way to it."""

    memory: Memory | None
    entity: Entity | None
    hops: int
    closeness: float
    path: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class EntityPosition:
    """Where a page of entities ended."""

    mention_count: int
    entity_id: str


class Relate:
    def __init__(self, committer: Committer, store: Store, lanes: Lanes, clock: Clock) -> None:
        self._committer = committer
        self._store = store
        self._lanes = lanes
        self._clock = clock

    async def relate(
        self, owner: Owner, told: Sequence[ToldRelation], request: RequestKey | None
    ) -> tuple[list[Relation], int]:
        """What is related now between the ends of each of `told`, and the user's revision.

        All of them or none: MemoryNotFound or EntityNotFound where an end or evidence is not known.
        """

        def plan(head: UserHead) -> Plan:
            return Plan(related=[edge for each in told for edge in self._edges(owner, each)])

        outcome = await self._committer.commit(owner, plan, request, any_model=True)
        if not outcome.revision:
            raise _not_found(told[0].source)
        related = await self._lanes.call(lambda: [self._relation(owner, each) for each in told])
        return [each for each in related if each is not None], outcome.revision

    async def unrelate(
        self, owner: Owner, source: Reference, target: Reference, kind: str
    ) -> tuple[int, int]:
        """How many relations of `kind`, or of any if it is "", no longer lead from `source` to
        `target`, and the user's revision. What a memory says may bring one back when it changes.
        """
        removed = 0

        def plan(head: UserHead) -> Plan:
            nonlocal removed
            between = [
                edge
                for edge in self._store.edges(owner, source.node_id)
                if (edge.source.node_id, edge.target.node_id) == (source.node_id, target.node_id)
                and kind in ("", edge.type)
            ]
            removed = len({edge.type for edge in between})
            return Plan(unrelated=between)

        outcome = await self._committer.commit(owner, plan, any_model=True)
        return removed, outcome.revision

    async def neighbours(
        self,
        owner: Owner,
        node: Reference,
        hops: int,
        types: Collection[str],
        limit: int,
        clearance: Clearance = FULL,
    ) -> list[Found]:
        """The closest nodes around `node`, the closest first; none for a user who is not known.

        MemoryNotFound or EntityNotFound for a node that is not known. Memories that have expired
        are passed over, and what does not fit into one message is left out.
        """
        store = seen(self._store, clearance)
        return await self._lanes.call(
            partial(self._neighbours, store, owner, node, hops, types, limit)
        )

    async def entities(
        self,
        owner: Owner,
        types: Collection[NodeType],
        size: int,
        after: EntityPosition | None,
        clearance: Clearance = FULL,
    ) -> tuple[list[Entity], EntityPosition | None]:
        """Up to `size` entities of `types` (all if empty), most mentioned first; where to go on."""
        store = seen(self._store, clearance)
        found = await self._lanes.call(lambda: entities(store.edges(owner)))
        found = [each for each in found if not types or each.type in types]
        found.sort(key=_place)
        if after is not None:
            mark = (-after.mention_count, after.entity_id)
            found = [each for each in found if _place(each) > mark]
        page = found[:size]
        if len(found) <= size:
            return page, None
        return page, EntityPosition(page[-1].mention_count, page[-1].entity_id)

    def _neighbours(
        self,
        store: Reads,
        owner: Owner,
        node: Reference,
        hops: int,
        types: Collection[str],
        limit: int,
    ) -> list[Found]:
        if store.head(owner) is None:
            return []
        start = self._node(store, owner, node)
        edges_of = partial(store.edges, owner)
        near = neighbours(edges_of, start, hops, types, limit, self._clock.now())
        found = [one for each in near if (one := self._found(store, owner, each)) is not None]
        return found[: fitting_sizes(map(_bytes, found))]

    def _found(self, store: Reads, owner: Owner, near: Neighbour) -> Found | None:
        memory = entity = None
        if near.node.type is NodeType.MEMORY:
            memory = store.memories(owner, [near.node.node_id])[0]
            if memory is None or not alive(memory, self._clock.now()):
                return None
        else:
            around = entities(store.edges(owner, near.node.node_id))
            entity = next(each for each in around if each.entity_id == near.node.node_id)
        return Found(memory, entity, near.hops, near.closeness, near.path)

    def _edges(self, owner: Owner, told: ToldRelation) -> list[Edge]:
        source, target = (
            self._node(self._store, owner, told.source),
            self._node(self._store, owner, told.target),
        )
        for memory_id in told.evidence:
            self._node(self._store, owner, Reference(memory_id, is_memory=True))
        return [
            Edge(
                source,
                target,
                told.type,
                told.strength,
                memory_id,
                told.valid_from,
                told.valid_to,
                is_told=True,
            )
            for memory_id in dict.fromkeys(told.evidence or ("",))
        ]

    def _relation(self, owner: Owner, told: ToldRelation) -> Relation | None:
        """What there is between the ends, told by callers or by memories."""
        ends = (told.source.node_id, told.target.node_id)
        edges = [
            edge
            for edge in self._store.edges(owner, told.source.node_id)
            if (edge.source.node_id, edge.target.node_id) == ends and edge.type == told.type
        ]
        return next(iter(relations(edges, self._clock.now())), None)

    def _node(self, store: Reads, owner: Owner, reference: Reference) -> Node:
        """The node that `reference` is of; MemoryNotFound or EntityNotFound if there is none."""
        if reference.is_memory:
            memory = store.memories(owner, [reference.node_id])[0]
            if memory is None or not alive(memory, self._clock.now()):
                raise MemoryNotFound(reference.node_id)
            return Node(NodeType.MEMORY, reference.node_id)
        for edge in store.edges(owner, reference.node_id):
            for node in (edge.source, edge.target):
                if node.node_id == reference.node_id and node.type is not NodeType.MEMORY:
                    return node
        raise EntityNotFound(reference.node_id)


def _bytes(found: Found) -> int:
    """Bytes of `found` on the wire, never too low."""
    texts = (found.entity.name, *found.entity.aliases) if found.entity is not None else ()
    way = sum(400 + 40 * len(relation.evidence) for relation in found.path)
    own = size(found.memory) if found.memory is not None else 200
    return own + way + sum(4 * len(text) + 8 for text in texts)


def _place(entity: Entity) -> tuple[int, str]:
    return -entity.mention_count, entity.entity_id


def _not_found(reference: Reference) -> MemoryNotFound | EntityNotFound:
    if reference.is_memory:
        return MemoryNotFound(reference.node_id)
    return EntityNotFound(reference.node_id)
