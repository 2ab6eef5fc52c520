"""Looks for what would keep the server from working, and says what to do about it."""

import os
import shutil
import socket
import stat
from collections.abc import Callable
from contextlib import closing
from functools import partial

from myosotis_server import doctor_access, doctor_audit
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.model_pack import read_pack
from myosotis_server.adapters.store_check import StoreReport
from myosotis_server.adapters.vault import data_file
from myosotis_server.calling import connection
from myosotis_server.config import GIB, Settings
from myosotis_server.findings import Finding
from myosotis_server.master_keys import master_keys, vault_of
from myosotis_server.memory.errors import ModelMissing, MyosotisError, StoreUnusable
from myosotis_server.wire.probe import is_serving

DISK_BYTES_WANTED = GIB
SHOWN = 5
"""Damaged users told one by one."""


def examine(settings: Settings, audit_head: str = "") -> list[Finding]:
    """One finding per check, in the order in which to mend them; see `doctor_audit.trail`."""
    checks: tuple[Callable[[Settings], Finding], ...] = (
        _model,
        _permissions,
        _key,
        _store,
        partial(doctor_audit.trail, head=audit_head),
        _disk,
        doctor_access.certificate,
        _port,
        doctor_access.keys,
    )
    return [check(settings) for check in checks]


def _model(settings: Settings) -> Finding:
    try:
        pack = read_pack(settings.pack_dir, verify=True)
    except ModelMissing as error:
        return Finding("model", False, str(error), "run `make models`")
    return Finding("model", True, f"{pack.model.name}, {pack.model.dimension} dimensions")


def _permissions(settings: Settings) -> Finding:
    folder = settings.data_dir
    if not folder.exists():
        return Finding("data folder", True, f"{folder} will be made at the first start")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return Finding(
            "data folder", False, f"{folder} is not writable", f"give this user rights: {folder}"
        )
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        return Finding(
            "data folder", False, f"others can read {folder}", f"run `chmod 700 {folder}`"
        )
    return Finding("data folder", True, f"{folder} is this user's alone")


def _key(settings: Settings) -> Finding:
    if settings.master_key is not None:
        return Finding("master key", True, "given by configuration")
    if settings.master_key_command:
        return _key_command(settings)
    given = settings.master_key_file
    file = given or settings.data_dir / "master.key"
    if not file.exists():
        if given or data_file(settings.data_dir).exists():
            return Finding(
                "master key", False, f"{file} is missing", "restore the key file from your copy"
            )
        return Finding("master key", True, f"{file} will be made at the first start")
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        return Finding("master key", False, f"others can read {file}", f"run `chmod 600 {file}`")
    if given:
        return Finding("master key", True, f"{file}, readable by this user alone")
    return Finding(
        "master key",
        True,
        f"{file}, beside the data that it protects",
        "in production keep it elsewhere: MYOSOTIS_MASTER_KEY_FILE",
    )


def _key_command(settings: Settings) -> Finding:
    try:
        count = len(master_keys(settings).keys)
    except StoreUnusable as error:
        return Finding(
            "master key", False, str(error), "it must print the key and nothing else, for this user"
        )
    earlier = f", and {count - 1} earlier" if count > 1 else ""
    return Finding("master key", True, f"given by a command{earlier}")


def _store(settings: Settings) -> Finding:
    """Reads every value of every user, some 100,000 a second."""
    if not data_file(settings.data_dir).exists():
        return Finding("store", True, "empty; it is made at the first start")
    try:
        vault = vault_of(settings, master_keys(settings))
        with closing(LmdbStore(settings.data_dir, vault, settings.map_size_bytes)) as store:
            report = store.examine()
            is_due = store.master_rotation.is_due()
    except (MyosotisError, OSError) as error:
        return Finding(
            "store", False, str(error), "use the master key and the version that wrote this store"
        )
    if not report.sound:
        return _damaged(report)
    size = data_file(settings.data_dir).stat().st_size
    whole = f"whole; {report.users:,} users, {size:,} bytes"
    if is_due:
        return Finding(
            "store",
            False,
            f"{whole}; not all of it is under the first of the master keys",
            "run `myosotis rotate-key`",
        )
    return Finding("store", True, whole)


def _damaged(report: StoreReport) -> Finding:
    numbers = [str(number) for number in sorted(report.damage)]
    more = f" and {len(numbers) - SHOWN:,} more" if len(numbers) > SHOWN else ""
    return Finding(
        "store",
        False,
        f"damaged: user number {', '.join(numbers[:SHOWN])}{more}; {report.users:,} users in all",
        "`myosotis verify --data-dir` tells what of theirs; restore a backup, or forget everything "
        "of those whose calls end in RECORD_CORRUPT",
    )


def _disk(settings: Settings) -> Finding:
    folder = next(
        each for each in (settings.data_dir, *settings.data_dir.resolve().parents) if each.exists()
    )
    free = shutil.disk_usage(folder).free
    if free < DISK_BYTES_WANTED:
        return Finding("disk", False, f"{free / GIB:.2f} GiB free", "free at least 1 GiB")
    return Finding("disk", True, f"{free / GIB:.0f} GiB free")


def _answers(settings: Settings) -> bool:
    try:
        return is_serving(connection(settings))
    except OSError:  # of the certificates, which another check looks at
        return False


def _port(settings: Settings) -> Finding:
    if _answers(settings):
        return Finding("port", True, f"a Myosotis server answers on {settings.address}")
    host, _, port = settings.address.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), int(port)))
        except OSError as error:
            unseen = " (if it is this server: set MYOSOTIS_SERVER_CA_FILE to ask it)"
            return Finding(
                "port",
                False,
                f"{settings.address}: {error.strerror or error}",
                "stop what listens there, or choose another: MYOSOTIS_ADDRESS"
                + (unseen if settings.tls_certificate_file and not settings.server_ca_file else ""),
            )
    return Finding("port", True, f"{settings.address} is free")
