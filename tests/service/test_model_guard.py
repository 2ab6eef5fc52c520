"""Vectors of one model are never compared with another's; the user is told what to do."""

from collections.abc import Awaitable, Callable

import pytest

from myosotis_server.adapters.ram_embedder import RamEmbedder
from myosotis_server.memory.errors import ReembedRequired
from myosotis_server.memory.values import DAY, ExtractionMode, Memory
from ports.builders import ALICE
from service.world import BACKGROUND, OFF, World

Call = Callable[[World, Memory], Awaitable[object]]

REFUSED: dict[str, Call] = {
    "remember": lambda world, known: world.remember("水"),
    "recall": lambda world, known: world.recall("茶"),
    "revise": lambda world, known: world.revise(known, content="咖啡"),
    "forget by meaning": lambda world, known: world.forget(query="茶"),
    "try to forget by meaning": lambda world, known: world.forget(query="茶", dry_run=True),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.parametrize("dimension", [256, 128])
async def test_what_compares_vectors_is_refused(world: World, call: Call, dimension: int) -> None:
    known = await world.know("茶")
    async with World(world.store, RamEmbedder("other", dimension)) as changed:
        with pytest.raises(ReembedRequired) as refusal:
            await call(changed, known)
        assert world.embedder.model.digest.startswith(refusal.value.stored_model)
        assert await world.listed() == [known]


async def test_what_needs_no_vector_works_on(world: World) -> None:
    known = await world.know("茶")
    async with World(world.store, RamEmbedder("other", 128)) as changed:
        assert await changed.listed() == [known]
        assert await changed.use.browse.get(ALICE, known.memory_id) == known
        assert len(await changed.history(known)) == 1
        by_id = await changed.forget(known.memory_id)
        assert by_id.count == 1
        assert await changed.listed() == []
        assert (await changed.forget(everything=True)).count == 0
        await changed.remember("茶")
        assert await changed.recalled("茶") == ["茶"]


@pytest.mark.parametrize("mode", [BACKGROUND, OFF])
async def test_turns_are_kept_though_they_cannot_be_read_yet(
    world: World, mode: ExtractionMode
) -> None:
    await world.know("茶")
    async with World(world.store, RamEmbedder("other", 128)) as changed:
        said = await changed.say("我喜欢喝咖啡", mode=mode)
        assert [turn.content for turn in said.turns] == ["我喜欢喝咖啡"]
        with pytest.raises(ReembedRequired):
            await changed.say("我喜欢喝咖啡", session="s2")
        assert [each.session_id for each in changed.store.sessions(ALICE)] == ["s1"]


async def test_maintenance_does_what_needs_no_vectors(world: World) -> None:
    """A session that fell silent ends only once its summary can be kept."""
    known = await world.know("茶")
    async with World(world.store, RamEmbedder("other", 128), clock=world.clock) as changed:
        await changed.say("我养了一只猫，叫团子", mode=OFF)
        world.clock.advance(31 * DAY)
        done = await changed.use.maintain(ALICE, False)
        assert (done.decayed, done.summarised) == (1, 0)
        assert len(changed.store.open_sessions(ALICE)) == 1
        [faded] = await changed.listed()
        assert faded.confidence < known.confidence
        async for _ in changed.use.reembed(ALICE):
            pass
        assert (await changed.use.maintain(ALICE, False)).summarised == 1
        assert changed.store.open_sessions(ALICE) == []
