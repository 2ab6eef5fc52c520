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

class EntityType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENTITY_TYPE_UNSPECIFIED: _ClassVar[EntityType]
    ENTITY_TYPE_USER: _ClassVar[EntityType]
    ENTITY_TYPE_PERSON: _ClassVar[EntityType]
    ENTITY_TYPE_PLACE: _ClassVar[EntityType]
    ENTITY_TYPE_ORGANISATION: _ClassVar[EntityType]
    ENTITY_TYPE_THING: _ClassVar[EntityType]
    ENTITY_TYPE_ACTIVITY: _ClassVar[EntityType]
    ENTITY_TYPE_TIME: _ClassVar[EntityType]
    ENTITY_TYPE_CATEGORY: _ClassVar[EntityType]
ENTITY_TYPE_UNSPECIFIED: EntityType
ENTITY_TYPE_USER: EntityType
ENTITY_TYPE_PERSON: EntityType
ENTITY_TYPE_PLACE: EntityType
ENTITY_TYPE_ORGANISATION: EntityType
ENTITY_TYPE_THING: EntityType
ENTITY_TYPE_ACTIVITY: EntityType
ENTITY_TYPE_TIME: EntityType
ENTITY_TYPE_CATEGORY: EntityType

class Entity(_message.Message):
    __slots__ = ("entity_id", "type", "name", "aliases", "mention_count")
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ALIASES_FIELD_NUMBER: _ClassVar[int]
    MENTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    entity_id: str
    type: EntityType
    name: str
    aliases: _containers.RepeatedScalarFieldContainer[str]
    mention_count: int
    def __init__(self, entity_id: _Optional[str] = ..., type: _Optional[_Union[EntityType, str]] = ..., name: _Optional[str] = ..., aliases: _Optional[_Iterable[str]] = ..., mention_count: _Optional[int] = ...) -> None: ...

class NodeReference(_message.Message):
    __slots__ = ("memory_id", "entity_id")
    MEMORY_ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    memory_id: str
    entity_id: str
    def __init__(self, memory_id: _Optional[str] = ..., entity_id: _Optional[str] = ...) -> None: ...

class Relation(_message.Message):
    __slots__ = ("source", "target", "type", "strength", "evidence_memory_ids", "valid_from_time", "valid_to_time")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_MEMORY_IDS_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_TIME_FIELD_NUMBER: _ClassVar[int]
    VALID_TO_TIME_FIELD_NUMBER: _ClassVar[int]
    source: NodeReference
    target: NodeReference
    type: str
    strength: float
    evidence_memory_ids: _containers.RepeatedScalarFieldContainer[str]
    valid_from_time: _timestamp_pb2.Timestamp
    valid_to_time: _timestamp_pb2.Timestamp
    def __init__(self, source: _Optional[_Union[NodeReference, _Mapping]] = ..., target: _Optional[_Union[NodeReference, _Mapping]] = ..., type: _Optional[str] = ..., strength: _Optional[float] = ..., evidence_memory_ids: _Optional[_Iterable[str]] = ..., valid_from_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., valid_to_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Neighbor(_message.Message):
    __slots__ = ("memory", "entity", "hops", "closeness", "path")
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    HOPS_FIELD_NUMBER: _ClassVar[int]
    CLOSENESS_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    memory: _memory_pb2.Memory
    entity: Entity
    hops: int
    closeness: float
    path: _containers.RepeatedCompositeFieldContainer[Relation]
    def __init__(self, memory: _Optional[_Union[_memory_pb2.Memory, _Mapping]] = ..., entity: _Optional[_Union[Entity, _Mapping]] = ..., hops: _Optional[int] = ..., closeness: _Optional[float] = ..., path: _Optional[_Iterable[_Union[Relation, _Mapping]]] = ...) -> None: ...
