"""Weights of recall, as fitted to the development halves of the evaluation sets.

`tests/quality/fit_weights.py` searched for them, and `docs/quality.md` says how they do on
dialogues that they were not fitted to. They are round: what is finer than a step is noise there.
"""

from collections.abc import Mapping
from dataclasses import replace

from myosotis_server.memory.values import RecallMode, RecallWeights

_EXPLICIT = RecallWeights(
    relevance=1.0,
    recency=0.02,
    frequency=0.005,
    importance=0.02,
    emotion=0.0,
    recency_decay_per_day=0.1,
    semantic=0.5,
    lexical=0.5,
    context=1.0,
)
DEFAULT_WEIGHTS: Mapping[RecallMode, RecallWeights] = {
    RecallMode.EXPLICIT: _EXPLICIT,
    RecallMode.ASSOCIATIVE: replace(_EXPLICIT, emotion=0.1, semantic=0.65, lexical=0.35),
}
"""Relevance dominates: what is asked for matters more than how new or weighty it is."""

EMPTY_QUERY_WEIGHTS = replace(
    _EXPLICIT, relevance=0.0, recency=0.4, frequency=0.05, importance=0.6, emotion=0.2
)
"""Nothing was asked: what is important and recent. Not fitted."""

JUDGED_MOOD = 0.1
"""How much a mood counts that was read out of the query, beside one that the caller names. At full
weight it costs 0.05 to 0.09 of recall@5 on MADial, whose scenes are called up by their topics."""

GRAPH = 0.5
"""What the memory graph counts beside vectors, words and context where it is followed. Not fitted.
"""
DIGESTS = 0.7
"""How much of its relevance a digest keeps: whoever asks wants what was said before its summary.
Not fitted."""

CONTEXT_SHARES: Mapping[str, float] = {
    "before": 0.4,
    "after": 0.25,
    "further": 0.2,
    "session": 0.5,
    "person": 0.35,
    "time": 0.4,
    "hop": 0.5,
}
"""What each thing that surrounds a statement adds to its context part."""

LEXICAL_SHARE_OF_CEILING = 1 / 2
"""See `scoring.word_part`."""
ACROSS_LANGUAGES = 0.6
"""How much translated words count beside shared ones. Chosen on tests/quality/across_*.jsonl."""

ASKING = 0.7
"""How much of its relevance a statement keeps that asks: it seldom answers. Not fitted."""
ECHO_COSTS = 0.8
"""See `scoring.without_echoes`. Not fitted."""

K1 = 0.8
"""Of BM25: how soon repeating a word stops counting."""
B = 0.4
"""Of BM25: how much a long text is held against a word in it, 0 not at all, 1 fully."""
