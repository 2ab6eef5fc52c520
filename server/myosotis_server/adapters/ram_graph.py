"""One user's edges in plain dicts, for the store's twin."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from myosotis_server.adapters.edge_changes import EdgeChanges, goes_with, is_link_of, order_of
from myosotis_server.memory.graph import Edge


@dataclass(slots=True)
class RamGraph:
    """Edges by their identity, and the identities of those that name an id, as end or evidence."""

    known: dict[bytes, Edge] = field(default_factory=dict)
    naming: dict[str, dict[bytes, None]] = field(default_factory=dict)

    def apply(self, changes: EdgeChanges) -> bool:
        """Whether anything was put or erased that was not so before."""
        gone = [identity for identity in self._gone(changes) if identity in self.known]
        for identity in dict.fromkeys(gone):
            for each in _ids_of(self.known.pop(identity)):
                del self.naming[each][identity]
        new = {key: edge for key, edge in changes.puts.items() if self.known.get(key) != edge}
        for identity, edge in new.items():
            self.known[identity] = edge
            for each in _ids_of(edge):
                self.naming.setdefault(each, {})[identity] = None
        return bool(gone or new)

    def edges(self, node_id: str | None) -> list[Edge]:
        """See `Store.edges`."""
        if node_id is None:
            return sorted(self.known.values(), key=order_of)
        around = (edge for _, edge in self._around(node_id))
        ended = (e for e in around if node_id in (e.source.node_id, e.target.node_id))
        return sorted(ended, key=order_of)

    def _gone(self, changes: EdgeChanges) -> Iterator[bytes]:
        yield from changes.erased
        for memory_id in changes.relinked:
            for identity, edge in self._around(memory_id):
                if is_link_of(edge, memory_id) and identity not in changes.puts:
                    yield identity
        for memory_id in changes.removals:
            for identity, edge in self._around(memory_id):
                if goes_with(edge, memory_id):
                    yield identity

    def _around(self, named: str) -> Iterator[tuple[bytes, Edge]]:
        return ((identity, self.known[identity]) for identity in self.naming.get(named, ()))


def _ids_of(edge: Edge) -> set[str]:
    return {edge.source.node_id, edge.target.node_id, edge.evidence} - {""}
