"""Remember: what a statement becomes, and what saying it again does."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal
from wire.saying import instant, remember, said


def test_a_statement_alone_is_made_whole(stub, user: str) -> None:
    before = datetime.now(UTC) - timedelta(seconds=2)
    answer = remember(stub, user, "我对花生过敏，吃了会喘不过气来")
    (change,) = answer.changes
    memory = change.memory
    assert change.action == pb.CHANGE_ACTION_CREATED
    assert change.item_index == 0
    assert answer.revision == 1
    assert uuid.UUID(memory.memory_id).version == 5
    assert memory.user_id == user
    assert memory.content == "我对花生过敏，吃了会喘不过气来"
    assert memory.language == "zh"
    assert memory.state == pb.MEMORY_STATE_ACTIVE
    assert memory.origin == pb.MEMORY_ORIGIN_EXPLICIT
    assert memory.kind != pb.MEMORY_KIND_UNSPECIFIED
    assert memory.tier != pb.MEMORY_TIER_UNSPECIFIED
    assert memory.sensitivity != pb.SENSITIVITY_UNSPECIFIED
    assert memory.mention_count == 1
    assert 0 < memory.importance <= 1
    assert 0 < memory.confidence <= 1
    assert memory.etag
    assert not memory.HasField("valid_to_time")
    assert not memory.HasField("expire_time")
    now = datetime.now(UTC) + timedelta(seconds=2)
    for time in (memory.create_time, memory.update_time, memory.valid_from_time):
        assert before <= time.ToDatetime(UTC) <= now


def test_what_the_caller_says_is_kept(stub, user: str) -> None:
    new = pb.NewMemory(
        content="Mum's hip operation is on 3 June at St Mary's",
        kind=pb.MEMORY_KIND_EVENT,
        tier=pb.MEMORY_TIER_EPISODIC,
        origin=pb.MEMORY_ORIGIN_INFERRED,
        attribute=pb.Attribute(key="operation_cost", value="£1,200", number=1200.0, unit="GBP"),
        emotion=pb.EMOTION_ANXIOUS,
        importance=0.875,
        confidence=0.25,
        pinned=True,
        subject="Mum",
        tags=["family", "健康"],
        metadata={"channel": "voice", "渠道": "电话"},
        event_time=instant(2025, 6, 3),
        observe_time=instant(2025, 5, 20),
        sources=[pb.TurnReference(session_id="s-1", turn_id="t-7")],
    )
    new.ttl.FromTimedelta(timedelta(days=9_000))
    request = service.RememberRequest(user_id=user, memories=[new], session_id="s-2")
    (change,) = stub.Remember(request, timeout=30).changes
    memory = change.memory
    for name in ("content", "kind", "tier", "origin", "attribute", "emotion", "importance"):
        assert getattr(memory, name) == getattr(new, name), name
    for name in ("confidence", "pinned", "subject", "event_time"):
        assert getattr(memory, name) == getattr(new, name), name
    assert list(memory.tags) == list(new.tags)
    assert dict(memory.metadata) == dict(new.metadata)
    assert list(memory.sources) == list(new.sources)
    assert memory.session_id == "s-2"
    assert memory.valid_from_time == new.observe_time
    expires = memory.expire_time.ToDatetime(UTC)
    assert expires == datetime(2025, 5, 20, tzinfo=UTC) + timedelta(days=9_000)
    stored = stub.GetMemory(
        service.GetMemoryRequest(user_id=user, memory_id=memory.memory_id), timeout=30
    )
    assert stored.memory == memory


def test_languages_are_told_apart(stub, user: str) -> None:
    answer = remember(
        stub, user, "我在 Google 上班", "I work at 字节跳动 in London these days", "12345 67890"
    )
    assert [change.memory.language for change in answer.changes] == ["zh", "en", "und"]


def test_an_identical_statement_reinforces(stub, user: str) -> None:
    first = remember(stub, user, "我喜欢喝拿铁").changes[0].memory
    # Width, case, spaces and a closing stop do not make another statement.
    answer = remember(stub, user, "我喜欢喝拿铁。")
    (change,) = answer.changes
    assert change.action == pb.CHANGE_ACTION_REINFORCED
    assert change.memory.memory_id == first.memory_id
    assert change.memory.mention_count == 2
    assert change.memory.confidence > first.confidence
    assert change.memory.etag != first.etag
    assert answer.revision == 2
    assert len(said(stub, user)) == 1


def test_the_same_statement_twice_in_one_request_is_one_memory(stub, user: str) -> None:
    answer = remember(stub, user, "I take the 8:15 train", "I TAKE the  8:15 train.", "别的事")
    actions = [change.action for change in answer.changes]
    assert actions == [
        pb.CHANGE_ACTION_CREATED,
        pb.CHANGE_ACTION_REINFORCED,
        pb.CHANGE_ACTION_CREATED,
    ]
    assert [change.item_index for change in answer.changes] == [0, 1, 2]
    assert answer.changes[1].memory.mention_count == 2
    assert answer.revision == 1
    assert len(said(stub, user)) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("五道口5号楼有我的房子", "五道口6号楼有我的房子"),
        ("My flat on 5th Street has a balcony", "My flat on 6th Street has a balcony"),
        ("小李是我的同事", "小林是我的同事"),
        ("I like coffee", "I like tea"),
    ],
)
def test_similar_is_not_same(stub, user: str, one: str, other: str) -> None:
    answer = remember(stub, user, one, other)
    ids = {change.memory.memory_id for change in answer.changes}
    assert len(ids) == 2
    assert {change.action for change in answer.changes} == {pb.CHANGE_ACTION_CREATED}
    assert set(said(stub, user)) == {one, other}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我住在五道口5号楼", "我住在五道口6号楼"),
        ("房租每个月三千九", "房租涨到了四千二"),
        ("I like coffee", "I don't like coffee"),
        ("我喜欢咖啡", "我不喜欢咖啡了"),
    ],
)
def test_what_contradicts_ends_the_earlier(stub, user: str, one: str, other: str) -> None:
    first = remember(stub, user, one).changes[0].memory
    (change,) = remember(stub, user, other).changes
    assert change.action == pb.CHANGE_ACTION_SUPERSEDED
    assert list(change.replaced_memory_ids) == [first.memory_id]
    assert change.memory.content == other
    assert change.memory.memory_id != first.memory_id
    assert said(stub, user) == [other]
    request = service.GetMemoryRequest(user_id=user, memory_id=first.memory_id)
    ended = stub.GetMemory(request, timeout=30).memory
    assert (ended.content, ended.state) == (one, pb.MEMORY_STATE_SUPERSEDED)
    assert ended.superseded_by == change.memory.memory_id
    assert ended.valid_to_time == change.memory.valid_from_time


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Does she like tea?", "Does she like tea"),
        ("我每周三晚上去打羽毛球", "我每个周三晚上都去打羽毛球"),
    ],
)
def test_what_says_nearly_the_same_is_merged(stub, user: str, one: str, other: str) -> None:
    first = remember(stub, user, one).changes[0].memory
    (change,) = remember(stub, user, other).changes
    assert change.action == pb.CHANGE_ACTION_MERGED
    assert change.memory.memory_id == first.memory_id
    assert change.memory.mention_count == 2
    assert len(said(stub, user)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我住在五道口5号楼", "我住在五道口6号楼"),
        ("I like coffee", "I don't like coffee"),
        ("Does she like tea?", "Does she like tea"),
        ("我每周三晚上去打羽毛球", "我每个周三晚上都去打羽毛球"),
    ],
)
def test_mode_exact_knows_the_same_statement_only(stub, user: str, one: str, other: str) -> None:
    exact = {"reconcile": pb.RECONCILE_MODE_EXACT}
    answer = remember(stub, user, one, other, one, **exact)
    assert [change.action for change in answer.changes] == [
        pb.CHANGE_ACTION_CREATED,
        pb.CHANGE_ACTION_CREATED,
        pb.CHANGE_ACTION_REINFORCED,
    ]
    assert set(said(stub, user)) == {one, other}


@pytest.mark.parametrize("secret", ["我的取款密码是我生日倒过来", "My PIN is 4921"])
def test_a_secret_is_rejected_and_the_rest_kept(stub, user: str, secret: str) -> None:
    answer = remember(stub, user, "我养了一只猫", secret, "I play the flute")
    assert [change.action for change in answer.changes] == [
        pb.CHANGE_ACTION_CREATED,
        pb.CHANGE_ACTION_REJECTED,
        pb.CHANGE_ACTION_CREATED,
    ]
    assert [change.item_index for change in answer.changes] == [0, 1, 2]
    rejected = answer.changes[1]
    assert not rejected.HasField("memory")
    assert "credential" in rejected.note
    assert set(said(stub, user)) == {"我养了一只猫", "I play the flute"}


def test_the_same_words_of_another_subject_are_another_memory(stub, user: str) -> None:
    mum = pb.NewMemory(content="是护士", subject="妈妈")
    sister = pb.NewMemory(content="是护士", subject="姐姐")
    answer = remember(stub, user, mum, sister)
    assert len({change.memory.memory_id for change in answer.changes}) == 2


def test_mode_off_always_adds(stub, user: str) -> None:
    for _ in range(2):
        request = service.RememberRequest(
            user_id=user,
            memories=[pb.NewMemory(content="今天下雨了")] * 2,
            reconcile=pb.RECONCILE_MODE_OFF,
        )
        answer = stub.Remember(request, timeout=30)
        assert {change.action for change in answer.changes} == {pb.CHANGE_ACTION_CREATED}
    assert len(said(stub, user)) == 4


def test_a_hundred_statements_are_one_revision(stub, user: str) -> None:
    answer = remember(stub, user, *(f"号码 {number} is my locker" for number in range(100)))
    assert answer.revision == 1
    assert [change.item_index for change in answer.changes] == list(range(100))
    assert len(said(stub, user)) == 100


def test_one_bad_item_stores_none(stub, user: str) -> None:
    remember(stub, user, "先前说过的话")
    bad = [pb.NewMemory(content="好的一句"), pb.NewMemory(content=" "), pb.NewMemory(content="x")]
    request = service.RememberRequest(user_id=user, memories=bad)
    refused = refusal(stub.Remember, request)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {"memories[1].content"}
    assert said(stub, user) == ["先前说过的话"]


def test_users_are_apart(stub, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    mine = remember(stub, one, "我的银行卡在抽屉里").changes[0].memory
    theirs = remember(stub, other, "我的银行卡在抽屉里").changes[0].memory
    # The namespace of ids is secret to the user: ids betray nothing across users.
    assert mine.memory_id != theirs.memory_id
    refused = refusal(
        stub.GetMemory, service.GetMemoryRequest(user_id=other, memory_id=mine.memory_id)
    )
    assert refused.code is grpc.StatusCode.NOT_FOUND
    forgotten = stub.Forget(
        service.ForgetRequest(user_id=other, ids=pb.MemoryIds(memory_ids=[mine.memory_id])),
        timeout=30,
    )
    assert forgotten.forgotten_count == 0
    assert len(said(stub, one)) == 1


@pytest.mark.parametrize("durability", [pb.DURABILITY_SYNCED, pb.DURABILITY_QUEUED])
def test_every_durability_is_accepted(stub, user: str, durability: int) -> None:
    request = service.RememberRequest(
        user_id=user, memories=[pb.NewMemory(content="周五交房租")], durability=durability
    )
    assert stub.Remember(request, timeout=30).revision == 1
    assert said(stub, user) == ["周五交房租"]
