"""Writes the bill of materials: what a server is made of, as CycloneDX 1.6 JSON.

    python tools/sbom.py [--out dist/sbom.cdx.json]

The packages that it runs with, the model packs by the digests of their files and of what they are
made from, and who needs whom. The same for the same packages; a time stands in it only where
SOURCE_DATE_EPOCH gives one.
"""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from runtime_packages import UNKNOWN, Package, normal, runtime_packages

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist/sbom.cdx.json")
    out: Path = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(bill(), indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(out)


def bill() -> dict[str, Any]:
    """The whole document."""
    packages = runtime_packages()
    packs = [_pack(path) for path in sorted((ROOT / "models").glob("*/manifest.toml"))]
    own = f"pkg:pypi/myosotis@{version('myosotis')}"
    direct = {need for each in packages for need in each.needs}
    tops = [each for each in packages if each.name not in direct]
    refs = {each.name: _purl(each.name, each.version) for each in packages}
    metadata: dict[str, Any] = {
        "component": {
            "type": "application",
            "bom-ref": own,
            "name": "myosotis",
            "version": version("myosotis"),
            "purl": own,
            "licenses": [{"license": {"id": "Apache-2.0"}}],
        }
    }
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        metadata["timestamp"] = datetime.fromtimestamp(int(epoch), UTC).isoformat()
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": metadata,
        "components": [*map(_library, packages), *packs],
        "dependencies": [
            {
                "ref": own,
                "dependsOn": sorted(
                    {*_own_needs(refs), *(refs[each.name] for each in tops)}
                    | {pack["bom-ref"] for pack in packs}
                ),
            },
            *(
                {"ref": refs[each.name], "dependsOn": [refs[need] for need in each.needs]}
                for each in packages
            ),
        ],
    }


def _own_needs(refs: Mapping[str, str]) -> set[str]:
    """What `pyproject.toml` itself names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = (project["dependencies"], *project["optional-dependencies"].values())
    names = (
        each.replace(">", " ").replace("=", " ").split()[0] for group in groups for each in group
    )
    return {refs[normal(name)] for name in names}


def _library(package: Package) -> dict[str, Any]:
    purl = _purl(package.name, package.version)
    told = {"type": "library", "bom-ref": purl, "name": package.name, "version": package.version}
    licences = [] if package.licence == UNKNOWN else [{"expression": package.licence}]
    return {**told, "purl": purl, "licenses": licences}


def _purl(name: str, number: str) -> str:
    return f"pkg:pypi/{name}@{number}"


def _pack(path: Path) -> dict[str, Any]:
    """A model pack: the model that its manifest pins, and the files that it is made from."""
    manifest = tomllib.loads(path.read_text("utf-8"))
    source = manifest["source"]
    package, _, number = source["package"].partition("==")
    return {
        "type": "machine-learning-model",
        "bom-ref": f"model:{manifest['name']}",
        "name": manifest["name"],
        "licenses": [{"license": {"id": manifest["licence"]}}],
        "hashes": [_sha256(manifest["model_sha256"])],
        "externalReferences": [
            {
                "type": "distribution",
                "url": _purl(package, number),
                "comment": source["wheel"],
                "hashes": [_sha256(source["wheel_sha256"])],
            }
        ],
        "components": [
            {"type": "file", "name": each["path"], "hashes": [_sha256(each["sha256"])]}
            for each in source["files"].values()
        ],
    }


def _sha256(digest: str) -> dict[str, str]:
    return {"alg": "SHA-256", "content": digest}


if __name__ == "__main__":
    main()
