"""Opens the store's databases, and makes what an earlier format lacks."""

import contextlib
from pathlib import Path

import lmdb
from msgspec.structs import replace as with_fields

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters import store_keys
from myosotis_server.adapters.audit_keys import make_trail
from myosotis_server.adapters.entry_codec import decode_user, encode_user
from myosotis_server.adapters.lmdb_keys import make_digest_key
from myosotis_server.adapters.migrations import bring_up_to_date
from myosotis_server.adapters.store_format import FORMAT, Databases
from myosotis_server.adapters.user_secrets import UserSecrets, make_file, open_file
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable

_FORMAT_KEY = b"format"
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
            store_keys.begin(txn, meta, vault)
        master = store_keys.masters(txn, meta, vault)[0]
        if found < 4:
            store_keys.keep_own_keys(txn, meta, vault)
        store_keys.adopt_own_keys(txn, meta, vault)
        if stored is None or found < FORMAT:
            txn.put(_FORMAT_KEY, FORMAT.to_bytes(4, "big"), db=meta)
        databases = Databases(
            users=env.open_db(layout.USERS, txn=txn),
            serials=env.open_db(layout.SERIALS, txn=txn),
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
            staged=env.open_db(layout.STAGED, txn=txn),
            expiry=env.open_db(b"expiry", txn=txn),
            api_keys=env.open_db(layout.API_KEYS, txn=txn),
            audit=env.open_db(layout.AUDIT, txn=txn),
            kept=env.open_db(layout.KEPT, txn=txn),
            meta=meta,
        )
        make_digest_key(txn, databases.api_keys, master)
        if stored is None or found < 3:
            make_trail(txn, databases.meta, master)
        with contextlib.ExitStack() as unless_whole:
            secrets = _secrets(txn, databases, vault, folder)
            unless_whole.callback(secrets.close)
            bring_up_to_date(txn, databases, vault, secrets, found)
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
            master = store_keys.masters(txn, at.meta, vault)[0]
            wrapped = master.wrap(index, user.number, key, secrets.make(user.number))
            txn.put(index, encode_user(with_fields(user, wrapped_key=wrapped)), db=at.users)
    secrets.sync()
    return secrets
