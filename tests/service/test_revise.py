"""Update: chosen fields of one memory, guarded by its revision."""

import asyncio

import pytest

from myosotis_server.memory.errors import EtagMismatch, InvalidRequest, MemoryNotFound
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Attribute,
    ChangeAction,
    Memory,
    MemoryKind,
)
from ports.builders import ALICE, BOB
from service.held_embedder import HeldEmbedder
from service.world import World, until


async def test_only_the_chosen_fields_change(world: World) -> None:
    known = await world.know("茶", tags=("喝",), importance=0.3)
    world.clock.advance(DAY)
    later = await world.revise(known, importance=0.9, attribute=Attribute("drink", "茶"))
    assert (later.importance, later.attribute) == (0.9, Attribute("drink", "茶"))
    assert (later.content, later.tags, later.memory_id) == ("茶", ("喝",), known.memory_id)
    assert later.create_time == known.create_time
    assert later.update_time == world.clock.now()
    assert later.revision == 2
    assert await world.use.browse.get(ALICE, known.memory_id) == later
    assert (await world.history(known))[0].action is ChangeAction.UPDATED


async def test_new_text_is_found_and_the_old_is_not(world: World) -> None:
    known = await world.know("我住在上海")
    await world.remember("I live alone")
    later = await world.revise(known, content="my home is Chengdu")
    assert later.memory_id == known.memory_id
    assert later.language == "en"
    answer = await world.recall("Chengdu")
    assert answer.memories[0].memory == later
    assert answer.memories[0].breakdown.lexical > 0
    stale = await world.recall("上海")
    assert {each.breakdown.lexical for each in stale.memories} == {0}


async def test_new_names_are_found_and_the_old_are_not(world: World) -> None:
    known = await world.know("是护士", subject="姐姐", tags=("old",))
    await world.revise(known, subject="妈妈", tags=("new",), kind=MemoryKind.SUMMARY)
    assert await world.contents(subjects=frozenset({"姐姐"})) == set()
    assert await world.contents(tags=frozenset({"old"})) == set()
    assert await world.contents(subjects=frozenset({"妈妈"}), tags=frozenset({"new"})) == {"是护士"}
    assert await world.contents(kinds=frozenset({MemoryKind.SUMMARY})) == {"是护士"}
    assert (await world.recall("妈妈")).memories[0].breakdown.lexical > 0
    assert (await world.recall("姐姐")).memories[0].breakdown.lexical == 0


async def test_a_stale_reader_is_told(world: World) -> None:
    known = await world.know("茶")
    later = await world.revise(known, expected=known.revision, importance=0.9)
    with pytest.raises(EtagMismatch):
        await world.revise(known, expected=known.revision, importance=0.1)
    assert (await world.revise(known, expected=later.revision, importance=0.2)).importance == 0.2


async def test_changes_of_other_memories_do_not_make_a_reader_stale(world: World) -> None:
    known = await world.know("茶")
    await world.remember("咖啡")
    await world.recall("茶", read_only=False)
    assert (await world.revise(known, expected=known.revision, importance=0.9)).importance == 0.9


async def test_of_two_who_read_the_same_one_wins(world: World) -> None:
    known = await world.know("茶")
    outcomes = await asyncio.gather(
        *(
            world.revise(known, expected=known.revision, importance=share)
            for share in (0.1, 0.2, 0.3)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Memory) for each in outcomes) == 1
    assert sum(isinstance(each, EtagMismatch) for each in outcomes) == 2


async def test_without_an_etag_no_field_of_another_is_lost(world: World) -> None:
    known = await world.know("茶")
    await asyncio.gather(world.revise(known, importance=0.9), world.revise(known, tags=("喝",)))
    later = await world.use.browse.get(ALICE, known.memory_id)
    assert (later.importance, later.tags) == (0.9, ("喝",))


async def test_a_vector_never_belongs_to_another_text() -> None:
    """The text is replaced while its old wording is embedded for a change of importance."""
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        known = await world.know("茶")
        model.hold()
        slow = asyncio.create_task(world.revise(known, importance=0.9))
        await until(lambda: model.seen.count("茶") == 2)
        async with World(world.store, clock=world.clock) as other:
            await other.revise(known, content="咖啡")
        model.release()
        with pytest.raises(EtagMismatch):
            await slow
        assert (await world.use.browse.get(ALICE, known.memory_id)).content == "咖啡"


async def test_what_is_not_there_is_not_found(world: World) -> None:
    known = await world.know("茶")
    with pytest.raises(MemoryNotFound):
        await world.revise(known, owner=BOB, importance=0.9)
    assert world.store.head(BOB) is None
    fleeting = await world.know("出差中", ttl=SECOND)
    world.clock.advance(SECOND)
    with pytest.raises(MemoryNotFound):
        await world.revise(fleeting, content="不出差了")
    await world.forget(known.memory_id)
    for fields in ({"importance": 0.9}, {"content": "咖啡"}):
        with pytest.raises(MemoryNotFound):
            await world.revise(known, **fields)
    assert await world.listed() == []


async def test_an_end_can_be_set_and_lifted(world: World) -> None:
    known = await world.know("茶")
    await world.revise(known, expire_time=world.clock.now() + DAY)
    world.clock.advance(DAY - 1)
    await world.revise(known, expire_time=None)
    world.clock.advance(DAY)
    assert await world.contents() == {"茶"}


@pytest.mark.parametrize(
    ("was", "now", "value"),
    [("我住在上海", "我住在成都", "成都"), ("I live in Leeds", "I live in York", "York")],
)
async def test_what_was_read_out_of_the_text_is_read_anew(
    world: World, was: str, now: str, value: str
) -> None:
    revised = await world.revise(await world.know(was), content=now)
    assert revised.attribute == Attribute("home_city", value)


async def test_an_attribute_that_was_given_stays(world: World) -> None:
    given = Attribute("plan", "moving")
    memory = await world.know("I live in Leeds", attribute=given)
    assert (await world.revise(memory, content="I live in York")).attribute == given


async def test_new_text_goes_through_the_privacy_filter(world: World) -> None:
    memory = await world.know("我换了手机")
    revised = await world.revise(memory, content="我的新手机号是13800138000")
    assert revised.content == "我的新手机号是[手机号]"
    with pytest.raises(InvalidRequest):
        await world.revise(memory, content="我的密码是 Br1ck_Wren")
    assert await world.contents() == {"我的新手机号是[手机号]"}
