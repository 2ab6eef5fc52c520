"""Any run of writes leaves the same edges in both stores, and none of what is no longer there."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.graph import Edge, NodeType
from myosotis_server.memory.ports import Store
from ports.builders import ALICE, NOW, memory, write
from ports.edge_builders import entity, node, relation
from ports.store_use import opened
from running.examples import examples

MEMORIES = {each.memory_id: each for each in map(memory, ["我有一只猫", "I like tea", "三"])}
ENTITIES = [entity("Anna"), entity("上海", NodeType.PLACE)]
NODES = [*map(node, MEMORIES.values()), *ENTITIES]

memory_ids = st.sampled_from([*MEMORIES])
nodes = st.sampled_from(NODES)
edges = st.builds(
    relation,
    nodes,
    nodes,
    st.sampled_from(["knows", "喜欢"]),
    st.sampled_from([None, *MEMORIES.values()]),
    strength=st.sampled_from([0.0, 0.5, 1.0]),
    is_told=st.booleans(),
    valid_to=st.sampled_from([None, NOW]),
)


def of_memory(memory_id: str) -> st.SearchStrategy[list[Edge]]:
    return st.lists(
        st.builds(relation, nodes, nodes, st.just("喜欢"), st.just(MEMORIES[memory_id])), max_size=3
    )


@st.composite
def steps(draw: st.DrawFn) -> dict[str, object]:
    """What one write does: mostly with sense."""
    put = draw(st.lists(memory_ids, max_size=2, unique=True))
    linked = draw(st.lists(st.sampled_from(put), unique=True)) if put else []
    return {
        "memories": [MEMORIES[each] for each in put],
        "links": {each: draw(of_memory(each)) for each in linked},
        "removals": draw(st.lists(memory_ids, max_size=1)),
        "related": draw(st.lists(edges, max_size=3)),
        "unrelated": draw(st.lists(edges, max_size=2)),
    }


def outcome(store: Store, step: dict[str, object]) -> int | type[Exception]:
    try:
        return store.commit(write(ALICE, opened(store), **step)).result(10)  # type: ignore[arg-type]  # fields of a write
    except ValueError as error:
        return type(error)


@settings(max_examples=examples(25), deadline=None)
@given(st.lists(steps(), max_size=8))
def test_both_stores_have_the_same_edges(run: list[dict[str, object]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lmdb, ram = LmdbStore(Path(folder), Vault(bytes(32)), 1 << 28), RamStore()
        try:
            for step in run:
                removed: list[str] = step["removals"]  # type: ignore[assignment]  # as made above
                told = outcome(lmdb, step)
                assert told == outcome(ram, step)
                every = lmdb.edges(ALICE)
                assert every == ram.edges(ALICE)
                for each in NODES:
                    found = lmdb.edges(ALICE, each.node_id)
                    assert found == ram.edges(ALICE, each.node_id)
                    assert found == [edge for edge in every if each in (edge.source, edge.target)]
                if isinstance(told, int):
                    named = {each for e in every for each in (e.source.node_id, e.target.node_id)}
                    named |= {edge.evidence for edge in every}
                    assert named.isdisjoint(removed)
            _assert_nothing_is_left_behind(lmdb)
        finally:
            lmdb.close()


def _assert_nothing_is_left_behind(store: LmdbStore) -> None:
    """Without its edges a graph takes no room: no end and no pointer outlives its edge."""
    store.commit(write(ALICE, opened(store), unrelated=store.edges(ALICE))).result(10)
    with store._env.begin() as txn:
        assert txn.stat(store._at.edges)["entries"] == 0
