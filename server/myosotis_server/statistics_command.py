"""`myosotis statistics`: what pseudonymising left, for whoever runs the server."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, NoReturn

import typer

from myosotis_server.config import Settings
from myosotis_server.key_commands import opened_store
from myosotis_server.memory.access import DEFAULT_TENANT
from myosotis_server.memory.audit import OPERATOR, AuditEvent
from myosotis_server.memory.errors import MyosotisError
from myosotis_server.memory.kept import Kept, Statistics
from myosotis_server.memory.values import SECOND, Emotion

LEAST_PEOPLE = 5
"""Of fewer than so many people, sums would tell of somebody."""


def add_statistics_command(
    app: typer.Typer, read_settings: Callable[[], Settings], fail: Callable[[str], NoReturn]
) -> None:
    """The command, on the store of the settings; `fail` ends it and says why."""

    @app.command()
    def statistics(
        tenant: Annotated[str, typer.Option(help="whose users they were")] = DEFAULT_TENANT,
        everybody: Annotated[bool, typer.Option("--all-tenants", help="of all tenants")] = False,
        statements: Annotated[
            bool, typer.Option("--statements", help="also what was said, in general words")
        ] = False,
    ) -> None:
        """Print as JSON what pseudonymised users left: sums, and nobody's statements."""
        asked = None if everybody else tenant
        try:
            with opened_store(read_settings()) as store:
                kept = store.kept(asked)
                now = int(datetime.now(UTC).timestamp() * SECOND)
                event = AuditEvent(now, asked or "", OPERATOR, "statistics.read", "", "OK")
                store.audit.append([event], urgent=True).result()
        except (MyosotisError, OSError) as error:
            fail(str(error))
        if kept.statistics.people < LEAST_PEOPLE:
            fail(
                f"fewer than {LEAST_PEOPLE} people were pseudonymised: sums would tell of somebody"
            )
        typer.echo(json.dumps(_told(kept, statements), ensure_ascii=False, indent=2))


def _told(kept: Kept, statements: bool) -> dict[str, Any]:
    told = _sums(kept.statistics)
    if statements:
        told["statements"] = [
            {
                "content": each.content,
                "kind": each.kind.name.lower(),
                "language": each.language,
                "year": each.year,
            }
            for each in sorted(kept.statements, key=lambda each: each.content)
        ]
    return told


def _sums(statistics: Statistics) -> dict[str, Any]:
    return {
        "people": statistics.people,
        "memories": statistics.memories,
        **{
            name: dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
            for name, counts in statistics.counts.items()
        },
        "moods": {
            (date(1970, 1, 1) + timedelta(day)).isoformat(): {
                Emotion(number).name.lower(): count for number, count in enumerate(counts) if count
            }
            for day, counts in sorted(statistics.moods.items())
        },
    }
