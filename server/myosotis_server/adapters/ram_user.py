"""One user in plain dicts, for the store's twin."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from myosotis_server.adapters.change_log import forgotten
from myosotis_server.adapters.ram_graph import RamGraph
from myosotis_server.adapters.ram_turns import RamTurns
from myosotis_server.memory.ports import Answer, UserHead
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import Instant, Memory, MemoryChange


@dataclass(slots=True)
class RamUser:
    """Everything of one user."""

    head: UserHead
    memories: dict[str, Memory] = field(default_factory=dict)
    rows: dict[str, Rows] = field(default_factory=dict)
    history: dict[str, list[MemoryChange]] = field(default_factory=dict)
    log: dict[int, dict[str, bool]] = field(default_factory=dict)
    """Per revision, the ids it touched: whether each was removed."""
    accesses: dict[str, tuple[int, Instant]] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    turns: RamTurns = field(default_factory=RamTurns)
    graph: RamGraph = field(default_factory=RamGraph)
    key_version: int = 1
    staged: dict[str, Rows] = field(default_factory=dict)
    staged_for: str = ""
    """The digest of the model that made the staged rows."""

    def memory(self, memory_id: str) -> Memory | None:
        """The record with its access counts."""
        memory = self.memories.get(memory_id)
        if memory is None or memory_id not in self.accesses:
            return memory
        count, time = self.accesses[memory_id]
        return replace(memory, access_count=count, last_access_time=time)

    def rows_of(self, memory_ids: Sequence[str]) -> Rows:
        """The rows of `memory_ids`, in order, with their access counts."""
        if not memory_ids:
            return Rows.empty(0)
        rows = Rows.concatenate([self.rows[memory_id] for memory_id in memory_ids])
        for position, memory_id in enumerate(memory_ids):
            if memory_id in self.accesses:
                count, time = self.accesses[memory_id]
                rows.fixed["access_count"][position] = count
                rows.fixed["last_access_time"][position] = time
        return rows

    def changes(self, after: int, limit: int) -> list[MemoryChange] | None:
        """See `Store.changes`."""
        changes: list[MemoryChange] = []
        for revision in range(max(after, 0) + 1, self.head.revision + 1):
            if len(changes) >= limit:
                break
            if revision not in self.log:
                return None
            for memory_id, gone in self.log[revision].items():
                states = self.history.get(memory_id, [])
                changes += (
                    [forgotten(memory_id, revision)]
                    if gone
                    else [state for state in states if state.revision == revision]
                )
        return changes


def split(rows: Rows) -> list[Rows]:
    """Each row on its own."""
    parts = []
    terms = labels = 0
    for position, (term_count, label_count) in enumerate(
        np.stack([rows.fixed["term_count"], rows.fixed["label_count"]], axis=1).tolist()
    ):
        parts.append(
            Rows(
                rows.fixed[position : position + 1],
                rows.term_ids[terms : terms + term_count],
                rows.term_frequencies[terms : terms + term_count],
                rows.labels[labels : labels + label_count],
            )
        )
        terms += term_count
        labels += label_count
    return parts
