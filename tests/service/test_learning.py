"""What is told meets what is known: planned on what the store holds, answered thing by thing."""

import asyncio

import numpy as np
import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.rows import quantise
from myosotis_server.memory.values import DAY, ChangeAction, Memory, ReconcileMode, Statement
from ports.builders import ALICE, NOW
from service.held_embedder import HeldEmbedder
from service.world import World, request

CREATED, REINFORCED = ChangeAction.CREATED, ChangeAction.REINFORCED
MERGED, REJECTED = ChangeAction.MERGED, ChangeAction.REJECTED
SUPERSEDED = ChangeAction.SUPERSEDED
SECRET = "我的密码是 hunter2-XY99"


def vector_of(world: World, memory: Memory) -> list[int]:
    """The memory's vector as it lies in the store."""
    found = world.store.rows(ALICE)
    assert found is not None
    by_id = {bytes(row["memory_id"]).hex(): row["vector"] for row in found[1].fixed}
    vector: list[int] = by_id[memory.memory_id.replace("-", "")].tolist()
    return vector


def embedded(world: World, text: str) -> list[int]:
    [vector] = world.embedder.embed(world.embedder.tokenize([text], TextRole.PASSAGE))
    quantised: list[int] = quantise(vector)[1].tolist()
    return quantised


async def test_each_statement_is_answered_in_its_place(world: World) -> None:
    outcome = await world.remember(
        SECRET, "我住在上海", "我搬到了成都", SECRET, "我搬到了成都。", "I play the flute"
    )
    actions = [change.action for change in outcome.changes]
    assert actions == [REJECTED, CREATED, SUPERSEDED, REJECTED, REINFORCED, CREATED]
    assert [change.item_index for change in outcome.changes] == list(range(6))
    assert [bool(change.memory.memory_id) for change in outcome.changes] == [
        action is not REJECTED for action in actions
    ]
    assert {change.revision for change in outcome.changes} == {1}


async def test_what_it_ended_is_in_the_history_beside_it(world: World) -> None:
    outcome = await world.remember("I play the flute", "我住在上海", "我搬到了成都")
    ended, moved = outcome.changes[1], outcome.changes[2]
    [last, first] = await world.history(ended.memory)
    assert (last.action, last.item_index, last.revision) == (SUPERSEDED, 2, 1)
    assert (first.action, first.item_index) == (CREATED, 1)
    assert last.memory.superseded_by == moved.memory.memory_id


async def test_a_repeated_request_is_told_refusals_as_well(world: World) -> None:

    first = await world.remember(SECRET, "我住在上海", request=request())
    again = await world.remember(SECRET, "我住在上海", request=request())
    assert again.replayed
    assert again.changes == first.changes


@pytest.mark.parametrize("mode", [ReconcileMode.FULL, ReconcileMode.EXACT, ReconcileMode.OFF])
async def test_nothing_private_is_kept_in_any_mode(world: World, mode: ReconcileMode) -> None:
    outcome = await world.remember(SECRET, "打13812345678找我", mode=mode)
    assert [change.action for change in outcome.changes] == [REJECTED, CREATED]
    assert await world.contents() == {"打[手机号]找我"}


async def test_a_memory_has_the_vector_of_its_words(world: World) -> None:
    """Whether they were said so, said again in others, or put together from a correction."""
    said = await world.know("我的面试在周四")
    assert vector_of(world, said) == embedded(world, "我的面试在周四")
    world.clock.advance(60_000_000)
    [change] = (await world.remember("不对，是周五")).changes
    right = change.memory
    assert (right.content, change.action) == ("我的面试在周五", SUPERSEDED)
    assert vector_of(world, right) == embedded(world, right.content)
    ended = await world.use.browse.get(ALICE, said.memory_id)
    assert ended.content == "我的面试在周四"
    near = np.dot(vector_of(world, ended), embedded(world, ended.content))
    assert near > 0.999 * np.dot(embedded(world, ended.content), embedded(world, ended.content))


async def test_only_what_a_correction_makes_is_embedded_again() -> None:
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        await world.remember("我的面试在周四")
        await world.remember("我住在上海")
        world.clock.advance(60_000_000)
        await world.remember("我搬到了成都", "不对，面试是周五")
    assert len(model.seen) == len({*model.seen}) <= 5


async def test_a_user_changed_while_a_text_is_embedded_is_planned_anew() -> None:
    """Planning leaves the lane for it; what was said meanwhile counts."""
    model = HeldEmbedder()
    store = RamStore()
    async with World(store, model) as world, World(store, clock=world.clock) as other:
        await world.remember("我的面试在周四")
        world.clock.advance(60_000_000)
        seen = len(model.seen)
        held = asyncio.create_task(world.remember("不对，是周五"))
        while len(model.seen) == seen:
            await asyncio.sleep(0)
        await other.remember("I play the flute")
        await held
        assert await world.contents() == {"我的面试在周五", "I play the flute"}
        assert store.head(ALICE) is not None


async def test_of_what_is_told_late_the_times_decide(world: World) -> None:
    late = Statement("我住在上海", observe_time=NOW - 2 * DAY)
    await world.remember(Statement("我搬到了成都", observe_time=NOW - DAY))
    [change] = (await world.remember(late)).changes
    assert change.action is CREATED
    assert change.memory.valid_to is not None
    assert await world.contents() == {"我搬到了成都"}
    assert await world.contents(include_superseded=True) == {"我搬到了成都", "我住在上海"}


async def test_what_is_known_of_many_things_is_still_met(world: World) -> None:
    """Among more than are near in meaning: by its slot, and by its very words."""
    await world.remember("我住在上海", "阳台上的绿萝长高了")
    for start in range(0, 120, 40):
        others = [f"我家附近第{number}号店卖面条" for number in range(start, start + 40)]
        await world.remember(*others)
    world.clock.advance(DAY)
    outcome = await world.remember("I moved to Lisbon", "阳台上的绿萝长高了。")
    assert [change.action for change in outcome.changes] == [SUPERSEDED, REINFORCED]
    assert len(await world.listed()) == 122


async def test_off_keeps_contradictions_apart(world: World) -> None:
    await world.remember("我住在上海", "我搬到了成都", mode=ReconcileMode.OFF)
    assert await world.contents() == {"我住在上海", "我搬到了成都"}


async def test_a_merged_statement_keeps_what_says_more(world: World) -> None:
    await world.remember("我对花生过敏")
    [change] = (await world.remember("我对花生严重过敏")).changes
    [memory] = await world.listed()
    assert change.action in (MERGED, SUPERSEDED)
    assert memory.content == "我对花生严重过敏"
    assert vector_of(world, memory) == embedded(world, memory.content)
