"""What time makes of memories: in small writes, told ahead by a dry run, and of no pinned one."""

from collections.abc import Sequence
from typing import Any

import pytest

from myosotis_server.memory.errors import RecordCorrupt
from myosotis_server.memory.sessions import Session
from myosotis_server.memory.values import (
    DAY,
    ChangeAction,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Owner,
    Statement,
)
from myosotis_server.service import ageing
from myosotis_server.service.maintain import Upkeep
from ports.builders import ALICE, BOB
from service.world import World

EVENT, FACT = MemoryKind.EVENT, MemoryKind.FACT


async def upkeep(world: World, *, dry_run: bool = False) -> Upkeep:
    return await world.use.maintain(ALICE, dry_run)


async def test_what_nobody_uses_fades_and_at_last_goes(world: World) -> None:
    tea = await world.know("我喜欢喝茶", importance=0.4)
    nurse = await world.know("I'm a nurse", importance=0.9)
    confidence = tea.confidence
    for month, left in enumerate((0.8, 0.64, 0.512), 1):
        world.clock.advance(30 * DAY)
        assert (await upkeep(world)).decayed == 2, month
        [now] = [each for each in await world.listed() if each.memory_id == tea.memory_id]
        assert now.confidence == pytest.approx(confidence * left)
    world.clock.advance(DAY)
    done = await upkeep(world)
    assert (done.removed, done.decayed) == (1, 0)
    assert [each.memory_id for each in await world.listed()] == [nurse.memory_id]
    # What disuse takes off was said by nobody, and is no state to look back on.
    assert [each.action for each in await world.history(nurse)] == [ChangeAction.CREATED]


async def test_what_is_recalled_or_said_again_is_fresh(world: World) -> None:
    tea = await world.know("我喜欢喝茶", importance=0.4)
    hills = await world.know("我喜欢爬山", importance=0.4)
    world.clock.advance(29 * DAY)
    await world.recall("喝茶", limit=1, read_only=False)
    await world.know("我喜欢爬山")
    world.clock.advance(29 * DAY)
    assert (await upkeep(world)).decayed == 0
    world.clock.advance(DAY)
    assert (await upkeep(world)).decayed == 2
    assert {each.memory_id for each in await world.listed()} == {tea.memory_id, hills.memory_id}


async def test_an_import_of_an_old_diary_is_not_old_to_the_server(world: World) -> None:
    long_ago = world.clock.now() - 1_000 * DAY
    await world.know("I broke my arm", observe_time=long_ago, importance=0.5)
    done = await upkeep(world)
    assert (done.removed, done.decayed) == (0, 0)


async def test_a_pinned_memory_stays_as_it_is(world: World) -> None:
    await world.know("Remember my blood type", pinned=True, importance=0.2, ttl=5 * DAY)
    world.clock.advance(400 * DAY)
    assert await upkeep(world) == Upkeep(reviewed=1)
    [kept] = await world.listed()
    assert kept.confidence == pytest.approx(0.9)


async def test_what_has_expired_is_gone_for_good(world: World) -> None:
    brief = await world.know("我今晚在机场", ttl=DAY)
    world.clock.advance(DAY)
    assert world.store.memories(ALICE, [brief.memory_id]) != [None]
    assert (await upkeep(world)).expired == 1
    assert world.store.memories(ALICE, [brief.memory_id]) == [None]


async def test_short_term_memory_that_is_called_up_is_kept_on(world: World) -> None:
    short = Statement("We spoke of Oslo", tier=MemoryTier.SHORT_TERM, ttl=DAY)
    await world.know(short)  # type: ignore[arg-type]
    for _ in range(3):
        await world.recall("Oslo", read_only=False)
    world.clock.advance(2 * DAY)
    done = await upkeep(world)
    assert (done.promoted, done.expired) == (1, 0)
    [kept] = await world.listed()
    assert (kept.tier, kept.expire_time) == (MemoryTier.EPISODIC, None)


async def test_what_matters_becomes_lasting_knowledge(world: World) -> None:
    await world.know("我确诊了糖尿病", kind=EVENT, importance=0.9)
    await world.know("I went rowing", kind=EVENT, importance=0.5)
    for _ in range(3):
        await world.know("我和妈妈吵架了", kind=EVENT, importance=0.5)
    assert (await upkeep(world)).promoted == 2
    tiers = {each.content: each.tier for each in await world.listed()}
    assert tiers["我确诊了糖尿病"] is tiers["我和妈妈吵架了"] is MemoryTier.SEMANTIC
    assert tiers["I went rowing"] is MemoryTier.EPISODIC
    assert (await upkeep(world)).promoted == 0


async def test_a_dry_run_tells_and_changes_nothing(world: World) -> None:
    await world.know("我喜欢喝茶", importance=0.4)
    await world.know("我确诊了糖尿病", kind=EVENT, importance=0.9)
    await world.know("我今晚在机场", ttl=DAY)
    world.clock.advance(100 * DAY)
    before = await world.listed(include_superseded=True)
    told = await upkeep(world, dry_run=True)
    assert await world.listed(include_superseded=True) == before
    assert await upkeep(world) == told
    assert (told.promoted, told.expired, told.removed) == (1, 1, 1)


async def test_many_age_in_small_writes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ageing, "AT_ONCE", 3)
    for number in range(10):
        await world.know(f"我有{number}本书", importance=0.4, attribute=None)
    world.clock.advance(31 * DAY)
    before = world.store.head(ALICE)
    assert (await upkeep(world)).decayed == 10
    after = world.store.head(ALICE)
    assert before is not None
    assert after is not None
    assert after.revision - before.revision == 4


async def test_each_of_many_is_read_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ageing, "AT_ONCE", 3)
    for number in range(12):
        await world.know(f"我有{number}本书", importance=0.4, attribute=None)
    world.clock.advance(31 * DAY)
    read: list[str] = []
    memories = world.store.memories

    def counted(owner: Owner, ids: Sequence[str]) -> Any:
        read.extend(ids)
        return memories(owner, ids)

    with monkeypatch.context() as counting:
        counting.setattr(world.store, "memories", counted)
        ages = world.use.maintain._ages
        assert (await ages(ALICE, False)).faded == 12
    assert len(read) == len({*read}) == 12


async def test_a_past_that_has_ended_goes_without_fading(world: World) -> None:
    await world.know("我住在成都", importance=0.6)
    await world.know("我搬到上海了，现在住在上海", importance=0.9)
    world.clock.advance(60 * DAY)
    assert (await upkeep(world)).decayed == 1
    world.clock.advance(31 * DAY)
    assert (await upkeep(world)).removed == 1
    left = await world.listed(include_superseded=True)
    assert [each.state for each in left] == [MemoryState.ACTIVE]


async def test_a_stranger_has_nothing_to_look_after(world: World) -> None:
    assert await upkeep(world) == Upkeep()
    assert await world.use.maintain.everyone(dry_run=False) == Upkeep()


@pytest.mark.parametrize(
    ("visits", "place", "rhythm"),
    [
        (
            ["刚从健身房回来，练了腿", "今天去健身房练了背", "又去健身房了", "下班去了健身房"],
            "健身房",
            "两次",
        ),
        (
            ["Went to the gym after work", "Just back from the gym", "Gym again", "Hit the gym"],
            "gym",
            "twice a week",
        ),
    ],
)
async def test_a_rhythm_becomes_a_habit(
    world: World, visits: list[str], place: str, rhythm: str
) -> None:
    await world.know("我养了一只猫叫团子")
    for visit in range(6):
        text = visits[visit % len(visits)]
        await world.say(text, session=f"s{visit}", zone="Asia/Shanghai")
        world.clock.advance((5 if visit % 2 else 2) * DAY)
    assert (await upkeep(world)).summarised >= 1
    [found] = await concluded(world)
    assert place in found.content
    assert rhythm in found.content
    assert len({source.session_id for source in found.sources}) >= 3
    # What is known is not concluded again.
    assert (await upkeep(world)).summarised == 0
    assert await concluded(world) == [found]


async def concluded(world: World) -> list[Memory]:
    habits = await world.listed(kinds={MemoryKind.HABIT})
    return [each for each in habits if each.origin is MemoryOrigin.CONSOLIDATED]


@pytest.mark.parametrize(
    ("visits", "is_concluded"),
    [
        (["今天去健身了", "晚上去健身房练了腿"], True),
        (["下班去游泳了", "晚上照例去游泳，游得特别轻松"], True),
        (["Made myself go to the gym", "I was at the gym when she called"], True),
        (["今天去健身了", "晚上去健身房练了腿", "我每周二和周四都去健身房"], False),
        (["Went to the gym today", "Hit the gym", "I go to the gym twice a week"], False),
    ],
)
async def test_only_a_rhythm_that_the_user_told_stands_for_one(
    world: World, visits: list[str], is_concluded: bool
) -> None:
    told = visits[2:]
    for each in told:
        await world.know(each, kind=MemoryKind.HABIT)
    for visit in range(6):
        text = visits[visit % 2]
        await world.say(text, session=f"s{visit}", zone="Asia/Shanghai")
        # Whatever kind a visit was taken for.
        await world.know(text, kind=MemoryKind.HABIT)
        world.clock.advance((5 if visit % 2 else 2) * DAY)
    await upkeep(world)
    assert bool(await concluded(world)) is is_concluded


async def test_irregular_days_make_no_habit(world: World) -> None:
    for wait in (1, 6, 2, 9, 3, 11, 4, 1, 13, 2):
        await world.say("今天去健身房了", session=f"s{wait}", zone="Asia/Shanghai")
        world.clock.advance(wait * DAY)
    await upkeep(world)
    assert await world.listed(kinds={MemoryKind.HABIT}) == []


async def test_a_habit_goes_with_what_showed_it(world: World) -> None:
    for week in range(4):
        await world.say(
            f"第{week}次去游泳，今天游了一千米", session=f"w{week}", zone="Asia/Shanghai"
        )
        world.clock.advance(7 * DAY)
    await upkeep(world)
    [habit] = await world.listed(kinds={MemoryKind.HABIT})
    [*swims] = [each for each in await world.listed(kinds={EVENT, FACT}) if "游泳" in each.content]
    await world.forget(swims[0].memory_id)
    assert habit.memory_id not in {each.memory_id for each in await world.listed()}


async def test_everybody_is_looked_after_though_one_is_damaged(world: World) -> None:
    for owner in (ALICE, BOB):
        await world.know("我今晚在机场", owner=owner, ttl=DAY)
    world.clock.advance(2 * DAY)
    read = world.store.sessions

    def damaged(owner: Owner) -> list[Session]:
        if owner == ALICE:
            raise RecordCorrupt("stored bytes fail their check")
        return read(owner)

    world.store.sessions = damaged  # type: ignore[method-assign]
    with pytest.raises(RecordCorrupt):
        await world.use.maintain.everyone(dry_run=False)
    assert world.store.rows(BOB)[1].fixed.size == 0  # type: ignore[index]


async def test_short_term_memory_ends_by_itself(world: World) -> None:
    [short] = (
        await world.remember(Statement("We spoke of Oslo", tier=MemoryTier.SHORT_TERM))
    ).changes
    assert short.memory.expire_time == world.clock.now() + DAY
    world.clock.advance(DAY)
    assert await world.listed() == []
