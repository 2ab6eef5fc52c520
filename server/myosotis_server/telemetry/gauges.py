"""What is not counted but looked at, whenever metrics are asked for."""

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

GAUGES: Mapping[str, str] = {
    "embed_waiting_texts": "Texts that wait for the model",
    "query_cache_entries": "Questions whose vectors are known",
    "views": "Users whose views are in RAM",
    "view_bytes": "RAM that views take",
    "view_budget_bytes": "RAM that views may take",
    "store_users": "Users that the store has",
    "store_memories": "Memories that the store has, ended ones too",
    "store_bytes": "What the store takes on disk",
    "store_used_bytes": "Of the largest size of the store, what is in use or free within",
    "store_map_bytes": "The largest size of the store",
    "store_waiting_writes": "Writes that wait for the thread that commits",
    "unread_oldest_seconds": "How long turns of some user have waited to be read",
}
"""Names, without the prefix, and what they say."""


class Gauges(Collector):
    """Reads in the thread of whoever asks."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._readings: dict[str, Callable[[], float]] = {}
        registry.register(self)

    def follow(self, readings: Mapping[str, Callable[[], float]]) -> None:
        """Each under one of the names of GAUGES; one that raises is left out of that answer."""
        unknown = readings.keys() - GAUGES.keys()
        if unknown:
            raise ValueError(f"no such gauge: {', '.join(sorted(unknown))}")
        self._readings |= readings

    def collect(self) -> Iterable[Metric]:
        for name, read in list(self._readings.items()):
            try:
                value = float(read())
            except Exception:  # as of a store that is being closed
                continue
            yield GaugeMetricFamily(f"myosotis_{name}", GAUGES[name], value)
