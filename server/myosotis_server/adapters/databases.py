"""Opens the store's databases, and makes what an earlier format lacks."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import lmdb
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.audit_keys import make_trail
from myosotis_server.adapters.entry_codec import decode_user, encode_user
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
from myosotis_server.adapters.user_secrets import UserSecrets, make_file, open_file
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import Role

_FORMAT_KEY = b"format"
_CHECK_KEY = b"check"
_STORE_ID_KEY = b"store_id"


def open_databases(
    env: lmdb.Environment, vault: Vault, folder: Path
) -> tuple[Databases, UserSecrets]:
    """The databases of `env` and the secrets of its users, which its caller closes.

    They are created in an empty one and brought up to FORMAT in an earlier one. StoreUnusable for
    an unknown format, another master key or another store's secrets; nothing is changed then.
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
            audit=env.open_db(layout.AUDIT, txn=txn),
            meta=meta,
        )
        make_digest_key(txn, databases.api_keys, vault)
        if stored is None or found < FORMAT:
            make_trail(txn, databases.meta, vault)
        with contextlib.ExitStack() as unless_whole:
            secrets = _secrets(txn, databases, vault, folder)
            unless_whole.callback(secrets.close)
            if found == 2:  # 1 has no sessions: all that it lacks is databases
                _open_sessions_of_2(txn, databases, vault, secrets)
            unless_whole.pop_all()
        return databases, secrets


def _secrets(
    txn: "lmdb.Transaction[bytes]", at: Databases, vault: Vault, folder: Path
) -> UserSecrets:
    """The secrets of the store's users, with what was left to erase of them erased.

    Before format 3 users had none: they get one, and their keys are wrapped anew.
    """
    store_id = txn.get(_STORE_ID_KEY, db=at.meta)
    if store_id is not None:
        secrets = open_file(folder, store_id)
        for number in layout.numbers_erasing(txn, at):
            secrets.erase(number)
            txn.delete(layout.erasing_key(number), db=at.meta)
        return secrets
    secrets = make_file(folder)
    txn.put(_STORE_ID_KEY, secrets.store_id, db=at.meta)
    for index, stored in list(txn.cursor(at.users)):
        with contextlib.suppress(RecordCorrupt):  # what is damaged stays as it is
            user = decode_user(stored)
            key = vault.user_key(index, user.number, user.wrapped_key, None)
            wrapped = vault.wrap(index, user.number, key, secrets.make(user.number))
            txn.put(index, encode_user(with_fields(user, wrapped_key=wrapped)), db=at.users)
    secrets.sync()
    return secrets


def _open_sessions_of_2(
    txn: "lmdb.Transaction[bytes]", at: Databases, vault: Vault, secrets: UserSecrets
) -> None:
    """Format 2 had no ended sessions and told no moods: both are made of its turns.

    What is damaged stays as it is, for its reader to be told.
    """
    for index, stored in txn.cursor(at.users):
        with contextlib.suppress(RecordCorrupt):
            user = decode_user(stored)
            secret = secrets.secret(user.number)
            if secret is None:
                continue
            seal = vault.unwrap(index, user.number, user.wrapped_key, secret)
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
