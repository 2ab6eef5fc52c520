"""A store of an earlier format is brought up to date when it is opened, or refused and left alone.

The stores are those that servers of these formats wrote; test_older_stores.py lives with them.
"""

from pathlib import Path

import lmdb
import pytest

from myosotis_server.adapters import store_format
from myosotis_server.adapters.entry_codec import decode_user
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.user_secrets import FILE_NAME, UserSecrets
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.values import Emotion, TimeRange
from ports.builders import NOW, said
from ports.store_use import head_of, read, rows_of, say, update
from store.older.make import KEY, SAID
from store.test_older_stores import RAIN, XIAOYU, unpacked

MAP_SIZE = 1 << 28
FORMATS = range(1, store_format.FORMAT)
NEW_IN_2 = {b"turns", b"turn_places", b"sessions", b"unread"}
NEW_IN_3 = {b"open_sessions", b"moods", b"edges", b"api_keys", b"audit"}
NEW_IN_4 = {b"serials", b"staged", b"kept"}
NEW_IN = {2: NEW_IN_2, 3: NEW_IN_3, 4: NEW_IN_4}


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


def missing(format_: int) -> set[bytes]:
    """Databases that a store of `format_` does not have."""
    return set().union(*(names for later, names in NEW_IN.items() if later > format_))


@pytest.fixture(params=FORMATS)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Of a store of each earlier format."""
    found, names = format_and_names(unpacked(request.param, tmp_path))
    assert found == request.param
    assert not names & missing(found)
    return tmp_path


def test_a_new_store_has_the_present_format(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    found, names = format_and_names(tmp_path)
    assert found == store_format.FORMAT
    assert len(names) == store_format.DATABASE_COUNT


def test_it_is_brought_up_to_date_once(folder: Path) -> None:
    heads = []
    for _ in range(2):
        store = open_store(folder)
        assert store.examine().sound
        assert head_of(store, XIAOYU).memory_count == len(rows_of(store, XIAOYU)) > 3
        heads.append(head_of(store, XIAOYU))
        store.close()
        assert format_and_names(folder)[0] == store_format.FORMAT
    assert heads[0] == heads[1]


def test_it_can_be_written_to_and_erased_from(folder: Path) -> None:
    store = open_store(folder)
    revision = head_of(store, XIAOYU).revision
    waited = store.unread(XIAOYU, 9)
    later = said("新的一句", "s9", emotion=Emotion.CALM)
    moods = len(store.moods(XIAOYU, TimeRange()))
    assert say(store, later, owner=XIAOYU, waiting=True) == revision + 1
    assert store.unread(XIAOYU, 9) == [*waited, later]
    assert len(store.moods(XIAOYU, TimeRange())) == moods + 1
    assert read(store, later, owner=XIAOYU) == revision + 2
    store.erase_user(XIAOYU, head_of(store, XIAOYU)).result(10)
    assert store.examine().sound
    store.close()
    number = store_format.user_prefix(1)
    with raw(folder) as env, env.begin() as txn:
        for name in store_format.OF_USERS:
            database = env.open_db(name.encode(), txn=txn)
            assert not list(store_format.scan(txn, database, number)), name


@pytest.mark.parametrize("format_", [2, 3])
def test_sessions_go_on_where_they_were(tmp_path: Path, format_: int) -> None:
    store = open_store(unpacked(format_, tmp_path))
    assert store.owners_open() == [XIAOYU, RAIN]
    [session] = store.open_sessions(XIAOYU)
    assert store.sessions(XIAOYU) == [session]
    assert (session.turn_count, sum(session.moods)) == (2, 2)
    assert session.time_zone == "Asia/Shanghai"
    assert session.write_time >= session.last_turn_time > 0
    say(store, said("又一句", "s1"), owner=XIAOYU)
    contents = [turn.content for _, turn in store.session_turns(XIAOYU, "s1", None, 9)]
    assert contents == [*SAID["小雨"], "又一句"]
    update(store, SessionUpdate("s1", 2, NOW, kept_from=2), owner=XIAOYU)
    assert [turn.content for _, turn in store.session_turns(XIAOYU, "s1", None, 9)] == ["又一句"]
    assert store.owners_open() == [RAIN]
    store.close()


@pytest.mark.parametrize("format_", [1, 2])
def test_users_get_a_secret(tmp_path: Path, format_: int) -> None:
    """So that erasing them makes copies of the store unreadable that are taken from then on."""
    folder = unpacked(format_, tmp_path)
    open_store(folder).close()
    vault, secrets = Vault(KEY), UserSecrets(folder / FILE_NAME)
    with raw(folder) as env, env.begin() as txn:
        entries = dict(txn.cursor(env.open_db(b"users", txn=txn)))
    for index, stored in entries.items():
        user = decode_user(stored)
        with pytest.raises(RecordCorrupt):
            vault.user_key(index, user.number, user.wrapped_key, None)
        vault.user_key(index, user.number, user.wrapped_key, secrets.secret(user.number))
    assert secrets.next_number == 3
    secrets.close()
    store = open_store(folder)
    before = (folder / "data.mdb").read_bytes()
    store.erase_user(XIAOYU, head_of(store, XIAOYU)).result(10)
    store.close()
    (folder / "data.mdb").write_bytes(before)
    store = open_store(folder)
    assert (store.head(XIAOYU), head_of(store, RAIN).number) == (None, 2)
    store.close()


def test_an_update_that_was_cut_off_is_done_again(folder: Path) -> None:
    """The users' keys were there, the rest was not yet."""
    before = (folder / "data.mdb").read_bytes()
    store = open_store(folder)
    rows, sessions = rows_of(store, RAIN).fixed.tobytes(), store.sessions(RAIN)
    store.close()
    (folder / "data.mdb").write_bytes(before)
    store = open_store(folder)
    assert rows_of(store, RAIN).fixed.tobytes() == rows
    assert store.sessions(RAIN) == sessions
    assert store.examine().sound
    store.close()


@pytest.mark.parametrize("name", ["users", "records", "vectors", "history", "turns", "sessions"])
@pytest.mark.parametrize("format_", FORMATS)
def test_damage_stays_its_users_and_stays_found(tmp_path: Path, format_: int, name: str) -> None:
    if name.encode() in missing(format_):
        return
    folder = unpacked(format_, tmp_path)
    numbers = store_format.user_prefix(1), store_format.user_prefix(2)
    with raw(folder) as env, env.begin(write=True) as txn:
        indexes = {
            decode_user(value).number: key
            for key, value in txn.cursor(env.open_db(b"users", txn=txn))
        }
        database = env.open_db(name.encode(), txn=txn)
        damaged = 0
        for key, value in [*txn.cursor(database)]:
            if key.startswith((numbers[0], indexes[1])):
                txn.put(key, value[:-1] + bytes([value[-1] ^ 1]), db=database)
                damaged += 1
    assert damaged
    store = open_store(folder)
    report = store.examine()
    assert report.damage.keys() == {1}
    if name != "users":
        assert report.damage[1][name] == damaged
    head = head_of(store, RAIN)
    assert head.memory_count == len(rows_of(store, RAIN)) > 2
    assert head.number == 2
    store.close()


def test_a_store_that_is_refused_stays_of_its_format(folder: Path) -> None:
    found, names = format_and_names(folder)
    with pytest.raises(StoreUnusable, match="wrong master key"):
        open_store(folder, bytes(32))
    assert format_and_names(folder) == (found, names)


def test_a_later_format_is_refused_and_left_alone(folder: Path) -> None:
    later = store_format.FORMAT + 1
    with raw(folder) as env, env.begin(write=True) as txn:
        txn.put(b"format", later.to_bytes(4, "big"), db=env.open_db(b"meta", txn=txn))
    names = format_and_names(folder)[1]
    with pytest.raises(StoreUnusable, match=f"format {later}.*later version"):
        open_store(folder)
    assert format_and_names(folder) == (later, names)
