from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_FIELDS: _ClassVar[ErrorReason]
    ERROR_REASON_MEMORY_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_ETAG_MISMATCH: _ClassVar[ErrorReason]
    ERROR_REASON_REQUEST_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_API_KEY_INVALID: _ClassVar[ErrorReason]
    ERROR_REASON_SCOPE_MISSING: _ClassVar[ErrorReason]
    ERROR_REASON_RATE_LIMITED: _ClassVar[ErrorReason]
    ERROR_REASON_QUOTA_EXCEEDED: _ClassVar[ErrorReason]
    ERROR_REASON_OVERLOADED: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_FULL: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_REEMBED_REQUIRED: _ClassVar[ErrorReason]
    ERROR_REASON_CONFIRMATION_REQUIRED: _ClassVar[ErrorReason]
    ERROR_REASON_RECORD_CORRUPT: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_TURN_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_ENTITY_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_REVISION_GONE: _ClassVar[ErrorReason]
    ERROR_REASON_USER_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_FAILED: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_INVALID_FIELDS: ErrorReason
ERROR_REASON_MEMORY_NOT_FOUND: ErrorReason
ERROR_REASON_ETAG_MISMATCH: ErrorReason
ERROR_REASON_REQUEST_ID_REUSED: ErrorReason
ERROR_REASON_API_KEY_INVALID: ErrorReason
ERROR_REASON_SCOPE_MISSING: ErrorReason
ERROR_REASON_RATE_LIMITED: ErrorReason
ERROR_REASON_QUOTA_EXCEEDED: ErrorReason
ERROR_REASON_OVERLOADED: ErrorReason
ERROR_REASON_STORE_FULL: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_REEMBED_REQUIRED: ErrorReason
ERROR_REASON_CONFIRMATION_REQUIRED: ErrorReason
ERROR_REASON_RECORD_CORRUPT: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_TURN_ID_REUSED: ErrorReason
ERROR_REASON_ENTITY_NOT_FOUND: ErrorReason
ERROR_REASON_REVISION_GONE: ErrorReason
ERROR_REASON_USER_NOT_FOUND: ErrorReason
ERROR_REASON_STORE_FAILED: ErrorReason
