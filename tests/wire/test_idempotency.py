"""A repeated request_id gives the first answer and changes nothing, restarts included."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import grpc

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal
from running.server import RunningServer
from wire.saying import forget, remember, said


def request_of(user: str, *statements: str) -> service.RememberRequest:
    return service.RememberRequest(
        user_id=user,
        memories=[pb.NewMemory(content=each) for each in statements],
        request_id=str(uuid.uuid4()),
    )


def test_a_repeat_gives_the_first_answer(stub, user: str) -> None:
    request = request_of(user, "我换工作了", "I changed jobs", "我换工作了")
    first = stub.Remember(request, timeout=30)
    remember(stub, user, "我换工作了", "后来的话")
    assert stub.Remember(request, timeout=30) == first
    assert first.revision == 1
    assert sorted(said(stub, user)) == sorted(["我换工作了", "I changed jobs", "后来的话"])


def test_without_a_request_id_a_repeat_is_another_mention(stub, user: str) -> None:
    for _ in range(2):
        answer = remember(stub, user, "又说了一遍")
    assert answer.changes[0].memory.mention_count == 2


def test_another_content_under_a_used_id_is_refused(stub, user: str) -> None:
    request = request_of(user, "原来的内容")
    stub.Remember(request, timeout=30)
    used = request.request_id
    others = [request_of(user, "别的内容"), request_of(user, "原来的内容", "多了一句")]
    for other in others:
        other.request_id = used
        refused = refusal(stub.Remember, other)
        assert refused.code is grpc.StatusCode.ALREADY_EXISTS
        assert refused.reason == "REQUEST_ID_REUSED"
    other_verb = service.ForgetRequest(
        user_id=user, filter=pb.MemoryFilter(tags=["x"]), request_id=used
    )
    assert refusal(stub.Forget, other_verb).reason == "REQUEST_ID_REUSED"
    assert said(stub, user) == ["原来的内容"]


def test_ids_are_each_users_own(stub, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    request = request_of(one, "一号说的")
    stub.Remember(request, timeout=30)
    request.user_id = other
    assert stub.Remember(request, timeout=30).changes[0].action == pb.CHANGE_ACTION_CREATED


def test_a_refused_request_leaves_its_id_free(stub, user: str) -> None:
    request = request_of(user, "")
    assert refusal(stub.Remember, request).code is grpc.StatusCode.INVALID_ARGUMENT
    request.memories[0].content = "改好了"
    assert stub.Remember(request, timeout=30).revision == 1


def test_a_repeated_forget_gives_the_first_answer(stub, user: str) -> None:
    memory = remember(stub, user, "忘了吧", "留着吧").changes[0].memory
    target = {"ids": pb.MemoryIds(memory_ids=[memory.memory_id]), "request_id": str(uuid.uuid4())}
    first = forget(stub, user, **target)
    assert first.forgotten_count == 1
    remember(stub, user, "忘了吧")
    assert forget(stub, user, **target) == first
    assert sorted(said(stub, user)) == sorted(["忘了吧", "留着吧"])


def test_a_repeat_does_not_bring_back_what_was_forgotten(stub, user: str) -> None:
    request = request_of(user, "秘密", "公开")
    first = stub.Remember(request, timeout=30)
    forget(stub, user, ids=pb.MemoryIds(memory_ids=[first.changes[0].memory.memory_id]))
    again = stub.Remember(request, timeout=30)
    assert "秘密" not in str(again)
    assert [each.memory.content for each in again.changes] == ["公开"]
    assert said(stub, user) == ["公开"]


def test_repeats_at_once_are_one_write(stub, user: str) -> None:
    request = request_of(user, "同时发了很多次")
    calls = [stub.Remember.future(request, timeout=30) for _ in range(50)]
    answers = [call.result() for call in calls]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].changes[0].memory.mention_count == 1


def test_a_repeat_after_a_restart_gives_the_first_answer(
    server: RunningServer, stub, user: str
) -> None:
    request = request_of(user, "重启之前说的", "said before the restart")
    first = stub.Remember(request, timeout=30)
    remember(stub, user, "重启之前说的")
    server.restart()
    again = stub.Remember(request, timeout=30, wait_for_ready=True)
    assert again == first
    request.memories[0].content = "改了"
    assert refusal(stub.Remember, request).reason == "REQUEST_ID_REUSED"
    assert len(said(stub, user)) == 2
