"""The server as it is composed for production, and beside it one RPC that searches its memory.

It is served by another port and thread, so that nothing of the server itself is changed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc

from running.heap import holders
from running.server import RunningServer, free_port

METHOD = "/myosotis.test.Debug/Search"
_VEIL = 0xA5
"""Needles come and go veiled: else the request itself would be found."""


class DebuggedServer(RunningServer):
    """A server whose memory can be searched."""

    command_line = ("-m", "running.debug_server")

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._debug_address = f"127.0.0.1:{free_port()}"
        self._environment["DEBUG_ADDRESS"] = self._debug_address
        self._environment["PYTHONPATH"] = os.pathsep.join(sys.path)

    def search(self, needles: list[bytes]) -> dict[bytes, list[str]]:
        """By needle, what holds it; empty lists where nothing does."""
        with grpc.insecure_channel(self._debug_address) as channel:
            call = channel.unary_unary(METHOD)
            request = _veiled(_joined(needles))
            answer = _veiled(call(request, timeout=120, wait_for_ready=True))
        lines = [part.decode().split("\n") if part else [] for part in _parted(answer)]
        return dict(zip(needles, lines, strict=True))


def _joined(parts: list[bytes]) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _parted(data: bytes) -> list[bytes]:
    parts, at = [], 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        parts.append(data[at + 4 : end])
        at = end
    return parts


def _veiled(data: bytes) -> bytes:
    return data.translate(bytes(value ^ _VEIL for value in range(256)))


def _search(request: bytes, context: grpc.ServicerContext) -> bytes:
    found = holders(_parted(_veiled(request)))
    return _veiled(_joined(["\n".join(where).encode() for where in found.values()]))


def main() -> None:
    """Serves both until SIGTERM."""
    from myosotis_server.config import Settings
    from myosotis_server.serving import run

    debug = grpc.server(ThreadPoolExecutor(1))
    service, _, method = METHOD.strip("/").partition("/")
    handlers = {method: grpc.unary_unary_rpc_method_handler(_search)}
    debug.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    debug.add_insecure_port(os.environ["DEBUG_ADDRESS"])
    debug.start()
    asyncio.run(run(Settings()))
    debug.stop(0)


if __name__ == "__main__":
    main()
