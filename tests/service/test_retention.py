"""Turns are kept verbatim for as long as is configured, and none goes that is not reviewed."""

from dataclasses import replace

from myosotis_server.app import USUAL_TIMES
from myosotis_server.memory.values import DAY, MINUTE
from ports.builders import ALICE
from service.talks import SAID, talk
from service.world import World, turn


async def contents(world: World, session: str = "s1") -> list[str]:
    turns, _ = await world.use.sessions.turns(ALICE, session, 1_000, 0)
    return [each.content for each in turns if each.turn_id.startswith("u")]


async def test_old_turns_go_and_what_they_told_stays(world: World) -> None:
    await talk(world, SAID["zh"][:4])
    await world.read_all()
    world.clock.advance(40 * DAY)
    await talk(world, SAID["zh"][4:6], session="s2", start=4)
    world.clock.advance(19 * DAY)
    await world.use.maintain(ALICE, False)
    assert await contents(world) == SAID["zh"][:4]
    world.clock.advance(DAY)
    await world.use.maintain(ALICE, False)
    assert await contents(world) == []
    assert await contents(world, "s2") == SAID["zh"][4:6]
    sessions, _ = await world.use.sessions.page(ALICE, 10, None)
    assert {each.session_id: each.turn_count for each in sessions} == {"s1": 8, "s2": 4}


async def test_of_a_session_that_goes_on_only_the_old_ones_go(world: World) -> None:
    await talk(world, SAID["en"][:6])
    world.clock.advance(31 * MINUTE)
    await world.use.closing.review(ALICE)
    world.clock.advance(91 * DAY)
    await talk(world, SAID["en"][6:12], start=6)
    await world.use.maintain(ALICE, False)
    assert await contents(world) == SAID["en"][6:12]


async def test_an_old_dialogue_that_came_lately_stays(world: World) -> None:
    long_ago = world.clock.now() - 900 * DAY
    await world.say(turn("我住在成都", "u0", say_time=long_ago))
    await world.use.closing.end(ALICE, "s1")
    await world.use.maintain(ALICE, False)
    assert await contents(world) == ["我住在成都"]
    world.clock.advance(91 * DAY)
    await world.use.maintain(ALICE, False)
    assert await contents(world) == []


async def test_they_can_be_kept_for_good() -> None:
    async with World(times=replace(USUAL_TIMES, turn_retention=0)) as world:
        await talk(world, SAID["zh"][:2])
        world.clock.advance(4_000 * DAY)
        await world.use.maintain(ALICE, False)
        assert await contents(world) == SAID["zh"][:2]


async def test_paging_passes_over_what_is_gone(world: World) -> None:
    await talk(world, SAID["en"][:6])
    await world.use.closing.end(ALICE, "s1")
    world.clock.advance(91 * DAY)
    await talk(world, SAID["en"][6:8], start=6)
    await world.use.maintain(ALICE, False)
    first, after = await world.use.sessions.turns(ALICE, "s1", 3, 0)
    assert after is not None
    rest, end = await world.use.sessions.turns(ALICE, "s1", 3, after)
    assert end is None
    assert [each.turn_id for each in (*first, *rest)] == ["u6", "a6", "u7", "a7"]
