"""The calls of ConversationService; see memory_calls for what holds for every method."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from myosotis import conversation_convert as converse
from myosotis import convert
from myosotis.calls import PagedCall, UnaryCall
from myosotis.conversation_values import (
    AppendResult,
    EmotionTrend,
    EndSessionResult,
    Profile,
    ReplyContext,
    Session,
    Turn,
)
from myosotis.enums import ContextFormat, ExtractionMode
from myosotis.v1 import conversation_service_pb2 as pb
from myosotis.values import IdentitySignals, TimeRange


def append_turns(
    user_id: str,
    session_id: str,
    turns: str | Turn | Sequence[str | Turn],
    *,
    extraction: ExtractionMode = ExtractionMode.UNSPECIFIED,
    request_id: str | None = None,
    time_zone: str = "",
    timeout: float | None = None,
) -> UnaryCall[AppendResult]:
    """Appends 1 to 100 turns, in the order in which they were said, to a session, new or not.

    What users tell in them is learnt in the background, or before the call returns (INLINE), or
    never (OFF). A turn that the session has already is passed over. `time_zone` is the user's IANA
    zone, in which "yesterday" is read (UTC if empty). Raises InvalidArgument, RequestIdReused,
    TurnIdReused, ResourceExhausted, StoreFull.

        client.append_turns("小雨", "monday", "我周三要去面试，好紧张")
        client.append_turns("小雨", "monday", Turn("别担心，你准备得很好", Role.ASSISTANT))
    """
    request = pb.AppendTurnsRequest(
        user_id=user_id,
        session_id=session_id,
        turns=converse.turn_messages(turns),
        extraction=convert.number(extraction),
        request_id=convert.request_id(request_id),
        time_zone=time_zone,
    )
    return UnaryCall("ConversationService/AppendTurns", request, converse.append_result, timeout)


def context(
    user_id: str,
    session_id: str = "",
    query: str = "",
    *,
    token_budget: int = 1024,
    format: ContextFormat = ContextFormat.UNSPECIFIED,
    language: str = "",
    recent_window: timedelta | None = None,
    persona: str = "",
    identity: IdentitySignals | None = None,
    timeout: float | None = None,
) -> UnaryCall[ReplyContext]:
    """What a model should know before it replies: what lasts, what happened, how the user feels,
    and the latest turns of the session, as messages or as text.

    Append what the user said first: it then comes last of the messages, and `query`, what the
    reply is to, need not be given. `token_budget` is 128 to 32,768; `recent_window` is how far back
    recent events reach (7 days if None); `persona`, your own instructions, is put first. Headings
    are in `language`, Chinese or English (the user's if empty). A user who is not known has no
    memories, which is no error. Raises InvalidArgument, Overloaded.

        context = client.context("小雨", "monday", persona="你是小雨的老朋友")
        reply = model.chat.completions.create(model=name, messages=context.chat_messages)
    """
    request = pb.GetContextRequest(
        user_id=user_id,
        session_id=session_id,
        query=query,
        token_budget=token_budget,
        format=convert.number(format),
        language=language,
        recent_window=convert.duration(recent_window),
        persona=persona,
        identity=convert.identity_message(identity),
    )
    return UnaryCall("ConversationService/GetContext", request, converse.context_value, timeout)


def end_session(
    user_id: str, session_id: str, *, timeout: float | None = None
) -> UnaryCall[EndSessionResult]:
    """Learns what still waits to be learnt, sums the session up and closes it.

    Sessions end by themselves when nothing was said for a while. Of one that has ended, the
    summary comes again; of one that is not known, none. Not retried: repeat it yourself if need be,
    which is safe. Raises InvalidArgument, StoreFull.

        summary = client.end_session("Rain", "monday").summary
        print(summary.content if summary else "nothing was said")
    """
    request = pb.EndSessionRequest(user_id=user_id, session_id=session_id)
    return UnaryCall(
        "ConversationService/EndSession", request, converse.end_session_result, timeout
    )


def sessions(
    user_id: str, *, page_size: int = 100, timeout: float | None = None
) -> PagedCall[Session]:
    """Iterates over a user's sessions, the one with the latest turn first.

    Fetched `page_size` (1 to 1,000) at a time as needed; `timeout` holds for each page.

        for session in client.sessions("小雨"):
            print(session.start_time, session.topic, session.turn_count)
    """
    request = pb.ListSessionsRequest(user_id=user_id, page_size=page_size)
    return PagedCall(
        "ConversationService/ListSessions",
        request,
        lambda page: tuple(converse.session_value(session) for session in page.sessions),
        timeout,
    )


def turns(
    user_id: str, session_id: str, *, page_size: int = 100, timeout: float | None = None
) -> PagedCall[Turn]:
    """Iterates over the turns of a session in the order in which they were said, none if unknown.

    Fetched `page_size` (1 to 1,000) at a time as needed; `timeout` holds for each page.

        for turn in client.turns("Rain", "monday"):
            print(turn.role.name, turn.content)
    """
    request = pb.ListTurnsRequest(user_id=user_id, session_id=session_id, page_size=page_size)
    return PagedCall(
        "ConversationService/ListTurns",
        request,
        lambda page: tuple(converse.turn_value(turn) for turn in page.turns),
        timeout,
    )


def emotion_trend(
    user_id: str,
    *,
    range: TimeRange | None = None,
    time_zone: str = "",
    timeout: float | None = None,
) -> UnaryCall[EmotionTrend]:
    """How the user has been feeling, by day of `time_zone` (an IANA zone; UTC if empty).

    Without a `range`, or its end, it goes up to now; without its start, over seven days.
    Raises InvalidArgument.

        trend = client.emotion_trend("小雨", time_zone="Asia/Shanghai")
        print(trend.summary, [(day.date, day.valence) for day in trend.days])
    """
    request = pb.GetEmotionTrendRequest(
        user_id=user_id, range=convert.range_message(range, "range"), time_zone=time_zone
    )
    return UnaryCall(
        "ConversationService/GetEmotionTrend",
        request,
        lambda response: converse.trend_value(response.trend),
        timeout,
    )


def profile(user_id: str, *, timeout: float | None = None) -> UnaryCall[Profile]:
    """What is known of the user: facts, preferences, habits, values, topics, and a summary.

    Empty for a user who is not known, which is no error.

        profile = client.profile("小雨")
        print(profile.summary, [topic.label for topic in profile.topics])
    """
    request = pb.GetProfileRequest(user_id=user_id)
    return UnaryCall("ConversationService/GetProfile", request, converse.profile_value, timeout)
