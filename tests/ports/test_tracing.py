"""Traces are told to a collector, and only where they are asked for."""

from __future__ import annotations

import gzip
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from myosotis_server.memory.errors import TracingMissing
from myosotis_server.memory.stages import Span
from myosotis_server.telemetry.tracing import CLOSING_SECONDS, Tracing
from running.server import free_port

METHOD = "/myosotis.v1.MemoryService/Recall"
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Collector:
    """Takes OTLP over HTTP; `spans` are what it was sent, `paths` where to."""

    def __init__(self) -> None:
        messages: Any = pytest.importorskip(
            "opentelemetry.proto.collector.trace.v1.trace_service_pb2"
        )
        self.spans: list[Any] = []
        self.paths: list[str] = []
        self.service = ""
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                for each in messages.ExportTraceServiceRequest.FromString(body).resource_spans:
                    named = {one.key: one.value.string_value for one in each.resource.attributes}
                    collector.service = named["service.name"]
                    collector.spans += [span for scope in each.scope_spans for span in scope.spans]
                collector.paths.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


def trace(tracing: Tracing, code: str = "OK", **sent: str) -> str:
    """The id that a call of 10 ms is told under, with a scan of 4 ms in it."""
    now = time.perf_counter()
    spans = [Span("scan", now - 0.006, now - 0.002)]
    return tracing(METHOD, code, now - 0.01, now, spans, lambda: tuple(sent.items()), "r-1")


def attributes(span: Any) -> dict[str, str | int]:
    return {each.key: each.value.string_value or each.value.int_value for each in span.attributes}


def test_a_call_is_a_span_with_its_stages_below(collector: Collector) -> None:
    tracing = Tracing(collector.endpoint, 1.0)
    trace_id = trace(tracing)
    tracing.close()
    below, call = sorted(collector.spans, key=lambda span: span.name, reverse=True)
    assert (call.name, below.name) == ("myosotis.v1.MemoryService/Recall", "scan")
    assert call.trace_id.hex() == below.trace_id.hex() == trace_id
    assert below.parent_span_id == call.span_id
    assert call.parent_span_id == b""
    assert call.end_time_unix_nano - call.start_time_unix_nano == pytest.approx(10e6, rel=0.01)
    assert below.end_time_unix_nano - below.start_time_unix_nano == pytest.approx(4e6, rel=0.01)
    assert abs(call.end_time_unix_nano / 1e9 - time.time()) < 60
    assert attributes(call) == {
        "rpc.system": "grpc",
        "rpc.service": "myosotis.v1.MemoryService",
        "rpc.method": "Recall",
        "rpc.grpc.status_code": 0,
        "myosotis.request_id": "r-1",
    }
    assert attributes(below) == {}
    assert collector.service == "myosotis"
    assert set(collector.paths) == {"/v1/traces"}


def test_a_trace_that_comes_with_the_call_goes_on(collector: Collector) -> None:
    tracing = Tracing(f"{collector.endpoint}/own/path", 0.0)
    assert trace(tracing, traceparent=f"00-{TRACE}-{PARENT}-01") == TRACE
    assert trace(tracing, traceparent=f"00-{TRACE}-{PARENT}-00") == ""
    assert trace(tracing, traceparent="nonsense") == ""
    assert trace(tracing) == ""
    tracing.close()
    [call] = [span for span in collector.spans if span.name != "scan"]
    assert call.trace_id.hex() == TRACE
    assert call.parent_span_id.hex() == PARENT
    assert set(collector.paths) == {"/own/path"}


@pytest.mark.parametrize(("code", "is_error"), [("INTERNAL", True), ("NOT_FOUND", False)])
def test_only_failures_of_the_server_are_errors(
    collector: Collector, code: str, is_error: bool
) -> None:
    tracing = Tracing(collector.endpoint, 1.0)
    trace(tracing, code)
    tracing.close()
    [call] = [span for span in collector.spans if span.name != "scan"]
    assert call.status.code == (2 if is_error else 0)


def test_a_collector_that_is_away_holds_up_nobody() -> None:
    pytest.importorskip("opentelemetry.sdk")
    tracing = Tracing(f"http://127.0.0.1:{free_port()}", 1.0)
    for _ in range(1_000):
        trace(tracing)
    began = time.monotonic()
    tracing.close()
    assert time.monotonic() - began < CLOSING_SECONDS + 2
    assert not [each for each in threading.enumerate() if each.name == "traces-closing"]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(TracingMissing, match=r"pip install 'myosotis\[otlp\]'"):
        Tracing("http://127.0.0.1:4318", 1.0)
