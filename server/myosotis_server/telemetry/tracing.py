"""Traces: one span per call and one per stage of it, sent by OTLP over HTTP.

A span is made when its call has ended, from times that were taken anyhow: what is not traced costs
nothing, and what is costs nothing while it runs. OpenTelemetry is loaded only where it is asked
for; it belongs to the extra `otlp`.
"""

import time
from collections.abc import Callable, Iterable
from threading import Thread
from urllib.parse import urlsplit, urlunsplit

import grpc

from myosotis import __version__
from myosotis_server.memory.errors import TracingMissing
from myosotis_server.memory.stages import Span

CLOSING_SECONDS = 3.0
"""For which what is left may be sent when the server stops."""
_OF_TRACES = frozenset({"traceparent", "tracestate"})
_AT_FAULT = frozenset(
    {"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"}
)
"""Codes that OpenTelemetry counts as errors of a server; others are its answers."""


class Tracing:
    """Sends traces from a thread of its own, until it is closed.

    A call that comes with a W3C `traceparent` continues that trace, if it is sampled; of the
    others, `share` begin one. Spans tell the method, the code and the request id, and nothing else.
    """

    def __init__(self, endpoint: str, share: float) -> None:
        """Connects to nothing yet. TracingMissing if the extra `otlp` is not installed.

        `endpoint` is where an OpenTelemetry collector listens; /v1/traces is added where it names
        no path. Headers, certificates and the like come from the OTEL_ variables.
        """
        try:
            from opentelemetry import trace
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
            from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
            from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
        except ImportError:
            raise TracingMissing(
                "traces_endpoint is set, but not what it takes to make traces: "
                "pip install 'myosotis[otlp]'"
            ) from None
        self._trace = trace
        self._propagator = TraceContextTextMapPropagator()
        self._exporter: SpanExporter = OTLPSpanExporter(
            _with_path(endpoint), timeout=CLOSING_SECONDS
        )
        self._provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(share)),
            resource=Resource.create({"service.name": "myosotis", "service.version": __version__}),
            shutdown_on_exit=False,
        )
        self._processor = BatchSpanProcessor(self._exporter)
        self._provider.add_span_processor(self._processor)
        self._tracer = self._provider.get_tracer("myosotis", __version__)

    def __call__(
        self,
        method: str,
        code: str,
        start: float,
        end: float,
        spans: Iterable[Span],
        metadata: Callable[[], Iterable[tuple[str, str | bytes]]],
        request_id: str,
    ) -> str:
        """See `Tracer`."""
        sent = {key: str(value) for key, value in metadata() or () if key in _OF_TRACES}
        service, name = method.strip("/").split("/")
        # From the clock that only counts to that of the calendar.
        offset = time.time() - time.perf_counter()
        root = self._tracer.start_span(
            f"{service}/{name}",
            self._propagator.extract(sent) if sent else None,
            self._trace.SpanKind.SERVER,
            {
                "rpc.system": "grpc",
                "rpc.service": service,
                "rpc.method": name,
                "rpc.grpc.status_code": grpc.StatusCode[code].value[0],
                "myosotis.request_id": request_id,
            },
            start_time=_nanoseconds(start + offset),
        )
        context = root.get_span_context()
        if root.is_recording():
            if code in _AT_FAULT:
                root.set_status(self._trace.StatusCode.ERROR)
            within = self._trace.set_span_in_context(root)
            for each in spans:
                span = self._tracer.start_span(
                    each.stage, within, start_time=_nanoseconds(each.start + offset)
                )
                span.end(_nanoseconds(each.end + offset))
        root.end(_nanoseconds(end + offset))
        return f"{context.trace_id:032x}" if context.trace_flags.sampled else ""

    def close(self) -> None:
        """Sends what is left, as far as somebody takes it in time."""
        closing = Thread(target=self._provider.shutdown, name="traces-closing", daemon=True)
        closing.start()
        closing.join(CLOSING_SECONDS)
        if closing.is_alive():
            self._exporter.shutdown()  # else it goes on trying, after its server is gone
            closing.join(CLOSING_SECONDS)


def _with_path(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    if parts.path.strip("/"):
        return endpoint
    return urlunsplit(parts._replace(path="/v1/traces"))


def _nanoseconds(seconds: float) -> int:
    return int(1e9 * seconds)
