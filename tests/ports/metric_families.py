"""Every metric that there is: what /metrics would tell of a server in which everything happened."""

from dataclasses import dataclass

from prometheus_client import Metric

from myosotis_server.telemetry.gauges import GAUGES
from myosotis_server.telemetry.metrics import Metrics

METHOD = "/myosotis.v1.MemoryService/Recall"


@dataclass(frozen=True, slots=True)
class Family:
    """`samples` are the names under which its values can be asked for."""

    name: str
    kind: str
    labels: tuple[str, ...]
    text: str
    samples: frozenset[str]


def touched() -> Metrics:
    """Metrics in which each family has a sample."""
    metrics = Metrics()
    metrics.describe("1.0", "a model")
    metrics.follow(dict.fromkeys(GAUGES, float))
    metrics.calls.began()
    metrics.calls.ended(METHOD, "OK", 0.01, {"scan": 0.001})
    metrics.calls.failed("INVALID_FIELDS")
    return metrics


def families() -> list[Family]:
    """Of Myosotis alone, in order, without what the process tells of itself."""
    found = [_family(each) for each in touched().registry.collect()]
    return sorted(
        (each for each in found if each.name.startswith("myosotis_")), key=lambda each: each.name
    )


def _family(metric: Metric) -> Family:
    samples = [each for each in metric.samples if not each.name.endswith("_created")]
    labels = {label for each in samples for label in each.labels if label != "le"}
    name = f"{metric.name}_total" if metric.type == "counter" else metric.name
    ordered = tuple(sorted(labels))
    names = frozenset(each.name for each in samples)
    return Family(name, metric.type, ordered, metric.documentation, names)


def row(family: Family) -> str:
    """How docs/operating.md has it."""
    labels = ", ".join(f"`{label}`" for label in family.labels)
    return f"| `{family.name}` | {family.kind} | {labels} | {family.text} |"
