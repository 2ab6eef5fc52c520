"""Calls as Prometheus counts them: how long they take, in which stages, and why they fail."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from myosotis_server.memory.stages import Stage

CALL_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
STAGE_SECONDS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)


class CallMetrics:
    """One per server. Thread-safe.

    There are as many series as methods and codes of the contract, whoever calls: labels are never
    taken from what is sent, and a method that there is not is not counted.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self._seconds = Histogram(
            "myosotis_rpc_seconds",
            "What calls took, by how they ended",
            ["service", "method", "code"],
            buckets=CALL_SECONDS,
            registry=registry,
        )
        self._stage_seconds = Histogram(
            "myosotis_rpc_stage_seconds",
            "Of calls other than streams, what each stage took",
            ["method", "stage"],
            buckets=STAGE_SECONDS,
            registry=registry,
        )
        self._running = Gauge("myosotis_rpc_running", "Calls that go on", registry=registry)
        self._failures = Counter(
            "myosotis_rpc_failures",
            "Calls refused or failed, by the reason in their ErrorInfo",
            ["reason"],
            registry=registry,
        )
        self._slow = Counter(
            "myosotis_slow_calls", "Calls that the slow-call log tells of", registry=registry
        )
        # To find a label's series takes longer than to count in it.
        self._calls_of: dict[tuple[str, str], Histogram] = {}
        self._stages_of: dict[tuple[str, Stage], Histogram] = {}

    def began(self) -> None:
        self._running.inc()

    def ended(
        self, method: str, code: str, seconds: float, stages: Mapping[Stage, float] | None
    ) -> None:
        """A call of `method`, such as /myosotis.v1.MemoryService/Recall, ended with `code`."""
        self._running.dec()
        of_call = self._calls_of.get((method, code))
        if of_call is None:
            service, name = method.strip("/").split("/")
            of_call = self._seconds.labels(service.rsplit(".", 1)[-1], name, code)
            self._calls_of[method, code] = of_call
        of_call.observe(seconds)
        for stage, taken in (stages or {}).items():
            of_stage = self._stages_of.get((method, stage))
            if of_stage is None:
                of_stage = self._stage_seconds.labels(method.rsplit("/", 1)[-1], stage)
                self._stages_of[method, stage] = of_stage
            of_stage.observe(taken)

    def failed(self, reason: str) -> None:
        """A call failed for `reason`, one of those of the contract."""
        self._failures.labels(reason).inc()

    def was_slow(self) -> None:
        self._slow.inc()
