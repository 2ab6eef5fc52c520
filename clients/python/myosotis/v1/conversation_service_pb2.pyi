import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from myosotis.v1 import conversation_pb2 as _conversation_pb2
from myosotis.v1 import memory_pb2 as _memory_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AppendTurnsRequest(_message.Message):
    __slots__ = ("user_id", "session_id", "turns", "extraction", "request_id", "time_zone")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    EXTRACTION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    session_id: str
    turns: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.Turn]
    extraction: _conversation_pb2.ExtractionMode
    request_id: str
    time_zone: str
    def __init__(self, user_id: _Optional[str] = ..., session_id: _Optional[str] = ..., turns: _Optional[_Iterable[_Union[_conversation_pb2.Turn, _Mapping]]] = ..., extraction: _Optional[_Union[_conversation_pb2.ExtractionMode, str]] = ..., request_id: _Optional[str] = ..., time_zone: _Optional[str] = ...) -> None: ...

class AppendTurnsResponse(_message.Message):
    __slots__ = ("turns", "changes", "revision")
    TURNS_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    turns: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.Turn]
    changes: _containers.RepeatedCompositeFieldContainer[_memory_pb2.MemoryChange]
    revision: int
    def __init__(self, turns: _Optional[_Iterable[_Union[_conversation_pb2.Turn, _Mapping]]] = ..., changes: _Optional[_Iterable[_Union[_memory_pb2.MemoryChange, _Mapping]]] = ..., revision: _Optional[int] = ...) -> None: ...

class GetContextRequest(_message.Message):
    __slots__ = ("user_id", "session_id", "query", "token_budget", "format", "language", "recent_window", "persona", "identity")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_BUDGET_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    RECENT_WINDOW_FIELD_NUMBER: _ClassVar[int]
    PERSONA_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    session_id: str
    query: str
    token_budget: int
    format: _conversation_pb2.ContextFormat
    language: str
    recent_window: _duration_pb2.Duration
    persona: str
    identity: _memory_pb2.IdentitySignals
    def __init__(self, user_id: _Optional[str] = ..., session_id: _Optional[str] = ..., query: _Optional[str] = ..., token_budget: _Optional[int] = ..., format: _Optional[_Union[_conversation_pb2.ContextFormat, str]] = ..., language: _Optional[str] = ..., recent_window: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., persona: _Optional[str] = ..., identity: _Optional[_Union[_memory_pb2.IdentitySignals, _Mapping]] = ...) -> None: ...

class GetContextResponse(_message.Message):
    __slots__ = ("messages", "text", "profile", "recent_events", "relevant", "emotion_trend", "last_topic", "tone", "token_count", "truncated_sections")
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    RECENT_EVENTS_FIELD_NUMBER: _ClassVar[int]
    RELEVANT_FIELD_NUMBER: _ClassVar[int]
    EMOTION_TREND_FIELD_NUMBER: _ClassVar[int]
    LAST_TOPIC_FIELD_NUMBER: _ClassVar[int]
    TONE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_SECTIONS_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.ContextMessage]
    text: str
    profile: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    recent_events: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    relevant: _containers.RepeatedCompositeFieldContainer[_memory_pb2.RecalledMemory]
    emotion_trend: _conversation_pb2.EmotionTrend
    last_topic: str
    tone: _conversation_pb2.ToneHint
    token_count: int
    truncated_sections: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, messages: _Optional[_Iterable[_Union[_conversation_pb2.ContextMessage, _Mapping]]] = ..., text: _Optional[str] = ..., profile: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., recent_events: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., relevant: _Optional[_Iterable[_Union[_memory_pb2.RecalledMemory, _Mapping]]] = ..., emotion_trend: _Optional[_Union[_conversation_pb2.EmotionTrend, _Mapping]] = ..., last_topic: _Optional[str] = ..., tone: _Optional[_Union[_conversation_pb2.ToneHint, _Mapping]] = ..., token_count: _Optional[int] = ..., truncated_sections: _Optional[_Iterable[str]] = ...) -> None: ...

class EndSessionRequest(_message.Message):
    __slots__ = ("user_id", "session_id")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    session_id: str
    def __init__(self, user_id: _Optional[str] = ..., session_id: _Optional[str] = ...) -> None: ...

class EndSessionResponse(_message.Message):
    __slots__ = ("summary", "changes")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    summary: _memory_pb2.Memory
    changes: _containers.RepeatedCompositeFieldContainer[_memory_pb2.MemoryChange]
    def __init__(self, summary: _Optional[_Union[_memory_pb2.Memory, _Mapping]] = ..., changes: _Optional[_Iterable[_Union[_memory_pb2.MemoryChange, _Mapping]]] = ...) -> None: ...

class ListSessionsRequest(_message.Message):
    __slots__ = ("user_id", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListSessionsResponse(_message.Message):
    __slots__ = ("sessions", "next_page_token")
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    sessions: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.Session]
    next_page_token: str
    def __init__(self, sessions: _Optional[_Iterable[_Union[_conversation_pb2.Session, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListTurnsRequest(_message.Message):
    __slots__ = ("user_id", "session_id", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    session_id: str
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., session_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTurnsResponse(_message.Message):
    __slots__ = ("turns", "next_page_token")
    TURNS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    turns: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.Turn]
    next_page_token: str
    def __init__(self, turns: _Optional[_Iterable[_Union[_conversation_pb2.Turn, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetEmotionTrendRequest(_message.Message):
    __slots__ = ("user_id", "range", "time_zone")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    range: _memory_pb2.TimeRange
    time_zone: str
    def __init__(self, user_id: _Optional[str] = ..., range: _Optional[_Union[_memory_pb2.TimeRange, _Mapping]] = ..., time_zone: _Optional[str] = ...) -> None: ...

class GetEmotionTrendResponse(_message.Message):
    __slots__ = ("trend",)
    TREND_FIELD_NUMBER: _ClassVar[int]
    trend: _conversation_pb2.EmotionTrend
    def __init__(self, trend: _Optional[_Union[_conversation_pb2.EmotionTrend, _Mapping]] = ...) -> None: ...

class GetProfileRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class GetProfileResponse(_message.Message):
    __slots__ = ("facts", "preferences", "habits", "values", "topics", "summary")
    FACTS_FIELD_NUMBER: _ClassVar[int]
    PREFERENCES_FIELD_NUMBER: _ClassVar[int]
    HABITS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    preferences: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    habits: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    values: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    topics: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.Topic]
    summary: str
    def __init__(self, facts: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., preferences: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., habits: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., topics: _Optional[_Iterable[_Union[_conversation_pb2.Topic, _Mapping]]] = ..., summary: _Optional[str] = ...) -> None: ...

class WatchMemoriesRequest(_message.Message):
    __slots__ = ("user_id", "after_revision")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_REVISION_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    after_revision: int
    def __init__(self, user_id: _Optional[str] = ..., after_revision: _Optional[int] = ...) -> None: ...

class WatchMemoriesResponse(_message.Message):
    __slots__ = ("revision", "change")
    REVISION_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    revision: int
    change: _memory_pb2.MemoryChange
    def __init__(self, revision: _Optional[int] = ..., change: _Optional[_Union[_memory_pb2.MemoryChange, _Mapping]] = ...) -> None: ...
