"""Watching: every change once and in order, from any revision on, as long as that is known."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.errors import RevisionGone
from myosotis_server.memory.values import ChangeAction, MemoryChange
from myosotis_server.service import watch as watch_module
from ports.builders import ALICE, BOB
from service.world import World

CREATED, FORGOTTEN = ChangeAction.CREATED, ChangeAction.FORGOTTEN


async def take(stream: AsyncIterator[MemoryChange], count: int) -> list[MemoryChange]:
    async with asyncio.timeout(5):
        return [await anext(stream) for _ in range(count)]


async def test_what_was_and_what_comes(world: World) -> None:
    tea = await world.know("我喜欢喝茶")
    stream = world.use.watch(ALICE, 0)
    [first] = await take(stream, 1)
    assert (first.action, first.revision, first.memory.content) == (CREATED, 1, "我喜欢喝茶")
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    await world.know("I live in Leeds")
    assert (await waiting).memory.content == "I live in Leeds"
    await world.forget(tea.memory_id)
    [gone] = await take(stream, 1)
    assert (gone.action, gone.memory.memory_id, gone.memory.content) == (
        FORGOTTEN,
        tea.memory_id,
        "",
    )


async def test_it_resumes_where_it_broke_off(world: World) -> None:
    for number in range(5):
        await world.know(f"I have {number} cats", kind=1)
    whole = await take(world.use.watch(ALICE, 0), 5)
    for cut in range(5):
        rest = await take(world.use.watch(ALICE, whole[cut].revision), 4 - cut)
        assert rest == whole[cut + 1 :]


async def test_others_changes_are_not_told(world: World) -> None:
    stream = world.use.watch(ALICE, 0)
    waiting = asyncio.ensure_future(anext(stream))
    await world.know("我住在上海", owner=BOB)
    await world.know("我住在成都")
    assert (await waiting).memory.content == "我住在成都"


async def test_another_process_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "LOOKS_SECONDS", 0.02)
    async with World() as one, World(one.store) as other:
        waiting = asyncio.ensure_future(anext(one.use.watch(ALICE, 0)))
        await asyncio.sleep(0.01)
        await other.know("我住在成都")
        assert (await asyncio.wait_for(waiting, 5)).memory.content == "我住在成都"


async def test_what_the_log_no_longer_has_is_gone() -> None:
    async with World(RamStore(log_length=2)) as world:
        for number in range(5):
            await world.know(f"我有{number}只猫")
        with pytest.raises(RevisionGone):
            await take(world.use.watch(ALICE, 1), 1)
        assert len(await take(world.use.watch(ALICE, 3), 2)) == 2


async def test_an_erased_user_is_gone(world: World) -> None:
    await world.know("我住在成都")
    stream = world.use.watch(ALICE, 0)
    await take(stream, 1)
    await world.forget(everything=True)
    with pytest.raises(RevisionGone):
        await take(stream, 1)


async def test_whoever_watches_an_erased_user_is_told_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_module, "LOOKS_SECONDS", 60)
    await world.know("我住在成都")
    stream = world.use.watch(ALICE, 0)
    await take(stream, 1)
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0.01)
    await world.forget(everything=True)
    with pytest.raises(RevisionGone):
        await asyncio.wait_for(waiting, 5)


async def test_a_revision_never_reached_is_refused(world: World) -> None:
    await world.know("我住在成都")
    with pytest.raises(RevisionGone):
        await take(world.use.watch(ALICE, 10), 1)


async def test_a_server_that_stops_ends_its_streams(world: World) -> None:
    waiting = asyncio.ensure_future(anext(world.use.watch(ALICE, 0), None))
    await asyncio.sleep(0.01)
    world.app.end_streams()
    assert await asyncio.wait_for(waiting, 5) is None
