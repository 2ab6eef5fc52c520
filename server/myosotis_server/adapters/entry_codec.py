"""How a user's entry, the log and access counts become bytes."""

import struct
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from myosotis_server.adapters.record_codec import VERSION, Codec
from myosotis_server.adapters.vault import WrappedKeys
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.values import Instant


class UserEntry(Struct, array_like=True, frozen=True):
    """A user's value in `users`; `identity` is a sealed `UserIdentity`.

    While the user's key is being changed, `next_key` is the wrapped one that follows. `pack_time`
    is when what they have was last packed.
    """

    number: int
    revision: int
    memory_count: int
    wrapped_key: bytes
    identity: bytes
    devices: tuple[bytes, ...] = ()
    key_version: int = 1
    next_key: bytes = b""
    pack_time: int = 0

    @property
    def wrapped(self) -> WrappedKeys:
        return WrappedKeys(self.wrapped_key, self.next_key)


class UserIdentity(Struct, array_like=True, frozen=True):
    """The part of a user's entry that says who it is."""

    tenant: str
    user_id: str
    namespace: bytes
    model_digest: str


_users = Codec(UserEntry)
_identities = Codec(UserIdentity)

encode_user = _users.encode
decode_user = _users.decode
encode_identity = _identities.encode
decode_identity = _identities.decode


_ACCESS = struct.Struct("<BQq")


def encode_access(count: int, time: Instant) -> bytes:
    """How often a memory was recalled and when last."""
    return _ACCESS.pack(VERSION, count, time)


def decode_access(data: bytes) -> tuple[int, Instant]:
    """The inverse of `encode_access`."""
    if len(data) != _ACCESS.size or data[0] != VERSION:
        raise RecordCorrupt("stored bytes have an unknown layout")
    _, count, time = _ACCESS.unpack(data)
    return count, time


def decode_accesses(values: Sequence[bytes]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Counts and last times of many at once, in order."""
    dtype = np.dtype([("version", "u1"), ("count", "<u8"), ("time", "<i8")])
    if not all(len(value) == _ACCESS.size for value in values):
        raise RecordCorrupt("stored bytes have an unknown layout")
    columns = np.frombuffer(b"".join(values), dtype)
    if not (columns["version"] == VERSION).all():
        raise RecordCorrupt("stored bytes have an unknown layout")
    return columns["count"], columns["time"]


def encode_log(put: Sequence[bytes], removed: Sequence[bytes]) -> bytes:
    """The 16-byte ids that one revision put and removed."""
    return struct.pack("<BI", VERSION, len(put)) + b"".join(put) + b"".join(removed)


def decode_log(data: bytes) -> tuple[list[bytes], list[bytes]]:
    """The inverse of `encode_log`."""
    if len(data) < 5 or data[0] != VERSION or (len(data) - 5) % 16:
        raise RecordCorrupt("stored bytes have an unknown layout")
    (count,) = struct.unpack_from("<I", data, 1)
    ids = [data[at : at + 16] for at in range(5, len(data), 16)]
    return ids[:count], ids[count:]
