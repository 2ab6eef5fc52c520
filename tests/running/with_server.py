"""Runs a command beside a server of its own: a free port, a throwaway store, gone afterwards.

    python -m running.with_server -- python clients/python/examples/story.py

The command finds the server's address in MYOSOTIS_ADDRESS; its exit code is returned.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from running.server import DidNotStart, RunningServer


def main(command: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="myosotis-") as folder:
        server = RunningServer(Path(folder) / "data", log_level="error")
        try:
            server.start()
        except DidNotStart as error:
            sys.exit(f"the server did not start:\n{error}")
        try:
            environment = {**os.environ, "MYOSOTIS_ADDRESS": server.address}
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            server.stop()


if __name__ == "__main__":
    if "--" not in sys.argv:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[sys.argv.index("--") + 1 :]))
