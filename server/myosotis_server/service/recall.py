"""Recall: the memories that matter most for a query, each with the reasons for its place."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.dialogue import context_part
from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.errors import RevisionNotReached
from myosotis_server.memory.ports import Clock, Hits, Store, View, Views, WordAnalyzer
from myosotis_server.memory.scoring import (
    DEFAULT_WEIGHTS,
    EMPTY_QUERY_WEIGHTS,
    Floats,
    calibrated,
    lexical_shares,
    rank,
    score,
    time_parts,
    word_part,
)
from myosotis_server.memory.values import (
    Emotion,
    Instant,
    Memory,
    MemoryFilter,
    Owner,
    RecallMode,
    ScoreBreakdown,
)
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.questions import questions_of

CANDIDATES = 200
"""Best by vector and best by words that are scored in full; more when more are asked for."""
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
    read_only: bool = False


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
    ) -> None:
        self._store = store
        self._views = views
        self._lanes = lanes
        self._embedding = embedding
        self._analyzer = analyzer
        self._guard = guard
        self._accesses = accesses
        self._clock = clock

    async def __call__(self, owner: Owner, question: RecallQuestion) -> RecallAnswer:
        """The best memories, best first; none for a user of whom nothing is known.

        RevisionNotReached when `min_revision` does not come within five seconds.
        """
        if question.min_revision:
            await self._wait_for(owner, question.min_revision)
        texts = questions_of(question.query) if question.query.strip() else []
        vectors = await asyncio.gather(*(self._embedding.query(text) for text in texts))
        asked = list(zip(texts, vectors, strict=True))
        answer = await self._lanes.call(lambda: self._recall(owner, question, asked))
        if question.token_budget:
            answer = await self._within_budget(answer, question.token_budget)
        if not question.read_only:
            now = self._clock.now()
            ids = [recalled.memory.memory_id for recalled in answer.memories]
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
        mode = question.mode or RecallMode.EXPLICIT
        now = self._clock.now()
        with self._views.open(owner) as view:
            if view is None:
                return RecallAnswer([], mode, question.emotion, 0)
            self._guard.check(view.head)
            ids, scores, parts = self._best(view, question, asked, mode, now)
            revision = view.head.revision
            # What a budget will cut off is not known here.
            if not question.read_only and not question.token_budget:
                for memory_id in ids:
                    view.note_access(memory_id, 1, now)
        memories = self._store.memories(owner, ids)
        recalled = [
            Recalled(memory, float(scores[position]), _breakdown(parts, position))
            for position, memory in enumerate(memories)
            if memory is not None
        ]
        return RecallAnswer(recalled, mode, question.emotion, revision)

    def _note_in_view(self, owner: Owner, ids: list[str], now: Instant) -> None:
        with self._views.open(owner) as view:
            if view is not None:
                for memory_id in ids:
                    view.note_access(memory_id, 1, now)

    def _best(
        self,
        view: View,
        question: RecallQuestion,
        asked: Sequence[tuple[str, Vector]],
        mode: RecallMode,
        now: Instant,
    ) -> tuple[list[str], Floats, dict[str, Floats]]:
        """Ids best first, with their scores and parts in the same order."""
        mask = view.select(question.filter, now, question.as_of)
        weights = replace(
            DEFAULT_WEIGHTS[mode] if asked else EMPTY_QUERY_WEIGHTS, **question.weights
        )
        if asked:
            slots, semantic, lexical, share = self._relevant(
                view, asked, mask, question.limit, mode
            )
        else:
            slots = np.flatnonzero(mask)
            semantic = lexical = share = np.zeros(len(slots))
        around = view.turns_around(slots)
        relevance = (1 - share) * semantic + share * lexical
        columns = view.columns[slots]
        moment = now if question.as_of is None else question.as_of
        parts = {
            "semantic": semantic,
            "lexical": lexical,
            "context": context_part(slots, relevance, *around),
            **time_parts(columns, moment, weights, question.emotion),
        }
        scores = score(parts, weights, share)
        order = rank(scores, columns["update_time"], columns["memory_id"])
        order = order[scores[order] >= question.min_score][: question.limit]
        ids = view.memory_ids(slots[order])
        return ids, scores[order], {name: values[order] for name, values in parts.items()}

    def _relevant(
        self,
        view: View,
        asked: Sequence[tuple[str, Vector]],
        mask: NDArray[np.bool_],
        limit: int,
        mode: RecallMode,
    ) -> tuple[NDArray[np.int64], Floats, Floats, Floats]:
        """Candidates, their semantic and lexical parts, and the share of the latter.

        Each by the question that it fits best.
        """
        found = []
        for text, vector in asked:
            terms = self._analyzer.terms(text)
            hits = view.search(vector, terms, mask, max(CANDIDATES, 2 * limit))
            parts = relevance_of(hits, view, self._embedding.model, text, mode)
            found.append((hits.slots, *parts))
        slots, semantic, lexical, share = (
            np.concatenate(column) for column in zip(*found, strict=True)
        )
        order = np.lexsort((-((1 - share) * semantic + share * lexical), slots))
        _, first = np.unique(slots[order], return_index=True)
        best = order[first]
        return slots[best], semantic[best], lexical[best], share[best]

    async def _within_budget(self, answer: RecallAnswer, budget: int) -> RecallAnswer:
        """The longest run of best memories whose contents fit into `budget` model tokens."""
        counts = await self._embedding.count_tokens(
            [recalled.memory.content for recalled in answer.memories]
        )
        fitting = int(np.searchsorted(np.cumsum(counts), budget, side="right"))
        return replace(answer, memories=answer.memories[:fitting])


def relevance_of(
    hits: Hits, view: View, model: ModelInfo, text: str, mode: RecallMode
) -> tuple[Floats, Floats, Floats]:
    """Semantic and lexical parts of `hits` for the question `text`, and the latter's share."""
    asked_in = language_of(text)
    languages = view.columns["language"][hits.slots]
    semantic = calibrated(hits.semantic, model, asked_in, languages)
    lexical = word_part(hits.lexical, hits.lexical_ceiling)
    return semantic, lexical, lexical_shares(mode, asked_in, languages, semantic)


def _breakdown(parts: Mapping[str, Floats], position: int) -> ScoreBreakdown:
    return ScoreBreakdown(**{name: float(values[position]) for name, values in parts.items()})
