"""The page and the chart: complete, the same for the same figures, and careful with the weights."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from quality import report
from quality.cases import Dataset, Question
from quality.readers import across
from quality.results import Answers, Result

ASKED = (
    Question("one", "fact", frozenset({"a"})),
    Question("two", "fact", frozenset({"b", "c"})),
    Question("none", "trap", frozenset(), counted=False),
)


def answers(*found: str) -> Answers:
    """Each question's memories, a letter each."""
    return [
        (question, [frozenset(letter) for letter in letters])
        for question, letters in zip(ASKED, found, strict=True)
    ]


def result(key: str = "some", variant_of: str = "") -> Result:
    dataset = Dataset(key, f"Set <{key}>", lambda folder: [], "About it.", variant_of=variant_of)
    return Result(
        dataset,
        ours=answers("xa", "bxxxxc", "x"),
        plain=answers("xx", "xb", "x"),
        latency=0.5,
        plain_latency=0.8,
        without={"lexical": 0.5, "context": 0.75},
    )


def test_the_page_tells_every_figure_beside_plain_vectors() -> None:
    page = report.page([result(), result("again", variant_of="some")], weights="")
    assert "| Set <some> | 2 | recall@5 | **0.750** | 0.250 |" in page
    assert "| all | 2 | 0.750 | 0.250 | 1.000 | 0.250 | 1.000 | 0.250 |" in page
    assert "| trap | 1 | – | – | – | – | – | – |" in page
    assert "| words | 0.500 (−0.250) |\n| context | 0.750 |" in page
    assert "### Set <again>" in page


def test_the_page_is_the_same_for_the_same_figures_and_keeps_the_section_on_weights(
    tmp_path: Path,
) -> None:
    report.write([result()], tmp_path)
    page = tmp_path / "quality.md"
    first = page.read_text("utf-8")
    page.write_text(first.replace("<!-- /weights -->", "Fitted so.\n<!-- /weights -->"), "utf-8")
    report.write([result()], tmp_path)
    second = page.read_text("utf-8")
    assert second.replace("Fitted so.\n", "") == first
    assert second.count("Fitted so.") == 1


def test_the_chart_is_well_formed(tmp_path: Path) -> None:
    report.write([result()], tmp_path)
    chart = ElementTree.fromstring((tmp_path / "quality.svg").read_text("utf-8"))
    told = [each.text for each in chart.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Set <some>, recall@5", "0.750", "0.250", "Myosotis", "plain vectors"} <= set(told)


@pytest.mark.parametrize(("name", "count"), [("across_everyday", 30), ("across_inference", 50)])
def test_each_question_across_languages_has_one_statement_among_others(
    name: str, count: int
) -> None:
    for case in across(Path(__file__).parent, name):
        assert len(case.questions) == 20
        assert len({statement.content for statement in case.statements}) == count
        turns = {source.turn_id for each in case.statements for source in each.sources}
        assert all(len(each.evidence) == 1 and each.evidence <= turns for each in case.questions)
