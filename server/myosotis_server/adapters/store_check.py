"""Reads everything that a store holds, and tells what of it is damaged, and whose."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import lmdb

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.edge_records import (
    BUNDLE,
    POINTER,
    decode_bundles,
    decode_edge,
    decode_pointer,
    side_of,
)
from myosotis_server.adapters.entry_codec import (
    decode_access,
    decode_identity,
    decode_log,
    decode_user,
)
from myosotis_server.adapters.lmdb_kept import KeptRecords
from myosotis_server.adapters.lmdb_staging import DIGEST_SIZE
from myosotis_server.adapters.mood_records import decode_moods
from myosotis_server.adapters.record_codec import decode_answer, decode_change, decode_memory
from myosotis_server.adapters.row_codec import decode_rows
from myosotis_server.adapters.store_format import Databases
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.turn_records import (
    GONE,
    decode_place,
    decode_session,
    decode_turn,
    decode_unread,
)
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt

USER_ENTRY = "users"
"""Where the user themselves is damaged, so that nothing of theirs can be read."""
COUNT = "memory count"
"""Where as many memories as are counted are not there, or not each with its row."""
KEPT = "what pseudonymising left"
NOBODYS = "of no user"
"""What lies under a number that no user has."""


@dataclass
class StoreReport:
    """What a store holds. `damage` is by user number, then by what is damaged, how many values.

    `erased` users were forgotten after this copy of the store was made: nothing of theirs can be
    read, and that is no damage. `values` are what could be read, by database.
    """

    users: int = 0
    erased: int = 0
    values: Counter[str] = field(default_factory=Counter)
    damage: dict[int, Counter[str]] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        return not self.damage

    def _damaged(self, number: int, what: str) -> None:
        self.damage.setdefault(number, Counter())[what] += 1


def _turn(data: bytes) -> object:
    return data if data == GONE else decode_turn("", data)


_DECODERS: Mapping[str, Callable[[bytes], object]] = {
    "records": decode_memory,
    "vectors": lambda data: decode_rows([data]),
    "history": decode_change,
    "log": decode_log,
    "access": decode_access,
    "requests": decode_answer,
    "turns": _turn,
    "turn_places": decode_place,
    "sessions": decode_session,
    "unread": decode_unread,
    "moods": decode_moods,
    "staged": lambda data: decode_rows([data[DIGEST_SIZE:]]),
}
"""What a user's opened values must be, by database; edges and open sessions are told apart below.
"""


def examine(
    txn: "lmdb.Transaction[bytes]", at: Databases, vault: Vault, secrets: UserSecrets
) -> StoreReport:
    """Decrypts and decodes every value of every user, as `txn` sees them."""
    report = StoreReport()
    known_masters = masters(txn, at.meta, vault)
    known: set[int] = set()
    for index, stored in txn.cursor(at.users):
        try:
            entry = decode_user(stored)
        except RecordCorrupt:
            report._damaged(0, USER_ENTRY)  # its number cannot be read either
            continue
        number = entry.number
        known.add(number)
        try:
            secret = secrets.secret(number)
            if secret is None:
                report.erased += 1
                continue
            seal = vault.unwrap(index, number, entry.wrapped, secret, known_masters)
            place = index + layout.user_prefix(number)
            decode_identity(seal.open(layout.USERS, place, entry.identity))
        except RecordCorrupt:
            report._damaged(number, USER_ENTRY)
            continue
        report.users += 1
        _examine_user(txn, at, seal, index, number, report)
        if not _counts_agree(txn, at, number, entry.memory_count):
            report._damaged(number, COUNT)
    for number in _numbers(txn, at) - known:
        report._damaged(number, NOBODYS)
    for _ in range(KeptRecords(vault, at).damaged(txn)):
        report._damaged(0, KEPT)
    return report


def _examine_user(
    txn: "lmdb.Transaction[bytes]",
    at: Databases,
    seal: Seal,
    index: bytes,
    number: int,
    report: StoreReport,
) -> None:
    prefix = layout.user_prefix(number)
    for name, unsealed in layout.OF_USERS.items():
        for key, value in layout.scan(txn, getattr(at, name), prefix):
            try:
                if name == "serials":
                    if len(value) != layout.SERIAL_SIZE:
                        raise RecordCorrupt("a serial has another size")
                elif unsealed is None:
                    if value != index:
                        raise RecordCorrupt("an open session names another user")
                elif name == "edges":
                    _check_edge(key, seal.open(layout.EDGES, key, value))
                else:
                    _DECODERS[name](seal.open(name.encode(), key, value[unsealed:]))
            except RecordCorrupt:
                report._damaged(number, name)
            else:
                report.values[name] += 1


def _check_edge(key: bytes, data: bytes) -> None:
    if side_of(key) == POINTER:
        decode_pointer(data)
    elif side_of(key) == BUNDLE:
        decode_bundles([data])
    else:
        decode_edge(data)


def _counts_agree(
    txn: "lmdb.Transaction[bytes]", at: Databases, number: int, memory_count: int
) -> bool:
    """Whether there are so many memories, each with a record, a row and a serial."""
    prefix = layout.user_prefix(number)
    records = [key for key, _ in layout.scan(txn, at.records, prefix)]
    serials = sorted(prefix + serial for _, serial in layout.scan(txn, at.serials, prefix))
    rows = [key for key, _ in layout.scan(txn, at.vectors, prefix)]
    return len(records) == memory_count and records == rows == serials


def _numbers(txn: "lmdb.Transaction[bytes]", at: Databases) -> set[int]:
    """Under which user numbers there is anything."""
    return {number for database in at.of_users() for number in _numbers_in(txn, database)}


def _numbers_in(txn: "lmdb.Transaction[bytes]", database: "lmdb._Database") -> Iterator[int]:
    cursor = txn.cursor(database)
    there = cursor.first()
    while there:
        number = int.from_bytes(cursor.key()[:8], "big")
        yield number
        there = number < 2**64 - 1 and cursor.set_range(layout.user_prefix(number + 1))
