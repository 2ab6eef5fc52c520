"""Sessions, moods, profiles and contexts, from requests and into responses."""

from typing import Any

from myosotis.v1 import conversation_pb2 as pb
from myosotis.v1 import conversation_service_pb2 as service_pb
from myosotis_server.memory.affect import EmotionTrend
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import DAY, Owner
from myosotis_server.service.context import ContextQuestion, ReplyContext
from myosotis_server.service.profile import Profile
from myosotis_server.understanding.briefing_parts import ContextFormat
from myosotis_server.wire.requests import CONTENT_BYTES, NAME_BYTES
from myosotis_server.wire.responses import memory, moment, number, recalled
from myosotis_server.wire.validate import Checker

PERSONA_BYTES = 32_768
LEAST_BUDGET = 128
MOST_BUDGET = 32_768
USUAL_BUDGET = 1_024
LONGEST_WINDOW_SECONDS = 366 * 86_400
USUAL_WINDOW = 7 * DAY
LANGUAGE_BYTES = 35
"""Of the longest BCP 47 tags in use (RFC 5646, section 4.4.1)."""


def context_question(check: Checker, request: service_pb.GetContextRequest) -> ContextQuestion:
    budget = request.token_budget or USUAL_BUDGET
    if not LEAST_BUDGET <= budget <= MOST_BUDGET:
        check.note("token_budget", f"must be {LEAST_BUDGET} to {MOST_BUDGET}, or 0")
    window = USUAL_WINDOW
    if request.HasField("recent_window"):
        window = check.duration("recent_window", request.recent_window, LONGEST_WINDOW_SECONDS)
    return ContextQuestion(
        session_id=check.text("session_id", request.session_id, NAME_BYTES),
        query=check.text("query", request.query, CONTENT_BYTES),
        token_budget=budget,
        format=check.enum("format", request.format, ContextFormat),
        language=check.text("language", request.language, LANGUAGE_BYTES),
        recent_window=window,
        persona=check.text("persona", request.persona, PERSONA_BYTES),
    )


def context(owner: Owner, value: ReplyContext) -> service_pb.GetContextResponse:
    rendered = value.rendered
    tone = pb.ToneHint(
        emotion=number(value.tone.emotion),
        intensity=value.tone.intensity,
        empathy=value.tone.empathy,
        guidance=value.tone.guidance,
        solution_first=value.tone.solution_first,
    )
    return service_pb.GetContextResponse(
        messages=[
            pb.ContextMessage(role=number(role), content=content)
            for role, content in rendered.messages
        ],
        text=rendered.text,
        profile=[memory(owner, each) for each in value.profile],
        recent_events=[memory(owner, each) for each in value.recent_events],
        relevant=[recalled(owner, each) for each in value.relevant],
        emotion_trend=trend(value.trend, value.trend_sentence),
        last_topic=value.last_topic,
        tone=tone,
        token_count=rendered.token_count,
        truncated_sections=rendered.truncated,
    )


def trend(value: EmotionTrend, summary: str) -> pb.EmotionTrend:
    return pb.EmotionTrend(
        days=[
            pb.EmotionDay(
                date=day.date.isoformat(),
                shares={emotion.name: share for emotion, share in day.shares.items()},
                turn_count=day.turn_count,
                valence=day.valence,
            )
            for day in value.days
        ],
        dominant=number(value.dominant),
        volatile=value.volatile,
        slope=value.slope,
        summary=summary,
    )


def session(value: Session) -> pb.Session:
    fields: dict[str, Any] = {
        "session_id": value.session_id,
        "start_time": moment(value.start_time),
        "last_turn_time": moment(value.last_turn_time),
        "turn_count": value.turn_count,
        "topic": value.topic,
        "dominant_emotion": number(value.dominant_emotion),
    }
    if value.end_time is not None:
        fields["end_time"] = moment(value.end_time)
    return pb.Session(**fields)


def profile(owner: Owner, value: Profile) -> service_pb.GetProfileResponse:
    return service_pb.GetProfileResponse(
        facts=[memory(owner, each) for each in value.facts],
        preferences=[memory(owner, each) for each in value.preferences],
        habits=[memory(owner, each) for each in value.habits],
        values=[memory(owner, each) for each in value.values],
        topics=[
            pb.Topic(
                label=each.label,
                memory_count=len(each.memory_ids),
                last_time=moment(each.last_time),
                memory_ids=each.memory_ids,
            )
            for each in value.topics
        ],
        summary=value.summary,
    )
