"""Edges in LMDB: found from either end, and from the memory that they rest on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.edge_changes import EdgeChanges, goes_with, is_link_of, order_of
from myosotis_server.adapters.edge_records import (
    BUNDLE,
    IN,
    OUT,
    POINTER,
    EdgeIndex,
    bundle_key,
    decode_bundles,
    decode_edge,
    decode_pointer,
    encode_bundle,
    encode_edge,
    encode_pointer,
    evidence_of,
    identity_of,
    joined,
    side_of,
)
from myosotis_server.adapters.store_format import Databases, Planned, Put
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.graph import Edge


class LmdbGraphWrite:
    """The edges of one write. `planned` is what the writer thread has left to do before it puts."""

    def __init__(
        self,
        changes: EdgeChanges,
        number: int,
        index: EdgeIndex,
        seal: Seal,
        databases: Databases,
    ) -> None:
        self._changes = changes
        self._number = number
        self._index = index
        self._seal = seal
        self._at = databases

    def planned(self, txn: "lmdb.Transaction[bytes]") -> Planned:
        """The changes to what `txn` sees, which stays as it is. None for edges that stay the same.

        RecordCorrupt where what is there fails its check.
        """
        graph = _Graph(txn, self._at, self._seal, self._index, self._number)
        changes = self._changes
        for memory_id in changes.relinked:
            for identity, edge in graph.resting_on(memory_id):
                if is_link_of(edge, memory_id) and identity not in changes.puts:
                    graph.put(identity, None)
        for memory_id in changes.removals:
            for identity, edge in graph.around(memory_id):
                if goes_with(edge, memory_id):
                    graph.put(identity, None)
        for identity in changes.erased:
            graph.put(identity, None)
        for identity, edge in changes.puts.items():
            graph.put(identity, edge)
        return graph.planned()


@dataclass(slots=True)
class _Bundle:
    """The edges that rest on one memory, by identity: as they were, and as a write leaves them."""

    before: dict[bytes, Edge]
    after: dict[bytes, Edge] = field(init=False)

    def __post_init__(self) -> None:
        self.after = dict(self.before)


class _Graph:
    """A user's graph as far as one write touches it. What was there is read when first needed."""

    def __init__(
        self,
        txn: "lmdb.Transaction[bytes]",
        databases: Databases,
        seal: Seal,
        index: EdgeIndex,
        number: int,
    ) -> None:
        self._txn = txn
        self._at = databases
        self._seal = seal
        self._index = index
        self._number = number
        self._prefix = layout.user_prefix(number)
        self._bundles: dict[bytes, _Bundle] = {}
        self._alone: dict[bytes, Edge | None] = {}

    def put(self, identity: bytes, edge: Edge | None) -> None:
        """Leaves the graph with `edge`, or without the one of that identity."""
        evidence = evidence_of(identity)
        if evidence is None:
            self._alone[identity] = edge
        elif edge is None:
            self._bundle(evidence).after.pop(identity, None)
        else:
            self._bundle(evidence).after[identity] = edge

    def resting_on(self, memory_id: str) -> Iterable[tuple[bytes, Edge]]:
        """The edges that rested on the memory."""
        id16 = layout.id_bytes(memory_id)
        return () if id16 is None else self._bundle(id16).before.items()

    def around(self, memory_id: str) -> Iterator[tuple[bytes, Edge]]:
        """The edges that rested on the memory, or led from or to a node of its id."""
        yield from self.resting_on(memory_id)
        there = self._prefix + (layout.id_bytes(memory_id) or b"")
        for key, value in layout.scan(self._txn, self._at.edges, there):
            if side_of(key) == POINTER:
                evidence = decode_pointer(self._seal.open(layout.EDGES, key, value))
                yield from self._bundle(evidence).before.items()
            elif side_of(key) != BUNDLE:
                edge = decode_edge(self._seal.open(layout.EDGES, key, value))
                yield identity_of(edge), edge

    def planned(self) -> Planned:
        """What is put and deleted to leave it so."""
        values = [*self._values()]
        return Planned(
            [
                Put(self._at.edges, key, self._seal.seal(layout.EDGES, key, data))
                for key, data in values
                if data is not None
            ],
            [(self._at.edges, key) for key, data in values if data is None],
        )

    def _values(self) -> Iterator[tuple[bytes, bytes | None]]:
        """Keys of what changes and the new values, None for what goes."""
        for memory_id, bundle in self._bundles.items():
            after = bundle.after
            if after == bundle.before:
                continue
            data = encode_bundle(after.values()) if after else None
            yield bundle_key(self._prefix, memory_id), data
            joined_before = joined(bundle.before.values(), memory_id)
            joined_after = joined(after.values(), memory_id)
            for node_id in joined_before ^ joined_after:
                pointer = self._index.pointer(self._number, node_id, memory_id)
                yield pointer, encode_pointer(memory_id) if node_id in joined_after else None
        for identity, edge in self._alone.items():
            ends = self._index.ends(self._number, identity)
            encoded = None if edge is None else encode_edge(edge)
            if encoded != self._opened(ends[0]):
                yield from ((key, encoded) for key in ends)

    def _bundle(self, memory_id: bytes) -> _Bundle:
        found = self._bundles.get(memory_id)
        if found is None:
            data = self._opened(bundle_key(self._prefix, memory_id))
            edges = [] if data is None else decode_bundles([data])
            found = _Bundle({identity_of(edge): edge for edge in edges})
            self._bundles[memory_id] = found
        return found

    def _opened(self, key: bytes) -> bytes | None:
        stored = self._txn.get(key, db=self._at.edges)
        return None if stored is None else self._seal.open(layout.EDGES, key, stored)


def edges_at(
    txn: "lmdb.Transaction[bytes]", databases: Databases, user: User, node_id: str | None
) -> list[Edge]:
    """See `Store.edges`; RecordCorrupt where one fails its check."""
    id16 = b"" if node_id is None else layout.id_bytes(node_id)
    if id16 is None:
        return []
    by_side: dict[bytes, list[tuple[bytes, bytes]]] = {OUT: [], IN: [], BUNDLE: [], POINTER: []}
    for key, value in layout.scan(txn, databases.edges, user.prefix + id16):
        by_side[side_of(key)].append((key, value))
    alone, bundles = by_side[OUT], dict(by_side[BUNDLE])
    if node_id is not None:
        alone += by_side[IN]
        pointers = user.seal.open_all(layout.EDGES, by_side[POINTER])
        keys = [bundle_key(user.prefix, decode_pointer(pointer)) for pointer in pointers]
        bundles |= {key: txn.get(key, b"", db=databases.edges) for key in keys}
    edges = decode_bundles(user.seal.open_all(layout.EDGES, bundles.items()))
    edges += map(decode_edge, user.seal.open_all(layout.EDGES, alone))
    if node_id is not None:
        edges = [e for e in edges if node_id in (e.source.node_id, e.target.node_id)]
    return sorted(edges, key=order_of)
