"""RotateUserKey within the service: who waits for what, and what goes on without its caller."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.errors import Draining, UserNotFound
from myosotis_server.memory.values import Owner
from ports.builders import ALICE, BOB
from service.world import World, until


class HeldStore(RamStore):
    """Changes keys only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.let = threading.Event()

    def rotate_key(self, owner: Owner, stopping: threading.Event) -> int | None:
        self.begun += 1
        while not self.let.wait(0.005):
            if stopping.is_set():
                raise Draining("the server is stopping")
        return super().rotate_key(owner, stopping)


@pytest.fixture
def held() -> HeldStore:
    return HeldStore()


@pytest.fixture
async def world(held: HeldStore) -> AsyncIterator[World]:
    async with World(held) as world:
        await world.know("我住在上海")
        await world.know("I live in Bristol", owner=BOB)
        yield world
        held.let.set()


async def test_each_key_has_the_next_version(world: World, held: HeldStore) -> None:
    held.let.set()
    assert [await world.use.rotate_key(ALICE) for _ in range(3)] == [2, 3, 4]
    assert await world.use.rotate_key(BOB) == 2
    assert await world.contents() == {"我住在上海"}


async def test_nobody_is_told_to_be_nobody(world: World, held: HeldStore) -> None:
    held.let.set()
    with pytest.raises(UserNotFound):
        await world.use.rotate_key(Owner("default", "谁"))
    assert held.head(Owner("default", "谁")) is None


async def test_the_user_and_others_are_served_meanwhile(world: World, held: HeldStore) -> None:
    changing = asyncio.create_task(world.use.rotate_key(ALICE))
    await until(lambda: held.begun == 1)
    await world.know("我养了一只猫")
    assert await world.recalled("猫") == ["我养了一只猫", "我住在上海"]
    assert await world.recalled("where", owner=BOB) == ["I live in Bristol"]
    assert not changing.done()
    held.let.set()
    assert await changing == 2


async def test_who_asks_for_the_same_user_waits_for_the_same_key(
    world: World, held: HeldStore
) -> None:
    asking = [asyncio.create_task(world.use.rotate_key(ALICE)) for _ in range(3)]
    other = asyncio.create_task(world.use.rotate_key(BOB))
    await until(lambda: held.begun == 2)
    held.let.set()
    assert await asyncio.gather(*asking, other) == [2, 2, 2, 2]
    assert held.begun == 2
    assert await world.use.rotate_key(ALICE) == 3


async def test_it_goes_on_when_its_caller_leaves(world: World, held: HeldStore) -> None:
    leaving = asyncio.create_task(world.use.rotate_key(ALICE))
    await until(lambda: held.begun == 1)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    later = asyncio.create_task(world.use.rotate_key(ALICE))
    held.let.set()
    assert await later == 2
    assert held.begun == 1


async def test_it_holds_no_server_back_that_stops(held: HeldStore) -> None:
    async with World(held) as world:
        await world.know("我住在上海")
        changing = asyncio.create_task(world.use.rotate_key(ALICE))
        await until(lambda: held.begun == 1)
    with pytest.raises(Draining):
        await changing
