from myosotis.v1 import graph_pb2 as _graph_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RelateRequest(_message.Message):
    __slots__ = ("user_id", "relations", "request_id")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    relations: _containers.RepeatedCompositeFieldContainer[_graph_pb2.Relation]
    request_id: str
    def __init__(self, user_id: _Optional[str] = ..., relations: _Optional[_Iterable[_Union[_graph_pb2.Relation, _Mapping]]] = ..., request_id: _Optional[str] = ...) -> None: ...

class RelateResponse(_message.Message):
    __slots__ = ("relations", "revision")
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    relations: _containers.RepeatedCompositeFieldContainer[_graph_pb2.Relation]
    revision: int
    def __init__(self, relations: _Optional[_Iterable[_Union[_graph_pb2.Relation, _Mapping]]] = ..., revision: _Optional[int] = ...) -> None: ...

class UnrelateRequest(_message.Message):
    __slots__ = ("user_id", "source", "target", "type")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    source: _graph_pb2.NodeReference
    target: _graph_pb2.NodeReference
    type: str
    def __init__(self, user_id: _Optional[str] = ..., source: _Optional[_Union[_graph_pb2.NodeReference, _Mapping]] = ..., target: _Optional[_Union[_graph_pb2.NodeReference, _Mapping]] = ..., type: _Optional[str] = ...) -> None: ...

class UnrelateResponse(_message.Message):
    __slots__ = ("removed_count", "revision")
    REMOVED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    removed_count: int
    revision: int
    def __init__(self, removed_count: _Optional[int] = ..., revision: _Optional[int] = ...) -> None: ...

class ListNeighborsRequest(_message.Message):
    __slots__ = ("user_id", "node", "hops", "types", "limit")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    HOPS_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    node: _graph_pb2.NodeReference
    hops: int
    types: _containers.RepeatedScalarFieldContainer[str]
    limit: int
    def __init__(self, user_id: _Optional[str] = ..., node: _Optional[_Union[_graph_pb2.NodeReference, _Mapping]] = ..., hops: _Optional[int] = ..., types: _Optional[_Iterable[str]] = ..., limit: _Optional[int] = ...) -> None: ...

class ListNeighborsResponse(_message.Message):
    __slots__ = ("neighbors",)
    NEIGHBORS_FIELD_NUMBER: _ClassVar[int]
    neighbors: _containers.RepeatedCompositeFieldContainer[_graph_pb2.Neighbor]
    def __init__(self, neighbors: _Optional[_Iterable[_Union[_graph_pb2.Neighbor, _Mapping]]] = ...) -> None: ...

class ListEntitiesRequest(_message.Message):
    __slots__ = ("user_id", "types", "page_size", "page_token")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    types: _containers.RepeatedScalarFieldContainer[_graph_pb2.EntityType]
    page_size: int
    page_token: str
    def __init__(self, user_id: _Optional[str] = ..., types: _Optional[_Iterable[_Union[_graph_pb2.EntityType, str]]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListEntitiesResponse(_message.Message):
    __slots__ = ("entities", "next_page_token")
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entities: _containers.RepeatedCompositeFieldContainer[_graph_pb2.Entity]
    next_page_token: str
    def __init__(self, entities: _Optional[_Iterable[_Union[_graph_pb2.Entity, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
