import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MemoryKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMORY_KIND_UNSPECIFIED: _ClassVar[MemoryKind]
    MEMORY_KIND_FACT: _ClassVar[MemoryKind]
    MEMORY_KIND_PREFERENCE: _ClassVar[MemoryKind]
    MEMORY_KIND_EVENT: _ClassVar[MemoryKind]
    MEMORY_KIND_EMOTION: _ClassVar[MemoryKind]
    MEMORY_KIND_HABIT: _ClassVar[MemoryKind]
    MEMORY_KIND_VALUE: _ClassVar[MemoryKind]
    MEMORY_KIND_SUMMARY: _ClassVar[MemoryKind]

class MemoryTier(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMORY_TIER_UNSPECIFIED: _ClassVar[MemoryTier]
    MEMORY_TIER_SHORT_TERM: _ClassVar[MemoryTier]
    MEMORY_TIER_EPISODIC: _ClassVar[MemoryTier]
    MEMORY_TIER_SEMANTIC: _ClassVar[MemoryTier]

class MemoryOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMORY_ORIGIN_UNSPECIFIED: _ClassVar[MemoryOrigin]
    MEMORY_ORIGIN_EXPLICIT: _ClassVar[MemoryOrigin]
    MEMORY_ORIGIN_INFERRED: _ClassVar[MemoryOrigin]
    MEMORY_ORIGIN_CONSOLIDATED: _ClassVar[MemoryOrigin]
    MEMORY_ORIGIN_IMPORTED: _ClassVar[MemoryOrigin]

class Emotion(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EMOTION_UNSPECIFIED: _ClassVar[Emotion]
    EMOTION_NEUTRAL: _ClassVar[Emotion]
    EMOTION_HAPPY: _ClassVar[Emotion]
    EMOTION_SAD: _ClassVar[Emotion]
    EMOTION_ANXIOUS: _ClassVar[Emotion]
    EMOTION_ANGRY: _ClassVar[Emotion]
    EMOTION_CALM: _ClassVar[Emotion]
    EMOTION_SURPRISED: _ClassVar[Emotion]
    EMOTION_TIRED: _ClassVar[Emotion]

class Sensitivity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SENSITIVITY_UNSPECIFIED: _ClassVar[Sensitivity]
    SENSITIVITY_NORMAL: _ClassVar[Sensitivity]
    SENSITIVITY_PERSONAL: _ClassVar[Sensitivity]
    SENSITIVITY_SENSITIVE: _ClassVar[Sensitivity]

class MemoryState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMORY_STATE_UNSPECIFIED: _ClassVar[MemoryState]
    MEMORY_STATE_ACTIVE: _ClassVar[MemoryState]
    MEMORY_STATE_SUPERSEDED: _ClassVar[MemoryState]
    MEMORY_STATE_PSEUDONYMISED: _ClassVar[MemoryState]

class Durability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DURABILITY_UNSPECIFIED: _ClassVar[Durability]
    DURABILITY_SYNCED: _ClassVar[Durability]
    DURABILITY_QUEUED: _ClassVar[Durability]

class ReconcileMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECONCILE_MODE_UNSPECIFIED: _ClassVar[ReconcileMode]
    RECONCILE_MODE_FULL: _ClassVar[ReconcileMode]
    RECONCILE_MODE_EXACT: _ClassVar[ReconcileMode]
    RECONCILE_MODE_OFF: _ClassVar[ReconcileMode]

class ChangeAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHANGE_ACTION_UNSPECIFIED: _ClassVar[ChangeAction]
    CHANGE_ACTION_CREATED: _ClassVar[ChangeAction]
    CHANGE_ACTION_REINFORCED: _ClassVar[ChangeAction]
    CHANGE_ACTION_MERGED: _ClassVar[ChangeAction]
    CHANGE_ACTION_SUPERSEDED: _ClassVar[ChangeAction]
    CHANGE_ACTION_UPDATED: _ClassVar[ChangeAction]
    CHANGE_ACTION_REJECTED: _ClassVar[ChangeAction]
    CHANGE_ACTION_EXPIRED: _ClassVar[ChangeAction]
    CHANGE_ACTION_FORGOTTEN: _ClassVar[ChangeAction]

class RecallMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECALL_MODE_UNSPECIFIED: _ClassVar[RecallMode]
    RECALL_MODE_EXPLICIT: _ClassVar[RecallMode]
    RECALL_MODE_ASSOCIATIVE: _ClassVar[RecallMode]

class ForgetMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORGET_MODE_UNSPECIFIED: _ClassVar[ForgetMode]
    FORGET_MODE_ERASE: _ClassVar[ForgetMode]
    FORGET_MODE_PSEUDONYMISE: _ClassVar[ForgetMode]
MEMORY_KIND_UNSPECIFIED: MemoryKind
MEMORY_KIND_FACT: MemoryKind
MEMORY_KIND_PREFERENCE: MemoryKind
MEMORY_KIND_EVENT: MemoryKind
MEMORY_KIND_EMOTION: MemoryKind
MEMORY_KIND_HABIT: MemoryKind
MEMORY_KIND_VALUE: MemoryKind
MEMORY_KIND_SUMMARY: MemoryKind
MEMORY_TIER_UNSPECIFIED: MemoryTier
MEMORY_TIER_SHORT_TERM: MemoryTier
MEMORY_TIER_EPISODIC: MemoryTier
MEMORY_TIER_SEMANTIC: MemoryTier
MEMORY_ORIGIN_UNSPECIFIED: MemoryOrigin
MEMORY_ORIGIN_EXPLICIT: MemoryOrigin
MEMORY_ORIGIN_INFERRED: MemoryOrigin
MEMORY_ORIGIN_CONSOLIDATED: MemoryOrigin
MEMORY_ORIGIN_IMPORTED: MemoryOrigin
EMOTION_UNSPECIFIED: Emotion
EMOTION_NEUTRAL: Emotion
EMOTION_HAPPY: Emotion
EMOTION_SAD: Emotion
EMOTION_ANXIOUS: Emotion
EMOTION_ANGRY: Emotion
EMOTION_CALM: Emotion
EMOTION_SURPRISED: Emotion
EMOTION_TIRED: Emotion
SENSITIVITY_UNSPECIFIED: Sensitivity
SENSITIVITY_NORMAL: Sensitivity
SENSITIVITY_PERSONAL: Sensitivity
SENSITIVITY_SENSITIVE: Sensitivity
MEMORY_STATE_UNSPECIFIED: MemoryState
MEMORY_STATE_ACTIVE: MemoryState
MEMORY_STATE_SUPERSEDED: MemoryState
MEMORY_STATE_PSEUDONYMISED: MemoryState
DURABILITY_UNSPECIFIED: Durability
DURABILITY_SYNCED: Durability
DURABILITY_QUEUED: Durability
RECONCILE_MODE_UNSPECIFIED: ReconcileMode
RECONCILE_MODE_FULL: ReconcileMode
RECONCILE_MODE_EXACT: ReconcileMode
RECONCILE_MODE_OFF: ReconcileMode
CHANGE_ACTION_UNSPECIFIED: ChangeAction
CHANGE_ACTION_CREATED: ChangeAction
CHANGE_ACTION_REINFORCED: ChangeAction
CHANGE_ACTION_MERGED: ChangeAction
CHANGE_ACTION_SUPERSEDED: ChangeAction
CHANGE_ACTION_UPDATED: ChangeAction
CHANGE_ACTION_REJECTED: ChangeAction
CHANGE_ACTION_EXPIRED: ChangeAction
CHANGE_ACTION_FORGOTTEN: ChangeAction
RECALL_MODE_UNSPECIFIED: RecallMode
RECALL_MODE_EXPLICIT: RecallMode
RECALL_MODE_ASSOCIATIVE: RecallMode
FORGET_MODE_UNSPECIFIED: ForgetMode
FORGET_MODE_ERASE: ForgetMode
FORGET_MODE_PSEUDONYMISE: ForgetMode

class Attribute(_message.Message):
    __slots__ = ("key", "value", "number", "unit")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    number: float
    unit: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ..., number: _Optional[float] = ..., unit: _Optional[str] = ...) -> None: ...

class TurnReference(_message.Message):
    __slots__ = ("session_id", "turn_id")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    turn_id: str
    def __init__(self, session_id: _Optional[str] = ..., turn_id: _Optional[str] = ...) -> None: ...

class Memory(_message.Message):
    __slots__ = ("memory_id", "user_id", "content", "kind", "tier", "origin", "state", "attribute", "emotion", "emotion_intensity", "importance", "confidence", "mention_count", "sensitivity", "pinned", "language", "subject", "session_id", "sources", "tags", "metadata", "event_time", "valid_from_time", "valid_to_time", "superseded_by", "create_time", "update_time", "last_access_time", "access_count", "expire_time", "etag")
    class MetadataEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIER_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    EMOTION_INTENSITY_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    MENTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    SENSITIVITY_FIELD_NUMBER: _ClassVar[int]
    PINNED_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_TIME_FIELD_NUMBER: _ClassVar[int]
    VALID_TO_TIME_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_BY_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    UPDATE_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_ACCESS_TIME_FIELD_NUMBER: _ClassVar[int]
    ACCESS_COUNT_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    ETAG_FIELD_NUMBER: _ClassVar[int]
    memory_id: str
    user_id: str
    content: str
    kind: MemoryKind
    tier: MemoryTier
    origin: MemoryOrigin
    state: MemoryState
    attribute: Attribute
    emotion: Emotion
    emotion_intensity: float
    importance: float
    confidence: float
    mention_count: int
    sensitivity: Sensitivity
    pinned: bool
    language: str
    subject: str
    session_id: str
    sources: _containers.RepeatedCompositeFieldContainer[TurnReference]
    tags: _containers.RepeatedScalarFieldContainer[str]
    metadata: _containers.ScalarMap[str, str]
    event_time: _timestamp_pb2.Timestamp
    valid_from_time: _timestamp_pb2.Timestamp
    valid_to_time: _timestamp_pb2.Timestamp
    superseded_by: str
    create_time: _timestamp_pb2.Timestamp
    update_time: _timestamp_pb2.Timestamp
    last_access_time: _timestamp_pb2.Timestamp
    access_count: int
    expire_time: _timestamp_pb2.Timestamp
    etag: str
    def __init__(self, memory_id: _Optional[str] = ..., user_id: _Optional[str] = ..., content: _Optional[str] = ..., kind: _Optional[_Union[MemoryKind, str]] = ..., tier: _Optional[_Union[MemoryTier, str]] = ..., origin: _Optional[_Union[MemoryOrigin, str]] = ..., state: _Optional[_Union[MemoryState, str]] = ..., attribute: _Optional[_Union[Attribute, _Mapping]] = ..., emotion: _Optional[_Union[Emotion, str]] = ..., emotion_intensity: _Optional[float] = ..., importance: _Optional[float] = ..., confidence: _Optional[float] = ..., mention_count: _Optional[int] = ..., sensitivity: _Optional[_Union[Sensitivity, str]] = ..., pinned: _Optional[bool] = ..., language: _Optional[str] = ..., subject: _Optional[str] = ..., session_id: _Optional[str] = ..., sources: _Optional[_Iterable[_Union[TurnReference, _Mapping]]] = ..., tags: _Optional[_Iterable[str]] = ..., metadata: _Optional[_Mapping[str, str]] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., valid_from_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., valid_to_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., superseded_by: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., update_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_access_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., access_count: _Optional[int] = ..., expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., etag: _Optional[str] = ...) -> None: ...

class MemoryFilter(_message.Message):
    __slots__ = ("kinds", "tiers", "emotions", "tags", "session_ids", "attribute_keys", "subjects", "metadata", "min_importance", "min_confidence", "create_time", "event_time", "include_superseded")
    class MetadataEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    KINDS_FIELD_NUMBER: _ClassVar[int]
    TIERS_FIELD_NUMBER: _ClassVar[int]
    EMOTIONS_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    SESSION_IDS_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_KEYS_FIELD_NUMBER: _ClassVar[int]
    SUBJECTS_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    MIN_IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    MIN_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_SUPERSEDED_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedScalarFieldContainer[MemoryKind]
    tiers: _containers.RepeatedScalarFieldContainer[MemoryTier]
    emotions: _containers.RepeatedScalarFieldContainer[Emotion]
    tags: _containers.RepeatedScalarFieldContainer[str]
    session_ids: _containers.RepeatedScalarFieldContainer[str]
    attribute_keys: _containers.RepeatedScalarFieldContainer[str]
    subjects: _containers.RepeatedScalarFieldContainer[str]
    metadata: _containers.ScalarMap[str, str]
    min_importance: float
    min_confidence: float
    create_time: TimeRange
    event_time: TimeRange
    include_superseded: bool
    def __init__(self, kinds: _Optional[_Iterable[_Union[MemoryKind, str]]] = ..., tiers: _Optional[_Iterable[_Union[MemoryTier, str]]] = ..., emotions: _Optional[_Iterable[_Union[Emotion, str]]] = ..., tags: _Optional[_Iterable[str]] = ..., session_ids: _Optional[_Iterable[str]] = ..., attribute_keys: _Optional[_Iterable[str]] = ..., subjects: _Optional[_Iterable[str]] = ..., metadata: _Optional[_Mapping[str, str]] = ..., min_importance: _Optional[float] = ..., min_confidence: _Optional[float] = ..., create_time: _Optional[_Union[TimeRange, _Mapping]] = ..., event_time: _Optional[_Union[TimeRange, _Mapping]] = ..., include_superseded: _Optional[bool] = ...) -> None: ...

class TimeRange(_message.Message):
    __slots__ = ("start_time", "end_time")
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class NewMemory(_message.Message):
    __slots__ = ("content", "kind", "tier", "origin", "attribute", "emotion", "importance", "confidence", "pinned", "subject", "tags", "metadata", "event_time", "observe_time", "ttl", "sources")
    class MetadataEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIER_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    PINNED_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_TIME_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    content: str
    kind: MemoryKind
    tier: MemoryTier
    origin: MemoryOrigin
    attribute: Attribute
    emotion: Emotion
    importance: float
    confidence: float
    pinned: bool
    subject: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    metadata: _containers.ScalarMap[str, str]
    event_time: _timestamp_pb2.Timestamp
    observe_time: _timestamp_pb2.Timestamp
    ttl: _duration_pb2.Duration
    sources: _containers.RepeatedCompositeFieldContainer[TurnReference]
    def __init__(self, content: _Optional[str] = ..., kind: _Optional[_Union[MemoryKind, str]] = ..., tier: _Optional[_Union[MemoryTier, str]] = ..., origin: _Optional[_Union[MemoryOrigin, str]] = ..., attribute: _Optional[_Union[Attribute, _Mapping]] = ..., emotion: _Optional[_Union[Emotion, str]] = ..., importance: _Optional[float] = ..., confidence: _Optional[float] = ..., pinned: _Optional[bool] = ..., subject: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., metadata: _Optional[_Mapping[str, str]] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., observe_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., ttl: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., sources: _Optional[_Iterable[_Union[TurnReference, _Mapping]]] = ...) -> None: ...

class MemoryChange(_message.Message):
    __slots__ = ("action", "memory", "replaced_memory_ids", "item_index", "note")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    REPLACED_MEMORY_IDS_FIELD_NUMBER: _ClassVar[int]
    ITEM_INDEX_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    action: ChangeAction
    memory: Memory
    replaced_memory_ids: _containers.RepeatedScalarFieldContainer[str]
    item_index: int
    note: str
    def __init__(self, action: _Optional[_Union[ChangeAction, str]] = ..., memory: _Optional[_Union[Memory, _Mapping]] = ..., replaced_memory_ids: _Optional[_Iterable[str]] = ..., item_index: _Optional[int] = ..., note: _Optional[str] = ...) -> None: ...

class RecallWeights(_message.Message):
    __slots__ = ("relevance", "recency", "frequency", "importance", "emotion", "recency_decay_per_day", "semantic", "lexical", "context", "graph")
    RELEVANCE_FIELD_NUMBER: _ClassVar[int]
    RECENCY_FIELD_NUMBER: _ClassVar[int]
    FREQUENCY_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    RECENCY_DECAY_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    SEMANTIC_FIELD_NUMBER: _ClassVar[int]
    LEXICAL_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    relevance: float
    recency: float
    frequency: float
    importance: float
    emotion: float
    recency_decay_per_day: float
    semantic: float
    lexical: float
    context: float
    graph: float
    def __init__(self, relevance: _Optional[float] = ..., recency: _Optional[float] = ..., frequency: _Optional[float] = ..., importance: _Optional[float] = ..., emotion: _Optional[float] = ..., recency_decay_per_day: _Optional[float] = ..., semantic: _Optional[float] = ..., lexical: _Optional[float] = ..., context: _Optional[float] = ..., graph: _Optional[float] = ...) -> None: ...

class IdentitySignals(_message.Message):
    __slots__ = ("device_id", "voiceprint_score", "behaviour_score", "confirmed_explicitly")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    VOICEPRINT_SCORE_FIELD_NUMBER: _ClassVar[int]
    BEHAVIOUR_SCORE_FIELD_NUMBER: _ClassVar[int]
    CONFIRMED_EXPLICITLY_FIELD_NUMBER: _ClassVar[int]
    device_id: str
    voiceprint_score: float
    behaviour_score: float
    confirmed_explicitly: bool
    def __init__(self, device_id: _Optional[str] = ..., voiceprint_score: _Optional[float] = ..., behaviour_score: _Optional[float] = ..., confirmed_explicitly: _Optional[bool] = ...) -> None: ...

class ScoreBreakdown(_message.Message):
    __slots__ = ("semantic", "lexical", "context", "recency", "frequency", "importance", "emotion", "graph")
    SEMANTIC_FIELD_NUMBER: _ClassVar[int]
    LEXICAL_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    RECENCY_FIELD_NUMBER: _ClassVar[int]
    FREQUENCY_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    semantic: float
    lexical: float
    context: float
    recency: float
    frequency: float
    importance: float
    emotion: float
    graph: float
    def __init__(self, semantic: _Optional[float] = ..., lexical: _Optional[float] = ..., context: _Optional[float] = ..., recency: _Optional[float] = ..., frequency: _Optional[float] = ..., importance: _Optional[float] = ..., emotion: _Optional[float] = ..., graph: _Optional[float] = ...) -> None: ...

class RecalledMemory(_message.Message):
    __slots__ = ("memory", "score", "breakdown")
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    BREAKDOWN_FIELD_NUMBER: _ClassVar[int]
    memory: Memory
    score: float
    breakdown: ScoreBreakdown
    def __init__(self, memory: _Optional[_Union[Memory, _Mapping]] = ..., score: _Optional[float] = ..., breakdown: _Optional[_Union[ScoreBreakdown, _Mapping]] = ...) -> None: ...

class MemoryIds(_message.Message):
    __slots__ = ("memory_ids",)
    MEMORY_IDS_FIELD_NUMBER: _ClassVar[int]
    memory_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, memory_ids: _Optional[_Iterable[str]] = ...) -> None: ...
