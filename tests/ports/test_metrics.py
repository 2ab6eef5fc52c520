"""Metrics are served, and tell of nobody."""

import re
import urllib.request

import pytest

from myosotis_server.telemetry.metrics import Metrics


def scrape(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


def test_the_endpoint_answers_with_what_was_counted() -> None:
    metrics = Metrics()
    metrics.read_locally()
    metrics.read_by_model()
    metrics.read_by_model("timeout")
    metrics.read_by_model("timeout")
    metrics.summarised_locally()
    metrics.summarised_by_model()
    metrics.summarised_by_model("bad_answer")
    metrics.statements(kept=3, rejected=1)
    metrics.statements(kept=2)
    metrics.unread_users(7)
    endpoint = metrics.serve(0, "127.0.0.1")
    try:
        lines = scrape(endpoint.port).splitlines()
    finally:
        endpoint.close()
    for line in (
        'myosotis_extractions_total{outcome="ok",path="local"} 1.0',
        'myosotis_extractions_total{outcome="ok",path="model"} 1.0',
        'myosotis_extractions_total{outcome="timeout",path="model"} 2.0',
        'myosotis_extractions_total{outcome="over_budget",path="model"} 0.0',
        'myosotis_summaries_total{outcome="ok",path="local"} 1.0',
        'myosotis_summaries_total{outcome="ok",path="model"} 1.0',
        'myosotis_summaries_total{outcome="bad_answer",path="model"} 1.0',
        'myosotis_summaries_total{outcome="timeout",path="model"} 0.0',
        'myosotis_statements_total{outcome="kept"} 5.0',
        'myosotis_statements_total{outcome="rejected"} 1.0',
        "myosotis_unread_users 7.0",
    ):
        assert line in lines


def test_labels_are_paths_and_outcomes_only() -> None:
    endpoint = Metrics().serve(0, "127.0.0.1")
    try:
        labels = set(re.findall(r'(\w+)="', scrape(endpoint.port)))
    finally:
        endpoint.close()
    assert labels == {"path", "outcome"}


def test_servers_count_apart_and_close_for_good() -> None:
    one, other = Metrics(), Metrics()
    one.unread_users(1)
    endpoint = other.serve(0, "127.0.0.1")
    assert "myosotis_unread_users 0.0" in scrape(endpoint.port)
    endpoint.close()
    with pytest.raises(OSError, match="refused"):
        scrape(endpoint.port)
