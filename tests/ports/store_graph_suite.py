"""What every store must do with edges. A part of `StoreSuite`."""

import itertools
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from myosotis_server.memory.errors import RevisionMismatch, StoreUnusable
from myosotis_server.memory.graph import Edge, Node, NodeType
from myosotis_server.memory.ports import Store, Write
from myosotis_server.memory.values import Memory, Owner
from ports.builders import ALICE, BOB, NOW, memory, write
from ports.edge_builders import UNKNOWN_ID, entity, mention, node, relation
from ports.store_use import an_answer, head_of, opened, put, remove, rows_of

ANNA, MING = entity("Anna"), entity("小明")
SHANGHAI, CLIMBING = entity("上海", NodeType.PLACE), entity("climbing", NodeType.ACTIVITY)
MET = memory("我在上海认识了小明")
CLIMBS = memory("Anna climbs with 小明")


def linked(store: Store, known: Memory, *edges: Edge, owner: Owner = ALICE) -> int:
    """Commits `known` and the edges that rest on it, in place of those that did."""
    return put(store, known, owner=owner, links={known.memory_id: edges})


def related(
    store: Store, *edges: Edge, unrelated: Sequence[Edge] = (), owner: Owner = ALICE
) -> int:
    planned = Write(owner, opened(store, owner), related=edges, unrelated=unrelated)
    return store.commit(planned).result(10)


def around(store: Store, at: Node | Memory, owner: Owner = ALICE) -> list[Edge]:
    return store.edges(owner, at.memory_id if isinstance(at, Memory) else at.node_id)


def told(source: Node, target: Node, kind: str = "friend_of", **changes: Any) -> Edge:
    return relation(source, target, kind, **{"is_told": True, **changes})


def in_order(*edges: Edge) -> list[Edge]:
    def place(edge: Edge) -> tuple[str, str, str, str, bool]:
        ends = (edge.source.node_id, edge.target.node_id)
        return (*ends, edge.type, edge.evidence, edge.is_told)

    return sorted(edges, key=place)


class StoreGraphSuite:
    def test_edges_are_found_from_either_end_and_whole(self, store: Store) -> None:
        lived = relation(
            ANNA, SHANGHAI, "住在", MET, strength=0.3, valid_from=NOW - 5, valid_to=NOW - 1
        )
        where = mention(MET, SHANGHAI)
        friends = told(MING, ANNA)
        linked(store, MET, lived, where)
        related(store, friends)
        assert around(store, SHANGHAI) == in_order(lived, where)
        assert around(store, ANNA) == in_order(lived, friends)
        assert around(store, MING) == [friends]
        assert around(store, MET) == [where]
        assert store.edges(ALICE) == in_order(lived, where, friends)

    def test_of_the_unknown_there_are_no_edges(self, store: Store) -> None:
        assert store.edges(ALICE) == store.edges(ALICE, ANNA.node_id) == []
        linked(store, MET, mention(MET, SHANGHAI))
        for unknown in (UNKNOWN_ID, "", "no id", SHANGHAI.node_id.upper()):
            assert store.edges(ALICE, unknown) == []
        assert store.edges(BOB) == store.edges(BOB, SHANGHAI.node_id) == []

    def test_edges_come_ordered_by_ends_type_evidence_and_whether_told(self, store: Store) -> None:
        put(store, MET, CLIMBS)
        every = [
            relation(source, target, kind, evidence, is_told=is_told)
            for source, target in itertools.permutations((ANNA, MING, SHANGHAI), 2)
            for kind in ("friend_of", "认识")
            for evidence in (None, MET, CLIMBS)
            for is_told in (False, True)
        ]
        related(store, *reversed(every))
        assert store.edges(ALICE) == in_order(*every)
        of_anna = [edge for edge in every if ANNA in (edge.source, edge.target)]
        assert around(store, ANNA) == in_order(*of_anna)

    def test_users_edges_must_be_apart(self, store: Store) -> None:
        linked(store, MET, mention(MET, SHANGHAI))
        linked(store, MET, mention(MET, MING), owner=BOB)
        assert store.edges(ALICE) == [mention(MET, SHANGHAI)]
        assert store.edges(BOB) == [mention(MET, MING)]
        remove(store, MET.memory_id)
        assert store.edges(BOB) == [mention(MET, MING)]

    def test_ends_type_evidence_and_word_tell_edges_apart_and_nothing_else(
        self, store: Store
    ) -> None:
        put(store, MET, CLIMBS)
        one = relation(ANNA, MING, "knows", MET)
        others = [
            replace(one, source=SHANGHAI),
            replace(one, target=SHANGHAI),
            replace(one, source=MING, target=ANNA),
            replace(one, source=replace(ANNA, type=NodeType.USER)),
            replace(one, type="likes"),
            replace(one, type=""),
            replace(one, evidence=CLIMBS.memory_id),
            replace(one, evidence=""),
            replace(one, is_told=True),
        ]
        related(store, one, *others)
        assert len(store.edges(ALICE)) == len(others) + 1
        newer = Edge(
            replace(ANNA, name="安娜"),
            replace(MING, name=""),
            "knows",
            0.0,
            MET.memory_id,
            NOW + 7,
            NOW + 9,
        )
        related(store, newer)
        assert len(store.edges(ALICE)) == len(others) + 1
        assert newer in store.edges(ALICE)
        assert one not in store.edges(ALICE)

    def test_the_last_of_equal_edges_in_one_write_counts(self, store: Store) -> None:
        first, second, third = (mention(MET, MING, strength=value) for value in (0.0, 0.5, 1.0))
        linked(store, MET, first, second)
        assert store.edges(ALICE) == [second]
        put(store, MET, links={MET.memory_id: [first, second]}, related=[third])
        assert store.edges(ALICE) == [third]

    def test_links_replace_those_that_rested_on_the_memory(self, store: Store) -> None:
        lived, friends = relation(ANNA, SHANGHAI, "lives_in", MET), told(ANNA, MING)
        sure = relation(ANNA, SHANGHAI, "lives_in", MET, is_told=True)
        before, kept = mention(MET, MING), mention(MET, SHANGHAI)
        other = mention(CLIMBS, MING)
        leads_here = relation(node(CLIMBS), node(MET), "follows", CLIMBS)
        linked(store, MET, before, kept, lived)
        linked(store, CLIMBS, other, leads_here)
        related(store, friends, sure)
        linked(store, MET, kept, mention(MET, ANNA))
        stay = (other, leads_here, friends, sure)
        assert store.edges(ALICE) == in_order(kept, mention(MET, ANNA), *stay)
        linked(store, MET)
        assert store.edges(ALICE) == in_order(*stay)
        assert around(store, MING) == in_order(other, friends)

    def test_a_change_without_links_leaves_edges(self, store: Store) -> None:
        linked(store, MET, mention(MET, MING))
        put(store, replace(MET, mention_count=2))
        assert store.edges(ALICE) == [mention(MET, MING)]

    def test_what_is_related_in_the_write_of_the_links_stays_beside_them(
        self, store: Store
    ) -> None:
        between, friends = relation(ANNA, MING, "knows", MET), told(ANNA, MING)
        linked(store, MET, between)
        put(store, MET, links={MET.memory_id: []}, related=[between, friends])
        assert store.edges(ALICE) == in_order(between, friends)

    def test_what_is_unrelated_is_erased_alone(self, store: Store) -> None:
        put(store, MET)
        one = relation(ANNA, MING, "knows", MET, is_told=True)
        kept = [replace(one, is_told=False), replace(one, evidence=""), replace(one, type="met")]
        related(store, one, *kept)
        unknown = relation(MING, SHANGHAI, "lives_in")
        assert related(store, unrelated=[replace(one, strength=0.1), unknown, unknown]) == 3
        assert store.edges(ALICE) == in_order(*kept)
        assert related(store, unrelated=kept) == 4
        for left in (ANNA, MING, MET):
            assert around(store, left) == []

    def test_a_removal_must_take_all_edges_that_rest_on_it_or_lead_to_it(
        self, store: Store
    ) -> None:
        """Told ones as well; one that rests on another memory too stays there."""
        friends = [told(ANNA, MING, evidence=each) for each in (MET, CLIMBS)]
        stay = [friends[1], told(ANNA, SHANGHAI), mention(CLIMBS, CLIMBING)]
        linked(
            store,
            MET,
            mention(MET, MING),
            relation(ANNA, SHANGHAI, "lives_in", MET),
            relation(node(MET), node(MET), "repeats", MET),
        )
        linked(store, CLIMBS, stay[2], relation(node(CLIMBS), node(MET), "follows", CLIMBS))
        related(store, *friends, stay[1], told(node(MET), node(CLIMBS), "关于"))
        assert remove(store, MET.memory_id) == 4
        assert store.edges(ALICE) == in_order(*stay)
        for left in (MET, MING, ANNA, SHANGHAI, CLIMBS):
            at = left.memory_id if isinstance(left, Memory) else left.node_id
            wanted = [edge for edge in stay if at in (edge.source.node_id, edge.target.node_id)]
            assert around(store, left) == in_order(*wanted)
        put(store, MET)
        assert around(store, MET) == []
        remove(store, CLIMBS.memory_id)
        assert store.edges(ALICE) == [stay[1]]

    def test_removing_what_is_no_memory_leaves_edges(self, store: Store) -> None:
        linked(store, MET, mention(MET, MING))
        related(store, told(ANNA, MING))
        base = head_of(store)
        senseless = [ANNA.node_id, MING.node_id, UNKNOWN_ID, "", "no id"]
        assert remove(store, *senseless) == base.revision
        assert store.edges(ALICE) == in_order(mention(MET, MING), told(ANNA, MING))

    def test_a_write_of_edges_alone_makes_a_revision_without_rows(self, store: Store) -> None:
        put(store, MET)
        base = head_of(store)
        assert related(store, told(ANNA, MING)) == 2
        assert related(store, unrelated=[told(ANNA, MING)]) == 3
        changes = store.changes_since(ALICE, base)
        assert changes is not None
        assert (changes.head.revision, changes.head.memory_count) == (3, 1)
        assert (len(changes.rows), changes.removed) == (0, ())
        assert len(rows_of(store)) == 1

    def test_edges_that_stay_as_they_are_change_nothing(self, store: Store) -> None:
        friends = told(ANNA, MING)
        related(store, friends)
        base = head_of(store)
        assert related(store, friends) == 1
        assert related(store, unrelated=[told(MING, ANNA)]) == 1
        answered = Write(
            ALICE, base, related=[friends], request_id="r", answer=an_answer(), time=NOW
        )
        assert store.commit(answered).result(10) == 1
        assert store.head(ALICE) == base
        assert store.answer(ALICE, "r", NOW) == replace(an_answer(), revision=1)
        assert related(store, replace(friends, strength=0.5)) == 2

    def test_a_write_of_edges_must_fail_on_another_revision_and_leave_nothing(
        self, store: Store
    ) -> None:
        base = opened(store)
        linked(store, MET, mention(MET, MING))
        for stale in (
            Write(ALICE, base, related=[told(ANNA, MING)]),
            Write(ALICE, base, unrelated=[mention(MET, MING)]),
            write(ALICE, base, [MET], links={MET.memory_id: []}),
        ):
            with pytest.raises(RevisionMismatch):
                store.commit(stale).result(10)
        assert store.edges(ALICE) == [mention(MET, MING)]

    def test_senseless_edges_must_be_refused_whole(self, store: Store) -> None:
        put(store, CLIMBS)
        base, one = head_of(store), told(ANNA, MING)
        bad = [
            replace(one, strength=strength)
            for strength in (-0.01, 1.01, float("nan"), float("inf"), -float("inf"))
        ]
        bad += [replace(one, evidence=text) for text in ("no id", MET.memory_id.upper(), "{}", " ")]
        for text in ("", "no id", MING.node_id.replace("-", ""), MING.node_id + "0"):
            bad += [replace(one, source=Node(NodeType.PERSON, text))]
            bad += [replace(one, target=Node(NodeType.PERSON, text))]
        bad += [replace(one, type="t" * 65)]
        senseless = [Write(ALICE, base, related=[edge]) for edge in bad]
        senseless += [Write(ALICE, base, unrelated=[edge]) for edge in bad]
        senseless += [
            Write(ALICE, base, related=[one], unrelated=[one]),
            Write(ALICE, base, links={MET.memory_id: []}),
            Write(ALICE, base, links={CLIMBS.memory_id: [mention(CLIMBS, MING)]}),
        ]
        senseless += [
            write(ALICE, base, [MET], links={MET.memory_id: [edge]})
            for edge in (
                told(ANNA, MING, is_told=False),
                mention(CLIMBS, MING),
                mention(MET, MING, is_told=True),
            )
        ]
        gone = CLIMBS.memory_id
        senseless += [
            Write(ALICE, base, removals=[gone], related=[edge])
            for edge in (
                replace(one, evidence=gone),
                told(node(CLIMBS), ANNA),
                told(ANNA, node(CLIMBS)),
            )
        ]
        for each in senseless:
            with pytest.raises(ValueError, match="write"):
                store.commit(each).result(10)
        assert store.head(ALICE) == base
        assert store.edges(ALICE) == []
        assert store.memories(ALICE, [MET.memory_id]) == [None]
        assert related(store, replace(one, type="类" * 64, strength=1)) == 2

    def test_refused_edges_must_not_disturb_the_writes_committed_with_them(
        self, store: Store
    ) -> None:
        owners = [Owner("default", f"user {index}") for index in range(20)]
        heads = [opened(store, owner) for owner in owners]
        futures = [
            store.commit(Write(owner, head, related=[told(ANNA, MING, strength=index % 2 * 5)]))
            for index, (owner, head) in enumerate(zip(owners, heads, strict=True))
        ]
        for index, (owner, future) in enumerate(zip(owners, futures, strict=True)):
            assert isinstance(future.exception(10), ValueError) == bool(index % 2)
            assert len(store.edges(owner)) == 1 - index % 2

    def test_writes_of_edges_follow_each_other_without_waiting(self, store: Store) -> None:
        base = opened(store)
        futures = [
            store.commit(
                write(
                    ALICE,
                    replace(base, revision=at),
                    [MET],
                    links={MET.memory_id: [mention(MET, entity(f"{at}"))]},
                    related=[told(ANNA, entity(f"{at}"))],
                    unrelated=[told(ANNA, entity(f"{at - 1}"))],
                )
            )
            for at in range(30)
        ]
        assert [future.result(10) for future in futures] == list(range(1, 31))
        last = entity("29")
        assert store.edges(ALICE) == in_order(mention(MET, last), told(ANNA, last))

    def test_a_write_of_edges_must_be_visible_whole_or_not_at_all(self, store: Store) -> None:
        opened(store)
        done = threading.Event()
        torn = []

        def look() -> None:
            while not done.is_set():
                targets = [edge.target.name for edge in store.edges(ALICE)]
                if len({*targets}) > 1 or len(targets) not in (0, 2):
                    torn.append(targets)

        reader = threading.Thread(target=look)
        reader.start()
        for at in range(60):
            now, before = entity(f"{at}"), entity(f"{at - 1}")
            links = {MET.memory_id: [mention(MET, now)]}
            put(store, MET, links=links, related=[told(ANNA, now)], unrelated=[told(ANNA, before)])
        done.set()
        reader.join()
        assert torn == []

    def test_erase_user_must_destroy_edges(self, store: Store) -> None:
        for owner in (ALICE, BOB):
            linked(store, MET, mention(MET, MING), relation(ANNA, MING, "knows", MET), owner=owner)
            related(store, told(ANNA, SHANGHAI), owner=owner)
        base = head_of(store)
        store.erase_user(ALICE, base).result(10)
        for _ in range(2):  # unknown at first, then of the same name
            assert store.edges(ALICE) == around(store, ANNA) == []
            opened(store)
        with pytest.raises(RevisionMismatch):
            store.commit(Write(ALICE, base, related=[told(ANNA, MING)])).result(10)
        assert len(store.edges(BOB)) == 3
        assert related(store, told(ANNA, MING)) == 1
        assert store.edges(ALICE) == [told(ANNA, MING)]

    def test_reads_of_edges_after_close_must_fail(self, store: Store) -> None:
        related(store, told(ANNA, MING))
        store.close()
        for node_id in (None, ANNA.node_id, "no id"):
            with pytest.raises(StoreUnusable):
                store.edges(ALICE, node_id)
