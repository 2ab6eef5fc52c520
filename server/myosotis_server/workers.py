"""Several processes that serve on one port: who starts them, looks after them, and ends them.

Each worker is a process of its own from the start, never a fork of one in which gRPC runs. Between
each and its supervisor there is a socket, the worker's standard input: the worker says there that
it serves, and knows by its end that the supervisor is gone.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import structlog

from myosotis_server.config import Settings
from myosotis_server.telemetry.logs import set_up_logs

SERVING = b"serving\n"
FIRST_PAUSE_SECONDS = 0.5
"""Before a worker that ended by itself is started again; doubled each time, up to the longest."""
LONGEST_PAUSE_SECONDS = 30.0
STEADY_SECONDS = 60.0
"""A worker that served so long is started again as if it were the first time."""
KILLED_AFTER_SECONDS = 20.0
"""How long, beyond what its calls are given, a worker may take to end before it is killed."""


def share_of(settings: Settings, worker: int) -> Settings:
    """The settings of one worker, numbered from 0.

    What bounds the machine's cores and RAM, or a bill, is shared out; what bounds a connection or a
    call is each worker's own. Each has its own side port: the one set, plus its number.
    """
    count = settings.workers
    host, colon, port = settings.metrics_address.rpartition(":")
    if port and int(port):
        port = str(int(port) + worker)
    return settings.model_copy(
        update={
            "threads": -(-settings.cores // count),
            "view_budget_bytes": settings.view_budget_bytes // count,
            "llm_tokens_per_minute": settings.llm_tokens_per_minute // count,
            "metrics_address": host + colon + port,
        }
    )


class Line:
    """A worker's end of the socket between it and its supervisor."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor

    def tell_serving(self) -> None:
        with contextlib.suppress(OSError):  # whoever is gone has no use for it
            os.write(self._descriptor, SERVING)

    def when_left(self, leave: Callable[[], None]) -> None:
        """Calls `leave` on the running loop when the supervisor is gone, however it ended."""
        loop = asyncio.get_running_loop()

        def heard() -> None:
            try:
                gone = not os.read(self._descriptor, 64)
            except OSError:
                gone = True
            if gone:
                loop.remove_reader(self._descriptor)
                leave()

        loop.add_reader(self._descriptor, heard)


def serve_together(settings: Settings) -> int:
    """Runs the workers until SIGTERM or SIGINT, and the exit code; OSError if the port is taken."""
    set_up_logs(settings.log_format, settings.log_level)
    with reserved(settings.address) as address:
        command = [sys.executable, *sys.orig_argv[1:], "--address", address, "--worker"]
        return asyncio.run(Supervisor(command, settings.workers, settings.drain_seconds).run())


@contextlib.contextmanager
def reserved(address: str) -> Iterator[str]:
    """Keeps `address` for processes that share its port; it comes back with the port picked for 0.

    OSError where somebody else has it: the system would give them half of the calls.
    """
    host, _, port = address.rpartition(":")
    try:
        if not port:
            raise OSError("no port")
        found = socket.getaddrinfo(
            host.strip("[]") or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, place = min(found, key=lambda each: each[0] != socket.AF_INET)
        # Whoever shares ports could have theirs shared: only one that shares none tells of them.
        with _bound(family, place, shares=False) as probe:
            picked = probe.getsockname()[1]
        kept = _bound(family, (place[0], picked, *place[2:]), shares=True)
    except OSError as error:
        raise OSError(f"cannot listen on {address}") from error
    with kept:  # it never listens, so no call comes here
        yield f"{host}:{picked}"


def _bound(family: int, place: tuple[Any, ...], *, shares: bool) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shares:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(place)
    except OSError:
        bound.close()
        raise
    return bound


class Supervisor:
    """Starts workers, starts those again that end by themselves, and ends all when told to.

    The first is started alone: it makes the store or brings it up to date, and refuses what is
    wrong with the settings once and not `count` times.
    """

    def __init__(self, command: Sequence[str], count: int, drain_seconds: float) -> None:
        """`command` runs a worker; its number, from 0, is appended."""
        self._command = command
        self._count = count
        self._patience = drain_seconds + KILLED_AFTER_SECONDS
        self._running: dict[int, Process] = {}
        self._has_served: set[int] = set()
        self._serving: set[int] = set()
        self._first_serves = asyncio.Event()
        self._stopping = asyncio.Event()
        self._code = 0
        self._log = structlog.get_logger("myosotis")

    @property
    def serving(self) -> set[int]:
        """The workers that serve at the moment."""
        return set(self._serving)

    def stop(self) -> None:
        """Lets every worker finish, which ends `run`."""
        self._stopping.set()

    async def run(self) -> int:
        """The exit code, once every worker has ended: 0 if all did as they were told."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        async with asyncio.TaskGroup() as keeping:
            keeping.create_task(self._keep(0))
            await self._either(self._first_serves, self._stopping)
            if not self._stopping.is_set():
                for worker in range(1, self._count):
                    keeping.create_task(self._keep(worker))
            await self._stopping.wait()
            self._log.info("draining workers", count=len(self._running))
            for process in self._running.values():
                _signal(process, signal.SIGTERM)
            keeping.create_task(self._lose_patience())
        self._log.info("all workers stopped")
        return self._code

    async def _keep(self, worker: int) -> None:
        """One worker after the other in the same place, until all are to stop."""
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE_SECONDS
        while not self._stopping.is_set():
            began = loop.time()
            code = await self._one(worker)
            if self._stopping.is_set():
                # One that was not up yet had nothing to finish.
                if code not in (0, -signal.SIGTERM):
                    self._code = 1
                return
            if worker not in self._has_served:
                self._code = code or 1
                self._stopping.set()
                return
            if loop.time() - began >= STEADY_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            self._log.error("a worker ended", worker=worker, code=code, again_in_seconds=pause)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stopping.wait()
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _one(self, worker: int) -> int:
        """The exit code of one worker, once it has ended."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *self._command, f"{worker}", stdin=theirs.fileno()
            )
        self._running[worker] = process
        if self._stopping.is_set():
            _signal(process, signal.SIGTERM)
        reader, writer = await asyncio.open_connection(sock=ours)
        try:
            if await reader.readline() == SERVING:
                self._has_served.add(worker)
                self._serving.add(worker)
                self._first_serves.set()
                self._log.info("a worker serves", worker=worker, pid=process.pid)
            return await process.wait()
        finally:
            del self._running[worker]
            self._serving.discard(worker)
            writer.close()

    async def _lose_patience(self) -> None:
        """Kills what has not ended in time."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._patience
        while self._running and loop.time() < end:
            await asyncio.sleep(0.05)
        for worker, process in self._running.items():
            self._log.error("a worker did not end and is killed", worker=worker)
            _signal(process, signal.SIGKILL)

    @staticmethod
    async def _either(*events: asyncio.Event) -> None:
        waiting = [asyncio.ensure_future(each.wait()) for each in events]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()


def _signal(process: Process, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(number)
