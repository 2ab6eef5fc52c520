"""The command line without a process of its own, which takes a second to start."""

from __future__ import annotations

from click.testing import Result
from typer.testing import CliRunner

from myosotis_server.cli import app
from running.server import RunningServer


def in_process(server: RunningServer, *arguments: str, **settings: str) -> Result:
    """`myosotis …` with the server's settings, and others in their place."""
    env = {**server.environment, **{f"MYOSOTIS_{k.upper()}": v for k, v in settings.items()}}
    return CliRunner().invoke(app, arguments, env=env, catch_exceptions=False)
