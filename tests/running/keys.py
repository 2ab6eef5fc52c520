"""API keys of a test's server, and channels that call with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
from click.testing import Result

from running.command_line import in_process
from running.server import RunningServer


def keys_command(server: RunningServer, *arguments: str, **settings: str) -> Result:
    """`myosotis keys …` on the server's store."""
    return in_process(server, "keys", *arguments, **settings)


def make_key(server: RunningServer, name: str, *scopes: str, more: tuple[str, ...] = ()) -> str:
    """The secret of a new key."""
    chosen = [part for scope in scopes for part in ("--scope", scope)]
    made = keys_command(server, "create", name, *chosen, *more)
    assert made.exit_code == 0, made.output
    secret = made.stdout.strip()
    assert secret.startswith("myo_")
    return secret


class _Bearer(
    grpc.UnaryUnaryClientInterceptor,
    grpc.UnaryStreamClientInterceptor,
    grpc.StreamUnaryClientInterceptor,
    grpc.StreamStreamClientInterceptor,
):
    """Adds the header to every call."""

    def __init__(self, header: str) -> None:
        self._header = header

    def _with_header(self, continuation: Callable[..., Any], details: Any, sent: Any) -> Any:
        metadata = [*(details.metadata or ()), ("authorization", self._header)]
        return continuation(details._replace(metadata=metadata), sent)

    intercept_unary_unary = _with_header
    intercept_unary_stream = _with_header
    intercept_stream_unary = _with_header
    intercept_stream_stream = _with_header


def with_header(channel: grpc.Channel, header: str) -> grpc.Channel:
    """`channel` with an authorization header in every call."""
    return grpc.intercept_channel(channel, _Bearer(header))


def with_key(channel: grpc.Channel, secret: str) -> grpc.Channel:
    """`channel` with the key in every call."""
    return with_header(channel, f"Bearer {secret}")
