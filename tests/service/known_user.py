"""A user whose statements are in a view, to be asked without a service around."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import numpy as np

from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.adapters.view import build_view
from myosotis_server.adapters.word_analyzer import MixedWords
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.fitted import DEFAULT_WEIGHTS
from myosotis_server.memory.ports import UserHead, View
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import (
    SECOND,
    Emotion,
    Instant,
    Memory,
    MemoryFilter,
    RecallMode,
    Statement,
)
from myosotis_server.service.ranking import Ranked, Wanted, as_asked, in_turn, rank_all, rank_for
from myosotis_server.service.row_maker import RowMaker, text_of
from myosotis_server.understanding.describe import describe
from myosotis_server.understanding.questions import mode_of, questions_of

UTC_ZONE = ZoneInfo("UTC")
SHANGHAI = ZoneInfo("Asia/Shanghai")
EMBEDDER = RamEmbedder()
ANALYZER = MixedWords()
NAMESPACE = UUID(int=5)


def at(written: str, zone: ZoneInfo = UTC_ZONE) -> Instant:
    """The instant of an ISO time in `zone`."""
    return int(datetime.fromisoformat(written).replace(tzinfo=zone).timestamp()) * SECOND


NOW = at("2024-05-15 10:00")
"""A Wednesday."""


def row_of(memory: Memory) -> Rows:
    vector = _embedded(text_of(memory.content, memory.subject), TextRole.PASSAGE)
    return RowMaker(ANALYZER).rows([(memory, vector)])


_vectors: dict[tuple[str, TextRole], np.ndarray] = {}


def _embedded(text: str, role: TextRole) -> np.ndarray:
    key = text, role
    if key not in _vectors:
        _vectors[key] = EMBEDDER.embed(EMBEDDER.tokenize([text], role))[0]
    return _vectors[key]


def ask(
    view: View,
    query: str,
    *,
    limit: int = 10,
    mode: RecallMode | None = None,
    weights: Mapping[str, float] | None = None,
    wanted: MemoryFilter | None = None,
    emotion: Emotion = Emotion.UNSPECIFIED,
    zone: ZoneInfo = UTC_ZONE,
    now: Instant = NOW,
    min_score: float = 0.0,
    shares: Mapping[str, float] | None = None,
) -> Ranked:
    """As `Recall` asks a view: each question of an explicit query in turn."""
    mask = view.select(wanted or MemoryFilter(), now, None)
    mode = mode or mode_of(query)
    told: dict[str, Any] = {} if shares is None else {"shares": shares}
    how = Wanted(
        mode=mode,
        weights=replace(DEFAULT_WEIGHTS[mode], **(weights or {})),
        emotion=emotion,
        moment=now,
        zone=zone,
        limit=limit,
        min_score=min_score,
        **told,
    )
    if not query:
        return rank_all(view, mask, how)
    texts = questions_of(query) if mode is RecallMode.EXPLICIT else [query]
    answers = [
        rank_for(
            view,
            mask,
            as_asked(text, _embedded(text, TextRole.QUERY), ANALYZER, now, zone),
            how,
            EMBEDDER.model,
        )
        for text in texts
    ]
    return in_turn(answers, limit)


class KnownUser:
    """Statements said one after another, a second apart up to NOW unless they say when."""

    def __init__(
        self, *said: str | Statement, build: Callable[[UserHead, Rows], View] = build_view
    ) -> None:
        statements = [each if isinstance(each, Statement) else Statement(each) for each in said]
        self.memories = [
            describe(each, NAMESPACE, NOW - (len(said) - place) * SECOND)
            for place, each in enumerate(statements)
        ]
        self.by_id = {memory.memory_id: memory for memory in self.memories}
        assert len(self.by_id) == len(self.memories), "two statements are one memory"
        rows = [row_of(memory) for memory in self.memories]
        self.view = build(
            UserHead(1, 1, NAMESPACE, EMBEDDER.model.digest, len(rows)),
            Rows.concatenate(rows) if rows else Rows.empty(EMBEDDER.model.dimension),
        )

    def asked(self, query: str, **how: Any) -> list[str]:
        """Contents, best first."""
        return self.contents(ask(self.view, query, **how))

    def contents(self, ranked: Ranked) -> list[str]:
        ids = self.view.memory_ids(ranked.slots)
        return [self.by_id[memory_id].content for memory_id in ids]

    def scored(self, query: str, **how: Any) -> dict[str, float]:
        """Score by content."""
        ranked = ask(self.view, query, **how)
        return dict(zip(self.contents(ranked), ranked.scores.tolist(), strict=True))

    def part(self, name: str, query: str, **how: Any) -> dict[str, float]:
        """One part of the score by content."""
        ranked = ask(self.view, query, **how)
        return dict(zip(self.contents(ranked), ranked.parts[name].tolist(), strict=True))
