"""Backups of a running server: whole while it is written to, and restored by the command line."""

from __future__ import annotations

import contextlib
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from click.testing import Result
from typer.testing import CliRunner

from contract.timed_server import timed_server
from myosotis.v1 import admin_service_pb2 as admin_pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.admin_service_pb2_grpc import AdminServiceStub
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.adapters.system import SystemClock
from myosotis_server.adapters.vault import Vault
from myosotis_server.cli import app
from myosotis_server.memory.access import DEFAULT_TENANT
from myosotis_server.memory.values import Owner
from running.server import RunningServer, free_port
from wire.saying import SECONDS, recall, remember

KEY = bytes(range(32))
FILES = {"claims.lock", "data.mdb", "lock.mdb", "user-keys"}
WRITERS = ("王小明", "Eleanor", "someone")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of this file alone."""
    folder = tmp_path_factory.mktemp("backups") / "data"
    with RunningServer(folder, master_key=KEY.hex()) as running:
        yield running


@pytest.fixture
def memories(own: RunningServer) -> Iterator[MemoryServiceStub]:
    with own.channel() as channel:
        yield MemoryServiceStub(channel)


def command(server: RunningServer, *arguments: str | Path) -> Result:
    settings = {
        "MYOSOTIS_ADDRESS": server.address,
        "MYOSOTIS_DATA_DIR": str(server.data_dir),
        "MYOSOTIS_MASTER_KEY": KEY.hex(),
    }
    return CliRunner().invoke(app, [*map(str, arguments)], env=settings, catch_exceptions=False)


def done(server: RunningServer, *arguments: str | Path) -> str:
    ended = command(server, *arguments)
    assert (ended.exit_code, ended.stderr) == (0, ""), ended.output
    return ended.stdout


def contents(folder: Path, user: str) -> set[str]:
    """What a store that no server has open knows of the user."""
    with contextlib.closing(LmdbStore(folder, Vault(KEY), 1 << 30)) as store:
        owner = Owner(DEFAULT_TENANT, user)
        found = store.rows(owner)
        if found is None:
            return set()
        ids = [_uuid(row.tobytes().hex()) for row in found[1].fixed["memory_id"]]
        return {each.content for each in store.memories(owner, ids) if each is not None}


def _uuid(digits: str) -> str:
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


class Writing:
    """Users to whom pairs of memories are told, without pause."""

    def __init__(self, server: RunningServer) -> None:
        self.acknowledged = dict.fromkeys(WRITERS, 0)
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._write, args=(server, user)) for user in WRITERS
        ]

    def __enter__(self) -> Writing:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def wait(self, pairs: int) -> None:
        """Until each user has been told so many."""
        while min(self.acknowledged.values()) < pairs:
            self._stopping.wait(0.005)

    def _write(self, server: RunningServer, user: str) -> None:
        with server.channel() as channel:
            stub = MemoryServiceStub(channel)
            while not self._stopping.is_set():
                number = self.acknowledged[user] + 1
                remember(stub, user, f"左边第 {number} 件", f"right number {number}")
                self.acknowledged[user] = number


def test_a_backup_under_load_has_all_that_was_acknowledged_and_nothing_half(
    own: RunningServer, tmp_path: Path
) -> None:
    with Writing(own) as writing:
        writing.wait(pairs=5)
        before = dict(writing.acknowledged)
        done(own, "backup", tmp_path / "backup")
        after = dict(writing.acknowledged)
    keys = own.data_dir / "user-keys"
    done(own, "restore", tmp_path / "backup", "--data-dir", tmp_path / "new", "--user-keys", keys)
    for user in WRITERS:
        known = contents(tmp_path / "new", user)
        pairs = len(known) // 2
        assert before[user] <= pairs <= after[user] + 1
        assert known == {
            line
            for number in range(1, pairs + 1)
            for line in (f"左边第 {number} 件", f"right number {number}")
        }


async def test_a_backup_verifies_and_a_server_runs_on_what_was_restored(
    own: RunningServer, memories: MemoryServiceStub, tmp_path: Path
) -> None:
    remember(memories, "round", "我住在成都", "I keep bees")
    told = done(own, "backup", tmp_path / "backup")
    assert "backup of a store" in told
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]
    verified = done(own, "verify", tmp_path / "backup")
    assert "records: " in verified
    assert done(own, "verify", "--data-dir", own.data_dir).splitlines()[0].startswith("users: ")
    done(own, "backup-keys", tmp_path / "keys")
    done(
        own,
        *("restore", tmp_path / "backup", "--data-dir", tmp_path / "data"),
        *("--user-keys", tmp_path / "keys"),
    )
    async with timed_server(tmp_path / "data", SystemClock(), master_key=KEY.hex()) as channel:
        found = (await recall(MemoryServiceStub(channel), "round", "bees")).memories
        assert found[0].memory.content == "I keep bees"
        assert len(found) == 2


def test_whoever_was_forgotten_is_not_in_what_is_restored(
    own: RunningServer, memories: MemoryServiceStub, tmp_path: Path
) -> None:
    for user in ("gone", "stays"):
        remember(memories, user, "我每周二在静安寺学画画")
    done(own, "backup", tmp_path / "backup")
    request = service.ForgetRequest(user_id="gone", everything=True)
    assert memories.Forget(request, timeout=SECONDS).forgotten_count == 1
    done(own, "backup-keys", tmp_path / "keys")
    assert "users erased since: 1" in done(own, "verify", tmp_path / "backup")
    told = done(
        own,
        *("restore", tmp_path / "backup", "--data-dir", tmp_path / "new"),
        *("--user-keys", tmp_path / "keys"),
    )
    assert "1 users who were erased since" in told
    assert contents(tmp_path / "new", "gone") == set()
    assert contents(tmp_path / "new", "stays") == {"我每周二在静安寺学画画"}


def test_without_a_server_the_store_is_copied_from_its_folder(
    own: RunningServer, memories: MemoryServiceStub, tmp_path: Path
) -> None:
    remember(memories, "offline", "我在学吹萨克斯管")
    for name in ("backup", "backup-keys"):
        done(own, name, tmp_path / name, "--offline")
    done(
        own,
        *("restore", tmp_path / "backup", "--data-dir", tmp_path / "new"),
        *("--user-keys", tmp_path / "backup-keys"),
    )
    assert contents(tmp_path / "new", "offline") == {"我在学吹萨克斯管"}


def test_what_cannot_be_done_is_said_and_leaves_no_file(own: RunningServer, tmp_path: Path) -> None:
    done(own, "backup", tmp_path / "backup")
    (tmp_path / "cut").write_bytes((tmp_path / "backup").read_bytes()[:-1])
    before = {*tmp_path.iterdir()}
    nowhere = f"127.0.0.1:{free_port()}"
    for arguments, reason in (
        (["backup", tmp_path / "none" / "file"], "No such file"),
        (["backup", tmp_path / "file", "--address", nowhere], "UNAVAILABLE"),
        (["backup", tmp_path / "file", "--offline", "--address", nowhere], "no --address"),
        (["verify", tmp_path / "cut"], "not whole"),
        (["verify", own.data_dir / "user-keys"], "no backup"),
        (["verify"], "give a backup"),
        (["verify", "--data-dir", tmp_path], "no store"),
        (["restore", tmp_path / "backup"], "there is a store in that folder"),
        (["restore", tmp_path / "cut", "--data-dir", tmp_path / "new"], "not whole"),
        (["restore", tmp_path / "backup", "--data-dir", tmp_path / "new"], "keys are missing"),
    ):
        ended = command(own, *arguments)
        assert (ended.exit_code, reason in ended.stderr) == (1, True), ended.output
        with contextlib.suppress(FileNotFoundError):
            (tmp_path / "new").rmdir()
        assert {*tmp_path.iterdir()} == before


def test_nothing_is_left_of_a_backup_that_is_cut_off(own: RunningServer) -> None:
    with own.channel() as channel:
        call = AdminServiceStub(channel).Backup(admin_pb.BackupRequest(), timeout=SECONDS)
        assert next(iter(call)).chunk
        assert {path.name for path in own.data_dir.iterdir()} == FILES
        own.kill()
        with pytest.raises(grpc.RpcError):
            list(call)
    assert {path.name for path in own.data_dir.iterdir()} == FILES
    own.start()
    with own.channel() as channel:
        stub = AdminServiceStub(channel)
        call = stub.Backup(admin_pb.BackupRequest(), timeout=SECONDS)
        next(iter(call))
        call.cancel()
        # One that was left makes room for the next, at the latest when it notices.
        for _ in range(50):
            with contextlib.suppress(grpc.RpcError):
                assert len(list(stub.Backup(admin_pb.BackupRequest(), timeout=SECONDS))) > 1
                break
        else:
            pytest.fail("no further backup was taken")
    assert {path.name for path in own.data_dir.iterdir()} == FILES
