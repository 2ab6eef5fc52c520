"""Recall: the right thing first in both languages, and why."""

from __future__ import annotations

import uuid

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.patience import eventually
from running.refusals import refusal
from wire.saying import forget, instant, listed, recall, recalled, remember

STORY = [
    pb.NewMemory(
        content="我下周三要去字节跳动面试，紧张得睡不着",
        kind=pb.MEMORY_KIND_EVENT,
        emotion=pb.EMOTION_ANXIOUS,
        tags=["工作"],
        event_time=instant(2024, 5, 15),
        observe_time=instant(2024, 5, 8),
        importance=0.8,
    ),
    pb.NewMemory(
        content="My cat Biscuit is allergic to chicken",
        kind=pb.MEMORY_KIND_FACT,
        subject="Biscuit",
        tags=["pets", "health"],
        metadata={"channel": "voice"},
        observe_time=instant(2024, 5, 9),
    ),
    pb.NewMemory(
        content="我最喜欢喝冰美式，不加糖",
        kind=pb.MEMORY_KIND_PREFERENCE,
        attribute=pb.Attribute(key="favourite_drink", value="冰美式"),
        tags=["food"],
        observe_time=instant(2024, 5, 10),
    ),
    pb.NewMemory(
        content="I moved from Leeds to a flat on Tib Street in Manchester",
        kind=pb.MEMORY_KIND_EVENT,
        observe_time=instant(2024, 5, 11),
        importance=0.3,
        confidence=0.4,
    ),
    pb.NewMemory(
        content="妈妈的生日是农历八月十五",
        kind=pb.MEMORY_KIND_FACT,
        subject="妈妈",
        observe_time=instant(2024, 5, 12),
        pinned=True,
        importance=0.95,
    ),
    pb.NewMemory(
        content="I play badminton every Tuesday evening with Priya",
        kind=pb.MEMORY_KIND_HABIT,
        tier=pb.MEMORY_TIER_SEMANTIC,
        observe_time=instant(2024, 5, 13),
    ),
    pb.NewMemory(
        content="爷爷去世那天我特别难过",
        kind=pb.MEMORY_KIND_EMOTION,
        emotion=pb.EMOTION_SAD,
        observe_time=instant(2024, 5, 14),
    ),
]
INTERVIEW, CAT, COFFEE, MOVE, BIRTHDAY, BADMINTON, GRANDPA = (each.content for each in STORY)


@pytest.fixture(scope="module")
def teller(stub) -> str:
    """A user who told the whole story, in the session `spring`."""
    name = f"contract-user-teller-{uuid.uuid4()}"
    remember(stub, name, *STORY, session_id="spring")
    return name


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("我上次说的面试是哪家公司？", INTERVIEW),
        ("Biscuit 不能吃什么", CAT),
        ("what must the cat not eat?", CAT),
        ("我平时喝什么咖啡", COFFEE),
        ("do I drink 冰美式 with sugar?", COFFEE),
        ("Where do I live now?", MOVE),
        ("我妈什么时候过生日", BIRTHDAY),
        ("who do I play sports with", BADMINTON),
        ("爷爷", GRANDPA),
    ],
)
def test_the_right_memory_comes_first(stub, teller: str, query: str, expected: str) -> None:
    assert recalled(stub, teller, query)[0] == expected


def test_scores_fall_and_are_explained(stub, teller: str) -> None:
    answer = recall(stub, teller, "妈妈的生日是哪天")
    scores = [each.score for each in answer.memories]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= each <= 1 for each in scores)
    for each in answer.memories:
        for field, value in each.breakdown.ListFields():
            assert 0 <= value <= 1, field.name
    best = answer.memories[0]
    assert best.memory.content == BIRTHDAY
    for part in ("semantic", "lexical"):
        parts = [getattr(each.breakdown, part) for each in answer.memories]
        assert parts[0] == max(parts) > 0, part
    assert best.breakdown.importance > 0.5
    assert answer.mode != pb.RECALL_MODE_UNSPECIFIED
    assert answer.revision == 1


def test_words_that_meet_nothing_have_no_lexical_part(stub, teller: str) -> None:
    answer = recall(stub, teller, "zzyzx qwfp")
    assert [each.breakdown.lexical for each in answer.memories] == [0.0] * len(answer.memories)


def test_an_empty_query_ranks_by_importance_and_recency(stub, teller: str) -> None:
    for query in ("", "   "):
        answer = recall(stub, teller, query)
        assert len(answer.memories) == len(STORY)
        assert answer.memories[0].memory.content == BIRTHDAY
        assert all(each.breakdown.semantic == 0 for each in answer.memories)
        assert all(each.breakdown.lexical == 0 for each in answer.memories)


def test_limit(stub, teller: str, user: str) -> None:
    assert len(recalled(stub, teller, "我", limit=3)) == 3
    remember(stub, user, *(f"第 {number} 次跑步" for number in range(30)))
    assert len(recalled(stub, user, "跑步")) == 10
    assert len(recalled(stub, user, "跑步", limit=100)) == 30


def test_min_score_cuts_the_tail(stub, teller: str) -> None:
    whole = recall(stub, teller, "冰美式")
    bar = whole.memories[2].score - 1e-4  # a moment later it is a little less recent
    cut = recall(stub, teller, "冰美式", min_score=bar)
    assert [each.memory.content for each in cut.memories] == [
        each.memory.content for each in whole.memories if each.score >= bar
    ]
    assert 0 < len(cut.memories) < len(STORY)
    assert recalled(stub, teller, "冰美式", min_score=1.0) == []


def test_token_budget_keeps_the_best_that_fit(stub, teller: str) -> None:
    whole = recalled(stub, teller, "生日")
    assert recalled(stub, teller, "生日", token_budget=10_000) == whole
    assert recalled(stub, teller, "生日", token_budget=1) == []
    sizes = [len(recalled(stub, teller, "生日", token_budget=each)) for each in (15, 30, 60)]
    assert sizes == sorted(sizes)
    assert 1 <= sizes[0] < sizes[-1] < len(STORY)
    assert recalled(stub, teller, "生日", token_budget=30) == whole[: sizes[1]]


@pytest.mark.parametrize(
    ("filter_", "expected"),
    [
        (pb.MemoryFilter(kinds=[pb.MEMORY_KIND_PREFERENCE]), {COFFEE}),
        (
            pb.MemoryFilter(kinds=[pb.MEMORY_KIND_PREFERENCE, pb.MEMORY_KIND_HABIT]),
            {COFFEE, BADMINTON},
        ),
        (pb.MemoryFilter(emotions=[pb.EMOTION_SAD]), {GRANDPA}),
        (pb.MemoryFilter(tags=["工作", "food"]), {INTERVIEW, COFFEE}),
        (pb.MemoryFilter(tags=["health"], kinds=[pb.MEMORY_KIND_FACT]), {CAT}),
        (pb.MemoryFilter(tags=["health"], kinds=[pb.MEMORY_KIND_EVENT]), set()),
        (pb.MemoryFilter(subjects=["妈妈", "Biscuit"]), {BIRTHDAY, CAT}),
        (pb.MemoryFilter(attribute_keys=["favourite_drink"]), {COFFEE}),
        (pb.MemoryFilter(metadata={"channel": "voice"}), {CAT}),
        (pb.MemoryFilter(metadata={"channel": "text"}), set()),
        (pb.MemoryFilter(session_ids=["autumn"]), set()),
        (pb.MemoryFilter(min_importance=0.94), {BIRTHDAY}),
        (
            pb.MemoryFilter(min_confidence=0.5, kinds=[pb.MEMORY_KIND_EVENT]),
            {INTERVIEW},
        ),
        (
            pb.MemoryFilter(
                event_time=pb.TimeRange(
                    start_time=instant(2024, 5, 15), end_time=instant(2024, 5, 16)
                )
            ),
            {INTERVIEW},
        ),
        # Half-open: what happens at the end is not within.
        (pb.MemoryFilter(event_time=pb.TimeRange(end_time=instant(2024, 5, 15))), set()),
        (pb.MemoryFilter(create_time=pb.TimeRange(end_time=instant(1990, 1, 1))), set()),
    ],
)
def test_filters(stub, teller: str, filter_: pb.MemoryFilter, expected: set[str]) -> None:
    assert set(recalled(stub, teller, "说说看", filter=filter_)) == expected
    assert {memory.content for memory in listed(stub, teller, filter=filter_)} == expected


def test_as_of_time_answers_as_of_then(stub, teller: str) -> None:
    then = recalled(stub, teller, "", as_of_time=instant(2024, 5, 10, 12))
    assert set(then) == {INTERVIEW, CAT, COFFEE}
    assert recalled(stub, teller, "猫", as_of_time=instant(2024, 5, 1)) == []
    assert len(recalled(stub, teller, "猫", as_of_time=instant(2024, 6, 1))) == len(STORY)


def test_expired_memories_do_not_appear(stub, user: str) -> None:
    gone = pb.NewMemory(content="明天带伞", observe_time=instant(2024, 5, 1))
    gone.ttl.FromSeconds(86_400)
    remember(stub, user, gone, "后天也带伞")
    assert recalled(stub, user, "带伞") == ["后天也带伞"]
    assert recalled(stub, user, "带伞", as_of_time=instant(2024, 5, 1, 12)) == ["明天带伞"]


def test_weights_change_the_order(stub, teller: str) -> None:
    by_time = pb.RecallWeights(
        relevance=0, recency=1, frequency=0, importance=0, recency_decay_per_day=0.001
    )
    order = recalled(stub, teller, "面试", weights=by_time)
    assert order == [each.content for each in reversed(STORY)]
    by_mood = pb.RecallWeights(relevance=0, recency=0, frequency=0, importance=0, emotion=1)
    answer = recall(stub, teller, "面试", weights=by_mood, emotion=pb.EMOTION_SAD)
    assert answer.memories[0].memory.content == GRANDPA
    assert answer.memories[0].breakdown.emotion > 0


@pytest.mark.parametrize("mode", [pb.RECALL_MODE_EXPLICIT, pb.RECALL_MODE_ASSOCIATIVE])
def test_the_mode_asked_for_is_the_mode_used(stub, teller: str, mode: int) -> None:
    assert recall(stub, teller, "面试", mode=mode).mode == mode


def test_access_is_counted_unless_read_only(stub, user: str) -> None:
    remember(stub, user, "我养了一只柴犬")
    recall(stub, user, "狗")
    recall(stub, user, "狗", read_only=False)
    memory = eventually(lambda: listed(stub, user)[0], lambda each: each.access_count > 0)
    assert memory.access_count == 1
    assert memory.HasField("last_access_time")
    assert recall(stub, user, "狗").memories[0].memory.access_count == 1
    # Being recalled is no change: an etag that was read before still holds.
    assert recall(stub, user, "狗").revision == 1


def test_writes_are_read_from_their_revision_on(stub, user: str) -> None:
    revision = remember(stub, user, "今天换了手机号").revision
    assert recalled(stub, user, "手机", min_revision=revision) == ["今天换了手机号"]
    refused = refusal(
        stub.Recall,
        service.RecallRequest(user_id=user, query="手机", min_revision=revision + 1),
        timeout=0.5,
    )
    assert refused.code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_an_unknown_user_has_no_memories_yet(stub, user: str) -> None:
    answer = recall(stub, user, "有什么")
    assert (list(answer.memories), answer.revision) == ([], 0)
    assert listed(stub, user) == []
    assert forget(stub, user, everything=True).forgotten_count == 0
