"""The `myosotis` command."""

import asyncio
import gc
import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from pydantic import ValidationError

from myosotis_server.backup_commands import add_backup_commands
from myosotis_server.config import Settings
from myosotis_server.key_commands import key_commands
from myosotis_server.memory.errors import MyosotisError
from myosotis_server.reembed_command import add_reembed_command
from myosotis_server.rotate_command import add_rotate_command
from myosotis_server.statistics_command import add_statistics_command
from myosotis_server.top_command import add_top_command
from myosotis_server.workers import Line, serve_together, share_of

app = typer.Typer(
    help="Long-term memory for conversational software.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

User = Annotated[str, typer.Option("--user", help="whose memories")]
Address = Annotated[
    str | None, typer.Option("--address", help="of the running server; the configured one if unset")
]


@app.command()
def serve(
    address: Annotated[str | None, typer.Option(help="host:port to listen on")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="where the store is kept")] = None,
    model: Annotated[str | None, typer.Option(help="which model pack embeds")] = None,
    workers: Annotated[int | None, typer.Option(help="processes that serve together")] = None,
    worker: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> None:
    """Run the server until SIGTERM or Ctrl-C."""
    settings = _settings(address=address, data_dir=data_dir, model=model, workers=workers)
    # Else gRPC writes lines of its own into the log, as of everybody who fails to speak TLS.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    line = None
    if worker is not None:
        line, settings = Line(), share_of(settings, worker)
    elif settings.workers > 1:
        try:
            raise typer.Exit(serve_together(settings))
        except OSError as error:
            _fail(str(error))
    # Nothing that is made before the first call is garbage; looking for some takes a tenth of the
    # time that starting takes. `run` turns it on again.
    gc.disable()
    from myosotis_server.serving import run

    try:
        start_again = asyncio.run(run(settings, line))
    except (MyosotisError, OSError) as error:
        _fail(str(error))
    if start_again:
        # In place of this process, so that whoever looks after it need not notice.
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


@app.command("import")
def import_memories(
    file: Annotated[Path, typer.Argument(help="JSON Lines; - for standard input")],
    user: User,
    address: Address = None,
) -> None:
    """Load memories from JSON Lines, one statement (or exported memory) a line."""
    from myosotis_server.calling import connection
    from myosotis_server.wire import lines

    try:
        with sys.stdin if str(file) == "-" else file.open(encoding="utf-8") as source:
            progress = lines.load(connection(_settings(), address), user, source)
    except lines.LineError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{file}: {error.strerror or error}")
    except UnicodeDecodeError:
        _fail(f"{file} is not UTF-8")
    typer.echo(f"created {progress.created_count}, reinforced {progress.reinforced_count}")


@app.command("export")
def export_memories(
    user: User,
    address: Address = None,
    revisions: Annotated[bool, typer.Option(help="also every earlier state")] = False,
) -> None:
    """Write everything held about a user as JSON Lines to standard output."""
    from myosotis_server.calling import connection
    from myosotis_server.wire import lines

    try:
        for line in lines.dump(connection(_settings(), address), user, revisions):
            typer.echo(line)
    except (lines.LineError, OSError) as error:
        _fail(str(error))


@app.command()
def doctor(
    audit_head: Annotated[
        str, typer.Option(help="hash with which the audit trail ended earlier: it must be in it")
    ] = "",
) -> None:
    """Check model, store, permissions, audit trail, disk and port, and say what to do."""
    from myosotis_server import doctor as checks

    findings = checks.examine(_settings(), audit_head)
    for finding in findings:
        mark = "ok  " if finding.healthy else "FAIL"
        typer.echo(f"{mark} {finding.subject}: {finding.message}")
        if finding.remedy:
            typer.echo(f"     → {finding.remedy}")
    if not all(finding.healthy for finding in findings):
        raise typer.Exit(1)


def _settings(**chosen: Any) -> Settings:
    """Settings with what the command line chose; ends with every complaint if they don't hold."""
    try:
        return Settings(**{name: value for name, value in chosen.items() if value is not None})
    except ValidationError as error:
        # Values are left out: one of them may be a key.
        complaints = [
            f"{'.'.join(str(part) for part in each['loc']) or 'settings'}: {each['msg']}"
            for each in error.errors(include_input=False, include_url=False)
        ]
        _fail("\n".join(complaints))


def _fail(message: str) -> NoReturn:
    typer.echo(f"myosotis: {message}", err=True)
    raise typer.Exit(1)


app.add_typer(key_commands(_settings, _fail), name="keys")
add_backup_commands(app, _settings)
add_statistics_command(app, _settings, _fail)
add_reembed_command(app, _settings)
add_rotate_command(app, _settings, _fail)
add_top_command(app, _settings, _fail)


def main() -> None:
    app()
