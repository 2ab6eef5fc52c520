"""The measures, pinned by examples worked out by hand."""

from math import log2

import pytest

from quality.measures import latency_share, me_score, ndcg_at, r_precision, recall_at

FOUND = [{"x"}, {"a"}, {"y"}, {"b", "z"}, {"a"}]


@pytest.mark.parametrize(
    ("depth", "share"), [(1, 0), (2, 1 / 3), (3, 1 / 3), (4, 2 / 3), (5, 2 / 3), (50, 2 / 3)]
)
def test_recall_is_the_share_of_the_evidence_in_the_first_few(depth: int, share: float) -> None:
    assert recall_at(depth, FOUND, {"a", "b", "c"}) == pytest.approx(share)


def test_nothing_found_is_nothing_recalled() -> None:
    assert recall_at(5, [], {"a"}) == 0
    assert r_precision([], {"a"}) == 0
    assert ndcg_at(5, [], {"a"}) == 0


def test_r_precision_looks_at_as_many_memories_as_there_is_evidence() -> None:
    assert r_precision(FOUND, {"a"}) == 0  # x
    assert r_precision(FOUND, {"a", "b"}) == 1 / 2  # x a
    assert r_precision(FOUND, {"a", "b", "c", "d"}) == 2 / 4  # x a y b
    assert r_precision([{"b"}, {"a"}], {"a", "b"}) == 1


def test_ndcg_discounts_by_place_and_counts_evidence_once() -> None:
    evidence = {"a", "b"}
    best = 1 + 1 / log2(3)
    assert ndcg_at(10, FOUND, evidence) == pytest.approx((1 / log2(3) + 1 / log2(5)) / best)
    assert ndcg_at(3, FOUND, evidence) == pytest.approx((1 / log2(3)) / best)
    assert ndcg_at(10, [{"a"}, {"b"}], evidence) == 1
    assert ndcg_at(10, [{"a"}], {"a"}) == 1


def test_ndcg_is_bounded_where_one_memory_holds_all_evidence_or_there_is_more_than_fits() -> None:
    assert ndcg_at(10, [{"a", "b"}], {"a", "b"}) == 1
    assert ndcg_at(1, [{"a"}], {"a", "b"}) == 1


def test_latency_is_the_embedding_s_share_of_the_call() -> None:
    assert latency_share(bare=2.0, call=4.0) == 0.5
    assert latency_share(bare=2.0, call=1.9) == 1


def test_the_score_weighs_its_parts() -> None:
    assert me_score(1, 1, 1, 1) == pytest.approx(1)
    assert me_score(0.5, 0, 0, 0) == pytest.approx(0.2)
    assert me_score(0, 0.5, 0, 0) == pytest.approx(0.15)
    assert me_score(0, 0, 0.5, 0) == pytest.approx(0.1)
    assert me_score(0, 0, 0, 0.5) == pytest.approx(0.05)
