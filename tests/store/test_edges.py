"""Edges as they lie on disk: golden bytes, nothing readable, and no work where nothing changes."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters.edge_records import (
    EdgeIndex,
    decode_bundles,
    decode_edge,
    encode_bundle,
    encode_edge,
    identity_of,
)
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.graph import Edge, Node, NodeType
from ports.builders import ALICE, BOB, memory
from ports.edge_builders import entity, mention, relation
from ports.store_use import opened, put

EDGE = Edge(
    Node(NodeType.PERSON, "0f0e0d0c-0b0a-4908-8706-050403020100", "小明"),
    Node(NodeType.PLACE, "00000000-0000-4000-8000-000000000001", "Bristol"),
    "lives_in",
    0.75,
    "00000000-0000-4000-8000-000000000002",
    1_700_000_000_000_000,
    None,
    is_told=True,
)
GOLDEN = """
019c02c4100f0e0d0c0b0a49088706050403020100a6e5b08fe6988e03c41000000000000040008000000000000001a7
42726973746f6ca86c697665735f696ecb3fe8000000000000c41000000000000040008000000000000002cf00060a24
181e4000c0c3
"""
BUNDLE = [EDGE, replace(EDGE, source=EDGE.target, target=EDGE.source, type="", strength=0.0)]
GOLDEN_BUNDLE = """
0193c41000000000000040008000000000000002929302c4100f0e0d0c0b0a49088706050403020100a6e5b08fe6988e
9303c41000000000000040008000000000000001a742726973746f6c92970001a86c697665735f696ecb3fe800000000
0000cf00060a24181e4000c0c3970100a0cb0000000000000000cf00060a24181e4000c0c3
"""
KNOWN = memory("小明 lives in Bristol")
MING, BRISTOL = entity("小明的名字"), entity("Bristol-the-city", NodeType.PLACE)
LIVES = relation(MING, BRISTOL, "lives-in-type", KNOWN)

ids = st.uuids().map(str)
nodes = st.builds(Node, st.sampled_from(NodeType), ids, st.text(max_size=9))
edges = st.builds(
    Edge,
    nodes,
    nodes,
    st.text(max_size=64),
    st.floats(0, 1),
    st.just("") | ids,
    st.integers(-(2**62), 2**62),
    st.none() | st.integers(-(2**62), 2**62),
    st.booleans(),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LmdbStore]:
    store = LmdbStore(tmp_path, Vault(bytes(32)), 1 << 28)
    yield store
    store.close()


def stored(store: LmdbStore) -> dict[bytes, bytes]:
    """All that lies in `edges`."""
    with store._env.begin() as txn:
        return dict(txn.cursor(store._at.edges))


def linked(store: LmdbStore, *edges: Edge) -> int:
    return put(store, KNOWN, links={KNOWN.memory_id: edges})


def test_an_edge_has_the_bytes_it_had() -> None:
    assert encode_edge(EDGE).hex() == GOLDEN.replace("\n", "")
    assert decode_edge(bytes.fromhex(GOLDEN)) == EDGE


def test_a_bundle_has_the_bytes_it_had() -> None:
    assert encode_bundle(BUNDLE).hex() == GOLDEN_BUNDLE.replace("\n", "")
    assert decode_bundles([bytes.fromhex(GOLDEN_BUNDLE)]) == BUNDLE


@given(edges)
def test_edges_come_back_as_they_were(edge: Edge) -> None:
    assert decode_edge(encode_edge(edge)) == edge


@given(st.lists(st.lists(edges, min_size=1, max_size=4), max_size=3), ids)
def test_bundles_come_back_as_they_were(bundles: list[list[Edge]], memory_id: str) -> None:
    resting = [[replace(edge, evidence=memory_id) for edge in bundle] for bundle in bundles]
    every = [edge for bundle in resting for edge in bundle]
    assert decode_bundles(map(encode_bundle, resting)) == every


@given(edges, edges)
def test_equal_identities_are_equal_edges(one: Edge, other: Edge) -> None:
    mixed = [one, other, replace(one, source=other.source), replace(one, type=other.type)]
    mixed += [replace(one, evidence=other.evidence), replace(one, is_told=other.is_told)]
    for edge in mixed:
        same = (edge.type, edge.evidence, edge.is_told) == (one.type, one.evidence, one.is_told)
        for end, of_one in ((edge.source, one.source), (edge.target, one.target)):
            same = same and (end.type, end.node_id) == (of_one.type, of_one.node_id)
        assert (identity_of(edge) == identity_of(one)) == same


def test_bytes_of_another_layout_are_corrupt() -> None:
    for data in (b"", b"\1", b"\2" + encode_edge(EDGE)[1:], encode_edge(EDGE)[:-2]):
        with pytest.raises(RecordCorrupt):
            decode_edge(data)
    bundle = encode_bundle([EDGE])
    fewer_nodes = bundle.replace(b"\x97\0\1", b"\x97\0\7")  # from node 0 to a node 7
    assert fewer_nodes != bundle
    for data in (b"", b"\1", b"\2" + bundle[1:], bundle[:-2], fewer_nodes):
        with pytest.raises(RecordCorrupt):
            decode_bundles([data])


def test_keys_do_not_tell_what_is_joined() -> None:
    """A node's keys share nothing with another node's; another user or master key has others."""
    index, identity = EdgeIndex(Vault(bytes(32))), identity_of(EDGE)
    other_master = EdgeIndex(Vault(bytes([1]) * 32))
    ends = [*index.ends(1, identity), *index.ends(2, identity), *other_master.ends(1, identity)]
    pointers = [
        of.pointer(number, node_id, memory_id)
        for of in (index, other_master)
        for number in (1, 2)
        for node_id, memory_id in itertools.permutations((bytes(16), bytes([1]) * 16), 2)
    ]
    digests = [key[25:] for key in (*ends, *pointers)]
    assert len({*digests}) == len(digests) == 14
    assert {len(key) for key in (*ends, *pointers)} == {41}


def test_nothing_of_an_edge_is_readable_on_disk(store: LmdbStore, tmp_path: Path) -> None:
    linked(store, LIVES, mention(KNOWN, MING))
    store.close()
    data = (tmp_path / "data.mdb").read_bytes()
    for word in (MING.name, BRISTOL.name, LIVES.type, "mentions", KNOWN.content):
        assert word.encode() not in data


def test_edges_of_a_memory_are_one_value_with_a_pointer_from_each_node(store: LmdbStore) -> None:
    to_itself = replace(mention(KNOWN, MING), target=mention(KNOWN, MING).source)
    for edges, count in (
        ([mention(KNOWN, MING)], 2),
        ([LIVES], 3),
        ([LIVES, mention(KNOWN, MING)], 3),
        ([to_itself], 1),
        ([], 0),
    ):
        linked(store, *edges)
        assert len(stored(store)) == count


def test_an_edge_that_rests_on_nothing_lies_under_its_ends(store: LmdbStore) -> None:
    put(store, KNOWN)
    alone = replace(LIVES, evidence="", is_told=True)
    put(store, KNOWN, related=[alone, replace(alone, target=alone.source)])
    assert len(stored(store)) == 3


def test_links_that_stay_are_not_written_again(store: LmdbStore) -> None:
    linked(store, LIVES, mention(KNOWN, MING))
    before = stored(store)
    linked(store, mention(KNOWN, MING), LIVES)
    assert stored(store) == before
    linked(store, mention(KNOWN, MING), replace(LIVES, strength=0.1))
    after = stored(store)
    assert before.keys() == after.keys()
    assert len(before.items() & after.items()) == 2  # the pointers


@pytest.mark.parametrize(
    "spoil",
    [
        lambda pairs: {key: value[:-1] + bytes([value[-1] ^ 1]) for key, value in pairs.items()},
        lambda pairs: dict(zip(pairs, [*pairs.values()][1:] + [*pairs.values()][:1], strict=True)),
    ],
)
def test_damaged_edges_fail_their_user_alone(
    store: LmdbStore, spoil: Callable[[dict[bytes, bytes]], dict[bytes, bytes]]
) -> None:
    linked(store, LIVES)
    damaged = spoil(stored(store))
    put(store, KNOWN, owner=BOB, links={KNOWN.memory_id: [LIVES]})
    with store._env.begin(write=True) as txn:
        for key, value in damaged.items():
            txn.put(key, value, db=store._at.edges)
    for node_id in (None, MING.node_id, BRISTOL.node_id):
        with pytest.raises(RecordCorrupt):
            store.edges(ALICE, node_id)
    with pytest.raises(RecordCorrupt):
        linked(store)
    assert store.edges(BOB) == [LIVES]
    store.erase_user(ALICE, opened(store)).result(10)
    assert store.edges(ALICE) == []
