"""What is kept of memories that are pseudonymised: counts, and texts without anybody in them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from myosotis_server.memory.graph import NodeType
from myosotis_server.memory.kept import Kept, KeptStatement, Statistics
from myosotis_server.memory.ports import Randomness, Store
from myosotis_server.memory.rows import LANGUAGES
from myosotis_server.memory.sessions import NO_MOODS
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Memory,
    MemoryKind,
    MemoryState,
    Owner,
    Sensitivity,
    TimeRange,
)
from myosotis_server.understanding.entities import is_name
from myosotis_server.understanding.generalise import generalised, topics_of

MOST_STATEMENTS = 1_000
"""Statements kept of one call, drawn by lot where there are more."""
_READ_AT_ONCE = 200
_NAMED = frozenset({NodeType.PERSON, NodeType.PLACE, NodeType.ORGANISATION})
_NAMING = frozenset(
    {
        *("name", "nickname", "partner", "child", "friend", "sibling", "manager", "pet"),
        *("employer", "school", "home_city", "hometown", "work_city"),
    }
)
"""Slots whose values are names."""


class Pseudonyms:
    """Reads memories that are about to go, and says what may stay of them."""

    def __init__(self, store: Store, randomness: Randomness) -> None:
        self._store = store
        self._randomness = randomness

    def kept(self, owner: Owner, memory_ids: Sequence[str], *, whole: bool) -> Kept:
        """What stays of these memories; of the moods as well where the user goes as a `whole`.

        Statements are kept of what is current and of normal sensitivity alone, in no order.
        """
        names = self._names(owner)
        counts: dict[str, Counter[str]] = {}
        statements: list[KeptStatement] = []
        memories = 0
        for memory in self._read(owner, memory_ids):
            memories += 1
            for name, value in _counted(memory):
                counts.setdefault(name, Counter())[value] += 1
            if _is_kept(memory):
                known = names | _names_of(memory)
                content = generalised(memory.content, known)
                if content:
                    statements.append(_statement(memory, content))
        statements.sort(key=lambda _: self._randomness.uuid().int)
        statistics = Statistics(
            people=int(whole),
            memories=memories,
            counts={name: dict(each) for name, each in counts.items()},
            moods=self._moods(owner) if whole else {},
        )
        return Kept(statistics, tuple(statements[:MOST_STATEMENTS]))

    def _read(self, owner: Owner, memory_ids: Sequence[str]) -> Iterable[Memory]:
        for start in range(0, len(memory_ids), _READ_AT_ONCE):
            page = self._store.memories(owner, memory_ids[start : start + _READ_AT_ONCE])
            yield from (memory for memory in page if memory is not None)

    def _names(self, owner: Owner) -> set[str]:
        """What the user and those around them are called, as far as the graph knows."""
        edges = self._store.edges(owner)
        nodes = (end for edge in edges for end in (edge.source, edge.target))
        named = {node.name for node in nodes if node.type in _NAMED}
        return {owner.user_id, *filter(is_name, named)}  # "my boss" may stay

    def _moods(self, owner: Owner) -> dict[int, tuple[int, ...]]:
        days: dict[int, list[int]] = {}
        for mood in self._store.moods(owner, TimeRange()):
            days.setdefault(mood.time // DAY, [0] * len(NO_MOODS))[mood.emotion] += 1
        return {day: tuple(counts) for day, counts in days.items()}


def _counted(memory: Memory) -> Iterable[tuple[str, str]]:
    """Under what a memory counts: of each, words of a closed list."""
    yield "kind", memory.kind.name.lower()
    yield "tier", memory.tier.name.lower()
    yield "origin", memory.origin.name.lower()
    yield "sensitivity", memory.sensitivity.name.lower()
    yield "emotion", memory.emotion.name.lower()
    yield "language", memory.language if memory.language in LANGUAGES else ""
    for topic in topics_of(memory.content):
        yield "topic", topic


def _is_kept(memory: Memory) -> bool:
    """Whether its text may stay in general words; a summary tells of much at once."""
    return (
        memory.sensitivity is Sensitivity.NORMAL
        and memory.state is MemoryState.ACTIVE
        and memory.kind is not MemoryKind.SUMMARY
    )


def _names_of(memory: Memory) -> set[str]:
    names = {name for name in (memory.subject, *memory.tags) if is_name(name)}
    attribute = memory.attribute
    if attribute is not None and attribute.key in _NAMING:
        names.add(attribute.value)
    return names


def _statement(memory: Memory, content: str) -> KeptStatement:
    year = datetime.fromtimestamp(memory.valid_from / SECOND, UTC).year
    language = memory.language if memory.language in LANGUAGES else ""
    return KeptStatement(content, memory.kind, language, year)
