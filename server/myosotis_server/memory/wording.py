"""The text by whose words a memory is found."""

from myosotis_server.memory.values import Memory


def words_of(memory: Memory) -> str:
    """What `memory` says, of whom, and its attribute's value."""
    value = memory.attribute.value if memory.attribute else ""
    return " ".join(part for part in (memory.subject, memory.content, value) if part)
