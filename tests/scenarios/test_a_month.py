"""A month with someone who changes language in mid-sentence, told to a companion, real model.

They work at Google in Shanghai, fall out and make up with Sophie, have a tooth treated, and leave
for a start-up. Sessions have two speakers; what the companion said is known as well.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from myosotis_server.adapters.view import IndexedView
from myosotis_server.memory.values import SECOND, Emotion, Instant, RecallMode, Statement
from ports.default_pack import default_pack
from service.world import World

SHANGHAI = ZoneInfo("Asia/Shanghai")


def at(month: int, day: int, hour: int = 21) -> Instant:
    return int(datetime(2026, month, day, hour, tzinfo=SHANGHAI).timestamp()) * SECOND


TIRED, ANXIOUS, SAD, HAPPY = Emotion.TIRED, Emotion.ANXIOUS, Emotion.SAD, Emotion.HAPPY
MOMO = {"subject": "Momo"}
SESSIONS: dict[tuple[int, int], tuple[Statement, ...]] = {
    (10, 27): (
        Statement("我叫 Kevin Chen，在 Google 上海做 backend engineer", importance=0.9),
        Statement("My girlfriend Sophie is French, she teaches at the Alliance Française"),
        Statement("How did you two meet?", **MOMO),
        Statement("在静安寺的一家书店，抢同一本书"),
    ),
    (10, 29): (
        Statement("这周 on-call 半夜被 page 了三次，累死了", emotion=TIRED),
        Statement("That sounds brutal. Try to nap tomorrow.", **MOMO),
        Statement("The root cause was an expired certificate, of all things"),
    ),
    (11, 1): (
        Statement("Sophie and I had brunch at Polux, she had the croque madame"),
        Statement("她不吃辣，所以川菜馆我们基本不去"),
    ),
    (11, 3): (
        Statement("我想年底去冰岛看极光，but Sophie prefers somewhere warm"),
        Statement("要不折中，先去里斯本？", **MOMO),
        Statement("Lisbon works, flights are about 6,500 RMB each"),
    ),
    (11, 5): (
        Statement(
            "今天牙疼得厉害，约了 dentist 下午四点", emotion=ANXIOUS, event_time=at(11, 5, 16)
        ),
        Statement("Turns out I need a root canal, 三次才能做完"),
    ),
    (11, 8): (
        Statement("爸妈打算来上海住一个月", event_time=at(12, 20, 9)),
        Statement("我爸爱下象棋，妈爱逛公园"),
    ),
    (11, 10): (
        Statement("I'm thinking of leaving Google to join a robotics startup"),
        Statement("期权给得挺多，但是 base 要降三成", emotion=ANXIOUS),
    ),
    (11, 13): (Statement("Bought a ThinkPad X1 for 12,999, the old MacBook finally died"),),
    (11, 15): (Statement("每周日早上跟同事打羽毛球，在源深体育馆"),),
    (11, 17): (
        Statement("跟 Sophie 吵架了，she says I never listen", emotion=SAD),
        Statement("要不要先道个歉，再听听她的想法？", **MOMO),
    ),
    (11, 18): (Statement("早上给她买了花道歉，we're fine now", emotion=HAPPY),),
    (11, 20): (Statement("收到了 startup 的 offer，deadline 是 12 月 4 号"),),
    (11, 23): (Statement("My blood type is O positive", importance=0.9),),
    (11, 25): (
        Statement("Told my manager Linda that I'm leaving, she took it well"),
        Statement("最后一天是 12 月 31 号，要交接两个 service", event_time=at(12, 31, 9)),
    ),
    (11, 28): (
        Statement("Root canal 做完最后一次了，牙终于不疼了", emotion=HAPPY),
        Statement("Sophie 给我做了 ratatouille，超好吃"),
    ),
    (11, 29): (Statement("圣诞节机票订了，12 月 24 飞里斯本，1 月 2 号回来"),),
}
QUESTIONS = (
    ("我在 Google 做什么", "我叫 Kevin Chen，在 Google"),
    ("我女朋友是哪国人", "My girlfriend Sophie is French"),
    ("What does Sophie teach?", "My girlfriend Sophie is French"),
    ("谁不吃辣", "她不吃辣"),
    ("去里斯本的机票多少钱", "Lisbon works"),
    ("圣诞节去哪里", "圣诞节机票订了"),
    ("dentist", "今天牙疼得厉害"),
    ("What does my dad like to do?", "我爸爱下象棋"),
    ("我爸愛玩什麼", "我爸爱下象棋"),
    ("when do I have to answer the offer", "收到了 startup 的 offer"),
    ("offer 截止日期", "收到了 startup 的 offer"),
    ("what laptop did I buy", "Bought a ThinkPad X1"),
    ("ＴｈｉｎｋＰａｄ 多少钱", "Bought a ThinkPad X1"),
    ("羽毛球在哪里打", "每周日早上跟同事打羽毛球"),
    ("我的血型是什么", "My blood type is O positive"),
    ("证书过期是怎么回事", "The root cause was an expired certificate"),
    ("为什么不去川菜馆", "她不吃辣"),
    ("12月31号是什么日子", "最后一天是 12 月 31 号"),
    ("11月13号我买了什么", "Bought a ThinkPad X1"),
    ("what did I say on Nov 18", "早上给她买了花道歉"),
    ("昨天订了什么", "圣诞节机票订了"),
    ("上周三我跟谁谈了离职", "Told my manager Linda"),
    ("Momo 建议去哪里旅行", "要不折中，先去里斯本？"),
)


@pytest.fixture
async def month() -> AsyncIterator[World]:
    """The service at noon on 30 November 2026, a Monday."""
    async with World(embedder=default_pack(), build_view=IndexedView) as world:
        for (month, day), statements in SESSIONS.items():
            world.clock.advance(at(month, day) - world.clock.now())
            session = f"{month}-{day}"
            await world.remember(
                *(Statement(**{**_fields(each), "session_id": session}) for each in statements)
            )
        world.clock.advance(at(11, 30, 12) - world.clock.now())
        yield world


def _fields(statement: Statement) -> dict[str, object]:
    return {name: getattr(statement, name) for name in Statement.__dataclass_fields__}


@pytest.mark.parametrize(("question", "best"), QUESTIONS)
async def test_the_right_memory_comes_first(month: World, question: str, best: str) -> None:
    found = await month.recalled(question, zone=SHANGHAI)
    assert found[0].startswith(best)


@pytest.mark.parametrize(
    ("said", "scene"),
    [
        ("半夜又被叫起来了，我好累", "这周 on-call 半夜被 page 了三次"),
        ("I'm so tired of being paged at night", "这周 on-call 半夜被 page 了三次"),
        ("我们又吵起来了，我是不是真的不会听人说话。唉，我好难过", "跟 Sophie 吵架了"),
        ("I had another argument with my girlfriend and I feel awful", "跟 Sophie 吵架了"),
    ],
)
async def test_a_feeling_calls_up_its_scene(month: World, said: str, scene: str) -> None:
    answer = await month.recall(said, zone=SHANGHAI)
    assert answer.mode is RecallMode.ASSOCIATIVE
    assert any(each.memory.content.startswith(scene) for each in answer.memories[:3])


async def test_what_was_known_before_the_offer(month: World) -> None:
    then = at(11, 19)
    for question in ("startup 的 offer", "Do I have a job offer?"):
        found = await month.recalled(question, as_of=then, zone=SHANGHAI, limit=100)
        assert found
        assert not any("deadline" in each or "Linda" in each for each in found)
    found = await month.recalled("What did I do yesterday?", as_of=then, zone=SHANGHAI)
    assert found[0].startswith("早上给她买了花道歉")


async def test_yesterday_is_a_time_and_not_a_word(month: World) -> None:
    for then, expected in ((None, "圣诞节机票订了"), (at(11, 19), "早上给她买了花道歉")):
        found = await month.recalled("昨天我做了什么", as_of=then, zone=SHANGHAI)
        assert found[0].startswith(expected)


async def test_what_recurs_on_sundays_is_not_of_one_sunday(month: World) -> None:
    found = await month.recalled("What do I do on Sunday mornings?", zone=SHANGHAI)
    assert found[0].startswith("每周日早上跟同事打羽毛球")


async def test_answers_stay_the_same_after_a_restart(month: World) -> None:
    twin = World(month.store, embedder=default_pack(), clock=month.clock, build_view=IndexedView)
    async with twin:
        for question, _ in QUESTIONS:
            one = await month.recall(question, zone=SHANGHAI, limit=100)
            other = await twin.recall(question, zone=SHANGHAI, limit=100)
            assert one == other


async def test_the_world_began_on_this_side_of_the_story(month: World) -> None:
    assert datetime.fromtimestamp(month.clock.now() / SECOND, UTC).isoformat() == (
        "2026-11-30T04:00:00+00:00"
    )
