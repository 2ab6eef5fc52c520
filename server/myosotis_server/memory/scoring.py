"""Scores: a weighted sum of parts that are each 0 to 1, so that every answer can be explained."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.dialogue import AFTER, BEFORE
from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.rows import LANGUAGES
from myosotis_server.memory.values import DAY, Emotion, Instant, RecallMode, RecallWeights

Floats = NDArray[np.float64]

DEFAULT_WEIGHTS: Mapping[RecallMode, RecallWeights] = {
    RecallMode.EXPLICIT: RecallWeights(
        relevance=1.0,
        recency=0.03,
        frequency=0.01,
        importance=0.03,
        emotion=0.0,
        recency_decay_per_day=0.1,
    ),
    RecallMode.ASSOCIATIVE: RecallWeights(
        relevance=1.0,
        recency=0.03,
        frequency=0.01,
        importance=0.05,
        emotion=0.2,
        recency_decay_per_day=0.1,
    ),
}
"""Relevance dominates: what is asked for matters more than how new or weighty it is."""

EMPTY_QUERY_WEIGHTS = RecallWeights(
    relevance=0.0,
    recency=0.4,
    frequency=0.05,
    importance=0.6,
    emotion=0.2,
    recency_decay_per_day=0.1,
)
"""Nothing was asked: what is important and recent."""

LEXICAL_SHARE = {RecallMode.EXPLICIT: 0.6, RecallMode.ASSOCIATIVE: 0.5}
"""How much of relevance the words have; the rest is the vectors'."""
CONTEXT_WEIGHT = BEFORE + AFTER
"""What the turns around a statement weigh, beside its own relevance."""
UNRELATED = 0.1
"""The semantic part of texts that have nothing to do with each other."""
ACROSS_LANGUAGES = 0.6
"""How much of that share a sure meaning takes over where statement and question differ in language.

Words can hardly be shared there, so that their absence says the less the clearer the meaning is.
"""

FREQUENT = 50
"""Mentions and recalls at which the frequency part reaches 1."""


def calibrated(
    cosines: NDArray[np.float32], model: ModelInfo, asked_in: str, languages: NDArray[np.uint8]
) -> Floats:
    """Semantic part of n statements from their cosines to a question, [n].

    UNRELATED at the cosine of unrelated texts, 1 at that of texts that belong together, each for
    the languages of the question (a BCP 47 tag) and of the statements (places in rows.LANGUAGES).
    Below, it falls to 0 within as wide a span: what is unlikely keeps its order.
    """
    spans = [model.between.get((asked_in, tag), model.similarity) for tag in LANGUAGES]
    floors = np.array([span.floor for span in spans])[languages]
    ceilings = np.array([span.ceiling for span in spans])[languages]
    place = (cosines - floors) / (ceilings - floors)
    part = UNRELATED + np.where(place > 0, 1 - UNRELATED, UNRELATED) * place
    return np.asarray(np.clip(part, 0.0, 1.0), np.float64)


def word_part(scores: NDArray[np.float32], ceiling: float) -> Floats:
    """Lexical part of n candidates from their BM25 scores, [n].

    BM25 has no scale of its own: the part is the geometric mean of a score's shares of the best
    candidate's and of the `ceiling` that none can exceed. The first sets the candidates apart, the
    second keeps one common word from looking like an answer.
    """
    best = float(scores.max(initial=0.0))
    if best <= 0:
        return np.zeros(len(scores))
    whole = np.sqrt(best * max(ceiling, best))
    return np.asarray(np.minimum(scores / whole, 1.0), np.float64)


def lexical_shares(
    mode: RecallMode, asked_in: str, languages: NDArray[np.uint8], semantic: Floats
) -> Floats:
    """How much of its relevance the words have for each of n statements, [n].

    `languages` and `semantic` [n] are the statements' languages and semantic parts.
    """
    known = bool(asked_in) and asked_in in LANGUAGES
    across = np.array([known and bool(tag) and tag != asked_in for tag in LANGUAGES])
    taken = ACROSS_LANGUAGES * semantic * across[languages]
    return np.asarray(LEXICAL_SHARE[mode] * (1 - taken), np.float64)


def recency(said: NDArray[np.int64], now: Instant, decay_per_day: float) -> Floats:
    """e^(−λ·days) of the days since each was last said; 1 for what lies ahead."""
    days = np.maximum(now - said, 0) / DAY
    return np.asarray(np.exp(-decay_per_day * days), np.float64)


def frequency(mentions: NDArray[Any], accesses: NDArray[Any]) -> Floats:
    """0 for what was said once and never recalled, growing as the logarithm, 1 at FREQUENT."""
    uses = np.maximum(mentions.astype(np.float64) - 1, 0) + accesses
    return np.asarray(np.minimum(np.log1p(uses) / np.log1p(FREQUENT), 1.0), np.float64)


def emotion_match(emotions: NDArray[Any], intensities: NDArray[Any], asked: Emotion) -> Floats:
    """The intensity of each memory whose emotion is the one asked for, else 0."""
    if not asked:
        return np.zeros(len(emotions))
    return np.where(emotions == int(asked), intensities, 0.0).astype(np.float64)


def score(parts: Mapping[str, Floats], weights: RecallWeights, lexical_share: Floats) -> Floats:
    """Σ weight × part over Σ weight, so 0 to 1; zeros where every weight is 0.

    Of the weight of relevance, `lexical_share` [n] goes to the words, the rest to the vectors.
    Context comes on top, up to 1: what has none was said alone, and that is no fault.
    """
    others = {
        "recency": weights.recency,
        "frequency": weights.frequency,
        "importance": weights.importance,
        "emotion": weights.emotion,
    }
    by_part: dict[str, float | Floats] = {
        "semantic": weights.relevance * (1 - lexical_share),
        "lexical": weights.relevance * lexical_share,
        "context": weights.relevance * CONTEXT_WEIGHT,
        **others,
    }
    total = weights.relevance + sum(others.values())
    count = len(next(iter(parts.values())))
    if total <= 0:
        return np.zeros(count)
    summed = sum((by_part[name] * parts[name] for name in by_part), np.zeros(count))
    return np.clip(summed / total, 0.0, 1.0)


def time_parts(
    columns: NDArray[Any], now: Instant, weights: RecallWeights, emotion: Emotion
) -> dict[str, Floats]:
    """The parts that need no query: recency, frequency, importance (by confidence), emotion."""
    return {
        "recency": recency(columns["update_time"], now, weights.recency_decay_per_day),
        "frequency": frequency(columns["mention_count"], columns["access_count"]),
        "importance": columns["importance"].astype(np.float64) * columns["confidence"],
        "emotion": emotion_match(columns["emotion"], columns["emotion_intensity"], emotion),
    }


def rank(scores: Floats, said: NDArray[np.int64], ids: NDArray[Any]) -> NDArray[np.int64]:
    """Positions best first; ties by the later time, then by the smaller id."""
    return np.lexsort((ids, -said, -scores))
