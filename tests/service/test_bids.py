"""What users bid of what they said: "remember this" pins, "don't remember that" takes back.

The same call, a later one and the background come to the same.
"""

from typing import Any

import pytest

from myosotis_server.memory.values import DAY, ChangeAction, Memory, Role
from service.world import BACKGROUND, INLINE, OFF, World, turn

KEEP = ["记住这个", "Remember this."]
KEEP_OUT = ["别记这个", "Don't remember that."]
MODES = [INLINE, BACKGROUND]


async def only(world: World) -> Memory:
    [memory] = await world.listed()
    return memory


async def gone(world: World) -> None:
    """Nothing is known, nor was it ever."""
    assert await world.listed(include_superseded=True) == []


@pytest.mark.parametrize("bid", KEEP)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("between", ["none", "calls", "reading"])
async def test_remember_this_pins_what_was_told(
    world: World, bid: str, mode: Any, between: str
) -> None:
    told, other = turn("我养了一只猫", "t1"), turn("真可爱", "t2", Role.ASSISTANT)
    if between == "none":
        await world.say(told, other, turn(bid, "t3"), mode=mode)
    else:
        await world.say(told, other, mode=mode)
        if between == "reading":
            await world.read_all()
        await world.say(turn(bid, "t3"), mode=mode)
    await world.read_all()
    memory = await only(world)
    assert (memory.pinned, memory.mention_count) == (True, 1)
    assert memory.importance >= 0.85


@pytest.mark.parametrize("bid", KEEP_OUT)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("between", ["none", "calls", "reading"])
async def test_dont_remember_that_takes_it_back(
    world: World, bid: str, mode: Any, between: str
) -> None:
    told, other = turn("我住在成都。不对，是上海。", "t1"), turn("好的", "t2", Role.ASSISTANT)
    if between == "none":
        await world.say(told, other, turn(bid, "t3"), mode=mode)
    else:
        await world.say(told, other, mode=mode)
        if between == "reading":
            await world.read_all()
        await world.say(turn(bid, "t3"), mode=mode)
    await world.read_all()
    await gone(world)


@pytest.mark.parametrize(("bid", "count"), [("记住这个", 1), ("别记这个", 0)])
async def test_an_inline_bid_is_ahead_of_the_background(bid: str, count: int) -> None:
    """What it is about has not been read yet, and is never read again."""
    async with World(reads_on=False) as world:
        await world.say(turn("我养了一只猫", "t1"), mode=BACKGROUND)
        await world.say(turn(bid, "t2"))
        assert world.store.owners_unread() == []
        async with World(world.store, clock=world.clock) as later:
            await later.say("I like tea", mode=BACKGROUND)
            await later.read_all()
            cats = [each for each in await later.listed() if "猫" in each.content]
            assert [(each.pinned, each.mention_count) for each in cats] == [(True, 1)] * count


@pytest.mark.parametrize(("bid", "count"), [("记住这个", 1), ("别记这个", 0)])
async def test_bids_are_obeyed_after_a_crash(bid: str, count: int) -> None:
    async with World(reads_on=False) as world:
        await world.say("我养了一只猫", mode=BACKGROUND)
        await world.say(bid, mode=BACKGROUND)
        # Turns behind it are not what it was about.
        for number in range(20):
            await world.say(f"我养了第{number}只叫豆{number}的狗", mode=BACKGROUND)
    async with World(world.store, clock=world.clock) as later:
        await later.read_all()
        memories = await later.listed()
        assert len(memories) == 20 + count
        assert [each.content for each in memories if each.pinned] == ["我养了一只猫"][:count]


async def test_a_bid_reaches_no_further_than_its_own_session(world: World) -> None:
    await world.say("我养了一只猫", session="s1")
    await world.say("记住这个", session="s2")
    await world.say("别记这个", session="s2")
    assert not (await only(world)).pinned


async def test_a_bid_whose_turn_comes_again_is_not_obeyed_again(world: World) -> None:
    await world.say(turn("我养了一只猫", "t1"), turn("记住这个", "t2"))
    await world.revise(await only(world), pinned=False)
    await world.say(turn("记住这个", "t2"), turn("I like tea", "t3"))
    cat = next(each for each in await world.listed() if "猫" in each.content)
    assert (cat.pinned, cat.mention_count) == (False, 1)


@pytest.mark.parametrize("mode", MODES)
async def test_a_bid_about_turns_that_come_again_with_it(world: World, mode: Any) -> None:
    await world.say(turn("我养了一只猫", "t1"), mode=mode)
    await world.say(turn("我养了一只猫", "t1"), turn("记住这个", "t2"), mode=INLINE)
    await world.read_all()
    memory = await only(world)
    assert (memory.pinned, memory.mention_count) == (True, 1)


async def test_a_pin_is_told(world: World) -> None:
    known = (await world.say("我养了一只猫")).changes[0].memory
    [change] = (await world.say(turn("当然", "a", Role.ASSISTANT), "记住这个")).changes
    assert (change.action, change.memory.memory_id) == (ChangeAction.UPDATED, known.memory_id)
    assert (change.memory.pinned, bool(change.note)) == (True, True)
    assert await only(world) == change.memory


async def test_a_bid_after_a_bid_is_about_nothing(world: World) -> None:
    await world.say("我养了一只猫", "记住这个")
    assert (await world.say("别记这个")).changes == ()
    assert (await only(world)).pinned


async def test_what_was_known_before_stays(world: World) -> None:
    """The turn only said it again."""
    known = await world.know("我养了一只猫")
    await world.say("我养了一只猫")
    await world.say("别记这个")
    assert (await only(world)).memory_id == known.memory_id


async def test_what_another_turn_told_as_well_stays(world: World) -> None:
    await world.say("我养了一只猫")
    await world.say("I like tea")
    await world.say("我养了一只猫")
    await world.say("别记这个")
    assert await world.contents() == {"我养了一只猫", "I like tea"}


@pytest.mark.parametrize("mode", MODES)
async def test_what_it_had_ended_holds_again(world: World, mode: Any) -> None:
    known = await world.know("我住在上海")
    world.clock.advance(DAY)
    await world.say("我搬到了成都", mode=mode)
    await world.read_all()
    await world.say("别记这个", mode=mode)
    await world.read_all()
    assert await world.contents(include_superseded=True) == {"我住在上海"}
    back = await only(world)
    assert (back.memory_id, back.valid_to, back.superseded_by) == (known.memory_id, None, "")
    assert (await world.history(back))[0].action is ChangeAction.UPDATED
    assert await world.recalled("上海") == ["我住在上海"]
    # As something that was said when it was: what comes later ends it.
    await world.say("我搬到了广州")
    assert await world.contents() == {"我搬到了广州"}


async def test_what_is_taken_back_can_be_said_anew(world: World) -> None:
    await world.say("我养了一只猫")
    await world.say("别记这个")
    await world.say("我养了一只猫", mode=BACKGROUND)
    await world.read_all()
    assert (await only(world)).mention_count == 1


async def test_taken_back_and_said_anew_in_one_call(world: World) -> None:
    before = (await world.say("我住在成都")).changes[0].memory
    await world.say("别记这个", "我住在成都")
    memory = await only(world)
    assert (memory.content, memory.mention_count) == ("我住在成都", 1)
    assert memory.memory_id != before.memory_id


async def test_what_is_told_after_a_bid_does_not_keep_what_it_took_back(world: World) -> None:
    await world.say("我住在成都")
    await world.say("别记这个", "我搬到了上海")
    assert await world.contents(include_superseded=True) == {"我搬到了上海"}


async def test_what_is_pinned_can_end_as_anything_else(world: World) -> None:
    """Though the bid was carried out after that had been said."""
    async with World(world.store, clock=world.clock, reads_on=False) as slow:
        await slow.say("我住在成都")
        await slow.say("记住这个", mode=BACKGROUND)
        await slow.say("我搬到了上海", mode=BACKGROUND)
    world.clock.advance(DAY)
    async with World(world.store, clock=world.clock) as later:
        await later.read_all()
        assert await later.contents() == {"我搬到了上海"}
        [ended] = [each for each in await later.listed(include_superseded=True) if each.valid_to]
        assert (ended.content, ended.pinned) == ("我住在成都", True)


async def test_secrets_are_not_kept_by_bidding_so(world: World) -> None:
    await world.say("我的密码是 hunter2-XY99")
    said = await world.say("记住这个")
    assert [change.action for change in said.changes] == [ChangeAction.REJECTED]
    assert await world.listed() == []


@pytest.mark.parametrize("mode", MODES)
async def test_an_earlier_request_to_forget_is_not_asked_again(world: World, mode: Any) -> None:
    await world.say("我下周有一场面试")
    await world.say("忘了我面试的事吧", mode=mode)
    await world.read_all()
    said = await world.say("记住这个")
    assert said.changes == ()
    assert (await only(world)).content == "我下周有一场面试"


async def test_bids_while_nothing_is_to_be_learnt(world: World) -> None:
    await world.say("我养了一只猫")
    await world.say("别记这个", mode=OFF)
    assert await world.contents() == {"我养了一只猫"}
    assert world.store.owners_unread() == []
