"""A server that cannot work says why in a line, ends with 1, and changes nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import lmdb
import pytest

from running.server import RunningServer, environment, free_port, run_command

FORMAT = 4
"""Of the stores that this version writes."""


@pytest.fixture(scope="module")
def used_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that ran and stopped; tests copy it."""
    folder = tmp_path_factory.mktemp("used") / "data"
    with RunningServer(folder) as running:
        assert running.stop() == 0
    return folder


def serve(data_dir: Path, **settings: Any) -> subprocess.CompletedProcess[str]:
    chosen = {"address": f"127.0.0.1:{free_port()}", "data_dir": data_dir, **settings}
    return run_command(environment(**chosen), "serve", folder=data_dir.parent)


def assert_refused(ended: subprocess.CompletedProcess[str], *words: str) -> None:
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    complaint = ended.stderr.strip().splitlines()[-1]
    assert complaint.startswith("myosotis: ")
    for word in words:
        assert word in complaint
    assert ended.stdout == ""


@pytest.fixture
def data(used_data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(used_data, tmp_path / "data"))


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name != "lock.mdb"}


def set_format(folder: Path, number: int) -> None:
    with lmdb.open(str(folder), max_dbs=16) as env:
        meta = env.open_db(b"meta")
        with env.begin(write=True) as txn:
            assert txn.get(b"format", db=meta) == FORMAT.to_bytes(4, "big")
            txn.put(b"format", number.to_bytes(4, "big"), db=meta)


def test_a_store_of_a_newer_format(data: Path) -> None:
    set_format(data, FORMAT + 1)
    before = contents(data)
    assert_refused(serve(data), f"format {FORMAT + 1}", f"format {FORMAT}", "later version")
    assert contents(data) == before


def test_a_wrong_master_key(data: Path) -> None:
    before = contents(data)
    ended = serve(data, master_key="00" * 32)
    assert_refused(ended, "wrong master key")
    assert "00" * 32 not in ended.stderr
    assert contents(data) == before


def test_the_key_file_of_a_store_is_missing(data: Path) -> None:
    (data / "master.key").unlink()
    before = contents(data)
    assert_refused(serve(data), "master key", "missing")
    assert contents(data) == before


@pytest.mark.parametrize("text", [None, "记" * 32])
def test_a_configured_key_file_that_holds_no_key(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "the.key"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    ended = serve(tmp_path / "data", master_key_file=file)
    assert_refused(ended, "key")
    if text:
        assert text not in ended.stderr
    assert not (tmp_path / "data" / "data.mdb").exists()


def test_a_damaged_store(data: Path) -> None:
    (data / "data.mdb").write_bytes(b"not a store at all" * 1_000)
    assert_refused(serve(data), "store")


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    assert_refused(serve(tmp_path / "data"))
    assert (tmp_path / "data").read_text() == "mine"


def test_a_port_in_use(server: RunningServer, tmp_path: Path) -> None:
    """Two servers never share a port: half of the calls would see another store."""
    ended = serve(tmp_path / "data", address=server.address)
    assert_refused(ended, server.address)
    assert "Traceback" not in server.stderr


def test_a_missing_model(tmp_path: Path) -> None:
    ended = serve(tmp_path / "data", model="no-such-model")
    assert_refused(ended, "no-such-model")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"address": "0.0.0.0:50051"}, "loopback"),
        ({"threads": "many"}, "threads"),
        ({"log_format": "xml"}, "log_format"),
        ({"master_key": "00" * 32, "master_key_file": "the.key"}, "not both"),
    ],
)
def test_half_a_setting(tmp_path: Path, settings: dict[str, str], words: str) -> None:
    ended = serve(tmp_path / "data", **settings)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert words in ended.stderr
    assert "00" * 32 not in ended.stderr
