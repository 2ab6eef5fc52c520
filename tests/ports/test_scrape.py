"""What is read of another server's metrics, and who has none."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from myosotis_server.cli import app
from myosotis_server.telemetry.metrics import Metrics
from myosotis_server.telemetry.scrape import NOTHING_YET, Between, NoMetrics, scrape
from running.server import free_port

RECALL = "/myosotis.v1.MemoryService/Recall"
NAME = "myosotis_rpc_seconds"


class Watched:
    """Metrics behind a port."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.endpoint = self.metrics.serve(0, "127.0.0.1")
        self.address = f"127.0.0.1:{self.endpoint.port}"

    def calls(self, *seconds: float, code: str = "OK") -> None:
        for each in seconds:
            self.metrics.calls.began()
            self.metrics.calls.ended(RECALL, code, each, None)


@pytest.fixture
def watched() -> Iterator[Watched]:
    watched = Watched()
    yield watched
    watched.endpoint.close()


def test_quantiles_are_found_between_the_bounds_of_buckets(watched: Watched) -> None:
    watched.calls(*[0.004] * 50, *[0.015] * 40, *[0.3] * 10)
    all_of_it = Between(NOTHING_YET, scrape(watched.address))
    assert all_of_it.quantile(0.5, NAME) == pytest.approx(0.005)
    assert all_of_it.quantile(0.7, NAME) == pytest.approx(0.015)
    assert all_of_it.quantile(0.95, NAME) == pytest.approx(0.35)
    assert all_of_it.mean(NAME) == pytest.approx(0.038)


def test_beyond_the_last_bound_it_is_that_bound(watched: Watched) -> None:
    watched.calls(100.0)
    assert Between(NOTHING_YET, scrape(watched.address)).quantile(0.5, NAME) == 10


def test_only_what_happened_between_counts(watched: Watched) -> None:
    watched.calls(*[0.3] * 100)
    before = scrape(watched.address)
    idle = Between(before, scrape(watched.address))
    assert idle.quantile(0.5, NAME) is None
    assert idle.mean(NAME) is None
    watched.calls(*[0.0015] * 4, code="OK")
    watched.calls(0.004, code="INTERNAL")
    since = Between(before, scrape(watched.address))
    assert since.count(f"{NAME}_count", method="Recall") == 5
    assert since.count(f"{NAME}_count", code="INTERNAL") == 1
    assert since.quantile(0.5, NAME, code="OK") == pytest.approx(0.0015)
    assert since.rate(f"{NAME}_count") == pytest.approx(5 / since.seconds)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:x", "127.0.0.1", "", "[::1]:1"])
def test_who_answers_not_has_no_metrics(address: str) -> None:
    with pytest.raises(NoMetrics, match="MYOSOTIS_METRICS_ADDRESS"):
        scrape(address)


def test_top_prints_once_and_ends(watched: Watched) -> None:
    watched.calls(0.004, 0.004)
    done = CliRunner().invoke(app, ["top", "--once", "--metrics", watched.address])
    assert done.exit_code == 0
    assert re.search(r"Recall\W.*\b2\b", done.stdout)


@pytest.mark.parametrize("arguments", [[], ["--metrics", f"127.0.0.1:{free_port()}"]])
def test_top_says_where_metrics_would_be(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MYOSOTIS_METRICS_ADDRESS", raising=False)
    failed = CliRunner().invoke(app, ["top", "--once", *arguments])
    assert failed.exit_code == 1
    assert "MYOSOTIS_METRICS_ADDRESS" in failed.stderr
    assert failed.stdout == ""
