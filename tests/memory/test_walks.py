"""Walks over the graph, against a plain search over all paths."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import prod, sqrt
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myosotis_server.memory.graph import Edge, Node, NodeType, Relation
from myosotis_server.memory.walks import (
    ENDED,
    MOST_MEMORIES,
    closeness_of_memories,
    entities,
    neighbours,
    relations,
)

NOW = 1_000
USER = Node(NodeType.USER, "user")


def thing(name: str) -> Node:
    return Node(NodeType.THING, name, name)


def memory(name: str) -> Node:
    return Node(NodeType.MEMORY, name)


def edge(
    source: Node,
    target: Node,
    type_: str = "mentions",
    strength: float = 0.5,
    evidence: str = "m",
    valid_to: int | None = None,
    is_told: bool = False,
) -> Edge:
    return Edge(source, target, type_, strength, evidence, 1, valid_to, is_told)


def graph(edges: Sequence[Edge]) -> Callable[[str], Sequence[Edge]]:
    return lambda node: [e for e in edges if node in (e.source.node_id, e.target.node_id)]


LATTE, COFFEE, DRINK = thing("latte"), thing("coffee"), thing("drink")
CHAIN = [
    edge(USER, LATTE, "likes", 0.8),
    edge(LATTE, COFFEE, "is_a", 0.9),
    edge(COFFEE, DRINK, "is_a", 0.9),
]


def test_edges_of_one_type_add_up_by_noisy_or() -> None:
    (one,) = relations(
        [edge(USER, LATTE, "likes", 0.5, "a"), edge(USER, LATTE, "likes", 0.4, "b")], NOW
    )
    assert one.strength == pytest.approx(1 - 0.5 * 0.6)
    assert one.evidence == ("a", "b")
    assert (one.valid_from, one.valid_to) == (1, None)


def test_a_callers_word_is_an_edge_without_evidence() -> None:
    (one,) = relations([edge(USER, LATTE, "likes", 0.5, "", is_told=True)], NOW)
    assert one.evidence == ()
    assert one.strength == 0.5


def test_types_and_directions_are_relations_of_their_own() -> None:
    found = relations([edge(USER, LATTE, "likes"), edge(USER, LATTE, "drinks")], NOW)
    assert [each.type for each in found] == ["drinks", "likes"]
    assert len(relations([edge(LATTE, COFFEE), edge(COFFEE, LATTE)], NOW)) == 2


def test_what_ended_is_history_unless_something_holds() -> None:
    past = edge(USER, LATTE, "likes", 0.8, "a", valid_to=500)
    (one,) = relations([past], NOW)
    assert one.strength == pytest.approx(0.8 * ENDED)
    assert (one.valid_to, one.evidence) == (500, ("a",))
    (one,) = relations([past, edge(USER, LATTE, "likes", 0.6, "b")], NOW)
    assert one.strength == pytest.approx(0.6)
    assert (one.valid_to, one.evidence) == (None, ("b",))
    (one,) = relations([edge(USER, LATTE, "likes", 0.8, "a", valid_to=NOW + 1)], NOW)
    assert (one.strength, one.valid_to) == (0.8, NOW + 1)


def test_entities_are_called_what_most_memories_call_them() -> None:
    def said(name: str, evidence: str) -> Edge:
        return edge(memory(evidence), Node(NodeType.THING, "t1", name), evidence=evidence)

    edges = [said("拿铁", "a"), said("latte", "b"), said("拿铁", "c"), said("拿铁", "c")]
    edges.append(edge(USER, Node(NodeType.THING, "t1", "latte"), "likes", evidence="b"))
    for order in permutations(edges):
        drink, user = entities(order)
        assert (drink.entity_id, drink.name, drink.aliases) == ("t1", "拿铁", ("latte",))
        assert drink.mention_count == 3
        assert (user.type, user.name, user.mention_count) == (NodeType.USER, "", 1)


def test_a_told_relation_makes_an_entity_that_no_memory_mentions() -> None:
    (tea, _) = sorted(
        entities([edge(USER, thing("tea"), "likes", evidence="", is_told=True)]),
        key=lambda each: each.entity_id,
    )
    assert (tea.name, tea.mention_count) == ("tea", 0)


def test_the_nearest_come_first_with_their_path() -> None:
    found = neighbours(graph(CHAIN), USER, 3, (), 10, NOW)
    assert [each.node.name for each in found] == ["latte", "coffee", "drink"]
    assert [each.hops for each in found] == [1, 2, 3]
    assert found[2].closeness == pytest.approx(0.8 * 0.9 * 0.9)
    assert [each.type for each in found[2].path] == ["likes", "is_a", "is_a"]


def test_relations_lead_both_ways() -> None:
    found = neighbours(graph(CHAIN), DRINK, 3, (), 10, NOW)
    assert [each.node.node_id for each in found] == ["coffee", "latte", "user"]
    assert found[0].path[0].target == DRINK


def test_only_the_types_asked_for_are_gone_along() -> None:
    found = neighbours(graph(CHAIN), LATTE, 3, {"is_a"}, 10, NOW)
    assert [each.node.name for each in found] == ["coffee", "drink"]
    assert neighbours(graph(CHAIN), LATTE, 3, {"hates"}, 10, NOW) == []


def test_a_longer_way_counts_where_it_is_closer() -> None:
    edges = [
        edge(USER, DRINK, "buys", 0.1),
        edge(USER, LATTE, "likes", 0.9),
        edge(LATTE, DRINK, "is_a", 0.9),
    ]
    drink = neighbours(graph(edges), USER, 2, (), 10, NOW)[1]
    assert (drink.hops, drink.closeness) == (2, pytest.approx(0.81))
    drink = neighbours(graph(edges), USER, 1, (), 10, NOW)[1]
    assert (drink.hops, drink.closeness) == (1, pytest.approx(0.1))


def test_a_user_with_ten_thousand_edges_is_looked_around_quickly() -> None:
    likes = [
        edge(USER, thing(f"t{n}"), "likes", (n % 97 + 1) / 100, f"m{n}") for n in range(10_000)
    ]
    by_node = {f"t{n}": [each] for n, each in enumerate(likes)} | {"user": likes}
    start = perf_counter()
    found = neighbours(lambda node: by_node[node], USER, 3, (), 20, NOW)
    assert perf_counter() - start < 1
    assert len(found) == 20
    assert {each.closeness for each in found} == {0.97}


names = st.integers(0, 6).map(lambda n: thing(f"n{n}"))
some_edges = st.lists(
    st.builds(
        edge,
        names,
        names,
        st.sampled_from(["likes", "is_a"]),
        st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]),
        st.sampled_from(["m1", "m2", "m3"]),
        st.sampled_from([None, 500, 2_000]),
    ),
    max_size=14,
)


def best_paths(edges: Sequence[Edge], hops: int) -> dict[str, float]:
    """The closeness of each node to n0, by trying all walks."""
    found = relations(edges, NOW)
    best: dict[str, float] = {}

    def walk(here: str, closeness: float, left: int) -> None:
        for each in found if left else ():
            ends = (each.source.node_id, each.target.node_id)
            if here in ends:
                there = ends[1] if ends[0] == here else ends[0]
                close = closeness * each.strength
                best[there] = max(best.get(there, 0.0), close)
                walk(there, close, left - 1)

    walk("n0", 1.0, hops)
    best.pop("n0", None)
    return best


@settings(max_examples=100, deadline=None)
@given(some_edges, st.integers(1, 3), st.integers(1, 8), st.randoms())
def test_neighbours_are_the_best_paths(edges: list[Edge], hops: int, limit: int, order) -> None:  # type: ignore[no-untyped-def]
    start = thing("n0")
    found = neighbours(graph(edges), start, hops, (), limit, NOW)
    expected = best_paths(edges, hops)
    assert len(found) == min(limit, len(expected))
    assert [each.closeness for each in found] == pytest.approx(
        sorted(expected.values(), reverse=True)[:limit]
    )
    for each in found:
        assert 0 < each.closeness <= 1
        assert 1 <= each.hops == len(each.path) <= hops
        assert each.closeness == pytest.approx(expected[each.node.node_id])
        assert each.closeness == pytest.approx(prod(step.strength for step in each.path))
        assert leads(each.path, "n0") == each.node.node_id
    order.shuffle(edges)
    assert neighbours(graph(edges), start, hops, (), limit, NOW) == found
    if hops < 3:
        farther = neighbours(graph(edges), start, hops + 1, (), 100, NOW)
        near = {each.node.node_id: each.closeness for each in farther}
        assert all(near[each.node.node_id] >= each.closeness - 1e-12 for each in found)


def leads(path: Sequence[Relation], start: str) -> str:
    for each in path:
        ends = [each.source.node_id, each.target.node_id]
        ends.remove(start)
        start = ends[0]
    return start


def test_memories_are_close_by_what_they_share() -> None:
    edges = [
        edge(memory("a"), LATTE, strength=0.8),
        edge(memory("b"), LATTE, strength=0.9),
        edge(memory("c"), COFFEE, strength=0.9),
        edge(LATTE, COFFEE, "is_a", 0.9),
    ]
    assert closeness_of_memories(graph(edges), {"a": 1.0}, 1, NOW) == {
        "b": pytest.approx(0.8 * 0.9)
    }
    two = closeness_of_memories(graph(edges), {"a": 0.5}, 2, NOW)
    assert two == {
        "b": pytest.approx(0.5 * 0.8 * 0.9),
        "c": pytest.approx(0.5 * 0.8 * 0.9 * 0.9),
    }


def test_nothing_is_close_by_being_the_users() -> None:
    edges = [
        edge(memory("a"), USER),
        edge(memory("b"), USER),
        edge(USER, LATTE, "likes"),
        edge(memory("a"), LATTE),
        edge(USER, COFFEE, "likes"),
        edge(memory("b"), COFFEE),
    ]
    assert closeness_of_memories(graph(edges), {"a": 1.0}, 2, NOW) == {}


def test_what_many_speak_of_says_little() -> None:
    def close(count: int) -> float:
        edges = [edge(memory(f"m{n}"), LATTE, strength=1.0) for n in range(count)]
        return closeness_of_memories(graph(edges), {"m0": 1.0}, 1, NOW).get("m1", 0.0)

    assert close(2) == 1.0
    assert close(3) == pytest.approx(1 / sqrt(2))
    assert close(101) == pytest.approx(0.1)
    assert close(MOST_MEMORIES + 1) == 0.0


def test_several_ways_make_closer_and_history_is_farther() -> None:
    shared = [edge(memory(m), t, strength=0.8) for m in ("a", "b") for t in (LATTE, COFFEE)]
    found = closeness_of_memories(graph(shared), {"a": 1.0}, 1, NOW)
    assert found["b"] == pytest.approx(1 - (1 - 0.64) ** 2)
    past = [edge(memory("a"), LATTE), edge(memory("b"), LATTE, valid_to=500)]
    assert closeness_of_memories(graph(past), {"a": 1.0}, 1, NOW) == {
        "b": pytest.approx(0.25 * ENDED)
    }


memory_edges = st.lists(
    st.builds(
        edge,
        st.integers(0, 5).map(lambda n: memory(f"m{n}")),
        names,
        st.just("mentions"),
        st.sampled_from([0.1, 0.5, 1.0]),
    )
    | st.builds(edge, names, names, st.just("is_a"), st.sampled_from([0.5, 0.9])),
    max_size=16,
)
seeds_of = st.dictionaries(st.sampled_from(["m0", "m1", "mx"]), st.floats(0, 1), max_size=3)


@settings(max_examples=100, deadline=None)
@given(memory_edges, seeds_of, st.randoms())
def test_closeness_is_bounded_and_grows_with_hops(edges, seeds, order) -> None:  # type: ignore[no-untyped-def]
    near = closeness_of_memories(graph(edges), seeds, 1, NOW)
    far = closeness_of_memories(graph(edges), seeds, 2, NOW)
    for memory_id, closeness in far.items():
        assert 0 <= closeness <= 1
        assert memory_id.startswith("m")
        assert closeness >= near.get(memory_id, 0.0) - 1e-9
    assert near.keys() <= far.keys()
    order.shuffle(edges)
    assert closeness_of_memories(graph(edges), seeds, 2, NOW) == far


def test_no_seeds_no_memories() -> None:
    assert closeness_of_memories(graph(CHAIN), {}, 2, NOW) == {}
    assert closeness_of_memories(graph(CHAIN), {"unknown": 1.0}, 2, NOW) == {}
