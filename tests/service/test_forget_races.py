"""A write that races with forgetting comes before it, and is forgotten, or after it, and lives."""

import asyncio
import random

import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.values import DAY, Role, Turn
from ports.builders import ALICE, NOW
from service.held_embedder import HeldEmbedder
from service.world import BACKGROUND, INLINE, World, until

ROUNDS = 100
SECRETS = {"zh": "我前男友叫王伟", "en": "my ex is called Tom"}
TALK = {"zh": "我养了第{n}只叫豆{n}的猫", "en": "My cousin number {n} is called Bob{n}"}
LATER = {"zh": "我住在成都", "en": "I live alone"}


async def settled(world: World) -> None:
    """Returns when nothing waits to be read any more."""
    await world.read_all()
    await until(lambda: not world.users_waiting)


async def shuffled(*work: object) -> None:
    """Runs `work` at once, each begun a little later or earlier."""

    async def begun(each: object) -> None:
        for _ in range(random.randrange(6)):
            await asyncio.sleep(0)
        await each  # type: ignore[misc]  # coroutines of different results

    await asyncio.gather(*map(begun, random.sample(work, len(work))))


async def test_everything_leaves_no_ghost_of_what_races_with_it(world: World) -> None:
    for number in range(ROUNDS):
        language = ("zh", "en")[number % 2]
        turn = TALK[language].format(n=number)
        await world.say(SECRETS[language], mode=BACKGROUND, session=f"before {number}")
        await shuffled(
            world.say(Turn(f"{number}", Role.USER, turn, NOW), mode=BACKGROUND, session="s"),
            world.remember(LATER[language]),
            world.forget(everything=True),
        )
        await settled(world)
        left = await world.listed()
        contents = {memory.content for memory in left}
        assert SECRETS[language] not in contents
        # All that there is rests on what is there: turns that live, or what was remembered since.
        turns = {each.content for _, each in world.store.session_turns(ALICE, "s", None, 9)}
        assert contents <= {LATER[language], *turns}
        assert turns <= contents | {turn}
        assert len(turns) == len(contents - {LATER[language]})
        await world.forget(everything=True)


async def test_a_query_leaves_no_ghost_of_what_was_said_before(world: World) -> None:
    for number in range(ROUNDS):
        language = ("zh", "en")[number % 2]
        turn = TALK[language].format(n=number)
        # Whether it is learnt by then or not.
        await world.say(SECRETS[language], mode=BACKGROUND, session=f"before {number}")
        await shuffled(
            world.say(Turn(f"{number}", Role.USER, turn, NOW), mode=BACKGROUND, session="s"),
            world.remember(LATER[language]),
            world.forget(query=SECRETS[language]),
        )
        await settled(world)
        assert await world.contents() == {LATER[language], turn}
        assert world.store.session_turns(ALICE, f"before {number}", None, 9) == []
        await world.forget(everything=True)


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_what_still_waits_to_be_read_is_forgotten_as_well(language: str) -> None:
    store = RamStore()
    async with World(store, reads_on=False) as world:
        await world.say(SECRETS[language], LATER[language], mode=BACKGROUND)
        shown = await world.forget(query=SECRETS[language], dry_run=True)
        assert [memory.content for memory in shown.memories] == [SECRETS[language]]
        await world.say(SECRETS[language], mode=BACKGROUND, session="again")
        assert (await world.forget(query=SECRETS[language])).count == 1
    async with World(store) as reading:
        await settled(reading)
        assert await reading.contents() == {LATER[language]}


async def test_a_turn_of_the_same_name_is_not_the_one_that_was_being_read() -> None:
    store, model = RamStore(), HeldEmbedder()
    async with World(store, reads_on=False) as world:
        await world.say(Turn("t", Role.USER, SECRETS["zh"], NOW), mode=BACKGROUND)
        async with World(store, embedder=model, clock=world.clock) as reading:
            model.hold()
            await until(lambda: SECRETS["zh"] in model.seen)
            await world.forget(everything=True)
            await world.say(Turn("t", Role.USER, LATER["zh"], NOW), mode=BACKGROUND)
            model.release()
            await settled(reading)
            assert await world.contents() == {LATER["zh"]}


@pytest.mark.parametrize("everything", [True, False])
async def test_what_is_to_be_remembered_of_a_turn_must_still_be_there(everything: bool) -> None:
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        await world.say(SECRETS["zh"])
        model.batches.clear()
        model.hold()
        bid = asyncio.create_task(world.say("请一定记住我刚才说的话", mode=INLINE))
        await until(lambda: SECRETS["zh"] in model.seen)
        gone = [memory.memory_id for memory in await world.listed()]
        await (world.forget(everything=True) if everything else world.forget(*gone))
        model.release()
        await bid
        assert await world.contents() == set()


async def test_a_habit_is_not_concluded_from_what_is_gone() -> None:
    store, model = RamStore(), HeldEmbedder()
    async with (
        World(store, embedder=model) as concluding,
        World(store, clock=concluding.clock) as world,
    ):
        for week in range(6):
            said = NOW + week * 7 * DAY
            await world.remember("今天去游泳了", event_time=said, observe_time=said)
        world.clock.advance(6 * 7 * DAY)
        model.hold()
        upkeep = asyncio.create_task(concluding.use.maintain(ALICE, False))
        await until(lambda: bool(model.batches))
        await world.forget(everything=True)
        await world.remember(LATER["zh"])
        model.release()
        await upkeep
        assert await world.contents() == {LATER["zh"]}
