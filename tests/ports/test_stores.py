"""Both stores keep the port's promises, and give equal answers to any run of calls."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.vault import Vault
from ports.store_suite import StoreSuite

LOG_LENGTH = 20


class TestLmdbStore(StoreSuite):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[LmdbStore]:
        store = LmdbStore(tmp_path, Vault(bytes(32)), log_length=LOG_LENGTH)
        yield store
        store.close()


class TestRamStore(StoreSuite):
    @pytest.fixture
    def store(self) -> RamStore:
        return RamStore(log_length=LOG_LENGTH)
