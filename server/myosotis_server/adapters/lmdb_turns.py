"""Turns in LMDB: put in the order in which they were said, found by id, kept until read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.stamped_write import StampedWrite
from myosotis_server.adapters.store_format import Databases, Put
from myosotis_server.adapters.turn_records import (
    INDEX_SIZE,
    PlaceEntry,
    SessionEntry,
    TurnIndex,
    UnreadEntry,
    decode_place,
    decode_session,
    decode_turn,
    decode_unread,
    encode_place,
    encode_session,
    encode_turn,
    encode_unread,
    turn_key,
    unread_key,
)
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.values import Instant, Turn, TurnReference


@dataclass(frozen=True, slots=True)
class _Coming:
    """A turn to put, as far as it can be made before its place in the session is known."""

    session_id: str
    session_key: bytes
    id_key: bytes
    say_time: Instant
    encoded: bytes
    waits: bool


@dataclass(frozen=True, slots=True)
class TurnChanges:
    """What a write does to turns: what to put, and which keys to delete from `unread`."""

    puts: Sequence[Put]
    read_keys: Sequence[bytes]


class LmdbTurnWrite:
    """The turns of one write. `planned` is what the writer thread has left to do before it puts."""

    def __init__(
        self,
        stamped: StampedWrite,
        number: int,
        user_index: bytes,
        turn_index: TurnIndex,
        seal: Seal,
        databases: Databases,
    ) -> None:
        self._number = number
        self._revision = stamped.revision
        self._user_index = user_index
        self._seal = seal
        self._at = databases
        self._coming = []
        for said, waits in zip(stamped.turns, stamped.waits, strict=True):
            session_key = turn_index.session(number, said.session_id)
            id_key = turn_index.turn(session_key, said.turn.turn_id)
            self._coming.append(
                _Coming(
                    said.session_id,
                    session_key,
                    id_key,
                    said.turn.say_time,
                    encode_turn(said),
                    waits,
                )
            )
        self._read = [
            turn_index.turn(turn_index.session(number, each.session_id), each.turn_id)
            for each in stamped.read
        ]

    def planned(self, txn: "lmdb.Transaction[bytes]") -> TurnChanges:
        """The changes to what `txn` sees, which stays as it is.

        ValueError where a session already has one of the turns, RecordCorrupt where what is there
        fails its check.
        """
        return TurnChanges(list(self._puts(txn)), list(self._read_keys(txn)))

    def _puts(self, txn: "lmdb.Transaction[bytes]") -> Iterator[Put]:
        at, seal = self._at, self._seal.seal
        sessions: dict[bytes, SessionEntry] = {}
        for order, coming in enumerate(self._coming):
            if txn.get(coming.id_key, db=at.turn_places) is not None:
                raise ValueError("the session already has a turn of this write")
            key, time = coming.session_key, coming.say_time
            session = sessions.get(key) or _session(txn, at, self._seal, key)
            if session is None:
                session = SessionEntry(coming.session_id, time, time, 0)
            place = session.turn_count
            sessions[key] = SessionEntry(
                session.session_id,
                min(session.start_time, time),
                max(session.last_turn_time, time),
                place + 1,
            )
            there = turn_key(key, place)
            yield Put(at.turns, there, seal(layout.TURNS, there, coming.encoded))
            found = encode_place(PlaceEntry(place, self._revision, order))
            yield Put(at.turn_places, coming.id_key, seal(layout.TURN_PLACES, coming.id_key, found))
            if coming.waits:
                waiting = unread_key(self._number, self._revision, order)
                entry = encode_unread(UnreadEntry(coming.session_id, place))
                sealed = seal(layout.UNREAD, waiting, entry)
                yield Put(at.unread, waiting, self._user_index + sealed)
        for key, session in sessions.items():
            yield Put(at.sessions, key, seal(layout.SESSIONS, key, encode_session(session)))

    def _read_keys(self, txn: "lmdb.Transaction[bytes]") -> Iterator[bytes]:
        for id_key in self._read:
            found = _place(txn, self._at, self._seal, id_key)
            if found is not None:
                key = unread_key(self._number, found.revision, found.order)
                if txn.get(key, db=self._at.unread) is not None:
                    yield key


class LmdbTurns:
    """Reads turns, each call within the one transaction that it is given."""

    def __init__(self, index: TurnIndex, databases: Databases) -> None:
        self._index = index
        self._at = databases

    def found(
        self, txn: "lmdb.Transaction[bytes]", user: User, references: Sequence[TurnReference]
    ) -> list[Turn | None]:
        """See `Store.turns`."""
        return [self._found(txn, user, reference) for reference in references]

    def of_session(
        self,
        txn: "lmdb.Transaction[bytes]",
        user: User,
        session_id: str,
        before: int | None,
        limit: int,
    ) -> list[tuple[int, Turn]]:
        """See `Store.session_turns`. Reads no more than the turns that it gives."""
        key = self._index.session(user.head.number, session_id)
        session = _session(txn, self._at, user.seal, key)
        if session is None:
            return []
        end = session.turn_count if before is None else min(before, session.turn_count)
        return [
            (place, self._said(txn, user, session_id, place).turn)
            for place in range(max(end - max(limit, 0), 0), end)
        ]

    def unread(self, txn: "lmdb.Transaction[bytes]", user: User, limit: int) -> list[SessionTurn]:
        """See `Store.unread`."""
        said = []
        for key, value in islice(layout.scan(txn, self._at.unread, user.prefix), max(limit, 0)):
            entry = decode_unread(user.seal.open(layout.UNREAD, key, value[INDEX_SIZE:]))
            said.append(self._said(txn, user, entry.session_id, entry.place))
        return said

    def users_unread(self, txn: "lmdb.Transaction[bytes]") -> Iterator[bytes]:
        """The key in `users` of each user who has unread turns, ordered by user number."""
        cursor = txn.cursor(self._at.unread)
        found = cursor.first()
        while found:
            number = int.from_bytes(cursor.key()[:8], "big")
            yield cursor.value()[:INDEX_SIZE]
            found = cursor.set_range(layout.user_prefix(number + 1))

    def _found(
        self, txn: "lmdb.Transaction[bytes]", user: User, reference: TurnReference
    ) -> Turn | None:
        session_key = self._index.session(user.head.number, reference.session_id)
        id_key = self._index.turn(session_key, reference.turn_id)
        place = _place(txn, self._at, user.seal, id_key)
        if place is None:
            return None
        return self._said(txn, user, reference.session_id, place.place).turn

    def _said(
        self, txn: "lmdb.Transaction[bytes]", user: User, session_id: str, place: int
    ) -> SessionTurn:
        """The turn at a place that the session has; RecordCorrupt where it is missing."""
        key = turn_key(self._index.session(user.head.number, session_id), place)
        stored = txn.get(key, b"", db=self._at.turns)
        return decode_turn(session_id, user.seal.open(layout.TURNS, key, stored))


def _session(
    txn: "lmdb.Transaction[bytes]", databases: Databases, seal: Seal, key: bytes
) -> SessionEntry | None:
    stored = txn.get(key, db=databases.sessions)
    return None if stored is None else decode_session(seal.open(layout.SESSIONS, key, stored))


def _place(
    txn: "lmdb.Transaction[bytes]", databases: Databases, seal: Seal, id_key: bytes
) -> PlaceEntry | None:
    stored = txn.get(id_key, db=databases.turn_places)
    return None if stored is None else decode_place(seal.open(layout.TURN_PLACES, id_key, stored))
