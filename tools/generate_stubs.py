"""Generates the Python client's stubs from `protos/`, or checks that they are up to date.

Messages and services come from grpcio-tools, types of messages from protoc itself, and
types of services from mypy-protobuf's plugin, since protoc writes none.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from grpc_tools import protoc  # type: ignore[import-untyped]  # has no py.typed

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
CLIENT = ROOT / "clients" / "python"
PACKAGE = Path("myosotis") / "v1"
PATTERNS = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")


def generate(destination: Path) -> None:
    """Writes the stubs of every proto below `destination`, as `myosotis/v1/…`.

    A proto without a service gets no `_pb2_grpc` files. Raises SystemExit if protoc refuses.
    """
    protos = sorted(PROTOS.glob("myosotis/v1/*.proto"))
    if not protos:
        raise SystemExit(f"no protos in {PROTOS / PACKAGE}")
    services = [path for path in protos if path.stem.endswith("_service")]
    _protoc(protos, [f"--python_out={destination}", f"--pyi_out={destination}"])
    _protoc(
        services,
        [f"--grpc_python_out={destination}", f"--mypy_grpc_out=quiet:{destination}"],
    )


def _protoc(protos: list[Path], outputs: list[str]) -> None:
    plugin = Path(sys.executable).with_name("protoc-gen-mypy_grpc")
    if not plugin.exists():
        raise SystemExit(f"{plugin.name} is missing: install mypy-protobuf beside grpcio-tools")
    with as_file(files("grpc_tools") / "_proto") as well_known:
        status = protoc.main(
            [
                "protoc",
                f"--proto_path={PROTOS}",
                f"--proto_path={well_known}",
                f"--plugin={plugin}",
                *outputs,
                *(str(path.relative_to(PROTOS)) for path in protos),
            ]
        )
    if status != 0:
        raise SystemExit(f"protoc failed with status {status}")


def stubs_in(folder: Path) -> dict[str, bytes]:
    """Generated files directly in `folder`, by name."""
    return {path.name: path.read_bytes() for pattern in PATTERNS for path in folder.glob(pattern)}


def drift(committed: dict[str, bytes], fresh: dict[str, bytes]) -> list[str]:
    """One line per file that is missing, left over or different, in order of name."""
    lines = []
    for name in sorted(committed.keys() | fresh.keys()):
        if name not in committed:
            lines.append(f"missing: {name}")
        elif name not in fresh:
            lines.append(f"left over: {name}")
        elif committed[name] != fresh[name]:
            lines.append(f"differs: {name}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail on drift")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        fresh = stubs_in(Path(folder) / PACKAGE)
    committed = stubs_in(CLIENT / PACKAGE)
    lines = drift(committed, fresh)
    if arguments.check:
        if lines:
            print("The Python stubs do not match protos/; run tools/generate_stubs.py:")
            print("\n".join(lines))
        return 1 if lines else 0
    (CLIENT / PACKAGE).mkdir(parents=True, exist_ok=True)
    for name in committed.keys() - fresh.keys():
        (CLIENT / PACKAGE / name).unlink()
    for name, content in fresh.items():
        (CLIENT / PACKAGE / name).write_bytes(content)
    print("\n".join(lines) or "The Python stubs were up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
