"""Get, List, Update and the revisions of a memory."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal
from wire.saying import forget, instant, listed, recalled, remember, said


def update(stub: Any, memory: pb.Memory, *paths: str, **fields: Any) -> pb.Memory:
    """`memory` after `paths` were set to `fields`, guarded by the etag in `fields`, if any."""
    request = service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=memory.user_id, memory_id=memory.memory_id, **fields)
    )
    request.update_mask.paths.extend(paths or fields)
    return stub.UpdateMemory(request, timeout=30).memory


def revisions(stub: Any, memory: pb.Memory, **fields: Any) -> service.ListMemoryRevisionsResponse:
    request = service.ListMemoryRevisionsRequest(
        user_id=memory.user_id, memory_id=memory.memory_id, **fields
    )
    return stub.ListMemoryRevisions(request, timeout=30)


def test_get(stub, user: str) -> None:
    memory = remember(stub, user, "我的工号是 A-1024").changes[0].memory
    request = service.GetMemoryRequest(user_id=user, memory_id=memory.memory_id)
    assert stub.GetMemory(request, timeout=30).memory == memory
    request.memory_id = memory.memory_id.upper()
    assert stub.GetMemory(request, timeout=30).memory == memory


def test_getting_what_is_not_there(stub, user: str) -> None:
    for exists in (False, True):
        request = service.GetMemoryRequest(user_id=user, memory_id=str(uuid.uuid4()))
        refused = refusal(stub.GetMemory, request)
        assert refused.code is grpc.StatusCode.NOT_FOUND
        assert refused.reason == "MEMORY_NOT_FOUND"
        assert refused.metadata["memory_id"] == request.memory_id
        if not exists:
            remember(stub, user, "现在认识了")


def test_pages_hold_all_once_newest_first(stub, user: str) -> None:
    for day in range(1, 8):
        new = pb.NewMemory(content=f"日记 {day}", observe_time=instant(2024, 3, day))
        remember(stub, user, new, pb.NewMemory(content=f"sameday {day}"))
    every = listed(stub, user)
    assert len(every) == 14
    times = [memory.create_time.ToNanoseconds() for memory in every]
    assert times == sorted(times, reverse=True)
    for size in (1, 3, 14, 1_000):
        assert listed(stub, user, page_size=size) == every


def test_pages_are_stable_under_writes(stub, user: str) -> None:
    remember(stub, user, *(f"旧事 {number}" for number in range(20)))
    before = said(stub, user)
    read: list[str] = []
    token = ""
    for turn in itertools.count():
        request = service.ListMemoriesRequest(user_id=user, page_size=3, page_token=token)
        page = stub.ListMemories(request, timeout=30)
        read += [memory.content for memory in page.memories]
        token = page.next_page_token
        if not token:
            break
        remember(stub, user, f"新事 {turn}", before[0])
        if turn == 1:
            last_of_page = page.memories[-1]
            forget(stub, user, ids=pb.MemoryIds(memory_ids=[last_of_page.memory_id]))
    assert read == before


def test_the_size_of_a_page(stub, user: str) -> None:
    for batch in range(2):
        remember(stub, user, *(f"第 {batch}-{number} 条" for number in range(75)))
    page = stub.ListMemories(service.ListMemoriesRequest(user_id=user), timeout=30)
    assert len(page.memories) == 100
    assert page.next_page_token


def test_update_changes_what_the_mask_names(stub, user: str) -> None:
    new = pb.NewMemory(content="我住在北京", tags=["地址"], importance=0.5)
    memory = remember(stub, user, new).changes[0].memory
    later = update(
        stub,
        memory,
        "content",
        "tags",
        "sensitivity",
        content="我搬到上海了",
        tags=["地址", "搬家"],
        sensitivity=pb.SENSITIVITY_PERSONAL,
        importance=0.9,  # not in the mask
        etag=memory.etag,
    )
    assert later.memory_id == memory.memory_id
    assert later.content == "我搬到上海了"
    assert list(later.tags) == ["地址", "搬家"]
    assert later.sensitivity == pb.SENSITIVITY_PERSONAL
    assert later.importance == memory.importance
    assert later.etag != memory.etag
    assert later.create_time == memory.create_time
    assert later.update_time.ToNanoseconds() > memory.update_time.ToNanoseconds()
    assert listed(stub, user) == [later]
    assert recalled(stub, user, "上海") == ["我搬到上海了"]
    assert listed(stub, user, filter=pb.MemoryFilter(tags=["搬家"])) == [later]


def test_every_field_of_the_mask(stub, user: str) -> None:
    memory = remember(stub, user, "一句话").changes[0].memory
    fields: dict[str, Any] = {
        "content": "另一句 quite other words",
        "kind": pb.MEMORY_KIND_HABIT,
        "tier": pb.MEMORY_TIER_SHORT_TERM,
        "attribute": pb.Attribute(key="run_days", value="two", number=2.0, unit="per week"),
        "emotion": pb.EMOTION_CALM,
        "emotion_intensity": 0.25,
        "importance": 0.125,
        "confidence": 0.75,
        "sensitivity": pb.SENSITIVITY_SENSITIVE,
        "pinned": True,
        "subject": "爸爸",
        "tags": ["x"],
        "metadata": {"a": "b"},
        "event_time": instant(2026, 2, 3),
        "expire_time": instant(2190, 1, 1),
    }
    later = update(stub, memory, **fields)
    for name, value in fields.items():
        assert getattr(later, name) == value, name
    empty = update(stub, memory, "attribute", "event_time", "expire_time", "tags", "subject")
    assert not empty.HasField("attribute")
    assert not empty.HasField("event_time")
    assert not empty.HasField("expire_time")
    assert (list(empty.tags), empty.subject) == ([], "")


def test_an_update_of_an_older_state_is_refused(stub, user: str) -> None:
    memory = remember(stub, user, "I sleep at eleven").changes[0].memory
    update(stub, memory, pinned=True)
    for etag in (memory.etag, "not ours", "zz"):
        request = service.UpdateMemoryRequest(
            memory=pb.Memory(
                user_id=user, memory_id=memory.memory_id, etag=etag, content="I sleep at one"
            )
        )
        request.update_mask.paths.append("content")
        refused = refusal(stub.UpdateMemory, request)
        assert refused.code is grpc.StatusCode.ABORTED
        assert refused.reason == "ETAG_MISMATCH"
        assert refused.metadata["memory_id"] == memory.memory_id
    assert said(stub, user) == ["I sleep at eleven"]


def test_updating_what_is_not_there(stub, user: str) -> None:
    for exists in (False, True):
        request = service.UpdateMemoryRequest(
            memory=pb.Memory(user_id=user, memory_id=str(uuid.uuid4()), pinned=True)
        )
        request.update_mask.paths.append("pinned")
        assert refusal(stub.UpdateMemory, request).reason == "MEMORY_NOT_FOUND"
        if not exists:
            remember(stub, user, "现在认识了")
    assert said(stub, user) == ["现在认识了"]


@pytest.mark.parametrize(
    ("paths", "memory", "fields"),
    [
        ([], {}, {"update_mask"}),
        (["mention_count"], {}, {"update_mask"}),
        (["*"], {}, {"update_mask"}),
        (["content"], {"content": ""}, {"memory.content"}),
        (["content"], {"content": "字" * 2_731}, {"memory.content"}),
        (["kind", "tier"], {}, {"memory.kind", "memory.tier"}),
        (["kind"], {"kind": 99}, {"memory.kind"}),
        (["importance"], {"importance": float("nan")}, {"memory.importance"}),
        (["confidence"], {"confidence": 1.5}, {"memory.confidence"}),
        (["attribute"], {"attribute": pb.Attribute(key="Not Snake")}, {"memory.attribute.key"}),
        (["expire_time"], {"expire_time": instant(2300, 1, 1)}, {"memory.expire_time"}),
        (
            ["tags", "subject", "nonsense"],
            {"tags": [""], "subject": "x" * 513},
            {"memory.tags[0]", "memory.subject", "update_mask"},
        ),
    ],
)
def test_bad_updates_name_every_violation(
    stub, user: str, paths: list[str], memory: dict[str, Any], fields: set[str]
) -> None:
    known = remember(stub, user, "不会变").changes[0].memory
    request = service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=user, memory_id=known.memory_id, **memory)
    )
    request.update_mask.paths.extend(paths)
    refused = refusal(stub.UpdateMemory, request)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == fields
    assert listed(stub, user) == [known]


def test_what_is_no_field_is_not_quoted(stub, user: str) -> None:
    known = remember(stub, user, "不会变").changes[0].memory
    request = service.UpdateMemoryRequest(memory=pb.Memory(user_id=user, memory_id=known.memory_id))
    request.update_mask.paths.extend(["我的秘密", "tags[0]", "update_time"])
    refused = refusal(stub.UpdateMemory, request)
    assert set(refused.violations) == {"update_mask"}
    assert "秘密" not in str(refused)


def test_an_updated_memory_is_found_by_what_it_says_now(stub, user: str) -> None:
    memory = remember(stub, user, "我在读博士").changes[0].memory
    update(stub, memory, content="我博士毕业了")
    again = remember(stub, user, "我博士毕业了").changes[0]
    assert (again.action, again.memory.memory_id) == (
        pb.CHANGE_ACTION_REINFORCED,
        memory.memory_id,
    )
    old = remember(stub, user, "我在读博士").changes[0]
    assert old.action == pb.CHANGE_ACTION_CREATED
    assert old.memory.memory_id != memory.memory_id


def test_revisions_tell_every_state_newest_first(stub, user: str) -> None:
    memory = remember(stub, user, "我喝咖啡").changes[0].memory
    remember(stub, user, "我喝咖啡", "无关的事")
    update(stub, memory, content="我不喝咖啡了")
    answer = revisions(stub, memory)
    assert [each.action for each in answer.revisions] == [
        pb.CHANGE_ACTION_UPDATED,
        pb.CHANGE_ACTION_REINFORCED,
        pb.CHANGE_ACTION_CREATED,
    ]
    assert [each.memory.content for each in answer.revisions] == [
        "我不喝咖啡了",
        "我喝咖啡",
        "我喝咖啡",
    ]
    assert [each.memory.mention_count for each in answer.revisions] == [2, 2, 1]
    assert answer.next_page_token == ""
    assert answer.revisions[0].memory in listed(stub, user)


def test_pages_of_revisions_are_stable_under_writes(stub, user: str) -> None:
    memory = remember(stub, user, "又下雨了").changes[0].memory
    for _ in range(6):
        remember(stub, user, "又下雨了")
    counts: list[int] = []
    token = ""
    while True:
        page = revisions(stub, memory, page_size=3, page_token=token)
        counts += [each.memory.mention_count for each in page.revisions]
        token = page.next_page_token
        if not token:
            break
        remember(stub, user, "又下雨了")
    assert counts == [7, 6, 5, 4, 3, 2, 1]


def test_revisions_of_what_is_not_there(stub, user: str) -> None:
    memory = pb.Memory(user_id=user, memory_id=str(uuid.uuid4()))
    with pytest.raises(grpc.RpcError) as refused:
        revisions(stub, memory)
    assert refused.value.code() is grpc.StatusCode.NOT_FOUND
