"""GraphService takes nothing that breaks the contract, and lets nobody near another's graph."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import graph_pb2 as pb
from myosotis.v1 import graph_service_pb2 as service
from myosotis.v1 import graph_service_pb2_grpc as service_grpc
from myosotis.v1 import memory_pb2
from myosotis.v1 import memory_service_pb2 as memory_service
from running.refusals import refusal
from wire.relating import entities, memory_node, named, near, relate, themselves, unrelate
from wire.saying import SECONDS, append, forget, instant, listed, remember, said
from wire.talking import HOSTILE, assert_no_token, assert_refused, forged, pages

THING, PERSON = pb.ENTITY_TYPE_THING, pb.ENTITY_TYPE_PERSON
NOBODY = pb.NodeReference(entity_id=str(uuid.uuid4()))


@pytest.fixture(scope="module")
def graph(channel: grpc.Channel) -> service_grpc.GraphServiceStub:
    return service_grpc.GraphServiceStub(channel)


@pytest.fixture
def two(stub: Any, user: str) -> tuple[pb.NodeReference, pb.NodeReference]:
    """Two memories of the user that have nothing to do with each other."""
    nodes = [memory_node(stub, user, each) for each in ("我在学吉他", "The car is in repair")]
    return nodes[0], nodes[1]


def test_page_tokens_are_good_for_their_own_question(
    stub, talk, graph, new_user: Callable[[], str]
) -> None:
    one, other = new_user(), new_user()
    for user in (one, other):
        append(talk, user, "阿楠是我的同事", "王磊是我的同事", "我喜欢喝拿铁")
    asked = service.ListEntitiesRequest(user_id=one, types=[PERSON])
    token = next(pages(graph.ListEntities, asked, 1)).next_page_token
    for wrong in forged(token):
        assert_no_token(graph.ListEntities, asked, wrong)
    for user, types in ((other, [PERSON]), (one, []), (one, [THING]), (one, [PERSON, THING])):
        elsewhere = service.ListEntitiesRequest(user_id=user, types=types)
        assert_no_token(graph.ListEntities, elsewhere, token)
    asked.page_token = token
    asked.types.append(PERSON)
    assert graph.ListEntities(asked, timeout=SECONDS).entities


def test_a_user_who_is_not_known(stub, graph, user: str) -> None:
    """Reading and unrelating is no error; there is nothing that could be related."""
    assert entities(graph, user) == []
    assert near(graph, user, NOBODY) == []
    assert unrelate(graph, user, NOBODY, {"memory_id": NOBODY.entity_id}).removed_count == 0
    told = pb.Relation(source=NOBODY, target={"memory_id": NOBODY.entity_id}, type="about")
    request = service.RelateRequest(user_id=user, relations=[told])
    assert refusal(graph.Relate, request).reason == "ENTITY_NOT_FOUND"
    assert said(stub, user) == []


def test_two_users_never_share_a_node(stub, talk, graph, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    told = ["我朋友阿楠在腾讯工作", "我喜欢喝拿铁"]
    append(talk, one, *told)
    append(talk, other, *told)
    ids = [{each.entity_id for each in entities(graph, user)} for user in (one, other)]
    assert ids[0]
    assert ids[0].isdisjoint(ids[1])
    theirs = named(graph, one, "阿楠")
    [memory, _] = listed(stub, one)
    foreign = pb.NodeReference(memory_id=memory.memory_id)
    own = named(graph, other, "阿楠")
    before = near(graph, other, themselves(graph, other), hops=3, limit=100)
    for node, reason in ((theirs, "ENTITY_NOT_FOUND"), (foreign, "MEMORY_NOT_FOUND")):
        asked = service.ListNeighborsRequest(user_id=other, node=node)
        assert refusal(graph.ListNeighbors, asked).reason == reason
        for source, target in ((own, node), (node, own)):
            relation = pb.Relation(source=source, target=target, type="knows")
            request = service.RelateRequest(user_id=other, relations=[relation])
            assert refusal(graph.Relate, request).reason == reason
            assert unrelate(graph, other, source, target).removed_count == 0
    assert near(graph, other, themselves(graph, other), hops=3, limit=100) == before
    forget(stub, one, everything=True)
    assert entities(graph, one) == []
    assert near(graph, other, themselves(graph, other), hops=3, limit=100) == before


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(stub, graph, user: str, name: str) -> None:
    text = HOSTILE[name]
    friend = memory_pb2.Attribute(key="friend", value=text)
    one = memory_pb2.NewMemory(
        content=f"my friend is {text}", subject=text, tags=[text], attribute=friend
    )
    remember(stub, user, one, memory_pb2.NewMemory(content="我喜欢喝拿铁", tags=[text]))
    every = entities(graph, user, size=3)
    assert len({each.entity_id for each in every}) == len(every)
    for each in every:
        for neighbor in near(graph, user, pb.NodeReference(entity_id=each.entity_id), hops=3):
            assert 0 < neighbor.closeness <= 1


def test_recall_of_too_many_hops(stub, user: str) -> None:
    for hops in (3, 2**32 - 1):
        request = memory_service.RecallRequest(user_id=user, graph_hops=hops)
        assert_refused(refusal(stub.Recall, request), {"graph_hops": "at most 2"})


HERE = pb.NodeReference(memory_id="00000000-0000-4000-8000-000000000001")
THERE = pb.NodeReference(entity_id="00000000-0000-4000-8000-000000000002")


def relation(**fields: Any) -> pb.Relation:
    return pb.Relation(**{"source": HERE, "target": THERE, "type": "about", **fields})


NAN, INFINITE = float("nan"), float("inf")
BAD: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
    "no relations": ("Relate", {"relations": []}, {"relations": "0 items"}),
    "101 relations": ("Relate", {"relations": [relation()] * 101}, {"relations": "101 items"}),
    "no ends": (
        "Relate",
        {"relations": [relation(source=None, target=pb.NodeReference())]},
        {"relations[0].source": "needs", "relations[0].target": "needs"},
    ),
    "no ids": (
        "Relate",
        {"relations": [relation(source={"memory_id": ""}, target={"entity_id": "latte"})]},
        {"relations[0].source.memory_id": "required", "relations[0].target.entity_id": "UUID"},
    ),
    "to itself": (
        "Relate",
        {"relations": [relation(), relation(target=HERE)]},
        {"relations[1].target": "another node"},
    ),
    "to itself in capitals": (
        "Relate",
        {"relations": [relation(source={"entity_id": "ABCDEFAB-0000-4000-8000-000000000002"},
                                target={"entity_id": "abcdefab-0000-4000-8000-000000000002"})]},
        {"relations[0].target": "another node"},
    ),
    "no type": ("Relate", {"relations": [relation(type="")]}, {"relations[0].type": "required"}),
    "no such type": (
        "Relate",
        {"relations": [relation(type=each) for each in ("Likes", "喜欢", "a b", "_a", "a" * 65)]},
        {f"relations[{number}].type": "snake_case" for number in range(5)},
    ),
    "strengths": (
        "Relate",
        {"relations": [relation(strength=each) for each in (NAN, INFINITE, -INFINITE, -0.1, 1.1)]},
        {
            **{f"relations[{number}].strength": "finite" for number in range(3)},
            **{f"relations[{number}].strength": "between 0 and 1" for number in (3, 4)},
        },
    ),
    "evidence": (
        "Relate",
        {"relations": [relation(evidence_memory_ids=["x", HERE.memory_id, ""])]},
        {
            "relations[0].evidence_memory_ids[0]": "UUID",
            "relations[0].evidence_memory_ids[2]": "required",
        },
    ),
    "much evidence": (
        "Relate",
        {"relations": [relation(evidence_memory_ids=[HERE.memory_id] * 101)]},
        {"relations[0].evidence_memory_ids": "101 items"},
    ),
    "times": (
        "Relate",
        {
            "relations": [
                relation(valid_from_time=instant(2026, 1, 2), valid_to_time=instant(2026, 1, 1)),
                relation(valid_from_time=Timestamp(seconds=2**60),
                         valid_to_time=Timestamp(nanos=-1)),
            ]
        },
        {
            "relations[0].valid_to_time": "before",
            "relations[1].valid_from_time": "1900 to 2199",
            "relations[1].valid_to_time": "nanos",
        },
    ),
    "request id": ("Relate", {"request_id": "once"}, {"request_id": "UUID"}),
    "much at once": (
        "Relate",
        {
            "user_id": "\u200b",
            "request_id": "x",
            "relations": [pb.Relation(strength=NAN, evidence_memory_ids=["x"])],
        },
        {
            "user_id": "white space",
            "request_id": "UUID",
            "relations[0].source": "needs",
            "relations[0].target": "needs",
            "relations[0].type": "required",
            "relations[0].strength": "finite",
            "relations[0].evidence_memory_ids[0]": "UUID",
        },
    ),
    "nothing to unrelate": (
        "Unrelate",
        {"user_id": "", "source": None, "target": {"entity_id": "x"}, "type": "Not snake"},
        {
            "user_id": "required",
            "source": "needs",
            "target.entity_id": "UUID",
            "type": "snake_case",
        },
    ),
    "no node": (
        "ListNeighbors",
        {"user_id": "u" * 513, "node": None, "hops": 4, "limit": 101, "types": ["ok", "No"]},
        {
            "user_id": "513 bytes",
            "node": "needs",
            "hops": "at most 3",
            "limit": "at most 100",
            "types[1]": "snake_case",
        },
    ),
    "huge numbers": (
        "ListNeighbors",
        {"node": {"memory_id": "x" * 9_999}, "hops": 2**32 - 1, "limit": 2**32 - 1},
        {"node.memory_id": "UUID", "hops": "at most 3", "limit": "at most 100"},
    ),
    "65 types": ("ListNeighbors", {"types": ["a"] * 65}, {"types": "65 items"}),
    "entity types": (
        "ListEntities",
        {"user_id": "", "types": [PERSON, 0, 9, -1, 2**31 - 1], "page_size": 1_001},
        {
            "user_id": "required",
            "types[1]": "unspecified",
            "types[2]": "9 is not a known",
            "types[3]": "-1 is not a known",
            "types[4]": "not a known",
            "page_size": "at most 1000",
        },
    ),
    "101 entity types": ("ListEntities", {"types": [PERSON] * 101}, {"types": "101 items"}),
}  # fmt: skip
FINE: dict[str, dict[str, Any]] = {
    "Relate": {"relations": [relation()]},
    "Unrelate": {"source": HERE, "target": THERE},
    "ListNeighbors": {"node": HERE},
    "ListEntities": {},
}


@pytest.mark.parametrize("case", BAD)
def test_every_violation_is_named(stub, graph, user: str, case: str) -> None:
    method, changed, violations = BAD[case]
    make = getattr(service, f"{method}Request")
    request = make(**{"user_id": user, **FINE[method], **changed})
    assert_refused(refusal(getattr(graph, method), request), violations)


def test_what_is_just_allowed(stub, graph, user: str, two) -> None:
    source, target = two
    nodes = [pb.NodeReference(memory_id=each.memory_id.upper()) for each in two]
    many = [
        pb.Relation(source=nodes[0], target=nodes[1], type=f"kind_{number}" + "x" * 50,
                    evidence_memory_ids=[source.memory_id] * 100)
        for number in range(100)
    ]  # fmt: skip
    answer = relate(graph, user, *many)
    assert len(answer.relations) == 100
    assert list(answer.relations[0].evidence_memory_ids) == [source.memory_id]
    assert unrelate(graph, user, source, target).removed_count == 100
