"""What is watched exists: in the page, the dashboard and the alerts."""

import json
import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # has no py.typed

from myosotis_server.memory.stages import STAGES
from ports.metric_families import families, row, touched

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "operating.md").read_text(encoding="utf-8")
DASHBOARD = json.loads(
    (REPOSITORY / "deploy" / "grafana" / "myosotis.json").read_text(encoding="utf-8")
)
ALERTS = (REPOSITORY / "deploy" / "prometheus" / "myosotis.rules.yml").read_text(encoding="utf-8")
THERE = {name for family in families() for name in family.samples} | {
    sample.name for family in touched().registry.collect() for sample in family.samples
}
NAMED = re.compile(r"\b(?:myosotis|process)_[a-z_]+\b")


def panels() -> list[dict[str, Any]]:
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def test_the_page_has_every_metric_as_it_is_and_no_other() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `myosotis_")]
    table = [line for line in rows if re.search(r"\| (?:counter|gauge|histogram) \|", line)]
    assert table == [row(family) for family in families()]


def test_the_page_explains_every_stage() -> None:
    for stage in STAGES:
        assert f"\n| `{stage}` | " in PAGE


def test_whatever_the_page_says_of_metrics_exists() -> None:
    names = {family.name for family in families()} | THERE
    assert set(NAMED.findall(PAGE)) - names == set()


def test_the_dashboard_asks_for_what_there_is() -> None:
    asked = {
        name
        for panel in panels()
        for target in panel["targets"]
        for name in NAMED.findall(target["expr"])
    }
    assert asked
    assert asked - THERE == set()


def test_the_dashboard_shows_every_metric() -> None:
    text = json.dumps(DASHBOARD)
    assert [family.name for family in families() if family.name not in text] == []


def test_the_panels_lie_side_by_side() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert at["x"] + at["w"] <= 24
        assert not cells & taken
        taken |= cells


def test_the_alerts_ask_for_what_there_is() -> None:
    asked = set(NAMED.findall(ALERTS))
    assert asked
    assert asked - THERE == set()


def test_the_alerts_are_as_prometheus_reads_them() -> None:
    (group,) = yaml.safe_load(ALERTS)["groups"]
    assert group.keys() == {"name", "rules"}
    names = [rule["alert"] for rule in group["rules"]]
    assert len(set(names)) == len(names)
    for rule in group["rules"]:
        assert rule.keys() - {"for"} == {"alert", "expr", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        for opening, closing in ("()", "{}", "[]"):
            assert rule["expr"].count(opening) == rule["expr"].count(closing)
