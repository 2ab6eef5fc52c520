"""Plays all conformance cases from every client's language against one server of its own.

    python clients/conformance/run.py --languages go,python

First each client plays every case, then each writes for the others, then each reads what all have
written. The server asks for an API key, so that every call must bring it. Exits with 1 if anything
failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

CONFORMANCE = Path(__file__).resolve().parent
CLIENTS = CONFORMANCE.parent
RUNNER_SECONDS = 600.0
SETTINGS = {"authentication": "required", "memories_per_user": "20"}
"""What the cases take for granted of their server."""

sys.path.insert(0, str(CLIENTS.parent / "tests"))

from running.server import DidNotStart, RunningServer  # noqa: E402

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Runner:
    """A language's command, run in `folder`; `needs` are programs and files that it takes."""

    command: tuple[str, ...]
    folder: Path
    needs: tuple[str, ...] = ()
    build: str = ""

    @property
    def missing(self) -> str:
        """What it takes and is not there, with how to get it."""
        for need in self.needs:
            if shutil.which(need) is None and not (self.folder / need).exists():
                return f"{need} is missing" + (f": {self.build}" if "/" in need else "")
        return ""


RUNNERS = {
    "go": Runner(("go", "run", "./internal/conformance"), CLIENTS / "go", ("go",)),
    "node": Runner(
        ("node", "dist/conformance.js"),
        CLIENTS / "node",
        ("node", "dist/conformance.js"),
        "npm ci && npm run build in clients/node",
    ),
    "java": Runner(
        ("sh", "conformance.sh"),
        CLIENTS / "java",
        ("java", "target/classpath.txt", "target/test-classes"),
        "mvn -q -B verify in clients/java",
    ),
    "python": Runner((sys.executable, str(CONFORMANCE / "python_runner.py")), CLIENTS),
}


@dataclass(frozen=True, slots=True)
class Played:
    """What a runner said of each file, and its complaint if it did not come to its end."""

    outcomes: dict[str, str]
    """Empty where the file is ok, else what failed."""
    complaint: str = ""

    @property
    def is_ok(self) -> bool:
        return not self.complaint and not any(self.outcomes.values())


def play(
    runner: Runner, *, address: str, cases: Path, run: str, language: str, phase: str, writers: str
) -> Played:
    """Runs one language's runner to its end."""
    options = {
        "--address": address,
        "--cases": str(cases),
        "--run": run,
        "--language": language,
        "--phase": phase,
        "--writers": writers,
    }
    command = [*runner.command, *(word for option in options.items() for word in option)]
    try:
        done = subprocess.run(
            command,
            cwd=runner.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=RUNNER_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Played({}, f"did not end within {RUNNER_SECONDS:.0f} s")
    return read_report(done.stdout, done.stderr, done.returncode)


def read_report(stdout: str, stderr: str, code: int) -> Played:
    """What a runner's output and exit code tell; whatever does not fit is a complaint."""
    outcomes: dict[str, str] = {}
    for line in stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word == "ok":
            outcomes[rest.strip()] = ""
        elif word == "failed":
            name, _, wrong = rest.partition(": ")
            outcomes[name] = wrong or "failed"
    if code != (1 if any(outcomes.values()) else 0) or not outcomes:
        return Played(outcomes, f"ended with {code}: {stderr.strip()[-2_000:]}")
    return Played(outcomes)


def table(columns: Sequence[str], rows: dict[str, dict[str, Played]]) -> str:
    """A line for each case of each part, a column for each language."""
    cells: dict[str, list[str]] = {}
    for part, played in rows.items():
        names = sorted({name for each in played.values() for name in each.outcomes})
        for name in names:
            said = [played[c].outcomes.get(name) if c in played else None for c in columns]
            marks = ["—" if each is None else "FAILED" if each else "ok" for each in said]
            cells[f"{name} {part}".strip()] = marks
    width = max(map(len, cells), default=0)
    head = " ".join([" " * width, *(f"{each:<6}" for each in columns)])
    lines = [" ".join([f"{name:<{width}}", *(f"{m:<6}" for m in cells[name])]) for name in cells]
    return "\n".join(each.rstrip() for each in [head, *lines])


def play_all(languages: Sequence[str], address: str, cases: Path, report: Report) -> bool:
    """Whether every language passed every case, and read what every other wrote."""
    run = uuid.uuid4().hex[:8]
    writers = ",".join(languages)
    rows: dict[str, dict[str, Played]] = {}
    # What is written for others is of another run: `all` has written for this one already.
    for part, run_id, phase in (
        ("", run, "all"),
        ("(write)", f"{run}x", "write"),
        ("(read)", f"{run}x", "read"),
    ):
        rows[part] = {}
        for language in languages:
            report(f"{language}: {phase}")
            rows[part][language] = play(
                RUNNERS[language],
                address=address,
                cases=cases,
                run=run_id,
                language=language,
                phase=phase,
                writers=writers if phase == "read" else language,
            )
    report("\n" + table(languages, rows))
    for part, played in rows.items():
        for language, each in played.items():
            for name, wrong in each.outcomes.items():
                if wrong:
                    report(f"\n{language} {f'{name} {part}'.strip()}: {wrong}")
            if each.complaint:
                report(f"\n{language} {part} {each.complaint}")
    # Nobody may pass by playing less than the others.
    is_same = all(len({frozenset(p.outcomes) for p in row.values()}) == 1 for row in rows.values())
    if not is_same:
        report("\nthe languages did not play the same files")
    return is_same and all(each.is_ok for row in rows.values() for each in row.values())


def chosen(languages: Sequence[str], skip_missing: bool, report: Report) -> list[str]:
    """Those that can be played here. SystemExit if one cannot, unless it may be left out."""
    missing = {name: why for name in languages if (why := RUNNERS[name].missing)}
    for name, why in missing.items():
        report(f"{name}: {why}")
    if missing and not skip_missing:
        sys.exit("build them, choose --languages, or give --skip-missing")
    return [name for name in languages if name not in missing]


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)

    def report(line: str) -> None:
        print(line, flush=True)

    languages = chosen(options.languages, options.skip_missing, report)
    if options.address:
        return 0 if play_all(languages, options.address, options.cases, report) else 1
    with tempfile.TemporaryDirectory(prefix="myosotis-") as folder:
        server = RunningServer(Path(folder) / "data", log_level="error", **SETTINGS)
        made = server.command("keys", "create", "conformance", "--server-wide", *_SCOPES)
        if made.returncode != 0:
            sys.exit(f"no API key was made:\n{made.stderr}")
        os.environ["MYOSOTIS_API_KEY"] = made.stdout.strip()
        try:
            server.start()
        except DidNotStart as error:
            sys.exit(f"the server did not start:\n{error}")
        try:
            return 0 if play_all(languages, server.address, options.cases, report) else 1
        finally:
            server.stop()


_SCOPES = tuple(
    word for scope in ("read", "write", "forget", "admin") for word in ("--scope", scope)
)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--languages",
        type=_languages,
        default=list(RUNNERS),
        metavar="NAME,…",
        help=f"some of {','.join(RUNNERS)}; all unless given",
    )
    parser.add_argument(
        "--skip-missing", action="store_true", help="leave out languages that are not built here"
    )
    parser.add_argument(
        "--address", help="of a server that runs already, with its key in MYOSOTIS_API_KEY"
    )
    parser.add_argument("--cases", type=Path, default=CONFORMANCE / "cases", help="their folder")
    return parser.parse_args(arguments)


def _languages(text: str) -> list[str]:
    names = text.split(",")
    unknown = [name for name in names if name not in RUNNERS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such language: {', '.join(unknown)}")
    return list(dict.fromkeys(names))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
