"""Remember: statements in, reconciled memories on disk."""

import asyncio
from typing import Any

import pytest

from myosotis_server.memory.errors import StoreFull
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    ChangeAction,
    MemoryKind,
    ReconcileMode,
    Statement,
)
from ports.builders import ALICE, BOB, NOW
from service.held_embedder import HeldEmbedder
from service.world import World, request, until

CREATED, REINFORCED = ChangeAction.CREATED, ChangeAction.REINFORCED


async def test_one_change_per_statement_in_order(world: World) -> None:
    outcome = await world.remember("我住在成都", "I like tea", "我住在成都。")
    assert [change.action for change in outcome.changes] == [CREATED, CREATED, REINFORCED]
    assert [change.item_index for change in outcome.changes] == [0, 1, 2]
    assert {change.revision for change in outcome.changes} == {outcome.revision} == {1}
    assert await world.contents() == {"我住在成都。", "I like tea"}


async def test_what_is_replied_is_stored_and_found(world: World) -> None:
    known = await world.know("我对花生过敏", importance=1.0, tags=("健康",))
    assert await world.use.browse.get(ALICE, known.memory_id) == known
    assert await world.recalled("花生") == ["我对花生过敏"]


@pytest.mark.parametrize("again", ["I like tea", "i LIKE  tea.", "Ｉ ｌｉｋｅ ｔｅａ！"])
async def test_the_same_statement_reinforces(world: World, again: str) -> None:
    first = await world.know("I like tea")
    second = await world.know(again)
    assert second.memory_id == first.memory_id
    assert second.mention_count == 2
    assert second.confidence > first.confidence
    assert len(await world.listed()) == 1


async def test_equal_statements_at_once_give_one_memory(world: World) -> None:
    await asyncio.gather(*(world.remember("我喜欢喝茶") for _ in range(20)))
    [memory] = await world.listed()
    assert memory.mention_count == 20


async def test_equal_statements_of_two_processes_at_once_give_one_memory(world: World) -> None:
    async with World(world.store, clock=world.clock) as other:
        await asyncio.gather(
            *(each.remember("我喜欢喝茶") for _ in range(5) for each in (world, other))
        )
        for each in (world, other):
            [memory] = await each.listed()
            assert memory.mention_count == 10


async def test_what_was_updated_to_say_it_is_reinforced(world: World) -> None:
    first = await world.know("I live in Shanghai")
    await world.revise(first, content="I live in Chengdu")
    [change] = (await world.remember("i live in chengdu.")).changes
    assert change.action is REINFORCED
    assert change.memory.memory_id == first.memory_id
    assert len(await world.listed()) == 1


async def test_what_was_updated_away_can_be_said_anew(world: World) -> None:
    first = await world.know("There is a fern on the balcony")
    await world.revise(first, content="There is a cactus on the balcony")
    [change] = (await world.remember("There is a fern on the balcony")).changes
    assert change.action is CREATED
    assert change.memory.memory_id != first.memory_id
    contents = {"There is a fern on the balcony", "There is a cactus on the balcony"}
    assert await world.contents() == contents
    again = await world.know("There is a fern on the balcony")
    assert again.memory_id == change.memory.memory_id
    assert again.mention_count == 2


async def test_what_two_memories_say_reinforces_the_older(world: World) -> None:
    older = await world.know("阳台上有绿萝", observe_time=NOW - DAY)
    younger = await world.know("冰箱里有西瓜")
    await world.revise(younger, content="阳台上有绿萝")
    assert (await world.know("阳台上有绿萝")).memory_id == older.memory_id


async def test_off_always_adds(world: World) -> None:
    await world.remember("茶", "茶", mode=ReconcileMode.OFF)
    outcome = await world.remember("茶", mode=ReconcileMode.OFF)
    assert [change.action for change in outcome.changes] == [CREATED]
    memories = await world.listed()
    assert len({memory.memory_id for memory in memories}) == 3
    assert [memory.mention_count for memory in memories] == [1, 1, 1]
    assert (await world.remember("茶")).changes[0].action is REINFORCED
    assert sorted(memory.mention_count for memory in await world.listed()) == [1, 1, 2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我的同事叫王伟", "我的同事叫王芳"),
        ("flat on 5th Street", "flat on 6th Street"),
        ("我喜欢咖啡", "我不喜欢绿茶"),
        ("我女儿叫小雨", "我儿子叫小雨"),
        ("I am allergic to peanuts", "I am allergic to walnuts"),
        ("I have a cat", "I have a cat?"),
    ],
)
async def test_what_is_only_similar_stays_two(world: World, one: str, other: str) -> None:
    await world.remember(one, other)
    assert await world.contents() == {one, other}


async def test_subjects_and_kinds_stay_apart(world: World) -> None:
    await world.remember(
        Statement("是护士", subject="妈妈"),
        Statement("是护士", subject="姐姐"),
        Statement("是护士", subject="妈妈", kind=MemoryKind.SUMMARY),
    )
    assert len(await world.listed()) == 3


async def test_users_stay_apart(world: World) -> None:
    of_alice = await world.know("我喜欢喝茶")
    of_bob = await world.know("我喜欢喝茶", owner=BOB)
    assert of_alice.memory_id != of_bob.memory_id
    assert of_bob.mention_count == 1


async def test_all_or_none_when_the_model_fails(world: World) -> None:
    model = HeldEmbedder()
    model.broken = {"咖啡"}
    async with World(world.store, model) as broken:
        with pytest.raises(RuntimeError, match="the model failed"):
            await broken.remember("茶", "咖啡", "水")
        assert world.store.head(ALICE) is None
        model.broken = set()
        await broken.remember("茶", "咖啡", "水")
        assert len(await broken.listed()) == 3


async def test_all_or_none_when_the_store_is_full(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.remember("茶")

    def fail(write: Any) -> Any:
        raise StoreFull

    with monkeypatch.context() as full:
        full.setattr(world.store, "commit", fail)
        with pytest.raises(StoreFull):
            await world.remember("咖啡", "水")
    assert await world.contents() == {"茶"}
    assert await world.recalled("咖啡") == ["茶"]


async def test_a_caller_who_leaves_before_the_write_leaves_nothing() -> None:
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        model.hold()
        task = asyncio.create_task(world.remember("茶"))
        await until(lambda: model.seen == ["茶"])
        task.cancel()
        model.release()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert world.store.head(ALICE) is None


async def test_a_request_repeated_adds_nothing(world: World) -> None:
    first = await world.remember("茶", "咖啡", request=request())
    world.clock.advance(SECOND)
    again = await world.remember("茶", "咖啡", request=request())
    assert again.replayed
    assert again.changes == first.changes
    assert [memory.mention_count for memory in await world.listed()] == [1, 1]


async def test_what_is_told_late_is_dated_when_it_was_said(world: World) -> None:
    await world.know("我喜欢喝茶", observe_time=NOW - DAY)
    memory = await world.know("我喜欢喝茶", observe_time=NOW - 2 * DAY)
    assert (memory.valid_from, memory.update_time) == (NOW - 2 * DAY, NOW - DAY)


async def test_what_had_expired_lives_on_when_said_again(world: World) -> None:
    await world.know("出差中", ttl=DAY)
    world.clock.advance(DAY)
    assert await world.listed() == []
    [change] = (await world.remember("出差中", ttl=DAY)).changes
    assert change.action is REINFORCED
    assert await world.contents() == {"出差中"}
    assert await world.recalled("出差") == ["出差中"]


async def test_turns_of_one_time_keep_their_order(world: World) -> None:
    said = [[f"第{call}次第{number}句" for number in range(4)] for call in range(3)]
    for sentences in said:
        await world.remember(*sentences, session_id="早上", observe_time=NOW)
    newest_first = [memory.content for memory in await world.listed()]
    assert newest_first == [each for sentences in said for each in sentences][::-1]
    times = [memory.create_time for memory in await world.listed()]
    assert times == [NOW + number for number in reversed(range(12))]


async def test_the_times_of_other_sessions_and_of_repetitions_stay(world: World) -> None:
    await world.remember("早", session_id="一", observe_time=NOW, ttl=SECOND)
    await world.remember("晚", session_id="二", observe_time=NOW)
    await world.remember("早", session_id="一", observe_time=NOW)
    await world.remember("没有会话的一句", "没有会话的两句", observe_time=NOW)
    memories = await world.listed()
    assert {memory.create_time for memory in memories} == {NOW}
    assert {memory.update_time for memory in memories} == {NOW}
    await world.remember("又一句", session_id="一", observe_time=NOW, ttl=SECOND)
    later = next(memory for memory in await world.listed() if memory.content == "又一句")
    assert later.create_time == later.update_time == later.valid_from == NOW + 1
    assert later.expire_time == NOW + 1 + SECOND
