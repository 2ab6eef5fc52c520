import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from myosotis.v1 import memory_pb2 as _memory_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNSPECIFIED: _ClassVar[Role]
    ROLE_USER: _ClassVar[Role]
    ROLE_ASSISTANT: _ClassVar[Role]
    ROLE_SYSTEM: _ClassVar[Role]

class ExtractionMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXTRACTION_MODE_UNSPECIFIED: _ClassVar[ExtractionMode]
    EXTRACTION_MODE_BACKGROUND: _ClassVar[ExtractionMode]
    EXTRACTION_MODE_INLINE: _ClassVar[ExtractionMode]
    EXTRACTION_MODE_OFF: _ClassVar[ExtractionMode]

class ContextFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONTEXT_FORMAT_UNSPECIFIED: _ClassVar[ContextFormat]
    CONTEXT_FORMAT_MESSAGES: _ClassVar[ContextFormat]
    CONTEXT_FORMAT_TEXT: _ClassVar[ContextFormat]
ROLE_UNSPECIFIED: Role
ROLE_USER: Role
ROLE_ASSISTANT: Role
ROLE_SYSTEM: Role
EXTRACTION_MODE_UNSPECIFIED: ExtractionMode
EXTRACTION_MODE_BACKGROUND: ExtractionMode
EXTRACTION_MODE_INLINE: ExtractionMode
EXTRACTION_MODE_OFF: ExtractionMode
CONTEXT_FORMAT_UNSPECIFIED: ContextFormat
CONTEXT_FORMAT_MESSAGES: ContextFormat
CONTEXT_FORMAT_TEXT: ContextFormat

class Turn(_message.Message):
    __slots__ = ("turn_id", "role", "content", "speaker", "say_time", "emotion", "emotion_intensity")
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    SPEAKER_FIELD_NUMBER: _ClassVar[int]
    SAY_TIME_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    EMOTION_INTENSITY_FIELD_NUMBER: _ClassVar[int]
    turn_id: str
    role: Role
    content: str
    speaker: str
    say_time: _timestamp_pb2.Timestamp
    emotion: _memory_pb2.Emotion
    emotion_intensity: float
    def __init__(self, turn_id: _Optional[str] = ..., role: _Optional[_Union[Role, str]] = ..., content: _Optional[str] = ..., speaker: _Optional[str] = ..., say_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., emotion: _Optional[_Union[_memory_pb2.Emotion, str]] = ..., emotion_intensity: _Optional[float] = ...) -> None: ...

class ToneHint(_message.Message):
    __slots__ = ("emotion", "intensity", "empathy", "guidance", "solution_first")
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    INTENSITY_FIELD_NUMBER: _ClassVar[int]
    EMPATHY_FIELD_NUMBER: _ClassVar[int]
    GUIDANCE_FIELD_NUMBER: _ClassVar[int]
    SOLUTION_FIRST_FIELD_NUMBER: _ClassVar[int]
    emotion: _memory_pb2.Emotion
    intensity: float
    empathy: float
    guidance: str
    solution_first: bool
    def __init__(self, emotion: _Optional[_Union[_memory_pb2.Emotion, str]] = ..., intensity: _Optional[float] = ..., empathy: _Optional[float] = ..., guidance: _Optional[str] = ..., solution_first: _Optional[bool] = ...) -> None: ...

class ContextMessage(_message.Message):
    __slots__ = ("role", "content")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    role: Role
    content: str
    def __init__(self, role: _Optional[_Union[Role, str]] = ..., content: _Optional[str] = ...) -> None: ...

class Session(_message.Message):
    __slots__ = ("session_id", "start_time", "last_turn_time", "end_time", "turn_count", "topic", "dominant_emotion")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    TURN_COUNT_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    DOMINANT_EMOTION_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    start_time: _timestamp_pb2.Timestamp
    last_turn_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    turn_count: int
    topic: str
    dominant_emotion: _memory_pb2.Emotion
    def __init__(self, session_id: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_turn_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., turn_count: _Optional[int] = ..., topic: _Optional[str] = ..., dominant_emotion: _Optional[_Union[_memory_pb2.Emotion, str]] = ...) -> None: ...

class EmotionDay(_message.Message):
    __slots__ = ("date", "shares", "turn_count", "valence")
    class SharesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    DATE_FIELD_NUMBER: _ClassVar[int]
    SHARES_FIELD_NUMBER: _ClassVar[int]
    TURN_COUNT_FIELD_NUMBER: _ClassVar[int]
    VALENCE_FIELD_NUMBER: _ClassVar[int]
    date: str
    shares: _containers.ScalarMap[str, float]
    turn_count: int
    valence: float
    def __init__(self, date: _Optional[str] = ..., shares: _Optional[_Mapping[str, float]] = ..., turn_count: _Optional[int] = ..., valence: _Optional[float] = ...) -> None: ...

class EmotionTrend(_message.Message):
    __slots__ = ("days", "dominant", "volatile", "slope", "summary")
    DAYS_FIELD_NUMBER: _ClassVar[int]
    DOMINANT_FIELD_NUMBER: _ClassVar[int]
    VOLATILE_FIELD_NUMBER: _ClassVar[int]
    SLOPE_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    days: _containers.RepeatedCompositeFieldContainer[EmotionDay]
    dominant: _memory_pb2.Emotion
    volatile: bool
    slope: float
    summary: str
    def __init__(self, days: _Optional[_Iterable[_Union[EmotionDay, _Mapping]]] = ..., dominant: _Optional[_Union[_memory_pb2.Emotion, str]] = ..., volatile: _Optional[bool] = ..., slope: _Optional[float] = ..., summary: _Optional[str] = ...) -> None: ...

class Topic(_message.Message):
    __slots__ = ("label", "memory_count", "last_time", "memory_ids")
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MEMORY_COUNT_FIELD_NUMBER: _ClassVar[int]
    LAST_TIME_FIELD_NUMBER: _ClassVar[int]
    MEMORY_IDS_FIELD_NUMBER: _ClassVar[int]
    label: str
    memory_count: int
    last_time: _timestamp_pb2.Timestamp
    memory_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, label: _Optional[str] = ..., memory_count: _Optional[int] = ..., last_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., memory_ids: _Optional[_Iterable[str]] = ...) -> None: ...
