"""A store of an earlier format is brought up to date when it is opened, and loses nothing by it."""

from pathlib import Path

import lmdb
import msgspec
import pytest

from myosotis_server.adapters import store_format
from myosotis_server.adapters.entry_codec import decode_user, encode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.user_secrets import FILE_NAME, UserSecrets
from myosotis_server.adapters.vault import Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.ports import Access
from myosotis_server.memory.sessions import NO_MOODS, Mood, Session, SessionUpdate
from myosotis_server.memory.values import DAY, Emotion, Role, TimeRange
from ports.builders import ALICE, BOB, NOW, memory, reference, said
from ports.store_use import an_answer, head_of, put, read, rows_of, say, update

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
NEW_IN_2 = (b"turns", b"turn_places", b"sessions", b"unread")
NEW_IN_3 = (b"open_sessions", b"moods", b"edges")


def open_store(folder: Path, key: bytes = KEY) -> LmdbStore:
    return LmdbStore(folder, Vault(key), MAP_SIZE)


def raw(folder: Path) -> lmdb.Environment:
    """The environment, opened behind the store's back."""
    return lmdb.open(str(folder), max_dbs=store_format.DATABASE_COUNT + 1, map_size=MAP_SIZE)


def format_and_names(folder: Path) -> tuple[int, set[bytes]]:
    with raw(folder) as env, env.begin() as txn:
        meta = env.open_db(b"meta", txn=txn, create=False)
        names = {name for name, _ in txn.cursor()}
        return int.from_bytes(txn.get(b"format", b"", db=meta), "big"), names


def without_secrets(folder: Path) -> None:
    """As it was before format 3: the master key alone opened the keys of users."""
    vault, secrets = Vault(KEY), UserSecrets(folder / FILE_NAME)
    with raw(folder) as env, env.begin(write=True) as txn:
        users = env.open_db(b"users", txn=txn)
        for index, entry in [*txn.cursor(users)]:
            user = decode_user(entry)
            place = (index, user.number)
            key = vault.user_key(*place, user.wrapped_key, secrets.secret(user.number))
            old = vault._wrapping(None).seal(b"user key", index + place[1].to_bytes(8, "big"), key)
            txn.put(index, encode_user(msgspec.structs.replace(user, wrapped_key=old)), db=users)
        txn.delete(b"store_id", db=env.open_db(b"meta", txn=txn))
    secrets.close()
    (folder / FILE_NAME).unlink()


@pytest.fixture
def of_format_1(tmp_path: Path) -> Path:
    """As the first format had it: none of the databases of turns, and its number."""
    store = open_store(tmp_path)
    put(store, memory("旧的记忆"), request_id="r", answer=an_answer())
    put(store, memory("an old memory"), owner=BOB)
    store.note_accesses([Access(ALICE, memory("旧的记忆").memory_id, 3, NOW)]).result(10)
    store.close()
    without_secrets(tmp_path)
    with raw(tmp_path) as env, env.begin(write=True) as txn:
        for name in (*NEW_IN_2, *NEW_IN_3):
            txn.drop(env.open_db(name, txn=txn))
        txn.put(b"format", (1).to_bytes(4, "big"), db=env.open_db(b"meta", txn=txn))
    assert format_and_names(tmp_path)[0] == 1
    assert not format_and_names(tmp_path)[1] & {*NEW_IN_2, *NEW_IN_3}
    return tmp_path


TURNS = [
    said("今天好累", emotion=Emotion.TIRED, emotion_intensity=0.5, say_time=NOW - DAY),
    said("I see", role=Role.ASSISTANT),
    said("升职了", time_zone="Asia/Shanghai", emotion=Emotion.HAPPY, emotion_intensity=0.75),
]
ELSEWHERE = said("a line from elsewhere", "s2", say_time=NOW - 5)
SESSIONS = [
    Session(
        "s1", NOW - DAY, NOW, 3, NOW, moods=(0, 0, 1, 0, 0, 0, 0, 0, 1), time_zone="Asia/Shanghai"
    ),
    Session("s2", NOW - 5, NOW - 5, 1, NOW - 5, moods=(1, *NO_MOODS[1:])),
]
"""As they come to be known of: written to when the latest turn was said."""


@pytest.fixture
def of_format_2(tmp_path: Path) -> Path:
    """As the second format had it: sessions were their times and a number of turns."""
    store = open_store(tmp_path)
    put(store, memory("旧的记忆"))
    say(store, *TURNS, ELSEWHERE, waiting=True)
    say(store, said("bob's"), owner=BOB)
    store.close()
    without_secrets(tmp_path)
    vault = Vault(KEY)
    with raw(tmp_path) as env, env.begin(write=True) as txn:
        sessions = env.open_db(b"sessions", txn=txn)
        for index, entry in [*txn.cursor(env.open_db(b"users", txn=txn))]:
            user = decode_user(entry)
            seal = Seal(vault.user_key(index, user.number, user.wrapped_key, None))
            for key, value in [*store_format.scan(txn, sessions, user.number.to_bytes(8, "big"))]:
                now = msgspec.msgpack.decode(seal.open(b"sessions", key, value)[1:])
                old = b"\1" + msgspec.msgpack.encode(now[:4])
                txn.put(key, seal.seal(b"sessions", key, old), db=sessions)
        for name in NEW_IN_3:
            txn.drop(env.open_db(name, txn=txn))
        txn.put(b"format", (2).to_bytes(4, "big"), db=env.open_db(b"meta", txn=txn))
    assert not format_and_names(tmp_path)[1] & {*NEW_IN_3}
    return tmp_path


def test_a_new_store_has_the_present_format(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    found, names = format_and_names(tmp_path)
    assert found == store_format.FORMAT == 3
    assert len(names) == store_format.DATABASE_COUNT


def test_a_store_of_format_1_is_brought_up_to_date(of_format_1: Path) -> None:
    for _ in range(2):
        store = open_store(of_format_1)
        assert (head_of(store).revision, head_of(store).memory_count) == (1, 1)
        known = memory("旧的记忆", revision=1, access_count=3, last_access_time=NOW)
        assert store.memories(ALICE, [known.memory_id]) == [known]
        assert len(rows_of(store, BOB)) == 1
        assert store.answer(ALICE, "r", NOW) is not None
        assert (store.unread(ALICE, 9), store.owners_unread()) == ([], [])
        assert store.session_turns(ALICE, "s1", None, 9) == []
        store.close()
        assert format_and_names(of_format_1)[0] == 3
    store = open_store(of_format_1)
    assert say(store, said("新的一句"), waiting=True) == 2
    assert store.unread(ALICE, 9) == [said("新的一句")]
    assert read(store, said("新的一句")) == 3
    store.erase_user(ALICE, head_of(store)).result(10)
    store.close()
    with raw(of_format_1) as env, env.begin() as txn:
        for name in (*NEW_IN_2, *NEW_IN_3):
            assert not txn.stat(env.open_db(name, txn=txn))["entries"]


def test_a_store_of_format_2_is_brought_up_to_date(of_format_2: Path) -> None:
    """Its sessions are open, since they could not end, and its moods are those of its turns."""
    for _ in range(2):
        store = open_store(of_format_2)
        assert store.sessions(ALICE) == store.open_sessions(ALICE) == SESSIONS
        assert store.owners_open() == [ALICE, BOB]
        assert store.moods(ALICE, TimeRange()) == [
            Mood(NOW - DAY, Emotion.TIRED, 0.5),
            Mood(NOW - 5, Emotion.UNSPECIFIED, 0.0),
            Mood(NOW, Emotion.HAPPY, 0.75),
        ]
        assert store.moods(BOB, TimeRange()) == [Mood(NOW, Emotion.UNSPECIFIED, 0.0)]
        assert store.turns(ALICE, [*map(reference, TURNS)]) == [each.turn for each in TURNS]
        assert store.unread(ALICE, 9) == [*TURNS, ELSEWHERE]
        store.close()
        assert format_and_names(of_format_2)[0] == 3
    store = open_store(of_format_2)
    update(store, SessionUpdate("s1", 2, NOW), SessionUpdate("s2", 1, NOW))
    assert store.owners_open() == [BOB]
    say(store, said("新的一句", emotion=Emotion.CALM))
    assert [each.session_id for each in store.open_sessions(ALICE)] == ["s1"]
    assert len(store.moods(ALICE, TimeRange())) == 4
    store.close()


def test_users_of_an_earlier_format_get_a_secret(of_format_1: Path) -> None:
    """So that erasing them makes copies of the store unreadable that are taken from then on."""
    open_store(of_format_1).close()
    vault, secrets = Vault(KEY), UserSecrets(of_format_1 / FILE_NAME)
    with raw(of_format_1) as env, env.begin() as txn:
        entries = dict(txn.cursor(env.open_db(b"users", txn=txn)))
    for index, stored in entries.items():
        user = decode_user(stored)
        with pytest.raises(RecordCorrupt):
            vault.user_key(index, user.number, user.wrapped_key, None)
        vault.user_key(index, user.number, user.wrapped_key, secrets.secret(user.number))
    assert secrets.next_number == 3
    secrets.close()
    store = open_store(of_format_1)
    before = (of_format_1 / "data.mdb").read_bytes()
    store.erase_user(ALICE, head_of(store)).result(10)
    store.close()
    (of_format_1 / "data.mdb").write_bytes(before)
    store = open_store(of_format_1)
    assert (store.head(ALICE), head_of(store, BOB).number) == (None, 2)
    store.close()


def test_an_update_that_was_cut_off_is_done_again(of_format_2: Path) -> None:
    """The users' keys were there, the rest was not yet."""
    before = (of_format_2 / "data.mdb").read_bytes()
    open_store(of_format_2).close()
    (of_format_2 / "data.mdb").write_bytes(before)
    store = open_store(of_format_2)
    assert store.sessions(ALICE) == SESSIONS
    assert store.examine().sound
    store.close()


@pytest.mark.parametrize("name", [b"users", b"sessions", b"turns"])
def test_damage_in_a_store_of_format_2_stays_its_users(of_format_2: Path, name: bytes) -> None:
    index = Vault(KEY).user_index(ALICE)
    with raw(of_format_2) as env, env.begin(write=True) as txn:
        database = env.open_db(name, txn=txn)
        for key, value in [*txn.cursor(database)]:
            if key.startswith((index, (1).to_bytes(8, "big"))):
                txn.put(key, value[:-1] + bytes([value[-1] ^ 1]), db=database)
    store = open_store(of_format_2)
    assert len(store.open_sessions(BOB)) == len(store.moods(BOB, TimeRange())) == 1
    if name == b"turns":
        assert len(store.open_sessions(ALICE)) == 2
    else:
        with pytest.raises(RecordCorrupt):
            store.sessions(ALICE)
    store.close()


def test_a_store_that_is_refused_stays_of_its_format(of_format_1: Path) -> None:
    with pytest.raises(StoreUnusable, match="wrong master key"):
        open_store(of_format_1, bytes(32))
    found, names = format_and_names(of_format_1)
    assert found == 1
    assert not names & {*NEW_IN_2, *NEW_IN_3}


def test_a_later_format_is_refused_and_left_alone(of_format_1: Path) -> None:
    later = store_format.FORMAT + 1
    with raw(of_format_1) as env, env.begin(write=True) as txn:
        txn.put(b"format", later.to_bytes(4, "big"), db=env.open_db(b"meta", txn=txn))
    with pytest.raises(StoreUnusable, match=f"format {later}.*later version"):
        open_store(of_format_1)
    found, names = format_and_names(of_format_1)
    assert found == later
    assert not names & {*NEW_IN_2, *NEW_IN_3}
