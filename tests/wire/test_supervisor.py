"""Who looks after workers: here they are scripts of a line or two, which serve nothing."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from myosotis_server import workers
from myosotis_server.config import Settings
from myosotis_server.workers import Supervisor, reserved, share_of

NOTE = (
    "import os, sys, signal, time; open(sys.argv[1], 'a').write(f'{sys.argv[2]} {os.getpid()}\\n')"
)
SERVE = "os.write(0, b'serving\\n')"
UNTIL_TOLD = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); time.sleep(60)"
DEAF = "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
UNTIL_LEFT = "os.read(0, 1)"


@pytest.fixture
def started(tmp_path: Path) -> Callable[[], list[tuple[int, int]]]:
    """Number and process id of every worker that was started so far."""
    (tmp_path / "started").touch()

    def lines() -> list[tuple[int, int]]:
        told = (tmp_path / "started").read_text().splitlines()
        return [(int(number), int(pid)) for number, pid in map(str.split, told)]

    return lines


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(workers, "KILLED_AFTER_SECONDS", 0.3)


@contextlib.asynccontextmanager
async def supervised(
    folder: Path, count: int, *script: str
) -> AsyncIterator[tuple[Supervisor, asyncio.Task[int]]]:
    command = [sys.executable, "-I", "-c", "\n".join((NOTE, *script)), str(folder / "started")]
    supervisor = Supervisor(command, count, 0.0)
    running = asyncio.create_task(supervisor.run())
    async with asyncio.timeout(20):
        yield supervisor, running
        supervisor.stop()
        await running


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


async def test_all_are_started_the_first_alone(tmp_path: Path, started) -> None:
    pause = "time.sleep(0.2 if sys.argv[2] == '0' else 0)"
    async with supervised(tmp_path, 3, pause, SERVE, UNTIL_TOLD) as (_, running):
        await until(lambda: len(started()) == 1)
        await asyncio.sleep(0.1)
        assert [number for number, _ in started()] == [0]
        await until(lambda: len(started()) == 3)
        assert {number for number, _ in started()} == {0, 1, 2}
    assert running.result() == 0
    assert not any(is_alive(pid) for _, pid in started())


async def test_a_worker_that_dies_comes_back(tmp_path: Path, started) -> None:
    async with supervised(tmp_path, 2, SERVE, UNTIL_TOLD) as (supervisor, running):
        await until(lambda: supervisor.serving == {0, 1})
        for times in (1, 2):
            os.kill([pid for number, pid in started() if number == 1][-1], signal.SIGKILL)
            await until(lambda: len(started()) == 2 + times)  # noqa: B023
            await until(lambda: supervisor.serving == {0, 1})
        assert [number for number, _ in started()].count(0) == 1
    assert running.result() == 0


async def test_one_that_starts_anew_in_its_process_has_not_died(tmp_path: Path, started) -> None:
    """As a server does whose disk failed under the store."""
    anew = (
        "if open(sys.argv[1]).read().count(str(os.getpid())) < 3:",
        "    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])",
    )
    async with supervised(tmp_path, 1, SERVE, *anew, UNTIL_TOLD) as (supervisor, running):
        await until(lambda: len(started()) == 3)
        assert supervisor.serving == {0}
        assert len({pid for _, pid in started()}) == 1
    assert running.result() == 0


async def test_it_waits_longer_each_time(tmp_path: Path, started, monkeypatch) -> None:
    monkeypatch.setattr(workers, "FIRST_PAUSE_SECONDS", 0.1)
    async with supervised(tmp_path, 1, SERVE, "sys.exit(3)"):
        await until(lambda: len(started()) == 1)
        begun = time.monotonic()
        await until(lambda: len(started()) == 4)
        assert time.monotonic() - begun > 0.1 + 0.2 + 0.4


async def test_settings_that_are_wrong_end_it_at_once(tmp_path: Path, started) -> None:
    async with supervised(tmp_path, 3, "sys.exit(7)") as (_, running):
        assert await running == 7
    assert [number for number, _ in started()] == [0]


async def test_one_that_cannot_start_beside_the_first_ends_all(tmp_path: Path, started) -> None:
    refuse = "if sys.argv[2] == '1': sys.exit(5)"
    async with supervised(tmp_path, 2, refuse, SERVE, UNTIL_TOLD) as (_, running):
        assert await running == 5
    assert not any(is_alive(pid) for _, pid in started())


async def test_one_that_does_not_end_is_killed(tmp_path: Path, started) -> None:
    async with supervised(tmp_path, 2, DEAF.split("; ")[0], SERVE, DEAF) as (supervisor, running):
        await until(lambda: supervisor.serving == {0, 1})
    assert running.result() == 1
    assert not any(is_alive(pid) for _, pid in started())


def test_workers_know_when_their_supervisor_is_gone(tmp_path: Path, started) -> None:
    """Killed, it can tell nobody anything."""
    script = f"""
import asyncio, sys
from myosotis_server.workers import Supervisor
command = [sys.executable, "-I", "-c", {"; ".join((NOTE, SERVE, UNTIL_LEFT))!r}, sys.argv[1]]
asyncio.run(Supervisor(command, 2, 0.0).run())
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pid = os.spawnve(
        os.P_NOWAIT,
        sys.executable,
        [sys.executable, "-c", script, str(tmp_path / "started")],
        environment,
    )
    asyncio.run(asyncio.wait_for(until(lambda: len(started()) == 2), 20))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    gone = until(lambda: not any(is_alive(each) for _, each in started()))
    asyncio.run(asyncio.wait_for(gone, 20))


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that ended and was not asked for yet does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_what_bounds_the_machine_is_shared_out() -> None:
    settings = Settings(
        workers=4,
        threads=6,
        view_budget_bytes=4 << 30,
        llm_tokens_per_minute=100_000,
        metrics_address="127.0.0.1:9090",
    )
    shares = [share_of(settings, worker) for worker in range(4)]
    assert {each.threads for each in shares} == {2}
    assert {each.view_budget_bytes for each in shares} == {1 << 30}
    assert {each.llm_tokens_per_minute for each in shares} == {25_000}
    assert [each.metrics_address[-4:] for each in shares] == ["9090", "9091", "9092", "9093"]
    assert {each.max_concurrent_calls for each in shares} == {settings.max_concurrent_calls}


@pytest.mark.parametrize("chosen", [{}, {"metrics_address": "127.0.0.1:0"}])
def test_no_side_port_stays_none_and_a_picked_one_is_picked(chosen) -> None:
    shares = [share_of(Settings(workers=2, **chosen), worker) for worker in range(2)]
    assert {each.metrics_address for each in shares} == {chosen.get("metrics_address", "")}


@pytest.mark.parametrize(
    "chosen",
    [
        {"workers": 0},
        {"workers": 65},
        {"workers": 2, "address": "unix:myosotis.sock"},
        {"workers": 3, "metrics_address": "127.0.0.1:65534"},
    ],
)
def test_settings_that_cannot_be_are_refused(chosen) -> None:
    with pytest.raises(ValueError, match=r"workers|metrics_address"):
        Settings(**chosen)


def test_a_picked_port_is_everybodys_who_shares_it() -> None:
    with reserved("127.0.0.1:0") as address:
        port = int(address.rpartition(":")[2])
        assert port
        with contextlib.ExitStack() as open_sockets:
            for _ in range(2):
                worker = open_sockets.enter_context(socket.socket())
                worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                worker.bind(("127.0.0.1", port))
                worker.listen()


@pytest.mark.parametrize("shares", [0, 1])
def test_a_port_that_somebody_has_is_refused(shares: int) -> None:
    """Also where whoever has it would share it: that is another server, of another store."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, shares)
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(OSError, match=f"cannot listen on {address}"), reserved(address):
            pass


@pytest.mark.parametrize("address", ["", "127.0.0.1", "127.0.0.1:port", "no.such.host.invalid:1"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(OSError, match="cannot listen on"), reserved(address):
        pass
