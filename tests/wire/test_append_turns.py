"""AppendTurns on the wire: turns go in, what they tell comes out, at once or a little later."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

import grpc
import pytest

from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import conversation_service_pb2_grpc as talk_grpc
from myosotis.v1 import memory_pb2 as pb
from running.patience import eventually
from running.refusals import refusal
from running.server import RunningServer
from wire.saying import BACKGROUND, INLINE, OFF, append, instant, listed, remember, said

USER, ASSISTANT = talk_pb.ROLE_USER, talk_pb.ROLE_ASSISTANT
CITIES = [
    *("北京", "上海", "广州", "深圳", "成都", "重庆", "天津", "武汉"),
    *("西安", "南京", "杭州", "苏州", "长沙", "郑州", "青岛", "大连"),
]


def turn(content: str, turn_id: str = "", role: Any = USER, **fields: Any) -> talk_pb.Turn:
    return talk_pb.Turn(turn_id=turn_id, role=role, content=content, **fields)


@pytest.mark.parametrize(
    ("content", "key", "value"),
    [("我住在成都", "home_city", "成都"), ("I live in Lisbon", "home_city", "Lisbon")],
)
def test_what_is_told_is_answered_and_known(stub, talk, user: str, content, key, value) -> None:
    answer = append(
        talk,
        user,
        turn("在吗？"),
        turn("Yes!", role=ASSISTANT),
        turn(content, "t3", speaker="小明"),
    )
    assert [each.content for each in answer.turns] == ["在吗？", "Yes!", content]
    assert all(each.turn_id for each in answer.turns)
    assert answer.turns[2].turn_id == "t3"
    assert answer.turns[2].speaker == "小明"
    assert [each.emotion for each in answer.turns][1] == pb.EMOTION_UNSPECIFIED
    assert answer.turns[2].emotion != pb.EMOTION_UNSPECIFIED
    [change] = answer.changes
    assert (change.action, change.item_index) == (pb.CHANGE_ACTION_CREATED, 2)
    memory = change.memory
    assert (memory.content, memory.attribute.key, memory.attribute.value) == (content, key, value)
    assert (memory.kind, memory.user_id) == (pb.MEMORY_KIND_FACT, user)
    assert memory.importance >= 0.8
    assert [(each.session_id, each.turn_id) for each in memory.sources] == [("s1", "t3")]
    assert listed(stub, user) == [memory]


def test_times_and_zones(stub, talk, user: str) -> None:
    """At 20 o'clock in Greenwich, yesterday is another day in Shanghai."""
    late = turn("我昨天搬家了", say_time=instant(2026, 3, 10, 20))
    [change] = append(talk, user, late, time_zone="Asia/Shanghai").changes
    assert change.memory.create_time == instant(2026, 3, 10, 20)
    day = change.memory.event_time.ToDatetime()
    assert instant(2026, 3, 9, 16).ToDatetime() <= day < instant(2026, 3, 10, 16).ToDatetime()


@pytest.mark.parametrize("mode", [BACKGROUND, talk_pb.EXTRACTION_MODE_UNSPECIFIED])
def test_in_the_background_it_shows_within_seconds(stub, talk, user: str, mode: Any) -> None:
    contents = ["我住在成都", "I'm allergic to peanuts", "我养了一只叫豆豆的猫"]
    answer = append(talk, user, *contents, extraction=mode)
    assert list(answer.changes) == []
    found = eventually(lambda: said(stub, user), lambda known: len(known) == 3)
    assert set(found) == set(contents)


def test_off_learns_nothing(stub, talk, user: str) -> None:
    append(talk, user, turn("我住在成都", "t1"), extraction=OFF)
    append(talk, user, turn("我住在成都", "t1"), turn("I play the flute", "t2"))
    assert said(stub, user) == ["I play the flute"]


def test_secrets_are_masked_and_refused(stub, talk, user: str) -> None:
    answer = append(
        talk,
        user,
        "我的手机号是13812345678",
        "我的密码是 hunter2-XY99",
        "My card number is 4111 1111 1111 1111",
    )
    assert "13812345678" not in str(answer)
    assert "hunter2" not in str(answer)
    assert "4111" not in str(answer)
    assert [each.action for each in answer.changes][1:] == [pb.CHANGE_ACTION_REJECTED] * 2
    for change in list(answer.changes)[1:]:
        assert not change.HasField("memory")
        assert change.note
    assert said(stub, user) == ["我的手机号是[手机号]"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("忘了我面试的事吧", "我下周有一场面试"),
        ("Forget about my interview", "I have an interview next week"),
    ],
)
def test_what_would_be_forgotten_is_told(stub, talk, user: str, asked: str, meant: str) -> None:
    append(talk, user, meant, "我养了一只猫")
    [change] = append(talk, user, asked).changes
    assert (change.action, change.memory.content) == (pb.CHANGE_ACTION_FORGOTTEN, meant)
    assert set(said(stub, user)) == {meant, "我养了一只猫"}


@pytest.mark.parametrize(
    ("wrong", "correction", "right"),
    [
        ("我的面试在周四", "不对，是周五", "我的面试在周五"),
        ("My interview is on Thursday", "No, it's on Friday", "My interview is on Friday"),
    ],
)
def test_a_correction_in_a_later_call(stub, talk, user: str, wrong, correction, right) -> None:
    append(talk, user, wrong)
    append(talk, user, correction)
    assert said(stub, user) == [right]


def test_bids_in_a_later_call(stub, talk, user: str) -> None:
    append(talk, user, "我养了一只猫叫豆豆")
    append(talk, user, "记住这个")
    append(talk, user, "I play the flute")
    append(talk, user, "Don't remember that.")
    known = {memory.content: memory.pinned for memory in listed(stub, user)}
    assert known == {"我养了一只猫叫豆豆": True}


def test_a_repeated_request_is_answered_as_before(stub, talk, user: str) -> None:
    key = str(uuid.uuid4())
    first = append(talk, user, "我住在成都", "My PIN is 4921", request_id=key)
    append(talk, user, "我住在成都")
    assert append(talk, user, "我住在成都", "My PIN is 4921", request_id=key) == first
    [memory] = listed(stub, user)
    assert memory.mention_count == 2
    request = talk_service.AppendTurnsRequest(
        user_id=user, session_id="s1", turns=[turn("我住在上海")], request_id=key
    )
    refused = refusal(talk.AppendTurns, request)
    assert (refused.code, refused.reason) == (
        grpc.StatusCode.ALREADY_EXISTS,
        "REQUEST_ID_REUSED",
    )


def test_a_turn_id_for_something_else_is_refused_whole(stub, talk, user: str) -> None:
    append(talk, user, turn("我住在成都", "t1"))
    request = talk_service.AppendTurnsRequest(
        user_id=user,
        session_id="s1",
        turns=[turn("I play the flute", "t2"), turn("我住在上海", "t1")],
        extraction=INLINE,
    )
    refused = refusal(talk.AppendTurns, request)
    assert refused.code is grpc.StatusCode.ALREADY_EXISTS
    assert refused.reason == "TURN_ID_REUSED"
    assert refused.metadata["request_id"]
    assert "上海" not in refused.message
    assert said(stub, user) == ["我住在成都"]
    # The id of the turn that was refused with it is still free.
    assert len(append(talk, user, turn("I like tea", "t2")).changes) == 1


def test_turns_and_statements_meet(stub, talk, user: str) -> None:
    known = remember(stub, user, "我住在成都").changes[0].memory
    [change] = append(talk, user, "我搬到了上海").changes
    assert change.action == pb.CHANGE_ACTION_SUPERSEDED
    assert list(change.replaced_memory_ids) == [known.memory_id]


async def test_many_turns_at_once_are_each_learnt_once(
    server: RunningServer, stub, user: str
) -> None:
    homes = [f"我住在{city}" for city in CITIES]
    async with grpc.aio.insecure_channel(server.address) as channel:
        aio = talk_grpc.ConversationServiceStub(channel)
        await asyncio.gather(
            *(append(aio, user, each, "I play the flute", session=each) for each in homes)
        )
    flute, home = sorted(listed(stub, user), key=lambda memory: memory.content)
    assert (flute.content, flute.mention_count) == ("I play the flute", len(homes))
    assert home.content in homes
    everything = listed(stub, user, filter=pb.MemoryFilter(include_superseded=True))
    assert {memory.content for memory in everything} == {"I play the flute", *homes}
