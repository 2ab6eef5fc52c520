"""Reads turns and sessions in LMDB: turns in the order in which they were said, found by id."""

from collections.abc import Iterator, Sequence
from itertools import islice

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.session_states import latest_first
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.turn_records import (
    GONE,
    INDEX_SIZE,
    PlaceEntry,
    SessionEntry,
    TurnIndex,
    decode_place,
    decode_session,
    decode_turn,
    decode_unread,
    turn_key,
)
from myosotis_server.adapters.user_entries import User
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Turn, TurnReference


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
        """See `Store.session_turns`. Reads no more than the turns that it gives and those that were
        forgotten between them, and nothing below where turns are kept from."""
        key = self._index.session(user.head.number, session_id)
        entry = session_at(txn, self._at, user.seal, key)
        if entry is None:
            return []
        session = entry.session
        place = session.turn_count if before is None else min(before, session.turn_count)
        found: list[tuple[int, Turn]] = []
        while place > session.kept_from and len(found) < limit:
            place -= 1
            said = self._said(txn, user, entry, place)
            if said is not None:
                found.append((place, said.turn))
        return found[::-1]

    def unread(self, txn: "lmdb.Transaction[bytes]", user: User, limit: int) -> list[SessionTurn]:
        """See `Store.unread`."""
        said = []
        for key, value in islice(layout.scan(txn, self._at.unread, user.prefix), max(limit, 0)):
            entry = decode_unread(user.seal.open(layout.UNREAD, key, value[INDEX_SIZE:]))
            session = self._entry(txn, user, entry.session_id)
            waits = None if session is None else self._said(txn, user, session, entry.place)
            if waits is None:
                raise RecordCorrupt("a turn that waits to be read is gone")
            said.append(waits)
        return said

    def sessions(self, txn: "lmdb.Transaction[bytes]", user: User) -> list[Session]:
        """See `Store.sessions`."""
        return latest_first(
            decode_session(user.seal.open(layout.SESSIONS, key, stored)).session
            for key, stored in layout.scan(txn, self._at.sessions, user.prefix)
        )

    def session(
        self, txn: "lmdb.Transaction[bytes]", user: User, session_id: str
    ) -> Session | None:
        """See `Store.session`."""
        entry = self._entry(txn, user, session_id)
        return None if entry is None else entry.session

    def open_sessions(self, txn: "lmdb.Transaction[bytes]", user: User) -> list[Session]:
        """See `Store.open_sessions`."""
        keys = (key for key, _ in layout.scan(txn, self._at.open_sessions, user.prefix))
        entries = (session_at(txn, self._at, user.seal, key) for key in keys)
        found = (entry.session for entry in entries if entry is not None)
        return latest_first(session for session in found if session.end_time is None)

    def _found(
        self, txn: "lmdb.Transaction[bytes]", user: User, reference: TurnReference
    ) -> Turn | None:
        session_key = self._index.session(user.head.number, reference.session_id)
        id_key = self._index.turn(session_key, reference.turn_id)
        found = place_at(txn, self._at, user.seal, id_key)
        entry = None if found is None else session_at(txn, self._at, user.seal, session_key)
        if found is None or entry is None:
            return None
        said = self._said(txn, user, entry, found.place)
        return None if said is None else said.turn

    def _entry(
        self, txn: "lmdb.Transaction[bytes]", user: User, session_id: str
    ) -> SessionEntry | None:
        key = self._index.session(user.head.number, session_id)
        return session_at(txn, self._at, user.seal, key)

    def _said(
        self, txn: "lmdb.Transaction[bytes]", user: User, entry: SessionEntry, place: int
    ) -> SessionTurn | None:
        """The turn at a place from which the session keeps turns, None where it was forgotten.

        RecordCorrupt where it is missing.
        """
        key = turn_key(user.prefix, entry.serial, place)
        data = user.seal.open(layout.TURNS, key, txn.get(key, b"", db=self._at.turns))
        return None if data == GONE else decode_turn(entry.session.session_id, data)


def users_in(txn: "lmdb.Transaction[bytes]", database: "lmdb._Database") -> Iterator[bytes]:
    """The key in `users` of each user who has something in `database`, ordered by user number.

    `database` is `unread` or `open_sessions`, whose values begin with that key.
    """
    cursor = txn.cursor(database)
    found = cursor.first()
    while found:
        number = int.from_bytes(cursor.key()[:8], "big")
        yield cursor.value()[:INDEX_SIZE]
        found = cursor.set_range(layout.user_prefix(number + 1))


def session_at(
    txn: "lmdb.Transaction[bytes]", databases: Databases, seal: Seal, key: bytes
) -> SessionEntry | None:
    """The session under `key`, None where there is none."""
    stored = txn.get(key, db=databases.sessions)
    return None if stored is None else decode_session(seal.open(layout.SESSIONS, key, stored))


def place_at(
    txn: "lmdb.Transaction[bytes]", databases: Databases, seal: Seal, id_key: bytes
) -> PlaceEntry | None:
    """Where a turn is, None where its session has none of that id."""
    stored = txn.get(id_key, db=databases.turn_places)
    return None if stored is None else decode_place(seal.open(layout.TURN_PLACES, id_key, stored))
