"""What pseudonymising left on disk: durable, sealed, and tied to nobody."""

import json
from pathlib import Path

import lmdb
import pytest
from click.testing import Result
from typer.testing import CliRunner

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.lmdb_kept import KeptRecords
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from myosotis_server.cli import app
from myosotis_server.memory.audit import AuditFilter
from myosotis_server.memory.errors import RevisionMismatch
from myosotis_server.memory.kept import Kept, KeptStatement, Statistics
from myosotis_server.memory.values import MemoryKind, Owner
from ports.builders import ALICE, BOB, memory
from ports.store_use import head_of, opened, put

KEY = bytes(range(32))
MAP_SIZE = 1 << 28
ELSEWHERE = Owner("acme", "alice")
SAID = KeptStatement("我每天早上喝咖啡", MemoryKind.HABIT, "zh", 2025)
KEPT = Kept(Statistics(1, 2, {"kind": {"habit": 2}}, {20_000: (0, 1, 2)}), (SAID, SAID))


def open_store(folder: Path, *keys: bytes) -> LmdbStore:
    return LmdbStore(folder, Vault(keys or (KEY,)), MAP_SIZE)


def pseudonymise(store: LmdbStore, owner: Owner) -> None:
    put(store, memory(), owner=owner)
    store.erase_user(owner, opened(store, owner), KEPT).result(10)


def in_order(kept: Kept) -> Kept:
    return Kept(kept.statistics, tuple(sorted(kept.statements, key=str)))


def test_it_outlives_the_process_and_adds_up_by_tenant(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for owner in (ALICE, BOB, ELSEWHERE):
        pseudonymise(store, owner)
    store.close()
    store = open_store(tmp_path)
    twice = Statistics(2, 4, {"kind": {"habit": 4}}, {20_000: (0, 2, 4)})
    assert in_order(store.kept("default")) == Kept(twice, (SAID,) * 4)
    assert store.kept("acme") == KEPT
    assert store.kept(None).statistics.people == 3
    assert store.kept("nobody") == Kept()
    assert store.examine().sound
    store.close()


def test_nothing_of_it_lies_readable(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    pseudonymise(store, ELSEWHERE)
    store.close()
    data = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    for text in (SAID.content, "habit", "acme"):
        assert text.encode() not in data


def test_it_is_there_exactly_if_the_user_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    put(store, memory())
    stale = opened(store)
    put(store, memory("newer"))
    with pytest.raises(RevisionMismatch):
        store.erase_user(ALICE, stale, KEPT).result(10)
    assert store.kept(None) == Kept()

    def fail(*_: object) -> None:
        raise lmdb.DiskError("as of a crash in between")

    with monkeypatch.context() as patched:
        patched.setattr(KeptRecords, "add", fail)
        with pytest.raises(Exception, match=r"room|failed"):
            store.erase_user(ALICE, opened(store), KEPT).result(10)
    assert head_of(store).memory_count == 2
    assert store.kept(None) == Kept()
    store.erase_user(ALICE, opened(store), KEPT).result(10)
    assert store.head(ALICE) is None
    assert store.kept(None) == KEPT
    store.close()


def test_another_master_key_takes_it_along(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    pseudonymise(store, ALICE)
    store.close()
    later = bytes(reversed(KEY))
    store = open_store(tmp_path, later, KEY)
    store.master_rotation.run()
    pseudonymise(store, BOB)
    store.close()
    store = open_store(tmp_path, later)
    assert store.kept("default").statistics.people == 2
    assert len(store.kept("default").statements) == 4
    store.close()


def test_what_is_damaged_is_left_out_and_told(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    pseudonymise(store, ALICE)
    store.close()
    count = layout.DATABASE_COUNT
    with lmdb.open(str(tmp_path), max_dbs=count, map_size=MAP_SIZE) as env:
        kept = env.open_db(layout.KEPT)
        with env.begin(write=True) as txn:
            for place, value in list(txn.cursor(kept))[:2]:
                txn.put(place, value[:-1] + bytes([value[-1] ^ 1]), db=kept)
    store = open_store(tmp_path)
    assert store.kept(None) == Kept(statements=(SAID,))
    report = store.examine()
    assert not report.sound
    pseudonymise(store, ALICE)
    assert store.kept(None).statistics == KEPT.statistics
    store.close()


def statistics(folder: Path, *arguments: str) -> Result:
    settings = {"MYOSOTIS_DATA_DIR": str(folder), "MYOSOTIS_MASTER_KEY": KEY.hex()}
    return CliRunner().invoke(app, ["statistics", *arguments], env=settings)


def test_operators_get_sums_of_many_people_only(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for number in range(4):
        pseudonymise(store, Owner("default", f"{number}"))
    store.close()
    refused = statistics(tmp_path, "--statements")
    assert refused.exit_code == 1
    assert "fewer than 5 people" in refused.stderr
    assert SAID.content not in refused.output
    store = open_store(tmp_path)
    pseudonymise(store, ELSEWHERE)
    store.close()
    assert statistics(tmp_path).exit_code == 1
    told = json.loads(statistics(tmp_path, "--all-tenants").stdout)
    assert (told["people"], told["memories"], told["kind"]) == (5, 10, {"habit": 10})
    assert told["moods"] == {"2024-10-04": {"neutral": 5, "happy": 10}}
    assert "statements" not in told
    told = json.loads(statistics(tmp_path, "--all-tenants", "--statements").stdout)
    assert told["statements"] == 10 * [
        {"content": SAID.content, "kind": "habit", "language": "zh", "year": 2025}
    ]
    store = open_store(tmp_path)
    events = store.audit.events(AuditFilter(None), "", 9).events
    assert [each.action for each in events] == ["statistics.read"] * len(events)
    assert len(events) == 4
    store.close()
