"""Both key stores keep the port's promises; the one on disk gives nothing away."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import lmdb
import pytest

from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_keys import RamKeys
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.access import KeyRing, KeyStore
from myosotis_server.memory.errors import RecordCorrupt
from ports.builders import NOW
from ports.key_store_suite import BACKEND, OPS, KeyStoreSuite

MAP_SIZE = 16 << 20
MASTER = bytes(32)


def opened(folder: Path, master: bytes = MASTER) -> LmdbStore:
    return LmdbStore(folder, Vault(master), MAP_SIZE)


def ring_of(folder: Path, master: bytes = MASTER) -> KeyRing:
    with closing(opened(folder, master)) as store:
        return store.api_keys.ring()


class OtherProcess:
    """The keys of a folder as another process has them: one call each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _do(self, what: str) -> str:
        code = (
            "import sys, pathlib\n"
            "from myosotis_server.adapters.lmdb_records import LmdbStore\n"
            "from myosotis_server.adapters.vault import Vault\n"
            "from myosotis_server.memory.access import ApiKey, KeyRing, Scope\n"
            f"store = LmdbStore(pathlib.Path(sys.argv[1]), Vault(bytes(32)), {MAP_SIZE})\n"
            f"print({what})\n"
            "store.close()\n"
        )
        command = [sys.executable, "-c", code, str(self._folder)]
        done = subprocess.run(command, capture_output=True, check=True, timeout=60, text=True)
        return done.stdout

    def ring(self) -> KeyRing:
        ring = "store.api_keys.ring()"
        told = self._do(f"({ring}.digest_key, [key.name for key in {ring}.keys])")
        digest_key, names = ast.literal_eval(told)
        return KeyRing(digest_key, [{"ops": OPS, "backend": BACKEND}[name] for name in names])

    def revoke(self, name: str, time: int) -> bool:
        return self._do(f"store.api_keys.revoke({name!r}, {time})").strip() == "True"


class TestLmdbKeys(KeyStoreSuite):
    @pytest.fixture
    def keys(self, tmp_path: Path) -> Iterator[KeyStore]:
        with closing(opened(tmp_path)) as store:
            yield store.api_keys

    @pytest.fixture
    def another(self, tmp_path: Path) -> Callable[[], OtherProcess]:
        return lambda: OtherProcess(tmp_path)


class TestRamKeys(KeyStoreSuite):
    @pytest.fixture
    def keys(self) -> RamKeys:
        return RamKeys()

    @pytest.fixture
    def another(self, keys: RamKeys) -> Callable[[], RamKeys]:
        return lambda: keys


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A closed store with two keys."""
    with closing(opened(tmp_path)) as store:
        store.api_keys.add(OPS)
        store.api_keys.add(BACKEND)
    return tmp_path


def damage(folder: Path, which: Callable[[bytes], bool]) -> None:
    """Flips the last bit of the values in `api_keys` whose keys are `which`."""
    with lmdb.open(str(folder), max_dbs=layout.DATABASE_COUNT, map_size=MAP_SIZE) as env:
        database = env.open_db(layout.API_KEYS)
        with env.begin(write=True) as txn:
            for place, value in list(txn.cursor(database)):
                if which(place):
                    txn.put(place, value[:-1] + bytes([value[-1] ^ 1]), db=database)


def test_keys_outlive_the_process(folder: Path) -> None:
    assert list(ring_of(folder).keys) == [BACKEND, OPS]


def test_no_name_tenant_or_digest_lies_readable_on_disk(folder: Path) -> None:
    held = (folder / "data.mdb").read_bytes()
    for secret in (b"backend", "甲公司".encode(), BACKEND.digest, ring_of(folder).digest_key):
        assert secret not in held


def test_damaged_keys_are_counted_so_that_they_open_nothing(folder: Path) -> None:
    damage(folder, lambda place: len(place) == 16)
    ring = ring_of(folder)
    assert (list(ring.keys), ring.unreadable) == ([], 2)
    assert ring


def test_a_damaged_digest_key_is_told(folder: Path) -> None:
    damage(folder, lambda place: len(place) != 16)
    with pytest.raises(RecordCorrupt):
        ring_of(folder)


def test_keys_outlive_a_change_of_the_master_key(folder: Path) -> None:
    before = ring_of(folder)
    with closing(LmdbStore(folder, Vault([b"n" * 32, MASTER]), MAP_SIZE)) as store:
        store.master_rotation.run()
    after = ring_of(folder, b"n" * 32)
    assert list(after.keys) == list(before.keys)
    assert after.digest_key == before.digest_key


def test_a_full_store_can_still_revoke(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as store:
        store.api_keys.add(OPS)
        store._writer._full = True
        assert store.api_keys.revoke("ops", NOW)
        assert list(store.api_keys.ring().keys) == [replace(OPS, revoke_time=NOW)]
