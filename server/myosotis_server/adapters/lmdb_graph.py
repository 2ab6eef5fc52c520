"""Edges in LMDB: found from either end, and from the memory that they rest on."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.edge_changes import EdgeChanges, goes_with, is_link_of, order_of
from myosotis_server.adapters.edge_records import (
    EVIDENCE,
    OUT,
    EdgeIndex,
    decode_edge,
    decode_edges,
    decode_pointer,
    encode_edge,
    identity_of,
    sealed_edge,
    side_of,
)
from myosotis_server.adapters.store_format import Databases, Planned, Put
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.graph import Edge


@dataclass(frozen=True, slots=True)
class _Coming:
    """An edge to put unless it is there already."""

    out: bytes
    encoded: bytes
    puts: Sequence[Put]


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
        self._prefix = layout.user_prefix(number)
        self._index = index
        self._seal = seal
        self._at = databases
        self._erased = [index.keys(number, identity) for identity in changes.erased]
        self._coming = []
        for identity, edge in changes.puts.items():
            keys = index.keys(number, identity)
            encoded = encode_edge(edge)
            puts = [Put(databases.edges, *pair) for pair in sealed_edge(keys, encoded, seal)]
            self._coming.append(_Coming(keys.out, encoded, puts))
        self._put_keys = {put.key for coming in self._coming for put in coming.puts}

    def planned(self, txn: "lmdb.Transaction[bytes]") -> Planned:
        """The changes to what `txn` sees, which stays as it is. None for edges that stay the same.

        RecordCorrupt where what is there fails its check.
        """
        puts = [put for coming in self._coming if self._is_new(txn, coming) for put in coming.puts]
        deleted = dict.fromkeys(self._deleted_keys(txn))
        return Planned(puts, [(self._at.edges, key) for key in deleted])

    def _is_new(self, txn: "lmdb.Transaction[bytes]", coming: _Coming) -> bool:
        stored = txn.get(coming.out, db=self._at.edges)
        return stored is None or self._seal.open(layout.EDGES, coming.out, stored) != coming.encoded

    def _deleted_keys(self, txn: "lmdb.Transaction[bytes]") -> Iterator[bytes]:
        changes = self._changes
        for keys in self._erased:
            if txn.get(keys.out, db=self._at.edges) is not None:
                yield from keys.every()
        for memory_id in changes.relinked:
            for edge in self._around(txn, memory_id, besides=self._put_keys):
                if is_link_of(edge, memory_id):
                    yield from self._keys_of(edge)
        for memory_id in changes.removals:
            for edge in self._around(txn, memory_id):
                if goes_with(edge, memory_id):
                    yield from self._keys_of(edge)

    def _around(
        self, txn: "lmdb.Transaction[bytes]", memory_id: str, besides: Collection[bytes] = ()
    ) -> Iterator[Edge]:
        """The edges that lead from or to a memory or rest on it, but those under keys `besides`.

        None for what is no id.
        """
        id16 = layout.id_bytes(memory_id)
        if id16 is None:
            return
        for key, value in layout.scan(txn, self._at.edges, self._prefix + id16):
            if key in besides:
                continue
            if side_of(key) == EVIDENCE:
                pointer = self._seal.open(layout.EDGES, key, value)
                out = decode_pointer(self._prefix, pointer)
                yield _opened(self._seal, out, txn.get(out, b"", db=self._at.edges))
            else:
                yield _opened(self._seal, key, value)

    def _keys_of(self, edge: Edge) -> list[bytes]:
        return self._index.keys(self._number, identity_of(edge)).every()


def stored_edges(
    txn: "lmdb.Transaction[bytes]", databases: Databases, user: User, node_id: str | None
) -> list[tuple[bytes, bytes]]:
    """Key and sealed value of each edge of a node, or of all edges, once."""
    if node_id is None:
        every = layout.scan(txn, databases.edges, user.prefix)
        return [(key, value) for key, value in every if side_of(key) == OUT]
    id16 = layout.id_bytes(node_id)
    if id16 is None:
        return []
    around = layout.scan(txn, databases.edges, user.prefix + id16)
    return [(key, value) for key, value in around if side_of(key) != EVIDENCE]


def open_edges(seal: Seal, stored: Sequence[tuple[bytes, bytes]]) -> list[Edge]:
    """The edges of `stored_edges` in the order of `Store.edges`; RecordCorrupt where one fails."""
    edges = decode_edges(seal.open_all(layout.EDGES, stored))
    return sorted(edges, key=order_of)


def _opened(seal: Seal, key: bytes, sealed: bytes) -> Edge:
    return decode_edge(seal.open(layout.EDGES, key, sealed))
