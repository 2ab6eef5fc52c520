"""Entities and relations of the memory graph; see values for what holds for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from myosotis.enums import EntityType
from myosotis.values import Memory, NodeReference


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that memories speak of, by its commonest name."""

    entity_id: str
    type: EntityType = EntityType.UNSPECIFIED
    name: str = ""
    aliases: tuple[str, ...] = ()
    mention_count: int = 0

    @property
    def node(self) -> NodeReference:
        """The entity as a node of the graph."""
        return NodeReference(entity_id=self.entity_id)


@dataclass(frozen=True, slots=True)
class Relation:
    """That one node relates to another, as in Relation(latte.node, coffee.node, "is_a").

    `type` is a snake_case verb; `strength` is above 0. It goes when all the memories of its
    evidence are forgotten; told without evidence, it rests on your word and begins now unless
    `valid_from_time` says when.
    """

    source: NodeReference
    target: NodeReference
    type: str
    strength: float = 1.0
    evidence_memory_ids: Sequence[str] = ()
    valid_from_time: datetime | None = None
    valid_to_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class RelateResult:
    """The relations as they now are, and the user's revision after the write."""

    relations: tuple[Relation, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class UnrelateResult:
    """How many relations were removed, and the user's revision after the write."""

    removed_count: int
    revision: int


@dataclass(frozen=True, slots=True)
class Neighbor:
    """Either a memory or an entity, `hops` steps away along `path`.

    `closeness`, 0 to 1, is the product of the strengths along it.
    """

    memory: Memory | None
    entity: Entity | None
    hops: int
    closeness: float
    path: tuple[Relation, ...]
