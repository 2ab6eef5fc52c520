"""Recall: what matters most for a query, and nothing that it must not show."""

import asyncio
from dataclasses import asdict, replace

import pytest

from myosotis_server.memory.errors import RevisionNotReached
from myosotis_server.memory.ports import Write
from myosotis_server.memory.values import (
    DAY,
    Attribute,
    ChangeAction,
    Emotion,
    Memory,
    MemoryChange,
    MemoryFilter,
    MemoryKind,
    MemoryState,
    RecallMode,
    Statement,
    TimeRange,
)
from myosotis_server.service import recall
from ports.builders import ALICE, BOB, NOW, rows_for
from service.world import World

LIFE = (
    Statement("我住在成都", attribute=Attribute("home_city", "成都"), importance=0.9),
    Statement("I work at a bank", tags=("work",), metadata={"source": "chat"}, importance=0.7),
    Statement(
        "下周二有一场面试",
        kind=MemoryKind.EVENT,
        event_time=NOW + 6 * DAY,
        emotion=Emotion.ANXIOUS,
    ),
    Statement("妈妈是护士", subject="妈妈", session_id="monday", confidence=0.5, importance=0.7),
    Statement("I gave up coffee", kind=MemoryKind.HABIT, observe_time=NOW - 30 * DAY),
)


async def put(world: World, memory: Memory) -> None:
    """Stores `memory` as it is, whatever it says of itself."""
    head = world.store.head(ALICE)
    assert head is not None
    rows = rows_for([memory], dimension=world.embedder.model.dimension)
    change = MemoryChange(ChangeAction.UPDATED, memory)
    world.store.commit(Write(ALICE, head, [change], rows)).result()


async def test_nobody_is_known_at_first(world: World) -> None:
    answer = await world.recall("我住在哪里")
    assert (answer.memories, answer.revision) == ([], 0)
    assert world.store.head(ALICE) is None


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("成都", "我住在成都"),
        ("面试在什么时候", "下周二有一场面试"),
        ("妈妈的工作", "妈妈是护士"),
        ("which bank do you work at", "I work at a bank"),
        ("COFFEES", "I gave up coffee"),
    ],
)
async def test_the_best_comes_first_in_both_languages(world: World, query: str, best: str) -> None:
    await world.remember(*LIFE)
    assert (await world.recalled(query))[0] == best


async def test_scores_fall_and_are_explained(world: World) -> None:
    await world.remember(*LIFE)
    answer = await world.recall("我的妈妈住在成都吗")
    scores = [each.score for each in answer.memories]
    assert scores == sorted(scores, reverse=True)
    assert answer.revision == 1
    assert answer.mode is RecallMode.EXPLICIT
    for each in answer.memories:
        assert 0 <= each.score <= 1
        assert all(0 <= part <= 1 for part in asdict(each.breakdown).values())
    assert answer.memories[0].breakdown.lexical > 0


async def test_two_questions_in_one_are_both_answered(world: World) -> None:
    await world.remember(*LIFE, *(f"我住的地方离公园{number}公里" for number in range(9)))
    first_two = await world.recalled("妈妈的工作是什么？另外，面试在什么时候？", limit=2)
    assert set(first_two) == {"妈妈是护士", "下周二有一场面试"}
    everything = await world.recalled("妈妈的工作是什么？另外，面试在什么时候？", limit=100)
    assert len(everything) == len(set(everything))


async def test_of_whom_it_speaks_is_part_of_what_is_found(world: World) -> None:
    await world.remember(Statement("是护士", subject="王芳"), Statement("是护士", subject="李娜"))
    best = (await world.recall("李娜")).memories[0]
    assert best.memory.subject == "李娜"
    assert best.breakdown.semantic > 0.1


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (MemoryFilter(kinds=frozenset({MemoryKind.HABIT})), {4}),
        (MemoryFilter(kinds=frozenset({MemoryKind.HABIT, MemoryKind.EVENT})), {2, 4}),
        (MemoryFilter(tags=frozenset({"work", "other"})), {1}),
        (MemoryFilter(metadata={"source": "chat"}), {1}),
        (MemoryFilter(metadata={"source": "mail"}), set()),
        (MemoryFilter(subjects=frozenset({"妈妈"})), {3}),
        (MemoryFilter(subjects=frozenset({""})), {0, 1, 2, 4}),
        (MemoryFilter(session_ids=frozenset({"monday"})), {3}),
        (MemoryFilter(attribute_keys=frozenset({"home_city"})), {0}),
        (MemoryFilter(emotions=frozenset({Emotion.ANXIOUS})), {2}),
        (MemoryFilter(min_importance=0.8), {0}),
        (MemoryFilter(min_confidence=0.8), {0, 1, 2, 4}),
        (MemoryFilter(create_time=TimeRange(end=NOW)), {4}),
        (MemoryFilter(create_time=TimeRange(start=NOW)), {0, 1, 2, 3}),
        (MemoryFilter(event_time=TimeRange(NOW, NOW + 7 * DAY)), {2}),
        (MemoryFilter(tags=frozenset({"work"}), subjects=frozenset({"妈妈"})), set()),
    ],
)
@pytest.mark.parametrize("query", ["", "我住在成都 and work at a bank"])
async def test_a_filter_narrows(
    world: World, wanted: MemoryFilter, found: set[int], query: str
) -> None:
    await world.remember(*LIFE)
    contents = await world.recalled(query, filter=wanted)
    assert set(contents) == {LIFE[index].content for index in found}
    assert len(contents) == len(found)


async def test_as_of_answers_as_things_stood(world: World) -> None:
    await world.remember(*LIFE)
    then = await world.recalled("coffee", as_of=NOW - DAY)
    assert then == ["I gave up coffee"]
    assert await world.recalled("coffee", as_of=NOW - 31 * DAY) == []


async def test_what_ended_is_shown_only_where_asked_for(world: World) -> None:
    world.clock.advance(DAY)
    home = await world.know("我住在上海", observe_time=NOW - DAY)
    moved = await world.know("我住在成都", observe_time=NOW)
    await put(
        world,
        replace(home, state=MemoryState.SUPERSEDED, valid_to=NOW, superseded_by=moved.memory_id),
    )
    assert await world.recalled("我住在哪里") == ["我住在成都"]
    wanted = MemoryFilter(include_superseded=True)
    assert set(await world.recalled("我住在哪里", filter=wanted)) == {"我住在上海", "我住在成都"}
    assert await world.recalled("我住在哪里", as_of=NOW - 1) == ["我住在上海"]
    assert await world.recalled("我住在哪里", as_of=NOW) == ["我住在成都"]


async def test_what_expired_is_gone_and_was_there(world: World) -> None:
    await world.remember("出差中", ttl=DAY)
    world.clock.advance(DAY - 1)
    assert await world.recalled("出差") == ["出差中"]
    world.clock.advance(1)
    assert await world.recalled("出差") == []
    assert await world.recalled("") == []
    assert await world.recalled("出差", as_of=NOW) == ["出差中"]


async def test_limits_cut_the_end(world: World) -> None:
    await world.remember(*(f"第{number}杯茶" for number in range(20)))
    everything = await world.recalled("茶", limit=100)
    assert len(everything) == 20
    assert await world.recalled("茶", limit=3) == everything[:3]
    assert len(await world.recalled("茶")) == 10


async def test_min_score_cuts_what_lies_below(world: World) -> None:
    await world.remember(*LIFE)
    answer = await world.recall("成都")
    best, second = answer.memories[0].score, answer.memories[1].score
    assert await world.recalled("成都", min_score=(best + second) / 2) == ["我住在成都"]
    assert await world.recalled("成都", min_score=1.0) == []


async def test_a_token_budget_keeps_the_best_that_fit(world: World) -> None:
    await world.remember("图书馆在东边", "图书馆在东边的山坡上", "图书馆离得很远")
    everything = await world.recalled("图书馆在东边")
    counts = [world.embedder.count_tokens(content) for content in everything]
    for kept in range(1, 4):
        budget = sum(counts[:kept])
        assert await world.recalled("图书馆在东边", token_budget=budget) == everything[:kept]
        fewer = await world.recalled("图书馆在东边", token_budget=budget - 1)
        assert fewer == everything[: kept - 1]


@pytest.mark.parametrize("query", ["", " \n", "　"])
async def test_no_question_asks_for_the_important_and_recent(world: World, query: str) -> None:
    await world.remember(Statement("旧事", importance=0.5, observe_time=NOW - 100 * DAY))
    await world.remember(Statement("新事", importance=0.5), Statement("要事", importance=1.0))
    answer = await world.recall(query)
    assert [each.memory.content for each in answer.memories] == ["要事", "新事", "旧事"]
    assert all(each.breakdown.semantic == 0 for each in answer.memories)


async def test_weights_of_the_caller_stand(world: World) -> None:
    await world.remember(Statement("成都", importance=0.1), Statement("别的事", importance=1.0))
    only_importance = {
        "relevance": 0.0, "recency": 0.0, "frequency": 0.0, "emotion": 0.0, "importance": 1.0
    }  # fmt: skip
    assert await world.recalled("成都", weights=only_importance) == ["别的事", "成都"]
    nothing = only_importance | {"importance": 0.0}
    assert {each.score for each in (await world.recall("成都", weights=nothing)).memories} == {0}


async def test_associative_recall_leans_to_the_feeling(world: World) -> None:
    await world.remember(Statement("喝茶", emotion=Emotion.SAD), Statement("喝酒"))
    feeling = {"mode": RecallMode.ASSOCIATIVE, "emotion": Emotion.SAD}
    answer = await world.recall("喝", **feeling)
    assert answer.emotion is Emotion.SAD
    assert answer.memories[0].memory.content == "喝茶"
    assert answer.memories[0].breakdown.emotion == 0.5


async def test_a_revision_that_never_comes_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recall, "_REVISION_WAIT_SECONDS", 0.002)
    monkeypatch.setattr(recall, "_REVISION_POLL_SECONDS", 0.001)
    await world.remember("茶")
    with pytest.raises(RevisionNotReached):
        await world.recall("茶", min_revision=2)
    with pytest.raises(RevisionNotReached):
        await world.recall("茶", owner=BOB, min_revision=1)


async def test_a_revision_is_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "_REVISION_POLL_SECONDS", 0.001)
    asked = asyncio.create_task(world.recall("茶", min_revision=1))
    await asyncio.sleep(0.002)
    assert not asked.done()
    async with World(world.store, clock=world.clock) as other:
        await other.remember("茶")
    assert (await asked).revision == 1


async def test_what_another_process_wrote_is_seen_at_once(world: World) -> None:
    await world.remember("我住在成都")
    assert await world.recalled("成都") == ["我住在成都"]
    async with World(world.store, clock=world.clock) as other:
        await other.remember("成都很热")
        assert len(await world.recalled("成都")) == 2
        [memory] = [each for each in await other.listed() if each.content == "成都很热"]
        await world.forget(memory.memory_id)
        assert await other.recalled("成都") == ["我住在成都"]


async def test_users_see_only_their_own(world: World) -> None:
    await world.remember("我住在成都")
    await world.remember("我住在上海", owner=BOB)
    assert await world.recalled("我住在哪里") == ["我住在成都"]
    assert await world.recalled("我住在哪里", owner=BOB) == ["我住在上海"]


async def test_what_goes_while_it_is_recalled_is_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view was read, then another process forgot, then records are read."""
    await world.remember("我住在成都", "成都很热")
    read = world.store.memories
    monkeypatch.setattr(world.store, "memories", lambda owner, ids: [None, *read(owner, ids)[1:]])
    answer = await world.recall("我住在成都")
    assert [each.memory.content for each in answer.memories] == ["成都很热"]
    assert answer.memories[0].breakdown.lexical < 1, "each keeps its own reasons"


@pytest.mark.parametrize(
    ("told", "mood"),
    [
        ("我今天真的好生气，老板又当众骂我", Emotion.ANGRY),
        ("I'm so worried about what comes next, I can't sleep.", Emotion.ANXIOUS),
        ("We walked along the lake and had noodles.", Emotion.UNSPECIFIED),
    ],
)
async def test_a_mood_that_is_told_calls_up_its_like(
    world: World, told: str, mood: Emotion
) -> None:
    answer = await world.recall(told)
    assert (answer.mode, answer.emotion) == (RecallMode.ASSOCIATIVE, mood)


async def test_of_two_scenes_the_one_of_the_same_mood_comes_first(world: World) -> None:
    await world.remember("那天在会议室里", emotion=Emotion.HAPPY, owner=BOB)
    await world.remember("那天在会议室外", emotion=Emotion.ANGRY, owner=BOB)
    told = "今天在会议室，我真的好生气"
    assert (await world.recalled(told, owner=BOB))[0] == "那天在会议室外"
    assert (await world.recalled(told, owner=BOB, emotion=Emotion.HAPPY))[0] == "那天在会议室里"
