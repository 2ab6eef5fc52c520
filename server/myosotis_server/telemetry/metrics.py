"""What is counted, for Prometheus. No label comes from content or tells of users.

Names, labels and meanings are a table in docs/operating.md, which a test holds to what is here.
"""

from collections.abc import Callable, Mapping
from typing import get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

from myosotis_server.memory.language_model import FailureReason
from myosotis_server.memory.meter import ViewOpened, WriteFailed
from myosotis_server.memory.values import ChangeAction
from myosotis_server.telemetry.calls import CallMetrics
from myosotis_server.telemetry.gauges import Gauges
from myosotis_server.telemetry.side_port import Endpoint, serve_side_port

LOCAL, MODEL = "local", "model"
OK = "ok"
KEPT, REJECTED, PASSED_OVER = "kept", "rejected", "passed_over"
UPKEEP = ("reviewed", "promoted", "summarised", "decayed", "expired", "removed")
"""As `Upkeep` counts."""

# When a series began is told by none that anybody looks at.
disable_created_metrics()  # type: ignore[no-untyped-call]

COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
LONG_SECONDS = (0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200)


class Metrics:
    """All that one server counts, on a registry of its own. Thread-safe.

    It is the `Meter` and the `Tally` of everything inside, and holds the `CallMetrics`.
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.calls = CallMetrics(registry)
        self._gauges = Gauges(registry)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"myosotis_{name}", text, labels, registry=registry)

        def histogram(
            name: str, text: str, *labels: str, buckets: tuple[float, ...] = SECONDS
        ) -> Histogram:
            return Histogram(f"myosotis_{name}", text, labels, buckets=buckets, registry=registry)

        self._extractions = counter(
            "extractions",
            "Batches of turns read, by who read them and how it went",
            "path",
            "outcome",
        )
        self._summaries = counter(
            "summaries", "Sessions summed up, by who did and how it went", "path", "outcome"
        )
        self._statements = counter(
            "statements",
            "Clauses of turns: kept, rejected for the private data in them, or not worth keeping",
            "outcome",
        )
        self._model_seconds = histogram(
            "language_model_seconds",
            "What the language model took to answer or fail",
            buckets=LONG_SECONDS,
        )
        self._unread_users = Gauge(
            "myosotis_unread_users",
            "Users with turns that are still to be read",
            registry=registry,
        )
        self._lag = histogram(
            "unread_lag_seconds",
            "From when turns of a user began to wait until all were read and remembered",
            buckets=LONG_SECONDS,
        )
        self._batch_texts = histogram(
            "embed_batch_texts", "Texts that went through the model together", buckets=COUNTS
        )
        self._batch_tokens = histogram(
            "embed_batch_tokens", "Tokens that went through the model together", buckets=COUNTS
        )
        self._batch_seconds = histogram("embed_batch_seconds", "What a batch took in the model")
        self._batch_wait = histogram(
            "embed_wait_seconds", "What the first text of a batch waited for the model"
        )
        self._query_cache = counter(
            "query_cache_lookups", "Questions whose vector was known or not", "outcome"
        )
        self._view_opens = counter(
            "view_opens", "Views of users opened, by what it took to have them", "outcome"
        )
        self._view_seconds = histogram(
            "view_build_seconds", "What it took to build a view that was not in RAM"
        )
        self._evictions = counter("view_evictions", "Views dropped for want of room")
        self._group = histogram(
            "store_group_writes", "Writes that became durable together", buckets=COUNTS
        )
        self._commit_seconds = histogram(
            "store_commit_seconds", "What a transaction of the store took"
        )
        self._sync_seconds = histogram(
            "store_sync_seconds", "Of a transaction, what it took to make it durable"
        )
        self._write_failures = counter(
            "store_write_failures", "Transactions that could not be committed", "reason"
        )
        self._changes = counter("memory_changes", "What happened to memories", "action")
        self._forgotten = counter("forgotten_memories", "Memories forgotten on request")
        self._erased = counter("erased_users", "Users erased on request")
        self._upkeep = counter("upkeep_memories", "What upkeep did to memories", "outcome")
        self._start_at_zero()

    def _start_at_zero(self) -> None:
        """Whatever can be counted is there from the start, so that a first failure is a rise."""
        for counter in (self._extractions, self._summaries):
            counter.labels(LOCAL, OK)
            for outcome in (OK, *get_args(FailureReason)):
                counter.labels(MODEL, outcome)
        for outcome in (KEPT, REJECTED, PASSED_OVER):
            self._statements.labels(outcome)
        for reason in get_args(WriteFailed):
            self._write_failures.labels(reason)
        for outcome in UPKEEP:
            self._upkeep.labels(outcome)
        self._known = {
            known: self._query_cache.labels("hit" if known else "miss") for known in (True, False)
        }
        self._opened = {how: self._view_opens.labels(how) for how in get_args(ViewOpened)}
        self._acted = {
            action: self._changes.labels(action.name.lower())
            for action in ChangeAction
            if action is not ChangeAction.UNSPECIFIED
        }

    # The `Tally` of the service.

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

    def asked_model(self, seconds: float) -> None:
        self._model_seconds.observe(seconds)

    def statements(self, kept: int = 0, rejected: int = 0, passed_over: int = 0) -> None:
        """Counts statements, each 0 or more."""
        self._statements.labels(KEPT).inc(kept)
        self._statements.labels(REJECTED).inc(rejected)
        self._statements.labels(PASSED_OVER).inc(passed_over)

    def unread_users(self, count: int) -> None:
        """Sets how many users have turns that are still to be read."""
        self._unread_users.set(count)

    def caught_up(self, seconds: float) -> None:
        """All turns of a user were read, the first of which waited so long."""
        self._lag.observe(seconds)

    # The `Meter` of service and adapters.

    def embedded(self, texts: int, tokens: int, waited: float, seconds: float) -> None:
        self._batch_texts.observe(texts)
        self._batch_tokens.observe(tokens)
        self._batch_wait.observe(waited)
        self._batch_seconds.observe(seconds)

    def looked_up_query(self, known: bool) -> None:
        self._known[known].inc()

    def opened_view(self, how: ViewOpened, seconds: float) -> None:
        self._opened[how].inc()
        if how == "built":
            self._view_seconds.observe(seconds)

    def evicted_views(self, count: int) -> None:
        self._evictions.inc(count)

    def committed(self, writes: int, seconds: float, sync_seconds: float) -> None:
        self._group.observe(writes)
        self._commit_seconds.observe(seconds)
        self._sync_seconds.observe(sync_seconds)

    def failed_write(self, why: WriteFailed) -> None:
        self._write_failures.labels(why).inc()

    def changed(self, actions: Mapping[ChangeAction, int]) -> None:
        for action, count in actions.items():
            if action in self._acted:
                self._acted[action].inc(count)

    def forgot(self, memories: int, whole_user: bool) -> None:
        self._forgotten.inc(memories)
        self._erased.inc(whole_user)

    def looked_after(self, outcomes: Mapping[str, int]) -> None:
        for outcome in UPKEEP:
            self._upkeep.labels(outcome).inc(outcomes.get(outcome, 0))

    # What whoever starts the server does with it.

    def follow(self, readings: Mapping[str, Callable[[], float]]) -> None:
        """Reads these whenever metrics are asked for; see `Gauges.follow`."""
        self._gauges.follow(readings)

    def describe(self, version: str, model: str) -> None:
        """Tells what runs here, as labels of a gauge that is always 1."""
        about = Gauge(
            "myosotis_build_info",
            "1; its labels say what runs here",
            ["version", "model"],
            registry=self.registry,
        )
        about.labels(version, model).set(1)

    def serve(
        self, port: int, host: str, is_serving: Callable[[], bool] = lambda: True
    ) -> Endpoint:
        """Serves /metrics and /healthz on `host`:`port` until closed; port 0 picks one.

        Raises OSError if it cannot listen there.
        """
        return serve_side_port(self.registry, port, host, is_serving)
