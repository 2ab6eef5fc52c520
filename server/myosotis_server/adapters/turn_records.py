"""Turns on disk: what stands for sessions and turns in keys, and the bytes under those keys."""

import hashlib
import hmac
from dataclasses import dataclass

from msgspec import Struct

from myosotis_server.adapters.record_codec import VERSION, Codec
from myosotis_server.adapters.session_states import padded_moods
from myosotis_server.adapters.store_format import user_prefix
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Emotion, Role, Turn

INDEX_SIZE = 32
"""Bytes of a user's key in `users`, which a value of `unread` begins with."""
_DIGEST_SIZE = 16


class TurnIndex:
    """Keyed digests that stand for sessions and turns; the same ids have others in other users."""

    def __init__(self, vault: Vault) -> None:
        self._session_key = vault.derive("session index")
        self._turn_key = vault.derive("turn index")

    def session(self, number: int, session_id: str) -> bytes:
        """The session's key in `sessions`."""
        prefix = user_prefix(number)
        return prefix + _digest(self._session_key, prefix + session_id.encode())

    def turn(self, session_key: bytes, turn_id: str) -> bytes:
        """The turn's key in `turn_places`."""
        prefix = session_key[:-_DIGEST_SIZE]
        return prefix + _digest(self._turn_key, session_key + turn_id.encode())


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, hashlib.sha256)[:_DIGEST_SIZE]


def turn_key(prefix: bytes, serial: bytes, place: int) -> bytes:
    """Where `turns` has the turn at `place` of the user's session with that `serial`.

    Sorts a session's turns as they were written, and a user's sessions as they began.
    """
    return prefix + serial + place.to_bytes(4, "big")


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


class _Session(Struct, array_like=True, frozen=True):
    session_id: str
    start_time: int
    last_turn_time: int
    turn_count: int
    write_time: int = 0
    reviewed: int = 0
    end_time: int | None = None
    topic: str = ""
    moods: tuple[int, ...] = ()
    time_zone: str = ""
    kept_from: int = 0
    serial: bytes = b""


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
_sessions = Codec(_Session)
_places = Codec(PlaceEntry)
_unread = Codec(UnreadEntry)

encode_place = _places.encode
decode_place = _places.decode
encode_unread = _unread.encode
decode_unread = _unread.decode


GONE = bytes([VERSION])
"""What is left of a forgotten turn in `turns`, so that the places of a session stay without gaps
from `kept_from` on: below it there is nothing at all."""


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session, and its `serial_of`: what stands for it in the keys of its turns."""

    session: Session
    serial: bytes


def encode_session(entry: SessionEntry) -> bytes:
    """A value of `sessions`."""
    session = entry.session
    return _sessions.encode(
        _Session(
            session.session_id,
            session.start_time,
            session.last_turn_time,
            session.turn_count,
            session.write_time,
            session.reviewed,
            session.end_time,
            session.topic,
            session.moods,
            session.time_zone,
            session.kept_from,
            entry.serial,
        )
    )


def decode_session(data: bytes) -> SessionEntry:
    """The inverse of `encode_session`."""
    stored = _sessions.decode(data)
    session = Session(
        stored.session_id,
        stored.start_time,
        stored.last_turn_time,
        stored.turn_count,
        stored.write_time,
        stored.reviewed,
        stored.end_time,
        stored.topic,
        padded_moods(stored.moods),
        stored.time_zone,
        stored.kept_from,
    )
    return SessionEntry(session, stored.serial)


def encode_turn(said: SessionTurn) -> bytes:
    """All of `said` but its session, for which there is a serial in its key."""
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
