"""Common words among many memories."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters.word_index import COMMON, WordIndex
from myosotis_server.memory.rows import Terms

MANY = 40
COMMON_WORD, RARE_WORD, UNKNOWN_WORD = 1, 2, 3


def terms(*ids: int) -> Terms:
    return Terms(np.array(ids, np.uint32), np.ones(len(ids), np.uint16))


def index(count: int, rare: set[int], many: int = MANY) -> WordIndex:
    """`count` memories that all have the common word, and some the rare one as well."""
    ids = [[COMMON_WORD, RARE_WORD] if slot in rare else [COMMON_WORD] for slot in range(count)]
    flat = np.array([each for row in ids for each in row], np.uint32)
    lengths = np.array([len(row) for row in ids], np.int64)
    return WordIndex(flat, np.ones(len(flat), np.uint16), lengths, many)


def test_among_many_a_common_word_counts_only_where_it_is_alone() -> None:
    large = index(MANY, {3, 7})
    scores, ceiling = large.scores(terms(COMMON_WORD, RARE_WORD))
    assert np.flatnonzero(scores).tolist() == [3, 7]
    alone, ceiling_alone = large.scores(terms(RARE_WORD))
    assert np.array_equal(scores, alone)
    assert ceiling == ceiling_alone
    assert (large.scores(terms(COMMON_WORD))[0] > 0).all()
    assert (large.scores(terms(COMMON_WORD, UNKNOWN_WORD))[0] > 0).all()
    assert not large.scores(terms(UNKNOWN_WORD))[0].any()


def test_among_few_every_word_counts() -> None:
    scores, _ = index(MANY - 1, {3, 7}).scores(terms(COMMON_WORD, RARE_WORD))
    assert (scores > 0).all()


@given(st.lists(st.integers(0, MANY - 1), max_size=30), st.integers(1, MANY // COMMON))
def test_an_index_of_many_that_was_changed_scores_like_one_built_afresh(
    removed: list[int], rare: int
) -> None:
    count = 2 * MANY
    changed = index(count, set(range(rare)))
    gone = np.array(sorted(set(removed)), np.int64)
    changed.remove(gone)
    kept = [slot for slot in range(count) if slot not in set(removed)]
    fresh = index(len(kept), {place for place, slot in enumerate(kept) if slot < rare})
    for asked in (terms(COMMON_WORD, RARE_WORD), terms(COMMON_WORD), terms(RARE_WORD)):
        scores, ceiling = changed.scores(asked)
        expected, expected_ceiling = fresh.scores(asked)
        assert np.array_equal(scores[kept], expected)
        assert ceiling == expected_ceiling
        assert not scores[gone].any()
