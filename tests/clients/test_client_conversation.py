"""Turns, sessions, contexts, moods and profiles of both clients, in both languages."""

from __future__ import annotations

import uuid
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

import myosotis
from clients.fake_memory_server import FakeMemoryServer
from myosotis import (
    ChangeAction,
    ContextFormat,
    Emotion,
    ExtractionMode,
    IdentitySignals,
    Role,
    TimeRange,
    Turn,
)
from myosotis.v1 import conversation_pb2 as pb
from myosotis.v1 import conversation_service_pb2 as service_pb
from myosotis.v1 import memory_pb2

SHANGHAI = timezone(timedelta(hours=8))
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize("said", ["我升职了！", "I got the job!"])
def test_turns_are_appended_and_come_back_as_they_are_kept(
    client: Any, server: FakeMemoryServer, said: str
) -> None:
    time = datetime(2026, 3, 1, 8, tzinfo=SHANGHAI)
    answer = client.append_turns(
        "ada",
        "monday",
        [said, Turn("恭喜!", Role.ASSISTANT, "a1", speaker="bot", say_time=time)],
        extraction=ExtractionMode.INLINE,
        time_zone="Asia/Shanghai",
    )
    (request,) = server.requests
    assert (request.session_id, request.extraction) == ("monday", 2)
    assert request.time_zone == "Asia/Shanghai"
    assert uuid.UUID(request.request_id).version == 4
    assert [turn.role for turn in request.turns] == [1, 2]
    assert answer.revision == 7
    assert [change.memory.content for change in answer.changes] == [said]
    first, second = answer.turns
    assert (first.content, first.turn_id, first.role) == (said, "t0", Role.USER)
    assert (first.emotion, first.emotion_intensity) == (Emotion.HAPPY, 0.7)
    assert (second.turn_id, second.speaker, second.say_time) == ("a1", "bot", time)


def test_one_turn_needs_no_list(client: Any, server: FakeMemoryServer) -> None:
    client.append_turns("ada", "s", "hello")
    assert [turn.content for turn in server.requests[0].turns] == ["hello"]
    assert server.requests[0].extraction == 0


@pytest.mark.parametrize(
    ("heading", "said"),
    [("你认识这位用户", "我面试通过了！"), ("You know this user", "I got the job! 🎉")],
)
def test_a_context_is_ready_for_a_chat_model(
    client: Any, server: FakeMemoryServer, heading: str, said: str
) -> None:
    server.conversation.context = service_pb.GetContextResponse(
        messages=[
            pb.ContextMessage(role=pb.ROLE_SYSTEM, content=heading),
            pb.ContextMessage(role=pb.ROLE_ASSISTANT, content="…"),
            pb.ContextMessage(role=pb.ROLE_USER, content=said),
        ]
    )
    context = client.context("ada", "monday")
    assert context.chat_messages == [
        {"role": "system", "content": heading},
        {"role": "assistant", "content": "…"},
        {"role": "user", "content": said},
    ]
    assert context.messages[2].role is Role.USER
    context.chat_messages.append({"role": "user", "content": "more"})
    assert len(context.chat_messages) == 3
    assert (context.text, context.profile, context.tone.guidance) == ("", (), "")


def test_the_parts_of_a_context_come_out(client: Any, server: FakeMemoryServer) -> None:
    tea, cat, talk = (memory_pb2.Memory(content=each) for each in ("爱喝茶", "has a cat", "面试"))
    server.conversation.context = service_pb.GetContextResponse(
        text="你认识这位用户…",
        profile=[tea],
        recent_events=[talk],
        relevant=[memory_pb2.RecalledMemory(memory=cat, score=0.7)],
        emotion_trend=pb.EmotionTrend(dominant=memory_pb2.EMOTION_TIRED, summary="这几天很累。"),
        last_topic="面试",
        tone=pb.ToneHint(
            emotion=memory_pb2.EMOTION_ANXIOUS,
            intensity=0.6,
            empathy=0.9,
            guidance="先安慰，别说教",
            solution_first=True,
        ),
        token_count=120,
        truncated_sections=["recent_events", "window"],
    )
    context = client.context("ada", format=ContextFormat.TEXT)
    assert context.text == "你认识这位用户…"
    assert context.chat_messages == []
    assert [memory.content for memory in context.profile] == ["爱喝茶"]
    assert [memory.content for memory in context.recent_events] == ["面试"]
    assert [(hit.memory.content, hit.score) for hit in context.relevant] == [("has a cat", 0.7)]
    assert context.emotion_trend.summary == "这几天很累。"
    assert context.emotion_trend.dominant is Emotion.TIRED
    assert context.last_topic == "面试"
    assert context.tone == myosotis.ToneHint(Emotion.ANXIOUS, 0.6, 0.9, "先安慰，别说教", True)
    assert context.token_count == 120
    assert context.truncated_sections == ("recent_events", "window")


def test_context_passes_everything_on(client: Any, server: FakeMemoryServer) -> None:
    client.context(
        "ada",
        "monday",
        "我该穿什么？",
        token_budget=512,
        format=ContextFormat.MESSAGES,
        language="zh",
        recent_window=timedelta(days=3),
        persona="你是老朋友",
        identity=IdentitySignals(device_id="phone"),
    )
    (request,) = server.requests
    assert (request.user_id, request.session_id, request.query) == ("ada", "monday", "我该穿什么？")
    assert (request.token_budget, request.format, request.language) == (512, 1, "zh")
    assert request.recent_window.ToTimedelta() == timedelta(days=3)
    assert (request.persona, request.identity.device_id) == ("你是老朋友", "phone")


def test_context_asks_for_nothing_in_particular_unless_told(
    client: Any, server: FakeMemoryServer
) -> None:
    client.context("ada")
    (request,) = server.requests
    named = {field.name: value for field, value in request.ListFields()}
    assert named == {"user_id": "ada", "token_budget": 1024}


def test_a_session_ends_with_its_summary(client: Any, server: FakeMemoryServer) -> None:
    summary = memory_pb2.Memory(content="聊了面试", kind=memory_pb2.MEMORY_KIND_SUMMARY)
    change = memory_pb2.MemoryChange(action=memory_pb2.CHANGE_ACTION_CREATED, memory=summary)
    server.conversation.ended = service_pb.EndSessionResponse(summary=summary, changes=[change])
    ended = client.end_session("ada", "monday")
    assert (server.requests[0].user_id, server.requests[0].session_id) == ("ada", "monday")
    assert (ended.summary.content, ended.summary.kind) == ("聊了面试", myosotis.Kind.SUMMARY)
    assert [each.action for each in ended.changes] == [ChangeAction.CREATED]


def test_a_session_of_which_nothing_is_known_has_no_summary(client: Any) -> None:
    assert client.end_session("ada", "never") == myosotis.EndSessionResult(None, ())


def test_sessions_go_over_pages_as_needed(client: Any, server: FakeMemoryServer) -> None:
    open_session = pb.Session(session_id="周二", turn_count=2)
    open_session.start_time.FromDatetime(NOON)
    ended = pb.Session(
        session_id="monday", topic="面试", dominant_emotion=memory_pb2.EMOTION_ANXIOUS
    )
    ended.end_time.FromDatetime(NOON)
    server.conversation.sessions = [
        service_pb.ListSessionsResponse(sessions=[open_session]),
        service_pb.ListSessionsResponse(sessions=[ended]),
    ]
    first, second = client.sessions("ada", page_size=1)
    assert (first.session_id, first.turn_count, first.start_time) == ("周二", 2, NOON)
    assert (first.end_time, first.last_turn_time, first.topic) == (None, None, "")
    assert (second.topic, second.dominant_emotion) == ("面试", Emotion.ANXIOUS)
    assert second.end_time == NOON
    assert [request.page_token for request in server.requests] == ["", "1"]
    assert {request.page_size for request in server.requests} == {1}
    server.requests.clear()
    next(iter(client.sessions("ada")))
    assert len(server.requests) == 1


def test_turns_go_over_pages_as_needed(client: Any, server: FakeMemoryServer) -> None:
    server.conversation.turns = [
        service_pb.ListTurnsResponse(turns=[pb.Turn(content="早", role=pb.ROLE_USER)]),
        service_pb.ListTurnsResponse(turns=[pb.Turn(content="Hi!", role=pb.ROLE_ASSISTANT)]),
    ]
    assert list(client.turns("ada", "monday", page_size=1)) == [
        Turn("早"),
        Turn("Hi!", Role.ASSISTANT),
    ]
    assert [each.session_id for each in server.requests] == ["monday"] * 2


def test_a_trend_tells_each_day(client: Any, server: FakeMemoryServer) -> None:
    days = [
        pb.EmotionDay(
            date="2026-03-01", shares={"ANXIOUS": 0.7, "CALM": 0.3}, turn_count=10, valence=-0.4
        ),
        pb.EmotionDay(date="2026-03-03", shares={"AWED": 0.2, "SMITTEN": 0.8}),
    ]
    server.conversation.trend.trend.MergeFrom(
        pb.EmotionTrend(days=days, volatile=True, slope=0.15, summary="慢慢好起来了。")
    )
    trend = client.emotion_trend(
        "ada",
        range=TimeRange(datetime(2026, 3, 1, tzinfo=SHANGHAI), datetime(2026, 3, 8, tzinfo=UTC)),
        time_zone="Asia/Shanghai",
    )
    first, second = trend.days
    assert first == myosotis.EmotionDay(
        date(2026, 3, 1), {Emotion.ANXIOUS: 0.7, Emotion.CALM: 0.3}, 10, -0.4
    )
    assert second.shares == {Emotion.UNSPECIFIED: 1.0}, "emotions of a newer server"
    assert (trend.dominant, trend.volatile, trend.slope) == (Emotion.UNSPECIFIED, True, 0.15)
    assert trend.summary == "慢慢好起来了。"
    (request,) = server.requests
    assert request.range.start_time.ToDatetime(UTC) == datetime(2026, 2, 28, 16, tzinfo=UTC)
    assert request.range.end_time.ToDatetime(UTC) == datetime(2026, 3, 8, tzinfo=UTC)
    assert request.time_zone == "Asia/Shanghai"


def test_a_trend_of_no_range_asks_for_none(client: Any, server: FakeMemoryServer) -> None:
    assert client.emotion_trend("ada") == myosotis.EmotionTrend()
    assert not server.requests[0].HasField("range")


def test_a_profile_tells_what_is_known(client: Any, server: FakeMemoryServer) -> None:
    topic = pb.Topic(label="猫 / cats", memory_count=3, memory_ids=["m1", "m2"])
    topic.last_time.FromDatetime(NOON)
    server.conversation.profile = service_pb.GetProfileResponse(
        **{
            name: [memory_pb2.Memory(content=name)]
            for name in ("facts", "preferences", "habits", "values")
        },
        topics=[topic],
        summary="小雨住在成都。",
    )
    profile = client.profile("ada")
    for name in ("facts", "preferences", "habits", "values"):
        assert [memory.content for memory in getattr(profile, name)] == [name]
    assert profile.topics == (myosotis.Topic("猫 / cats", 3, NOON, ("m1", "m2")),)
    assert profile.summary == "小雨住在成都。"


def test_a_user_who_is_not_known_has_an_empty_profile(client: Any) -> None:
    profile = client.profile("nobody")
    assert not any(getattr(profile, field.name) for field in fields(profile))
