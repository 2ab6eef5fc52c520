"""64 calls at once leave what they would have left one after the other, in some order."""

import asyncio
import random

import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.adapters.view import build_view
from myosotis_server.memory.values import Memory, MemoryState
from service.world import World

CALLS = 64
TRIALS = 100
"""Shared out among the tests."""
CITIES = [
    *(
        "北京",
        "上海",
        "广州",
        "深圳",
        "成都",
        "重庆",
        "天津",
        "武汉",
        "西安",
        "南京",
        "杭州",
        "苏州",
    ),
    *(
        "长沙",
        "郑州",
        "青岛",
        "大连",
        "宁波",
        "厦门",
        "福州",
        "合肥",
        "昆明",
        "贵阳",
        "南宁",
        "海口",
    ),
    *("兰州", "银川", "西宁", "拉萨", "沈阳", "长春", "石家庄", "太原"),
    *("London", "Paris", "Berlin", "Madrid", "Rome", "Vienna", "Prague", "Warsaw", "Lisbon"),
    *("Dublin", "Oslo", "Stockholm", "Helsinki", "Athens", "Budapest", "Tokyo", "Osaka", "Seoul"),
    *("Sydney", "Melbourne", "Toronto", "Montreal", "Chicago", "Boston", "Seattle", "Denver"),
    *("Houston", "Dallas", "Cairo", "Nairobi", "Lima", "Bogota"),
]


def home(city: str) -> str:
    return f"I live in {city}" if city.isascii() else f"我住在{city}"


def homes_in_a_chain(memories: list[Memory]) -> list[str]:
    """Contents of the homes, the last one first: each was ended by the one before it, once."""
    homes = {each.memory_id: each for each in memories if each.attribute is not None}
    [current] = [each for each in homes.values() if each.state is MemoryState.ACTIVE]
    ended_by = {each.superseded_by: each for each in homes.values() if each.superseded_by}
    assert len(ended_by) == len(homes) - 1, "no two were ended by the same one"
    chain = [current]
    while (earlier := ended_by.get(chain[-1].memory_id)) is not None:
        assert earlier.state is MemoryState.SUPERSEDED
        chain.append(earlier)
    assert len(chain) == len(homes)
    return [each.content for each in chain]


async def at_once(trial: int, contents: list[str]) -> tuple[list[Memory], int]:
    """What is known after `contents` were said at once to two processes, and the revision."""
    store = RamStore()
    one, other = (World(store, build_view=build_view) for _ in range(2))
    async with one, other:
        said = [(one, other)[place % 2].remember(content) for place, content in enumerate(contents)]
        random.Random(trial).shuffle(said)
        outcomes = await asyncio.gather(*said)
        assert all(len(outcome.changes) == 1 for outcome in outcomes)
        revisions = [outcome.revision for outcome in outcomes]
        assert sorted(revisions) == list(range(1, len(contents) + 1))
        memories = await one.listed(include_superseded=True)
        assert memories == await other.listed(include_superseded=True)
        return memories, max(revisions)


@pytest.mark.parametrize("content", ["我喜欢喝乌龙茶", "I live in Berlin"])
async def test_identical_statements_become_one_memory(content: str) -> None:
    for trial in range(TRIALS * 22 // 100):
        [memory], _ = await at_once(trial, [content] * CALLS)
        assert (memory.content, memory.mention_count) == (content, CALLS)
        assert memory.state is MemoryState.ACTIVE


async def test_of_contradictory_statements_one_holds_and_ended_the_one_before() -> None:
    assert len({*CITIES}) == CALLS
    for trial in range(TRIALS * 44 // 100):
        memories, _ = await at_once(trial, [home(city) for city in CITIES])
        assert len(memories) == CALLS
        assert {*homes_in_a_chain(memories)} == {home(city) for city in CITIES}
        assert {each.mention_count for each in memories} == {1}


async def test_a_mix_of_both() -> None:
    """Two homes again and again, and what has nothing to do with them."""
    mix = [home("成都"), home("London"), "我对花生过敏", "I play the flute"] * (CALLS // 4)
    for trial in range(TRIALS * 12 // 100):
        memories, _ = await at_once(trial, mix)
        assert sorted(each.content for each in memories) == sorted({*mix})
        assert {each.mention_count for each in memories} == {CALLS // 4}
        homes = [each for each in memories if each.content.startswith(("我住", "I live"))]
        states = sorted(each.state for each in homes)
        assert states == [MemoryState.ACTIVE, MemoryState.SUPERSEDED]
