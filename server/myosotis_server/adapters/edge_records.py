"""Edges on disk: what tells them apart, the keys under which they lie, and the bytes there.

All edges that rest on a memory are one value, a bundle under the memory's id, and each node that
one of them joins has a pointer to it: a memory's links are written, replaced and forgotten
together. An edge that rests on no memory lies whole under its source and its target. So whatever
is asked about a node is one range of keys.
"""

import hashlib
import hmac
from collections.abc import Iterable

from msgspec import Struct

from myosotis_server.adapters.record_codec import VERSION, Codec
from myosotis_server.adapters.store_format import id_bytes, id_text, user_prefix
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.graph import Edge, Node, NodeType

OUT = b"\0"
"""What the key of an edge that rests on no memory has behind the id of its source."""
IN = b"\1"
"""… of its target."""
BUNDLE = b"\2"
"""… of a bundle, behind the id of the memory that its edges rest on."""
POINTER = b"\3"
"""… of a pointer to a bundle, behind the id of a node that an edge of it joins."""

_SIDE = 24
"""Bytes of a key before its side: the user's prefix and the node's id."""
_SOURCE, _TARGET, _EVIDENCE = slice(1, 17), slice(18, 34), slice(36, 52)
"""Where an identity has ids."""
_HAS_EVIDENCE = 35
_DIGEST_SIZE = 16


def identity_of(edge: Edge) -> bytes:
    """Equal for two edges exactly if they are the same one.

    ValueError where an end's id is no UUID in its canonical text, or evidence is neither that nor
    empty.
    """
    evidence = id_bytes(edge.evidence) if edge.evidence else bytes(16)
    source, target = id_bytes(edge.source.node_id), id_bytes(edge.target.node_id)
    if source is None or target is None or evidence is None:
        raise ValueError("an edge of the write names no UUID in its canonical text")
    ends = bytes((edge.source.type,)) + source + bytes((edge.target.type,)) + target
    flags = bytes((edge.is_told, bool(edge.evidence)))
    return ends + flags + evidence + edge.type.encode()


def evidence_of(identity: bytes) -> bytes | None:
    """The 16 bytes of the id of the memory that the edge of that identity rests on."""
    return identity[_EVIDENCE] if identity[_HAS_EVIDENCE] else None


class EdgeIndex:
    """Keys of edges, none of which tells of another: they end in keyed digests of their own.

    The digests are slices of an HMAC-SHA-512 of the user's prefix and what the key is for.
    """

    def __init__(self, vault: Vault) -> None:
        self._key = vault.derive("edge index")

    def ends(self, number: int, identity: bytes) -> list[bytes]:
        """Where user `number` has the edge of that identity, which rests on no memory.

        Under its source, and under its target where that is another node.
        """
        prefix = user_prefix(number)
        source, target = identity[_SOURCE], identity[_TARGET]
        digest = hmac.digest(self._key, prefix + identity, hashlib.sha512)
        out = prefix + source + OUT + digest[:_DIGEST_SIZE]
        into = prefix + target + IN + digest[_DIGEST_SIZE : 2 * _DIGEST_SIZE]
        return [out] if source == target else [out, into]

    def pointer(self, number: int, node_id: bytes, memory_id: bytes) -> bytes:
        """Where user `number` has the pointer from a node to the bundle of a memory."""
        prefix = user_prefix(number)
        digest = hmac.digest(self._key, prefix + node_id + memory_id, hashlib.sha512)
        return prefix + node_id + POINTER + digest[:_DIGEST_SIZE]


def bundle_key(prefix: bytes, memory_id: bytes) -> bytes:
    """Where the user whose keys begin with `prefix` has the edges that rest on the memory."""
    return prefix + memory_id + BUNDLE


def side_of(key: bytes) -> bytes:
    """OUT, IN, BUNDLE or POINTER."""
    return key[_SIDE : _SIDE + 1]


def joined(edges: Iterable[Edge], memory_id: bytes) -> set[bytes]:
    """The 16 bytes of the id of each node that `edges` join, but of the memory itself."""
    ends = {end.node_id for edge in edges for end in (edge.source, edge.target)}
    return {_id16(end) for end in ends} - {memory_id}


class _Edge(Struct, array_like=True, frozen=True):
    source_type: NodeType
    source_id: bytes
    source_name: str
    target_type: NodeType
    target_id: bytes
    target_name: str
    type: str
    strength: float
    evidence: bytes
    valid_from: int
    valid_to: int | None
    is_told: bool


class _Bundled(Struct, array_like=True, frozen=True):
    """An edge of a bundle: its ends are places in the bundle's `nodes`."""

    source: int
    target: int
    type: str
    strength: float
    valid_from: int
    valid_to: int | None
    is_told: bool


class _Bundle(Struct, array_like=True, frozen=True):
    evidence: bytes
    nodes: list[tuple[NodeType, bytes, str]]
    edges: list[_Bundled]


_edges = Codec(_Edge)
_bundles = Codec(_Bundle)


def encode_edge(edge: Edge) -> bytes:
    """All of `edge`, which must have an identity. Equal for equal edges."""
    source, target = edge.source, edge.target
    return _edges.encode(
        _Edge(
            source.type,
            _id16(source.node_id),
            source.name,
            target.type,
            _id16(target.node_id),
            target.name,
            edge.type,
            edge.strength + 0.0,  # of 0, -0.0 and 0.0, which are equal, one
            _id16(edge.evidence),
            edge.valid_from,
            edge.valid_to,
            edge.is_told,
        )
    )


def decode_edge(data: bytes) -> Edge:
    """The inverse of `encode_edge`."""
    stored = _edges.decode(data)
    return Edge(
        Node(stored.source_type, id_text(stored.source_id), stored.source_name),
        Node(stored.target_type, id_text(stored.target_id), stored.target_name),
        stored.type,
        stored.strength,
        id_text(stored.evidence) if stored.evidence else "",
        stored.valid_from,
        stored.valid_to,
        stored.is_told,
    )


def encode_bundle(edges: Iterable[Edge]) -> bytes:
    """All of `edges` (at least one), which have identities and rest on one memory."""
    places: dict[tuple[NodeType, bytes, str], int] = {}

    def place_of(node: Node) -> int:
        return places.setdefault((node.type, _id16(node.node_id), node.name), len(places))

    evidence = b""
    bundled = []
    for edge in edges:
        evidence = _id16(edge.evidence)
        bundled.append(
            _Bundled(
                place_of(edge.source),
                place_of(edge.target),
                edge.type,
                edge.strength + 0.0,  # of 0, -0.0 and 0.0, which are equal, one
                edge.valid_from,
                edge.valid_to,
                edge.is_told,
            )
        )
    return _bundles.encode(_Bundle(evidence, list(places), bundled))


def decode_bundles(every: Iterable[bytes]) -> list[Edge]:
    """The inverse of `encode_bundle` for each, one after the other. Equal nodes are one object."""
    nodes: dict[tuple[NodeType, bytes, str], Node] = {}

    def node_of(stored: tuple[NodeType, bytes, str]) -> Node:
        node = nodes.get(stored)
        if node is None:
            type_, id16, name = stored
            node = nodes[stored] = Node(type_, id_text(id16), name)
        return node

    edges = []
    for bundle in map(_bundles.decode, every):
        evidence = id_text(bundle.evidence)
        ends = [node_of(stored) for stored in bundle.nodes]
        places = [place for each in bundle.edges for place in (each.source, each.target)]
        if places and not 0 <= min(places) <= max(places) < len(ends):
            raise RecordCorrupt("an edge joins what its bundle does not have")
        edges += [
            Edge(
                ends[each.source],
                ends[each.target],
                each.type,
                each.strength,
                evidence,
                each.valid_from,
                each.valid_to,
                each.is_told,
            )
            for each in bundle.edges
        ]
    return edges


def encode_pointer(memory_id: bytes) -> bytes:
    """What finds a bundle: the 16 bytes of the id of the memory that it rests on."""
    return bytes([VERSION]) + memory_id


def decode_pointer(data: bytes) -> bytes:
    """The inverse of `encode_pointer`."""
    if len(data) != 17 or data[0] != VERSION:
        raise RecordCorrupt("stored bytes have an unknown layout")
    return data[1:]


def _id16(canonical: str) -> bytes:
    """The bytes of a canonical id; none for none."""
    return bytes.fromhex(canonical.replace("-", ""))
