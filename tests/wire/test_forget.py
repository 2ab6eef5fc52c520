"""Forget: by id, filter, meaning or all; what is forgotten is gone everywhere at once."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal
from wire.saying import forget, recalled, remember, said

DIARY = "我的日记藏在衣柜顶上"
STATEMENTS = [
    pb.NewMemory(content=DIARY, tags=["私事"]),
    pb.NewMemory(content="I broke up with Daniel in March", tags=["love"]),
    pb.NewMemory(content="Daniel 的电话换成了新的", tags=["love"]),
    pb.NewMemory(content="我养了两盆绿萝", tags=["home"]),
]
ALL = [each.content for each in STATEMENTS]


@pytest.fixture
def ids(stub, user: str) -> dict[str, str]:
    """The user has said STATEMENTS; memory ids by content."""
    changes = remember(stub, user, *STATEMENTS).changes
    return {change.memory.content: change.memory.memory_id for change in changes}


def exported(stub: Any, user: str) -> str:
    request = service.ExportMemoriesRequest(user_id=user, include_revisions=True)
    return "".join(str(page) for page in stub.ExportMemories(request, timeout=30))


def assert_gone(stub: Any, user: str, memory_id: str, content: str) -> None:
    assert content not in said(stub, user, filter=pb.MemoryFilter(include_superseded=True))
    assert content not in recalled(stub, user, content, limit=100)
    get = service.GetMemoryRequest(user_id=user, memory_id=memory_id)
    history = service.ListMemoryRevisionsRequest(user_id=user, memory_id=memory_id)
    for refused in (refusal(stub.GetMemory, get), refusal(stub.ListMemoryRevisions, history)):
        assert refused.code is grpc.StatusCode.NOT_FOUND
        assert refused.reason == "MEMORY_NOT_FOUND"
        assert refused.metadata["memory_id"] == memory_id
    assert memory_id not in exported(stub, user)


def test_by_ids(stub, user: str, ids: dict[str, str]) -> None:
    assert recalled(stub, user, "日记")[0] == DIARY
    answer = forget(stub, user, ids=pb.MemoryIds(memory_ids=[ids[DIARY], ids[DIARY]]))
    assert answer.forgotten_count == 1
    assert answer.revision == 2
    assert uuid.UUID(answer.receipt_id)
    assert not answer.memories
    assert_gone(stub, user, ids[DIARY], DIARY)
    assert sorted(said(stub, user)) == sorted(ALL[1:])


def test_earlier_states_go_too(stub, user: str, ids: dict[str, str]) -> None:
    update = service.UpdateMemoryRequest(
        memory=pb.Memory(user_id=user, memory_id=ids[DIARY], content="日记改放在书架后面了"),
    )
    update.update_mask.paths.append("content")
    stub.UpdateMemory(update, timeout=30)
    forget(stub, user, ids=pb.MemoryIds(memory_ids=[ids[DIARY]]))
    assert_gone(stub, user, ids[DIARY], "日记改放在书架后面了")
    assert_gone(stub, user, ids[DIARY], DIARY)


def test_an_id_that_is_not_there_is_no_error(stub, user: str, ids: dict[str, str]) -> None:
    answer = forget(stub, user, ids=pb.MemoryIds(memory_ids=[str(uuid.uuid4())]))
    assert answer.forgotten_count == 0
    assert sorted(said(stub, user)) == sorted(ALL)


def test_by_filter(stub, user: str, ids: dict[str, str]) -> None:
    answer = forget(stub, user, filter=pb.MemoryFilter(tags=["love"]))
    assert answer.forgotten_count == 2
    assert_gone(stub, user, ids[ALL[1]], ALL[1])
    assert_gone(stub, user, ids[ALL[2]], ALL[2])
    assert sorted(said(stub, user)) == sorted([ALL[0], ALL[3]])


def test_a_filter_that_meets_nothing_forgets_nothing(stub, user: str, ids: dict[str, str]) -> None:
    assert forget(stub, user, filter=pb.MemoryFilter(tags=["没有"])).forgotten_count == 0
    assert len(said(stub, user)) == len(ALL)


@pytest.mark.parametrize("query", ["忘掉我的日记", DIARY])
def test_by_meaning(stub, user: str, ids: dict[str, str], query: str) -> None:
    preview = forget(stub, user, query=query, dry_run=True)
    assert [memory.content for memory in preview.memories] == [DIARY]
    assert forget(stub, user, query=query).forgotten_count == 1
    assert_gone(stub, user, ids[DIARY], DIARY)


def test_a_meaning_that_meets_nothing_forgets_nothing(stub, user: str, ids: dict[str, str]) -> None:
    assert forget(stub, user, query="quarterly tax return spreadsheet").forgotten_count == 0
    assert len(said(stub, user)) == len(ALL)


@pytest.mark.parametrize(
    "target",
    [
        {"filter": pb.MemoryFilter(tags=["love"])},
        {"everything": True},
        {"query": "绿萝"},
    ],
)
def test_a_dry_run_shows_and_changes_nothing(
    stub, user: str, ids: dict[str, str], target: dict[str, Any]
) -> None:
    preview = forget(stub, user, dry_run=True, **target)
    assert preview.forgotten_count == len(preview.memories) > 0
    assert preview.receipt_id == ""
    assert preview.revision == 1
    assert sorted(said(stub, user)) == sorted(ALL)
    assert forget(stub, user, **target).forgotten_count == preview.forgotten_count


def test_everything(stub, user: str, ids: dict[str, str], new_user: Callable[[], str]) -> None:
    other = new_user()
    remember(stub, other, DIARY)
    answer = forget(stub, user, everything=True, reason="user asked")
    assert answer.forgotten_count == len(ALL)
    assert uuid.UUID(answer.receipt_id)
    for content, memory_id in ids.items():
        assert_gone(stub, user, memory_id, content)
    assert exported(stub, user) == ""
    assert said(stub, other) == [DIARY]


def test_who_was_forgotten_can_begin_anew(stub, user: str, ids: dict[str, str]) -> None:
    forget(stub, user, everything=True)
    answer = remember(stub, user, DIARY)
    assert answer.changes[0].action == pb.CHANGE_ACTION_CREATED
    assert answer.revision == 1
    # Another namespace: nothing ties the new user to the one who was forgotten.
    assert answer.changes[0].memory.memory_id != ids[DIARY]
    assert said(stub, user) == [DIARY]


def test_what_was_forgotten_can_be_said_again(stub, user: str, ids: dict[str, str]) -> None:
    forget(stub, user, ids=pb.MemoryIds(memory_ids=[ids[DIARY]]))
    (change,) = remember(stub, user, DIARY).changes
    assert change.action == pb.CHANGE_ACTION_CREATED
    assert change.memory.mention_count == 1
    assert recalled(stub, user, "日记")[0] == DIARY


def test_pseudonymised_users_are_unknown(stub, user: str, ids: dict[str, str]) -> None:
    mode = pb.FORGET_MODE_PSEUDONYMISE
    assert forget(stub, user, everything=True, mode=mode, dry_run=True).forgotten_count == len(ALL)
    assert len(said(stub, user)) == len(ALL)
    answer = forget(stub, user, everything=True, mode=mode)
    assert (answer.forgotten_count, answer.revision) == (len(ALL), 0)
    assert uuid.UUID(answer.receipt_id)
    for content, memory_id in ids.items():
        assert_gone(stub, user, memory_id, content)
    assert said(stub, user) == []


def test_some_memories_may_be_pseudonymised(stub, user: str, ids: dict[str, str]) -> None:
    mode = pb.FORGET_MODE_PSEUDONYMISE
    answer = forget(stub, user, filter=pb.MemoryFilter(tags=["love"]), mode=mode)
    assert answer.forgotten_count == 2
    for content in ALL[1:3]:
        assert_gone(stub, user, ids[content], content)
    assert sorted(said(stub, user)) == sorted([ALL[0], ALL[3]])


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (service.ForgetRequest(), "target"),
        (service.ForgetRequest(everything=False), "target"),
        (service.ForgetRequest(filter=pb.MemoryFilter()), "filter"),
        (service.ForgetRequest(filter=pb.MemoryFilter(include_superseded=True)), "filter"),
        (service.ForgetRequest(filter=pb.MemoryFilter(create_time=pb.TimeRange())), "filter"),
        (service.ForgetRequest(ids=pb.MemoryIds()), "ids.memory_ids"),
        (service.ForgetRequest(ids=pb.MemoryIds(memory_ids=["nope"])), "ids.memory_ids[0]"),
        (service.ForgetRequest(query=""), "query"),
        (service.ForgetRequest(query=" \u200b"), "query"),
    ],
)
def test_nothing_is_forgotten_by_leaving_something_out(
    stub, user: str, ids: dict[str, str], request_: service.ForgetRequest, field: str
) -> None:
    request_.user_id = user
    refused = refusal(stub.Forget, request_)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {field}
    assert len(said(stub, user)) == len(ALL)
