"""Keeps answers within one gRPC message, whatever memories they hold."""

from collections.abc import Sequence

from myosotis_server.memory.values import Memory, MemoryChange, Turn

MESSAGE_BYTES = 3 << 20
"""Below the four mebibytes that gRPC clients take by default."""


def fitting(memories: Sequence[Memory]) -> int:
    """How many of `memories`, from the first on, go into one message; at least one if any."""
    total = 0
    for position, memory in enumerate(memories):
        total += size(memory)
        if total > MESSAGE_BYTES and position:
            return position
    return len(memories)


def fitting_changes(changes: Sequence[MemoryChange]) -> int:
    """The same for changes."""
    return fitting([change.memory for change in changes])


def size(memory: Memory) -> int:
    """Bytes of `memory` on the wire, never too low (a character has at most four)."""
    texts = (
        memory.content,
        memory.subject,
        memory.session_id,
        *memory.tags,
        *memory.metadata,
        *memory.metadata.values(),
        *(f"{source.session_id}{source.turn_id}" for source in memory.sources),
    )
    value = memory.attribute.value if memory.attribute else ""
    return 1_000 + sum(4 * len(text) + 8 for text in (*texts, value))


def fitting_turns(turns: Sequence[Turn]) -> int:
    """The same for turns."""
    total = 0
    for position, turn in enumerate(turns):
        total += 200 + 4 * (len(turn.content) + len(turn.turn_id) + len(turn.speaker))
        if total > MESSAGE_BYTES and position:
            return position
    return len(turns)
