"""The table of docs/load.md that sets calls beside the bare embedding of the same texts."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.charts import figure_of
from bench.pages import put_part
from running.server import REPOSITORY

PAGE = REPOSITORY / "docs" / "load.md"


@dataclass(frozen=True, slots=True)
class Beside:
    """A figure of calls, that of embedding their texts, and what their ratio must keep to."""

    name: str
    figure: float
    bare: float
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float:
        return self.figure / self.bare

    @property
    def target(self) -> str:
        """What it must keep to and whether it does; "" where nothing is asked of it."""
        if self.most is None and self.least is None:
            return ""
        is_kept = self.ratio <= self.most if self.most else self.ratio >= (self.least or 0)
        wanted = f"≤ {self.most:g} ×" if self.most else f"≥ {self.least:g} ×"
        return f"{wanted}, {'kept' if is_kept else '**not kept**'}"


def write_beside(found: Sequence[Beside], machine: str) -> None:
    """Writes the part of the page that is of these figures."""
    put_part(PAGE, "bench", table(found, machine))


def table(found: Sequence[Beside], machine: str) -> str:
    """The part in Markdown."""
    lines = [
        "## Beside the bare embedding",
        "",
        f"Measured by `make bench` on {machine}, the Python client on the same cores. A user of "
        "1,000 memories is asked, new questions in Chinese and English; 50 users are told. The "
        "bare embedding is of the same texts, on as many threads as the server has, before and "
        "after the calls. The ratios are what carries over to other machines.",
        "",
        "| calls | | bare embedding | ratio | must be |",
        "|---|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {each.name} | {figure_of(each.figure)} | {figure_of(each.bare)} "
        f"| {each.ratio:.2f} × | {each.target} |"
        for each in found
    ]
    return "\n".join(lines)
