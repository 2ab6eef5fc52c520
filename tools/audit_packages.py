"""Asks PyPI whether any pinned package has a known weakness.

    python tools/audit_packages.py [--strict]

Exits with 1 if one has. Where the advisories cannot be had it says loudly what was not checked and
exits with 0, so that work without a network goes on; `--strict` exits with 2 then.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "requirements/dev.txt"
SECONDS = 300


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail where it cannot be checked")
    strict = parser.parse_args().strict
    if find_spec("pip_audit") is None:
        raise SystemExit("pip-audit is not installed: run `make setup`")
    told = asked()
    found, unchecked, checked = sorted_out(told) if isinstance(told, dict) else ([], [], 0)
    for line in found:
        print(f"WEAK: {line}")
    if isinstance(told, str):
        print(f"NOT CHECKED: no pinned package was looked up: {told}")
    elif unchecked:
        total = checked + len(unchecked)
        names = ", ".join(unchecked[:8]) + (" …" if len(unchecked) > 8 else "")
        print(f"NOT CHECKED: the index has no advisories for {len(unchecked)} of {total}: {names}")
    else:
        print(f"{checked} pinned packages, {len(found)} known weaknesses")
    if found:
        return 1
    return 2 if strict and (isinstance(told, str) or unchecked) else 0


def asked() -> dict[str, Any] | str:
    """What pip-audit found, or why it found nothing."""
    command = (
        *(sys.executable, "-m", "pip_audit", "--vulnerability-service", "pypi", "--format", "json"),
        *("--disable-pip", "--require-hashes", "--progress-spinner", "off"),
        *("--requirement", str(PINNED)),
    )
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer within {SECONDS} s"
    try:
        told: dict[str, Any] = json.loads(run.stdout)
    except ValueError:
        lines = run.stderr.strip().splitlines()
        return lines[-1][:200] if lines else f"pip-audit ended with {run.returncode}"
    return told


def sorted_out(told: dict[str, Any]) -> tuple[list[str], list[str], int]:
    """Weaknesses, one a line; names of what was not checked; how many packages were."""
    found, unchecked, checked = [], [], 0
    for package in told.get("dependencies", ()):
        if "skip_reason" in package:
            unchecked.append(package["name"])
            continue
        checked += 1
        for each in package.get("vulns", ()):
            fixed = ", ".join(each.get("fix_versions", ())) or "no version"
            found.append(f"{package['name']} {package['version']}: {each['id']}, fixed in {fixed}")
    return found, unchecked, checked


if __name__ == "__main__":
    sys.exit(main())
