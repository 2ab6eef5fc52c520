"""Who there is, what is held of each, and what server it is."""

import pytest

from myosotis_server.memory.errors import UserNotFound
from myosotis_server.memory.values import MINUTE, MemoryKind, MemoryTier, Owner
from myosotis_server.service import accounts
from ports.builders import ALICE, BOB, NOW
from service.world import World


async def listed(world: World, tenant: str, size: int) -> list[list[str]]:
    pages, after = [], ""
    while True:
        page, after = await world.use.accounts.page(tenant, size, after)
        pages.append(page)
        if not after:
            return pages


async def test_a_user_is_counted_by_kind_and_tier(world: World) -> None:
    await world.remember("我喜欢喝龙井", kind=MemoryKind.PREFERENCE)
    await world.remember("My mother lives in Porto", "I have a sister", kind=MemoryKind.FACT)
    await world.remember("上周去了大理", kind=MemoryKind.EVENT, tier=MemoryTier.EPISODIC)
    stats = await world.use.accounts.user(ALICE)
    assert stats.by_kind == {MemoryKind.FACT: 2, MemoryKind.PREFERENCE: 1, MemoryKind.EVENT: 1}
    assert stats.by_tier == {MemoryTier.EPISODIC: 1, MemoryTier.SEMANTIC: 3}
    assert (stats.memories, stats.superseded, stats.turns, stats.revision) == (4, 0, 0, 3)


async def test_what_has_ended_is_counted_as_held(world: World) -> None:
    await world.remember("我住在成都")
    await world.remember("我搬到上海了，现在住在上海")
    stats = await world.use.accounts.user(ALICE)
    assert (stats.memories, stats.superseded) == (2, 1)
    assert sum(stats.by_kind.values()) == sum(stats.by_tier.values()) == 2


async def test_times_are_those_of_what_was_said(world: World) -> None:
    await world.say("你好", "hello")
    assert (await world.use.accounts.user(ALICE)).first == NOW
    world.clock.advance(MINUTE)
    at = world.clock.now()
    await world.remember("我喜欢喝茶")
    stats = await world.use.accounts.user(ALICE)
    assert stats.first == NOW
    assert stats.last is not None
    assert at <= stats.last < at + MINUTE
    assert stats.turns == 2


async def test_the_index_takes_room_only_once_it_is_there(world: World) -> None:
    await world.remember("我喜欢喝茶")
    async with World(world.store) as restarted:
        assert (await restarted.use.accounts.user(ALICE)).index_bytes == 0
        await restarted.recall("茶")
        assert (await restarted.use.accounts.user(ALICE)).index_bytes > 0


async def test_of_an_unknown_or_erased_user_nothing_is_held(world: World) -> None:
    with pytest.raises(UserNotFound):
        await world.use.accounts.user(ALICE)
    await world.remember("我喜欢喝茶")
    await world.forget(everything=True)
    with pytest.raises(UserNotFound):
        await world.use.accounts.user(ALICE)
    assert await listed(world, ALICE.tenant, 10) == [[]]


@pytest.mark.parametrize("size", [1, 2, 7, 100])
async def test_a_tenants_users_are_listed_once_each(world: World, size: int) -> None:
    for number in range(7):
        for tenant in ("甲公司", "acme"):
            await world.remember("你好", owner=Owner(tenant, f"用户{number}"))
    for tenant in ("甲公司", "acme"):
        pages = await listed(world, tenant, size)
        assert all(len(page) <= size for page in pages)
        assert sorted(each for page in pages for each in page) == [f"用户{n}" for n in range(7)]
    assert await listed(world, "nobody's", size) == [[]]


async def test_no_page_looks_at_everybody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page may be short, and then the next goes on."""
    monkeypatch.setattr(accounts, "LOOKED_AT_ONCE", 2)
    monkeypatch.setattr(accounts, "MOST_LOOKED_AT", 4)
    for number in range(9):
        await world.remember("你好", owner=Owner("acme" if number == 8 else "other", f"{number}"))
    assert await listed(world, "acme", 5) == [[], [], ["8"]]


async def test_the_server_tells_its_model_and_what_it_holds(world: World) -> None:
    world.clock.advance(MINUTE)
    await world.remember("我喜欢喝茶", "I have a cat")
    await world.remember("hello", owner=BOB)
    info = await world.use.accounts.server()
    assert info.model == world.embedder.model
    assert (info.size.users, info.size.memories) == (2, 3)
    assert info.start_time == NOW
    assert info.extractor == "local"
    assert info.version
