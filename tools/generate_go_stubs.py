"""Generates the Go client's stubs from `protos/`, or checks that they are up to date.

protoc comes from grpcio-tools, as for Python; its two plugins are the `tool` lines of
clients/go/go.mod, built by Go itself. The service config is copied beside the client, since Go
embeds no file from outside a module. Without Go on the machine `--check` says so and passes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from grpc_tools import protoc  # type: ignore[import-untyped]  # has no py.typed

from generate_stubs import PROTOS, ROOT, drift

MODULE = "github.com/myosotis-memory/myosotis/clients/go"
CLIENT = ROOT / "clients" / "go"
STUBS = Path("myosotis") / "v1"
SERVICE_CONFIG = Path("myosotis") / "service_config.json"
PLUGINS = ("protoc-gen-go", "protoc-gen-go-grpc")


def generate(destination: Path) -> None:
    """Writes the stubs and the service config below `destination`, as the client has them.

    Raises SystemExit if protoc refuses, CalledProcessError if Go cannot build the plugins.
    """
    (destination / STUBS).mkdir(parents=True)
    protos = sorted(path.relative_to(PROTOS) for path in PROTOS.glob("myosotis/v1/*.proto"))
    with (
        tempfile.TemporaryDirectory() as folder,
        as_file(files("grpc_tools") / "_proto") as well_known,
    ):
        build_plugins(Path(folder))
        status = protoc.main(
            [
                "protoc",
                f"--proto_path={PROTOS}",
                f"--proto_path={well_known}",
                *(f"--plugin={Path(folder) / name}" for name in PLUGINS),
                f"--go_out={destination}",
                f"--go_opt=module={MODULE}",
                f"--go-grpc_out={destination}",
                f"--go-grpc_opt=module={MODULE}",
                *(str(path) for path in protos),
            ]
        )
    if status != 0:
        raise SystemExit(f"protoc failed with status {status}")
    shutil.copyfile(ROOT / "clients" / "service_config.json", destination / SERVICE_CONFIG)


def build_plugins(folder: Path) -> None:
    """Builds the tools that clients/go/go.mod names, in its versions, into `folder`."""
    environment = {**os.environ, "GOBIN": str(folder)}
    subprocess.run(["go", "install", "tool"], cwd=CLIENT, env=environment, check=True)


def generated_in(client: Path) -> dict[str, bytes]:
    """The generated files of a client's folder, by their path within it."""
    paths = [*(client / STUBS).glob("*.pb.go"), client / SERVICE_CONFIG]
    return {
        path.relative_to(client).as_posix(): path.read_bytes() for path in paths if path.exists()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail on drift")
    arguments = parser.parse_args()
    if shutil.which("go") is None:
        print("There is no Go here: the Go stubs were not looked at.")
        return 0 if arguments.check else 1
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        fresh = generated_in(Path(folder))
    committed = generated_in(CLIENT)
    lines = drift(committed, fresh)
    if arguments.check:
        if lines:
            print("The Go stubs do not match protos/; run tools/generate_go_stubs.py:")
            print("\n".join(lines))
        return 1 if lines else 0
    for name in committed.keys() - fresh.keys():
        (CLIENT / name).unlink()
    for name, content in fresh.items():
        (CLIENT / name).parent.mkdir(parents=True, exist_ok=True)
        (CLIENT / name).write_bytes(content)
    print("\n".join(lines) or "The Go stubs were up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
