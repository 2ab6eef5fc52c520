"""Recall's parts, weights and modes, as a caller sees them in both languages."""

from __future__ import annotations

import math
import uuid
from typing import Any

import pytest

from myosotis.v1 import memory_pb2 as pb
from wire.saying import instant, recall, recalled, remember

SAID = [
    ("我叫陈凯，在上海写后端", ""),
    ("你平时几点下班？", "Momo"),
    ("一般七点，值班的时候说不准", ""),
    ("My girlfriend Sophie is French", "Sophie"),
    ("她不吃辣，所以我们很少去川菜馆", "Sophie"),
    ("I bought a ThinkPad when the old MacBook died", ""),
    ("每周日早上跟同事打羽毛球", ""),
    ("Nice, is the court near your flat?", "Momo"),
    ("圣诞节的机票订好了，飞里斯本", ""),
    ("Told my manager Linda that I'm leaving", ""),
]
QUERIES = (
    "what does Sophie not eat?",
    "我什么时候打羽毛球",
    "圣诞节",
    "今天又被老板骂了，我好难过",
)
MODES = (pb.RECALL_MODE_EXPLICIT, pb.RECALL_MODE_ASSOCIATIVE)
PARTS = [field.name for field in pb.ScoreBreakdown.DESCRIPTOR.fields]
OF_RELEVANCE = ("semantic", "lexical", "context", "graph")
THEN = instant(2026, 11, 30)
"""Asked about as of then, nothing depends on the moment at which a test runs."""


@pytest.fixture(scope="module")
def teller(stub) -> str:
    name = f"contract-user-parts-{uuid.uuid4()}"
    memories = [
        pb.NewMemory(
            content=content,
            subject=subject,
            observe_time=instant(2026, 11, 1 + place),
            emotion=pb.EMOTION_ANXIOUS if place % 3 == 0 else pb.EMOTION_UNSPECIFIED,
        )
        for place, (content, subject) in enumerate(SAID)
    ]
    for session, part in (("one", memories[:5]), ("two", memories[5:])):
        remember(stub, name, *part, session_id=session)
    return name


def only(**weights: float) -> pb.RecallWeights:
    """Relevance alone, of it what `weights` say and nothing else."""
    others = dict.fromkeys(("recency", "frequency", "importance", "emotion"), 0.0)
    inner = {**dict.fromkeys(OF_RELEVANCE, 0.0), **weights}
    return pb.RecallWeights(relevance=1.0, **others, **inner)


@pytest.mark.parametrize("mode", [pb.RECALL_MODE_UNSPECIFIED, *MODES])
@pytest.mark.parametrize("query", ["", *QUERIES])
def test_every_part_and_score_is_a_share(stub, teller: str, query: str, mode: int) -> None:
    answer = recall(stub, teller, query, mode=mode, as_of_time=THEN, emotion=pb.EMOTION_ANXIOUS)
    assert answer.memories
    for each in answer.memories:
        assert 0 <= each.score <= 1
        for part in PARTS:
            assert 0 <= getattr(each.breakdown, part) <= 1, part
        assert each.breakdown.graph == 0  # there is no graph yet


@pytest.mark.parametrize("mode", [pb.RECALL_MODE_UNSPECIFIED, *MODES])
@pytest.mark.parametrize("query", ["", *QUERIES])
def test_the_best_come_first(stub, teller: str, query: str, mode: int) -> None:
    scores = [each.score for each in recall(stub, teller, query, mode=mode, limit=100).memories]
    assert len(scores) == len(SAID)
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("query", ["", *QUERIES])
def test_the_same_question_has_the_same_answer(stub, teller: str, query: str) -> None:
    one, other = (recall(stub, teller, query, as_of_time=THEN, limit=100) for _ in range(2))
    assert one == other
    few = recall(stub, teller, query, as_of_time=THEN, limit=3).memories
    assert list(few) == list(one.memories[:3])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("part", ["semantic", "lexical", "context"])
@pytest.mark.parametrize("query", QUERIES)
def test_one_part_alone_is_the_whole_score(
    stub, teller: str, query: str, part: str, mode: int
) -> None:
    # Whatever language a statement is in: a part of weight 0 has no say in any of them.
    weights = only(**{part: 0.7})
    answer = recall(stub, teller, query, mode=mode, weights=weights, limit=100)
    for each in answer.memories:
        assert each.score == pytest.approx(getattr(each.breakdown, part), abs=1e-5)


@pytest.mark.parametrize("part", ["semantic", "lexical", "context"])
def test_a_part_of_weight_0_is_still_told(stub, teller: str, part: str) -> None:
    query = QUERIES[0]
    plain = recall(stub, teller, query, as_of_time=THEN, limit=100)
    weights = pb.RecallWeights(**{part: 0.0})
    without = recall(stub, teller, query, as_of_time=THEN, weights=weights, limit=100)
    told = [getattr(each.breakdown, part) for each in without.memories]
    assert max(told) > 0.1
    if part != "context":  # which is made from the other two, so their shares change it
        assert sorted(told) == sorted(getattr(each.breakdown, part) for each in plain.memories)


def test_weights_that_leave_nothing_of_relevance(stub, teller: str) -> None:
    for weights in (only(), only(graph=1.0)):
        answer = recall(stub, teller, QUERIES[0], weights=weights)
        assert [each.score for each in answer.memories] == [0.0] * len(answer.memories)
    recent = only()
    recent.recency = 1.0
    order = recalled(stub, teller, QUERIES[0], weights=recent)
    assert order == [content for content, _ in reversed(SAID)]


def test_weights_count_beside_each_other_only(stub, teller: str) -> None:
    small = pb.RecallWeights(semantic=0.2, lexical=0.3, context=0.4, graph=0.0)
    large = pb.RecallWeights(semantic=200, lexical=300, context=400, graph=0.0)
    one, other = (
        recall(stub, teller, QUERIES[1], weights=each, as_of_time=THEN) for each in (small, large)
    )
    for few, many in zip(one.memories, other.memories, strict=True):
        assert few.memory == many.memory
        assert few.score == pytest.approx(many.score, abs=1e-5)


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("记得我上次说喜欢什么茶吗", pb.RECALL_MODE_EXPLICIT),
        ("你還記得我住哪裡嗎", pb.RECALL_MODE_EXPLICIT),
        ("我妈妈的生日是哪天？", pb.RECALL_MODE_EXPLICIT),
        ("羽毛球", pb.RECALL_MODE_EXPLICIT),
        ("Did I ever tell you about my sister?", pb.RECALL_MODE_EXPLICIT),
        ("what tea do i like", pb.RECALL_MODE_EXPLICIT),
        ("I need to know this: where is the lease?", pb.RECALL_MODE_EXPLICIT),
        ("dentist appointment", pb.RECALL_MODE_EXPLICIT),
        ("今天又被老板骂了，我好难过", pb.RECALL_MODE_ASSOCIATIVE),
        ("气死我了，他们又把锅甩给我", pb.RECALL_MODE_ASSOCIATIVE),
        ("I had a terrible day at work and nobody listened", pb.RECALL_MODE_ASSOCIATIVE),
        ("I hate my boss", pb.RECALL_MODE_ASSOCIATIVE),
        ("我今天跟 Sophie 吵架了, she won't talk to me", pb.RECALL_MODE_ASSOCIATIVE),
        ("A: 你好\nB: 最近怎么样？\nA: 不太好", pb.RECALL_MODE_ASSOCIATIVE),
    ],
)
def test_the_mode_is_decided_and_told(stub, teller: str, query: str, mode: int) -> None:
    assert recall(stub, teller, query).mode == mode


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("今晚又睡不着", pb.RECALL_MODE_ASSOCIATIVE),
        ("好累啊，又失眠了", pb.RECALL_MODE_ASSOCIATIVE),
        ("今天被老板骂了", pb.RECALL_MODE_ASSOCIATIVE),
        ("feeling down again", pb.RECALL_MODE_ASSOCIATIVE),
        ("remind me what tea I like", pb.RECALL_MODE_EXPLICIT),
        ("你还记得我的生日", pb.RECALL_MODE_EXPLICIT),
        ("我的血型", pb.RECALL_MODE_EXPLICIT),
    ],
)
def test_the_mode_of_what_people_really_type(stub, teller: str, query: str, mode: int) -> None:
    assert recall(stub, teller, query).mode == mode


@pytest.mark.parametrize("query", ["", *QUERIES])
@pytest.mark.parametrize("mode", MODES)
def test_a_mode_that_is_set_stays(stub, teller: str, query: str, mode: int) -> None:
    assert recall(stub, teller, query, mode=mode).mode == mode


@pytest.mark.parametrize(
    ("query", "first", "second"),
    [
        (
            "我什么时候打羽毛球？另外，我女朋友是哪国人？",
            "每周日早上跟同事打羽毛球",
            "My girlfriend Sophie is French",
        ),
        (
            "Which laptop did I buy? And who is my manager?",
            "I bought a ThinkPad when the old MacBook died",
            "Told my manager Linda that I'm leaving",
        ),
        (
            "圣诞节飞哪里？Who is my manager?",
            "圣诞节的机票订好了，飞里斯本",
            "Told my manager Linda that I'm leaving",
        ),
    ],
)
def test_two_questions_are_answered_in_turn(
    stub, teller: str, query: str, first: str, second: str
) -> None:
    answer = recalled(stub, teller, query, limit=100)
    assert set(answer[:2]) == {first, second}
    assert len(answer) == len(set(answer))
    assert recalled(stub, teller, query, limit=2) == answer[:2]


def test_a_mood_finds_its_like(stub, user: str) -> None:
    remember(
        stub,
        user,
        pb.NewMemory(content="今天开会被总监当众批评，我气得手都在抖", emotion=pb.EMOTION_ANGRY),
        pb.NewMemory(content="今天开会很顺利，总监还夸了我", emotion=pb.EMOTION_HAPPY),
        pb.NewMemory(content="My boss moved the deadline again", emotion=pb.EMOTION_ANGRY),
        pb.NewMemory(content="周末去了植物园"),
    )
    said = {"emotion": pb.EMOTION_ANGRY, "mode": pb.RECALL_MODE_ASSOCIATIVE}
    for query in ("气死了，领导又在群里骂我", "I'm furious, my boss yelled at me again"):
        answer = recall(stub, user, query, **said).memories
        assert answer[0].memory.emotion == pb.EMOTION_ANGRY
        assert answer[0].breakdown.emotion > 0
        assert answer[-1].memory.content == "周末去了植物园"


def test_what_says_the_same_does_not_fill_the_list(stub, user: str) -> None:
    same = {"我每周三晚上去打羽毛球", "我每个周三晚上都去打羽毛球", "每周三的晚上我会去打羽毛球"}
    other = "我的羽毛球拍是生日时朋友送的"
    exact = {"reconcile": pb.RECONCILE_MODE_EXACT}  # else they are merged into one
    remember(stub, user, *sorted(same), other, "周末喜欢在家做饭", **exact)
    first, second = recalled(stub, user, "我的羽毛球", limit=2)
    assert other in (first, second)
    assert {first, second} & same
    assert set(recalled(stub, user, "我的羽毛球", limit=100)) > same


def test_another_value_is_no_repetition(stub, user: str) -> None:
    bills = {5: "给猫看病花了三千九", 7: "给猫看病花了四千二", 9: "给猫看病花了四千八"}
    for month, content in bills.items():
        remember(stub, user, pb.NewMemory(content=content, observe_time=instant(2026, month, 1)))
    remember(stub, user, "今天下雨了", "楼下开了家面馆", "我养了一盆绿萝")
    assert set(recalled(stub, user, "给猫看病花了多少", limit=3)) == set(bills.values())


def test_recall_with_everything_at_once(stub, teller: str) -> None:
    fields: dict[str, Any] = {
        "limit": 4,
        "filter": pb.MemoryFilter(subjects=["", "Sophie"]),
        "as_of_time": THEN,
        "min_score": 0.01,
        "token_budget": 40,
        "time_zone": "Asia/Shanghai",
        "emotion": pb.EMOTION_ANXIOUS,
    }
    answer = recall(stub, teller, QUERIES[0], **fields)
    assert 1 <= len(answer.memories) <= 4
    assert all(each.memory.subject in ("", "Sophie") for each in answer.memories)
    assert all(math.isfinite(each.score) and each.score >= 0.01 for each in answer.memories)
