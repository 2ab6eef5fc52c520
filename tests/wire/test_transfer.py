"""Import by stream, with acknowledgements in order, and export of everything held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal, told
from wire.saying import Sender, instant, listed, remember, said


def exported(stub: Any, user: str, **fields: Any) -> list[service.ExportMemoriesResponse]:
    request = service.ExportMemoriesRequest(user_id=user, **fields)
    return list(stub.ExportMemories(request, timeout=30))


def test_each_batch_is_acknowledged_in_order_once_it_is_there(stub, user: str) -> None:
    sender = Sender()
    answers = stub.ImportMemories(iter(sender), timeout=30)
    sender.send(user, "第一批的话", "another of the first batch")
    first = next(answers)
    assert (first.acknowledged_count, first.created_count) == (1, 2)
    assert len(said(stub, user)) == 2
    sender.send(user, "第二批的话", "第一批的话")
    second = next(answers)
    assert (second.acknowledged_count, second.created_count) == (2, 3)
    assert (second.reinforced_count, second.rejected_count) == (1, 0)
    sender.end()
    assert list(answers) == []
    assert {memory.origin for memory in listed(stub, user)} == {pb.MEMORY_ORIGIN_IMPORTED}


def test_one_stream_may_carry_several_users(stub, new_user: Callable[[], str]) -> None:
    users = [new_user() for _ in range(3)]
    requests = [
        service.ImportMemoriesRequest(
            user_id=each, memories=[pb.NewMemory(content=f"{index} 号用户说的")]
        )
        for index, each in enumerate(users)
    ]
    answers = list(stub.ImportMemories(iter(requests), timeout=30))
    assert [each.acknowledged_count for each in answers] == [1, 2, 3]
    for index, each in enumerate(users):
        assert said(stub, each) == [f"{index} 号用户说的"]


def test_a_bad_batch_ends_the_stream_and_keeps_what_was_acknowledged(stub, user: str) -> None:
    sender = Sender()
    sender.send(user, "好的")
    sender.send(user, "不会留下", "")
    sender.send(user, "更不会")
    sender.end()
    answers = stub.ImportMemories(iter(sender), timeout=30)
    assert next(answers).acknowledged_count == 1
    try:
        list(answers)
    except grpc.RpcError as error:
        refused = told(error)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {"memories[1].content"}
    assert said(stub, user) == ["好的"]


def test_an_empty_stream_and_an_empty_batch(stub, user: str) -> None:
    assert list(stub.ImportMemories(iter([]), timeout=30)) == []
    empty = service.ImportMemoriesRequest(user_id=user)
    assert set(refusal(stub.ImportMemories, iter([empty])).violations) == {"memories"}
    nobody = service.ImportMemoriesRequest(memories=[pb.NewMemory(content="谁说的")])
    assert set(refusal(stub.ImportMemories, iter([nobody])).violations) == {"user_id"}
    assert said(stub, user) == []


def test_a_caller_that_breaks_off_loses_nothing_acknowledged(stub, user: str) -> None:
    sender = Sender()
    answers = stub.ImportMemories(iter(sender), timeout=30)
    sender.send(user, "说到一半")
    assert next(answers).acknowledged_count == 1
    answers.cancel()
    sender.end()
    assert said(stub, user) == ["说到一半"]


def test_export_holds_everything(stub, user: str) -> None:
    expired = pb.NewMemory(content="过期了的", observe_time=instant(2020, 1, 1))
    expired.ttl.FromSeconds(60)
    remember(stub, user, expired, *(f"第 {number} 件事 thing" for number in range(99)))
    remember(stub, user, *(f"more {number}" for number in range(99)), "还有")
    remember(stub, user, "还有")
    pages = exported(stub, user)
    contents = [memory.content for page in pages for memory in page.memories]
    assert len(contents) == len(set(contents)) == 200
    assert "过期了的" in contents
    assert not any(page.revisions for page in pages)
    times = [memory.create_time.ToNanoseconds() for page in pages for memory in page.memories]
    assert times == sorted(times, reverse=True)
    with_revisions = exported(stub, user, include_revisions=True)
    states = [each for page in with_revisions for each in page.revisions]
    assert len(states) == 201
    assert {each.memory.content for each in states} == set(contents)
    assert all(each.action != pb.CHANGE_ACTION_UNSPECIFIED for each in states)


def test_export_of_an_unknown_user_is_empty(stub, user: str) -> None:
    assert exported(stub, user, include_revisions=True) == []


def test_export_of_nobody_is_refused(stub) -> None:
    refused = refusal(stub.ExportMemories, service.ExportMemoriesRequest())
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {"user_id"}


def test_large_memories_are_exported_and_listed_whole(stub, user: str) -> None:
    """More than fits into one gRPC message of the size that clients take by default."""
    bulk = {f"k{number}": "注" * 680 for number in range(64)}
    for batch in range(4):
        new = [
            pb.NewMemory(content=f"{batch}-{number} 附件很多", metadata=bulk)
            for number in range(10)
        ]
        remember(stub, user, *new)
    pages = exported(stub, user)
    assert len(pages) > 1
    assert sum(len(page.memories) for page in pages) == 40
    assert len(listed(stub, user, page_size=1_000)) == 40
