"""A real server process: started, waited for, killed, stopped, started again on the same store."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

REPOSITORY = Path(__file__).parents[2]
MODELS = REPOSITORY / "models" / "build"
BYTECODE = Path(sys.prefix) / "bytecode"
START_SECONDS = 60.0
STOP_SECONDS = 30.0

CHANNEL_OPTIONS = (
    # A channel of its own connection, which comes back soon after its server does.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
)


class DidNotStart(Exception):
    """The process ended, or did not serve in time; its standard error is the message."""


class RunningServer:
    """One address and one data folder, with at most one process at a time behind them.

    `settings` are names of settings in lower case and their values.
    """

    command_line: tuple[str, ...] = ("-m", "myosotis_server", "serve")

    def __init__(self, data_dir: Path, **settings: Any) -> None:
        self.data_dir = data_dir
        self.address = f"127.0.0.1:{free_port()}"
        self._environment = environment(
            address=self.address, data_dir=data_dir, log_format="json", **settings
        )
        self._stderr = data_dir.with_name(data_dir.name + ".stderr")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> RunningServer:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self.kill()

    @property
    def pid(self) -> int:
        return self._running().pid

    @property
    def has_ended(self) -> bool:
        """Whether the process that was started ended without being asked to."""
        return self._running().poll() is not None

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of its processes and commands."""
        return dict(self._environment)

    @property
    def stderr(self) -> str:
        """All that every process of this server has written so far."""
        return self._stderr.read_text(encoding="utf-8")

    @property
    def log(self) -> list[dict[str, Any]]:
        """The whole lines of `stderr`, each of which must be a JSON object."""
        whole, _, _ = self.stderr.rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    def start(self) -> None:
        """Returns when the server answers that it is serving; DidNotStart otherwise."""
        with self._stderr.open("ab") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, *self.command_line],
                env=self._environment,
                cwd=self.data_dir.parent,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        deadline = time.monotonic() + START_SECONDS
        with self.channel() as channel:
            health = health_pb2_grpc.HealthStub(channel)
            while not _serves(health):
                if self._process.poll() is not None or time.monotonic() > deadline:
                    self.kill()
                    raise DidNotStart(self.stderr[-2_000:])

    def kill(self) -> None:
        """SIGKILL: nothing is finished, nothing is flushed."""
        process = self._running()
        process.kill()
        process.wait(STOP_SECONDS)
        self._process = None

    def ask_to_stop(self) -> None:
        """SIGTERM, without waiting."""
        self._running().terminate()

    def wait(self) -> int:
        """The exit code of a process that is on its way out."""
        code: int = self._running().wait(STOP_SECONDS)
        self._process = None
        return code

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        self.ask_to_stop()
        return self.wait()

    def restart(self) -> None:
        """SIGTERM and a new process; the exit code must be 0."""
        code = self.stop()
        if code != 0:
            raise DidNotStart(f"the earlier process ended with {code}: {self.stderr[-2_000:]}")
        self.start()

    def channel(self) -> grpc.Channel:
        return grpc.insecure_channel(self.address, CHANNEL_OPTIONS)

    def command(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Runs the command line with this server's settings."""
        return run_command(self._environment, *arguments, stdin=stdin, folder=self.data_dir.parent)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise RuntimeError("the server is not running")
        return self._process


def environment(**settings: Any) -> dict[str, str]:
    """This process's environment with only `settings` set, and models where they are built.

    Bytecode is kept, also where Python was told not to: else each of many processes compiles it.
    """
    dropped = "PYTHONDONTWRITEBYTECODE"
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != dropped and not name.startswith("MYOSOTIS_")
    }
    chosen = {"models_dir": MODELS, **settings}
    return {
        **kept,
        "PYTHONPYCACHEPREFIX": str(BYTECODE),
        "PYTHONIOENCODING": "utf-8",
        **{f"MYOSOTIS_{name.upper()}": str(value) for name, value in chosen.items()},
    }


def run_command(
    settings: dict[str, str], *arguments: str, folder: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """`python -m myosotis_server …` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "myosotis_server", *arguments],
        env=settings,
        cwd=folder,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=START_SECONDS,
        check=False,
    )


def free_port() -> int:
    """A port that nothing listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _serves(health: health_pb2_grpc.HealthStub) -> bool:
    """Whether the server answers SERVING within a quarter of a second."""
    try:
        answer = health.Check(health_pb2.HealthCheckRequest(), timeout=0.25, wait_for_ready=True)
    except grpc.RpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)
