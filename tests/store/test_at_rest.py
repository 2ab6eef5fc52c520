"""What lies on disk: nothing readable, nothing that another key opens, nothing taken on trust."""

import base64
import itertools
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import lmdb
import pytest

from myosotis_server.adapters import store_format
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.master_key import key_file_beside, parse_master_keys
from myosotis_server.adapters.row_codec import encode_rows
from myosotis_server.adapters.store_keys import adopt_own_keys
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.ports import Access, Answer, SessionTurn, Store
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import Attribute, Memory, Owner, TimeRange, TurnReference
from ports.builders import ALICE, BOB, NOW, memory, reference, rows_for, said
from ports.store_use import forget_turns, opened, put, say, update

KEY = bytes(range(32))
SECRET = Owner("tenant-acme", "用户-wang-8842")
CONTENTS = ("我每周二在静安寺学画画", "My sister Eleanor lives in Bristol")


def secret_memories() -> list[Memory]:
    return [
        memory(
            content,
            tags=("hobby-tag", "爱好标签"),
            subject="subject-Eleanor",
            session_id="session-4411",
            language="language-x",
            attribute=Attribute("attribute-key", "attribute-value", None, "unit-x"),
            sources=(TurnReference("session-4411", "turn-7"),),
            metadata={"metadata-key": "metadata-value"},
        )
        for content in CONTENTS
    ]


def secret_turns() -> list[SessionTurn]:
    return [
        said(content, "session-4411", "Zone/Secret", turn_id=turn_id, speaker="speaker-王")
        for content, turn_id in zip(CONTENTS, ("turn-7", "turn-8"), strict=True)
    ]


OF_TURNS = (b"turns", b"turn_places", b"sessions", b"unread", b"moods")
WORDS = [
    *CONTENTS,
    *(SECRET.tenant, SECRET.user_id, "hobby-tag", "爱好标签", "subject-Eleanor", "session-4411"),
    *("language-x", "attribute-key", "attribute-value", "unit-x", "turn-7", "metadata-key"),
    *("metadata-value", "request-9", "receipt-3", "a digest", "model-d"),
    *("turn-8", "Zone/Secret", "speaker-王", "topic-画画"),
]


def parts_of_rows() -> list[bytes]:
    """Eight bytes of each vector, and each hashed label."""
    rows = rows_for(secret_memories())
    vectors = [row["vector"].tobytes()[:8] for row in rows.fixed]
    return vectors + [label.tobytes() for label in rows.labels]


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def open_store(folder: Path, key: bytes = KEY) -> LmdbStore:
    return LmdbStore(folder, Vault(key), map_size=1 << 30)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a closed store with a memory and an unread turn of each Alice and Bob."""
    store = open_store(tmp_path)
    answer = Answer(b"d", 0, expire_time=NOW + 9)
    for owner in (ALICE, BOB):
        turns, unread = [said()], [reference(said())]
        put(store, memory(), owner=owner, request_id="r", answer=answer, turns=turns, unread=unread)
        store.note_accesses([Access(owner, memory().memory_id, 1, NOW)]).result(10)
    store.close()
    return tmp_path


@pytest.fixture
def raw(folder: Path) -> Iterator[lmdb.Environment]:
    """The store's environment, opened behind its back."""
    with lmdb.open(str(folder), max_dbs=store_format.DATABASE_COUNT, map_size=1 << 30) as env:
        yield env


def test_nothing_readable_lies_in_any_file(tmp_path: Path) -> None:
    master = key_file_beside(tmp_path)
    store = LmdbStore(tmp_path, Vault(master.keys), map_size=1 << 30)
    memories = secret_memories()
    base = store.open_user(SECRET, "model-d").result(10)
    answer = Answer(b"a digest", 0, receipt_id="receipt-3", expire_time=NOW + 9)
    first, second = secret_turns()
    updates = [SessionUpdate("session-4411", 1, NOW, "topic-画画")]
    fields = {"turns": [first, second], "unread": [reference(first)], "sessions": updates}
    put(store, *memories, owner=SECRET, request_id="request-9", answer=answer, **fields)
    assert store.unread(SECRET, 9) == [first]
    store.note_accesses([Access(SECRET, memories[0].memory_id, 1, NOW)]).result(10)
    needles = [*(word.encode() for word in WORDS), *parts_of_rows(), base.namespace.bytes]
    for needle in needles:
        assert needle not in everything(tmp_path)
    head = store.head(SECRET)
    assert head is not None
    store.erase_user(SECRET, head).result(10)
    store.close()
    for needle in needles:
        assert needle not in everything(tmp_path)


def test_parts_of_rows_would_be_found_in_plain_rows() -> None:
    """Guards the test above."""
    plain = b"".join(encode_rows(rows_for(secret_memories())))
    assert all(part in plain for part in parts_of_rows())


def test_equal_memories_and_turns_look_different(folder: Path, raw: lmdb.Environment) -> None:
    with raw.begin() as txn:
        for name in (b"records", b"vectors", b"access", *OF_TURNS):
            database = raw.open_db(name, txn=txn)
            values = [value for _, value in txn.cursor(database)]
            assert len(values) == len({value[-28:] for value in values}) == 2


def test_equal_sessions_and_turns_of_two_users_have_other_keys(
    folder: Path, raw: lmdb.Environment
) -> None:
    with raw.begin() as txn:
        for name in (b"turn_places", b"sessions"):
            keys = [key for key, _ in txn.cursor(raw.open_db(name, txn=txn))]
            assert [len(key) for key in keys] == [24, 24]
            assert len({key[8:] for key in keys}) == 2


def test_a_mapping_that_was_tampered_with_is_found(folder: Path) -> None:
    """What stands for a memory in keys is no secret, but no memory may pass for another."""
    store = open_store(folder)
    other = memory("另一条记忆")
    put(store, other)
    store.close()
    env = lmdb.open(str(folder), max_dbs=store_format.DATABASE_COUNT, map_size=1 << 30)
    with env, env.begin(write=True) as txn:
        serials = env.open_db(b"serials", txn=txn)
        (one, first), (two, second), _ = [*txn.cursor(serials)]
        txn.put(one, second, db=serials)
        txn.put(two, first, db=serials)
    store = open_store(folder)
    for memory_id in (memory().memory_id, other.memory_id):
        with pytest.raises(RecordCorrupt):
            store.memories(ALICE, [memory_id])
        with pytest.raises(RecordCorrupt):
            store.history(ALICE, memory_id, None, 9)
    assert store.memories(BOB, [memory().memory_id])[0] is not None
    store.close()


def test_of_a_turn_that_is_erased_nothing_is_left(tmp_path: Path) -> None:
    """Nor of one that is forgotten, before or in the same write."""
    store = open_store(tmp_path)
    turns = [said(f"第{at}句") for at in range(5)]
    say(store, *turns, waiting=True)
    forget_turns(store, turns[1])

    def counts() -> tuple[int, ...]:
        databases = (store._at.turns, store._at.turn_places, store._at.unread)
        with store._env.begin() as txn:
            return tuple(txn.stat(database)["entries"] for database in databases)

    assert counts() == (5, 4, 4)
    forgotten = [reference(turns[2])]
    put(store, forgotten_turns=forgotten, sessions=[SessionUpdate("s1", 0, kept_from=3)])
    assert counts() == (2, 2, 2)
    update(store, SessionUpdate("s1", 0, kept_from=5))
    assert counts() == (0, 0, 0)
    gone = [reference(turns[0])]
    put(store, turns=turns[:2], unread=gone, sessions=[SessionUpdate("s1", 0, kept_from=7)])
    assert counts() == (0, 0, 0)
    store.close()


def test_what_was_written_is_there_after_reopening(folder: Path) -> None:
    store = open_store(folder)
    head = store.head(ALICE)
    assert head is not None
    assert (head.revision, head.memory_count) == (1, 1)
    known = memory(revision=1, access_count=1, last_access_time=NOW)
    assert store.memories(ALICE, [memory().memory_id]) == [known]
    newcomer = store.open_user(Owner("default", "new"), "digest").result(10)
    assert newcomer.number == 3
    store.close()


def test_files_are_their_owners_alone(folder: Path) -> None:
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_another_master_key_is_refused(folder: Path) -> None:
    with pytest.raises(StoreUnusable, match="wrong master key"):
        open_store(folder, bytes(32))
    open_store(folder).close()


@pytest.mark.parametrize("found", [store_format.FORMAT + 1, 0, 2**32 - 1])
def test_another_format_is_refused(folder: Path, raw: lmdb.Environment, found: int) -> None:
    with raw.begin(write=True) as txn:
        txn.put(b"format", found.to_bytes(4, "big"), db=raw.open_db(b"meta", txn=txn))
    raw.close()
    with pytest.raises(StoreUnusable, match=f"format {found}"):
        open_store(folder)


@pytest.mark.parametrize("content", [b"\0" * 9000, b"no database " * 900, b"short"])
def test_a_garbled_file_is_refused(folder: Path, content: bytes) -> None:
    data_file(folder).write_bytes(content)
    with pytest.raises(StoreUnusable):
        open_store(folder)


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnusable):
        open_store(tmp_path / "file")


def _flip(value: bytes) -> bytes:
    return value[:-20] + bytes([value[-20] ^ 1]) + value[-19:]


def _damage(env: lmdb.Environment, name: bytes, number: int) -> None:
    with env.begin(write=True) as txn:
        database = env.open_db(name, txn=txn)
        for key, value in list(txn.cursor(database)):
            if key.startswith(number.to_bytes(8, "big")):
                txn.put(key, _flip(value), db=database)


READERS: dict[bytes, Callable[[Store], object]] = {
    b"records": lambda store: store.memories(ALICE, [memory().memory_id]),
    b"vectors": lambda store: store.rows(ALICE),
    b"history": lambda store: store.history(ALICE, memory().memory_id, None, 9),
    b"access": lambda store: store.memories(ALICE, [memory().memory_id]),
    b"requests": lambda store: store.answer(ALICE, "r", NOW),
    b"turns": lambda store: store.session_turns(ALICE, "s1", None, 9),
    b"turn_places": lambda store: store.turns(ALICE, [reference(said())]),
    b"sessions": lambda store: store.session_turns(ALICE, "s1", None, 9),
    b"unread": lambda store: store.unread(ALICE, 9),
    b"moods": lambda store: store.moods(ALICE, TimeRange()),
    b"log": lambda store: store.changes(ALICE, 0, 9),
}


@pytest.mark.parametrize("name", READERS)
def test_a_flipped_bit_is_found_and_stays_its_users(
    folder: Path, raw: lmdb.Environment, name: bytes
) -> None:
    _damage(raw, name, number=1)
    raw.close()
    store = open_store(folder)
    with pytest.raises(RecordCorrupt) as caught:
        READERS[name](store)
    assert memory().content not in str(caught.value)
    accesses = [Access(owner, memory().memory_id, 1, NOW) for owner in (ALICE, BOB)]
    store.note_accesses(accesses).result(10)
    assert put(store, memory(mention_count=2), owner=BOB) == 2
    assert [each and each.access_count for each in store.memories(BOB, [memory().memory_id])] == [2]
    assert store.rows(BOB) is not None
    assert store.unread(BOB, 9) == [said()]
    assert BOB in store.owners_unread()
    assert BOB in store.owners_open()
    store.erase_user(ALICE, opened(store)).result(10)
    store.close()


def test_a_damaged_user_entry_is_its_users(folder: Path, raw: lmdb.Environment) -> None:
    vault = Vault(KEY)
    with raw.begin(write=True) as txn:
        adopt_own_keys(txn, raw.open_db(b"meta", txn=txn), vault)
        index = vault.user_index(ALICE)
        users = raw.open_db(b"users", txn=txn)
        txn.put(index, _flip(txn.get(index, b"", db=users)), db=users)
    raw.close()
    store = open_store(folder)
    with pytest.raises(RecordCorrupt):
        store.head(ALICE)
    with pytest.raises(RecordCorrupt):
        store.open_user(ALICE, "digest").result(10)
    assert store.head(BOB) is not None
    assert store.owners_unread() == store.owners_open() == [BOB]
    assert store.owners("", 9) == ([BOB], "")
    store.close()


def test_a_value_moved_to_another_place_is_found(folder: Path, raw: lmdb.Environment) -> None:
    with raw.begin(write=True) as txn:
        for name in (b"records", b"vectors", *OF_TURNS):
            database = raw.open_db(name, txn=txn)
            (first, one), (second, two) = list(txn.cursor(database))
            txn.put(first, two, db=database)
            txn.put(second, one, db=database)
    raw.close()
    store = open_store(folder)
    for owner, call in itertools.product(
        (ALICE, BOB),
        (
            lambda owner: store.memories(owner, [memory().memory_id]),
            lambda owner: store.rows(owner),
            lambda owner: store.turns(owner, [reference(said())]),
            lambda owner: store.session_turns(owner, "s1", None, 9),
            lambda owner: store.unread(owner, 9),
            lambda owner: store.sessions(owner),
            lambda owner: store.moods(owner, TimeRange()),
        ),
    ):
        with pytest.raises(RecordCorrupt):
            call(owner)
    store.close()


def test_a_key_file_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "data" / "master.key"
    found = []
    barrier = threading.Barrier(8)

    def start() -> None:
        barrier.wait()
        found.append(key_file_beside(path.parent))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({master.keys for master in found}) == len(found[0].keys) == 1
    assert [master.created for master in found].count(True) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]
    assert found[0].keys[0].hex() not in repr(found[0])


def test_a_missing_key_file_is_never_made_anew(folder: Path) -> None:
    path = folder / "master.key"
    with pytest.raises(StoreUnusable, match="key file is missing"):
        key_file_beside(folder)
    assert not path.exists()


def test_master_keys_are_read_in_hex_and_base64() -> None:
    key = bytes(range(224, 256))
    for spelt in (key.hex(), base64.b64encode(key), base64.urlsafe_b64encode(key)):
        text = f" {spelt if isinstance(spelt, str) else spelt.decode()}\n"
        assert parse_master_keys(text) == (key,)
    for wrong in ("", "abc", key.hex()[:-2], "密" * 43, base64.b64encode(key[1:]).decode()):
        with pytest.raises(StoreUnusable, match="32 bytes"):
            parse_master_keys(wrong)


def test_derived_keys_differ_by_purpose() -> None:
    vault = Vault(KEY)
    assert vault.derive("page tokens") == Vault(KEY).derive("page tokens")
    others = [vault.derive("user index"), Vault(bytes(32)).derive("page tokens"), KEY]
    assert vault.derive("page tokens") not in others


def test_user_keys_leave_the_cache_when_erased_or_too_many(tmp_path: Path) -> None:
    vault = Vault(KEY, cached_users=2)
    store = LmdbStore(tmp_path, vault, map_size=1 << 30)
    owners = [Owner("default", f"{at}") for at in range(3)]
    for owner in owners:
        put(store, memory(), owner=owner)
    assert [vault.cached_seal(number) is None for number in (1, 2, 3)] == [True, False, False]
    store.erase_user(owners[2], opened(store, owners[2])).result(10)
    assert vault.cached_seal(3) is None
    assert store.memories(owners[0], [memory().memory_id]) == [memory(revision=1)]
    store.close()
