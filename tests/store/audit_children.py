"""Adds 40 events to a trail, one by one; run as `python -m store.audit_children FOLDER NAME`."""

import sys
from contextlib import closing
from pathlib import Path

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.vault import Vault
from ports.audit_suite import add, event

if __name__ == "__main__":
    folder, name = sys.argv[1:]
    with closing(LmdbStore(Path(folder), Vault(bytes(range(32))), 1 << 28)) as store:
        for number in range(40):
            add(store.audit, event(f"{name} {number}"))
