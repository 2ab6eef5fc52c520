"""Lists the licences of what a server runs with, and refuses those that nobody looked at.

    python tools/licences.py           writes docs/licences.md
    python tools/licences.py --check   says whether that page is up to date

Exits with 1 where a licence is unknown or not among those allowed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from runtime_packages import Package, runtime_packages

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/licences.md"

ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"),
    *("OLDAP-2.8", "PSF-2.0", "Zlib"),
}
"""They ask for no more than that their text and notices go along."""
EXCEPTIONS = {
    "certifi": ("MPL-2.0", "copyleft by file: nothing of it is changed"),
    "tqdm": ("MPL-2.0 AND MIT", "copyleft by file: nothing of it is changed"),
    "python-stdnum": ("LGPL-2.1-or-later", "a package of its own, unchanged and replaceable"),
}
"""What was looked at one by one: the licence as it was then, and why it may be used."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    packages = runtime_packages()
    refused = [each for each in packages if not is_allowed(each)]
    for each in refused:
        print(f"{each.name} {each.version}: the licence {each.licence} was not looked at")
    page = page_of(packages, models())
    if not check:
        PAGE.write_text(page, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != page:
        print("docs/licences.md is not up to date: run `make licences`")
        return 1
    return int(bool(refused))


def is_allowed(package: Package) -> bool:
    """By its licence, one of several that it offers, or all of several that it joins."""
    if package.name in EXCEPTIONS:
        return EXCEPTIONS[package.name][0] == package.licence
    return any(
        all(part.strip("() ") in ALLOWED for part in choice.split(" AND "))
        for choice in re.split(r" OR ", package.licence)
    )


def models() -> list[tuple[str, str, str]]:
    """Name, licence and source of every model pack, by name."""
    found = []
    for path in sorted((ROOT / "models").glob("*/manifest.toml")):
        manifest = tomllib.loads(path.read_text("utf-8"))
        found.append((manifest["name"], manifest["licence"], manifest["hub"]["repository"]))
    return found


def page_of(packages: Sequence[Package], packs: Sequence[tuple[str, str, str]]) -> str:
    """The page, the same for the same packages."""
    lines = [
        "# Licences",
        "",
        "Written by `make licences` from what is installed; `make check` says when it is old. "
        "Myosotis itself is under Apache-2.0 (`LICENSE`). What a server runs with is pinned in "
        "`requirements/dev.txt`; `make sbom` lists it for machines.",
        "",
        "| package | version | licence |",
        "|---|---|---|",
        *(f"| {each.name} | {each.version} | {_licence(each)} |" for each in packages),
        "",
        "| model pack | made from | licence |",
        "|---|---|---|",
        *(f"| {name} | {source} | {licence} |" for name, licence, source in packs),
    ]
    return "\n".join(lines) + "\n"


def _licence(package: Package) -> str:
    reason = EXCEPTIONS.get(package.name, ("", ""))[1]
    return f"{package.licence} ({reason})" if reason else package.licence


if __name__ == "__main__":
    sys.exit(main())
