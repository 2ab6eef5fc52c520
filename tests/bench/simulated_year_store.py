"""What a store takes on disk, database by database, as JSON on standard output.

    python -m bench.simulated_year_store FOLDER

In a process of its own beside the server's, because LMDB must not be opened twice in one.
"""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import lmdb

MOST_DATABASES = 64


@dataclass(frozen=True, slots=True)
class StoreSize:
    """Bytes: `allocated` on disk by the file, `used` by its pages that are not free.

    `databases` has the bytes of the pages of each and how many entries it has.
    """

    allocated: int
    used: int
    databases: dict[str, tuple[int, int]]

    def entries(self, database: str) -> int:
        return self.databases.get(database, (0, 0))[1]


def store_size(folder: Path) -> StoreSize:
    with lmdb.open(
        str(folder), readonly=True, create=False, max_dbs=MOST_DATABASES, map_size=64 << 30
    ) as env:
        page = env.stat()["psize"]
        with env.begin() as txn:
            names = [bytes(name).decode() for name, _ in txn.cursor()]
        found = {}
        for name in names:
            database = env.open_db(name.encode(), create=False)
            with env.begin() as txn:
                stat = txn.stat(database)
            pages = stat["branch_pages"] + stat["leaf_pages"] + stat["overflow_pages"]
            found[name] = (page * pages, stat["entries"])
    blocks = (folder / "data.mdb").stat().st_blocks
    return StoreSize(512 * blocks, sum(taken for taken, _ in found.values()), found)


def read(text: str) -> StoreSize:
    fields: dict[str, Any] = json.loads(text)
    return StoreSize(**fields)


if __name__ == "__main__":
    print(json.dumps(asdict(store_size(Path(sys.argv[1])))))
