"""Fuzzes one target under the guidance of coverage, with atheris (libFuzzer for Python).

    python tests/fuzz/atheris_run.py codecs --seconds 300 [--out folder] [--seed 1]

What is reached by a case decides which ones are changed further. Only what reads bytes and text is
instrumented, not the RPCs, which answer from threads and another loop. The cases that got further
stay in the folder's `corpus`, and each that failed is written there as `crash-…`.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # as a script, tests/ is not where modules are looked for
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

try:
    atheris: Any = import_module("atheris")
except ImportError:
    raise SystemExit("atheris is not installed: pip install atheris==3.0.0") from None

with atheris.instrument_imports(
    include=["myosotis_server.adapters", "myosotis_server.understanding"]
):
    from fuzz.every_target import all_targets

from running.effort import ending_within


def main() -> None:
    """Does not return: libFuzzer ends the process, with 0 if nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("fuzz-findings"))
    arguments = parser.parse_args()
    folder = arguments.out / arguments.target
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    with ExitStack() as open_until_the_end:
        (target,) = all_targets(open_until_the_end, {arguments.target})
        for number, seed in enumerate(target.seeds()):
            if len(seed) <= target.longest:
                (corpus / f"seed-{number}").write_bytes(seed)
        words = folder / "words"
        words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words if word), "ascii")

        def once(data: bytes) -> None:
            with ending_within(30):
                target.check(data)

        atheris.Setup(
            [
                sys.argv[0],
                f"-max_total_time={arguments.seconds}",
                f"-max_len={target.longest}",
                f"-seed={arguments.seed}",
                f"-artifact_prefix={folder}/",
                f"-dict={words}",
                "-timeout=60",
                "-rss_limit_mb=3000",
                str(corpus),
            ],
            once,
        )
        atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


if __name__ == "__main__":
    main()
