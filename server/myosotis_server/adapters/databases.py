"""Opens the store's databases, and makes what an earlier format lacks."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.entry_codec import decode_user
from myosotis_server.adapters.lmdb_keys import make_digest_key
from myosotis_server.adapters.mood_records import MoodDays
from myosotis_server.adapters.session_states import with_mood
from myosotis_server.adapters.store_format import FORMAT, Databases
from myosotis_server.adapters.turn_records import (
    decode_session,
    decode_turn,
    encode_session,
    turn_key,
)
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Role

_FORMAT_KEY = b"format"
_CHECK_KEY = b"check"


def open_databases(env: lmdb.Environment, vault: Vault) -> Databases:
    """The databases of `env`, created in an empty one, brought up to FORMAT in an earlier one.

    StoreUnusable for an unknown format or another master key; nothing is changed then.
    """
    with env.begin(write=True) as txn:
        meta = env.open_db(b"meta", txn=txn)
        stored = txn.get(_FORMAT_KEY, db=meta)
        found = FORMAT if stored is None else int.from_bytes(stored, "big")
        if not 1 <= found <= FORMAT:
            raise StoreUnusable(
                f"the store has format {found}; this version reads format {FORMAT}"
                + (": it was written by a later version" if found > FORMAT else "")
            )
        if stored is None:
            txn.put(_CHECK_KEY, vault.check_value(), db=meta)
        else:
            vault.check(txn.get(_CHECK_KEY, b"", db=meta))
        if stored is None or found < FORMAT:
            txn.put(_FORMAT_KEY, FORMAT.to_bytes(4, "big"), db=meta)
        databases = Databases(
            users=env.open_db(layout.USERS, txn=txn),
            records=env.open_db(layout.RECORDS, txn=txn),
            vectors=env.open_db(layout.VECTORS, txn=txn),
            history=env.open_db(layout.HISTORY, txn=txn),
            log=env.open_db(layout.LOG, txn=txn),
            access=env.open_db(layout.ACCESS, txn=txn),
            requests=env.open_db(layout.REQUESTS, txn=txn),
            turns=env.open_db(layout.TURNS, txn=txn),
            turn_places=env.open_db(layout.TURN_PLACES, txn=txn),
            sessions=env.open_db(layout.SESSIONS, txn=txn),
            unread=env.open_db(layout.UNREAD, txn=txn),
            open_sessions=env.open_db(layout.OPEN_SESSIONS, txn=txn),
            moods=env.open_db(layout.MOODS, txn=txn),
            edges=env.open_db(layout.EDGES, txn=txn),
            expiry=env.open_db(b"expiry", txn=txn),
            api_keys=env.open_db(layout.API_KEYS, txn=txn),
            meta=meta,
        )
        make_digest_key(txn, databases, vault)
        if found == 2:  # 1 has no sessions: all that it lacks is databases
            _open_sessions_of_2(txn, databases, vault)
        return databases


def _open_sessions_of_2(txn: "lmdb.Transaction[bytes]", at: Databases, vault: Vault) -> None:
    """Format 2 had no ended sessions and told no moods: both are made of its turns.

    What is damaged stays as it is, for its reader to be told.
    """
    for index, stored in txn.cursor(at.users):
        with contextlib.suppress(RecordCorrupt):
            user = decode_user(stored)
            seal = vault.unwrap(index, user.number, user.wrapped_key)
            moods = MoodDays()
            for key, value in list(layout.scan(txn, at.sessions, layout.user_prefix(user.number))):
                with contextlib.suppress(RecordCorrupt):
                    session = decode_session(seal.open(layout.SESSIONS, key, value))
                    session = _told(session, _turns(txn, at, seal, key, session), moods)
                    sealed = seal.seal(layout.SESSIONS, key, encode_session(session))
                    txn.put(key, sealed, db=at.sessions)
                    txn.put(key, index, db=at.open_sessions)
            for put in moods.puts(txn, at, seal, user.number):
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
        there = turn_key(key, place)
        with contextlib.suppress(RecordCorrupt):
            data = seal.open(layout.TURNS, there, txn.get(there, b"", db=at.turns))
            yield decode_turn(session.session_id, data)
