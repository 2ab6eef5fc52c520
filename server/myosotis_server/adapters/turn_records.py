"""Turns on disk: what stands for sessions and turns in keys, and the bytes under those keys."""

import hashlib
import hmac

from msgspec import Struct

from myosotis_server.adapters.record_codec import Codec
from myosotis_server.adapters.store_format import user_prefix
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.values import Emotion, Role, Turn

INDEX_SIZE = 32
"""Bytes of a user's key in `users`, which a value of `unread` begins with."""


class TurnIndex:
    """Keyed digests that stand for sessions and turns; the same ids have others in other users."""

    def __init__(self, vault: Vault) -> None:
        self._session_key = vault.derive("session index")
        self._turn_key = vault.derive("turn index")

    def session(self, number: int, session_id: str) -> bytes:
        """The session's key in `sessions`, with which all keys of its turns begin."""
        prefix = user_prefix(number)
        return prefix + _digest(self._session_key, prefix + session_id.encode())

    def turn(self, session_key: bytes, turn_id: str) -> bytes:
        """The turn's key in `turn_places`."""
        return session_key + _digest(self._turn_key, session_key + turn_id.encode())


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, hashlib.sha256)[:16]


def turn_key(session_key: bytes, place: int) -> bytes:
    """Where `turns` has the turn at `place`; sorts a session's turns as they were written."""
    return session_key + place.to_bytes(8, "big")


def unread_key(number: int, revision: int, order: int) -> bytes:
    """Sorts a user's turns by the revision that wrote them, then by their order in the write."""
    return user_prefix(number) + revision.to_bytes(8, "big") + order.to_bytes(4, "big")


class _Turn(Struct, array_like=True, frozen=True):
    turn_id: str
    role: Role
    content: str
    say_time: int
    speaker: str
    emotion: Emotion
    emotion_intensity: float
    time_zone: str


class SessionEntry(Struct, array_like=True, frozen=True):
    """A value of `sessions`. Times are the earliest and the latest at which a turn was said."""

    session_id: str
    start_time: int
    last_turn_time: int
    turn_count: int


class PlaceEntry(Struct, array_like=True, frozen=True):
    """A value of `turn_places`: the turn's place in its session, and when it was written."""

    place: int
    revision: int
    order: int


class UnreadEntry(Struct, array_like=True, frozen=True):
    """The sealed part of a value of `unread`: where the turn is."""

    session_id: str
    place: int


_turns = Codec(_Turn)
_sessions = Codec(SessionEntry)
_places = Codec(PlaceEntry)
_unread = Codec(UnreadEntry)

encode_session = _sessions.encode
decode_session = _sessions.decode
encode_place = _places.encode
decode_place = _places.decode
encode_unread = _unread.encode
decode_unread = _unread.decode


def encode_turn(said: SessionTurn) -> bytes:
    """All of `said` but its session, which its key stands for."""
    turn = said.turn
    return _turns.encode(
        _Turn(
            turn.turn_id,
            turn.role,
            turn.content,
            turn.say_time,
            turn.speaker,
            turn.emotion,
            turn.emotion_intensity,
            said.time_zone,
        )
    )


def decode_turn(session_id: str, data: bytes) -> SessionTurn:
    """The inverse of `encode_turn`."""
    stored = _turns.decode(data)
    turn = Turn(
        stored.turn_id,
        stored.role,
        stored.content,
        stored.say_time,
        stored.speaker,
        stored.emotion,
        stored.emotion_intensity,
    )
    return SessionTurn(session_id, turn, stored.time_zone)
