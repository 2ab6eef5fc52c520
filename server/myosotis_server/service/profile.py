"""GetProfile: what is known of the user, by what it is about."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.ports import Clock, Store, View, Views
from myosotis_server.memory.scoring import by_worth
from myosotis_server.memory.topics import MOST, clusters, likeness_of
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryFilter,
    MemoryKind,
    Owner,
)
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.paging import fitting
from myosotis_server.service.seen import seen
from myosotis_server.understanding.profile_sentences import profile_summary
from myosotis_server.understanding.topic_labels import label_of, word_likeness

OF_EACH_KIND = 50
MOST_TOPICS = 12
LEAST_OF_TOPIC = 3

_SAID = MemoryFilter(kinds=frozenset(MemoryKind) - {MemoryKind.UNSPECIFIED, MemoryKind.SUMMARY})


@dataclass(frozen=True, slots=True)
class Topic:
    """What several memories are about; `label` is of one to three of their words."""

    label: str
    memory_ids: Sequence[str]
    last_time: Instant


@dataclass(frozen=True, slots=True)
class Profile:
    """The most important of each kind first; the largest topics first."""

    facts: Sequence[Memory] = ()
    preferences: Sequence[Memory] = ()
    habits: Sequence[Memory] = ()
    values: Sequence[Memory] = ()
    topics: Sequence[Topic] = ()
    summary: str = ""


class GetProfile:
    def __init__(self, store: Store, views: Views, lanes: Lanes, clock: Clock) -> None:
        self._store = store
        self._views = views
        self._lanes = lanes
        self._clock = clock

    async def __call__(self, owner: Owner, clearance: Clearance = FULL) -> Profile:
        """Empty for a user of whom nothing is known."""
        return await self._lanes.call(lambda: self._profile(owner, clearance))

    def _profile(self, owner: Owner, clearance: Clearance) -> Profile:
        store = seen(self._store, clearance)
        now = self._clock.now()
        with self._views.open(owner) as view:
            if view is None:
                return Profile()
            ids = [
                view.memory_ids(_best(view, kind, now, clearance))
                for kind in (
                    MemoryKind.FACT,
                    MemoryKind.PREFERENCE,
                    MemoryKind.HABIT,
                    MemoryKind.VALUE,
                )
            ]
            recent = _latest(view, now, clearance)
            recent_ids, vectors = view.memory_ids(recent), view.vectors(recent)
        found = ([each for each in store.memories(owner, some) if each is not None] for some in ids)
        facts, preferences, habits, values = (some[: fitting(some, len(ids))] for some in found)
        stored = zip(store.memories(owner, recent_ids), vectors, strict=True)
        there = [(memory, vector) for memory, vector in stored if memory is not None]
        topics = _topics(there)
        known = [*facts, *preferences, *habits, *values]
        language = _most_common([memory.language for memory in known])
        labels = [topic.label for topic in topics[:3]]
        summary = profile_summary(facts, preferences, habits, values, labels, language)
        return Profile(facts, preferences, habits, values, topics, summary)


def _best(view: View, kind: MemoryKind, now: Instant, clearance: Clearance) -> NDArray[np.int64]:
    mask = view.select(MemoryFilter(kinds=frozenset({kind})), now, None)
    slots = np.flatnonzero(clearance.within(mask, view.columns))
    return slots[by_worth(view.columns.take(slots), OF_EACH_KIND)]


def _latest(view: View, now: Instant, clearance: Clearance) -> NDArray[np.int64]:
    """What was said last, as much as is looked at for topics; in an order of its own."""
    mask = view.select(_SAID, now, None)
    slots = np.flatnonzero(clearance.within(mask, view.columns))
    columns = view.columns[slots]
    newest = np.lexsort((columns["memory_id"], -columns["update_time"]))[:MOST]
    return slots[newest]


def _topics(known: Sequence[tuple[Memory, NDArray[np.float32]]]) -> list[Topic]:
    """The topics of `known` memories with their vectors, the largest first."""
    if len(known) < LEAST_OF_TOPIC:
        return []
    texts = [memory.content for memory, _ in known]
    languages = [memory.language for memory, _ in known]
    vectors = np.stack([vector for _, vector in known])
    likeness = likeness_of(vectors, languages, word_likeness(texts))
    topics = []
    for members in clusters(likeness, minimum=LEAST_OF_TOPIC)[:MOST_TOPICS]:
        inside = set(members.tolist())
        background = [text for place, text in enumerate(texts) if place not in inside]
        label = label_of(
            [texts[place] for place in members],
            background,
            _most_common([languages[place] for place in members]),
            shared_by=2,
        )
        if label:
            memories = [known[place][0] for place in members]
            topics.append(
                Topic(
                    label,
                    [memory.memory_id for memory in memories],
                    max(memory.update_time for memory in memories),
                )
            )
    return topics


def _most_common(languages: Sequence[str]) -> str:
    counts = Counter(each for each in languages if each in ("zh", "en"))
    return max(counts, key=lambda each: (counts[each], each), default="en")
