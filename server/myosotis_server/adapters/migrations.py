"""Makes stores of earlier formats into the present one, within the transaction that opens them.

What is damaged stays so, for its reader to be told: it is moved as it is, or left where it was.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.edge_changes import EdgeChanges
from myosotis_server.adapters.edge_records import EdgeIndex, decode_edge, identity_of
from myosotis_server.adapters.entry_codec import decode_user
from myosotis_server.adapters.lmdb_graph import LmdbGraphWrite
from myosotis_server.adapters.mood_records import MoodDays
from myosotis_server.adapters.record_codec import decode_memory, named_change, named_memory
from myosotis_server.adapters.session_states import with_mood
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.turn_records import (
    SessionEntry,
    decode_session,
    decode_turn,
    encode_session,
    turn_key,
)
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.fading import is_passing
from myosotis_server.memory.graph import Edge
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Role

_ID_END = 24
"""Where, before format 4, the id of a memory or the digest of a session ended in a key."""
_LAST = 2**63


def bring_up_to_date(
    txn: "lmdb.Transaction[bytes]",
    at: Databases,
    vault: Vault,
    secrets: UserSecrets,
    found: int,
) -> None:
    """Changes the users' data of a store of format `found` into that of the present format."""
    if found >= layout.FORMAT:
        return
    for index, stored in [*txn.cursor(at.users)]:
        with contextlib.suppress(RecordCorrupt):
            user = decode_user(stored)
            if found < 3 and user.memory_count:
                # There were no edges. Reading them takes understanding, which comes later.
                txn.put(layout.unlinked_key(user.number), b"", db=at.meta)
            secret = secrets.secret(user.number)
            if secret is None:
                continue
            seal = vault.unwrap(index, user.number, user.wrapped, secret)
            if found == 2:  # 1 has no sessions: all that it lacks is databases
                _open_sessions(txn, at, seal, index, user.number)
            _give_serials(txn, at, seal, user.number)
            _bundle_edges(txn, at, seal, EdgeIndex(vault), user.number)


def _open_sessions(
    txn: "lmdb.Transaction[bytes]", at: Databases, seal: Seal, index: bytes, number: int
) -> None:
    """From 2 to 3: it had no ended sessions and told no moods; both are made of its turns."""
    moods = MoodDays()
    for key, value in [*layout.scan(txn, at.sessions, layout.user_prefix(number))]:
        with contextlib.suppress(RecordCorrupt):
            session = decode_session(seal.open(layout.SESSIONS, key, value)).session
            session = _told(session, _turns(txn, at, seal, key, session), moods)
            encoded = encode_session(SessionEntry(session, b""))
            txn.put(key, seal.seal(layout.SESSIONS, key, encoded), db=at.sessions)
            txn.put(key, index, db=at.open_sessions)
    for put in moods.puts(txn, at, seal, number):
        txn.put(put.key, put.value, db=put.database)


def _told(session: Session, turns: Iterable[SessionTurn], moods: MoodDays) -> Session:
    """The session with all that its turns tell of it, whose moods are added to `moods`."""
    counts, time_zone = session.moods, ""
    for said in turns:
        time_zone = said.time_zone
        if said.turn.role is Role.USER:
            counts = with_mood(counts, said.turn.emotion)
            moods.add(said.turn)
    # By the latest clock that there is; its server's is nowhere.
    return replace(session, write_time=session.last_turn_time, moods=counts, time_zone=time_zone)


def _turns(
    txn: "lmdb.Transaction[bytes]", at: Databases, seal: Seal, key: bytes, session: Session
) -> Iterator[SessionTurn]:
    """Those of a session that are whole."""
    for place in range(session.turn_count):
        there = key + place.to_bytes(8, "big")
        with contextlib.suppress(RecordCorrupt):
            data = seal.open(layout.TURNS, there, txn.get(there, b"", db=at.turns))
            yield decode_turn(session.session_id, data)


def _give_serials(txn: "lmdb.Transaction[bytes]", at: Databases, seal: Seal, number: int) -> None:
    """From 3 to 4: keys had ids of memories and digests of sessions where they have serials now.

    Serials are of revision 0, which no write has, in the order of time.
    """
    prefix = layout.user_prefix(number)
    moving = _Moving(txn, seal)
    memories = sorted(
        (*_time_and_end(seal, key, value), key)
        for key, value in layout.scan(txn, at.records, prefix)
    )
    for order, (_, passing, key) in enumerate(memories):
        serial, id16 = layout.serial_of(0, order, is_passing=passing), key[len(prefix) :]
        there = prefix + serial
        named = partial(named_memory, memory_id=id16)
        moving.all_below(at.records, layout.RECORDS, key, there, named)
        moving.all_below(at.vectors, layout.VECTORS, key, there)
        moving.all_below(at.access, layout.ACCESS, key, there)
        renamed = partial(named_change, memory_id=id16)
        moving.all_below(at.history, layout.HISTORY, key, there, renamed)
        txn.put(key, serial, db=at.serials)
    sessions = []
    for key, value in layout.scan(txn, at.sessions, prefix):
        with contextlib.suppress(RecordCorrupt):
            session = decode_session(seal.open(layout.SESSIONS, key, value)).session
            sessions.append((session.start_time, key, session))
    for order, (_, key, session) in enumerate(sorted(sessions, key=lambda each: each[:2])):
        serial = layout.serial_of(0, order)
        encoded = encode_session(SessionEntry(session, serial))
        txn.put(key, seal.seal(layout.SESSIONS, key, encoded), db=at.sessions)
        for place in range(session.kept_from, session.turn_count):
            there = key + place.to_bytes(8, "big")
            moving.all_below(at.turns, layout.TURNS, there, turn_key(prefix, serial, place))
        for there, _ in [*layout.scan(txn, at.turn_places, key)]:
            moving.all_below(at.turn_places, layout.TURN_PLACES, there, prefix + there[_ID_END:])


def _time_and_end(seal: Seal, key: bytes, value: bytes) -> tuple[int, bool]:
    """When the memory was created, and whether it is passing; what is damaged comes last."""
    try:
        memory = decode_memory(named_memory(seal.open(layout.RECORDS, key, value), key[-16:]))
    except RecordCorrupt:
        return _LAST, False
    return memory.create_time, is_passing(memory)


class _Moving:
    """Values from where they were to other keys."""

    def __init__(self, txn: "lmdb.Transaction[bytes]", seal: Seal) -> None:
        self._txn = txn
        self._seal = seal

    def all_below(
        self,
        database: "lmdb._Database",
        name: bytes,
        source: bytes,
        target: bytes,
        change: Callable[[bytes], bytes] = lambda data: data,
    ) -> None:
        """Each value whose key begins with `source`, changed, to one that begins with `target`."""
        for key, stored in [*layout.scan(self._txn, database, source)]:
            there, value = target + key[len(source) :], stored
            with contextlib.suppress(RecordCorrupt):
                value = self._seal.seal(name, there, change(self._seal.open(name, key, stored)))
            self._txn.delete(key, db=database)
            self._txn.put(there, value, db=database)


def _bundle_edges(
    txn: "lmdb.Transaction[bytes]", at: Databases, seal: Seal, index: EdgeIndex, number: int
) -> None:
    """From 3 to 4: each edge lay whole under both ends, with a pointer from its memory."""
    edges: dict[bytes, Edge] = {}
    for key, value in [*layout.scan(txn, at.edges, layout.user_prefix(number))]:
        with contextlib.suppress(RecordCorrupt):
            data = seal.open(layout.EDGES, key, value)
            if key[_ID_END] != 2:  # a pointer
                edge = decode_edge(data)
                edges[identity_of(edge)] = edge
            txn.delete(key, db=at.edges)
    write = LmdbGraphWrite(EdgeChanges(edges, (), (), ()), number, index, seal, at)
    for put in write.planned(txn).puts:
        txn.put(put.key, put.value, db=put.database)
