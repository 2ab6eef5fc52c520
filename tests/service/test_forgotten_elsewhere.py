"""What one process forgets, another over the same store soon has nothing of in its RAM either."""

from myosotis_server.adapters.ram_store import RamStore
from ports.builders import ALICE, BOB
from service.world import BACKGROUND, World, until


def texts_held(world: World) -> set[str]:
    """Questions whose vectors this process keeps."""
    return {*world.app._embedding._cache}


async def test_an_erased_users_view_and_questions_go() -> None:
    store = RamStore()
    async with World(store) as one, World(store) as other:
        for owner in (ALICE, BOB):
            await one.remember("我住在上海", "I love jazz", owner=owner)
            assert await other.recalled("jazz in 上海?", owner=owner)
        await other.app._elsewhere.look()
        views = other.app._elsewhere._views
        assert texts_held(other)
        assert views.held_bytes(ALICE)
        await one.forget(everything=True)
        await other.app._elsewhere.look()
        assert texts_held(other) == set()
        assert views.held_bytes(ALICE) == 0
        assert views.held_bytes(BOB) > 0
        assert await other.recalled("jazz", owner=BOB)


async def test_a_forgotten_memory_goes_from_views() -> None:
    store = RamStore()
    async with World(store) as one, World(store) as other:
        tea = await one.know("我喜欢喝茶")
        await one.know("I live in Leeds")
        assert await other.recalled("茶")
        await other.app._elsewhere.look()
        await one.forget(tea.memory_id)
        await other.app._elsewhere.look()
        assert texts_held(other) == set()
        held = other.app._elsewhere._views._places[ALICE].view
        assert held is not None
        assert held.slot(tea.memory_id) is None


async def test_what_waits_to_be_read_goes() -> None:
    store = RamStore()
    async with World(store, reads_on=False) as other, World(store, reads_on=False) as one:
        await other.app._elsewhere.look()
        await other.say("我叫小明", "my sister is Anna", mode=BACKGROUND)
        assert other.users_waiting == 1
        await one.forget(everything=True)
        await other.app._elsewhere.look()
        assert other.users_waiting == 0
        assert other.app._unread._heard == {}


async def test_nothing_goes_as_long_as_nothing_is_forgotten() -> None:
    store = RamStore()
    async with World(store) as one, World(store) as other:
        await one.remember("我住在上海")
        await other.recalled("在哪里住")
        held = texts_held(other)
        for _ in range(3):
            await other.app._elsewhere.look()
            await one.remember("我有一只猫", "I have a dog")
        assert texts_held(other) == held != set()


async def test_it_looks_by_itself() -> None:
    store = RamStore()
    async with World(store) as one, World(store) as other:
        await one.remember("我住在上海")
        await other.recalled("在哪里住")
        await until(lambda: other.app._elsewhere._seen is not None)
        await one.forget(everything=True)
        await until(lambda: not texts_held(other))
