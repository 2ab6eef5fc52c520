"""What is counted, for Prometheus. No label comes from content or tells of users."""

from dataclasses import dataclass
from threading import Thread
from typing import get_args
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server

from myosotis_server.memory.language_model import FailureReason

LOCAL, MODEL = "local", "model"
OK = "ok"
KEPT, REJECTED = "kept", "rejected"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where metrics are served, until it is closed."""

    port: int
    _server: WSGIServer
    _thread: Thread

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Metrics:
    """The counters and gauges of one server, on a registry of their own. Thread-safe."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._extractions = Counter(
            "myosotis_extractions",
            "Batches of turns read, by who read them and how that went",
            ["path", "outcome"],
            registry=self._registry,
        )
        self._summaries = Counter(
            "myosotis_summaries",
            "Sessions summed up, by who summed them up and how that went",
            ["path", "outcome"],
            registry=self._registry,
        )
        self._statements = Counter(
            "myosotis_statements",
            "Statements heard, by whether the privacy filter let them be kept",
            ["outcome"],
            registry=self._registry,
        )
        self._unread_users = Gauge(
            "myosotis_unread_users",
            "Users with turns that are still to be read",
            registry=self._registry,
        )
        # Zero from the start, so that the first failure shows as a rise.
        for counter in (self._extractions, self._summaries):
            counter.labels(LOCAL, OK)
            for outcome in (OK, *get_args(FailureReason)):
                counter.labels(MODEL, outcome)
        for outcome in (KEPT, REJECTED):
            self._statements.labels(outcome)

    def read_locally(self) -> None:
        """Counts a batch of turns that the local path read."""
        self._extractions.labels(LOCAL, OK).inc()

    def read_by_model(self, failure: FailureReason | None = None) -> None:
        """Counts a batch of turns that the language model read, or failed to."""
        self._extractions.labels(MODEL, failure or OK).inc()

    def summarised_locally(self) -> None:
        """Counts a session that was summed up by its own sentences, no model being asked."""
        self._summaries.labels(LOCAL, OK).inc()

    def summarised_by_model(self, failure: FailureReason | None = None) -> None:
        """Counts a session that the language model summed up, or failed to."""
        self._summaries.labels(MODEL, failure or OK).inc()

    def statements(self, kept: int = 0, rejected: int = 0) -> None:
        """Counts statements, each 0 or more."""
        self._statements.labels(KEPT).inc(kept)
        self._statements.labels(REJECTED).inc(rejected)

    def unread_users(self, count: int) -> None:
        """Sets how many users have turns that are still to be read."""
        self._unread_users.set(count)

    def serve(self, port: int, host: str) -> Endpoint:
        """Serves /metrics on `host`:`port` from a thread of its own; port 0 picks one.

        Raises OSError if it cannot listen there.
        """
        server, thread = start_http_server(port, host, registry=self._registry)
        return Endpoint(server.server_port, server, thread)
