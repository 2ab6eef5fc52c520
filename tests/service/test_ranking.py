"""Ranking: what surrounds a statement brings it up where its own words would not."""

from typing import Any

import numpy as np
import pytest

from myosotis_server.memory.fitted import CONTEXT_SHARES, DEFAULT_WEIGHTS, ECHO_COSTS
from myosotis_server.memory.scoring import lexical_shares, score
from myosotis_server.memory.values import (
    DAY,
    Emotion,
    MemoryFilter,
    MemoryKind,
    RecallMode,
    Statement,
)
from myosotis_server.service.ranking import CANDIDATES
from myosotis_server.understanding.describe import language_of
from service.known_user import NOW, SHANGHAI, UTC_ZONE, KnownUser, ask, at

KINDS = [MemoryKind.FACT, MemoryKind.PREFERENCE, MemoryKind.HABIT, MemoryKind.VALUE]


def without(*names: str) -> dict[str, float]:
    """The shares of context with those of `names` gone."""
    return {**CONTEXT_SHARES, **dict.fromkeys(names, 0.0)}


# Nothing, and little


@pytest.mark.parametrize(
    "query", ["", "我住在哪里？", "上周三我说了什么", "What did Anna do in May?"]
)
def test_who_said_nothing_has_no_answers(query: str) -> None:
    assert KnownUser().asked(query) == []
    user = KnownUser("我住在成都")
    assert user.asked(query, wanted=MemoryFilter(tags=frozenset({"none"}))) == []
    assert user.asked(query, limit=0) == []
    assert user.asked(query) == ["我住在成都"]


@pytest.mark.parametrize("mode", [RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE])
@pytest.mark.parametrize("query", ["Anna在五月说了什么", "What did Anna say in May?", "猫"])
def test_parts_are_shares_and_make_the_score(query: str, mode: RecallMode) -> None:
    user = KnownUser(*DIALOGUE, *PHONES, Statement("我养了猫", emotion=Emotion.HAPPY))
    ranked = ask(user.view, query, mode=mode, limit=100, emotion=Emotion.HAPPY)
    for name, part in ranked.parts.items():
        assert part.shape == ranked.scores.shape, name
        assert np.all((part >= 0) & (part <= 1)), name
    weights = DEFAULT_WEIGHTS[mode]
    languages = user.view.columns[ranked.slots]["language"]
    share = lexical_shares(weights, language_of(query), languages, ranked.parts["semantic"])
    assert ranked.scores == pytest.approx(score(ranked.parts, weights, share))
    assert {0.0, 0.5} == set(ranked.parts["emotion"].tolist())


# People

PEOPLE = (
    Statement("I grew up beside the sea", subject="Anna"),
    Statement("I grew up beside the sea", subject="Bob"),
    Statement("我从小就爱吃辣", subject="王芳"),
    Statement("我从小就爱吃辣", subject="李雷"),
)


@pytest.mark.parametrize(
    ("query", "person", "other"),
    [
        ("Where did Anna grow up?", 0, 1),
        ("Where did bob grow up?", 1, 0),
        ("What is beside Bob's home?", 1, 0),
        ("王芳爱吃什么？", 2, 3),
        ("李雷从小吃辣吗", 3, 2),
        ("Bob在哪里长大？", 1, 0),
        ("你记得Anna从小住在哪里吗", 0, 1),
    ],
)
def test_who_is_named_is_preferred(query: str, person: int, other: int) -> None:
    user = KnownUser(*PEOPLE)
    ranked = ask(user.view, query)
    ids = user.view.memory_ids(ranked.slots)
    places = [ids.index(user.memories[each].memory_id) for each in (person, other)]
    assert places[0] < places[1]
    context = ranked.parts["context"][places]
    assert context == pytest.approx([CONTEXT_SHARES["person"], 0])


def test_who_is_named_leads_even_where_words_would_not() -> None:
    user = KnownUser(
        Statement("下班以后去跑步", subject="王芳"),
        Statement("王芳下班以后做什么我不知道", subject="李雷"),
    )
    query = "王芳下班以后做什么？"
    by_words = user.scored(query, shares=without("person"))
    by_all = user.scored(query)
    assert by_words["王芳下班以后做什么我不知道"] == by_all["王芳下班以后做什么我不知道"]
    assert by_words["下班以后去跑步"] < by_all["下班以后去跑步"]


def test_where_all_are_named_nobody_is_preferred() -> None:
    ranked = ask(
        KnownUser(*PEOPLE[:2]).view, "Did Anna and Bob grow up there?", shares=without("hop")
    )
    assert ranked.parts["context"].tolist() == [0, 0]


# Times


def fillers(count: int = 3 * CANDIDATES) -> list[Statement]:
    """Statements nearer to a question of what was said than what was said that day."""
    return [
        Statement(f"我说了什么我自己都忘了{number}", observe_time=NOW - 40 * DAY - number)
        for number in range(count)
    ]


THAT_DAY = "爬山遇到瀑布"


@pytest.mark.parametrize(
    "query", ["上周三我说了什么", "What did I say last Wednesday?", "5月8号我说了什么？"]
)
@pytest.mark.parametrize("mode", [RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE])
def test_what_was_said_then_comes_up_without_a_word_in_common(query: str, mode: RecallMode) -> None:
    """The 8th of May was the Wednesday of the week before NOW's."""
    user = KnownUser(Statement(THAT_DAY, observe_time=at("2024-05-08 09:00")), *fillers())
    context = user.part("context", query, mode=mode, limit=500)
    assert context[THAT_DAY] == CONTEXT_SHARES["time"]
    assert user.part("lexical", query, mode=mode, limit=500)[THAT_DAY] == 0
    assert THAT_DAY not in user.asked("我说了什么", mode=mode, limit=CANDIDATES)


def test_what_was_said_then_comes_first() -> None:
    user = KnownUser(
        Statement("爬山遇到瀑布", observe_time=at("2024-05-08 09:00")),
        Statement("跟朋友说了很多话", observe_time=at("2024-05-07 09:00")),
        Statement("我说了半天", observe_time=at("2024-05-09 09:00")),
    )
    assert user.asked("上周三我做了什么")[0] == "爬山遇到瀑布"
    assert user.asked("上周二我做了什么")[0] == "跟朋友说了很多话"
    assert user.asked("What happened last Thursday?")[0] == "我说了半天"


def test_what_happened_then_counts_as_what_was_said_then() -> None:
    told = Statement(
        THAT_DAY, observe_time=at("2024-03-01 09:00"), event_time=at("2024-05-08 09:00")
    )
    user = KnownUser(told, *fillers())
    assert user.part("context", "上周三发生了什么")[THAT_DAY] == CONTEXT_SHARES["time"]


def test_days_begin_at_midnight_where_the_user_is() -> None:
    """In Shanghai it is Wednesday already."""
    user = KnownUser(Statement(THAT_DAY, observe_time=at("2024-05-07 20:00")), "我说了什么")
    query = "上周三我说了什么"
    assert user.part("context", query, zone=SHANGHAI)[THAT_DAY] == CONTEXT_SHARES["time"]
    assert user.part("context", query, zone=UTC_ZONE)[THAT_DAY] == 0
    assert user.part("context", "上周二我说了什么", zone=UTC_ZONE)[THAT_DAY] > 0


@pytest.mark.parametrize("query", ["What did I do in May?", "5月我做了什么", "五月的事"])
def test_a_month_without_a_year_is_that_of_when_the_user_last_spoke(query: str) -> None:
    """Asked in 2024 of somebody who last spoke in 2022."""
    user = KnownUser(
        Statement("爬山遇到瀑布", observe_time=at("2022-05-20 09:00")),
        Statement("去海边捡贝壳", observe_time=at("2021-05-20 09:00")),
        Statement("下了一场大雪", observe_time=at("2022-12-20 09:00")),
    )
    context = user.part("context", query)
    assert context == {"爬山遇到瀑布": CONTEXT_SHARES["time"], "去海边捡贝壳": 0, "下了一场大雪": 0}
    assert user.asked(query)[0] == "爬山遇到瀑布"


def test_a_month_in_which_something_was_said_is_this_years() -> None:
    user = KnownUser(
        Statement("爬山遇到瀑布", observe_time=at("2024-05-02 09:00")),
        Statement("去海边捡贝壳", observe_time=at("2023-05-20 09:00")),
    )
    assert user.part("context", "in May") == {
        "爬山遇到瀑布": CONTEXT_SHARES["time"],
        "去海边捡贝壳": 0,
    }


@pytest.mark.parametrize("query", ["in May 2019", "2019年5月", "yesterday", "去年春节"])
def test_another_time_in_which_nothing_was_said_is_no_other(query: str) -> None:
    user = KnownUser(Statement("爬山遇到瀑布", observe_time=at("2022-05-20 09:00")), "喝茶")
    assert set(user.part("context", query).values()) == {0}


def test_what_the_filter_leaves_out_decides_no_year() -> None:
    """Of what is looked at, the last was said in 2022."""
    tagged = {"tags": ("kept",)}
    user = KnownUser(
        Statement("爬山遇到瀑布", observe_time=at("2022-05-20 09:00"), **tagged),
        Statement("下了一场大雪", observe_time=at("2022-12-20 09:00"), **tagged),
        Statement("去海边捡贝壳", observe_time=at("2024-05-10 09:00")),
    )
    wanted = MemoryFilter(tags=frozenset({"kept"}))
    context = user.part("context", "in May", wanted=wanted)
    assert context == {"爬山遇到瀑布": CONTEXT_SHARES["time"], "下了一场大雪": 0}


# Whoever is described

NANA, ALEX = "欧阳娜娜", "Alexander Featherstonehaugh"
PHONES = (
    Statement("电话 138-0013", subject=NANA),
    Statement("在银行上班", subject=NANA),
    Statement("在医院上班", subject="李雷"),
    Statement("电话 139", subject="李雷"),
    Statement("has a red door", subject=ALEX),
    Statement("sings", subject=ALEX),
    Statement("cooks", subject="Bob"),
    Statement("has a dog", subject="Bob"),
)


@pytest.mark.parametrize(
    ("query", "first", "then", "other"),
    [
        ("那个电话 138-0013 的人做什么", "电话 138-0013", "在银行上班", "在医院上班"),
        ("Who is that with a red door?", "has a red door", "sings", "cooks"),
    ],
)
def test_what_else_is_known_of_the_one_described_comes_next(
    query: str, first: str, then: str, other: str
) -> None:
    user = KnownUser(*PHONES)
    found = user.asked(query, mode=RecallMode.EXPLICIT)
    assert found[0] == first
    assert found.index(then) < found.index(other)
    context = user.part("context", query, mode=RecallMode.EXPLICIT)
    assert context[then] > context[other]
    assert context[first] == max(context.values()), "who was found keeps the lead"
    for how in (
        {"mode": RecallMode.EXPLICIT, "shares": without("hop")},
        {"mode": RecallMode.ASSOCIATIVE},
    ):
        assert user.part("context", query, **how)[then] == 0


def test_who_is_named_need_not_be_found_first() -> None:
    user = KnownUser(*PHONES)
    query = "电话 138-0013 是李雷的吗"
    assert user.scored(query) == user.scored(query, shares=without("hop"))


def test_of_two_that_are_as_good_none_is_followed() -> None:
    user = KnownUser(
        *(Statement("电话 138-0013", subject=NANA, kind=kind) for kind in KINDS[:2]),
        Statement("在银行上班", subject=NANA),
    )
    assert user.part("context", "那个电话 138-0013 的人做什么")["在银行上班"] == 0


# Several questions


def test_questions_are_answered_in_turn() -> None:
    near = [f"我住在成都的南边，离公园{number}公里" for number in range(8)]
    user = KnownUser(*near, "猫叫咪咪", "猫今年三岁")
    found = user.asked("我住在成都的哪里？我的猫叫什么？", limit=4)
    assert found[0] in near
    assert found[1] == "猫叫咪咪"
    assert found[2] in near
    assert found[3] == "猫今年三岁"
    alone = user.asked("我住在成都的哪里？", limit=4)
    assert set(alone) <= set(near)


def test_what_answers_both_comes_once_with_its_better_score() -> None:
    user = KnownUser("My cat Tom lives in Rome", "I like tea", "my cat is old")
    query = "What is my cat called? Where does my cat live?"
    found = user.asked(query)
    assert sorted(found) == sorted(user.by_id[each].content for each in user.by_id)
    apart = [user.scored(each) for each in ("What is my cat called?", "Where does my cat live?")]
    assert user.scored(query)[found[0]] == max(each[found[0]] for each in apart)


def test_told_things_are_looked_for_as_a_whole() -> None:
    user = KnownUser("猫叫咪咪", "我住在成都")
    whole = ask(user.view, "我住在哪里？我的猫叫什么？", mode=RecallMode.ASSOCIATIVE)
    assert np.all(np.diff(whole.scores) <= 0)


# The same again


def test_the_same_said_again_does_not_fill_the_list_and_is_not_lost() -> None:
    again = [Statement("我早上喝绿茶", kind=kind, importance=0.5) for kind in KINDS]
    user = KnownUser(*again, "早上先喝水，再喝一点茶", "我晚上喝牛奶", "周末去爬山")
    found = user.asked("我早上喝什么茶？", limit=3)
    assert found == ["我早上喝绿茶", "早上先喝水，再喝一点茶", "我晚上喝牛奶"]
    everything = user.asked("我早上喝什么茶？", limit=20)
    assert len(everything) == 7
    assert everything.count("我早上喝绿茶") == len(KINDS)


def test_what_stands_back_has_less_of_a_score() -> None:
    again = [Statement("我早上喝绿茶", kind=kind, importance=0.5) for kind in KINDS]
    user = KnownUser(*again, "早上先喝水，再喝一点茶")
    ranked = ask(user.view, "我早上喝什么茶？")
    assert (np.diff(ranked.scores) <= 0).all(), "the list falls"
    contents = user.contents(ranked)
    assert contents[:2] == ["我早上喝绿茶", "早上先喝水，再喝一点茶"]
    assert ranked.scores[2] == pytest.approx((1 - ECHO_COSTS) * ranked.scores[0], rel=1e-3)


def test_what_has_other_numbers_is_no_repetition() -> None:
    user = KnownUser(
        "房租是每月三千九百元", "房租是每月四千二百元", "房租是每月四千八百元", "今天下雨了"
    )
    found = user.asked("房租是每月多少元？", limit=3)
    assert {*found} == {f"房租是每月{rent}元" for rent in ("三千九百", "四千二百", "四千八百")}


# Turns

DIALOGUE = (
    Statement("What is your favourite colour?", subject="Tom", session_id="one"),
    Statement("Teal!", subject="Anna", session_id="one"),
    Statement("Rain again", subject="Tom", session_id="two"),
    Statement("Umbrella!", subject="Anna", session_id="two"),
    Statement("昨晚做了什么梦", subject="小李", session_id="three"),
    Statement("会飞", subject="小王", session_id="three"),
    Statement("真厉害", subject="小李", session_id="three"),
    Statement("淋雨了", subject="小王", session_id="four"),
)


@pytest.mark.parametrize(
    ("query", "answer", "other"),
    [("the favourite colour", "Teal!", "Umbrella!"), ("做了什么梦", "会飞", "淋雨了")],
)
@pytest.mark.parametrize("mode", [RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE])
def test_an_answer_comes_with_its_question(
    query: str, answer: str, other: str, mode: RecallMode
) -> None:
    user = KnownUser(*DIALOGUE)
    found = user.asked(query, mode=mode)
    assert found[1] == answer
    context = user.part("context", query, mode=mode)
    relevance = user.scored(query, mode=mode, weights={"context": 0, "importance": 0, "recency": 0})
    asked = relevance[found[0]]
    shared = CONTEXT_SHARES["before"] * asked
    assert context[answer] >= shared - 1e-9
    alone = without("before", "after", "further", "session")
    assert user.part("context", query, mode=mode, shares=alone)[answer] <= context[answer] - shared


def test_an_answer_is_found_beyond_the_best_candidates() -> None:
    """Neither its words nor its vector are among the best."""
    crowd = [
        Statement(f"颜色{number}好看", observe_time=NOW - number * 1_000_000)
        for number in range(3 * CANDIDATES)
    ]
    question = Statement("你最喜欢什么颜色", subject="小李", session_id="one")
    answer = Statement("ultramarine", subject="小王", session_id="one")
    user = KnownUser(question, answer, *crowd)
    found = user.asked("最喜欢的颜色是什么？", limit=5)
    assert found[0] == "你最喜欢什么颜色"
    assert "ultramarine" in found
    assert "ultramarine" not in user.asked(
        "最喜欢的颜色是什么？", limit=5, shares=without("before", "session")
    )


def test_turns_that_the_filter_leaves_out_stay_out() -> None:
    user = KnownUser(*DIALOGUE)
    wanted = MemoryFilter(subjects=frozenset({"Tom"}))
    assert set(user.asked("the favourite colour", wanted=wanted)) == {
        "What is your favourite colour?",
        "Rain again",
    }


# Weights, limits, ties


def test_modes_weigh_differently() -> None:
    user = KnownUser(
        Statement("I drank tea with Mum", emotion=Emotion.SAD),
        Statement("I drank tea with Mum today", emotion=Emotion.HAPPY),
    )
    how: dict[str, Any] = {"emotion": Emotion.SAD}
    explicit = user.scored("tea with Mum today", mode=RecallMode.EXPLICIT, **how)
    assert explicit == user.scored("tea with Mum today", mode=RecallMode.EXPLICIT)
    told = user.scored("tea with Mum today", mode=RecallMode.ASSOCIATIVE, **how)
    weights = DEFAULT_WEIGHTS[RecallMode.ASSOCIATIVE]
    total = (
        weights.relevance
        + weights.recency
        + weights.frequency
        + weights.importance
        + weights.emotion
    )
    plain = user.scored("tea with Mum today", mode=RecallMode.ASSOCIATIVE)
    gained = told["I drank tea with Mum"] - plain["I drank tea with Mum"]
    assert gained == pytest.approx(weights.emotion * 0.5 / total)
    assert told["I drank tea with Mum today"] == plain["I drank tea with Mum today"]


@pytest.mark.parametrize("query", ["早上喝什么茶？", "早上喝茶", ""])
def test_a_limit_cuts_the_end_and_min_score_what_lies_below(query: str) -> None:
    user = KnownUser(*(f"第{number}天早上喝茶{'，真好' * number}" for number in range(20)))
    everything = ask(user.view, query, limit=20, shares=without("hop"))
    assert len(everything.slots) == 20
    bar = float(np.sort(everything.scores)[9])
    kept = ask(user.view, query, limit=20, shares=without("hop"), min_score=bar)
    good = everything.scores >= bar
    assert kept.slots.tolist() == everything.slots[good].tolist()
    assert kept.scores.tolist() == everything.scores[good].tolist()
    assert len(ask(user.view, query, limit=20, min_score=1.0).slots) == 0
    assert len(ask(user.view, query, limit=7).slots) == 7


def test_more_than_the_usual_candidates_may_be_asked_for() -> None:
    user = KnownUser(*(f"{number} cups" for number in range(3 * CANDIDATES)))
    assert len(user.asked("how many litres", limit=2 * CANDIDATES)) == 2 * CANDIDATES


@pytest.mark.parametrize("query", ["", "喝茶", "喝什么茶？", "unrelated"])
def test_ties_go_to_the_later_and_then_to_the_smaller_id(query: str) -> None:
    """Texts as good as each other, so that nothing but time and id tells them apart."""
    times = dict(zip(KINDS, [NOW, NOW + 5, NOW, NOW], strict=True))
    said = [
        Statement(f"每天喝{number}杯茶", kind=kind, importance=0.5, observe_time=time)
        for number, (kind, time) in enumerate(times.items())
    ]
    user = KnownUser(*said)
    weights = {"recency": 0.0}
    ranked = ask(user.view, query, now=NOW, weights=weights)
    assert len(set(ranked.scores.tolist())) == 1
    expected = sorted(user.memories, key=lambda each: (-each.update_time, each.memory_id))
    assert user.view.memory_ids(ranked.slots) == [each.memory_id for each in expected]
