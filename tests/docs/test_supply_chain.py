"""What the server is made of: licences, a bill of materials, and known weaknesses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def _tool(name: str) -> ModuleType:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        return __import__(name)
    finally:
        sys.path.pop(0)


runtime_packages = _tool("runtime_packages")
licences, sbom, audit_packages = map(_tool, ("licences", "sbom", "audit_packages"))


def test_the_page_of_licences_tells_what_is_installed() -> None:
    command = [sys.executable, str(ROOT / "tools/licences.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")


@pytest.mark.parametrize(
    ("name", "licence", "allowed"),
    [
        ("new", "MIT", True),
        ("new", "Apache-2.0 OR GPL-3.0-only", True),
        ("new", "BSD-3-Clause AND 0BSD AND MIT", True),
        ("new", "MIT AND GPL-3.0-only", False),
        ("new", "AGPL-3.0-or-later", False),
        ("new", "unknown", False),
        ("new", "MPL-2.0", False),
        ("certifi", "MPL-2.0", True),
        ("certifi", "GPL-3.0-only", False),
        ("python-stdnum", "LGPL-2.1-or-later", True),
    ],
)
def test_a_licence_that_nobody_looked_at_is_refused(name: str, licence: str, allowed: bool) -> None:
    package = runtime_packages.Package(name, "1", licence, ())
    assert licences.is_allowed(package) is allowed


def test_the_bill_has_every_package_and_model_by_its_digests() -> None:
    bill = sbom.bill()
    assert json.loads(json.dumps(bill)) == sbom.bill()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = {each["name"]: each for each in bill["components"]}
    assert {each.name for each in runtime_packages.runtime_packages()} <= named.keys()
    for path in (ROOT / "models").glob("*/manifest.toml"):
        manifest = tomllib.loads(path.read_text("utf-8"))
        pack = named[manifest["name"]]
        assert pack["type"] == "machine-learning-model"
        assert pack["hashes"] == [{"alg": "SHA-256", "content": manifest["model_sha256"]}]
    refs = {each["bom-ref"] for each in bill["components"]}
    refs.add(bill["metadata"]["component"]["bom-ref"])
    for each in bill["dependencies"]:
        assert each["ref"] in refs
        assert set(each["dependsOn"]) <= refs


def test_what_pip_audit_tells_is_sorted_out() -> None:
    weak = {"id": "PYSEC-1", "fix_versions": ["2.1"]}
    told = {
        "dependencies": [
            {"name": "sound", "version": "1", "vulns": []},
            {"name": "weak", "version": "2", "vulns": [weak]},
            {"name": "absent", "skip_reason": "not found"},
        ]
    }
    found, unchecked, checked = audit_packages.sorted_out(told)
    assert found == ["weak 2: PYSEC-1, fixed in 2.1"]
    assert (unchecked, checked) == (["absent"], 2)


@pytest.mark.parametrize(
    ("told", "strict", "code", "says"),
    [
        ("no network", False, 0, "NOT CHECKED"),
        ("no network", True, 2, "NOT CHECKED"),
        ({"dependencies": [{"name": "a", "skip_reason": "x"}]}, False, 0, "NOT CHECKED"),
        ({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, True, 0, "0 known"),
        (
            {"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]}]},
            False,
            1,
            "WEAK: a 1: CVE-1, fixed in no version",
        ),
    ],
)
def test_weaknesses_fail_and_what_was_not_asked_is_said(
    told: object,
    strict: bool,
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(audit_packages, "asked", lambda: told)
    monkeypatch.setattr(audit_packages, "find_spec", lambda name: name)
    monkeypatch.setattr(sys, "argv", ["audit", *(["--strict"] if strict else [])])
    assert audit_packages.main() == code
    assert says in capsys.readouterr().out


def test_what_the_page_of_security_names_is_there() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    links = re.findall(r"\]\((docs/[a-z-]+\.md)", page)
    paths = re.findall(r"`(tests/[a-z_/.]+)`", page)
    assert len(links) > 5
    assert len(paths) > 3
    assert [each for each in (*links, *paths) if not (ROOT / each).exists()] == []
