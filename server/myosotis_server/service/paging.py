"""Keeps answers within one gRPC message, whatever memories they hold."""

from collections.abc import Iterable, Sequence

from myosotis_server.memory.values import Memory, MemoryChange, Turn

MESSAGE_BYTES = 3 << 20
"""Below the four mebibytes that gRPC clients take by default."""


def fitting(memories: Iterable[Memory], parts: int = 1) -> int:
    """How many of `memories`, from the first on, go into one message; at least one if any.

    Of a message that has several `parts` each may take as much as the others.
    """
    return fitting_sizes(map(size, memories), parts)


def fitting_sizes(sizes: Iterable[int], parts: int = 1) -> int:
    """The same for anything of these `sizes` in bytes."""
    total = count = 0
    for each in sizes:
        total += each
        if total > MESSAGE_BYTES // parts and count:
            break
        count += 1
    return count


def fitting_changes(changes: Sequence[MemoryChange]) -> int:
    """The same for changes."""
    return fitting([change.memory for change in changes])


def size(memory: Memory) -> int:
    """Bytes of `memory` on the wire, never too low (a character has at most four)."""
    texts = [memory.content, memory.subject, memory.session_id, *memory.tags]
    if memory.metadata:
        texts += [*memory.metadata, *memory.metadata.values()]
    texts += [f"{source.session_id}{source.turn_id}" for source in memory.sources]
    texts.append(memory.attribute.value if memory.attribute else "")
    letters = 0
    for text in texts:  # twice as fast as sum() on every memory recalled
        letters += len(text) if text.isascii() else 4 * len(text)
    return 1_000 + letters + 8 * len(texts)


def fitting_turns(turns: Sequence[Turn]) -> int:
    """The same for turns."""
    return fitting_sizes(
        200 + 4 * (len(turn.content) + len(turn.turn_id) + len(turn.speaker)) for turn in turns
    )
