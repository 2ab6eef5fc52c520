"""Command lines that pages show: whether there is such a command, and such a target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import typer

from docs.pages import text_of
from myosotis_server.cli import app

MYOSOTIS: Any = typer.main.get_command(app)


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", text_of("Makefile"), re.MULTILINE))


def check(words: Sequence[str]) -> None:
    """Takes `myosotis …` apart. KeyError for a command that does not exist, TyperException for an
    option that does not, or that lacks its value.

    Arguments that are left out are not missed: a sentence need not repeat each of them.
    """
    command, rest = MYOSOTIS, list(words[1:])
    while hasattr(command, "commands") and rest:
        name, *rest = rest
        command = command.commands[name]
    command.make_parser(typer.Context(command)).parse_args(rest)


def options(command: Any = MYOSOTIS) -> Iterator[str]:
    """Every option of a command and of those below it."""
    for parameter in command.params:
        yield from (*parameter.opts, *parameter.secondary_opts)
    for inner in getattr(command, "commands", {}).values():
        yield from options(inner)
