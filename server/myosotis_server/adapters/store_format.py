"""The store's layout on disk: databases, keys and format version. See docs/storage-format.md."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import lmdb

from myosotis_server.memory.values import DAY, Instant

FORMAT = 4
"""What came before is made into it when opened, see databases.py. Who knows only an earlier one
must not open it: it would leave behind what it does not know when it erases a user."""
DATABASE_COUNT = 21

USERS = b"users"
SERIALS = b"serials"
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
OPEN_SESSIONS = b"open_sessions"
MOODS = b"moods"
EDGES = b"edges"
STAGED = b"staged"
API_KEYS = b"api_keys"
AUDIT = b"audit"
KEPT = b"kept"

OF_USERS: Mapping[str, int | None] = {
    "serials": None,
    "records": 0,
    "vectors": 0,
    "history": 0,
    "log": 0,
    "access": 0,
    "requests": 8,
    "turns": 0,
    "turn_places": 0,
    "sessions": 0,
    "unread": 32,
    "open_sessions": None,
    "moods": 0,
    "edges": 0,
    "staged": 0,
}
"""The databases in which a user's data is one range, and how many bytes of a value stand before
what is sealed with the user's key; None where nothing is."""

_NEXT_NUMBER_KEY = b"next_number"
_ERASING = b"erasing"
_UNLINKED = b"unlinked"


@dataclass(frozen=True, slots=True)
class Databases:
    """Handles of one open environment."""

    users: "lmdb._Database"
    serials: "lmdb._Database"
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
    open_sessions: "lmdb._Database"
    moods: "lmdb._Database"
    edges: "lmdb._Database"
    staged: "lmdb._Database"
    expiry: "lmdb._Database"
    api_keys: "lmdb._Database"
    audit: "lmdb._Database"
    kept: "lmdb._Database"
    meta: "lmdb._Database"

    def of_users(self) -> tuple["lmdb._Database", ...]:
        """Those in which a user's data is one range."""
        return tuple(getattr(self, name) for name in OF_USERS)


@dataclass(frozen=True, slots=True)
class Put:
    """A sealed value and where it goes."""

    database: "lmdb._Database"
    key: bytes
    value: bytes


@dataclass(frozen=True, slots=True)
class Planned:
    """What a part of a write does: values to put, and (database, key) of what to delete."""

    puts: Sequence[Put] = ()
    deletions: "Sequence[tuple[lmdb._Database, bytes]]" = ()

    def __bool__(self) -> bool:
        """Whether it changes anything."""
        return bool(self.puts or self.deletions)


def take_number(txn: "lmdb.Transaction[bytes]", databases: Databases, at_least: int = 1) -> int:
    """The next user number, or `at_least` if that is more; each is given once."""
    next_number = int.from_bytes(txn.get(_NEXT_NUMBER_KEY, b"\1", db=databases.meta), "big")
    number = max(next_number, at_least)
    txn.put(_NEXT_NUMBER_KEY, (number + 1).to_bytes(8, "big"), db=databases.meta)
    return number


def erasing_key(number: int) -> bytes:
    """Where `meta` says that the user's data is gone and their secret is yet to be overwritten."""
    return _ERASING + user_prefix(number)


def unlinked_key(number: int) -> bytes:
    """Where `meta` says that memories of the user are older than edges."""
    return _UNLINKED + user_prefix(number)


def numbers_erasing(txn: "lmdb.Transaction[bytes]", databases: Databases) -> list[int]:
    """Whose secrets are yet to be overwritten."""
    found = scan(txn, databases.meta, _ERASING)
    return [int.from_bytes(key[len(_ERASING) :], "big") for key, _ in found]


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
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


SERIAL_SIZE = 8


def serial_of(revision: int, order: int, *, is_passing: bool = False) -> bytes:
    """What stands in keys for a memory or a session that `revision` was the first to put.

    `order` is its place among those of the write. What comes later lies behind what came before,
    so that pages fill one after the other: under random ids half of each stays empty. What is
    passing, and will leave again before long, lies apart and before the rest: whole pages become
    free with it, and what lasts is still put last.
    """
    return ((not is_passing) << 39 | revision).to_bytes(5, "big") + order.to_bytes(3, "big")


def memory_key(
    txn: "lmdb.Transaction[bytes]", databases: Databases, prefix: bytes, memory_id: str
) -> bytes | None:
    """Where the user whose keys begin with `prefix` has the memory; None where there is none."""
    id16 = id_bytes(memory_id)
    serial = None if id16 is None else txn.get(prefix + id16, db=databases.serials)
    return None if serial is None else prefix + serial


def history_key(memory_key: bytes, revision: int, sequence: int) -> bytes:
    """Sorts a memory's states by revision, and within one by their order in the write."""
    return memory_key + revision.to_bytes(8, "big") + sequence.to_bytes(2, "big")


def log_key(number: int, revision: int) -> bytes:
    """Where the log has what the user's `revision` changed."""
    return user_prefix(number) + revision.to_bytes(8, "big")


def expiry_key(time: Instant, request_key: bytes) -> bytes:
    """Sorts by time; times before 1970 first."""
    return (time + 2**63).to_bytes(8, "big") + request_key


def expiry_of(request_key: bytes, stored: bytes) -> bytes:
    """The key in `expiry` that belongs to a value of `requests`."""
    return stored[:8] + request_key


def mood_day_key(number: int, day: int) -> bytes:
    """What the keys of a day's moods begin with; sorts by `day`, those before 1970 first."""
    return user_prefix(number) + (day + 2**63).to_bytes(8, "big")


def day_of(time: Instant) -> int:
    """The UTC day of `time`, counted from 1970-01-01."""
    return time // DAY


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


def between(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", first: bytes, end: bytes
) -> Iterator[tuple[bytes, bytes]]:
    """All pairs whose key is `first` or later and before `end`, in key order."""
    cursor = txn.cursor(database)
    if cursor.set_range(first):
        for key, value in cursor:
            if key >= end:
                return
            yield key, value


def delete_range(txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", prefix: bytes) -> None:
    """Deletes all pairs whose key begins with `prefix`."""
    cursor = txn.cursor(database)
    cursor.set_range(prefix)
    while cursor.key().startswith(prefix):  # the key is empty past the last one
        cursor.delete()


def erase_ranges(
    txn: "lmdb.Transaction[bytes]", databases: Databases, index: bytes, number: int
) -> None:
    """Deletes all data of the user `number`, whose key in `users` is `index`."""
    prefix = user_prefix(number)
    for key, value in scan(txn, databases.requests, prefix):
        txn.delete(expiry_of(key, value), db=databases.expiry)
    for database in databases.of_users():
        delete_range(txn, database, prefix)
    txn.delete(unlinked_key(number), db=databases.meta)
    txn.delete(index, db=databases.users)


def last_with(
    txn: "lmdb.Transaction[bytes]", database: "lmdb._Database", prefix: bytes
) -> tuple[bytes, bytes] | None:
    """The last pair whose key begins with `prefix` and goes on for at most 8 bytes."""
    cursor = txn.cursor(database)
    found = cursor.prev() if cursor.set_range(prefix + b"\xff" * 9) else cursor.last()
    return cursor.item() if found and cursor.key().startswith(prefix) else None


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
        revision = cursor.key()[len(memory_key) : len(memory_key) + 8]
        if limit <= 0 and revision != last_revision:
            return
        yield cursor.item()
        last_revision = revision
        limit -= 1
        found = cursor.prev()
