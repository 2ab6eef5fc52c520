"""Both audit logs keep the port's promises."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from myosotis_server.adapters.lmdb_audit import LmdbAudit
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.ram_audit import RamAudit
from myosotis_server.adapters.vault import Vault
from ports.audit_suite import AuditSuite


class TestLmdbAudit(AuditSuite):
    @pytest.fixture
    def log(self, tmp_path: Path) -> Iterator[LmdbAudit]:
        store = LmdbStore(tmp_path, Vault(bytes(32)), map_size=1 << 28)
        yield store.audit
        store.close()


class TestRamAudit(AuditSuite):
    @pytest.fixture
    def log(self) -> RamAudit:
        return RamAudit()
