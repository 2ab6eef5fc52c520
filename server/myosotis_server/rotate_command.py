"""`myosotis rotate-key`: another master key for the store, or another key for one user."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from myosotis_server.config import Settings
from myosotis_server.memory.access import DEFAULT_TENANT
from myosotis_server.memory.audit import OPERATOR, AuditEvent
from myosotis_server.memory.errors import MyosotisError, StoreUnusable
from myosotis_server.memory.values import SECOND, Owner

if TYPE_CHECKING:
    from myosotis_server.adapters.lmdb_records import LmdbStore
    from myosotis_server.adapters.vault import Vault

_STEP = 100_000
"""Users after which the command says how far it is."""


def add_rotate_command(
    app: typer.Typer, read_settings: Callable[[], Settings], fail: Callable[[str], NoReturn]
) -> None:
    """Adds the command to `app`; `fail` ends it and says why."""

    @app.command("rotate-key")
    def rotate_key(
        new: Annotated[
            bool, typer.Option("--new", help="first put a fresh key in front in the key file")
        ] = False,
        user: Annotated[
            str | None, typer.Option(help="give this user another key; not the master key")
        ] = None,
        tenant: Annotated[str, typer.Option(help="whose user it is")] = DEFAULT_TENANT,
    ) -> None:
        """Bring the store under the first of the master keys, while servers go on with it.

        Broken off, it goes on when called again.
        """
        settings = read_settings()
        if new and user is not None:
            fail("--new is of the master key and --user of a user's: give one of them")
        try:
            if user is None:
                _rotate_master(settings, new, fail)
            else:
                _rotate_user(settings, Owner(tenant, user), fail)
        except (MyosotisError, OSError) as error:
            fail(str(error))


def _rotate_master(settings: Settings, new: bool, fail: Callable[[str], NoReturn]) -> None:
    from myosotis_server.adapters.master_key import put_new_key_in_front
    from myosotis_server.master_keys import key_file, master_keys, vault_of

    file = key_file(settings)
    if new and file is None:
        fail("--new takes a key file; put the new key in front where yours comes from")
    with _opened(settings, vault_of(settings, master_keys(settings))) as store:
        is_due = store.master_rotation.is_due()
        if not is_due and not new:
            fail(
                "the store is under the first of the master keys already: put a new one in front "
                "of it, or say --new where the keys are in a file"
            )
    # What was broken off is finished with the key that is there, and no second one is made.
    if not is_due and file is not None:
        put_new_key_in_front(file)
        typer.echo(f"put a new master key in front in {file}; keep a copy elsewhere", err=True)
    with _opened(settings, vault_of(settings, master_keys(settings))) as store:
        done = store.master_rotation.run(_teller())
        _note(store, DEFAULT_TENANT, "keys.rotate_master", "", {"count": str(done.users)})
    typer.echo(f"the store is under the new master key; {done.users} users")
    if done.damaged:
        typer.echo(f"myosotis: {done.damaged} users were damaged already", err=True)
    typer.echo(
        "only backups taken until now need the earlier key: keep it with them, apart, and take it "
        + (f"out of {file}" if file is not None else "out of where the keys come from"),
        err=True,
    )


def _rotate_user(settings: Settings, owner: Owner, fail: Callable[[str], NoReturn]) -> None:
    from myosotis_server.master_keys import master_keys, vault_of

    with _opened(settings, vault_of(settings, master_keys(settings))) as store:
        version = store.rotate_key(owner, threading.Event())
        if version is None:
            fail("nothing is held of such a user")
        digest = store.audit.digest(owner)
        _note(store, owner.tenant, "keys.rotate_user", digest, {"key_version": str(version)})
    typer.echo(f"the user's key is another; its version is {version}")


@contextlib.contextmanager
def _opened(settings: Settings, vault: "Vault") -> "Iterator[LmdbStore]":
    from myosotis_server.adapters.lmdb_records import LmdbStore
    from myosotis_server.adapters.vault import data_file

    if not data_file(settings.data_dir).exists():
        raise StoreUnusable(f"there is no store in {settings.data_dir}")
    store = LmdbStore(settings.data_dir, vault, settings.map_size_bytes)
    with contextlib.closing(store):
        yield store


def _teller() -> Callable[[int], None]:
    """Says now and then how many users have been seen to."""
    told = 0

    def tell(users: int) -> None:
        nonlocal told
        if users >= told + _STEP:
            told = users
            typer.echo(f"{users} users", err=True)

    return tell


def _note(
    store: "LmdbStore", tenant: str, action: str, digest: str, details: dict[str, str]
) -> None:
    """Leaves an event in the audit trail: whoever has the store did it."""
    now = int(datetime.now(UTC).timestamp() * SECOND)
    event = AuditEvent(now, tenant, OPERATOR, action, digest, "OK", details=details)
    store.audit.append([event], urgent=True).result()
