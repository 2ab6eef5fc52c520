"""A user holds no more memories than they may, and what fails changes nothing."""

from __future__ import annotations

import pytest

from myosotis_server.memory.errors import QuotaExceeded
from myosotis_server.memory.values import ChangeAction, ExtractionMode
from ports.builders import ALICE, BOB
from service.world import World


def held(world: World) -> int:
    head = world.store.head(ALICE)
    return head.memory_count if head else 0


async def test_up_to_the_limit_and_no_further() -> None:
    async with World(memories_per_user=3) as world:
        await world.remember("养了一只猫", "likes green tea")
        with pytest.raises(QuotaExceeded):
            await world.remember("住在杭州的西湖边", "plays the violin on Sundays")
        assert held(world) == 2
        await world.remember("plays the violin on Sundays")
        assert held(world) == 3
        with pytest.raises(QuotaExceeded):
            await world.remember("collects old stamps")
        await world.remember("collects old stamps", owner=BOB)


async def test_what_is_known_can_still_be_said_again_and_forgotten() -> None:
    async with World(memories_per_user=1) as world:
        first = await world.remember("养了一只猫")
        again = await world.remember("养了一只猫")
        assert [each.action for each in again.changes] == [ChangeAction.REINFORCED]
        await world.forget(first.changes[0].memory.memory_id)
        assert held(world) == 0
        await world.remember("养了一只狗")


async def test_turns_are_taken_and_what_is_too_much_is_told() -> None:
    async with World(memories_per_user=1) as world:
        said = await world.say("I live in Berlin.", "我对花生过敏。")
        assert len(said.turns) == 2
        actions = sorted(each.action.name for each in said.changes)
        assert actions == ["CREATED", "REJECTED"]
        (rejected,) = [each for each in said.changes if each.action is ChangeAction.REJECTED]
        assert "as many memories as they may" in rejected.note
        assert held(world) == 1
        later = await world.say("I play the cello.", mode=ExtractionMode.BACKGROUND)
        assert len(later.turns) == 1
        await world.read_all()
        assert held(world) == 1
