"""Forget: by id, by filter, by meaning or everything; gone when the call returns."""

import asyncio

import pytest

from myosotis_server.memory.errors import MemoryNotFound
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Attribute,
    Memory,
    MemoryFilter,
    MemoryKind,
    Statement,
)
from myosotis_server.service import forget as forget_module
from myosotis_server.service.forget import as_target
from ports.builders import ALICE, BOB
from service.held_embedder import HeldEmbedder
from service.world import World, request, until


async def assert_gone(world: World, *gone: Memory) -> None:
    """No way of reading shows any of `gone`."""
    ids = {memory.memory_id for memory in gone}
    assert ids.isdisjoint(memory.memory_id for memory in await world.listed())
    for memory in gone:
        answer = await world.recall(memory.content, limit=100)
        assert ids.isdisjoint(each.memory.memory_id for each in answer.memories)
        with pytest.raises(MemoryNotFound):
            await world.use.browse.get(ALICE, memory.memory_id)
        with pytest.raises(MemoryNotFound):
            await world.history(memory)


async def test_by_id(world: World) -> None:
    kept, gone = await world.know("我在学长笛"), await world.know("我住在上海")
    forgotten = await world.forget(gone.memory_id)
    assert (forgotten.count, forgotten.revision) == (1, 3)
    assert forgotten.receipt_id
    await assert_gone(world, gone)
    assert await world.listed() == [kept]


async def test_unknown_ids_are_no_error_and_not_counted(world: World) -> None:
    gone = await world.know("我住在上海")
    unknown = "00000000-0000-4000-8000-000000000000"
    assert (await world.forget(unknown, gone.memory_id)).count == 1
    assert (await world.forget(unknown, gone.memory_id)).count == 0
    of_bob = await world.know("我住在上海", owner=BOB)
    assert (await world.forget(of_bob.memory_id)).count == 0
    assert await world.contents(BOB) == {"我住在上海"}


async def test_an_id_given_twice_counts_once() -> None:
    assert as_target(["b", "a", "b"]).memory_ids == ("b", "a")


async def test_by_filter(world: World) -> None:
    gone = await world.know("I work at a bank", tags=("work",))
    await world.remember("我住在成都", "I live alone")
    forgotten = await world.forget(filter=MemoryFilter(tags=frozenset({"work"})))
    assert forgotten.count == 1
    await assert_gone(world, gone)
    assert len(await world.listed()) == 2


async def test_by_filter_reaches_what_has_expired(world: World) -> None:
    gone = await world.know("出差中", ttl=SECOND, kind=MemoryKind.EVENT)
    world.clock.advance(DAY)
    kinds = frozenset({MemoryKind.EVENT})
    assert (await world.forget(filter=MemoryFilter(kinds=kinds))).count == 1
    await assert_gone(world, gone)
    assert await world.recalled("出差", as_of=gone.create_time) == []


@pytest.mark.parametrize(
    ("meant", "query"),
    [("前男友叫王伟", "前男友叫王伟的事"), ("my ex is called Tom", "my ex is called Tom?")],
)
async def test_by_meaning(world: World, meant: str, query: str) -> None:
    gone = await world.know(meant)
    await world.remember("我的同事叫王芳", "我住在成都", "I live alone", "the cat is called Snow")
    shown = await world.forget(query=query, dry_run=True)
    assert [memory.content for memory in shown.memories] == [meant]
    assert (await world.forget(query=query)).count == 1
    await assert_gone(world, gone)
    assert len(await world.listed()) == 4


async def test_by_meaning_takes_nothing_where_nothing_is_meant(world: World) -> None:
    await world.remember("我住在成都", "I live alone")
    assert (await world.forget(query="量子力学")).count == 0
    assert len(await world.listed()) == 2


async def test_everything(world: World) -> None:
    first = await world.know("我住在成都")
    second = await world.know("出差中", ttl=SECOND)
    await world.remember("我住在上海", owner=BOB)
    world.clock.advance(DAY)
    forgotten = await world.forget(everything=True)
    assert (forgotten.count, forgotten.revision) == (2, 0)
    assert forgotten.receipt_id
    await assert_gone(world, first, second)
    assert world.store.head(ALICE) is None
    assert await world.contents(BOB) == {"我住在上海"}
    assert (await world.forget(everything=True)).count == 0


async def test_whoever_comes_back_after_everything_is_a_stranger(world: World) -> None:
    before = await world.know("我住在成都")
    await world.forget(everything=True)
    after = await world.know("我住在成都")
    assert after.memory_id != before.memory_id
    assert (after.mention_count, after.revision) == (1, 1)
    await assert_gone(world, before)


async def test_everything_is_gone_for_other_processes_too(world: World) -> None:
    async with World(world.store, clock=world.clock) as other:
        await world.remember("我住在成都")
        assert await other.recalled("成都") == ["我住在成都"]
        await world.forget(everything=True)
        assert await other.recalled("成都") == []
        await world.remember("我住在上海")
        assert await other.recalled("成都") == ["我住在上海"]


async def test_a_dry_run_shows_and_changes_nothing(world: World) -> None:
    gone = await world.know("I work at a bank", tags=("work",))
    await world.remember("我住在成都")
    for target in (
        {"filter": MemoryFilter(tags=frozenset({"work"}))},
        {"query": "I work at a bank"},
        {"everything": True},
    ):
        shown = await world.forget(dry_run=True, **target)
        assert gone in shown.memories
        assert shown.count == len(shown.memories) == (2 if "everything" in target else 1)
        assert shown.revision == 2
        assert shown.receipt_id == ""
    by_id = await world.forget(gone.memory_id, dry_run=True)
    assert (by_id.count, by_id.memories) == (1, (gone,))
    assert len(await world.listed()) == 2


async def test_a_dry_run_counts_all_and_shows_what_fits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forget_module, "SHOWN_IN_DRY_RUN", 2)
    await world.remember("茶", "咖啡", "水")
    shown = await world.forget(everything=True, dry_run=True)
    assert shown.count == 3
    assert len(shown.memories) == 2


@pytest.mark.parametrize("dry_run", [True, False])
async def test_nobody_is_made_known_by_being_forgotten(world: World, dry_run: bool) -> None:
    unknown = "00000000-0000-4000-8000-000000000000"
    for target in ({"query": "茶"}, {"filter": MemoryFilter(tags=frozenset("a"))}):
        assert (await world.forget(dry_run=dry_run, **target)).count == 0
    assert (await world.forget(unknown, dry_run=dry_run)).count == 0
    assert (await world.forget(everything=True, dry_run=dry_run)).count == 0
    assert world.store.head(ALICE) is None


async def test_a_request_repeated_forgets_once(world: World) -> None:
    known = await world.know("茶")
    first = await world.forget(known.memory_id, request=request())
    await world.remember("茶")
    again = await world.forget(known.memory_id, request=request())
    assert (again.count, again.receipt_id) == (1, first.receipt_id)
    assert await world.contents() == {"茶"}, "what was said since stays"


async def test_what_is_said_while_it_is_forgotten_by_filter_is_not_lost(world: World) -> None:
    for number in range(5):
        await world.remember(f"第{number}杯", tags=("old",))
    outcomes = await asyncio.gather(
        world.forget(filter=MemoryFilter(tags=frozenset({"old"}))),
        *(world.remember(f"第{number}天") for number in range(5)),
    )
    assert outcomes[0].count == 5
    assert await world.contents() == {f"第{number}天" for number in range(5)}


async def test_questions_are_forgotten_too() -> None:
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        known = await world.know("我有抑郁症")
        await world.recall("我有抑郁症吗")
        await world.recall("我有抑郁症吗")
        assert model.seen.count("我有抑郁症吗") == 1
        await world.forget(known.memory_id)
        await world.recall("我有抑郁症吗")
        assert model.seen.count("我有抑郁症吗") == 2


async def test_a_question_asked_meanwhile_is_forgotten_too() -> None:
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        known = await world.know("我有抑郁症")
        model.hold()
        asked = asyncio.create_task(world.recall("我有抑郁症吗"))
        await until(lambda: "我有抑郁症吗" in model.seen)
        await world.forget(known.memory_id)
        model.release()
        await asked
        await world.recall("我有抑郁症吗")
        assert model.seen.count("我有抑郁症吗") == 2


@pytest.mark.parametrize("everything", [True, False])
async def test_recalls_of_what_is_forgotten_are_not_counted_for_its_successor(
    world: World, everything: bool
) -> None:
    known = await world.know("茶")
    await world.recall("茶", read_only=False)
    await (world.forget(everything=True) if everything else world.forget(known.memory_id))
    again = await world.know("茶")
    await world.app.stop()
    stored = world.store.memories(ALICE, [again.memory_id])[0]
    assert stored is not None
    assert stored.access_count == 0


async def test_a_statement_forgotten_and_said_again_begins_anew(world: World) -> None:
    known = await world.know(Statement("茶").content, attribute=Attribute("drink", "茶"))
    await world.remember("茶")
    await world.forget(known.memory_id)
    again = await world.know("茶")
    assert (again.mention_count, again.attribute) == (1, None)
    assert len(await world.history(again)) == 1
