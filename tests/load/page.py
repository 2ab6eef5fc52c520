"""The table and the chart of docs/load.md."""

from collections.abc import Sequence

from bench.charts import figure_of, spans
from bench.pages import put_part
from load.asked import AGAIN, MEMORIES, TALKERS, USERS
from load.measured import Measured, Saturation
from load.scenarios import Load, Outcome
from running.server import REPOSITORY

PAGE = REPOSITORY / "docs" / "load.md"
CHART = REPOSITORY / "docs" / "load.svg"
MIB = 1 << 20


def write_page(measured: Sequence[Measured], seconds: int, machine: str) -> None:
    """Writes the part of the page that is of load, and its chart."""
    rows = [
        (
            f"{_title(each, outcome)}, {_how(outcome)}",
            outcome.percentile(50),
            outcome.percentile(99),
        )
        for each in measured
        for outcome in each.outcomes
        if each.load is Load.SATURATED
    ]
    CHART.write_text(spans("Latency of a saturated server", rows, ("p50", "p99")), encoding="utf-8")
    put_part(PAGE, "load", page(measured, seconds, machine))


def page(measured: Sequence[Measured], seconds: int, machine: str) -> str:
    """The part in Markdown."""
    lines = [
        "## Called by many",
        "",
        f"Measured by `make load` with ghz on {machine}, ghz on the same cores, {seconds} seconds "
        "for each line of 16 at once, a quarter of that at a set rate. Rates differ from machine "
        "to machine; ratios and RAM differ little.",
        "",
        f"{USERS:,} users of {MEMORIES} memories each, Chinese and English in turn, a few of them "
        "called often and most of them seldom (the n-th gets a share in proportion to 1/n). Every "
        "question is a new one, so that the model is asked each time; *known questions* are "
        f"{AGAIN:,} that come again and again. *Users not in RAM*: views may take 1 MiB in all, "
        "and each user is asked in turn, so that each view must be built anew. Turns are read in "
        f"the background meanwhile; contexts are of {TALKERS} sessions under way.",
        "",
        "![p50 and p99 of a saturated server](load.svg)",
        "",
        "| calls | | a second | p50 ms | p99 ms | p99 / p50 | errors | server's cores "
        "| CPU ms a call | its RAM, MiB | growth |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for each in measured:
        for place, outcome in enumerate(each.outcomes):
            p50, p99 = outcome.percentile(50), outcome.percentile(99)
            server = ["", "", "", ""]
            if place == 0:
                server = [
                    f"{each.cores:.2f}",
                    f"{each.cpu_ms:.2f}",
                    f"{each.end / MIB:.0f}",
                    f"{each.growth:+.1%}",
                ]
            cells = [
                _title(each, outcome),
                _how(outcome),
                f"{outcome.rate:.0f}",
                figure_of(p50),
                figure_of(p99),
                f"{outcome.spread:.1f}",
                str(sum(outcome.errors.values())),
                *server,
            ]
            lines.append(f"| {' | '.join(cells)} |")
    held = Saturation.of(measured)
    lines += [
        "",
        "CPU and RAM are the server's, of both kinds of call together where they are mixed. RAM is "
        "what is its own, without the pages of its store, at the end; growth is that since half of "
        "the time. Where memories are added, they and their views are part of it.",
        "",
        "| what a saturated server must keep to | worst | |",
        "|---|--:|---|",
        f"| errors | {held.errors} | {_kept(held.errors == 0)} |",
        f"| p99 at most 4 × p50 | {held.spread:.1f} × | {_kept(held.spread <= 4)} |",
        f"| RAM flat while it only reads | {held.growth:+.1%} | {_kept(held.is_flat)} |",
    ]
    return "\n".join(lines)


def _title(each: Measured, outcome: Outcome) -> str:
    if len(each.outcomes) == 1:
        return each.scenario.title
    return f"{each.scenario.title}: {outcome.configuration.partition('-')[2]}"


def _how(outcome: Outcome) -> str:
    return "16 at once" if outcome.wanted is None else f"{outcome.wanted} a second"


def _kept(is_kept: bool) -> str:
    return "kept" if is_kept else "**not kept**"
