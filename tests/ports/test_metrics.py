"""Metrics are served, and tell of nobody."""

import http.client
import re
import socket
import urllib.request

import pytest

from myosotis_server.telemetry.metrics import Metrics


def asked(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    """Status and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


BOUNDED = {
    *("service", "method", "code", "stage", "reason"),
    *("path", "outcome", "action", "le", "version", "model"),
}
"""Labels whose values are of the contract, of this program or of how it was set up."""


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


def test_labels_are_of_the_contract_and_of_outcomes_only() -> None:
    endpoint = Metrics().serve(0, "127.0.0.1")
    try:
        labels = set(re.findall(r'(\w+)="', scrape(endpoint.port)))
    finally:
        endpoint.close()
    assert labels <= BOUNDED


def test_calls_are_counted_by_method_code_and_stage() -> None:
    metrics = Metrics()
    for code, seconds in (("OK", 0.004), ("OK", 0.04), ("INTERNAL", 3.0)):
        metrics.calls.began()
        metrics.calls.ended("/myosotis.v1.MemoryService/Recall", code, seconds, {"scan": 0.0003})
    metrics.calls.began()
    metrics.calls.failed("RATE_LIMITED")
    endpoint = metrics.serve(0, "127.0.0.1")
    try:
        lines = scrape(endpoint.port).splitlines()
    finally:
        endpoint.close()
    recall = 'method="Recall",service="MemoryService"'
    for line in (
        f'myosotis_rpc_seconds_count{{code="OK",{recall}}} 2.0',
        f'myosotis_rpc_seconds_bucket{{code="OK",le="0.005",{recall}}} 1.0',
        f'myosotis_rpc_seconds_count{{code="INTERNAL",{recall}}} 1.0',
        'myosotis_rpc_stage_seconds_count{method="Recall",stage="scan"} 3.0',
        'myosotis_rpc_failures_total{reason="RATE_LIMITED"} 1.0',
        "myosotis_rpc_running 1.0",
    ):
        assert line in lines


def test_a_reading_that_fails_is_left_out_of_the_others() -> None:
    metrics = Metrics()

    def fails() -> float:
        raise OSError("closed")

    metrics.follow({"views": lambda: 3, "store_bytes": fails})
    endpoint = metrics.serve(0, "127.0.0.1")
    try:
        text = scrape(endpoint.port)
    finally:
        endpoint.close()
    assert "myosotis_views 3.0" in text
    assert "myosotis_store_bytes" not in text
    with pytest.raises(ValueError, match="no_such"):
        metrics.follow({"no_such": lambda: 1})


@pytest.mark.parametrize(("serving", "status"), [(True, 200), (False, 503)])
def test_healthz_tells_what_health_checks_are_told(serving: bool, status: int) -> None:
    endpoint = Metrics().serve(0, "127.0.0.1", lambda: serving)
    try:
        for method in ("GET", "HEAD"):
            assert asked(endpoint.port, "/healthz", method)[0] == status
        assert asked(endpoint.port, "/healthz?verbose")[0] == status
        assert asked(endpoint.port, "/")[0] == 404
        assert asked(endpoint.port, "/metrics", "POST")[0] == 501
    finally:
        endpoint.close()


def test_whoever_connects_and_says_nothing_holds_up_nobody() -> None:
    endpoint = Metrics().serve(0, "127.0.0.1")
    try:
        with socket.create_connection(("127.0.0.1", endpoint.port)):
            assert asked(endpoint.port, "/healthz")[0] == 200
    finally:
        endpoint.close()


def test_servers_count_apart_and_close_for_good() -> None:
    one, other = Metrics(), Metrics()
    one.unread_users(1)
    endpoint = other.serve(0, "127.0.0.1")
    assert "myosotis_unread_users 0.0" in scrape(endpoint.port)
    endpoint.close()
    with pytest.raises(OSError, match="refused"):
        scrape(endpoint.port)
