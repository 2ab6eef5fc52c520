"""Scores: parts of 0 to 1, monotone where they should be, one order for one set of candidates."""

import uuid
from dataclasses import astuple, fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NOON, memories, memory, quick
from myosotis_server.memory.embedding import ModelInfo, Similarity
from myosotis_server.memory.rows import Rows, Terms, columns_of, language_code, row_of
from myosotis_server.memory.scoring import (
    DEFAULT_WEIGHTS,
    EMPTY_QUERY_WEIGHTS,
    FREQUENT,
    LEXICAL_SHARE,
    calibrated,
    emotion_match,
    frequency,
    rank,
    recency,
    score,
    time_parts,
    word_part,
)
from myosotis_server.memory.values import (
    DAY,
    Emotion,
    Memory,
    RecallMode,
    RecallWeights,
    ScoreBreakdown,
)

E5 = ModelInfo(
    "e5", "digest", 384, 512, Similarity(0.75, 0.95), {("zh", "en"): Similarity(0.5, 0.6)}
)
ENGLISH = np.array([language_code("en")] * 9, np.uint8)
NO_TERMS = Terms(np.empty(0, np.uint32), np.empty(0, np.uint16))
WEIGHED = ("semantic", "lexical", "context", "recency", "frequency", "importance", "emotion")

weights = st.builds(RecallWeights, *[st.floats(0, 1_000)] * 5, st.floats(0, 1_000))
parts_of_five = st.fixed_dictionaries(
    {name: st.lists(st.floats(0, 1), min_size=5, max_size=5).map(np.array) for name in WEIGHED}
)


def columns(memories: list[Memory]) -> np.ndarray:
    vector = np.array([1, 0], np.float32)
    rows = Rows.concatenate([row_of(each, vector, NO_TERMS, 1) for each in memories])
    return columns_of(rows.fixed)


@quick
@given(
    st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=9),
    st.data(),
)
def test_relevance_is_bounded_and_follows_its_sources(
    cosines: list[float], data: st.DataObject
) -> None:
    count = len(cosines)
    drawn = st.lists(st.floats(0, 100, width=32), min_size=count, max_size=count)
    cosine, words = np.array(cosines, np.float32), np.array(data.draw(drawn), np.float32)
    semantic = calibrated(cosine, E5, "en", ENGLISH[:count])
    lexical = word_part(words, data.draw(st.floats(0, 200)))
    for part, source in ((semantic, cosine), (lexical, words)):
        assert np.all((part >= 0) & (part <= 1))
        assert np.all(np.diff(part[np.argsort(source, kind="stable")]) >= 0)


def test_calibration_stretches_the_span_between_unrelated_and_equivalent() -> None:
    cosines = np.array([0.7, 0.75, 0.85, 0.95, 1.0], np.float32)
    semantic = calibrated(cosines, E5, "en", ENGLISH[:5])
    assert semantic == pytest.approx([0.075, 0.1, 0.55, 1, 1], abs=1e-6)


def test_each_pair_of_languages_has_its_own_span() -> None:
    cosines = np.array([0.55, 0.85, 0.85], np.float32)
    languages = np.array([language_code(tag) for tag in ("en", "zh", "ja")], np.uint8)
    assert calibrated(cosines, E5, "zh", languages) == pytest.approx([0.55, 0.55, 0.55], abs=1e-6)


def lexical_of(words: list[float], ceiling: float) -> list[float]:
    return word_part(np.array(words, np.float32), ceiling).tolist()


def test_all_of_the_words_make_one_and_none_make_nothing() -> None:
    assert lexical_of([0, 2, 4], ceiling=4) == pytest.approx([0, 0.5, 1])
    assert lexical_of([0, 0, 0], ceiling=4) == [0, 0, 0]
    assert lexical_of([0, 0], ceiling=0) == [0, 0]


def test_one_common_word_does_not_look_like_an_answer() -> None:
    assert lexical_of([0, 1], ceiling=16) == pytest.approx([0, 0.25])
    assert max(lexical_of([0.5, 1], ceiling=16)) < max(lexical_of([0.5, 1], ceiling=2)) < 1


def test_no_candidates_have_no_parts() -> None:
    nothing = np.empty(0, np.float32)
    assert len(calibrated(nothing, E5, "en", ENGLISH[:0])) == 0
    assert len(word_part(nothing, 9.0)) == 0


@quick
@given(st.lists(st.integers(NOON - 10_000 * DAY, NOON + 10_000 * DAY)), st.floats(0, 1_000))
def test_recency_is_bounded_and_never_falls_with_time(said: list[int], decay: float) -> None:
    part = recency(np.array(sorted(said), np.int64), NOON, decay)
    assert np.all((part >= 0) & (part <= 1))
    assert np.all(np.diff(part) >= 0)


def test_recency_is_what_the_contract_says() -> None:
    said = np.array([NOON + DAY, NOON, NOON - DAY, NOON - 10 * DAY])
    assert recency(said, NOON, 0.1) == pytest.approx([1, 1, np.exp(-0.1), np.exp(-1)])
    assert recency(said, NOON, 0.0).tolist() == [1, 1, 1, 1]


@quick
@given(st.integers(1, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_frequency_is_bounded_and_grows_with_every_use(mentions: int, accesses: int) -> None:
    part = frequency(
        np.array([mentions, mentions - 1, mentions], np.uint32),
        np.array([accesses, accesses, max(accesses - 1, 0)], np.uint32),
    )
    assert np.all((part >= 0) & (part <= 1))
    assert part[0] >= part[1]
    assert part[0] >= part[2]


def test_frequency_begins_at_nothing_and_ends_at_frequent() -> None:
    mentions = np.array([1, FREQUENT + 1, 1, 2**32 - 1], np.uint32)
    accesses = np.array([0, 0, FREQUENT, 2**32 - 1], np.uint32)
    assert frequency(mentions, accesses) == pytest.approx([0, 1, 1, 1])


def test_only_the_feeling_asked_for_counts() -> None:
    feelings = np.array([Emotion.SAD, Emotion.HAPPY, Emotion.UNSPECIFIED], np.uint8)
    strengths = np.array([0.5, 0.75, 0.25], np.float32)
    assert emotion_match(feelings, strengths, Emotion.SAD).tolist() == [0.5, 0, 0]
    assert emotion_match(feelings, strengths, Emotion.UNSPECIFIED).tolist() == [0, 0, 0]


@quick
@given(st.lists(memories(), min_size=1, max_size=5), weights, st.sampled_from(Emotion))
def test_every_part_that_needs_no_query_is_bounded(
    known: list[Memory], chosen: RecallWeights, asked: Emotion
) -> None:
    for name, part in time_parts(columns(known), NOON, chosen, asked).items():
        assert name in {each.name for each in fields(ScoreBreakdown)}
        assert part.shape == (len(known),)
        assert np.all((part >= 0) & (part <= 1)), name


def test_what_is_doubted_matters_less() -> None:
    doubted = columns([memory(importance=0.8, confidence=each) for each in (1.0, 0.5, 0.0)])
    part = time_parts(doubted, NOON, EMPTY_QUERY_WEIGHTS, Emotion.UNSPECIFIED)["importance"]
    assert part == pytest.approx([0.8, 0.4, 0])


@quick
@given(parts_of_five, weights, st.floats(0, 1))
def test_scores_are_bounded(parts: dict, chosen: RecallWeights, share: float) -> None:
    scores = score(parts, chosen, share)
    assert scores.shape == (5,)
    assert np.all((scores >= 0) & (scores <= 1))


@quick
@given(parts_of_five, weights, st.floats(0, 1), st.sampled_from(WEIGHED))
def test_more_of_a_part_never_lowers_a_score(
    parts: dict, chosen: RecallWeights, share: float, name: str
) -> None:
    more = parts | {name: np.minimum(parts[name] + 0.25, 1)}
    assert np.all(score(more, chosen, share) >= score(parts, chosen, share) - 1e-12)


@quick
@given(parts_of_five, weights, st.floats(0, 1), st.permutations(range(5)))
def test_the_order_of_candidates_is_nothing_to_their_scores(
    parts: dict, chosen: RecallWeights, share: float, order: list[int]
) -> None:
    shuffled = {name: values[order] for name, values in parts.items()}
    assert np.array_equal(score(shuffled, chosen, share), score(parts, chosen, share)[order])


@quick
@given(parts_of_five, st.floats(0, 1))
def test_without_any_weight_all_score_zero(parts: dict, share: float) -> None:
    nothing = RecallWeights(0, 0, 0, 0, 0, 0.1)
    assert score(parts, nothing, share).tolist() == [0] * 5


def test_only_the_proportion_of_weights_counts() -> None:
    parts = {name: np.linspace(0, 1, 5) ** place for place, name in enumerate(WEIGHED, 1)}
    chosen = DEFAULT_WEIGHTS[RecallMode.ASSOCIATIVE]
    tenfold = RecallWeights(*(10 * each for each in astuple(chosen)))
    assert score(parts, tenfold, 0.4) == pytest.approx(score(parts, chosen, 0.4))


@pytest.mark.parametrize("mode", [RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE])
def test_by_default_relevance_dominates(mode: RecallMode) -> None:
    """The best match, old and unimportant, comes before what merely has all the rest."""
    parts = {name: np.array([0.0, 1.0]) for name in WEIGHED}
    parts["semantic"] = parts["lexical"] = parts["context"] = np.array([1.0, 0.0])
    chosen = replace(DEFAULT_WEIGHTS[mode])
    best, other = score(parts, chosen, LEXICAL_SHARE[mode])
    assert best > 2 * other


def ids(*numbers: int) -> np.ndarray:
    return np.array([np.void(uuid.UUID(int=number).bytes) for number in numbers], "V16")


def test_ties_go_to_the_later_and_then_to_the_smaller_id() -> None:
    scores = np.array([0.5, 0.9, 0.5, 0.5, 0.5])
    said = np.array([NOON, NOON - DAY, NOON, NOON + DAY, NOON])
    order = rank(scores, said, ids(3, 9, 1 << 127, 8, 2))
    assert order.tolist() == [1, 3, 4, 0, 2]


@quick
@given(st.permutations(range(6)))
def test_ranking_does_not_depend_on_the_order_of_candidates(order: list[int]) -> None:
    scores = np.array([0.5, 0.5, 0.5, 0.1, 0.1, 0.9])
    said = np.array([1, 2, 2, 3, 3, 0])
    names = ids(5, 4, 3, 2, 1, 0)
    best = names[rank(scores, said, names)]
    assert np.array_equal(best, names[order][rank(scores[order], said[order], names[order])])
