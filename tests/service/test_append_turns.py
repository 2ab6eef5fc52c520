"""AppendTurns: turns on disk once, and what they tell learnt once, at once or later or never."""

from dataclasses import replace
from typing import Any

import pytest

from myosotis_server.adapters.ram_heads import RamHeads
from myosotis_server.adapters.ram_store import RamStore
from myosotis_server.memory.errors import RequestIdReused, StoreFull, TurnIdReused
from myosotis_server.memory.values import (
    ChangeAction,
    Emotion,
    Memory,
    MemoryKind,
    MemoryState,
    Owner,
    Role,
    TurnReference,
)
from ports.builders import ALICE, BOB, NOW
from service.held_embedder import HeldEmbedder
from service.world import BACKGROUND, INLINE, OFF, World, request, turn

CREATED, REINFORCED = ChangeAction.CREATED, ChangeAction.REINFORCED
SUPERSEDED, REJECTED = ChangeAction.SUPERSEDED, ChangeAction.REJECTED


def stored(world: World, session: str = "s1") -> list[str]:
    """Contents of the session's turns as they lie in the store."""
    turns = world.store.session_turns(ALICE, session, None, 1_000)
    return [each.content for _, each in turns]


async def only(world: World) -> Memory:
    [memory] = await world.listed()
    return memory


async def test_inline_tells_what_was_learnt(world: World) -> None:
    said = await world.say("你好", "我住在成都。I'm allergic to peanuts!")
    assert [change.action for change in said.changes] == [CREATED, CREATED]
    assert [change.item_index for change in said.changes] == [1, 1]
    assert {change.revision for change in said.changes} == {said.revision} == {1}
    memories = [change.memory for change in said.changes]
    assert [each.content for each in memories] == ["我住在成都", "I'm allergic to peanuts"]
    source = TurnReference("s1", said.turns[1].turn_id)
    for each in memories:
        assert (each.session_id, each.sources) == ("s1", (source,))
        assert await world.use.browse.get(ALICE, each.memory_id) == each
        # A microsecond apart, so that they keep their order.
        assert each.create_time in (NOW + 1, NOW + 2)


async def test_turns_come_back_as_they_are_stored(world: World) -> None:
    said = await world.say(
        turn("我好开心！", "t1", speaker="小明"), turn("真好！", "t2", Role.ASSISTANT), mode=OFF
    )
    first, second = said.turns
    assert (first.turn_id, first.content, first.speaker) == ("t1", "我好开心！", "小明")
    assert (first.emotion, second.emotion) == (Emotion.HAPPY, Emotion.UNSPECIFIED)
    assert world.store.turns(ALICE, [TurnReference("s1", "t1")]) == [first]
    assert stored(world) == ["我好开心！", "真好！"]


async def test_turns_without_an_id_are_given_one(world: World) -> None:
    said = await world.say("你好", "你好")
    assert len({each.turn_id for each in said.turns} - {""}) == 2


async def test_off_learns_nothing_ever(world: World) -> None:
    said = await world.say("我住在成都", "忘了我面试的事吧", mode=OFF)
    assert said.changes == ()
    assert stored(world) == ["我住在成都", "忘了我面试的事吧"]
    assert world.store.owners_unread() == []
    await world.say("I like tea", mode=BACKGROUND)
    await world.read_all()
    # Not when the same turns come again in another mode either.
    again = [replace(each, emotion=Emotion.UNSPECIFIED) for each in said.turns]
    for mode in (INLINE, BACKGROUND):
        assert (await world.say(*again, mode=mode)).changes == ()
    await world.read_all()
    async with World(world.store, clock=world.clock) as later:
        await later.read_all()
        assert await later.contents() == {"I like tea"}


async def test_only_user_turns_are_learnt(world: World) -> None:
    await world.say(
        turn("我住在成都，对花生过敏", "a", Role.ASSISTANT), turn("I like tea", "b", Role.SYSTEM)
    )
    assert await world.listed() == []
    assert len(stored(world)) == 2


async def test_a_turn_that_is_there_is_passed_over(world: World) -> None:
    first = await world.say(turn("我住在成都", "t1"))
    again = await world.say(turn("我住在成都", "t1"))
    assert again.turns == first.turns
    assert again.changes == ()
    assert again.revision == first.revision
    assert (await only(world)).mention_count == 1
    assert stored(world) == ["我住在成都"]
    # In another session the same id is another turn.
    await world.say(turn("我住在成都", "t1"), session="s2")
    assert (await only(world)).mention_count == 2


async def test_of_some_turns_only_the_new_are_learnt(world: World) -> None:
    await world.say(turn("我住在成都", "t1"), turn("我养了一只猫", "t2"))
    said = await world.say(
        turn("我养了一只猫", "t2"), turn("I like tea", "t3"), turn("我住在成都", "t1")
    )
    assert [each.turn_id for each in said.turns] == ["t2", "t3", "t1"]
    assert [change.memory.content for change in said.changes] == ["I like tea"]
    assert [change.item_index for change in said.changes] == [1]
    assert stored(world) == ["我住在成都", "我养了一只猫", "I like tea"]
    assert {each.mention_count for each in await world.listed()} == {1}


@pytest.mark.parametrize(
    "other",
    [
        turn("我住在上海", "t1"),
        turn("我住在成都", "t1", Role.ASSISTANT),
        turn("我住在成都", "t1", speaker="小红"),
    ],
)
async def test_another_content_under_a_turn_id_is_refused_whole(world: World, other: Any) -> None:
    await world.say(turn("我住在成都", "t1"))
    for mode in (INLINE, BACKGROUND, OFF):
        with pytest.raises(TurnIdReused):
            await world.say(turn("I like tea", "t2"), other, mode=mode, request=request())
    assert stored(world) == ["我住在成都"]
    assert await world.contents() == {"我住在成都"}
    assert world.store.owners_unread() == []
    # Nor is the request_id used up.
    said = await world.say("I like tea", request=request())
    assert [change.action for change in said.changes] == [CREATED]


@pytest.mark.parametrize("mode", [INLINE, BACKGROUND, OFF])
async def test_a_repeated_request_changes_nothing(world: World, mode: Any) -> None:
    first = await world.say("我住在成都", "我有个密码：hunter2-XY99", mode=mode, request=request())
    await world.read_all()
    await world.say("我搬到了上海", "我住在成都")
    again = await world.say("我住在成都", "我有个密码：hunter2-XY99", mode=mode, request=request())
    assert (again.turns, again.changes) == (first.turns, first.changes)
    assert again.revision == first.revision
    await world.read_all()
    assert len(stored(world)) == 4
    mentions = {each.content: each.mention_count for each in await world.listed()}
    assert mentions == {"我住在成都": 1 if mode is OFF else 2}


async def test_a_request_id_for_other_turns_is_refused(world: World) -> None:
    await world.say("我住在成都", request=request())
    with pytest.raises(RequestIdReused):
        await world.say("我住在上海", request=request(content=b"other"))
    assert await world.contents() == {"我住在成都"}


async def test_users_stay_apart(world: World) -> None:
    await world.say(turn("我住在成都", "t1"))
    await world.say(turn("I live in Berlin", "t1"), owner=BOB)
    assert await world.contents() == {"我住在成都"}
    assert await world.contents(BOB) == {"I live in Berlin"}


async def test_all_or_none_when_the_model_fails() -> None:
    model = HeldEmbedder()
    model.broken = {"I like tea"}
    async with World(embedder=model) as world:
        for mode in (INLINE, BACKGROUND, OFF):
            with pytest.raises(RuntimeError, match="the model failed"):
                await world.say("我住在成都", "I like tea", mode=mode)
        assert world.store.head(ALICE) is None
        model.broken = set()
        await world.say("我住在成都", "I like tea")
        assert len(await world.listed()) == 2


async def test_all_or_none_when_the_store_is_full(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(write: Any) -> Any:
        raise StoreFull

    with monkeypatch.context() as full:
        full.setattr(world.store, "commit", fail)
        with pytest.raises(StoreFull):
            await world.say("我住在成都")
    assert stored(world) == []
    assert await world.listed() == []


async def test_a_correction_across_turns_changes_what_it_corrects(world: World) -> None:
    [wrong] = (await world.say("我的面试在周四")).changes
    said = await world.say(turn("加油！", "a", Role.ASSISTANT), turn("不对，是周五", "b"))
    [change] = said.changes
    assert change.action is SUPERSEDED
    assert change.replaced_memory_ids == (wrong.memory.memory_id,)
    right = await only(world)
    assert "周五" in right.content
    assert "面试" in right.content
    ended = await world.use.browse.get(ALICE, wrong.memory.memory_id)
    assert (ended.state, ended.superseded_by) == (MemoryState.SUPERSEDED, right.memory_id)
    # It is found by the words that nobody said in one piece.
    assert await world.recalled("面试在周五") == [right.content]


async def test_what_changed_ends_what_was_said_before(world: World) -> None:
    await world.say("I live in Berlin", "I like coffee")
    said = await world.say("I moved to Lisbon. I don't like coffee any more.")
    assert [change.action for change in said.changes] == [SUPERSEDED, SUPERSEDED]
    assert "Berlin" not in str(await world.contents())


async def test_remember_and_turns_know_the_same(world: World) -> None:
    known = await world.know("我住在成都")
    [again] = (await world.say("我住在成都")).changes
    assert (again.action, again.memory.memory_id) == (REINFORCED, known.memory_id)
    await world.say("我养了一只猫", mode=BACKGROUND)
    await world.read_all()
    [third] = (await world.remember("我养了一只猫")).changes
    assert (third.action, third.memory.mention_count) == (REINFORCED, 2)
    [moved] = (await world.remember("我搬到了上海")).changes
    assert moved.replaced_memory_ids == (known.memory_id,)
    assert await world.contents() == {"我养了一只猫", "我搬到了上海"}


@pytest.mark.parametrize(
    "secret", ["我的密码是 hunter2-XY99", "My card number is 4111 1111 1111 1111"]
)
@pytest.mark.parametrize("mode", [INLINE, BACKGROUND, OFF])
async def test_secrets_are_refused_and_masked(world: World, secret: str, mode: Any) -> None:
    said = await world.say(turn("I like tea", "t1"), turn(secret, "t2"), mode=mode)
    if mode is INLINE:
        kept, refused = said.changes
        assert (kept.action, refused.action) == (CREATED, REJECTED)
        assert (refused.memory.memory_id, refused.memory.content) == ("", "")
        assert (refused.item_index, bool(refused.note)) == (1, True)
    await world.read_all()
    assert await world.contents() == (set() if mode is OFF else {"I like tea"})
    for text in [*stored(world), said.turns[1].content]:
        assert "hunter2" not in text
        assert "4111" not in text
    # Said again, it is the turn that is there already.
    assert (await world.say(turn(secret, "t2"), mode=mode)).turns == said.turns[1:]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("忘了我面试的事吧", "我下周有一场面试"),
        ("Forget about my interview", "I have an interview next week"),
    ],
)
async def test_asked_to_forget_it_tells_what_that_would_be(
    world: World, asked: str, meant: str
) -> None:
    [known] = (await world.say(meant)).changes
    await world.say("我养了一只猫")
    before = await world.listed()
    said = await world.say("你好", asked)
    [change] = said.changes
    assert (change.action, change.memory) == (ChangeAction.FORGOTTEN, known.memory)
    assert (change.item_index, bool(change.note)) == (1, True)
    assert await world.listed() == before
    await world.say(asked, mode=BACKGROUND)
    await world.read_all()
    assert await world.listed() == before
    assert (await world.forget(change.memory.memory_id)).count == 1
    assert await world.contents() == {"我养了一只猫"}


@pytest.mark.parametrize(
    ("wrong", "correction", "right"),
    [
        ("我的面试在周四", "不对，是周五", "我的面试在周五"),
        ("My interview is on Thursday", "No, it's on Friday", "My interview is on Friday"),
    ],
)
@pytest.mark.parametrize("mode", [INLINE, BACKGROUND])
async def test_a_correction_that_alone_is_worth_nothing_still_corrects(
    wrong: str, correction: str, right: str, mode: Any
) -> None:
    fact, neutral = MemoryKind.FACT, Emotion.NEUTRAL
    heads = RamHeads({correction: (False, fact, neutral), wrong: (True, fact, neutral)})
    async with World(heads=heads) as world:
        await world.say(correction, mode=mode)
        await world.read_all()
        assert await world.listed(include_superseded=True) == []
        await world.say(wrong, mode=mode)
        await world.say(correction, mode=mode)
        await world.read_all()
        assert (await only(world)).content == right


async def test_while_much_waits_turns_are_only_looked_at_and_read_later() -> None:
    store, model = RamStore(), HeldEmbedder()
    async with World(store, reads_on=False, embedder=model) as world:
        for name in ("a", "b", "c"):
            await world.say("我住在成都", owner=Owner("default", name), mode=BACKGROUND)
        seen = len(model.seen)
        [kept] = (await world.say("我搬到了上海，好开心！", mode=BACKGROUND)).turns
        assert kept.emotion is Emotion.HAPPY
        assert len(model.seen) == seen
        assert await world.contents() == set()
    async with World(store) as world:
        await world.read_all()
        assert "我搬到了上海" in {text[:6] for text in await world.contents()}
