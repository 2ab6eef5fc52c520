"""Reads a server's /metrics, and what happened between two readings."""

import http.client
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from prometheus_client.parser import text_string_to_metric_families

_SECONDS = 5.0
_MOST_BYTES = 16 << 20

_SEEN_BY_ALL = frozenset(
    f"myosotis_store_{each}" for each in ("users", "memories", "bytes", "used_bytes", "map_bytes")
)
_START = "process_start_time_seconds"

Labels = frozenset[tuple[str, str]]


class NoMetrics(Exception):
    """Nothing answers there, or not with metrics; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Scrape:
    """Every sample at one moment, by its name and labels; `time` is of `time.monotonic`."""

    time: float = 0.0
    samples: Mapping[str, Mapping[Labels, float]] = field(default_factory=dict)

    def matching(self, name: str, **wanted: str) -> Iterator[tuple[dict[str, str], float]]:
        """Samples called `name` that have at least these labels."""
        for labels, value in self.samples.get(name, {}).items():
            if wanted.items() <= labels:
                yield dict(labels), value

    def sum(self, name: str, **wanted: str) -> float:
        """Of those that match; 0 where there is none."""
        return sum(value for _, value in self.matching(name, **wanted))

    def values_of(self, name: str, label: str) -> list[str]:
        """Of one label, in order."""
        return sorted({labels[label] for labels, _ in self.matching(name) if label in labels})


def together(scrapes: Sequence[Scrape]) -> Scrape:
    """Of several servers over one store: sums, but for what the store has, which all see."""
    if len(scrapes) == 1:
        return scrapes[0]
    samples: dict[str, dict[Labels, float]] = {}
    for each in scrapes:
        for name, values in each.samples.items():
            found = samples.setdefault(name, {})
            for labels, value in values.items():
                if name in _SEEN_BY_ALL:
                    found[labels] = max(value, found.get(labels, value))
                elif name == _START:
                    found[labels] = min(value, found.get(labels, value))
                else:
                    found[labels] = value + found.get(labels, 0.0)
    return Scrape(max(each.time for each in scrapes), samples)


NOTHING_YET = Scrape()
"""Since when a server's first reading counts: its start."""


@dataclass(frozen=True, slots=True)
class Between:
    """What happened from `before` to `after`."""

    before: Scrape
    after: Scrape

    @property
    def seconds(self) -> float:
        """How long that was; from the server's start if there is no reading before."""
        if self.before is not NOTHING_YET:
            return max(1e-9, self.after.time - self.before.time)
        started = self.after.sum(_START)
        return max(1e-9, time.time() - started) if started else 1.0

    def count(self, name: str, **wanted: str) -> float:
        """By how much it rose, or since when the server started again meanwhile."""
        before, after = self.before.sum(name, **wanted), self.after.sum(name, **wanted)
        return after - before if after >= before else after

    def rate(self, name: str, **wanted: str) -> float:
        """Per second."""
        return self.count(name, **wanted) / self.seconds

    def mean(self, name: str, **wanted: str) -> float | None:
        """Of a histogram; None where nothing was observed."""
        count = self.count(f"{name}_count", **wanted)
        return self.count(f"{name}_sum", **wanted) / count if count else None

    def quantile(self, share: float, name: str, **wanted: str) -> float | None:
        """Below which `share` of what a histogram observed lies, as Prometheus estimates it.

        None where nothing was observed; the last bound where it lies beyond.
        """
        bounds = sorted(
            (float(bound), bound) for bound in self.after.values_of(f"{name}_bucket", "le")
        )
        counts = [self.count(f"{name}_bucket", **wanted, le=text) for _, text in bounds]
        if not counts or not counts[-1]:
            return None
        rank = share * counts[-1]
        low, below = 0.0, 0.0
        for (high, _), count in zip(bounds, counts, strict=True):
            if count >= rank and count > below:
                if high == float("inf"):
                    return low
                return low + (high - low) * (rank - below) / (count - below)
            low, below = high, count
        return low


def scrape(address: str) -> Scrape:
    """What the side port at `address`, host:port, tells. Raises NoMetrics."""
    host, _, port = address.rpartition(":")
    try:
        connection = http.client.HTTPConnection(host.strip("[]"), int(port), timeout=_SECONDS)
        try:
            connection.request("GET", "/metrics")
            answer = connection.getresponse()
            text = answer.read(_MOST_BYTES).decode()
        finally:
            connection.close()
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NoMetrics(
            f"no metrics at {address} ({type(error).__name__}): start the server with "
            "MYOSOTIS_METRICS_ADDRESS, and give the same address here"
        ) from None
    if answer.status != 200 or "myosotis_" not in text:
        raise NoMetrics(f"what answers at {address} is no myosotis server")
    samples: dict[str, dict[Labels, float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            samples.setdefault(sample.name, {})[frozenset(sample.labels.items())] = sample.value
    return Scrape(time.monotonic(), samples)
