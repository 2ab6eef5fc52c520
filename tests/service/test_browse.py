"""Browse: one memory, pages of them, and what became of one."""

import asyncio

import pytest

from myosotis_server.memory.errors import MemoryNotFound
from myosotis_server.memory.values import DAY, SECOND, ChangeAction, Memory, MemoryFilter
from myosotis_server.service import paging
from myosotis_server.service.browse import Page, Position
from ports.builders import ALICE, BOB, NOW
from service.world import World

EVERYTHING = MemoryFilter()


async def page(world: World, after: Position | None = None, size: int = 2) -> Page:
    return await world.use.browse.page(ALICE, EVERYTHING, size, after)


async def days(world: World, *numbers: int) -> dict[int, Memory]:
    """Memories of so many days ago."""
    return {
        number: await world.know(f"第{number}天", observe_time=NOW - number * DAY)
        for number in numbers
    }


def contents(found: Page) -> list[str]:
    return [memory.content for memory in found.memories]


async def test_get_gives_the_memory_and_nobody_elses(world: World) -> None:
    known = await world.know("茶")
    assert await world.use.browse.get(ALICE, known.memory_id) == known
    for owner, memory_id in ((BOB, known.memory_id), (ALICE, str(known.memory_id)[::-1])):
        with pytest.raises(MemoryNotFound):
            await world.use.browse.get(owner, memory_id)


async def test_what_expired_is_not_found(world: World) -> None:
    known = await world.know("出差中", ttl=SECOND)
    assert await world.use.browse.get(ALICE, known.memory_id) == known
    world.clock.advance(SECOND)
    with pytest.raises(MemoryNotFound):
        await world.use.browse.get(ALICE, known.memory_id)
    assert await world.listed() == []


async def test_nobody_has_an_empty_page(world: World) -> None:
    assert await page(world) == Page([], None)
    assert world.store.head(ALICE) is None


async def test_pages_are_newest_first_and_end(world: World) -> None:
    await days(world, 3, 1, 5, 2, 4)
    first = await page(world)
    assert contents(first) == ["第1天", "第2天"]
    second = await page(world, first.next)
    assert contents(second) == ["第3天", "第4天"]
    last = await page(world, second.next)
    assert (contents(last), last.next) == (["第5天"], None)


async def test_a_last_page_that_is_full_promises_no_other(world: World) -> None:
    await days(world, 1, 2)
    assert (await page(world)).next is None


async def test_ties_are_paged_by_id(world: World) -> None:
    await world.remember(*(f"同时{number}" for number in range(7)), observe_time=NOW)
    memories = await world.listed(size=2)
    ids = [memory.memory_id for memory in memories]
    assert ids == sorted(ids)
    assert len(set(ids)) == 7


async def test_what_is_said_in_one_call_keeps_its_order(world: World) -> None:
    await world.remember(*(f"第{number}句" for number in range(7)))
    assert [memory.content for memory in await world.listed()] == [
        f"第{number}句" for number in reversed(range(7))
    ]


async def test_new_memories_between_pages_repeat_and_skip_nothing(world: World) -> None:
    await days(world, 1, 2, 3, 4)
    first = await page(world)
    await days(world, 0)
    assert contents(await page(world, first.next)) == ["第3天", "第4天"]


async def test_forgetting_between_pages_repeats_and_skips_nothing(world: World) -> None:
    known = await days(world, 1, 2, 3, 4, 5)
    first = await page(world)
    await world.forget(known[1].memory_id, known[2].memory_id, known[3].memory_id)
    assert contents(await page(world, first.next)) == ["第4天", "第5天"]


async def test_changes_between_pages_repeat_and_skip_nothing(world: World) -> None:
    known = await days(world, 1, 2, 3, 4)
    first = await page(world)
    await world.revise(known[1], importance=1.0)
    await world.remember("第3天", "第4天")
    assert contents(await page(world, first.next)) == ["第3天", "第4天"]


async def test_every_memory_that_stays_is_paged_once_while_others_come_and_go(
    world: World,
) -> None:
    stay = await days(world, *range(0, 40, 2))
    go = await days(world, *range(1, 40, 2))

    async def come_and_go() -> None:
        for number, memory in go.items():
            await world.forget(memory.memory_id)
            await world.remember(f"新{number}", observe_time=NOW - number * DAY + SECOND)

    listed, _ = await asyncio.gather(world.listed(size=3), come_and_go())
    ids = [memory.memory_id for memory in listed]
    assert len(set(ids)) == len(ids)
    assert {memory.memory_id for memory in stay.values()} <= set(ids)


async def test_a_page_fits_into_a_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    memories = [await world.know("长" * 1_000, subject=str(number)) for number in range(3)]
    monkeypatch.setattr(paging, "MESSAGE_BYTES", 2 * paging.size(memories[0]))
    first = await page(world, size=100)
    assert len(first.memories) == 2
    second = await page(world, first.next, size=100)
    assert (len(second.memories), second.next) == (1, None)


async def test_what_is_too_large_alone_goes_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.remember("茶", "咖啡")
    monkeypatch.setattr(paging, "MESSAGE_BYTES", 1)
    assert len(await world.listed()) == 2


async def test_a_list_is_filtered(world: World) -> None:
    await world.remember("茶", tags=("喝",))
    await world.remember("饭")
    assert await world.contents(tags=frozenset({"喝"})) == {"茶"}


async def test_history_is_newest_first_with_what_was_done(world: World) -> None:
    known = await world.know("Likes tea")
    await world.remember("likes TEA")
    await world.revise(known, content="喜欢喝茶")
    changes = await world.history(known)
    assert [change.action for change in changes] == [
        ChangeAction.UPDATED,
        ChangeAction.REINFORCED,
        ChangeAction.CREATED,
    ]
    assert [change.memory.content for change in changes] == ["喜欢喝茶", "likes TEA", "Likes tea"]
    assert [change.revision for change in changes] == [3, 2, 1]


async def test_history_of_the_unknown_is_not_found(world: World) -> None:
    known = await world.know("茶")
    with pytest.raises(MemoryNotFound):
        await world.history(known, BOB)


async def test_history_is_paged_from_the_oldest_so_that_news_shift_nothing(world: World) -> None:
    known = await world.know("茶")
    await world.remember("茶")
    await world.remember("茶", "茶")
    read = world.use.browse.history
    first, left = await read(ALICE, known.memory_id, 2, None)
    assert [change.memory.mention_count for change in first] == [4, 3]
    assert left == 2
    await world.remember("茶")
    second, left = await read(ALICE, known.memory_id, 2, left)
    assert [change.memory.mention_count for change in second] == [2, 1]
    assert left == 0
