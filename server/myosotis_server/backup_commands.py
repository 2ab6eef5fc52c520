"""`myosotis backup`, `backup-keys`, `restore` and `verify`."""

import contextlib
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, NoReturn

import typer

from myosotis_server.config import Settings
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import MyosotisError, StoreUnusable
from myosotis_server.memory.values import SECOND, Instant

if TYPE_CHECKING:
    from myosotis_server.adapters.backup_file import BackupHeader
    from myosotis_server.adapters.store_restore import Verified
    from myosotis_server.adapters.vault import Vault

_Address = Annotated[
    str | None, typer.Option("--address", help="of the running server; the configured one if unset")
]
_Offline = Annotated[
    bool, typer.Option("--offline", help="read the store in data_dir, without a server")
]
_UserKeys = Annotated[
    Path | None,
    typer.Option("--user-keys", help="the latest users' keys: what backup-keys wrote, or the file"),
]
_SHOWN = 20
"""Damaged users that are listed; the others are counted."""


def add_backup_commands(app: typer.Typer, read_settings: Callable[[], Settings]) -> None:
    """Adds the commands to `app`."""

    @app.command()
    def backup(
        file: Annotated[Path, typer.Argument(help="written whole, or not at all")],
        address: _Address = None,
        offline: _Offline = False,
    ) -> None:
        """Copy the store into a file, while it is in use; it holds no key that opens it."""
        _back_up(BackupKind.STORE, file, read_settings(), address, offline)

    @app.command("backup-keys")
    def backup_keys(
        file: Annotated[Path, typer.Argument(help="replaced, so that there is one copy alone")],
        address: _Address = None,
        offline: _Offline = False,
    ) -> None:
        """Copy the users' keys, which backups lack. Keep only the latest copy, apart from them."""
        _back_up(BackupKind.USER_KEYS, file, read_settings(), address, offline)

    @app.command()
    def restore(
        file: Annotated[Path, typer.Argument(help="a backup of a store")],
        data_dir: Annotated[
            Path | None, typer.Option(help="where the store shall be; must hold none")
        ] = None,
        user_keys: _UserKeys = None,
    ) -> None:
        """Make a store of a backup, all but the users who were erased since."""
        from myosotis_server.adapters import store_restore

        settings = read_settings()
        folder = data_dir or settings.data_dir
        with _told():
            header, found, erased = store_restore.restore(
                file, folder, _vault(settings, folder), user_keys, settings.map_size_bytes
            )
        _show_header(header)
        if erased:
            typer.echo(f"deleted what was left of {erased} users who were erased since")
        _show(found)
        typer.echo(f"restored to {folder}")
        if not found.sound:
            typer.echo("myosotis: this was damaged already when the backup was taken", err=True)

    @app.command()
    def verify(
        file: Annotated[Path | None, typer.Argument(help="a backup")] = None,
        data_dir: Annotated[Path | None, typer.Option(help="a store instead of a backup")] = None,
        user_keys: _UserKeys = None,
    ) -> None:
        """Read every value of a backup or a store, and say whose is damaged."""
        from myosotis_server.adapters import store_restore
        from myosotis_server.adapters.user_secrets import FILE_NAME

        if (file is None) == (data_dir is None):
            _fail("give a backup, or --data-dir")
        settings = read_settings()
        found: Verified | None
        with _told():
            vault = _vault(settings, data_dir or settings.data_dir)
            if file is None:
                assert data_dir is not None
                found = store_restore.verify_store(data_dir, vault, settings.map_size_bytes)
            else:
                own = settings.data_dir / FILE_NAME
                keys = user_keys or (own if own.exists() else None)
                header, found = store_restore.verify_backup(
                    file, vault, keys, settings.map_size_bytes
                )
                _show_header(header)
                if found is None and header.kind is BackupKind.STORE:
                    typer.echo("whole and genuine; its values were not read for lack of user keys")
        if found is not None:
            _show(found)
            if not found.sound:
                raise typer.Exit(1)


def _back_up(
    kind: BackupKind, file: Path, settings: Settings, address: str | None, offline: bool
) -> None:
    from myosotis_server.adapters.backup_file import check_file

    if offline and address is not None:
        _fail("--offline takes no --address")
    with _told(), _replaced(file) as (draft, target):
        if offline:
            _copy(kind, settings, target)
        else:
            from myosotis_server.calling import connection
            from myosotis_server.wire import backup_stream

            try:
                backup_stream.fetch(connection(settings, address), kind, target)
            except backup_stream.BackupRefused as error:
                _fail(str(error))
        target.flush()
        # Without the master key, which whoever keeps backups need not have.
        header = check_file(draft, None)
    _show_header(header)


def _copy(kind: BackupKind, settings: Settings, target: BinaryIO) -> None:
    from myosotis_server.adapters.lmdb_records import LmdbStore
    from myosotis_server.adapters.vault import data_file

    if not data_file(settings.data_dir).exists():
        raise StoreUnusable(f"there is no store in {settings.data_dir}")
    vault = _vault(settings, settings.data_dir)
    store = LmdbStore(settings.data_dir, vault, settings.map_size_bytes)
    with contextlib.closing(store):
        now = int(datetime.now(UTC).timestamp() * SECOND)
        taken = store.backups.take(kind, now, "")
        with contextlib.closing(taken):
            while piece := taken.read():
                target.write(piece)


@contextlib.contextmanager
def _replaced(file: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A draft beside `file`, its owner's alone, that takes its place, durable, if all goes well."""
    from myosotis_server.adapters.user_secrets import sync_folder

    draft = file.with_name(file.name + ".partial")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as target:
            yield draft, target
            target.flush()
            os.fsync(target.fileno())
        draft.replace(file)
        sync_folder(file.absolute().parent)
    finally:
        draft.unlink(missing_ok=True)


def _vault(settings: Settings, folder: Path) -> "Vault":
    """Of the configured keys, or those kept beside a store in `folder` or in data_dir."""
    from myosotis_server.adapters.vault import Vault
    from myosotis_server.master_keys import keys_at_hand

    # They are never made here: a new key opens no backup.
    return Vault(keys_at_hand(settings, folder).keys)


def _show_header(header: "BackupHeader") -> None:
    what = "a store" if header.kind is BackupKind.STORE else "users' keys"
    typer.echo(f"backup of {what}, taken {_minute(header.create_time)}, {header.length} bytes")


def _show(found: "Verified") -> None:
    report = found.report
    typer.echo(f"users: {report.users}")
    if report.erased:
        typer.echo(f"users erased since: {report.erased}")
    for name, count in report.values.items():
        typer.echo(f"{name}: {count}")
    typer.echo(f"audit events: {found.audit.event_count}")
    for number, damage in sorted(report.damage.items())[:_SHOWN]:
        told = ", ".join(f"{name} ({count})" for name, count in damage.items())
        typer.echo(f"damaged: user number {number}: {told}", err=True)
    if len(report.damage) > _SHOWN:
        typer.echo(f"damaged: {len(report.damage) - _SHOWN} more users", err=True)
    if found.damaged_keys:
        typer.echo(f"damaged: {found.damaged_keys} API keys", err=True)
    if found.audit.fault_count:
        typer.echo(f"damaged: the audit trail, at {found.audit.fault_count} places", err=True)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Ends with what is wrong, in words."""
    try:
        yield
    except MyosotisError as error:
        _fail(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}")
    except UnicodeDecodeError:
        _fail("a master key is 32 bytes in hex or base64")


def _minute(time: Instant) -> str:
    return datetime.fromtimestamp(time / SECOND, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _fail(message: str) -> NoReturn:
    typer.echo(f"myosotis: {message}", err=True)
    raise typer.Exit(1)
