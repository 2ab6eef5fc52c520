"""Scores: parts of 0 to 1, monotone where they should be, one order for one set of candidates."""

import uuid
from dataclasses import astuple, fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NOON, memories, memory, quick
from myosotis_server.memory.embedding import Span
from myosotis_server.memory.fitted import (
    ACROSS_LANGUAGES,
    CONTEXT_SHARES,
    DEFAULT_WEIGHTS,
    EMPTY_QUERY_WEIGHTS,
)
from myosotis_server.memory.rows import Rows, Terms, columns_of, language_code, row_of
from myosotis_server.memory.scoring import (
    ECHO_COSTS,
    FREQUENT,
    by_worth,
    emotion_match,
    frequency,
    lexical_shares,
    rank,
    recency,
    score,
    time_parts,
    without_echoes,
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

NO_TERMS = Terms(np.empty(0, np.uint32), np.empty(0, np.uint16))
WEIGHED = (
    "semantic", "lexical", "context", "graph", "recency", "frequency", "importance", "emotion",
)  # fmt: skip
NOTHING = RecallWeights(*[0.0] * len(fields(RecallWeights)))

shares = st.floats(0, 1)
some_weights = st.just(0.0) | st.floats(0.001, 1_000)
weights = st.builds(RecallWeights, *[some_weights] * len(fields(RecallWeights)))
five_shares = st.lists(shares, min_size=5, max_size=5).map(np.array)
parts_of_five = st.fixed_dictionaries(dict.fromkeys(WEIGHED, five_shares))
languages_of_five = st.lists(st.integers(0, 2), min_size=5, max_size=5).map(
    lambda codes: np.array(codes, np.uint8)
)
tags = st.sampled_from(["zh", "en", "ja", "und", ""])
orders_of_five = st.permutations(range(5))
spans = st.tuples(st.floats(-1, 0.9), st.floats(0.01, 1)).map(
    lambda drawn: Span(drawn[0], drawn[0] + drawn[1])
)
cosines = st.lists(st.floats(-1, 1, width=32), max_size=9).map(
    lambda values: np.array(values, np.float32)
)
word_scores = st.lists(st.just(0.0) | st.floats(0.125, 100, width=32), max_size=9).map(
    lambda values: np.array(values, np.float32)
)


def columns(memories: list[Memory]) -> np.ndarray:
    vector = np.array([1, 0], np.float32)
    rows = Rows.concatenate([row_of(each, vector, NO_TERMS, 1) for each in memories])
    return columns_of(rows.fixed)


def is_share(part: np.ndarray, count: int) -> bool:
    return part.shape == (count,) and bool(np.all((part >= 0) & (part <= 1)))


def never_falls(part: np.ndarray, source: np.ndarray) -> bool:
    """Whether `part` rises, or stays, where `source` does, and is equal where that is."""
    order = np.argsort(source, kind="stable")
    steps, source_steps = np.diff(part[order]), np.diff(source[order])
    return bool(np.all(steps >= 0) and np.all(steps[source_steps == 0] == 0))


# The semantic part


@quick
@given(cosines, spans, st.data())
def test_the_semantic_part_is_bounded_and_follows_the_cosine(
    cosine: np.ndarray, span: Span, data: st.DataObject
) -> None:
    part = span.place(cosine)
    assert is_share(part, len(cosine))
    assert never_falls(part, cosine)
    order = data.draw(st.permutations(range(len(cosine))))
    assert np.array_equal(span.place(cosine[order]), part[order])


def test_the_semantic_part_is_the_place_between_unrelated_and_belonging() -> None:
    cosine = np.array([-1, 0.74, 0.75, 0.8, 0.85, 0.95, 1.0], np.float32)
    part = Span(0.75, 0.95).place(cosine)
    assert part == pytest.approx([0, 0, 0, 0.25, 0.5, 1, 1], abs=1e-6)
    assert Span(-1, 1).place(np.zeros(2, np.float32)).tolist() == [0.5, 0.5]


# The words' part


def lexical_of(words: list[float], ceiling: float) -> list[float]:
    return word_part(np.array(words, np.float32), ceiling).tolist()


@quick
@given(word_scores, st.floats(0, 200), st.data())
def test_the_words_part_is_bounded_and_follows_the_score(
    words: np.ndarray, ceiling: float, data: st.DataObject
) -> None:
    part = word_part(words, ceiling)
    assert is_share(part, len(words))
    assert never_falls(part, words)
    assert np.array_equal(part > 0, words > 0)
    assert np.all(word_part(words, 2 * ceiling) <= part)
    order = data.draw(st.permutations(range(len(words))))
    assert np.array_equal(word_part(words[order], ceiling), part[order])


@quick
@given(word_scores, st.floats(0, 200))
def test_the_scale_of_bm25_is_nothing_to_the_words_part(words: np.ndarray, ceiling: float) -> None:
    fourfold = word_part(words * np.float32(4), 4 * ceiling)
    assert fourfold == pytest.approx(word_part(words, ceiling))


def test_all_of_the_words_make_one_and_none_make_nothing() -> None:
    assert lexical_of([0, 2, 4], ceiling=4) == pytest.approx([0, 0.5, 1])
    assert lexical_of([0, 0, 0], ceiling=4) == [0, 0, 0]
    assert lexical_of([0, 0], ceiling=0) == [0, 0]
    assert lexical_of([3, 3], ceiling=3) == [1, 1]
    assert lexical_of([], ceiling=9) == []


def test_one_common_word_does_not_look_like_an_answer() -> None:
    assert lexical_of([0, 1], ceiling=16) == pytest.approx([0, 0.25])
    assert lexical_of([4, 1], ceiling=9) == pytest.approx([2 / 3, 1 / 6])
    assert max(lexical_of([0.5, 1], ceiling=16)) < max(lexical_of([0.5, 1], ceiling=2)) < 1


# How much the words count


@quick
@given(weights, tags, languages_of_five, five_shares, orders_of_five)
def test_the_words_share_is_bounded_and_falls_with_meaning_across_languages(
    chosen: RecallWeights,
    asked_in: str,
    languages: np.ndarray,
    semantic: np.ndarray,
    order: list[int],
) -> None:
    share = lexical_shares(chosen, asked_in, languages, semantic)
    assert is_share(share, 5)
    clearer = lexical_shares(chosen, asked_in, languages, np.minimum(semantic + 0.2, 1))
    assert np.all(clearer <= share)
    wordier = lexical_shares(
        replace(chosen, lexical=2 * chosen.lexical), asked_in, languages, semantic
    )
    assert np.all(wordier >= share - 1e-12)
    shuffled = lexical_shares(chosen, asked_in, languages[order], semantic[order])
    assert np.array_equal(shuffled, share[order])


def test_translated_words_count_less_the_clearer_the_meaning() -> None:
    languages = np.array([language_code(tag) for tag in ("zh", "en", "en", "en", "fr")], np.uint8)
    semantic = np.array([0.5, 0.0, 0.5, 1.0, 0.5])
    chosen = replace(NOTHING, semantic=0.6, lexical=0.4)
    share = lexical_shares(chosen, "zh", languages, semantic)
    across = 0.4 * ACROSS_LANGUAGES
    assert share == pytest.approx([0.4, across, across / 2, 0, 0.4])
    for unknown in ("ja", "und", ""):
        assert lexical_shares(chosen, unknown, languages, semantic) == pytest.approx([0.4] * 5)


def test_weights_alone_decide_where_all_is_said_in_one_language() -> None:
    chinese = np.full(2, language_code("zh"), np.uint8)
    for semantic, lexical, expected in ((1, 3, 0.75), (1, 0, 0), (0, 0.1, 1), (0, 0, 0)):
        chosen = replace(NOTHING, semantic=semantic, lexical=lexical)
        share = lexical_shares(chosen, "zh", chinese, np.array([0.2, 0.9]))
        assert share == pytest.approx([expected] * 2)
    assert len(lexical_shares(NOTHING, "zh", chinese[:0], np.empty(0))) == 0


# What needs no question


@quick
@given(
    st.lists(st.integers(NOON - 10_000 * DAY, NOON + 10_000 * DAY)), st.floats(0, 1_000), st.data()
)
def test_recency_is_bounded_and_never_falls_with_time(
    said: list[int], decay: float, data: st.DataObject
) -> None:
    moments = np.array(said, np.int64)
    part = recency(moments, NOON, decay)
    assert is_share(part, len(said))
    assert never_falls(part, moments)
    assert np.all(recency(moments, NOON, decay + 0.1) <= part)
    order = data.draw(st.permutations(range(len(said))))
    assert np.array_equal(recency(moments[order], NOON, decay), part[order])


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
    assert is_share(part, 3)
    assert part[0] >= part[1]
    assert part[0] >= part[2]


def test_frequency_begins_at_nothing_and_ends_at_frequent() -> None:
    mentions = np.array([1, FREQUENT + 1, 1, 2**32 - 1, 3], np.uint32)
    accesses = np.array([0, 0, FREQUENT, 2**32 - 1, 4], np.uint32)
    third = np.log(7) / np.log(51)
    assert frequency(mentions, accesses) == pytest.approx([0, 1, 1, 1, third])
    assert len(frequency(mentions[:0], accesses[:0])) == 0


def test_only_the_feeling_asked_for_counts() -> None:
    feelings = np.array([Emotion.SAD, Emotion.HAPPY, Emotion.UNSPECIFIED], np.uint8)
    strengths = np.array([0.5, 0.75, 0.25], np.float32)
    assert emotion_match(feelings, strengths, Emotion.SAD).tolist() == [0.5, 0, 0]
    assert emotion_match(feelings, strengths, Emotion.UNSPECIFIED).tolist() == [0, 0, 0]
    assert len(emotion_match(feelings[:0], strengths[:0], Emotion.SAD)) == 0


@quick
@given(st.lists(memories(), min_size=1, max_size=5), weights, st.sampled_from(Emotion), st.data())
def test_every_part_that_needs_no_query_is_bounded(
    known: list[Memory], chosen: RecallWeights, asked: Emotion, data: st.DataObject
) -> None:
    parts = time_parts(columns(known), NOON, chosen, asked)
    order = data.draw(st.permutations(range(len(known))))
    shuffled = time_parts(columns(known)[order], NOON, chosen, asked)
    assert list(parts) == ["recency", "frequency", "importance", "emotion"]
    for name, part in parts.items():
        assert name in {each.name for each in fields(ScoreBreakdown)}
        assert is_share(part, len(known)), name
        assert np.array_equal(shuffled[name], part[order]), name


def test_nothing_known_has_no_parts() -> None:
    for part in time_parts(columns([memory()])[:0], NOON, NOTHING, Emotion.SAD).values():
        assert len(part) == 0


def test_what_is_doubted_matters_less() -> None:
    doubted = columns([memory(importance=0.8, confidence=each) for each in (1.0, 0.5, 0.0)])
    part = time_parts(doubted, NOON, EMPTY_QUERY_WEIGHTS, Emotion.UNSPECIFIED)["importance"]
    assert part == pytest.approx([0.8, 0.4, 0])


def test_what_is_said_again_is_as_recent_as_the_last_time() -> None:
    again = columns([memory(create_time=NOON - 9 * DAY, update_time=NOON - DAY)])
    part = time_parts(again, NOON, EMPTY_QUERY_WEIGHTS, Emotion.UNSPECIFIED)["recency"]
    assert part == pytest.approx([np.exp(-0.1)])


# The score


@quick
@given(parts_of_five, weights, five_shares)
def test_scores_are_bounded(parts: dict, chosen: RecallWeights, share: np.ndarray) -> None:
    assert is_share(score(parts, chosen, share), 5)
    everything = {name: np.ones(5) for name in WEIGHED}
    nothing = {name: np.zeros(5) for name in WEIGHED}
    whole = score(everything, chosen, share)
    assert whole == pytest.approx(np.ones(5) if whole.any() else np.zeros(5))
    assert score(nothing, chosen, share).tolist() == [0] * 5


@quick
@given(parts_of_five, weights, five_shares, st.sampled_from(WEIGHED))
def test_more_of_a_part_never_lowers_a_score(
    parts: dict, chosen: RecallWeights, share: np.ndarray, name: str
) -> None:
    more = parts | {name: np.minimum(parts[name] + 0.25, 1)}
    assert np.all(score(more, chosen, share) >= score(parts, chosen, share) - 1e-12)


@quick
@given(parts_of_five, weights, five_shares, orders_of_five)
def test_the_order_of_candidates_is_nothing_to_their_scores(
    parts: dict, chosen: RecallWeights, share: np.ndarray, order: list[int]
) -> None:
    shuffled = {name: values[order] for name, values in parts.items()}
    assert np.array_equal(score(shuffled, chosen, share[order]), score(parts, chosen, share)[order])


@quick
@given(parts_of_five, weights, five_shares)
def test_what_weighs_nothing_changes_nothing(
    parts: dict, chosen: RecallWeights, share: np.ndarray
) -> None:
    for name in WEIGHED:
        without = replace(chosen, **{name: 0.0})
        other = parts | {name: 1 - parts[name]}
        # The words' share is told apart from their weight, and is made from it.
        told = {"lexical": np.zeros(5), "semantic": np.ones(5)}.get(name, share)
        assert np.array_equal(score(parts, without, told), score(other, without, told)), name


@quick
@given(parts_of_five, five_shares)
def test_without_any_weight_all_score_zero(parts: dict, share: np.ndarray) -> None:
    assert score(parts, NOTHING, share).tolist() == [0] * 5


def test_no_candidates_have_no_scores() -> None:
    nothing = np.empty(0)
    none = dict.fromkeys(WEIGHED, nothing)
    for chosen in (NOTHING, DEFAULT_WEIGHTS[RecallMode.EXPLICIT]):
        assert score(none, chosen, nothing).shape == (0,)


PARTS = {
    "semantic": np.array([0.5]),
    "lexical": np.array([0.25]),
    "context": np.array([0.8]),
    "graph": np.array([0.4]),
    "recency": np.array([0.1]),
    "frequency": np.array([0.2]),
    "importance": np.array([0.6]),
    "emotion": np.array([0.3]),
}


@pytest.mark.parametrize(
    ("chosen", "share", "expected"),
    [
        # 0.75 × 0.5 + 0.25 × 0.25
        ({"relevance": 1, "semantic": 3, "lexical": 1}, 0.25, 0.4375),
        ({"relevance": 1, "semantic": 3, "lexical": 1}, 1.0, 0.25),
        ({"relevance": 7, "semantic": 3, "lexical": 1}, 0.25, 0.4375),
        # (2 × 0.4375 + 1 × 0.8 + 1 × 0.4) / 4
        (
            {"relevance": 1, "semantic": 1.5, "lexical": 0.5, "context": 1, "graph": 1},
            0.25,
            0.51875,
        ),
        ({"relevance": 1, "context": 2}, 0.25, 0.8),
        ({"relevance": 3, "graph": 0.1}, 0.25, 0.4),
        # (4 × 0.8 + 1 × 0.1 + 2 × 0.2 + 3 × 0.6 + 6 × 0.3) / 16
        (
            {
                "relevance": 4, "context": 1,
                "recency": 1, "frequency": 2, "importance": 3, "emotion": 6,
            },
            0.5,
            7.3 / 16,
        ),
        # Relevance that is made of nothing does not count.
        ({"relevance": 9, "importance": 1}, 0.5, 0.6),
        ({"semantic": 1, "lexical": 1, "importance": 1, "emotion": 1}, 0.5, 0.45),
        ({"relevance": 1}, 0.5, 0),
        ({"semantic": 1, "lexical": 1, "context": 1, "graph": 1}, 0.5, 0),
        ({"recency_decay_per_day": 1}, 0.5, 0),
    ],
)  # fmt: skip
def test_a_score_is_the_weighted_mean_of_its_parts(
    chosen: dict[str, float], share: float, expected: float
) -> None:
    scores = score(PARTS, replace(NOTHING, **chosen), np.array([share]))
    assert scores == pytest.approx([expected])


def test_a_part_that_is_not_told_counts_as_nothing() -> None:
    chosen = replace(NOTHING, relevance=1, context=1, importance=1)
    assert score({"importance": PARTS["importance"]}, chosen, np.zeros(1)) == pytest.approx([0.3])
    assert score({}, chosen, np.zeros(2)).tolist() == [0, 0]


def test_only_the_proportion_of_weights_counts() -> None:
    parts = {name: np.linspace(0, 1, 5) ** place for place, name in enumerate(WEIGHED, 1)}
    chosen = DEFAULT_WEIGHTS[RecallMode.ASSOCIATIVE]
    tenfold = RecallWeights(*(10 * each for each in astuple(chosen)))
    share = np.full(5, 0.4)
    assert score(parts, tenfold, share) == pytest.approx(score(parts, chosen, share))


@pytest.mark.parametrize("mode", [RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE])
def test_by_default_relevance_dominates(mode: RecallMode) -> None:
    """The best match, old and unimportant, comes before what merely has all the rest."""
    parts = {name: np.array([0.0, 1.0]) for name in WEIGHED}
    parts["semantic"] = parts["lexical"] = parts["context"] = np.array([1.0, 0.0])
    chosen = DEFAULT_WEIGHTS[mode]
    both = chosen.semantic + chosen.lexical
    best, other = score(parts, chosen, np.full(2, chosen.lexical / both))
    assert best > 2 * other


def test_what_is_fitted_can_be_weighed() -> None:
    for chosen in (*DEFAULT_WEIGHTS.values(), EMPTY_QUERY_WEIGHTS):
        assert all(each >= 0 for each in astuple(chosen))
        assert chosen.semantic + chosen.lexical > 0
    assert DEFAULT_WEIGHTS.keys() == {RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE}
    assert all(0 <= share <= 1 for share in CONTEXT_SHARES.values())


# The order


def ids(*numbers: int) -> np.ndarray:
    return np.array([np.void(uuid.UUID(int=number).bytes) for number in numbers], "V16")


def test_ties_go_to_the_later_and_then_to_the_smaller_id() -> None:
    scores = np.array([0.5, 0.9, 0.5, 0.5, 0.5])
    said = np.array([NOON, NOON - DAY, NOON, NOON + DAY, NOON])
    order = rank(scores, said, ids(3, 9, 1 << 127, 8, 2))
    assert order.tolist() == [1, 3, 4, 0, 2]


def test_nothing_and_one_are_in_order() -> None:
    nothing = np.empty(0, np.int64)
    assert rank(np.empty(0), nothing, ids()).tolist() == []
    assert rank(np.zeros(1), np.array([NOON]), ids(7)).tolist() == [0]


@quick
@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 2)), min_size=6, max_size=6
    ),
    st.permutations(range(6)),
)
def test_ranking_does_not_depend_on_the_order_of_candidates(
    known: list[tuple[float, int]], order: list[int]
) -> None:
    scores = np.array([each for each, _ in known])
    said = np.array([each for _, each in known])
    names = ids(5, 4, 3, 2 << 100, 1 << 64, 0)
    best = names[rank(scores, said, names)]
    assert np.array_equal(best, names[order][rank(scores[order], said[order], names[order])])
    numbers = [
        (-one, -time, each.tobytes()) for (one, time), each in zip(known, names, strict=True)
    ]
    assert [each.tobytes() for each in best] == [name for _, _, name in sorted(numbers)]


# What repeats a better one


@st.composite
def alike(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Falling scores, and how much each two say the same."""
    count = draw(st.integers(0, 7))
    scores = sorted(draw(st.lists(shares, min_size=count, max_size=count)), reverse=True)
    drawn = draw(st.lists(shares, min_size=count * count, max_size=count * count))
    matrix = np.array(drawn, np.float64).reshape(count, count)
    matrix = np.maximum(matrix, matrix.T)
    np.fill_diagonal(matrix, 0.0)
    return np.array(scores), matrix


@quick
@given(alike())
def test_echoes_move_back_and_none_is_lost(known: tuple[np.ndarray, np.ndarray]) -> None:
    scores, matrix = known
    before = scores.copy(), matrix.copy()
    taken, reduced = without_echoes(scores, matrix)
    assert sorted(taken.tolist()) == list(range(len(scores)))
    assert taken[:1].tolist() == list(range(len(scores)))[:1], "the best stays first"
    assert np.array_equal(scores, before[0])
    assert np.array_equal(matrix, before[1])
    assert (np.diff(reduced) <= 0).all()
    assert (reduced <= scores[taken]).all()
    assert (reduced >= (1 - ECHO_COSTS) * scores[taken] - 1e-12).all()


@quick
@given(alike())
def test_where_none_or_all_are_echoes_the_order_stays(
    known: tuple[np.ndarray, np.ndarray],
) -> None:
    scores, matrix = known
    for same in (np.zeros_like(matrix), 1 - np.eye(len(scores))):
        assert without_echoes(scores, same)[0].tolist() == list(range(len(scores)))


def test_an_echo_costs_its_likeness() -> None:
    scores = np.array([0.9, 0.8, 0.7, 0.4])
    matrix = np.zeros((4, 4))
    kept = 1 - ECHO_COSTS / 10
    matrix[0, 1] = matrix[1, 0] = 0.1
    order, reduced = without_echoes(scores, matrix)
    assert order.tolist() == [0, 1, 2, 3]
    assert reduced == pytest.approx([0.9, 0.8 * kept, 0.7, 0.4])
    matrix[0, 1] = matrix[1, 0] = 0.4
    order, reduced = without_echoes(scores, matrix)
    assert order.tolist() == [0, 2, 1, 3]
    assert reduced == pytest.approx([0.9, 0.7, 0.8 * (1 - 0.4 * ECHO_COSTS), 0.4])
    matrix[:] = 0
    matrix[2, 1] = matrix[1, 2] = matrix[0, 1] = matrix[1, 0] = 1.0  # held back once, not twice
    order, reduced = without_echoes(scores, matrix)
    assert reduced[order == 1] == pytest.approx(0.8 * (1 - ECHO_COSTS))


# What matters most without a question


@quick
@given(st.lists(memories(), max_size=12), st.integers(1, 14))
def test_the_worthiest_are_the_most_important_and_surest_the_pinned_above_their_like(
    known: list[Memory], count: int
) -> None:
    known = list({each.memory_id: each for each in known}.values())
    rows = [row_of(each, np.ones(4, np.float32), NO_TERMS, 1) for each in known]
    columns = columns_of(Rows.concatenate([Rows.empty(4), *rows]).fixed)

    def worth(row: int) -> tuple[float, int, str]:
        sure = columns["importance"][row] * columns["confidence"][row]
        pinned = 1.5 if known[row].pinned else 1.0
        return -float(sure * pinned), -known[row].update_time, known[row].memory_id

    expected = sorted(range(len(known)), key=worth)[:count]
    assert by_worth(columns, count).tolist() == expected
