"""Tells what a simulated year took: as text, and as the page docs/year.md with its figure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from bench.simulated_year_store import StoreSize
from quality.chart import FAINT, OURS, PLAIN, TEXT

MB = 1_000_000
MOST_BYTES = 12 * MB
MOST_GROWTH = 1.5
"""Of the p50 of recall over that of month one."""
MOST_SECONDS = 2.0
"""Of a maintenance run."""


@dataclass(frozen=True, slots=True)
class Month:
    """What was measured on the evening of `day`, counted from 1, or in the month up to then.

    Recalls and contexts are medians in milliseconds, maintenance is in seconds. `bare_cpu` is what
    embedding the questions took that were new to the server.
    """

    day: int
    size: StoreSize
    memories: int
    active: int
    bare_cpu: float
    recall_cpu: float
    recall_wall: float
    recall_wall_p99: float
    known_cpu: float
    context_cpu: float
    context_wall: float
    maintenance_runs: int
    maintenance_median: float
    maintenance_max: float
    maintenance_cpu_max: float


Column = tuple[str, Callable[[Month], str]]

COLUMNS: Sequence[Column] = (
    ("day", lambda m: f"{m.day}"),
    ("file, MB", lambda m: f"{m.size.allocated / MB:.2f}"),
    ("in use, MB", lambda m: f"{m.size.used / MB:.2f}"),
    ("memories", lambda m: f"{m.memories}"),
    ("active", lambda m: f"{m.active}"),
    ("turns kept", lambda m: f"{m.size.entries('turns')}"),
    ("embedding, ms CPU", lambda m: f"{m.bare_cpu:.2f}"),
    ("recall p50, ms CPU", lambda m: f"{m.recall_cpu:.2f}"),
    ("p50, ms", lambda m: f"{m.recall_wall:.2f}"),
    ("p99, ms", lambda m: f"{m.recall_wall_p99:.2f}"),
    ("vector known, ms CPU", lambda m: f"{m.known_cpu:.2f}"),
    ("context p50, ms CPU", lambda m: f"{m.context_cpu:.2f}"),
    ("p50, ms", lambda m: f"{m.context_wall:.2f}"),
    ("maintenance runs", lambda m: f"{m.maintenance_runs}"),
    ("median, s", lambda m: f"{m.maintenance_median:.3f}"),
    ("longest, s", lambda m: f"{m.maintenance_max:.3f}"),
    ("most CPU, s", lambda m: f"{m.maintenance_cpu_max:.3f}"),
)


def growth(months: Sequence[Month]) -> list[float]:
    """The p50 of recall as a multiple of the bare embedding, over that of the first month."""
    first = months[0].recall_cpu / months[0].bare_cpu
    return [month.recall_cpu / month.bare_cpu / first for month in months]


def missed(months: Sequence[Month]) -> list[str]:
    """Targets that were not reached."""
    found = []
    size = months[-1].size.allocated
    if size >= MOST_BYTES:
        found.append(f"the store takes {size / MB:.1f} MB, not under {MOST_BYTES / MB:.0f}")
    if (grown := max(growth(months))) > MOST_GROWTH:
        found.append(f"the p50 of recall is {grown:.2f} × that of month one, over {MOST_GROWTH}")
    if (most := max(month.maintenance_cpu_max for month in months)) >= MOST_SECONDS:
        found.append(f"a maintenance run took {most:.1f} s of CPU, not under {MOST_SECONDS:g}")
    return found


def table(months: Sequence[Month]) -> str:
    """A table in Markdown."""
    rows = [[name for name, _ in COLUMNS], ["---:"] * len(COLUMNS)]
    rows += [[tell(month) for _, tell in COLUMNS] for month in months]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def told_sizes(size: StoreSize) -> str:
    """The databases, the largest first, as a table in Markdown."""
    rows = ["| database | MB | entries | bytes per entry |", "| --- | ---: | ---: | ---: |"]
    for name, (taken, entries) in sorted(size.databases.items(), key=lambda each: -each[1][0]):
        if taken:
            rows.append(
                f"| `{name}` | {taken / MB:.2f} | {entries} | {taken / max(1, entries):.0f} |"
            )
    return "\n".join(rows)


def page(months: Sequence[Month], english: float, exchanges: int) -> tuple[str, str]:
    """docs/year.md and docs/year.svg."""
    last = months[-1]
    most = max(month.maintenance_cpu_max for month in months)
    text = f"""\
# A year of one user

What a year of {exchanges} exchanges a day makes of a store: one person who chats with a companion
in three to five sessions a day, {1 - english:.0%} of them in Chinese and {english:.0%} in English.
Some 44 % of what they say tells something; the rest is chatter, questions and requests. A friend is
ill, a project ends, they change jobs, move, part and meet someone; on Tuesdays and Thursdays they
go to the gym, until they take up swimming. `make sim` plays that year anew on a clock that it
moves, against the server as it is composed for production, with its default settings, over gRPC,
and writes this page. What is said is the same in every run.

| | target | measured |
| --- | ---: | ---: |
| store, all of it | under {MOST_BYTES / MB:.0f} MB | **{last.size.allocated / MB:.1f} MB** |
| p50 of recall, to that of month one | at most {MOST_GROWTH} × | **{max(growth(months)):.2f} ×** |
| longest maintenance run, in CPU time | under {MOST_SECONDS:g} s | **{most:.2f} s** |

![Size of the store, recall and maintenance, month by month](year.svg)

{table(months)}

- *file* is what the store takes on disk, *in use* what of it is not free pages.
- *memories* counts superseded ones too. Turns are kept for 60 days.
- *recall* asks 200 questions that were not asked before, so that each is embedded, each in turn
  with its bare *embedding*; months are compared by the multiple of it that a recall takes, because
  a machine is not as fast at any hour. *vector known* asks 40 questions again and again. CPU time
  is that of server and caller together.
- *context* is what the companion asked for at the start of its sessions in that month.
- *maintenance* ran five minutes after a session from which something had left the window, 45
  minutes after each session, and at four at night.

## What takes the space

{told_sizes(last.size)}
"""
    return text, figure(months)


WIDTH, LEFT, RIGHT, PANEL, GAP, TOP = 780, 56, 92, 120, 50, 44


def figure(months: Sequence[Month]) -> str:
    """Three panels, one below the other, each with its target; as SVG."""
    panels = (
        (
            "store, MB",
            MOST_BYTES / MB,
            (
                ("file", OURS, [month.size.allocated / MB for month in months]),
                ("in use", PLAIN, [month.size.used / MB for month in months]),
            ),
        ),
        (
            "p50 of recall, to month one",
            MOST_GROWTH,
            (("recall", OURS, growth(months)),),
        ),
        (
            "maintenance, s a run",
            MOST_SECONDS,
            (
                ("most CPU", OURS, [month.maintenance_cpu_max for month in months]),
                ("median", PLAIN, [month.maintenance_median for month in months]),
            ),
        ),
    )
    height = TOP + len(panels) * (PANEL + GAP)
    title = "A year of one user, 30 exchanges a day"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        _text(0, 18, title, "start", TEXT, 'font-size="15" font-weight="600"'),
    ]
    days = [month.day for month in months]
    for number, (name, target, lines) in enumerate(panels):
        parts += _panel(TOP + number * (PANEL + GAP), name, target, lines, days)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _panel(
    top: float,
    name: str,
    target: float,
    lines: Sequence[tuple[str, str, Sequence[float]]],
    days: Sequence[int],
) -> list[str]:
    most = 1.1 * max(target, *(value for _, _, values in lines for value in values))
    upper, bottom = top + 20, top + PANEL

    def x(day: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * day / days[-1]

    def y(value: float) -> float:
        return bottom - (bottom - upper) * value / most

    parts = [_text(0, top + 8, name, "start", TEXT, 'font-weight="600"')]
    for value, dashes in ((0.0, ""), (target, ' stroke-dasharray="5 4"')):
        parts.append(
            f'<line x1="{LEFT}" x2="{x(days[-1]):.1f}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
            f'stroke="{TEXT if dashes else FAINT}"{dashes}/>'
        )
        parts.append(_text(LEFT - 8, y(value) + 4, f"{value:g}", "end", TEXT, 'font-size="11"'))
    parts += [
        _text(x(day), bottom + 16, f"{day}", "middle", TEXT, 'font-size="11"') for day in days
    ]
    for label, colour, values in lines:
        points = " ".join(
            f"{x(day):.1f},{y(value):.1f}" for day, value in zip(days, values, strict=True)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        told = f"{label} {values[-1]:.2f}"
        parts.append(
            _text(x(days[-1]) + 8, y(values[-1]) + 4, told, "start", colour, 'font-size="11"')
        )
    return parts


def _text(x: float, y: float, text: str, anchor: str, colour: str, style: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" {style}>'
        f"{escape(text)}</text>"
    )
