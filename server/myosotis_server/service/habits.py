"""Concludes habits from dated events: what was done on the same days again and again."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from zoneinfo import ZoneInfo

import numpy as np

from myosotis_server.memory.graph import Edge, Node, NodeType
from myosotis_server.memory.habits import LONG, regularity
from myosotis_server.memory.ports import Clock, Store, UserHead, Views
from myosotis_server.memory.reading import NOTHING_READ
from myosotis_server.memory.repetition import superseded
from myosotis_server.memory.values import (
    DAY,
    MOST_SOURCES,
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryFilter,
    MemoryKind,
    MemoryOrigin,
    MemoryTier,
    Owner,
    ReconcileMode,
    Statement,
)
from myosotis_server.service.commit import Plan
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.hearing import Told
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.learning import Learning
from myosotis_server.service.traces import DISTILLED_FROM
from myosotis_server.understanding.activities import Group, grouped
from myosotis_server.understanding.activities_days import happened_at
from myosotis_server.understanding.deeds import practices_in
from myosotis_server.understanding.habit_sentences import habit_sentence, tells_rhythm
from myosotis_server.understanding.importance import BANDS

MOST_TOLD = 400
"""Memories of a user, the latest, that are looked at."""
MOST_NOTED = 10_000
"""Users of whom it is known what was looked at last."""
LEAST_TOLD = 3
"""Times that something must have been told of; see memory.habits for the evidence it takes."""
SAME_HABIT = 0.6
"""Likeness of a habit that the user told to one that was concluded, from which they are one."""
IMPORTANCE = BANDS[MemoryKind.HABIT][1]
"""What somebody is seen to do week after week says more of them than what they did once."""
CONFIDENCE = 0.9
"""It fits better than 99 % of days drawn by lot, but was not said: see memory.habits.BY_CHANCE."""
ACTIVITY = "activity"
"""The key in a habit's metadata of what is done."""
_MOST_EVIDENCE = 64

_STATES = 100
_TOLD = MemoryFilter(kinds=frozenset(MemoryKind) - {MemoryKind.UNSPECIFIED, MemoryKind.SUMMARY})
_HABITS = MemoryFilter(kinds=frozenset({MemoryKind.HABIT}))


_Seen = tuple[int, int, int]
"""How many memories, when the last of them was said, and the day."""


@dataclass(frozen=True, slots=True)
class _Habit:
    """A habit found: the sentence that tells it, what is done, and the events that show it."""

    sentence: str
    activity: str
    evidence: Sequence[Memory]


class Habits:
    def __init__(
        self,
        store: Store,
        views: Views,
        lanes: Lanes,
        learning: Learning,
        embedding: EmbedQueue,
        clock: Clock,
    ) -> None:
        self._store = store
        self._views = views
        self._lanes = lanes
        self._learning = learning
        self._embedding = embedding
        self._clock = clock
        self._looked_at: OrderedDict[Owner, _Seen] = OrderedDict()
        """What was there when nothing could be concluded, so that it is read once a day at most."""

    async def __call__(self, owner: Owner) -> int:
        """Concludes what can be concluded by now; how many habits are new or other than before.

        A habit that now has another rhythm takes the place of the one concluded earlier. One that
        is no longer kept up fades like whatever is not spoken of.
        """
        found = await self._lanes.call(lambda: self._found(owner))
        changed = 0
        for habit in found:
            vector = (await self._embedding.passages([habit.sentence]))[0]
            plan = partial(self._plan, owner, habit, vector)
            outcome = await self._learning.commit(owner, plan, None, create=False)
            changed += bool(outcome.changes)
        return changed

    def _found(self, owner: Owner) -> list[_Habit]:
        """Habits that are not known already."""
        now = self._clock.now()
        with self._views.open(owner) as view:
            if view is None:
                return []
            slots = np.flatnonzero(view.select(_TOLD, now, None))
            columns = view.columns[slots]
            recent = np.maximum(columns["update_time"], columns["event_time"]) > now - LONG * DAY
            slots, columns = slots[recent], columns[recent]
            latest = np.lexsort((columns["memory_id"], -columns["update_time"]))[:MOST_TOLD]
            slots = slots[np.sort(latest)]
            seen = (len(slots), int(columns["update_time"].max(initial=0)), now // DAY)
            if self._looked_at.get(owner) == seen:
                return []
            ids = view.memory_ids(slots)
            likeness = self._embedding.model.similarity.place(view.cosines(slots, slots))
        stored = self._store.memories(owner, ids)
        kept = [place for place, each in enumerate(stored) if each is not None]
        told = [each for each in stored if each is not None]
        groups = grouped(told, likeness[np.ix_(kept, kept)])
        groups = [group for group in groups if _times_told(group, told) >= LEAST_TOLD]
        if not groups:
            self._note(owner, seen)
            return []
        zone = self._zone(owner)
        known = {each.content for each in self._concluded(owner)}
        members = {place for group in groups for place in group.members}
        said = [
            self._said(owner, each) if place in members else () for place, each in enumerate(told)
        ]
        found = []
        for group in groups:
            rhythm = regularity(happened_at(group, told, zone, now, said), zone, now)
            if rhythm is None:
                continue
            activity = group.activity
            sentence = habit_sentence(activity, rhythm, activity.language)
            if sentence and sentence not in known:
                evidence = [told[place] for place in group.members]
                found.append(_Habit(sentence, activity.key, evidence[-_MOST_EVIDENCE:]))
        if not found:
            self._note(owner, seen)
        return found

    def owners(self) -> list[Owner]:
        """Of whom something is noted."""
        return [*self._looked_at]

    def drop(self, owner: Owner) -> None:
        """Forgets what is noted of a user who was erased."""
        self._looked_at.pop(owner, None)

    def _note(self, owner: Owner, seen: _Seen) -> None:
        self._looked_at[owner] = seen
        self._looked_at.move_to_end(owner)
        if len(self._looked_at) > MOST_NOTED:
            self._looked_at.popitem(last=False)

    def _plan(
        self,
        owner: Owner,
        habit: _Habit,
        vector: Vector,
        head: UserHead,
        vectors: Mapping[str, Vector],
    ) -> Plan:
        """The habit kept, unless its user told it themselves; what was concluded before ends."""
        now = self._clock.now()
        shown_by = self._store.memories(owner, [each.memory_id for each in habit.evidence])
        # What was forgotten meanwhile must not come back with what it showed.
        if None in shown_by or self._is_told(owner, habit.activity, vector):
            return Plan()
        sources = dict.fromkeys(source for each in habit.evidence for source in each.sources)
        statement = Statement(
            habit.sentence,
            kind=MemoryKind.HABIT,
            tier=MemoryTier.SEMANTIC,
            origin=MemoryOrigin.CONSOLIDATED,
            importance=IMPORTANCE,
            confidence=CONFIDENCE,
            sensitivity=max(each.sensitivity for each in habit.evidence),
            metadata={ACTIVITY: habit.activity},
            sources=tuple(sources)[-MOST_SOURCES:],
        )
        told = Told(statement, NOTHING_READ, vector, 0)
        planned = self._learning.plan(owner, head, [told], ReconcileMode.EXACT, vectors)
        new = planned.changes[0].memory
        earlier = [
            each
            for each in self._concluded(owner)
            if each.metadata.get(ACTIVITY) == habit.activity and each.memory_id != new.memory_id
        ]
        ended = [
            MemoryChange(
                ChangeAction.SUPERSEDED,
                superseded(each, new.memory_id, now),
                note="another rhythm by now",
            )
            for each in earlier
        ]
        planned = self._learning.with_states(owner, planned, ended)
        source = Node(NodeType.MEMORY, new.memory_id)
        edges = [
            Edge(
                source,
                Node(NodeType.MEMORY, each.memory_id),
                DISTILLED_FROM,
                1.0,
                new.memory_id,
                now,
                is_told=True,
            )
            for each in habit.evidence
        ]
        return replace(planned, related=edges)

    def _is_told(self, owner: Owner, activity: str, vector: Vector) -> bool:
        """Whether the user has said themselves how often they do so, in like words or by its name.

        That they did it once, or do it now and then, leaves the rhythm to be concluded.
        """
        with self._views.open(owner) as view:
            if view is None:
                return False
            slots = np.flatnonzero(view.select(_HABITS, self._clock.now(), None))
            slots = slots[view.columns[slots]["origin"] != MemoryOrigin.CONSOLIDATED]
            if not len(slots):
                return False
            likeness = self._embedding.model.similarity.place(view.vectors(slots) @ vector)
            ids = view.memory_ids(slots)
        return any(
            each is not None
            and not each.subject
            and tells_rhythm(each.content)
            and (alike >= SAME_HABIT or activity in practices_in(each.content))
            for each, alike in zip(self._store.memories(owner, ids), likeness, strict=True)
        )

    def _concluded(self, owner: Owner) -> list[Memory]:
        with self._views.open(owner) as view:
            if view is None:
                return []
            slots = np.flatnonzero(view.select(_HABITS, self._clock.now(), None))
            slots = slots[view.columns[slots]["origin"] == MemoryOrigin.CONSOLIDATED]
            ids = view.memory_ids(slots)
        return [each for each in self._store.memories(owner, ids) if each is not None]

    def _said(self, owner: Owner, memory: Memory) -> Sequence[Instant]:
        """When each of its statements was made, as far as it was made more than once."""
        if memory.mention_count < 2:
            return ()
        turns = self._store.turns(owner, memory.sources) if len(memory.sources) > 1 else []
        times = {turn.say_time for turn in turns if turn is not None}
        if len(times) < 2:
            states = self._store.history(owner, memory.memory_id, None, _STATES)
            times = {each.memory.update_time for each in states}
        return sorted(times)

    def _zone(self, owner: Owner) -> ZoneInfo:
        """The user's, as their latest turns had it."""
        names = (each.time_zone for each in self._store.sessions(owner))
        return ZoneInfo(next((name for name in names if name), "UTC"))


def _times_told(group: Group, told: Sequence[Memory]) -> int:
    return sum(told[place].mention_count for place in group.members)
