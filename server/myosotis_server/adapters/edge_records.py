"""Edges on disk: what tells them apart, the keys under which each lies, and the bytes there.

Whatever is asked about a node is one range of keys: an edge lies under its source and its target,
and a pointer to it under the memory that it rests on where that is neither of them.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from myosotis_server.adapters.record_codec import Codec
from myosotis_server.adapters.store_format import EDGES, id_bytes, id_text, user_prefix
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.graph import Edge, Node, NodeType

OUT = b"\0"
"""What the key of an edge has behind the id of its source."""
IN = b"\1"
"""… of its target."""
EVIDENCE = b"\2"
"""… of the memory that it rests on."""

_SIDE = 24
"""Bytes of a key before its side: the user's prefix and the node's id."""
_SOURCE, _TARGET, _EVIDENCE = slice(1, 17), slice(18, 34), slice(36, 52)
"""Where an identity has ids."""
_HAS_EVIDENCE = 35


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


@dataclass(frozen=True, slots=True)
class EdgeKeys:
    """Where one edge lies: whole under `out` and `into`, as a pointer under `evidence`.

    `into` is None where it leads back to where it came from, `evidence` is None where the edge
    rests on no memory or on one of its ends.
    """

    out: bytes
    into: bytes | None
    evidence: bytes | None

    def every(self) -> list[bytes]:
        """All keys that there are."""
        return [key for key in (self.out, self.into, self.evidence) if key is not None]


class EdgeIndex:
    """Keys of edges. Each ends in a part of its own of one keyed digest: none tells of the others.

    The digest is an HMAC-SHA-512 of the user's prefix and the edge's identity.
    """

    def __init__(self, vault: Vault) -> None:
        self._key = vault.derive("edge index")

    def keys(self, number: int, identity: bytes) -> EdgeKeys:
        """Where user `number` has the edge of that identity."""
        prefix = user_prefix(number)
        source, target = identity[_SOURCE], identity[_TARGET]
        evidence = identity[_EVIDENCE] if identity[_HAS_EVIDENCE] else source
        digest = hmac.digest(self._key, prefix + identity, hashlib.sha512)
        return EdgeKeys(
            prefix + source + OUT + digest[:16],
            None if target == source else prefix + target + IN + digest[16:32],
            None if evidence in (source, target) else prefix + evidence + EVIDENCE + digest[32:48],
        )


def side_of(key: bytes) -> bytes:
    """OUT, IN or EVIDENCE."""
    return key[_SIDE : _SIDE + 1]


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


class _Pointer(Struct, array_like=True, frozen=True):
    out: bytes


_edges = Codec(_Edge)
_pointers = Codec(_Pointer)


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
    return decode_edges([data])[0]


def decode_edges(every: Iterable[bytes]) -> list[Edge]:
    """`decode_edge` for each, quicker for thousands: they share their nodes."""
    texts: dict[bytes, str] = {b"": ""}
    nodes: dict[tuple[NodeType, bytes, str], Node] = {}

    def text_of(id16: bytes) -> str:
        text = texts.get(id16)
        if text is None:
            text = texts[id16] = id_text(id16)
        return text

    def node_of(type_: NodeType, id16: bytes, name: str) -> Node:
        node = nodes.get((type_, id16, name))
        if node is None:
            node = nodes[type_, id16, name] = Node(type_, text_of(id16), name)
        return node

    return [
        Edge(
            node_of(stored.source_type, stored.source_id, stored.source_name),
            node_of(stored.target_type, stored.target_id, stored.target_name),
            stored.type,
            stored.strength,
            text_of(stored.evidence),
            stored.valid_from,
            stored.valid_to,
            stored.is_told,
        )
        for stored in map(_edges.decode, every)
    ]


def encode_pointer(keys: EdgeKeys) -> bytes:
    """What finds the edge from the memory that it rests on: its `out` without the user's prefix."""
    return _pointers.encode(_Pointer(keys.out[8:]))


def decode_pointer(prefix: bytes, data: bytes) -> bytes:
    """The edge's key `out`. `prefix` is the user's."""
    return prefix + _pointers.decode(data).out


def sealed_edge(keys: EdgeKeys, data: bytes, seal: Seal) -> list[tuple[bytes, bytes]]:
    """The pairs of key and sealed value that make up the edge encoded in `data`."""
    pairs = [(keys.out, seal.seal(EDGES, keys.out, data))]
    if keys.into is not None:
        pairs.append((keys.into, seal.seal(EDGES, keys.into, data)))
    if keys.evidence is not None:
        pointer = seal.seal(EDGES, keys.evidence, encode_pointer(keys))
        pairs.append((keys.evidence, pointer))
    return pairs


def _id16(canonical: str) -> bytes:
    """The bytes of a canonical id; none for none."""
    return bytes.fromhex(canonical.replace("-", ""))
