"""Work behind the calls that one process does is not done by another over the same store."""

import asyncio
from typing import Any

import pytest

from myosotis_server.adapters.ram_claims import RamClaims
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.app import Times
from myosotis_server.jobs import upkeep_schedule
from myosotis_server.jobs.upkeep_schedule import UpkeepSchedule
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import Overloaded
from myosotis_server.memory.values import MINUTE
from myosotis_server.service import closing, unread
from myosotis_server.service.maintain import Upkeep
from ports.builders import ALICE, BOB
from service.world import BACKGROUND, World, until

SOON = 0.01


@pytest.fixture
def claims() -> RamClaims:
    """Shared by all processes of a test."""
    return RamClaims()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "ELSEWHERE_SECONDS", SOON)
    monkeypatch.setattr(closing, "ELSEWHERE_SECONDS", SOON)
    monkeypatch.setattr(closing, "SOON_SECONDS", SOON)


async def test_turns_that_another_process_reads_are_left_to_it(claims: RamClaims) -> None:
    async with World(claims=claims) as world:
        with claims.take("read turns", ALICE) as is_taken:
            assert is_taken
            await world.say("我叫小明", "I live in Leeds", mode=BACKGROUND)
            await world.say("我叫小红", owner=BOB, mode=BACKGROUND)
            await world.read_all(BOB)
            await asyncio.sleep(5 * SOON)
            assert len(world.store.unread(ALICE, 9)) == 2
        await world.read_all(ALICE)
        assert "我叫小明" in await world.contents()


async def test_several_processes_read_each_turn_once(claims: RamClaims) -> None:
    store = RamStore()
    async with World(store, claims=claims) as one, World(store, claims=claims) as other:
        for number in range(6):
            world = (one, other)[number % 2]
            await world.say(f"我有{number + 2}只猫", f"I have {number + 2} dogs", mode=BACKGROUND)
        await one.read_all()
        assert {each.mention_count for each in await one.listed()} == {1}
        assert one.tally.locally + other.tally.locally <= 12


async def test_what_a_process_left_that_died_is_taken_up(
    claims: RamClaims, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread, "LOOKS_SECONDS", SOON)
    store = RamStore()
    async with World(store, claims=claims) as alive:
        await asyncio.sleep(3 * SOON)
        async with World(store, claims=claims, reads_on=False) as dead:
            await dead.say("我住在上海", mode=BACKGROUND)
        await alive.read_all()
        assert await alive.contents() == {"我住在上海"}


async def test_sessions_that_another_process_reviews_are_left_to_it(claims: RamClaims) -> None:
    async with World(claims=claims, times=Times(session_idle=MINUTE)) as world:
        with claims.take("review sessions", ALICE) as is_taken:
            assert is_taken
            await world.say("我下周去北京面试", "My sister Anna is a doctor")
            world.clock.advance(2 * MINUTE)
            await asyncio.sleep(5 * SOON)
            assert world.store.open_sessions(ALICE)
        await until(lambda: not world.store.open_sessions(ALICE))


class Counted:
    """Upkeep that only counts how often it was done."""

    def __init__(self) -> None:
        self.done = 0

    async def everyone(self, **options: Any) -> Upkeep:
        self.done += 1
        return Upkeep()


async def test_upkeep_is_one_processs_until_that_is_gone(
    claims: RamClaims, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep_schedule, "TAKEOVER_SECONDS", SOON)
    works: Any = [Counted(), Counted()]
    nobody: Any = None
    schedules = [UpkeepSchedule(work, nobody, SOON / 2, claims) for work in works]
    for schedule in schedules:
        schedule.start()
    await until(lambda: works[0].done == 3)
    assert works[1].done == 0
    await schedules[0].stop()
    await until(lambda: works[1].done == 2)
    assert works[0].done in (3, 4)
    await schedules[1].stop()


async def test_a_backup_is_refused_while_another_process_takes_one(claims: RamClaims) -> None:
    async with World(claims=claims) as world:
        with claims.take("backup"), pytest.raises(Overloaded):
            await anext(world.use.backup(BackupKind.STORE))
