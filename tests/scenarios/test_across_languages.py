"""One language asked in the other, and the same thing in another spelling, on the real model."""

from collections.abc import AsyncIterator

import pytest

from myosotis_server.adapters.view import IndexedView
from myosotis_server.memory.values import RecallMode
from ports.default_pack import default_pack
from service.world import World

COFFEE = "我喝咖啡不加糖"
IN_CHINESE = {
    "How do I take my coffee?": COFFEE,
    "What medicine am I allergic to?": "我对青霉素过敏，看病时要告诉医生",
    "Where did my cousin get in?": "表妹考上了四川美术学院",
    "When is my mum's birthday?": "妈妈的生日是农历八月十五",
    "Who is my new roommate?": "新室友叫许婷，是画插画的",
    "How much is my rent?": "房租每个月四千二",
    "What is my kitten called?": "我养了一只小橘猫，名字叫汤圆",
    "Which instrument am I learning?": "我在学拉大提琴，每周一节课",
    "Do I smoke?": "我三年前就戒烟了",
    "Where did we go on our honeymoon?": "我们蜜月去了冰岛看极光",
}
IN_ENGLISH = {
    "我弟弟在哪里工作": "My brother works at a shipyard in Gdansk",
    "我的车是什么颜色的": "I drive a small green car",
    "我害怕什么动物": "I have been scared of spiders since I was five",
    "医生让我做什么": "The doctor told me to rest my knee for six weeks",
    "我周末喜欢做什么": "At weekends I bake sourdough bread",
    "我什么时候结婚": "We are getting married on the second of June",
    "我住几楼": "My flat is on the seventh floor",
    "我的耳机是谁送的": "Grandpa gave me these headphones",
    "我大学学的什么": "I studied chemistry at university",
    "我的护照什么时候过期": "My passport expires next March",
}
BESIDE = (
    "今天地铁又晚点了",
    "The weather has been awful all week",
    "我给阳台换了新的花盆",
    "I finally fixed the squeaky door",
    "昨晚的电影有点长",
    "My neighbour plays the drums at night",
)
RIGHT_FIRST = 0.85
"""Share of questions in another language whose memory comes first."""


@pytest.fixture
async def bilingual() -> AsyncIterator[World]:
    """The service with one user who said all of it."""
    async with World(embedder=default_pack(), build_view=IndexedView) as world:
        await world.remember(*IN_CHINESE.values(), *IN_ENGLISH.values(), *BESIDE)
        yield world


async def test_the_other_language_finds_it(bilingual: World) -> None:
    asked = IN_CHINESE | IN_ENGLISH
    found = {question: await bilingual.recalled(question, limit=3) for question in asked}
    missed = {each: found[each] for each, meant in asked.items() if found[each][0] != meant}
    assert len(missed) <= (1 - RIGHT_FIRST) * len(asked), missed
    assert all(asked[each] in found[each] for each in missed), missed


@pytest.mark.parametrize(
    "question",
    [
        "How do I take my coffee?",
        "how do i take my coffee",
        "Do I take sugar in my coffee?",
        "我的咖啡要加糖吗",
        "我喝咖啡放糖吗？",
        "what about 咖啡 and sugar",
    ],
)
async def test_the_coffee_comes_first(bilingual: World, question: str) -> None:
    assert (await bilingual.recalled(question))[0] == COFFEE


@pytest.mark.parametrize("mode", [RecallMode.EXPLICIT, RecallMode.ASSOCIATIVE])
@pytest.mark.parametrize(
    ("plain", "dressed"),
    [
        ("我对什么药过敏", "我對什麼藥過敏"),
        ("表妹考上了哪个学院", "表妹考上了哪個學院"),
        ("咖啡加糖吗", "咖啡加糖嗎"),
        ("coffee", "ＣＯＦＦＥＥ"),
        ("Grandpa's headphones", "GRANDPA’S HEADPHONES"),
        ("房租4200元", "房租４２００元"),
    ],
)
async def test_the_spelling_makes_no_difference_to_the_words(
    bilingual: World, plain: str, dressed: str, mode: RecallMode
) -> None:
    one = await bilingual.recall(plain, mode=mode, limit=100)
    other = await bilingual.recall(dressed, mode=mode, limit=100)
    words = [
        {each.memory.content: each.breakdown.lexical for each in answer.memories}
        for answer in (one, other)
    ]
    assert words[0] == pytest.approx(words[1])
    assert max(words[0].values()) > 0
    if mode is RecallMode.EXPLICIT:
        assert one.memories[0].memory == other.memories[0].memory


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("我養了兩隻貓，一隻叫豆腐", "豆腐是猫吗"),
        ("我养了两只猫，一只叫豆腐", "豆腐是貓嗎"),
        ("我在台灣讀過書", "我在台湾读过什么"),
        ("Ｍｙ　ｃａｔ　Ｍｉｍｉ", "mimi the cat"),
        ("My café is on Rue Cler", "cafe Rue Cler"),
    ],
)
async def test_what_is_spelt_otherwise_is_found(
    bilingual: World, statement: str, question: str
) -> None:
    await bilingual.remember(statement)
    best = (await bilingual.recall(question)).memories[0]
    assert best.memory.content == statement
    assert best.breakdown.lexical > 0.3


MAY_4 = (
    "5月4号去爬了黄山",
    "五月四日交房租",
    "The concert is on May 4",
    "We met on the 4th of May",
    "签约 2023-05-04",
    "2023年5月4日搬的家",
    "Moved out on 4 May 2023",
)
OTHER_DAYS = (
    "5月14号去爬了泰山",
    "六月四日交水费",
    "The match is on May 24",
    "We left on the 4th of June",
    "续约 2023-06-05",
    "4月5号扫墓",
)


@pytest.mark.parametrize(
    "question",
    ["5月4号", "五月四日", "May 4", "the 4th of May", "2023-05-04", "2023年5月4日", "4 May 2023"],
)
async def test_a_date_is_found_in_any_writing(question: str) -> None:
    async with World(embedder=default_pack(), build_view=IndexedView) as world:
        await world.remember(*MAY_4, *OTHER_DAYS)
        answer = await world.recall(question, limit=100)
        words = {each.memory.content: each.breakdown.lexical for each in answer.memories}
        assert min(words[each] for each in MAY_4) > 0
        # All that day's are ahead of all others, however the vectors see them.
        assert [words[each] for each in OTHER_DAYS] < [min(words[each] for each in MAY_4)]
        first = [each.memory.content for each in answer.memories[: len(MAY_4)]]
        assert len(set(first) & set(MAY_4)) >= len(MAY_4) - 2
        assert first[0] in MAY_4


FORGETTING = {
    "please forget about my rent": "房租每个月四千二",
    "forget about the cello": "我在学拉大提琴，每周一节课",
    "please forget about the interview": "我下周三有个面试",
    "别再提我的护照了": "My passport expires next March",
    "把我怕蜘蛛的事忘了吧": "I have been scared of spiders since I was five",
}


@pytest.mark.parametrize("request_", FORGETTING)
async def test_the_other_language_forgets_it_and_nothing_else(
    bilingual: World, request_: str
) -> None:
    await bilingual.remember("我下周三有个面试")
    shown = await bilingual.forget(query=request_, dry_run=True)
    assert [memory.content for memory in shown.memories] == [FORGETTING[request_]]


@pytest.mark.parametrize("request_", ["量子力学", "quantum mechanics", "我的纹身", "my tattoo"])
async def test_what_nobody_spoke_of_forgets_nothing(bilingual: World, request_: str) -> None:
    await bilingual.remember("我在学吉他", "我最近在学法语")
    assert (await bilingual.forget(query=request_, dry_run=True)).memories == ()
