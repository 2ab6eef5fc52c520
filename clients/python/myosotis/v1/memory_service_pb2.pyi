import datetime

from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from myosotis.v1 import memory_pb2 as _memory_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RememberRequest(_message.Message):
    __slots__ = ("user_id", "memories", "session_id", "request_id", "reconcile", "durability", "time_zone")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    RECONCILE_FIELD_NUMBER: _ClassVar[int]
    DURABILITY_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    memories: _containers.RepeatedCompositeFieldContainer[_memory_pb2.NewMemory]
    session_id: str
    request_id: str
    reconcile: _memory_pb2.ReconcileMode
    durability: _memory_pb2.Durability
    time_zone: str
    def __init__(self, user_id: _Optional[str] = ..., memories: _Optional[_Iterable[_Union[_memory_pb2.NewMemory, _Mapping]]] = ..., session_id: _Optional[str] = ..., request_id: _Optional[str] = ..., reconcile: _Optional[_Union[_memory_pb2.ReconcileMode, str]] = ..., durability: _Optional[_Union[_memory_pb2.Durability, str]] = ..., time_zone: _Optional[str] = ...) -> None: ...

class RememberResponse(_message.Message):
    __slots__ = ("changes", "revision")
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    changes: _containers.RepeatedCompositeFieldContainer[_memory_pb2.MemoryChange]
    revision: int
    def __init__(self, changes: _Optional[_Iterable[_Union[_memory_pb2.MemoryChange, _Mapping]]] = ..., revision: _Optional[int] = ...) -> None: ...

class RecallRequest(_message.Message):
    __slots__ = ("user_id", "query", "limit", "filter", "mode", "weights", "emotion", "as_of_time", "min_score", "token_budget", "graph_hops", "identity", "min_revision", "read_only", "time_zone")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    AS_OF_TIME_FIELD_NUMBER: _ClassVar[int]
    MIN_SCORE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_BUDGET_FIELD_NUMBER: _ClassVar[int]
    GRAPH_HOPS_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    MIN_REVISION_FIELD_NUMBER: _ClassVar[int]
    READ_ONLY_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    query: str
    limit: int
    filter: _memory_pb2.MemoryFilter
    mode: _memory_pb2.RecallMode
    weights: _memory_pb2.RecallWeights
    emotion: _memory_pb2.Emotion
    as_of_time: _timestamp_pb2.Timestamp
    min_score: float
    token_budget: int
    graph_hops: int
    identity: _memory_pb2.IdentitySignals
    min_revision: int
    read_only: bool
    time_zone: str
    def __init__(self, user_id: _Optional[str] = ..., query: _Optional[str] = ..., limit: _Optional[int] = ..., filter: _Optional[_Union[_memory_pb2.MemoryFilter, _Mapping]] = ..., mode: _Optional[_Union[_memory_pb2.RecallMode, str]] = ..., weights: _Optional[_Union[_memory_pb2.RecallWeights, _Mapping]] = ..., emotion: _Optional[_Union[_memory_pb2.Emotion, str]] = ..., as_of_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., min_score: _Optional[float] = ..., token_budget: _Optional[int] = ..., graph_hops: _Optional[int] = ..., identity: _Optional[_Union[_memory_pb2.IdentitySignals, _Mapping]] = ..., min_revision: _Optional[int] = ..., read_only: _Optional[bool] = ..., time_zone: _Optional[str] = ...) -> None: ...

class RecallResponse(_message.Message):
    __slots__ = ("memories", "mode", "emotion", "withheld_count", "identity_confirmation_required", "revision")
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    EMOTION_FIELD_NUMBER: _ClassVar[int]
    WITHHELD_COUNT_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_CONFIRMATION_REQUIRED_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    memories: _containers.RepeatedCompositeFieldContainer[_memory_pb2.RecalledMemory]
    mode: _memory_pb2.RecallMode
    emotion: _memory_pb2.Emotion
    withheld_count: int
    identity_confirmation_required: bool
    revision: int
    def __init__(self, memories: _Optional[_Iterable[_Union[_memory_pb2.RecalledMemory, _Mapping]]] = ..., mode: _Optional[_Union[_memory_pb2.RecallMode, str]] = ..., emotion: _Optional[_Union[_memory_pb2.Emotion, str]] = ..., withheld_count: _Optional[int] = ..., identity_confirmation_required: _Optional[bool] = ..., revision: _Optional[int] = ...) -> None: ...

class ForgetRequest(_message.Message):
    __slots__ = ("user_id", "ids", "filter", "query", "everything", "mode", "dry_run", "request_id", "reason")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    IDS_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    EVERYTHING_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    ids: _memory_pb2.MemoryIds
    filter: _memory_pb2.MemoryFilter
    query: str
    everything: bool
    mode: _memory_pb2.ForgetMode
    dry_run: bool
    request_id: str
    reason: str
    def __init__(self, user_id: _Optional[str] = ..., ids: _Optional[_Union[_memory_pb2.MemoryIds, _Mapping]] = ..., filter: _Optional[_Union[_memory_pb2.MemoryFilter, _Mapping]] = ..., query: _Optional[str] = ..., everything: _Optional[bool] = ..., mode: _Optional[_Union[_memory_pb2.ForgetMode, str]] = ..., dry_run: _Optional[bool] = ..., request_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ForgetResponse(_message.Message):
    __slots__ = ("forgotten_count", "memories", "receipt_id", "revision")
    FORGOTTEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_ID_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    forgotten_count: int
    memories: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    receipt_id: str
    revision: int
    def __init__(self, forgotten_count: _Optional[int] = ..., memories: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., receipt_id: _Optional[str] = ..., revision: _Optional[int] = ...) -> None: ...

class GetMemoryRequest(_message.Message):
    __slots__ = ("user_id", "memory_id")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    memory_id: str
    def __init__(self, user_id: _Optional[str] = ..., memory_id: _Optional[str] = ...) -> None: ...

class GetMemoryResponse(_message.Message):
    __slots__ = ("memory",)
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    memory: _memory_pb2.Memory
    def __init__(self, memory: _Optional[_Union[_memory_pb2.Memory, _Mapping]] = ...) -> None: ...

class ListMemoriesRequest(_message.Message):
    __slots__ = ("user_id", "filter", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    filter: _memory_pb2.MemoryFilter
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., filter: _Optional[_Union[_memory_pb2.MemoryFilter, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMemoriesResponse(_message.Message):
    __slots__ = ("memories", "next_page_token")
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    memories: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    next_page_token: str
    def __init__(self, memories: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class UpdateMemoryRequest(_message.Message):
    __slots__ = ("memory", "update_mask")
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    memory: _memory_pb2.Memory
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, memory: _Optional[_Union[_memory_pb2.Memory, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ...) -> None: ...

class UpdateMemoryResponse(_message.Message):
    __slots__ = ("memory", "revision")
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    memory: _memory_pb2.Memory
    revision: int
    def __init__(self, memory: _Optional[_Union[_memory_pb2.Memory, _Mapping]] = ..., revision: _Optional[int] = ...) -> None: ...

class ListMemoryRevisionsRequest(_message.Message):
    __slots__ = ("user_id", "memory_id", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    memory_id: str
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., memory_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListMemoryRevisionsResponse(_message.Message):
    __slots__ = ("revisions", "next_page_token")
    REVISIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    revisions: _containers.RepeatedCompositeFieldContainer[_memory_pb2.MemoryChange]
    next_page_token: str
    def __init__(self, revisions: _Optional[_Iterable[_Union[_memory_pb2.MemoryChange, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ImportMemoriesRequest(_message.Message):
    __slots__ = ("user_id", "memories", "reconcile")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    RECONCILE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    memories: _containers.RepeatedCompositeFieldContainer[_memory_pb2.NewMemory]
    reconcile: _memory_pb2.ReconcileMode
    def __init__(self, user_id: _Optional[str] = ..., memories: _Optional[_Iterable[_Union[_memory_pb2.NewMemory, _Mapping]]] = ..., reconcile: _Optional[_Union[_memory_pb2.ReconcileMode, str]] = ...) -> None: ...

class ImportMemoriesResponse(_message.Message):
    __slots__ = ("acknowledged_count", "created_count", "reinforced_count", "rejected_count")
    ACKNOWLEDGED_COUNT_FIELD_NUMBER: _ClassVar[int]
    CREATED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REINFORCED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REJECTED_COUNT_FIELD_NUMBER: _ClassVar[int]
    acknowledged_count: int
    created_count: int
    reinforced_count: int
    rejected_count: int
    def __init__(self, acknowledged_count: _Optional[int] = ..., created_count: _Optional[int] = ..., reinforced_count: _Optional[int] = ..., rejected_count: _Optional[int] = ...) -> None: ...

class ExportMemoriesRequest(_message.Message):
    __slots__ = ("user_id", "include_revisions")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_REVISIONS_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    include_revisions: bool
    def __init__(self, user_id: _Optional[str] = ..., include_revisions: _Optional[bool] = ...) -> None: ...

class ExportMemoriesResponse(_message.Message):
    __slots__ = ("memories", "revisions")
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    REVISIONS_FIELD_NUMBER: _ClassVar[int]
    memories: _containers.RepeatedCompositeFieldContainer[_memory_pb2.Memory]
    revisions: _containers.RepeatedCompositeFieldContainer[_memory_pb2.MemoryChange]
    def __init__(self, memories: _Optional[_Iterable[_Union[_memory_pb2.Memory, _Mapping]]] = ..., revisions: _Optional[_Iterable[_Union[_memory_pb2.MemoryChange, _Mapping]]] = ...) -> None: ...
