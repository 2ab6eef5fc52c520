"""`myosotis keys`: makes, lists and revokes API keys, also while the server runs."""

import contextlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from myosotis_server.config import Settings
from myosotis_server.memory.access import (
    DEFAULT_TENANT,
    ApiKey,
    Scope,
    is_key_name,
    is_tenant,
)
from myosotis_server.memory.audit import OPERATOR, AuditEvent
from myosotis_server.memory.errors import MyosotisError
from myosotis_server.memory.values import DAY, SECOND, Instant

if TYPE_CHECKING:
    from myosotis_server.adapters.lmdb_records import LmdbStore

_HEADINGS = ("NAME", "SCOPES", "STATE", "CREATED", "EXPIRES", "TENANT")
_SECRET_BYTES = 32


def key_commands(
    read_settings: Callable[[], Settings], fail: Callable[[str], NoReturn]
) -> typer.Typer:
    """The commands, on the store of the settings; `fail` ends them and says why."""

    @contextlib.contextmanager
    def _store() -> Iterator["LmdbStore"]:
        try:
            with opened_store(read_settings()) as store:
                yield store
        except (MyosotisError, OSError) as error:
            fail(str(error))

    keys = typer.Typer(help="Make, list and revoke API keys.", no_args_is_help=True)

    @keys.command()
    def create(
        name: Annotated[str, typer.Argument(help="what logs and the audit trail call it")],
        scope: Annotated[list[Scope], typer.Option(help="what it allows; give it once for each")],
        tenant: Annotated[str, typer.Option(help="whose users it reaches")] = DEFAULT_TENANT,
        expires_in_days: Annotated[
            float | None, typer.Option(min=0.001, max=36_500, help="when it ends; never if unset")
        ] = None,
        server_wide: Annotated[
            bool, typer.Option("--server-wide", help="admin of all tenants: backups, server info")
        ] = False,
    ) -> None:
        """Make an API key and print its secret, which is kept nowhere."""
        if not is_key_name(name):
            fail("a name is 1 to 64 of a-z, 0-9, dot, hyphen and underscore")
        if not is_tenant(tenant):
            fail("a tenant is 1 to 128 bytes of printable text")
        if server_wide and Scope.ADMIN not in scope:
            fail("--server-wide takes --scope admin")
        from myosotis_server.service.admission import SECRET_PREFIX, new_key

        now = _now()
        ends = None if expires_in_days is None else now + int(expires_in_days * DAY)
        secret = SECRET_PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
        with _store() as store:
            keys_of = store.api_keys
            new_key(keys_of, secret, name, tenant, scope, now, ends, server_wide=server_wide)
            _note(store, now, tenant, "keys.create", name)
        typer.echo("this secret is shown once and kept nowhere:", err=True)
        typer.echo(secret)

    @keys.command("list")
    def list_keys() -> None:
        """Show every key that was ever made, but no secret."""
        with _store() as store:
            ring = store.api_keys.ring()
        now = _now()
        for line in _table([_HEADINGS, *(_row(key, now) for key in ring.keys)]):
            typer.echo(line)
        if ring.unreadable:
            fail(f"{ring.unreadable} damaged key(s), which are refused")

    @keys.command()
    def revoke(name: Annotated[str, typer.Argument(help="which key")]) -> None:
        """End a key for good; running servers refuse it within seconds."""
        with _store() as store:
            now = _now()
            key = next((each for each in store.api_keys.ring().keys if each.name == name), None)
            if key is None or not store.api_keys.revoke(name, now):
                fail("there is no key of that name")
            _note(store, now, key.tenant, "keys.revoke", name)
        typer.echo("revoked", err=True)

    return keys


@contextlib.contextmanager
def opened_store(settings: Settings) -> Iterator["LmdbStore"]:
    """The store, which is made if there is none."""
    # Only now: they take a while to load, and `--help` needs none of them.
    from myosotis_server.adapters.lmdb_records import LmdbStore
    from myosotis_server.master_keys import master_keys, vault_of

    keys = master_keys(settings)
    if keys.created:
        typer.echo("made a master key beside the store; keep a copy elsewhere", err=True)
    vault = vault_of(settings, keys)
    store = LmdbStore(settings.data_dir, vault, settings.map_size_bytes)
    with contextlib.closing(store):
        yield store


def _note(store: "LmdbStore", now: Instant, tenant: str, action: str, name: str) -> None:
    """Leaves an event in the audit trail: whoever has the store did it, and no key."""
    details = {"key": name}
    event = AuditEvent(now, tenant, OPERATOR, action, "", "OK", details=details)
    store.audit.append([event], urgent=True).result()


def _row(key: ApiKey, now: Instant) -> Sequence[str]:
    state = "revoked" if key.revoke_time is not None else "valid" if key.is_valid(now) else "ended"
    scopes = ",".join(scope for scope in Scope if scope in key.scopes)
    if key.server_wide:
        scopes += " (server-wide)"
    ends = "never" if key.expire_time is None else _day(key.expire_time)
    return key.name, scopes, state, _day(key.create_time), ends, key.tenant


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _day(time: Instant) -> str:
    return datetime.fromtimestamp(time / SECOND, UTC).strftime("%Y-%m-%d %H:%M")


def _now() -> Instant:
    return int(datetime.now(UTC).timestamp() * SECOND)
