"""Claims within a process and among several, one of which is killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from myosotis_server.adapters.file_claims import FILE_NAME, FileClaims
from myosotis_server.adapters.ram_claims import RamClaims
from ports.builders import ALICE, BOB
from ports.claims_suite import ClaimsSuite

KEY = bytes(32)
HOLDER = """
import sys
from pathlib import Path
from myosotis_server.adapters.file_claims import FileClaims
from ports.builders import ALICE

with FileClaims(Path(sys.argv[1]), bytes(32)).take("read", ALICE) as is_taken:
    print(is_taken, flush=True)
    sys.stdin.read()
"""


class TestRamClaims(ClaimsSuite):
    @pytest.fixture
    def claims(self) -> RamClaims:
        return RamClaims()


class TestFileClaims(ClaimsSuite):
    @pytest.fixture
    def claims(self, tmp_path: Path) -> Iterator[FileClaims]:
        with closing(FileClaims(tmp_path, KEY)) as claims:
            yield claims

    def test_a_process_that_ends_must_lose_what_it_has(
        self, claims: FileClaims, tmp_path: Path
    ) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "True\n"
            with claims.take("read", ALICE) as theirs, claims.take("read", BOB) as free:
                assert (theirs, free) == (False, True)
            other.kill()
            other.wait(10)
            with claims.take("read", ALICE) as mine:
                assert mine

    def test_the_file_stays_empty_and_its_owners_alone(
        self, claims: FileClaims, tmp_path: Path
    ) -> None:
        with claims.take("read", ALICE):
            status = (tmp_path / FILE_NAME).stat()
        assert (status.st_size, status.st_mode & 0o777) == (0, 0o600)
