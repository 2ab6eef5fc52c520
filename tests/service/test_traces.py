"""What is forgotten is told of nowhere: not in turns, digests, habits or the graph."""

import pytest

from myosotis_server.memory.values import MemoryKind, Role
from ports.builders import ALICE
from service.talks import talk
from service.world import World, turn


async def everything(world: World) -> str:
    """All text that is held of Alice."""
    texts = [str(memory) for memory in await world.listed(include_superseded=True)]
    sessions, _ = await world.use.sessions.page(ALICE, 100, None)
    for session in sessions:
        turns, _ = await world.use.sessions.turns(ALICE, session.session_id, 1_000, 0)
        texts += [str(turn) for turn in turns] + [str(session)]
    entities, _ = await world.use.relate.entities(ALICE, (), 1_000, None)
    return "\n".join([*texts, *map(str, entities)])


TOLD = {
    "周牧": ["我男朋友叫周牧", "周牧是记者", "我住在成都", "今天很累"],
    "Brent": ["My boyfriend is called Brent", "Brent is a reporter", "I live in Leeds", "So tired"],
}


@pytest.mark.parametrize("name", TOLD)
async def test_a_forgotten_name_is_nowhere(world: World, name: str) -> None:
    said = TOLD[name]
    await talk(world, said)
    await world.say(turn(f"{name}? …", "echo", Role.ASSISTANT))
    await world.read_all()
    await world.use.closing.end(ALICE, "s1")
    assert name in await everything(world)
    await world.forget(query=name)
    held = await everything(world)
    assert name not in held
    assert said[2] in held


@pytest.mark.parametrize("name", TOLD)
async def test_the_session_is_summarised_anew_without_it(world: World, name: str) -> None:
    await talk(world, TOLD[name])
    await world.use.closing.end(ALICE, "s1")
    await world.forget(query=name)
    await world.use.closing.end(ALICE, "s1")
    [summary] = await world.listed(kinds={MemoryKind.SUMMARY})
    assert name not in summary.content
    assert TOLD[name][2] in summary.content


async def test_turns_go_with_what_they_told(world: World) -> None:
    await talk(world, ["我住在成都", "我喜欢爬山"])
    await world.read_all()
    [memory] = [each for each in await world.listed() if each.content == "我喜欢爬山"]
    await world.forget(memory.memory_id)
    turns, _ = await world.use.sessions.turns(ALICE, "s1", 10, 0)
    contents = [each.content for each in turns]
    assert "我喜欢爬山" not in contents
    assert "我住在成都" in contents


async def test_a_name_that_others_speak_of_stays(world: World) -> None:
    await talk(world, ["我男朋友叫周牧", "周牧是记者"])
    await world.read_all()
    [memory] = [each for each in await world.listed() if each.content == "周牧是记者"]
    await world.forget(memory.memory_id)
    assert "我男朋友叫周牧" in await everything(world)


async def test_forgetting_a_digest_leaves_what_it_was_made_of(world: World) -> None:
    await talk(world, ["我住在成都", "我喜欢爬山"])
    ended = await world.use.closing.end(ALICE, "s1")
    assert ended.summary is not None
    await world.forget(ended.summary.memory_id)
    turns, _ = await world.use.sessions.turns(ALICE, "s1", 10, 0)
    assert [each.content for each in turns][::2] == ["我住在成都", "我喜欢爬山"]
    assert {"我住在成都", "我喜欢爬山"} <= await world.contents()


async def test_a_dry_run_counts_what_goes_with_it(world: World) -> None:
    await talk(world, TOLD["周牧"])
    await world.use.closing.end(ALICE, "s1")
    before = await everything(world)
    preview = await world.forget(query="周牧", dry_run=True)
    assert await everything(world) == before
    assert (await world.forget(query="周牧")).count == preview.count >= 2
