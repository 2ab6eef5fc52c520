"""What is read in the background: each turn once, in order, whatever fails or restarts."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.errors import StoreFull
from myosotis_server.memory.values import Memory, MemoryKind, Owner, Role, TurnReference
from myosotis_server.service import unread
from myosotis_server.service.unread import said_before
from ports.builders import ALICE, BOB
from service.held_embedder import HeldEmbedder
from service.world import BACKGROUND, INLINE, OFF, World, turn, until


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(unread, "LONGEST_RETRY_SECONDS", 0.002)


def cats(start: int, end: int) -> list[str]:
    """Statements of which none is like another."""
    return [f"我养了第{number}只叫豆{number}的猫" for number in range(start, end)]


async def mentions(world: World, owner: Owner = ALICE) -> dict[str, int]:
    """How often each thing known was said; digests of the turns say nothing of their own."""
    known = await world.listed(owner)
    return {
        each.content: each.mention_count for each in known if each.kind is not MemoryKind.SUMMARY
    }


def once(contents: Iterator[str] | list[str]) -> dict[str, int]:
    return dict.fromkeys(contents, 1)


async def test_the_call_does_not_wait_for_it() -> None:
    async with World(reads_on=False) as world:
        said = await world.say("我住在成都", "你好？", mode=BACKGROUND)
        assert said.changes == ()
        waiting = world.store.unread(ALICE, 9)
        assert [each.turn for each in waiting] == list(said.turns)
        assert await world.listed() == []


async def test_it_is_learnt_as_it_would_have_been_inline(world: World) -> None:
    said = [turn("我住在成都。I'm allergic to peanuts.", "a"), turn("我搬到了上海", "b")]
    other = [turn("好的", "c", Role.ASSISTANT), turn("不对，是北京", "d")]

    async def told(owner: Owner, mode: Any) -> list[Memory]:
        for turns in (said, other):
            await world.say(*turns, mode=mode, owner=owner, zone="Asia/Shanghai")
            await world.read_all(owner)
        return await world.listed(owner, include_superseded=True)

    def seen(memory: Memory) -> Any:
        return (memory.content, memory.state, memory.valid_from, memory.valid_to, memory.sources)

    inline, later = await told(ALICE, INLINE), await told(BOB, BACKGROUND)
    assert [seen(each) for each in inline] == [seen(each) for each in later]
    assert len(inline) >= 3


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
async def test_days_are_those_of_the_zone_after_a_restart_too(zone: str) -> None:
    async def when(world: World) -> Any:
        await world.read_all()
        [memory] = await world.listed()
        return memory.event_time

    async with World() as world:
        await world.say("我昨天搬家了", mode=BACKGROUND, zone=zone)
        wanted = await when(world)
    async with World(reads_on=False) as killed:
        await killed.say("我昨天搬家了", mode=BACKGROUND, zone=zone)
    async with World(killed.store) as later:
        assert await when(later) == wanted is not None


async def test_what_a_crash_left_is_read_once_at_the_next_start() -> None:
    async with World(reads_on=False) as killed:
        await killed.say(*cats(0, 3), mode=BACKGROUND)
        await killed.say("我的密码是 hunter2-XY99", mode=BACKGROUND)
        await killed.say("I like tea", owner=BOB, mode=BACKGROUND)
    for _ in range(3):
        async with World(killed.store, clock=killed.clock) as later:
            await later.read_all()
            await later.read_all(BOB)
            assert await mentions(later) == once(cats(0, 3))
            assert await mentions(later, BOB) == {"I like tea": 1}


async def test_several_processes_read_each_turn_once() -> None:
    store = RamStore()
    async with World(store, reads_on=False) as killed:
        for start in (0, 40):
            await killed.say(*cats(start, start + 40), mode=BACKGROUND)
    async with World(store, clock=killed.clock) as one, World(store, clock=killed.clock) as other:
        for number in range(80, 90):
            world = (one, other)[number % 2]
            [content] = cats(number, number + 1)
            await world.say(turn(content, f"t{number}"), mode=BACKGROUND)
        await one.read_all()
        assert await mentions(one) == once(cats(0, 90))


async def test_the_same_turn_of_two_processes_at_once_is_learnt_once() -> None:
    store = RamStore()
    async with World(store) as one, World(store) as other:
        same = turn("我养了一只猫", "t1")
        await asyncio.gather(
            *(each.say(same, mode=BACKGROUND) for _ in range(10) for each in (one, other))
        )
        await one.read_all()
        await asyncio.gather(*(each.say(same) for each in (one, other)))
        assert await mentions(one) == {"我养了一只猫": 1}
        assert len(store.session_turns(ALICE, "s1", None, 9)) == 1


async def test_a_retry_elsewhere_wakes_who_is_there() -> None:
    """Its process died; another one is asked again."""
    async with World(reads_on=False) as killed, World(killed.store) as other:
        await until(lambda: not other.users_waiting)
        await killed.say(turn("我养了一只猫", "t1"), mode=BACKGROUND)
        assert await other.listed() == []
        await other.say(turn("我养了一只猫", "t1"), mode=BACKGROUND)
        await other.read_all()
        assert await mentions(other) == {"我养了一只猫": 1}


async def test_turns_are_read_in_the_order_in_which_they_came() -> None:
    """Across sessions, though they are all said at one time."""
    cities = ["成都", "上海", "北京", "广州", "西安", "南京"]
    async with World(reads_on=False) as killed:
        for number, city in enumerate(cities):
            said = turn(f"我住在{city}", f"t{number}")
            await killed.say(said, session=f"s{number % 3}", mode=BACKGROUND)
    async with World(killed.store) as later:
        await later.read_all()
        assert await mentions(later) == {"我住在南京": 1}
        ended = await later.listed(include_superseded=True)
        assert len(ended) == len(cities)


@pytest.mark.usefixtures("impatient")
async def test_a_failing_store_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with World(reads_on=False) as killed:
        await killed.say(*cats(0, 5), mode=BACKGROUND)
    store, failures, dice = killed.store, 0, random.Random(1)

    def failing(method: str) -> Any:
        works = getattr(store, method)

        def call(*arguments: Any) -> Any:
            nonlocal failures
            if dice.random() < 0.5:
                failures += 1
                raise StoreFull
            return works(*arguments)

        return call

    for method in ("owners_unread", "unread", "commit", "turns"):
        monkeypatch.setattr(store, method, failing(method))
    async with World(store, clock=killed.clock) as later:
        await until(lambda: not later.users_waiting and failures > 1)
        monkeypatch.undo()
        assert store.owners_unread() == []
        assert await mentions(later) == once(cats(0, 5))


@pytest.mark.usefixtures("impatient")
async def test_a_failing_model_loses_nothing() -> None:
    model = HeldEmbedder()
    async with World(reads_on=False) as killed:
        await killed.say(*cats(0, 5), mode=BACKGROUND)
    model.broken = set(cats(0, 5))
    async with World(killed.store, model, clock=killed.clock) as later:
        await until(lambda: len(model.seen) > 20)
        assert await later.listed() == []
        assert later.users_waiting == 1
        model.broken = set()
        await later.read_all()
        assert await mentions(later) == once(cats(0, 5))


@pytest.mark.usefixtures("impatient")
async def test_what_cannot_be_read_holds_nobody_up() -> None:
    model = HeldEmbedder()
    bad = cats(2, 3)
    async with World(reads_on=False) as killed:
        await killed.say(*cats(0, 5), mode=BACKGROUND)
        for number in range(4):
            owner = Owner("default", f"user-{number}")
            await killed.say(*bad, owner=owner, mode=BACKGROUND)
        await killed.say("I like tea", owner=BOB, mode=BACKGROUND)
    model.broken = set(bad)
    async with World(killed.store, model, clock=killed.clock) as later:
        await later.read_all(BOB)
        await until(lambda: len(later.store.unread(ALICE, 9)) == 1)
        assert await mentions(later) == once([*cats(0, 2), *cats(3, 5)])
        await later.say(*cats(5, 6), mode=BACKGROUND)
        await until(lambda: len(later.store.unread(ALICE, 9)) == 1)
        model.broken = set()
        await later.read_all()
        assert await mentions(later) == once(cats(0, 6))


async def test_stopping_amid_it_leaves_the_rest_for_the_next_start() -> None:
    model = HeldEmbedder()
    async with World(reads_on=False) as killed:
        await killed.say(*cats(0, 5), mode=BACKGROUND)
    model.hold()
    async with World(killed.store, model, clock=killed.clock):
        await until(lambda: bool(model.seen))
        model.release()
    async with World(killed.store, clock=killed.clock) as later:
        await later.read_all()
        assert await mentions(later) == once(cats(0, 5))


async def test_a_user_erased_before_it_is_read_stays_unknown() -> None:
    async with World(reads_on=False) as killed:
        await killed.say(turn("我养了一只猫", "t1"), mode=BACKGROUND)
        await killed.forget(everything=True)
        assert killed.store.head(ALICE) is None
    model = HeldEmbedder()
    async with World(killed.store, model) as later:
        model.hold()
        saying = asyncio.create_task(later.say(turn("我养了一只狗", "t1"), mode=BACKGROUND))
        await until(lambda: bool(model.seen))
        model.release()
        await saying
        await later.read_all()
        await later.forget(everything=True)
        await until(lambda: not later.users_waiting)
        assert later.store.head(ALICE) is None


async def test_more_than_are_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "REMEMBERED_TURNS", 3)
    async with World() as world:
        await world.say(*cats(0, 70), mode=BACKGROUND)
        await world.read_all()
        assert await mentions(world) == once(cats(0, 70))


def test_what_was_said_before_a_turn_however_far_back() -> None:
    store = RamStore()
    world = World(store)

    async def fill() -> None:
        async with world:
            for number in range(5):
                said = [turn(each) for each in cats(100 * number, 100 * number + 100)]
                await world.say(*said, mode=OFF)
            await world.say(*(turn(f"好{n}", role=Role.ASSISTANT) for n in range(4)))

    asyncio.run(fill())

    def before(*ids: str) -> str | None:
        turns = [TurnReference("s1", each) for each in ids]
        found = said_before(store, ALICE, "s1", turns)
        return found and found.content

    for place in (1, 42, 199, 200, 303, 400, 499):
        [last, this] = cats(place - 1, place + 1)
        assert before(this) == last
        assert before("new", this, *cats(450, 451)) == (last if place < 450 else cats(449, 450)[0])
    [first, last] = [*cats(0, 1), *cats(499, 500)]
    assert before(first) is None
    assert before("new") == last
    assert before("好3") == last
    assert said_before(store, ALICE, "s2", [TurnReference("s2", "new")]) is None
    assert said_before(store, BOB, "s1", [TurnReference("s1", "new")]) is None


async def test_whose_turns_wait_is_counted() -> None:
    async with World(reads_on=False) as world:
        await world.say("我住在成都", mode=BACKGROUND)
        assert world.tally.waiting == world.users_waiting == 1
        async with World(world.store, clock=world.clock) as later:
            await later.read_all()
            await until(lambda: later.tally.waiting == 0)
