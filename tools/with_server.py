"""Runs a command beside a server of its own: a free port, a throwaway store, gone afterwards.

    python tools/with_server.py -- python clients/python/examples/story.py

The command finds the server's address in MYOSOTIS_ADDRESS; its exit code is returned.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile

from myosotis import Client

START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(command: list[str]) -> int:
    address = f"127.0.0.1:{free_port()}"
    with tempfile.TemporaryDirectory(prefix="myosotis-") as folder:
        environment = {
            **os.environ,
            "MYOSOTIS_ADDRESS": address,
            "MYOSOTIS_DATA_DIR": os.path.join(folder, "data"),
            "MYOSOTIS_LOG_LEVEL": os.environ.get("MYOSOTIS_LOG_LEVEL", "error"),
        }
        server = subprocess.Popen(
            [sys.executable, "-m", "myosotis_server", "serve"], env=environment
        )
        try:
            with Client(address) as client:
                client.wait_ready(timeout=START_SECONDS)
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


if __name__ == "__main__":
    if "--" not in sys.argv:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[sys.argv.index("--") + 1 :]))
