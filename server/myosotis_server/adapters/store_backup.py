"""Takes backups of a store in use. The Backups port."""

import io
import shutil
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import lmdb

from myosotis_server.adapters.backup_file import BackupHeader, BackupReader, seal_key
from myosotis_server.adapters.store_format import FORMAT
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import Vault
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import StoreFull, StoreUnusable
from myosotis_server.memory.values import Instant

if TYPE_CHECKING:
    _Reading = Callable[[], AbstractContextManager[lmdb.Transaction[bytes]]]

ROOM_LEFT = 64 << 20
"""Bytes of the disk that a copy must leave to the server's own writes."""


class StoreBackups:
    """Copies go through a file without a name in the store's folder.

    The copy is made as fast as the disk allows: while it is read, the store can reuse no page that
    is freed meanwhile, so that it would grow for as long as the slowest reader takes. A file
    without a name is gone with the process, however that ends.
    """

    def __init__(
        self,
        read: "_Reading",
        env: lmdb.Environment,
        meta: "lmdb._Database",
        folder: Path,
        secrets: UserSecrets,
        vault: Vault,
    ) -> None:
        self._read = read
        self._env = env
        self._meta = meta
        self._folder = folder
        self._secrets = secrets
        self._vault = vault

    def take(self, kind: BackupKind, now: Instant, model_digest: str) -> BackupReader:
        with self._read() as txn:  # keeps the environment and the secrets open
            key = seal_key(masters(txn, self._meta, self._vault)[0])
            body = self._store() if kind is BackupKind.STORE else io.BytesIO(self._secrets.copy())
        length = body.seek(0, io.SEEK_END)
        body.seek(0)
        header = BackupHeader(kind, FORMAT, self._secrets.store_id, now, model_digest, length)
        return BackupReader(header, body, key)

    def _store(self) -> BinaryIO:
        used = (self._env.info()["last_pgno"] + 1) * self._env.stat()["psize"]
        if shutil.disk_usage(self._folder).free < used + ROOM_LEFT:
            raise StoreFull("the disk has no room for a copy of the store")
        try:
            body = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115  # its reader closes it
        except OSError as error:
            raise StoreUnusable(f"no backup can be taken: {error.strerror}") from error
        try:
            self._env.copyfd(body.fileno(), compact=True)
        except BaseException:
            body.close()
            raise
        return body
