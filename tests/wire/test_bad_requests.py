"""Numbers, times, counts, ids and tokens that break the contract: named one and all."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal
from wire.saying import instant, listed, recalled, remember, said

UNKNOWN = 99
MEMORY_ID = str(uuid.UUID(int=7))
OF_USER = {
    "Remember": lambda user: service.RememberRequest(
        user_id=user, memories=[pb.NewMemory(content="不该留下")]
    ),
    "Recall": lambda user: service.RecallRequest(user_id=user, query="谁"),
    "Forget": lambda user: service.ForgetRequest(user_id=user, everything=True),
    "GetMemory": lambda user: service.GetMemoryRequest(user_id=user, memory_id=MEMORY_ID),
    "ListMemories": lambda user: service.ListMemoriesRequest(user_id=user),
    "UpdateMemory": lambda user: service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=user, memory_id=MEMORY_ID),
        update_mask={"paths": ["pinned"]},
    ),
    "ListMemoryRevisions": lambda user: service.ListMemoryRevisionsRequest(
        user_id=user, memory_id=MEMORY_ID
    ),
    "ExportMemories": lambda user: service.ExportMemoriesRequest(user_id=user),
    "ImportMemories": lambda user: iter(
        [service.ImportMemoriesRequest(user_id=user, memories=[pb.NewMemory(content="不该")])]
    ),
}


@pytest.mark.parametrize("method", OF_USER)
@pytest.mark.parametrize(
    "name",
    ["", "  ", "a\0b", "u" * 513, "名" * 171, "\u200b"],
    ids=["empty", "blank", "nul", "513", "513-zh", "invisible"],
)
def test_a_user_id_that_is_none(stub, method: str, name: str) -> None:
    refused = refusal(getattr(stub, method), OF_USER[method](name))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    path = "memory.user_id" if method == "UpdateMemory" else "user_id"
    assert set(refused.violations) == {path}


def test_a_user_id_of_512_bytes(stub, user: str) -> None:
    longest = user + "名" * 100
    longest += "x" * (512 - len(longest.encode()))
    remember(stub, longest, "名字很长")
    assert said(stub, longest) == ["名字很长"]
    assert said(stub, longest[:-1]) == []


@pytest.mark.parametrize("count", [0, 101])
def test_the_number_of_items(stub, user: str, count: int) -> None:
    request = service.RememberRequest(
        user_id=user, memories=[pb.NewMemory(content=f"{number}") for number in range(count)]
    )
    refused = refusal(stub.Remember, request)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {"memories"}
    assert str(count) in refused.violations["memories"]
    assert said(stub, user) == []


def test_every_violation_is_named(stub, user: str) -> None:
    request = service.RememberRequest(
        user_id="",
        memories=[
            pb.NewMemory(content="", kind=UNKNOWN, importance=2),
            pb.NewMemory(content="好"),
            pb.NewMemory(content="x" * 8_193, confidence=math.nan, event_time=instant(1, 1, 1)),
        ],
        session_id="s" * 513,
        request_id="not a uuid",
        reconcile=UNKNOWN,
        durability=UNKNOWN,
    )
    refused = refusal(stub.Remember, request)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.reason == "INVALID_FIELDS"
    assert set(refused.violations) == {
        "user_id",
        "memories[0].content",
        "memories[0].kind",
        "memories[0].importance",
        "memories[2].content",
        "memories[2].confidence",
        "memories[2].event_time",
        "session_id",
        "request_id",
        "reconcile",
        "durability",
    }
    assert refused.metadata["count"] == "11"


def seconds_ahead(seconds: int) -> Timestamp:
    time = Timestamp()
    time.GetCurrentTime()
    time.seconds += seconds
    return time


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"kind": UNKNOWN}, "kind"),
        ({"kind": -1}, "kind"),
        ({"tier": UNKNOWN}, "tier"),
        ({"origin": UNKNOWN}, "origin"),
        ({"emotion": UNKNOWN}, "emotion"),
        ({"importance": -0.01}, "importance"),
        ({"importance": math.inf}, "importance"),
        ({"confidence": 1.01}, "confidence"),
        ({"attribute": pb.Attribute(key="age", number=math.nan)}, "attribute.number"),
        ({"event_time": instant(1899, 12, 31, 23)}, "event_time"),
        ({"event_time": instant(2200, 1, 1)}, "event_time"),
        ({"event_time": Timestamp(seconds=2**62)}, "event_time"),
        ({"event_time": Timestamp(seconds=-(2**62))}, "event_time"),
        ({"event_time": Timestamp(nanos=1_000_000_000)}, "event_time"),
        ({"event_time": Timestamp(nanos=-1)}, "event_time"),
        ({"observe_time": instant(1899, 1, 1)}, "observe_time"),
        ({"observe_time": seconds_ahead(3_600)}, "observe_time"),
        ({"ttl": {"seconds": 0}}, "ttl"),
        ({"ttl": {"seconds": -5}}, "ttl"),
        ({"ttl": {"seconds": 300_000_000_000}}, "ttl"),
    ],
)
def test_bad_statements(stub, user: str, fields: dict[str, Any], path: str) -> None:
    request = service.RememberRequest(
        user_id=user, memories=[pb.NewMemory(content="好"), pb.NewMemory(content="坏", **fields)]
    )
    refused = refusal(stub.Remember, request)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {f"memories[1].{path}"}
    assert said(stub, user) == []


@pytest.mark.parametrize("time", [instant(1900, 1, 1), instant(2199, 12, 31, 23)])
def test_times_at_the_edges(stub, user: str, time: Timestamp) -> None:
    remember(stub, user, pb.NewMemory(content="很久", event_time=time))
    assert listed(stub, user)[0].event_time == time


def test_a_clock_that_runs_ahead_a_little(stub, user: str) -> None:
    remember(stub, user, pb.NewMemory(content="快了一点", observe_time=seconds_ahead(120)))
    assert recalled(stub, user, "快") == ["快了一点"]


def span(start: Timestamp, end: Timestamp) -> pb.TimeRange:
    return pb.TimeRange(start_time=start, end_time=end)


BAD_FILTERS = [
    (pb.MemoryFilter(kinds=[UNKNOWN]), {"filter.kinds[0]"}),
    (pb.MemoryFilter(kinds=[pb.MEMORY_KIND_UNSPECIFIED]), {"filter.kinds"}),
    (pb.MemoryFilter(tiers=[1, UNKNOWN]), {"filter.tiers[1]"}),
    (pb.MemoryFilter(emotions=[UNKNOWN]), {"filter.emotions[0]"}),
    (pb.MemoryFilter(tags=[""]), {"filter.tags[0]"}),
    (pb.MemoryFilter(tags=["x"] * 101), {"filter.tags"}),
    (pb.MemoryFilter(subjects=["x"] * 101), {"filter.subjects"}),
    (pb.MemoryFilter(session_ids=["a\0"]), {"filter.session_ids[0]"}),
    (pb.MemoryFilter(min_importance=math.nan), {"filter.min_importance"}),
    (pb.MemoryFilter(min_confidence=-1), {"filter.min_confidence"}),
    (
        pb.MemoryFilter(create_time=span(instant(2024, 2, 1), instant(2024, 1, 1))),
        {"filter.create_time"},
    ),
    (
        pb.MemoryFilter(event_time=span(instant(2024, 1, 1), instant(2024, 1, 1))),
        {"filter.event_time"},
    ),
    (
        pb.MemoryFilter(event_time=span(instant(1800, 1, 1), instant(2300, 1, 1))),
        {"filter.event_time.start_time", "filter.event_time.end_time"},
    ),
]


@pytest.mark.parametrize(("filter_", "paths"), BAD_FILTERS)
def test_bad_filters(stub, user: str, filter_: pb.MemoryFilter, paths: set[str]) -> None:
    remember(stub, user, "留着")
    for call, request in (
        (stub.Recall, service.RecallRequest(user_id=user, filter=filter_)),
        (stub.ListMemories, service.ListMemoriesRequest(user_id=user, filter=filter_)),
        (stub.Forget, service.ForgetRequest(user_id=user, filter=filter_)),
    ):
        refused = refusal(call, request)
        assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
        assert set(refused.violations) == paths
    assert said(stub, user) == ["留着"]


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"limit": 101}, "limit"),
        ({"mode": UNKNOWN}, "mode"),
        ({"emotion": UNKNOWN}, "emotion"),
        ({"weights": pb.RecallWeights(relevance=math.nan)}, "weights.relevance"),
        ({"weights": pb.RecallWeights(recency=-1)}, "weights.recency"),
        ({"weights": pb.RecallWeights(importance=math.inf)}, "weights.importance"),
        (
            {"weights": pb.RecallWeights(recency_decay_per_day=-math.inf)},
            "weights.recency_decay_per_day",
        ),
        *(
            ({"weights": pb.RecallWeights(**{part: value})}, f"weights.{part}")
            for part in ("semantic", "lexical", "context", "graph")
            for value in (-0.01, math.nan, math.inf, -math.inf, 1_000.5)
        ),
        ({"as_of_time": instant(2200, 1, 1)}, "as_of_time"),
        ({"min_score": math.nan}, "min_score"),
        ({"min_score": 1.5}, "min_score"),
        ({"graph_hops": 3}, "graph_hops"),
        ({"query": "a\0b"}, "query"),
        ({"time_zone": "Asia/Chengdu"}, "time_zone"),
        ({"time_zone": "Shanghai"}, "time_zone"),
        ({"time_zone": "+08:00"}, "time_zone"),
        ({"time_zone": "CST-8"}, "time_zone"),
        ({"time_zone": " "}, "time_zone"),
        ({"time_zone": "Asia/Shanghai "}, "time_zone"),
        ({"time_zone": "Asia/Shanghai\0"}, "time_zone"),
        ({"time_zone": "../../etc/localtime"}, "time_zone"),
        ({"time_zone": "/usr/share/zoneinfo/UTC"}, "time_zone"),
        ({"time_zone": "上海"}, "time_zone"),
        ({"time_zone": "x" * 100_000}, "time_zone"),
    ],
)
def test_bad_questions(stub, user: str, fields: dict[str, Any], path: str) -> None:
    refused = refusal(stub.Recall, service.RecallRequest(user_id=user, **fields))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {path}


def test_every_violation_of_a_question_is_named(stub) -> None:
    request = service.RecallRequest(
        user_id=" ",
        query="x" * 8_193,
        limit=101,
        filter=pb.MemoryFilter(kinds=[UNKNOWN]),
        mode=UNKNOWN,
        weights=pb.RecallWeights(semantic=-1, lexical=math.nan, context=math.inf, graph=-0.1),
        emotion=UNKNOWN,
        as_of_time=instant(2200, 1, 1),
        min_score=2,
        graph_hops=3,
        time_zone="Mars/Olympus_Mons",
    )
    refused = refusal(stub.Recall, request)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.reason == "INVALID_FIELDS"
    assert set(refused.violations) == {
        "user_id",
        "query",
        "limit",
        "filter.kinds[0]",
        "mode",
        "weights.semantic",
        "weights.lexical",
        "weights.context",
        "weights.graph",
        "emotion",
        "as_of_time",
        "min_score",
        "graph_hops",
        "time_zone",
    }
    assert refused.metadata["count"] == "14"
    assert "IANA" in refused.violations["time_zone"]
    assert "Olympus" not in refused.message + refused.violations["time_zone"]


@pytest.mark.parametrize(
    "name",
    ["", "UTC", "utc", "Asia/Shanghai", "asia/shanghai", "AMERICA/NEW_YORK", "Etc/GMT-14", "GB"],
)
def test_time_zones_in_any_case(stub, user: str, name: str) -> None:
    remember(stub, user, "今天换了锁")
    assert recalled(stub, user, "昨天 and today", time_zone=name) == ["今天换了锁"]


@pytest.mark.parametrize("memory_id", ["", "7", "{" + MEMORY_ID + "}", "urn:uuid:" + MEMORY_ID])
def test_bad_memory_ids(stub, user: str, memory_id: str) -> None:
    for method in ("GetMemory", "ListMemoryRevisions", "UpdateMemory"):
        request = OF_USER[method](user)
        target = request.memory if method == "UpdateMemory" else request
        target.memory_id = memory_id
        path = "memory.memory_id" if method == "UpdateMemory" else "memory_id"
        assert set(refusal(getattr(stub, method), request).violations) == {path}


def test_bad_forgets(stub, user: str) -> None:
    for fields, path in (
        ({"everything": True, "mode": UNKNOWN}, "mode"),
        ({"everything": True, "reason": "r" * 513}, "reason"),
        ({"everything": True, "request_id": "x"}, "request_id"),
        ({"query": "x" * 8_193}, "query"),
        ({"ids": pb.MemoryIds(memory_ids=[MEMORY_ID] * 1_001)}, "ids.memory_ids"),
    ):
        refused = refusal(stub.Forget, service.ForgetRequest(user_id=user, **fields))
        assert set(refused.violations) == {path}


def test_page_tokens_of_others(stub, user: str, new_user: Callable[[], str]) -> None:
    other = new_user()
    tokens = {}
    for each in (user, other):
        changes = remember(stub, each, *(f"第 {number} 页" for number in range(3))).changes
        request = service.ListMemoriesRequest(user_id=each, page_size=1)
        tokens[each] = stub.ListMemories(request, timeout=30).next_page_token
    again = changes[0].memory.memory_id
    remember(stub, other, "第 0 页")
    history = service.ListMemoryRevisionsRequest(user_id=other, memory_id=again, page_size=1)
    of_history = stub.ListMemoryRevisions(history, timeout=30).next_page_token
    assert of_history
    mine = tokens[user]
    flipped = mine[:-6] + ("A" if mine[-6] != "A" else "B") + mine[-5:]
    for token in (tokens[other], of_history, flipped, mine[:-4], mine + "AAAA", "x", "第二页", "="):
        request = service.ListMemoriesRequest(user_id=user, page_size=1, page_token=token)
        refused = refusal(stub.ListMemories, request)
        assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
        assert set(refused.violations) == {"page_token"}
    narrowed = service.ListMemoriesRequest(
        user_id=user, page_token=mine, filter=pb.MemoryFilter(tags=["x"])
    )
    assert set(refusal(stub.ListMemories, narrowed).violations) == {"page_token"}
    history.page_token = tokens[other]
    assert set(refusal(stub.ListMemoryRevisions, history).violations) == {"page_token"}
    history.page_token = of_history
    history.memory_id = changes[1].memory.memory_id
    assert set(refusal(stub.ListMemoryRevisions, history).violations) == {"page_token"}
    fine = service.ListMemoriesRequest(user_id=user, page_size=5, page_token=mine)
    assert len(stub.ListMemories(fine, timeout=30).memories) == 2


@pytest.mark.parametrize("method", ["ListMemories", "ListMemoryRevisions"])
def test_a_page_too_large(stub, user: str, method: str) -> None:
    request = OF_USER[method](user)
    request.page_size = 1_001
    assert set(refusal(getattr(stub, method), request).violations) == {"page_size"}


def test_filters_that_meet_nothing(stub, user: str) -> None:
    remember(stub, user, pb.NewMemory(content="我在", tags=["a"]))
    apart = pb.MemoryFilter(tags=["a"], subjects=["没有这个人"])
    assert recalled(stub, user, "我", filter=apart) == []
    assert said(stub, user, filter=apart) == []
