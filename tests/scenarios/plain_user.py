"""What one user's memories must come to, in a plain dictionary."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from myosotis_server.memory.identity import normalise
from myosotis_server.memory.values import Instant


@dataclass(frozen=True, slots=True)
class Known:
    content: str
    create_time: Instant
    expire_time: Instant | None = None
    tags: frozenset[str] = frozenset()
    mentions: int = 1

    def lives(self, now: Instant) -> bool:
        return self.expire_time is None or now < self.expire_time


@dataclass(slots=True)
class PlainUser:
    memories: dict[str, Known] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    """Ids that were forgotten and are not in use again."""
    revision: int = 0

    def alive(self, now: Instant) -> dict[str, Known]:
        return {each: known for each, known in self.memories.items() if known.lives(now)}

    def meets(self, content: str) -> str | None:
        """The id of the oldest memory that says the same, expired or not."""
        same = [
            (known.create_time, each)
            for each, known in self.memories.items()
            if normalise(known.content) == normalise(content)
        ]
        return min(same)[1] if same else None

    def add(self, memory_id: str, said: Known) -> None:
        """`said` under its id, for the first time or again."""
        earlier = self.memories.get(memory_id)
        if earlier is not None:
            ends = (earlier.expire_time, said.expire_time)
            said = replace(
                said,
                create_time=min(earlier.create_time, said.create_time),
                expire_time=None if None in ends else max(ends),
                tags=earlier.tags | said.tags,
                mentions=earlier.mentions + 1,
            )
        self.memories[memory_id] = said
        self.forgotten.discard(memory_id)

    def update(self, memory_id: str, content: str) -> None:
        self.memories[memory_id] = replace(self.memories[memory_id], content=content)
        self.revision += 1

    def forget(self, memory_ids: Iterable[str]) -> int:
        """How many were there."""
        gone = set(memory_ids) & self.memories.keys()
        for memory_id in gone:
            del self.memories[memory_id]
        self.forgotten |= gone
        self.revision += bool(gone)
        return len(gone)

    def forget_everything(self) -> int:
        count = self.forget(list(self.memories))
        self.revision = 0
        return count
