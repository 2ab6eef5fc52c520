"""Turns and sessions, moods, profiles and contexts: to messages and from them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from myosotis import convert
from myosotis.conversation_values import (
    AppendResult,
    ContextMessage,
    EmotionDay,
    EmotionTrend,
    EndSessionResult,
    Profile,
    ReplyContext,
    Session,
    ToneHint,
    Topic,
    Turn,
    WatchedChange,
)
from myosotis.enums import Emotion, Role
from myosotis.v1 import conversation_pb2 as pb
from myosotis.v1 import conversation_service_pb2 as service_pb


def turn_messages(value: str | Turn | Sequence[str | Turn]) -> list[pb.Turn]:
    """A bare str is what the user said. Raises ValueError for a naive datetime."""
    items = [value] if isinstance(value, (str, Turn)) else value
    return [_turn_message(Turn(item) if isinstance(item, str) else item) for item in items]


def _turn_message(value: Turn) -> pb.Turn:
    return pb.Turn(
        turn_id=value.turn_id,
        role=convert.number(value.role),
        content=value.content,
        speaker=value.speaker,
        say_time=convert.timestamp(value.say_time, "say_time"),
    )


def turn_value(message: pb.Turn) -> Turn:
    return Turn(
        content=message.content,
        role=Role(message.role),
        turn_id=message.turn_id,
        speaker=message.speaker,
        say_time=convert.moment(message, "say_time"),
        emotion=Emotion(message.emotion),
        emotion_intensity=convert.shortest_float(message.emotion_intensity),
    )


def append_result(response: service_pb.AppendTurnsResponse) -> AppendResult:
    return AppendResult(
        turns=tuple(turn_value(turn) for turn in response.turns),
        changes=convert.change_values(response.changes),
        revision=response.revision,
    )


def session_value(message: pb.Session) -> Session:
    return Session(
        session_id=message.session_id,
        start_time=convert.moment(message, "start_time"),
        last_turn_time=convert.moment(message, "last_turn_time"),
        end_time=convert.moment(message, "end_time"),
        turn_count=message.turn_count,
        topic=message.topic,
        dominant_emotion=Emotion(message.dominant_emotion),
    )


def end_session_result(response: service_pb.EndSessionResponse) -> EndSessionResult:
    summary = convert.memory_value(response.summary) if response.HasField("summary") else None
    return EndSessionResult(summary, convert.change_values(response.changes))


def trend_value(message: pb.EmotionTrend) -> EmotionTrend:
    return EmotionTrend(
        days=tuple(
            EmotionDay(
                date=datetime.date.fromisoformat(day.date),
                shares=_shares(day.shares),
                turn_count=day.turn_count,
                valence=convert.shortest_float(day.valence),
            )
            for day in message.days
        ),
        dominant=Emotion(message.dominant),
        volatile=message.volatile,
        slope=convert.shortest_float(message.slope),
        summary=message.summary,
    )


def _shares(by_name: Mapping[str, float]) -> dict[Emotion, float]:
    shares: dict[Emotion, float] = {}
    for name, share in by_name.items():
        emotion = Emotion.__members__.get(name, Emotion.UNSPECIFIED)
        shares[emotion] = shares.get(emotion, 0.0) + convert.shortest_float(share)
    return shares


def profile_value(response: service_pb.GetProfileResponse) -> Profile:
    return Profile(
        facts=convert.memory_values(response.facts),
        preferences=convert.memory_values(response.preferences),
        habits=convert.memory_values(response.habits),
        values=convert.memory_values(response.values),
        topics=tuple(
            Topic(
                label=topic.label,
                memory_count=topic.memory_count,
                last_time=convert.moment(topic, "last_time"),
                memory_ids=tuple(topic.memory_ids),
            )
            for topic in response.topics
        ),
        summary=response.summary,
    )


def context_value(response: service_pb.GetContextResponse) -> ReplyContext:
    return ReplyContext(
        messages=tuple(
            ContextMessage(Role(message.role), message.content) for message in response.messages
        ),
        text=response.text,
        profile=convert.memory_values(response.profile),
        recent_events=convert.memory_values(response.recent_events),
        relevant=tuple(convert.recalled_value(memory) for memory in response.relevant),
        emotion_trend=trend_value(response.emotion_trend),
        last_topic=response.last_topic,
        tone=ToneHint(
            emotion=Emotion(response.tone.emotion),
            intensity=convert.shortest_float(response.tone.intensity),
            empathy=convert.shortest_float(response.tone.empathy),
            guidance=response.tone.guidance,
            solution_first=response.tone.solution_first,
        ),
        token_count=response.token_count,
        truncated_sections=tuple(response.truncated_sections),
    )


def watched_change(response: service_pb.WatchMemoriesResponse) -> WatchedChange:
    return WatchedChange(response.revision, convert.change_value(response.change))
