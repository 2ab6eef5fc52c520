"""Compares `protos/` with those of another commit and fails on a breaking change. Needs no network.

    python tools/buf/breaking.py [REF ...]

The first REF that this clone has is compared with: `origin/main`, then `main`, unless given.
Where none exists (a shallow clone of another branch) or it holds no protos, nothing is compared,
and it says so. The protos come through `git archive`, which works in shallow clones and worktrees.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUF = ROOT / "tools" / "buf" / "node_modules" / ".bin" / "buf"


def git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)


def main() -> int:
    if not BUF.exists():
        raise SystemExit("buf is not installed: npm ci --prefix tools/buf")
    references = sys.argv[1:] or ["origin/main", "main"]
    for reference in references:
        commit = git("rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
        if commit.returncode == 0:
            return compare(reference, commit.stdout.decode().strip())
    print(f"buf breaking skipped: this clone has no commit called {' or '.join(references)}")
    return 0


def compare(reference: str, commit: str) -> int:
    archive = git("archive", "--format=tar", commit, "protos")
    if archive.returncode != 0:
        print(f"buf breaking skipped: {reference} ({commit[:12]}) holds no protos")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(folder, filter="data")
        finished = subprocess.run(
            [BUF, "breaking", ROOT, "--against", folder, "--against-config", ROOT / "buf.yaml"],
            cwd=ROOT,
            check=False,
        )
    if finished.returncode == 0:
        print(f"buf breaking: nothing broken since {reference} ({commit[:12]})")
    return finished.returncode


if __name__ == "__main__":
    sys.exit(main())
