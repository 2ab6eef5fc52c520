"""Recall: the memories that matter most for a query, each with the reasons for its place."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from zoneinfo import ZoneInfo

import numpy as np

from myosotis_server.memory.blank import says_nothing
from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.errors import RevisionNotReached
from myosotis_server.memory.fitted import (
    DEFAULT_WEIGHTS,
    EMPTY_QUERY_WEIGHTS,
    GRAPH,
    JUDGED_MOOD,
)
from myosotis_server.memory.outdated import outdated_digests
from myosotis_server.memory.ports import Clock, Store, View, Views, WordAnalyzer
from myosotis_server.memory.stages import spent
from myosotis_server.memory.values import (
    Emotion,
    Instant,
    Memory,
    MemoryFilter,
    MemoryKind,
    Owner,
    RecallMode,
    ScoreBreakdown,
)
from myosotis_server.memory.walks import closeness_of_memories
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.service.paging import fitting
from myosotis_server.service.ranking import (
    Asked,
    Linked,
    Ranked,
    Wanted,
    as_asked,
    in_turn,
    rank_all,
    rank_for,
)
from myosotis_server.service.seen import seen
from myosotis_server.understanding.emotions import mood_named
from myosotis_server.understanding.privacy import PrivacyPolicy, filtered
from myosotis_server.understanding.questions import mode_of, questions_of

_REVISION_WAIT_SECONDS = 5.0
_REVISION_POLL_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class RecallQuestion:
    query: str = ""
    limit: int = 10
    filter: MemoryFilter = field(default_factory=MemoryFilter)
    mode: RecallMode = RecallMode.UNSPECIFIED
    weights: Mapping[str, float] = field(default_factory=dict)
    """Fields of `RecallWeights` that the caller sets; the others keep their defaults."""
    emotion: Emotion = Emotion.UNSPECIFIED
    as_of: Instant | None = None
    min_score: float = 0.0
    token_budget: int = 0
    min_revision: int = 0
    graph_hops: int = 0
    """Steps of the memory graph that are followed from what is found, 0 to 2."""
    read_only: bool = False
    noted: int | None = None
    """So many of the best count as recalled, all if None."""
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    """The user's, in which a time that the query names is meant."""
    mood_is_judged: bool = False
    """Set where `emotion` was not asked for, but read out of the query."""
    clearance: Clearance = FULL


@dataclass(frozen=True, slots=True)
class Recalled:
    memory: Memory
    score: float
    breakdown: ScoreBreakdown


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    memories: list[Recalled]
    mode: RecallMode
    emotion: Emotion
    revision: int
    withheld: int = 0
    """How many more there would be if nothing had to be withheld."""


class Recall:
    def __init__(
        self,
        store: Store,
        views: Views,
        lanes: Lanes,
        embedding: EmbedQueue,
        analyzer: WordAnalyzer,
        guard: ModelGuard,
        accesses: AccessLog,
        clock: Clock,
        policy: PrivacyPolicy,
    ) -> None:
        self._store = store
        self._views = views
        self._lanes = lanes
        self._embedding = embedding
        self._analyzer = analyzer
        self._guard = guard
        self._accesses = accesses
        self._clock = clock
        self._policy = policy

    async def __call__(self, owner: Owner, question: RecallQuestion) -> RecallAnswer:
        """The best memories that fit into one message, best first; none for an unknown user.

        RevisionNotReached when `min_revision` does not come within five seconds.
        """
        if question.min_revision:
            await self._wait_for(owner, question.min_revision)
        since = perf_counter()
        # What is masked in memories is found by its mask, and is as private in a question.
        said = question.query
        query = await self._lanes.call_if_long(len(said), lambda: filtered(said, self._policy).text)
        mode = question.mode or mode_of(query)
        question = replace(question, query=query, mode=mode)
        if mode is RecallMode.ASSOCIATIVE and not question.emotion:
            mood = await self._lanes.call_if_long(len(query), lambda: mood_named(query))
            question = replace(question, emotion=mood, mood_is_judged=True)
        texts = _texts(question)
        spent("read", since)
        if len(texts) == 1:
            vectors = [await self._embedding.query(texts[0])]
        else:
            vectors = await asyncio.gather(*(self._embedding.query(text) for text in texts))
        asked = list(zip(texts, vectors, strict=True))
        answer = await self._lanes.call(lambda: self._recall(owner, question, asked))
        if question.token_budget:
            answer = await self._within_budget(answer, question.token_budget)
        if not question.read_only:
            now = self._clock.now()
            noted = answer.memories[: question.noted]
            ids = [recalled.memory.memory_id for recalled in noted]
            if question.token_budget:
                await self._lanes.call(lambda: self._note_in_view(owner, ids, now))
            self._accesses.note(owner, ids, now)
        return answer

    async def _wait_for(self, owner: Owner, revision: int) -> None:
        waited = 0.0
        while True:
            head = await self._lanes.call(lambda: self._store.head(owner))
            if head is not None and head.revision >= revision:
                return
            if waited >= _REVISION_WAIT_SECONDS:
                raise RevisionNotReached("the revision is not there yet")
            await asyncio.sleep(_REVISION_POLL_SECONDS)
            waited += _REVISION_POLL_SECONDS

    def _recall(
        self, owner: Owner, question: RecallQuestion, asked: Sequence[tuple[str, Vector]]
    ) -> RecallAnswer:
        now = self._clock.now()
        moment = now if question.as_of is None else question.as_of
        looked_for = [
            as_asked(text, vector, self._analyzer, moment, question.zone) for text, vector in asked
        ]
        with self._views.open(owner) as view:
            if view is None:
                return RecallAnswer([], question.mode, question.emotion, 0)
            self._guard.check(view.head)
            since = perf_counter()
            ranked = self._ranked(owner, view, question, looked_for, now, moment)
            spent("scan", since)
            ids = view.memory_ids(ranked.slots)
            revision = view.head.revision
            withheld = 0
            if question.clearance.withholds:
                withheld = self._withheld(owner, view, question, looked_for, now, moment)
            # What a budget will cut off is not known here.
            if not question.read_only and not question.token_budget:
                view.note_accesses(ranked.slots[: question.noted], now)
        memories = seen(self._store, question.clearance).memories(owner, ids)
        scored = zip(memories, ranked.scores.tolist(), ranked.breakdowns(), strict=True)
        recalled = [
            Recalled(memory, score, breakdown)
            for memory, score, breakdown in scored
            if memory is not None
        ]
        recalled = recalled[: fitting(each.memory for each in recalled)]
        return RecallAnswer(recalled, question.mode, question.emotion, revision, withheld)

    def _note_in_view(self, owner: Owner, ids: list[str], now: Instant) -> None:
        with self._views.open(owner) as view:
            if view is not None:
                slots = [slot for slot in map(view.slot, ids) if slot is not None]
                view.note_accesses(np.array(slots, np.int64), now)

    def _ranked(
        self,
        owner: Owner,
        view: View,
        question: RecallQuestion,
        asked: Sequence[Asked],
        now: Instant,
        moment: Instant,
    ) -> Ranked:
        """The best `limit`, best first; those of several questions in turn."""
        mask = view.select(question.filter, now, question.as_of)
        mask = question.clearance.within(mask, view.each_column)
        if not _takes_digests_as_they_are(question):
            mask &= ~outdated_digests(view.each_column)
        defaults = DEFAULT_WEIGHTS[question.mode] if asked else EMPTY_QUERY_WEIGHTS
        if question.graph_hops:
            defaults = replace(defaults, graph=GRAPH)
        if question.mood_is_judged:
            defaults = replace(defaults, emotion=JUDGED_MOOD * defaults.emotion)
        wanted = Wanted(
            mode=question.mode,
            weights=replace(defaults, **question.weights) if question.weights else defaults,
            emotion=question.emotion,
            moment=moment,
            zone=question.zone,
            limit=question.limit,
            min_score=question.min_score,
            linked=self._linked(owner, question, moment),
        )
        if not asked:
            return rank_all(view, mask, wanted)
        answers = [rank_for(view, mask, each, wanted, self._embedding.model) for each in asked]
        return in_turn(answers, question.limit)

    def _withheld(
        self,
        owner: Owner,
        view: View,
        question: RecallQuestion,
        asked: Sequence[Asked],
        now: Instant,
        moment: Instant,
    ) -> int:
        """How many of the best `limit` there are for who may see all, this caller may not.

        Ranked anew: what is withheld must not show in how the others are scored.
        """
        whole = replace(question, clearance=FULL)
        best = self._ranked(owner, view, whole, asked, now, moment).slots
        return int(np.count_nonzero(view.columns["sensitivity"][best] > question.clearance.most))

    def _linked(self, owner: Owner, question: RecallQuestion, moment: Instant) -> Linked | None:
        hops = question.graph_hops
        if not hops:
            return None
        edges_of = partial(seen(self._store, question.clearance).edges, owner)
        return lambda seeds: closeness_of_memories(edges_of, seeds, hops, moment)

    async def _within_budget(self, answer: RecallAnswer, budget: int) -> RecallAnswer:
        """The longest run of best memories whose contents fit into `budget` model tokens."""
        counts = await self._embedding.count_tokens(
            [recalled.memory.content for recalled in answer.memories]
        )
        count = int(np.searchsorted(np.cumsum(counts), budget, side="right"))
        return replace(answer, memories=answer.memories[:count])


def _takes_digests_as_they_are(question: RecallQuestion) -> bool:
    """Whether what has ended, or digests of all things, are asked for."""
    wanted = question.filter
    asks_for_past = question.as_of is not None or wanted.include_superseded
    return asks_for_past or MemoryKind.SUMMARY in wanted.kinds


def _texts(question: RecallQuestion) -> list[str]:
    """What is to be looked for: nothing, the query, or each of its questions."""
    if says_nothing(question.query):
        return []
    explicit = question.mode is RecallMode.EXPLICIT
    return questions_of(question.query) if explicit else [question.query]
