"""The pages and charts of load and scale say what was measured; ghz's configurations are whole."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from google.protobuf import json_format

from bench.charts import Curve, figure_of, growth, spans, ticks
from bench.pages import put_part
from bench.scale_page import OfMemories, OfUsers, UnderPressure, scale_page
from load.asked import Asked
from load.measured import Measured, Saturation
from load.page import page
from load.scenarios import CONFIGURATIONS, SCENARIOS, Load, Outcome
from myosotis.v1 import conversation_service_pb2, memory_service_pb2
from running.server import REPOSITORY

REQUESTS = {
    "Recall": memory_service_pb2.RecallRequest,
    "Remember": memory_service_pb2.RememberRequest,
    "AppendTurns": conversation_service_pb2.AppendTurnsRequest,
    "GetContext": conversation_service_pb2.GetContextRequest,
}
MIB = 1 << 20


def configuration(load: Load, name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((CONFIGURATIONS / load / f"{name}.json").read_text())
    return found


@pytest.mark.parametrize("load", Load)
def test_every_scenario_has_a_configuration_and_none_is_left_over(load: Load) -> None:
    named = {name for scenario in SCENARIOS for name in scenario.calls}
    assert named == {file.stem for file in (CONFIGURATIONS / load).glob("*.json")}
    for name in named:
        set_to = configuration(load, name)
        assert (REPOSITORY / str(set_to["proto"])).is_file()
        assert ("rps" in set_to) == (load is Load.AT_RATE or name == "mixed-remember")


@pytest.mark.parametrize(
    ("name", "calls"),
    [pair for scenario in SCENARIOS for pair in scenario.calls.items()],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_is_sent_is_what_the_contract_takes_in_both_languages(name: str, calls: Asked) -> None:
    sent = calls(60)
    assert sent == calls(60)
    method = str(configuration(Load.SATURATED, name)["call"]).rsplit(".", 1)[-1]
    for message in sent:
        read = json_format.ParseDict(message, REQUESTS[method]())
        assert read.user_id
    texts = json.dumps(sent, ensure_ascii=False)
    assert "今天" in texts or "昨天" in texts
    assert "today" in texts.lower()


def measured(end: int = 505 * MIB) -> Measured:
    times = [2.0] * 50 + [4.0] * 48 + [6.0, 6.0]
    outcome = Outcome("recall", None, times, 321.0, {})
    return Measured(SCENARIOS[0], Load.SATURATED, [outcome], 1.5, 4.25, 500 * MIB, end, 0)


def test_the_page_of_load_tells_rates_and_what_was_kept() -> None:
    text = page([measured()], 120, "2 cores")
    assert "| recall, new questions | 16 at once | 321 | 3.00 | 6.00 | 2.0 | 0 |" in text
    assert "| 1.50 | 4.25 | 505 | +1.0% |" in text
    assert "**not kept**" not in text
    worse = page([measured(end=600 * MIB)], 120, "2 cores")
    assert "| RAM flat while it only reads | +20.0% | **not kept** |" in worse


def test_the_worst_of_saturated_servers_counts() -> None:
    slow = Outcome("recall", None, [1.0] * 90 + [9.0] * 10, 10.0, {"Unavailable": 2})
    held = Saturation.of([measured(), replace(measured(), outcomes=[slow])])
    assert (held.errors, held.spread) == (2, 9.0)
    assert Saturation.of([replace(measured(), load=Load.AT_RATE)]).spread == 0


def test_the_page_of_scale_tells_which_budgets_were_kept() -> None:
    grown = [
        OfMemories(1_000, MIB, MIB, 20.0, 6.0, 9.0),
        OfMemories(10_000, 10 * MIB, 11 * MIB, 160.0, 6.5, 9.0),
        OfMemories(100_000, 100 * MIB, 100 * MIB, 900.0, 7.5, 12.0),
    ]
    crowds = [OfUsers(10, MIB, 400 * MIB, 10, 401 * MIB, 2.5, 3.0, 6.0, 9.0)]
    pressed = [UnderPressure(0.8, True, 2.0, 4.0), UnderPressure(1.05, True, 2.0, 6.0)]
    text = scale_page(grown, crowds, pressed, 10, (200, 200))
    assert "ms above that of 1,000 | +1.50 ms | kept |" in text
    assert "first recall of 10,000 memories at most 150 ms | 160 ms | **not kept** |" in text
    assert "RAM of each of 100,000 memories at most 1.2 KB | 1.02 KB | kept |" in text
    assert "| 105% | in turn | 2.00 | 6.00 | 1.5 × |" in text


def test_charts_are_whole_svg_and_name_what_they_show() -> None:
    points = [(1, 0.5), (1_000, 2.0), (100_000, 12.0)]
    curves = [Curve("recall & first", "ms", points), Curve("none", "MiB", [])]
    for drawn in (
        spans("延迟 < 10", [("recall", 2.0, 6.0)], ("p50", "p99")),
        spans("", [], ("", "")),
    ):
        assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert ElementTree.fromstring(growth("One user", "memories", curves)).tag.endswith("svg")
    assert "100,000" in growth("One user", "memories", curves)


@pytest.mark.parametrize("largest", [0.003, 0.99, 1.0, 7.3, 12.0, 95.0, 100.0, 9_999.0])
def test_ticks_are_few_and_none_lies_beyond(largest: float) -> None:
    found = ticks(largest)
    assert found[0] == 0
    assert 2 <= len(found) <= 10
    assert found[-1] <= largest


def test_figures_have_as_many_digits_as_are_of_use() -> None:
    assert [figure_of(value) for value in (0.123, 9.876, 12.34, 1234.5)] == [
        "0.12",
        "9.88",
        "12.3",
        "1,234",
    ]


def test_a_part_of_a_page_is_replaced_and_the_rest_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "load.md"
    put_part(file, "load", "# Load\n\nold")
    put_part(file, "bench", "second")
    put_part(file, "load", "# Load\n\nnew\n")
    once = file.read_text(encoding="utf-8")
    assert "old" not in once
    assert once.index("new") < once.index("second")
    put_part(file, "load", "# Load\n\nnew")
    assert file.read_text(encoding="utf-8") == once
