import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetServerInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerInfoResponse(_message.Message):
    __slots__ = ("version", "model_name", "model_digest", "embedding_dimension", "max_input_tokens", "user_count", "memory_count", "store_bytes", "extractor", "start_time")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MODEL_NAME_FIELD_NUMBER: _ClassVar[int]
    MODEL_DIGEST_FIELD_NUMBER: _ClassVar[int]
    EMBEDDING_DIMENSION_FIELD_NUMBER: _ClassVar[int]
    MAX_INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    USER_COUNT_FIELD_NUMBER: _ClassVar[int]
    MEMORY_COUNT_FIELD_NUMBER: _ClassVar[int]
    STORE_BYTES_FIELD_NUMBER: _ClassVar[int]
    EXTRACTOR_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    version: str
    model_name: str
    model_digest: str
    embedding_dimension: int
    max_input_tokens: int
    user_count: int
    memory_count: int
    store_bytes: int
    extractor: str
    start_time: _timestamp_pb2.Timestamp
    def __init__(self, version: _Optional[str] = ..., model_name: _Optional[str] = ..., model_digest: _Optional[str] = ..., embedding_dimension: _Optional[int] = ..., max_input_tokens: _Optional[int] = ..., user_count: _Optional[int] = ..., memory_count: _Optional[int] = ..., store_bytes: _Optional[int] = ..., extractor: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GetUserStatsRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class GetUserStatsResponse(_message.Message):
    __slots__ = ("memory_count", "by_kind", "by_tier", "superseded_count", "turn_count", "store_bytes", "index_bytes", "first_time", "last_time", "revision")
    class ByKindEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class ByTierEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    MEMORY_COUNT_FIELD_NUMBER: _ClassVar[int]
    BY_KIND_FIELD_NUMBER: _ClassVar[int]
    BY_TIER_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_COUNT_FIELD_NUMBER: _ClassVar[int]
    TURN_COUNT_FIELD_NUMBER: _ClassVar[int]
    STORE_BYTES_FIELD_NUMBER: _ClassVar[int]
    INDEX_BYTES_FIELD_NUMBER: _ClassVar[int]
    FIRST_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_TIME_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    memory_count: int
    by_kind: _containers.ScalarMap[str, int]
    by_tier: _containers.ScalarMap[str, int]
    superseded_count: int
    turn_count: int
    store_bytes: int
    index_bytes: int
    first_time: _timestamp_pb2.Timestamp
    last_time: _timestamp_pb2.Timestamp
    revision: int
    def __init__(self, memory_count: _Optional[int] = ..., by_kind: _Optional[_Mapping[str, int]] = ..., by_tier: _Optional[_Mapping[str, int]] = ..., superseded_count: _Optional[int] = ..., turn_count: _Optional[int] = ..., store_bytes: _Optional[int] = ..., index_bytes: _Optional[int] = ..., first_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., revision: _Optional[int] = ...) -> None: ...

class ListUsersRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListUsersResponse(_message.Message):
    __slots__ = ("user_ids", "next_page_token")
    USER_IDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_ids: _containers.RepeatedScalarFieldContainer[str]
    next_page_token: str
    def __init__(self, user_ids: _Optional[_Iterable[str]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RunMaintenanceRequest(_message.Message):
    __slots__ = ("user_id", "dry_run")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    dry_run: bool
    def __init__(self, user_id: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class RunMaintenanceResponse(_message.Message):
    __slots__ = ("reviewed_count", "promoted_count", "summarised_count", "decayed_count", "expired_count", "removed_count")
    REVIEWED_COUNT_FIELD_NUMBER: _ClassVar[int]
    PROMOTED_COUNT_FIELD_NUMBER: _ClassVar[int]
    SUMMARISED_COUNT_FIELD_NUMBER: _ClassVar[int]
    DECAYED_COUNT_FIELD_NUMBER: _ClassVar[int]
    EXPIRED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_COUNT_FIELD_NUMBER: _ClassVar[int]
    reviewed_count: int
    promoted_count: int
    summarised_count: int
    decayed_count: int
    expired_count: int
    removed_count: int
    def __init__(self, reviewed_count: _Optional[int] = ..., promoted_count: _Optional[int] = ..., summarised_count: _Optional[int] = ..., decayed_count: _Optional[int] = ..., expired_count: _Optional[int] = ..., removed_count: _Optional[int] = ...) -> None: ...

class RotateUserKeyRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class RotateUserKeyResponse(_message.Message):
    __slots__ = ("key_version",)
    KEY_VERSION_FIELD_NUMBER: _ClassVar[int]
    key_version: int
    def __init__(self, key_version: _Optional[int] = ...) -> None: ...

class ReembedRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class ReembedResponse(_message.Message):
    __slots__ = ("done_count", "total_count")
    DONE_COUNT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    done_count: int
    total_count: int
    def __init__(self, done_count: _Optional[int] = ..., total_count: _Optional[int] = ...) -> None: ...

class BackupRequest(_message.Message):
    __slots__ = ("user_keys",)
    USER_KEYS_FIELD_NUMBER: _ClassVar[int]
    user_keys: bool
    def __init__(self, user_keys: _Optional[bool] = ...) -> None: ...

class BackupResponse(_message.Message):
    __slots__ = ("chunk",)
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    def __init__(self, chunk: _Optional[bytes] = ...) -> None: ...

class AuditEvent(_message.Message):
    __slots__ = ("event_id", "event_time", "actor", "action", "user_digest", "outcome", "details")
    class DetailsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    USER_DIGEST_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    event_time: _timestamp_pb2.Timestamp
    actor: str
    action: str
    user_digest: str
    outcome: str
    details: _containers.ScalarMap[str, str]
    def __init__(self, event_id: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[str] = ..., action: _Optional[str] = ..., user_digest: _Optional[str] = ..., outcome: _Optional[str] = ..., details: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ListAuditEventsRequest(_message.Message):
    __slots__ = ("user_id", "start_time", "end_time", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAuditEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[AuditEvent]
    next_page_token: str
    def __init__(self, events: _Optional[_Iterable[_Union[AuditEvent, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
