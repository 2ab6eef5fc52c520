"""A caller may leave, at their deadline, while their change is on its way to the disk.

It is made all the same, and whoever repeats the call is answered from what was kept of it: so what
follows a change must not be left out.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from myosotis_server.memory.values import MemoryTier
from ports.builders import ALICE
from service.held_store import HeldStore
from service.talks import SAID, digests
from service.world import BACKGROUND, World, request, turn, until


async def leave_during_write(store: HeldStore, call: Coroutine[Any, Any, Any]) -> None:
    """Calls, leaves when the store is about to write, and lets it write."""
    store.hold()
    running = asyncio.create_task(call)
    await until(lambda: store.waiting == 1)
    running.cancel()
    await asyncio.sleep(0)
    assert not running.done(), "what the call holds must stay held while the store is changed"
    store.release()
    with pytest.raises(asyncio.CancelledError):
        await running


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_turns_are_read_and_compressed(language: str, repeats: bool) -> None:
    store = HeldStore()
    async with World(store) as world:
        turns = [turn(said, f"u{place}") for place, said in enumerate(SAID[language])]
        said = world.say(*turns, mode=BACKGROUND, request=request())
        await leave_during_write(store, said)
        if repeats:
            again = await world.say(*turns, mode=BACKGROUND, request=request())
            assert [each.turn_id for each in again.turns] == [each.turn_id for each in turns]
        await until(lambda: not store.owners_unread())
        assert SAID[language][1].rstrip("。.") in await world.contents()
        async with asyncio.timeout(10):
            while len(await digests(world, MemoryTier.SHORT_TERM)) < 2:
                await asyncio.sleep(0.05)


async def test_the_words_of_who_is_erased_are_let_go() -> None:
    store = HeldStore()
    async with World(store) as world:
        await world.remember("我住在成都")
        await world.recalled("我住在哪里")
        queries = world.app.readings()["query_cache_entries"]
        assert queries() == 1
        erasing = world.forget(everything=True)
        await leave_during_write(store, erasing)
        assert queries() == 0
        assert store.head(ALICE) is None


async def test_the_words_of_what_is_forgotten_are_let_go() -> None:
    store = HeldStore()
    async with World(store) as world:
        memory = await world.know("我住在成都")
        await world.recalled("我住在哪里")
        queries = world.app.readings()["query_cache_entries"]
        forgetting = world.forget(memory.memory_id)
        await leave_during_write(store, forgetting)
        assert queries() == 0
        assert await world.contents() == set()
