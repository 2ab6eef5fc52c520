"""Tells what was measured: as text, and as the page docs/quality.md with its chart."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill

from quality.cases import measure_name
from quality.chart import bars
from quality.results import (
    Answers,
    Result,
    by_category,
    counted,
    headline,
    mean_recall,
    missed,
    scored,
)

KEPT = re.compile(r"<!-- weights -->\n(.*?)<!-- /weights -->", re.DOTALL)
"""What the script that fits the weights writes, and this page keeps."""

PART_NAMES = {
    "semantic": "vectors",
    "lexical": "words",
    "context": "context",
    "recency": "recency",
    "frequency": "frequency",
    "importance": "importance",
    "emotion": "emotion",
}

INTRO = """\
# Quality

How much of what answers a question is among the first memories recalled. Everything goes over gRPC
to a fresh server with its default settings, as an application would do it: statements are
remembered, then questions asked. Beside every figure stands what *plain vectors* find, which is
what a vector store gives: the same texts and the same model (multilingual-e5-small, with its
`query:` and `passage:` prefixes), the nearest by cosine.

`make eval` measures it anew and writes this page; `DATA=folder` says where the evaluation sets are.
They do not come with the project, except for those across languages. Where half of a set is held
out, the other half is what is here.

Recall@k of a question is the share of its evidence among the first k memories; a figure is the mean
over the questions.
"""

PARTS_TEXT = """\
## What each part gives

The same questions with one part of the score left out (its weight is 0), and what that changes.
*Context* is the turns around a statement, its session, the person and the time that a question
names, and what else is known of whomever it describes. All of these sets were said long ago, hardly
anything in them twice, and none of it is called important: they cannot tell what recency, frequency
and importance are worth.
"""

ME_TEXT = """\
## ME score

0.4 recall + 0.3 precision + 0.2 relevance + 0.1 latency, each from 0 to 1:

- *recall* is recall@10;
- *precision* is R-precision: of the first n memories, the share that hold evidence, where n is how
  much of it there is (precision at a fixed depth would be bounded by the number of answers, which
  is one for most questions);
- *relevance* is nDCG@10, where each piece of evidence counts 1 / log2(place + 1), once;
- *latency* is the share of a call that the bare embedding of its query takes: the p50 of embedding
  it in process over the p50 of recalling, one at a time and in turn, at most 1. It is a ratio
  within one run, so machines differ less than in milliseconds; being a timing, it is told with two
  decimals, and so is the score. Plain vectors are given an empty call to the same server beside the
  embedding, as if their search took no time.
"""


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def change(value: float, from_value: float) -> str:
    """Such as 0.531 (−0.214); no change is told by the figure alone."""
    difference = f"{value - from_value:+.3f}".replace("-", "−")
    return figure(value) if difference[1:] == "0.000" else f"{figure(value)} ({difference})"


def rows(result: Result) -> Iterable[tuple[str, int, Answers, Answers]]:
    """Name, number of questions, our answers and plain vectors': the set, then its categories."""
    yield "all", result.question_count, counted(result.ours), counted(result.plain)
    for (name, ours), (_, plain) in zip(
        by_category(result.ours), by_category(result.plain), strict=True
    ):
        yield name, len(ours), ours, plain


def text(result: Result, with_missed: bool) -> str:
    """The figures of a set, and on demand the questions that it misses, for a terminal."""
    depths = result.dataset.depths
    head = "".join(f"{measure_name(depth):<11}plain   " for depth in depths)
    lines = [result.dataset.title, f"  {'':<34}{head}questions"]
    for name, count, ours, plain in rows(result):
        pairs = "".join(
            f"{figure(mean_recall(ours, depth)):<11}{figure(mean_recall(plain, depth)):<8}"
            for depth in depths
        )
        lines.append(f"  {name:<34}{pairs}{count}")
    if result.associative is not None:
        means = "  ".join(figure(mean_recall(result.associative, depth)) for depth in depths)
        lines.append(f"  associative mode set: {means}")
    own = headline(result.dataset, result.ours)
    for part, value in result.without.items():
        lines.append(f"  without {PART_NAMES[part]:<12}{change(value, own)}")
    # A variant's questions were asked before and their vectors are kept: its timing says nothing.
    if not result.dataset.variant_of:
        for name, score in zip(("ours", "plain"), scored(result), strict=True):
            lines.append(
                f"  ME {name}: {score.score:.3f} (recall {score.recall:.3f}, precision"
                f" {score.precision:.3f}, relevance {score.relevance:.3f},"
                f" latency {score.latency:.2f})"
            )
    if with_missed:
        for question, plainly in missed(result):
            mark = " (plain vectors find it)" if plainly else ""
            lines.append(f"  missed{mark}: {question.text!r}")
    return "\n".join(lines)


def wrapped(paragraph: str) -> str:
    return fill(paragraph, 100, break_long_words=False, break_on_hyphens=False)


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    marks = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, marks, *lines)) + "\n"


def summary(results: Sequence[Result]) -> str:
    return table(
        ("set", "questions", "measure", "Myosotis", "plain vectors"),
        [
            (
                result.dataset.title,
                str(result.question_count),
                result.dataset.metric,
                f"**{figure(headline(result.dataset, result.ours))}**",
                figure(headline(result.dataset, result.plain)),
            )
            for result in results
        ],
    )


def section(result: Result) -> str:
    dataset = result.dataset
    head = ["", "questions"]
    for depth in dataset.depths:
        head += [measure_name(depth), "plain"]
    lines = [
        [
            name,
            str(count),
            *(
                figure(mean_recall(answers, depth))
                for depth in dataset.depths
                for answers in (ours, plain)
            ),
        ]
        for name, count, ours, plain in rows(result)
    ]
    parts = [f"### {dataset.title}\n", f"{wrapped(dataset.about)}\n", table(head, lines)]
    if result.associative is not None:
        pairs = [
            (mean_recall(result.ours, depth), mean_recall(result.associative, depth))
            for depth in dataset.depths
        ]
        if all(figure(unset) == figure(given) for unset, given in pairs):
            parts.append("With the associative mode set by the caller, the figures are the same.\n")
        else:
            given_by_caller = ", ".join(
                f"{figure(given)} at {depth}"
                for depth, (_, given) in zip(dataset.depths, pairs, strict=True)
            )
            parts.append(f"With the associative mode set by the caller: {given_by_caller}.\n")
    return "\n".join(parts)


def ablations(results: Sequence[Result]) -> str:
    lines = [["nothing", *(figure(headline(each.dataset, each.ours)) for each in results)]]
    lines += [
        [
            PART_NAMES[part],
            *(change(each.without[part], headline(each.dataset, each.ours)) for each in results),
        ]
        for part in results[0].without
    ]
    head = ["left out", *(f"{each.dataset.title}: {each.dataset.metric}" for each in results)]
    return table(head, lines)


def scores(results: Sequence[Result]) -> str:
    lines = []
    for result in results:
        ours, plain = scored(result)
        pairs = (
            (ours.recall, plain.recall),
            (ours.precision, plain.precision),
            (ours.relevance, plain.relevance),
        )
        lines.append(
            [
                result.dataset.title,
                *(figure(value) for pair in pairs for value in pair),
                f"{ours.latency:.2f}",
                f"{plain.latency:.2f}",
                f"**{ours.score:.2f}**",
                f"{plain.score:.2f}",
            ]
        )
    head = ["set"]
    for name in ("recall", "precision", "relevance", "latency", "ME"):
        head += [name, "plain"]
    return table(head, lines)


def page(results: Sequence[Result], weights: str) -> str:
    """The whole page; `weights` is its section on them."""
    own = [result for result in results if not result.dataset.variant_of]
    return "\n".join(
        [
            INTRO,
            summary(results),
            "![The same figures as bars](quality.svg)\n",
            "## Set by set\n",
            *(section(result) for result in results),
            PARTS_TEXT,
            ablations(own),
            ME_TEXT,
            scores(own),
            f"## Weights\n\n<!-- weights -->\n{weights}<!-- /weights -->\n",
        ]
    )


def write(results: Sequence[Result], docs: Path) -> None:
    """Writes quality.md and quality.svg into `docs`; keeps the section on weights as it is."""
    file = docs / "quality.md"
    kept = KEPT.search(file.read_text(encoding="utf-8")) if file.exists() else None
    file.write_text(page(results, kept[1] if kept else ""), encoding="utf-8")
    figures = [
        (
            f"{result.dataset.title}, {result.dataset.metric}",
            headline(result.dataset, result.ours),
            headline(result.dataset, result.plain),
        )
        for result in results
        if not result.dataset.variant_of
    ]
    chart = bars(
        "Evidence among the first memories recalled", figures, ("Myosotis", "plain vectors")
    )
    (docs / "quality.svg").write_text(chart, encoding="utf-8")
