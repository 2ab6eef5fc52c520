"""Two weeks with someone who speaks Chinese and English, on the real model.

They are anxious about an interview, move from Shanghai to Chengdu, and give up coffee. They are
asked about it in both languages, and the right memory comes first.
"""

from collections.abc import AsyncIterator

import pytest

from myosotis_server.adapters.view import IndexedView
from myosotis_server.memory.values import (
    DAY,
    Attribute,
    Emotion,
    Memory,
    MemoryFilter,
    MemoryKind,
    RecallMode,
    Statement,
    TimeRange,
)
from ports.builders import BOB, NOW
from ports.default_pack import default_pack
from service.world import World

INTERVIEW = NOW + 6 * DAY
HOME = Attribute("home_city", "上海")

DAYS: dict[int, tuple[Statement, ...]] = {
    0: (
        Statement("我叫林小雨，在上海一家广告公司做设计", importance=0.9),
        Statement("我现在住在上海静安区", attribute=HOME),
        Statement("我每天早上都要喝两杯拿铁", kind=MemoryKind.HABIT, tags=("咖啡",)),
        Statement("I have a grey cat called Snow"),
    ),
    2: (
        Statement(
            "下周二要去成都一家游戏公司面试，紧张得睡不着",
            event_time=INTERVIEW,
            emotion=Emotion.ANXIOUS,
        ),
        Statement("妈妈退休前是小学老师", subject="妈妈"),
    ),
    4: (
        Statement("My best friend Wang Fang lives in Berlin"),
        Statement("我对花生过敏", importance=1.0),
    ),
    6: (
        Statement("面试很顺利，当场就拿到了录用通知", emotion=Emotion.HAPPY, event_time=INTERVIEW),
        Statement("I go climbing on Thursday evenings", kind=MemoryKind.HABIT),
    ),
    9: (
        Statement("爸爸不太赞成我换工作", subject="爸爸", emotion=Emotion.SAD),
        Statement("I start at the game studio on the first of next month"),
    ),
    12: (
        Statement("胃一直不舒服，医生让我戒咖啡，我已经不喝了", tags=("咖啡",)),
        Statement("新家楼下有一个很大的公园"),
    ),
}

QUESTIONS = (
    ("你还记得我对什么食物过敏吗", "我对花生过敏"),
    ("What food am I allergic to?", "我对花生过敏"),
    ("what is my cat called", "I have a grey cat called Snow"),
    ("我什么时候要去面试，为什么紧张", "下周二要去成都一家游戏公司面试，紧张得睡不着"),
    ("面试结果怎么样", "面试很顺利，当场就拿到了录用通知"),
    ("Did I get the job offer after the interview?", "面试很顺利，当场就拿到了录用通知"),
    ("我为什么不喝咖啡了", "胃一直不舒服，医生让我戒咖啡，我已经不喝了"),
    ("Why did I give up coffee?", "胃一直不舒服，医生让我戒咖啡，我已经不喝了"),
    ("我现在住在哪个城市", "我现在住在成都高新区"),
    ("妈妈以前做什么工作", "妈妈退休前是小学老师"),
    ("爸爸怎么看我换工作", "爸爸不太赞成我换工作"),
    ("When do I start my new job?", "I start at the game studio on the first of next month"),
    ("我的猫叫什么名字", "I have a grey cat called Snow"),
    ("我最好的朋友住在哪里", "My best friend Wang Fang lives in Berlin"),
    ("我星期四晚上一般做什么", "I go climbing on Thursday evenings"),
)


@pytest.fixture
async def fortnight() -> AsyncIterator[World]:
    """The service on the fourteenth day."""
    async with World(embedder=default_pack(), build_view=IndexedView) as world:
        homes: list[Memory] = []
        for day, statements in DAYS.items():
            world.clock.advance(NOW + day * DAY - world.clock.now())
            outcome = await world.remember(*statements)
            homes += [each.memory for each in outcome.changes if each.memory.attribute == HOME]
            if day == 9:
                moved = Attribute("home_city", "成都")
                await world.revise(homes[0], content="我现在住在成都高新区", attribute=moved)
        await world.remember("我住在上海，喜欢喝咖啡", owner=BOB)
        world.clock.advance(2 * DAY)
        yield world


@pytest.mark.parametrize(("question", "best"), QUESTIONS)
async def test_the_right_memory_comes_first(fortnight: World, question: str, best: str) -> None:
    assert (await fortnight.recalled(question))[0] == best


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Which city do I live in now?", "我现在住在成都高新区"),
        ("What did my mother do for a living?", "妈妈退休前是小学老师"),
    ],
)
async def test_a_shared_word_does_not_hide_what_is_meant_in_another_language(
    fortnight: World, question: str, meant: str
) -> None:
    assert meant in await fortnight.recalled(question, limit=3)


async def test_the_feeling_finds_what_worried_them(fortnight: World) -> None:
    feeling = {"mode": RecallMode.ASSOCIATIVE, "emotion": Emotion.ANXIOUS}
    for said in ("今晚又睡不着了", "I can't sleep again tonight"):
        answer = await fortnight.recall(said, **feeling)
        assert answer.memories[0].memory.emotion is Emotion.ANXIOUS


async def test_the_day_of_the_interview_has_both_of_its_memories(fortnight: World) -> None:
    that_day = MemoryFilter(event_time=TimeRange(INTERVIEW, INTERVIEW + DAY))
    found = await fortnight.recalled("面试", filter=that_day)
    assert len(found) == 2
    assert all("面试" in content for content in found)


async def test_the_move_is_remembered_as_one(fortnight: World) -> None:
    homes = {"attribute_keys": frozenset({"home_city"})}
    [home] = await fortnight.listed(**homes, subjects=frozenset({""}))
    states = [change.memory.content for change in await fortnight.history(home)]
    assert states == ["我现在住在成都高新区", "我现在住在上海静安区"]
    assert "我现在住在上海静安区" not in await fortnight.recalled("上海静安区", limit=100)
    [friends] = await fortnight.listed(**homes, subjects=frozenset({"Wang Fang"}))
    assert friends.attribute == Attribute("home_city", "Berlin")


async def test_before_the_doctor_they_drank_coffee(fortnight: World) -> None:
    coffee = MemoryFilter(tags=frozenset({"咖啡"}))
    then = await fortnight.recalled("喝咖啡", filter=coffee, as_of=NOW + DAY)
    assert then == ["我每天早上都要喝两杯拿铁"]


async def test_said_in_another_way_it_is_the_same(fortnight: World) -> None:
    before = len(await fortnight.listed())
    known = await fortnight.know("我对花生过敏！")
    assert known.mention_count == 2
    assert len(await fortnight.listed()) == before


async def test_others_stay_strangers(fortnight: World) -> None:
    assert await fortnight.recalled("我住在哪里", owner=BOB) == ["我住在上海，喜欢喝咖啡"]


async def test_the_coffee_can_be_forgotten(fortnight: World) -> None:
    shown = await fortnight.forget(filter=MemoryFilter(tags=frozenset({"咖啡"})), dry_run=True)
    assert shown.count == 2
    forgotten = await fortnight.forget(filter=MemoryFilter(tags=frozenset({"咖啡"})))
    assert forgotten.count == 2
    for question in ("我喝咖啡吗", "Do I drink coffee?"):
        found = await fortnight.recalled(question, limit=100)
        assert not any("咖啡" in content or "拿铁" in content for content in found)
    assert await fortnight.listed(tags=frozenset({"咖啡"})) == []
