"""What a server needs to run: every installed package that `myosotis[server,llm,otlp]` asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

EXTRAS = ("server", "llm", "otlp")

# How licences are named that packages tell in words of their own, in SPDX's.
_SPDX = {
    "MIT License": "MIT",
    "MIT, BSD": "MIT AND BSD-3-Clause",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "LGPL": "LGPL-2.1-or-later",
}
_CLASSIFIERS = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
}
_EXPRESSION = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*")
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Package:
    """An installed package: its normal name, its licence as an SPDX expression (UNKNOWN where it
    does not tell), and the normal names of those that it needs."""

    name: str
    version: str
    licence: str
    needs: tuple[str, ...]


def runtime_packages() -> list[Package]:
    """All of them by name, `myosotis` itself left out. SystemExit where one is not installed."""
    found: dict[str, Package] = {}
    waiting: list[tuple[str, Iterable[str]]] = [("myosotis", EXTRAS)]
    seen: set[tuple[str, str]] = set()
    while waiting:
        name, extras = waiting.pop()
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            raise SystemExit(f"{name} is needed and not installed: run `make setup`") from None
        wanted = [need for extra in ("", *extras) for need in _needs(installed, extra)]
        fresh = [need for need in wanted if (need.name, str(need.extras)) not in seen]
        seen.update((need.name, str(need.extras)) for need in fresh)
        waiting += [(need.name, need.extras) for need in fresh]
        key = normal(name)
        before = found[key].needs if key in found else ()
        needs = tuple(sorted({*before, *(normal(need.name) for need in wanted)}))
        found[key] = Package(key, installed.version, licence_of(installed), needs)
    return [package for name, package in sorted(found.items()) if name != "myosotis"]


def normal(name: str) -> str:
    """A package's name as PyPI compares them."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(installed: Distribution) -> str:
    """By its License-Expression, else by its License, else by its classifiers."""
    told = installed.metadata.json
    expression = str(told.get("license_expression") or "")
    words = str(told.get("license") or "").strip()
    classified = [_CLASSIFIERS[each] for each in told.get("classifier", ()) if each in _CLASSIFIERS]
    if expression:
        return expression
    if words in _SPDX:
        return _SPDX[words]
    if words and _EXPRESSION.fullmatch(words):
        return words
    return " OR ".join(classified) or UNKNOWN


def _needs(installed: Distribution, extra: str) -> list[Requirement]:
    needs = map(Requirement, installed.requires or ())
    return [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
