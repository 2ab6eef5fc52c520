"""The store's layout on disk: databases, keys and format version. See docs/storage-format.md."""

from collections.abc import Iterator
from dataclasses import dataclass

import lmdb

from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import StoreUnusable
from myosotis_server.memory.values import Instant

FORMAT = 2
"""1 had no turns, and is made into 2 when opened. Who knows only 1 must not open 2: it would leave
turns behind when it erases their user."""
DATABASE_COUNT = 13

USERS = b"users"
RECORDS = b"records"
VECTORS = b"vectors"
HISTORY = b"history"
LOG = b"log"
ACCESS = b"access"
REQUESTS = b"requests"
TURNS = b"turns"
TURN_PLACES = b"turn_places"
SESSIONS = b"sessions"
UNREAD = b"unread"

_FORMAT_KEY = b"format"
_CHECK_KEY = b"check"
_NEXT_NUMBER_KEY = b"next_number"


@dataclass(frozen=True, slots=True)
class Databases:
    """Handles of one open environment."""

    users: "lmdb._Database"
    records: "lmdb._Database"
    vectors: "lmdb._Database"
    history: "lmdb._Database"
    log: "lmdb._Database"
    access: "lmdb._Database"
    requests: "lmdb._Database"
    turns: "lmdb._Database"
    turn_places: "lmdb._Database"
    sessions: "lmdb._Database"
    unread: "lmdb._Database"
    expiry: "lmdb._Database"
    meta: "lmdb._Database"

    def of_users(self) -> tuple["lmdb._Database", ...]:
        """Those in which a user's data is one range."""
        return (
            self.records,
            self.vectors,
            self.history,
            self.log,
            self.access,
            self.requests,
            self.turns,
            self.turn_places,
            self.sessions,
            self.unread,
        )


@dataclass(frozen=True, slots=True)
class Put:
    """A sealed value and where it goes."""

    database: "lmdb._Database"
    key: bytes
    value: bytes


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
        if stored is None or found < FORMAT:  # what 2 has more than 1 is databases, made below
            txn.put(_FORMAT_KEY, FORMAT.to_bytes(4, "big"), db=meta)
        return Databases(
            users=env.open_db(USERS, txn=txn),
            records=env.open_db(RECORDS, txn=txn),
            vectors=env.open_db(VECTORS, txn=txn),
            history=env.open_db(HISTORY, txn=txn),
            log=env.open_db(LOG, txn=txn),
            access=env.open_db(ACCESS, txn=txn),
            requests=env.open_db(REQUESTS, txn=txn),
            turns=env.open_db(TURNS, txn=txn),
            turn_places=env.open_db(TURN_PLACES, txn=txn),
            sessions=env.open_db(SESSIONS, txn=txn),
            unread=env.open_db(UNREAD, txn=txn),
            expiry=env.open_db(b"expiry", txn=txn),
            meta=meta,
        )


def take_number(txn: "lmdb.Transaction[bytes]", databases: Databases) -> int:
    """The next user number; each is given once."""
    number = int.from_bytes(txn.get(_NEXT_NUMBER_KEY, b"\1", db=databases.meta), "big")
    txn.put(_NEXT_NUMBER_KEY, (number + 1).to_bytes(8, "big"), db=databases.meta)
    return number


def user_prefix(number: int) -> bytes:
    """What every key of the user begins with, but in `users` and `expiry`."""
    return number.to_bytes(8, "big")


def id_bytes(memory_id: str) -> bytes | None:
    """The 16 bytes of a canonical id; None for any other text, which no memory can have."""
    try:
        id16 = bytes.fromhex(memory_id.replace("-", ""))
    except ValueError:
        return None
    return id16 if len(id16) == 16 and id_text(id16) == memory_id else None


def id_text(id16: bytes) -> str:
    """The canonical text of an id's 16 bytes."""
    digits = id16.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def history_key(memory_key: bytes, revision: int, sequence: int) -> bytes:
    """Sorts a memory's states by revision, and within one by their order in the write."""
    return memory_key + revision.to_bytes(8, "big") + sequence.to_bytes(2, "big")


def log_key(number: int, revision: int) -> bytes:
    """Where the log has what the user's `revision` changed."""
    return user_prefix(number) + revision.to_bytes(8, "big")


def expiry_key(time: Instant, request_key: bytes) -> bytes:
    """Sorts by time; times before 1970 first."""
    return (time + 2**63).to_bytes(8, "big") + request_key


def scan(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", prefix: bytes
) -> Iterator[tuple[bytes, bytes]]:
    """All pairs whose key begins with `prefix`, in key order."""
    cursor = txn.cursor(database)
    if cursor.set_range(prefix):
        for key, value in cursor:
            if not key.startswith(prefix):
                return
            yield key, value


def delete_range(txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", prefix: bytes) -> None:
    """Deletes all pairs whose key begins with `prefix`."""
    cursor = txn.cursor(database)
    cursor.set_range(prefix)
    while cursor.key().startswith(prefix):  # the key is empty past the last one
        cursor.delete()


def newest(
    txn: "lmdb.Transaction[bytes]",
    history: "lmdb._Database",
    memory_key: bytes,
    before: int | None,
    limit: int,
) -> Iterator[tuple[bytes, bytes]]:
    """A memory's states of revisions below `before`, newest first.

    At most `limit`, and then those that are left of the last one's revision.
    """
    end = memory_key + b"\xff" * 8 if before is None else history_key(memory_key, before, 0)
    cursor = txn.cursor(history)
    found = cursor.prev() if cursor.set_range(end) else cursor.last()
    last_revision = b""
    while found and cursor.key().startswith(memory_key):
        revision = cursor.key()[24:32]
        if limit <= 0 and revision != last_revision:
            return
        yield cursor.item()
        last_revision = revision
        limit -= 1
        found = cursor.prev()
