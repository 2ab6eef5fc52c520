"""The command line against a running server: import, export, doctor, and bad input to each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from myosotis.v1 import memory_pb2 as pb
from myosotis_server.cli import app
from running.server import RunningServer, environment, free_port, run_command
from wire.saying import instant, listed, remember, said


def test_export_and_import_keep_what_was_said(
    server: RunningServer, stub, new_user: Callable[[], str], tmp_path: Path
) -> None:
    one, other = new_user(), new_user()
    statements = [
        pb.NewMemory(
            content="奶奶住在 3 号楼，每周日去看她",
            kind=pb.MEMORY_KIND_HABIT,
            attribute=pb.Attribute(key="visits", value="weekly", number=1.0, unit="week"),
            emotion=pb.EMOTION_HAPPY,
            tags=["家人"],
            metadata={"渠道": "电话"},
            subject="奶奶",
            event_time=instant(2025, 3, 2),
            observe_time=instant(2025, 3, 1),
        ),
        pb.NewMemory(content='She said "café" — twice\n\ton two lines', pinned=True),
    ]
    remember(stub, one, *statements)
    exported = server.command("export", "--user", one, "--address", server.address)
    assert (exported.returncode, exported.stderr) == (0, "")
    assert len(exported.stdout.splitlines()) == 2
    file = tmp_path / "memories.jsonl"
    file.write_text(exported.stdout, encoding="utf-8")
    imported = server.command("import", str(file), "--user", other)
    assert (imported.returncode, imported.stderr) == (0, "")
    assert imported.stdout.strip() == "created 2, reinforced 0"
    kept = ("content", "kind", "attribute", "emotion", "tags", "metadata", "subject")
    for before, after in zip(listed(stub, one), listed(stub, other), strict=True):
        for name in (*kept, "event_time", "pinned", "importance", "confidence", "create_time"):
            assert getattr(after, name) == getattr(before, name), name
        assert after.user_id == other
    again = server.command("import", "-", "--user", other, stdin=exported.stdout)
    assert again.stdout.strip() == "created 0, reinforced 2"


def test_export_with_revisions(server: RunningServer, stub, user: str) -> None:
    for _ in range(2):
        remember(stub, user, "说两遍")
    exported = in_process(server, "export", "--user", user, "--revisions")
    lines = [json.loads(line) for line in exported.stdout.splitlines()]
    assert lines[0]["content"] == "说两遍"
    actions = [line["revisions"][0]["action"] for line in lines[1:]]
    assert actions == ["CHANGE_ACTION_REINFORCED", "CHANGE_ACTION_CREATED"]


def in_process(server: RunningServer, *arguments: str, stdin: str = "") -> Result:
    """The command line without a process of its own, which takes seconds to start."""
    settings = {"MYOSOTIS_ADDRESS": server.address}
    return CliRunner().invoke(app, arguments, input=stdin, env=settings, catch_exceptions=False)


def test_more_lines_than_one_batch(server: RunningServer, stub, user: str) -> None:
    lines = "\n".join(json.dumps({"content": f"第 {n} 行"}) for n in range(150)) + "\n\n"
    imported = in_process(server, "import", "-", "--user", user, stdin=lines)
    assert imported.stdout.strip() == "created 150, reinforced 0"
    assert len(said(stub, user)) == 150


@pytest.mark.parametrize("line", ['"text"', '{"contents": "x"}', '{"content": "半'])
def test_a_bad_line_loads_nothing(server: RunningServer, stub, user: str, line: str) -> None:
    lines = '{"content": "好的一行"}\n' + line + "\n"
    imported = in_process(server, "import", "-", "--user", user, stdin=lines)
    assert imported.exit_code == 1
    assert "line 2" in imported.stderr
    assert said(stub, user) == []


def test_a_line_that_the_server_refuses(server: RunningServer, stub, user: str) -> None:
    imported = in_process(server, "import", "-", "--user", user, stdin='{"content": " "}\n')
    assert imported.exit_code == 1
    assert "INVALID_ARGUMENT" in imported.stderr
    assert "memories[0].content" in imported.stderr
    assert said(stub, user) == []


def test_no_file_no_server_no_user(server: RunningServer, tmp_path: Path) -> None:
    gbk = tmp_path / "gbk.jsonl"
    gbk.write_bytes('{"content": "编码不对"}'.encode("gbk"))
    nowhere = f"127.0.0.1:{free_port()}"
    for arguments, code in (
        (["import", str(tmp_path / "none.jsonl"), "--user", "u"], 1),
        (["import", str(gbk), "--user", "u"], 1),
        (["export", "--user", "u", "--address", nowhere], 1),
        (["export"], 2),
        (["export", "--user", ""], 1),
        (["dream"], 2),
    ):
        ended = in_process(server, *arguments)
        assert ended.exit_code == code, arguments
        assert ended.stderr.strip()


def test_doctor_finds_a_running_server_healthy(server: RunningServer) -> None:
    ended = server.command("doctor")
    assert ended.returncode == 0, ended.stdout
    lines = [line for line in ended.stdout.splitlines() if not line.startswith(" ")]
    assert all(line.startswith("ok ") for line in lines)
    for subject in ("model", "data folder", "master key", "store", "disk", "port"):
        assert f" {subject}: " in ended.stdout
    assert "multilingual-e5-small" in ended.stdout


def test_doctor_says_what_to_do(server: RunningServer, tmp_path: Path) -> None:
    """Everything that can be wrong at once: each is named, with its remedy."""
    data = tmp_path / "data"
    data.mkdir()
    os.chmod(data, 0o755)
    (data / "data.mdb").write_bytes(b"no store" * 4_096)
    settings = environment(
        address=server.address.replace("127.0.0.1", "localhost"),
        data_dir=data,
        model="no-such-model",
    )
    ended = run_command(settings, "doctor", folder=tmp_path)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    for word in ("make models", "chmod 700", "master.key is missing"):
        assert word in ended.stdout
    failed = [line for line in ended.stdout.splitlines() if line.startswith("FAIL")]
    assert [line.split(":")[0][5:] for line in failed] == [
        "model",
        "data folder",
        "master key",
        "store",
    ]
