"""Scores: a weighted sum of parts that are each 0 to 1, so that every answer can be explained."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.fitted import ACROSS_LANGUAGES, ECHO_COSTS, LEXICAL_SHARE_OF_CEILING
from myosotis_server.memory.personal_weight import personal_weights
from myosotis_server.memory.rows import LANGUAGES
from myosotis_server.memory.values import DAY, Emotion, Instant, RecallWeights

Floats = NDArray[np.float64]

FREQUENT = 50
"""Mentions and recalls at which the frequency part reaches 1."""


def word_part(scores: NDArray[np.float32], ceiling: float) -> Floats:
    """Lexical part of n candidates from their BM25 scores, [n].

    BM25 has no scale of its own: the part is the weighted geometric mean of a score's shares of the
    best candidate's and of the `ceiling` that none can exceed. The first sets the candidates apart,
    the second keeps one common word from looking like an answer.
    """
    best = float(scores.max(initial=0.0))
    if best <= 0:
        return np.zeros(len(scores))
    whole = best * (max(ceiling, best) / best) ** LEXICAL_SHARE_OF_CEILING
    return np.asarray(np.minimum(scores / whole, 1.0), np.float64)


def lexical_shares(
    weights: RecallWeights, asked_in: str, languages: NDArray[np.uint8], semantic: Floats
) -> Floats:
    """How much the words count for each of n statements, the vectors counting for the rest, [n].

    `languages` and `semantic` [n] are the statements' languages (places in rows.LANGUAGES) and
    semantic parts. Where a statement is in another language than the question, a BCP 47 tag, only
    translations of some words can be shared: their absence says the less the clearer the meaning.
    """
    both = weights.semantic + weights.lexical
    share = weights.lexical / both if both > 0 else 0.0
    others = _OTHER_LANGUAGES.get(asked_in)
    if others is None or share >= 1:  # where vectors have no weight, they get none
        return np.full(len(languages), share, np.float64)
    across = share * ACROSS_LANGUAGES * (1 - semantic)
    return np.asarray(np.where(others[languages], across, share), np.float64)


_OTHER_LANGUAGES = {
    asked_in: np.array([bool(tag) and tag != asked_in for tag in LANGUAGES])
    for asked_in in LANGUAGES
    if asked_in
}
"""By the language asked in: which of LANGUAGES are another one."""


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


def time_parts(
    columns: NDArray[Any], now: Instant, weights: RecallWeights, emotion: Emotion
) -> dict[str, Floats]:
    """The parts that need no query: recency, frequency, importance, emotion.

    Importance is weighed by confidence and by what the memory has come to mean to its user.
    """
    importance = columns["importance"].astype(np.float64) * columns["confidence"]
    return {
        "recency": recency(columns["update_time"], now, weights.recency_decay_per_day),
        "frequency": frequency(columns["mention_count"], columns["access_count"]),
        "importance": np.minimum(importance * personal_weights(columns, now), 1.0),
        "emotion": emotion_match(columns["emotion"], columns["emotion_intensity"], emotion),
    }


def score(parts: Mapping[str, Floats], weights: RecallWeights, lexical_share: Floats) -> Floats:
    """Σ weight × part over Σ weight, so 0 to 1; zeros where every weight is 0.

    The weight of relevance is shared out among vectors and words, context, and the graph. What
    vectors and words have together is split by `lexical_share` [n].
    """
    both = weights.semantic + weights.lexical
    inner = both + weights.context + weights.graph
    unit = weights.relevance / inner if inner > 0 else 0.0
    by_part: dict[str, float | Floats] = {
        "semantic": unit * both * (1 - lexical_share),
        "lexical": unit * both * lexical_share,
        "context": unit * weights.context,
        "graph": unit * weights.graph,
        "recency": weights.recency,
        "frequency": weights.frequency,
        "importance": weights.importance,
        "emotion": weights.emotion,
    }
    others = weights.recency + weights.frequency + weights.importance + weights.emotion
    total = (weights.relevance if inner > 0 else 0.0) + others
    count = len(lexical_share)
    if total <= 0:
        return np.zeros(count)
    summed = np.zeros(count)
    for name, part in parts.items():
        summed += by_part[name] * part
    return np.minimum(np.maximum(summed / total, 0.0), 1.0)


def rank(scores: Floats, said: NDArray[np.int64], ids: NDArray[Any]) -> NDArray[np.int64]:
    """Positions best first; ties by the later time, then by the smaller id."""
    order = (-scores).argsort(kind="stable")
    ranked = scores[order]
    if (ranked[1:] != ranked[:-1]).all():
        return order
    # Comparing ids takes long, and is seldom needed.
    return np.lexsort((ids, -said, -scores))


def by_worth(columns: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Positions of the `count` (1 or more) best of n memories by importance and confidence, the
    pinned above their like.

    Of equal ones the one said last comes first, then the one of smaller id.
    """
    worth = columns["importance"] * columns["confidence"] * np.where(columns["pinned"], 1.5, 1.0)
    best = np.arange(len(worth))
    if count < len(worth):
        # Comparing ids takes long; only those of what may be among the best are.
        best = np.flatnonzero(worth >= np.partition(worth, -count)[-count])
    ids, said = columns["memory_id"][best], columns["update_time"][best]
    return np.asarray(best[np.lexsort((ids, -said, -worth[best]))[:count]])


def without_echoes(scores: Floats, alike: Floats) -> tuple[NDArray[np.int64], Floats]:
    """An order of n candidates in which what repeats a better one stands further back; its scores.

    `alike` [n, n] is how much two say the same, 0 to 1. One after another, the best of those left
    is taken, which loses up to ECHO_COSTS of its score by how alike it is to the nearest one taken
    before (maximal marginal relevance: Carbonell and Goldstein, 1998). The new scores fall.
    """
    count = len(scores)
    kept = np.ones(count)
    left = np.ones(count, np.bool_)
    order = np.zeros(count, np.int64)
    for place in range(count):
        reduced = np.where(left, scores * kept, -np.inf)
        order[place] = best = int(np.argmax(reduced))
        scores = np.where(np.arange(count) == best, reduced[best], scores)
        left[best] = False
        kept = np.minimum(kept, 1 - ECHO_COSTS * alike[best])
    return order, scores[order]
