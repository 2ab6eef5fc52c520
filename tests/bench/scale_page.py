"""The tables and the chart of docs/scale.md, and the figures that they show."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.charts import Curve, figure_of, growth
from running.machine import machine
from running.server import REPOSITORY

PAGE = REPOSITORY / "docs" / "scale.md"
CHART = REPOSITORY / "docs" / "scale.svg"
MIB = 1 << 20
BUDGET_MS = 2.0
"""How much more a recall may take of a user of 100,000 memories than of one of 1,000."""
BUDGET_FIRST_MS = 150.0
"""The longest first recall of a user of 10,000 memories."""
BUDGET_BYTES = 1_229
"""1.2 KB of RAM for each memory."""


@dataclass(frozen=True, slots=True)
class OfMemories:
    """One user: milliseconds, and bytes on disk and of RAM that the user adds."""

    memories: int
    disk: int
    ram: int
    first_ms: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class OfUsers:
    """A store of users of a few memories: bytes on disk, of RAM after the start and with the views
    of those who were asked, and seconds from start to serving."""

    users: int
    disk: int
    ram_at_start: int
    asked: int
    ram: int
    start_seconds: float
    first_ms: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class UnderPressure:
    """Recalls of known questions, by users at random or in turn, where views take `share` of the
    room for them."""

    share: float
    in_turn: bool
    p50_ms: float
    p99_ms: float


def write_page(
    grown: Sequence[OfMemories],
    crowds: Sequence[OfUsers],
    pressed: Sequence[UnderPressure],
    each: int,
    crowd: tuple[int, int],
) -> None:
    """`each` is how many memories the many users have, `crowd` how many users of how many memories
    share the room under pressure."""
    curves = [
        Curve("recall p50", "ms", [(row.memories, row.p50_ms) for row in grown]),
        Curve("first recall", "ms", [(row.memories, row.first_ms) for row in grown]),
        Curve("RAM of the user", "MiB", [(row.memories, row.ram / MIB) for row in grown]),
        Curve("disk of the user", "MiB", [(row.memories, row.disk / MIB) for row in grown]),
    ]
    of_users = [
        Curve("recall p50", "ms", [(row.users, row.p50_ms) for row in crowds]),
        Curve("start", "s", [(row.users, row.start_seconds) for row in crowds]),
        Curve("RAM at the start", "MiB", [(row.users, row.ram_at_start / MIB) for row in crowds]),
        Curve("disk", "MiB", [(row.users, row.disk / MIB) for row in crowds]),
    ]
    CHART.write_text(growth("One user", "memories", curves), encoding="utf-8")
    CHART.with_name("scale-users.svg").write_text(
        growth("Many users", "users", of_users), encoding="utf-8"
    )
    PAGE.write_text(scale_page(grown, crowds, pressed, each, crowd), encoding="utf-8")


def scale_page(
    grown: Sequence[OfMemories],
    crowds: Sequence[OfUsers],
    pressed: Sequence[UnderPressure],
    each: int,
    crowd: tuple[int, int],
) -> str:
    """The page in Markdown; see `write_page`."""
    lines = [
        "# Scale",
        "",
        "Measured by `make bench-scale` on "
        f"{machine()}, the caller on them "
        "too. Stores are written with vectors near those of real sentences; each question is new, "
        "so that the model is asked. RAM is the server's own, without the pages of its store.",
        "",
        "## One user",
        "",
        "![growth with the memories of one user](scale.svg)",
        "",
        "| memories | disk, MiB | RAM, MiB | RAM of each, bytes | first recall, ms "
        "| p50 ms | p99 ms |",
        "|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in grown:
        cells = [
            f"{row.memories:,}",
            figure_of(row.disk / MIB),
            figure_of(row.ram / MIB),
            f"{row.ram / row.memories:,.0f}" if row.memories >= 1_000 else "",
            figure_of(row.first_ms),
            figure_of(row.p50_ms),
            figure_of(row.p99_ms),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", *_budgets(grown), ""]
    lines += [
        "## Many users",
        "",
        f"Each has {each} memories. The first recall is the median of users who are not in RAM "
        "yet, of a question whose vector is known.",
        "",
        "![growth with the number of users](scale-users.svg)",
        "",
        "| users | disk, MiB | RAM at the start, MiB | with views of | MiB | start, s "
        "| first recall, ms | p50 ms | p99 ms |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for some in crowds:
        cells = [
            f"{some.users:,}",
            figure_of(some.disk / MIB),
            figure_of(some.ram_at_start / MIB),
            f"{some.asked:,}",
            figure_of(some.ram / MIB),
            figure_of(some.start_seconds),
            figure_of(some.first_ms),
            figure_of(some.p50_ms),
            figure_of(some.p99_ms),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "## Views that do not all fit",
        "",
        f"{crowd[0]} users of {crowd[1]} memories, asked by eight callers at once, a question "
        "whose vector is known, so that nothing hides what building a view anew costs. When a view "
        "has to go, a few are drawn and the least recently used of them goes: were it the least "
        "recently used of all, users who come in turn would never find theirs once they take a "
        "little more than there is room for.",
        "",
        "| views take, of the room for them | users come | p50 ms | p99 ms | p99 to that at 80 % |",
        "|--:|---|--:|--:|--:|",
    ]
    alone = {one.in_turn: one.p99_ms for one in pressed if one.share < 1}
    for one in pressed:
        how = "in turn" if one.in_turn else "at random"
        lines.append(
            f"| {one.share:.0%} | {how} | {figure_of(one.p50_ms)} | {figure_of(one.p99_ms)} "
            f"| {one.p99_ms / alone.get(one.in_turn, one.p99_ms):.1f} × |"
        )
    return "\n".join(lines) + "\n"


def _budgets(grown: Sequence[OfMemories]) -> list[str]:
    """A table of what had to be kept to, of those sizes that were measured."""
    sizes = {row.memories: row for row in grown}
    kept: list[tuple[str, str, bool]] = []
    if 1_000 in sizes and 100_000 in sizes:
        more = sizes[100_000].p50_ms - sizes[1_000].p50_ms
        kept.append(
            (
                f"recall p50 of 100,000 memories at most {BUDGET_MS:g} ms above that of 1,000",
                f"{more:+.2f} ms",
                more <= BUDGET_MS,
            )
        )
    if 10_000 in sizes:
        first = sizes[10_000].first_ms
        kept.append(
            (
                f"first recall of 10,000 memories at most {BUDGET_FIRST_MS:g} ms",
                f"{first:.0f} ms",
                first <= BUDGET_FIRST_MS,
            )
        )
    largest = max(grown, key=lambda row: row.memories)
    if largest.memories >= 10_000:
        each = largest.ram / largest.memories
        kept.append(
            (
                f"RAM of each of {largest.memories:,} memories at most 1.2 KB",
                f"{each / 1_024:.2f} KB",
                each <= BUDGET_BYTES,
            )
        )
    return [
        "| budget | measured | |",
        "|---|--:|---|",
        *(
            f"| {what} | {figure} | {'kept' if is_kept else '**not kept**'} |"
            for what, figure, is_kept in kept
        ),
    ]
