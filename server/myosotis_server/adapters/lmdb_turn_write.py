"""The turns of one write in LMDB: put in the order in which they came, read, forgotten, erased."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.lmdb_turns import place_at, session_at
from myosotis_server.adapters.mood_records import MoodDays
from myosotis_server.adapters.session_states import updated, with_turn
from myosotis_server.adapters.stamped_write import StampedWrite
from myosotis_server.adapters.store_format import Databases, Planned, Put
from myosotis_server.adapters.turn_records import (
    GONE,
    PlaceEntry,
    SessionEntry,
    TurnIndex,
    UnreadEntry,
    decode_turn,
    encode_place,
    encode_session,
    encode_turn,
    encode_unread,
    turn_key,
    unread_key,
)
from myosotis_server.adapters.vault import Seal
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Role, TurnReference


@dataclass(frozen=True, slots=True)
class _Coming:
    """A turn to put, as far as it can be made before its place in the session is known."""

    said: SessionTurn
    session_key: bytes
    id_key: bytes
    encoded: bytes
    waits: bool


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
        self._prefix = layout.user_prefix(number)
        self._revision = stamped.revision
        self._time = stamped.time
        self._user_index = user_index
        self._index = turn_index
        self._seal = seal
        self._at = databases
        self._moods = MoodDays()
        self._coming = []
        for said, waits in zip(stamped.turns, stamped.waits, strict=True):
            session_key = turn_index.session(number, said.session_id)
            id_key = turn_index.turn(session_key, said.turn.turn_id)
            self._coming.append(_Coming(said, session_key, id_key, encode_turn(said), waits))
            if said.turn.role is Role.USER:
                self._moods.add(said.turn)
        self._updates = [
            (turn_index.session(number, update.session_id), update) for update in stamped.sessions
        ]
        self._read = [id_key for _, id_key in self._keys(stamped.read)]
        self._forgotten = self._keys(stamped.forgotten_turns)

    def planned(self, txn: "lmdb.Transaction[bytes]") -> Planned:
        """The changes to what `txn` sees, which stays as it is.

        ValueError where a session already has one of the turns, RecordCorrupt where what is there
        fails its check.
        """
        at = self._at
        sessions = _Sessions(txn, at, self._seal, self._revision)
        places = [self._appended(txn, sessions, coming) for coming in self._coming]
        for key, update in self._updates:
            session = sessions.now(key)
            if session is not None:
                sessions.after[key] = updated(session, update)
        puts = [
            *self._coming_puts(places, sessions),
            *self._moods.puts(txn, at, self._seal, self._number),
        ]
        deletions = [(at.unread, key) for key in self._unread_keys(txn, self._read)]
        deletions += self._erasing(txn, sessions)
        for part in (self._forgetting(txn, sessions), self._session_changes(sessions)):
            puts += part.puts
            deletions += part.deletions
        return Planned(puts, list(dict.fromkeys(deletions)))

    def _appended(
        self, txn: "lmdb.Transaction[bytes]", sessions: "_Sessions", coming: _Coming
    ) -> int:
        """The place that the turn takes in its session."""
        if txn.get(coming.id_key, db=self._at.turn_places) is not None:
            raise ValueError("the session already has a turn of this write")
        key = coming.session_key
        session = sessions.after[key] = with_turn(sessions.now(key), coming.said, self._time)
        return session.turn_count - 1

    def _coming_puts(self, places: Sequence[int], sessions: "_Sessions") -> Iterator[Put]:
        """Each turn of the write with what leads there, but for those that it erases at once."""
        at = self._at
        for order, (coming, place) in enumerate(zip(self._coming, places, strict=True)):
            key = coming.session_key
            if sessions.erases(key, place):
                continue
            there = turn_key(self._prefix, sessions.serial(key), place)
            yield self._sealed(at.turns, layout.TURNS, there, coming.encoded)
            found = encode_place(PlaceEntry(place, self._revision, order))
            yield self._sealed(at.turn_places, layout.TURN_PLACES, coming.id_key, found)
            if coming.waits:
                waiting = unread_key(self._number, self._revision, order)
                entry = encode_unread(UnreadEntry(coming.said.session_id, place))
                sealed = self._seal.seal(layout.UNREAD, waiting, entry)
                yield Put(at.unread, waiting, self._user_index + sealed)

    def _session_changes(self, sessions: "_Sessions") -> Planned:
        at = self._at
        puts: list[Put] = []
        deletions = []
        for key, session in sessions.after.items():
            before = sessions.before(key)
            if session == before:
                continue
            entry = encode_session(SessionEntry(session, sessions.serial(key)))
            puts.append(self._sealed(at.sessions, layout.SESSIONS, key, entry))
            was_open = before is not None and before.end_time is None
            if session.end_time is not None and was_open:
                deletions.append((at.open_sessions, key))
            elif session.end_time is None and not was_open:
                puts.append(Put(at.open_sessions, key, self._user_index))
        return Planned(puts, deletions)

    def _erasing(
        self, txn: "lmdb.Transaction[bytes]", sessions: "_Sessions"
    ) -> "Iterator[tuple[lmdb._Database, bytes]]":
        """All that there is of turns that sessions no longer keep, also of those forgotten."""
        at = self._at
        for key, session in sessions.after.items():
            before = sessions.before(key)
            if before is None:
                continue  # all its turns are of this write
            id_keys = []
            serial = sessions.serial(key)
            first = turn_key(self._prefix, serial, before.kept_from)
            end = turn_key(self._prefix, serial, session.kept_from)
            for there, stored in layout.between(txn, at.turns, first, end):
                yield at.turns, there
                data = self._seal.open(layout.TURNS, there, stored)
                if data != GONE:
                    turn_id = decode_turn(session.session_id, data).turn.turn_id
                    id_keys.append(self._index.turn(key, turn_id))
            for id_key in id_keys:
                yield at.turn_places, id_key
            for waiting in self._unread_keys(txn, id_keys):
                yield at.unread, waiting

    def _forgetting(self, txn: "lmdb.Transaction[bytes]", sessions: "_Sessions") -> Planned:
        """A sealed nothing at each place, and nothing that leads there."""
        at = self._at
        puts: list[Put] = []
        id_keys = [id_key for _, id_key in self._forgotten]
        deletions = [(at.unread, key) for key in self._unread_keys(txn, id_keys)]
        for session_key, id_key in self._forgotten:
            found = place_at(txn, at, self._seal, id_key)
            if found is not None and not sessions.erases(session_key, found.place):
                there = turn_key(self._prefix, sessions.serial(session_key), found.place)
                puts.append(self._sealed(at.turns, layout.TURNS, there, GONE))
                deletions.append((at.turn_places, id_key))
        return Planned(puts, deletions)

    def _unread_keys(
        self, txn: "lmdb.Transaction[bytes]", id_keys: Sequence[bytes]
    ) -> Iterator[bytes]:
        """Where those of the turns wait that do."""
        for id_key in id_keys:
            found = place_at(txn, self._at, self._seal, id_key)
            if found is not None:
                key = unread_key(self._number, found.revision, found.order)
                if txn.get(key, db=self._at.unread) is not None:
                    yield key

    def _keys(self, references: Sequence[TurnReference]) -> list[tuple[bytes, bytes]]:
        """The keys of each one's session and of its place."""
        index = self._index
        sessions = [index.session(self._number, each.session_id) for each in references]
        return [
            (session, index.turn(session, each.turn_id))
            for session, each in zip(sessions, references, strict=True)
        ]

    def _sealed(self, database: "lmdb._Database", name: bytes, key: bytes, value: bytes) -> Put:
        return Put(database, key, self._seal.seal(name, key, value))


class _Sessions:
    """Sessions by key as they were `before` the write, and as it leaves them in `after`."""

    def __init__(
        self, txn: "lmdb.Transaction[bytes]", databases: Databases, seal: Seal, revision: int
    ) -> None:
        self._txn = txn
        self._at = databases
        self._seal = seal
        self._revision = revision
        self._stored: dict[bytes, SessionEntry | None] = {}
        self._new: dict[bytes, bytes] = {}
        self.after: dict[bytes, Session] = {}

    def before(self, key: bytes) -> Session | None:
        """The session as it was, read when first asked for."""
        entry = self._entry(key)
        return None if entry is None else entry.session

    def now(self, key: bytes) -> Session | None:
        """The session as the write has it so far."""
        return self.after.get(key) or self.before(key)

    def serial(self, key: bytes) -> bytes:
        """What stands for it in keys: a new one for a session that the write begins."""
        entry = self._entry(key)
        if entry is not None:
            return entry.serial
        return self._new.setdefault(key, layout.serial_of(self._revision, len(self._new)))

    def erases(self, key: bytes, place: int) -> bool:
        """Whether the write erases the turn at `place`, which it puts or which was there."""
        session = self.after.get(key)
        return session is not None and place < session.kept_from

    def _entry(self, key: bytes) -> SessionEntry | None:
        if key not in self._stored:
            self._stored[key] = session_at(self._txn, self._at, self._seal, key)
        return self._stored[key]
