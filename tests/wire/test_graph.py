"""GraphService on the wire: what memories speak of, and how it hangs together."""

from __future__ import annotations

import uuid
from typing import Any

import grpc
import pytest

from myosotis.v1 import graph_pb2 as pb
from myosotis.v1 import graph_service_pb2 as service
from myosotis.v1 import graph_service_pb2_grpc as service_grpc
from myosotis.v1 import memory_pb2
from running.refusals import refusal
from wire.relating import entities, memory_node, named, names, near, relate, themselves, unrelate
from wire.saying import append, forget, instant, listed, recall, recalled, remember
from wire.talking import end

THING, CATEGORY, PERSON = pb.ENTITY_TYPE_THING, pb.ENTITY_TYPE_CATEGORY, pb.ENTITY_TYPE_PERSON
LIKES = {
    "zh": ("我喜欢喝拿铁", "拿铁", "咖啡"),
    "en": ("I like drinking latte", "latte", "coffee"),
}
NOBODY = pb.NodeReference(entity_id=str(uuid.uuid4()))


@pytest.fixture(scope="module")
def graph(channel: grpc.Channel) -> service_grpc.GraphServiceStub:
    return service_grpc.GraphServiceStub(channel)


@pytest.fixture
def two(stub: Any, user: str) -> tuple[pb.NodeReference, pb.NodeReference]:
    """Two memories of the user that have nothing to do with each other."""
    nodes = [memory_node(stub, user, each) for each in ("我在学吉他", "The car is in repair")]
    return nodes[0], nodes[1]


@pytest.mark.parametrize("language", LIKES)
def test_the_user_likes_latte_which_is_coffee(stub, talk, graph, user: str, language: str) -> None:
    statement, thing, category = LIKES[language]
    [change] = append(talk, user, statement).changes
    types = {each.name: each.type for each in entities(graph, user)}
    assert types[thing] == THING
    assert types[category] == CATEGORY
    one = near(graph, user, themselves(graph, user), hops=1)
    assert names(one)[thing] == 1
    assert category not in names(one)
    [liked] = [each for each in one if each.entity.name == thing]
    [relation] = liked.path
    assert relation.type == "likes"
    assert relation.target == named(graph, user, thing)
    assert list(relation.evidence_memory_ids) == [change.memory.memory_id]
    assert 0 < relation.strength <= 1
    two = near(graph, user, themselves(graph, user), hops=2)
    [coffee] = [each for each in two if each.entity.name == category]
    assert coffee.hops == 2
    assert [each.type for each in coffee.path] == ["likes", "is_a"]
    product = coffee.path[0].strength * coffee.path[1].strength
    assert coffee.closeness == pytest.approx(product, rel=1e-5)
    assert [each.closeness for each in two] == sorted((e.closeness for e in two), reverse=True)
    # The other way round: from the thing to what mentions it.
    back = names(near(graph, user, named(graph, user, thing), hops=1))
    assert back[statement] == 1
    assert names(near(graph, user, pb.NodeReference(memory_id=change.memory.memory_id)))[thing] == 1


def test_one_entity_for_all_who_speak_of_it(stub, talk, graph, user: str) -> None:
    append(talk, user, "我朋友阿楠在腾讯工作", "阿楠喜欢爬山", "我和阿楠去吃火锅了")
    [friend] = [each for each in entities(graph, user, PERSON) if each.name == "阿楠"]
    assert friend.mention_count == 3


def test_hops_and_limit_have_defaults(stub, talk, graph, user: str) -> None:
    append(talk, user, *(f"{name}是我的同事" for name in ("阿楠", "王磊", "李娜")), "我喜欢喝拿铁")
    centre = themselves(graph, user)
    assert near(graph, user, centre) == near(graph, user, centre, hops=1, limit=20)
    for hops in (1, 2, 3):
        found = near(graph, user, centre, hops=hops, limit=100)
        assert all(1 <= each.hops == len(each.path) <= hops for each in found)
        for limit in (1, 2):
            assert near(graph, user, centre, hops=hops, limit=limit) == found[:limit]


def test_only_relations_of_the_types_asked_for(stub, talk, graph, user: str) -> None:
    append(talk, user, "我喜欢喝拿铁", "我住在成都")
    centre = themselves(graph, user)
    assert set(names(near(graph, user, centre, types=["likes"]))) == {"拿铁"}
    both = names(near(graph, user, centre, types=["likes", "lives_in"]))
    assert set(both) == {"拿铁", "成都"}
    assert near(graph, user, centre, types=["no_such_relation"]) == []


def test_what_is_related_is_near(stub, graph, user: str, two) -> None:
    source, target = two
    told = pb.Relation(source=source, target=target, type="caused_by", strength=0.4)
    answer = relate(graph, user, told)
    [relation] = answer.relations
    assert (relation.source, relation.target, relation.type) == (source, target, "caused_by")
    assert relation.strength == pytest.approx(0.4)
    assert list(relation.evidence_memory_ids) == []
    assert relation.HasField("valid_from_time")
    assert not relation.HasField("valid_to_time")
    for start, there in ((source, target), (target, source)):
        [other] = [each for each in near(graph, user, start) if each.memory.memory_id]
        assert other.memory.memory_id == there.memory_id
        assert other.closeness == pytest.approx(0.4)
        assert list(other.path) == [relation]
    [again] = relate(graph, user, told).relations
    assert again.strength == relation.strength
    stronger = pb.Relation(source=source, target=target, type="caused_by")
    assert relate(graph, user, stronger).relations[0].strength == 1


def test_relations_rest_on_their_evidence(stub, graph, user: str, two) -> None:
    """Forgetting removes what only the forgotten supported."""
    source, target = two
    why = [
        memory_node(stub, user, each) for each in ("吉他太贵了", "My savings went to the garage")
    ]
    told = pb.Relation(source=source, target=target, type="about",
                       evidence_memory_ids=[each.memory_id for each in why])  # fmt: skip
    [relation] = relate(graph, user, told).relations
    assert set(relation.evidence_memory_ids) == {each.memory_id for each in why}
    forget(stub, user, ids=memory_pb2.MemoryIds(memory_ids=[why[0].memory_id]))
    [left] = near(graph, user, source, types=["about"])
    assert list(left.path[0].evidence_memory_ids) == [why[1].memory_id]
    forget(stub, user, ids=memory_pb2.MemoryIds(memory_ids=[why[1].memory_id]))
    assert near(graph, user, source, types=["about"]) == []


def test_a_forgotten_end_takes_its_relations_with_it(stub, graph, user: str, two) -> None:
    source, target = two
    relate(graph, user, pb.Relation(source=source, target=target, type="about"))
    forget(stub, user, ids=memory_pb2.MemoryIds(memory_ids=[target.memory_id]))
    assert near(graph, user, source, types=["about"]) == []
    refused = refusal(graph.ListNeighbors, service.ListNeighborsRequest(user_id=user, node=target))
    assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, "MEMORY_NOT_FOUND")
    assert refused.metadata["memory_id"] == target.memory_id


@pytest.mark.parametrize(
    ("told", "name", "kept"),
    [
        ("我朋友阿楠在腾讯工作", "阿楠", "我喜欢喝拿铁"),
        ("My friend Priya works at Siemens", "Priya", "I like drinking latte"),
    ],
)
def test_forgotten_names_leave_the_graph(stub, talk, graph, user: str, told, name, kept) -> None:
    append(talk, user, told, kept)
    end(talk, user)
    [memory] = [each for each in listed(stub, user) if each.content == told]
    node = named(graph, user, name)
    forget(stub, user, ids=memory_pb2.MemoryIds(memory_ids=[memory.memory_id]))
    assert name not in str(entities(graph, user))
    assert name not in str(near(graph, user, themselves(graph, user), hops=3, limit=100))
    asked = service.ListNeighborsRequest(user_id=user, node=node)
    refused = refusal(graph.ListNeighbors, asked)
    assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, "ENTITY_NOT_FOUND")
    assert refused.metadata["entity_id"] == node.entity_id
    assert name not in refused.message


def test_relations_that_ended_are_history(stub, graph, user: str, two) -> None:
    source, target = two
    told = pb.Relation(source=source, target=target, type="works_at", strength=0.8,
                       valid_from_time=instant(2020, 1, 1),
                       valid_to_time=instant(2024, 1, 1))  # fmt: skip
    [relation] = relate(graph, user, told).relations
    assert relation.valid_from_time == instant(2020, 1, 1)
    assert relation.valid_to_time == instant(2024, 1, 1)
    assert 0 < relation.strength < 0.8


def test_unrelating(stub, graph, user: str, two) -> None:
    source, target = two
    for kind in ("about", "caused_by", "likes"):
        relate(graph, user, pb.Relation(source=source, target=target, type=kind))
    before = unrelate(graph, user, target, source)
    assert before.removed_count == 0
    one = unrelate(graph, user, source, target, type="likes")
    assert one.removed_count == 1
    assert one.revision == before.revision + 1
    assert unrelate(graph, user, source, target, type="likes").removed_count == 0
    assert unrelate(graph, user, source, target).removed_count == 2
    assert near(graph, user, source, types=["about", "caused_by", "likes"]) == []
    assert unrelate(graph, user, NOBODY, target).removed_count == 0


def test_a_repeated_request_relates_once(stub, graph, user: str, two) -> None:
    source, target = two
    key = str(uuid.uuid4())
    told = pb.Relation(source=source, target=target, type="about")
    first = relate(graph, user, told, request_id=key)
    assert relate(graph, user, told, request_id=key) == first
    unrelate(graph, user, source, target)
    again = relate(graph, user, told, request_id=key)
    assert again.revision == first.revision
    assert near(graph, user, source, types=["about"]) == []
    other = pb.Relation(source=source, target=target, type="likes")
    request = service.RelateRequest(user_id=user, relations=[other], request_id=key)
    refused = refusal(graph.Relate, request)
    assert refused.code is grpc.StatusCode.ALREADY_EXISTS
    assert refused.reason == "REQUEST_ID_REUSED"
    assert near(graph, user, source, types=["likes"]) == []


def test_relations_come_all_or_none(stub, graph, user: str, two) -> None:
    source, target = two
    gone = str(uuid.uuid4())
    fine = pb.Relation(source=source, target=target, type="about")
    cases = {
        "MEMORY_NOT_FOUND": [
            pb.Relation(source=source, target={"memory_id": gone}, type="about"),
            pb.Relation(source=source, target=target, type="about", evidence_memory_ids=[gone]),
        ],
        "ENTITY_NOT_FOUND": [pb.Relation(source=NOBODY, target=target, type="about")],
    }
    for reason, broken in cases.items():
        for each in broken:
            request = service.RelateRequest(user_id=user, relations=[fine, each])
            refused = refusal(graph.Relate, request)
            assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, reason)
    assert near(graph, user, source, types=["about"]) == []


def test_a_memory_is_no_entity(stub, graph, user: str, two) -> None:
    wrong = pb.NodeReference(entity_id=two[0].memory_id)
    refused = refusal(graph.ListNeighbors, service.ListNeighborsRequest(user_id=user, node=wrong))
    assert refused.reason == "ENTITY_NOT_FOUND"


def test_pages_of_entities_hold_each_once(stub, talk, graph, user: str) -> None:
    people = ("阿楠", "王磊", "李娜", "张伟", "刘洋", "陈静")
    append(talk, user, *(f"{name}是我的同事" for name in people), "我喜欢喝拿铁", "我住在成都")
    every = entities(graph, user)
    assert set(people) <= {each.name for each in every}
    counts = [each.mention_count for each in every]
    assert counts == sorted(counts, reverse=True)
    assert len({each.entity_id for each in every}) == len(every)
    for size in (1, 4, len(every), 1_000):
        assert entities(graph, user, size=size) == every
    persons = entities(graph, user, PERSON, size=2)
    assert persons == [each for each in every if each.type == PERSON]
    both = entities(graph, user, CATEGORY, PERSON, CATEGORY, size=3)
    assert both == [each for each in every if each.type in (PERSON, CATEGORY)]


def test_neighbours_fit_into_a_message(stub, graph, user: str) -> None:
    metadata = {f"key {number}": "x" * 2_048 for number in range(64)}
    centre = memory_node(stub, user, "我在学吉他")
    for batch in range(2):
        memories = [
            memory_pb2.NewMemory(content=f"第{batch}-{number}课", metadata=metadata)
            for number in range(20)
        ]
        changes = remember(stub, user, *memories, reconcile=memory_pb2.RECONCILE_MODE_OFF).changes
        relations = [
            pb.Relation(source=centre, target={"memory_id": each.memory.memory_id}, type="about")
            for each in changes
        ]
        relate(graph, user, *relations)
    found = near(graph, user, centre, types=["about"], limit=100)
    assert 10 < len(found) < 40
    assert sum(each.ByteSize() for each in found) < 4 << 20


SEARCHES = {
    "zh": ("我朋友阿楠在腾讯工作", "阿楠对花生过敏", "腾讯"),
    "en": ("My friend Priya works at Siemens", "Priya is allergic to peanuts", "Siemens"),
}


@pytest.mark.parametrize("language", SEARCHES)
def test_recall_follows_the_graph(stub, talk, user: str, language: str) -> None:
    """What shares a person with what is found comes along, and its graph part says so."""
    told, linked, query = SEARCHES[language]
    append(talk, user, told, linked, "我在学吉他", "The car is in repair")

    def part(hops: int) -> float:
        answer = recall(stub, user, query, graph_hops=hops)
        found = {each.memory.content: each.breakdown.graph for each in answer.memories}
        return found.get(linked, 0.0)

    assert part(0) == 0
    assert 0 < part(1) <= 1
    assert 0 < part(2) <= 1
    best = recalled(stub, user, query, graph_hops=1)
    assert best[:2] == [told, linked]
