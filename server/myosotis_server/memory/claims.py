"""A statement as it is compared with others: what it claims, of whom, and in which words."""

from dataclasses import dataclass
from functools import cached_property

from myosotis_server.memory.details import Details, details_of, is_ending
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.reading import Reading
from myosotis_server.memory.relations import one_name
from myosotis_server.memory.values import (
    Attribute,
    Instant,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
)

FLEETING = frozenset({MemoryKind.EVENT, MemoryKind.EMOTION})
"""Kinds of what is so at a time only."""


@dataclass(frozen=True)
class Claim:
    """A memory, and what it was read to claim.

    The memory's own attribute and subject go before the reading's, which stand in where it has
    none.
    """

    memory: Memory
    reading: Reading

    @property
    def attribute(self) -> Attribute | None:
        return self.memory.attribute or self.reading.attribute

    @cached_property
    def subject(self) -> str:
        """Whom it concerns, as it is compared; empty for the user."""
        called = self.memory.subject or self.reading.subject
        if not called:
            return ""
        return one_name(normalise(called))

    # Most of what is known is told apart without a close look at its words.
    @cached_property
    def details(self) -> Details:
        """What its text says exactly."""
        return details_of(self.memory.content)

    @cached_property
    def is_ending(self) -> bool:
        """Whether its text says that something holds no longer."""
        return is_ending(self.memory.content)

    @property
    def is_inferred(self) -> bool:
        return self.reading.is_inferred or self.memory.origin is MemoryOrigin.INFERRED

    @property
    def said(self) -> Instant:
        """When it was last said."""
        return self.memory.update_time


def claim_of(memory: Memory, reading: Reading | None = None) -> Claim:
    """`memory` as a claim; without a reading, only what is stored with it counts."""
    return Claim(memory, reading or Reading(memory.attribute))


def is_current(claim: Claim, now: Instant) -> bool:
    """Whether it may be ended or merged into: true as far as is known, and not a summary."""
    memory = claim.memory
    return (
        memory.state is MemoryState.ACTIVE
        and memory.kind is not MemoryKind.SUMMARY
        and (memory.expire_time is None or memory.expire_time > now)
    )


def key_of(attribute: Attribute) -> str:
    """The attribute's key in one spelling."""
    return attribute.key.replace("favorite_", "favourite_")
