"""Remember meets what is known: repetitions merge, what changed ends, gaps are filled in."""

import pytest

from myosotis_server.memory.values import (
    DAY,
    Attribute,
    ChangeAction,
    Emotion,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    ReconcileMode,
    Sensitivity,
    Statement,
)
from ports.builders import ALICE, NOW
from service.held_embedder import HeldEmbedder
from service.world import World

CREATED, REINFORCED, MERGED = ChangeAction.CREATED, ChangeAction.REINFORCED, ChangeAction.MERGED
SUPERSEDED = ChangeAction.SUPERSEDED


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("我住在上海", "我搬到了成都"),
        ("I live in Berlin", "I live in Lisbon now"),
        ("I live in Shanghai", "我住在成都"),
        ("我喜欢咖啡", "我不喜欢咖啡"),
        ("I like coffee", "I don't like coffee"),
        ("I'm 29 years old", "I'm 30 years old"),
    ],
)
async def test_what_changed_ends_what_was(world: World, earlier: str, later: str) -> None:
    first = await world.know(earlier)
    world.clock.advance(DAY)
    [change] = (await world.remember(later)).changes
    assert (change.action, change.replaced_memory_ids) == (SUPERSEDED, (first.memory_id,))
    assert await world.contents() == {later}
    ended = await world.use.browse.get(ALICE, first.memory_id)
    assert (ended.state, ended.superseded_by) == (MemoryState.SUPERSEDED, change.memory.memory_id)
    assert ended.valid_to == NOW + DAY
    assert [each.action for each in await world.history(ended)] == [SUPERSEDED, CREATED]
    assert set(await world.recalled(earlier)) == {later}
    assert set(await world.recalled(earlier, as_of=NOW)) == {earlier}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我住在上海", "我现在住在上海"),
        ("I live in Berlin", "I currently live in Berlin"),
        ("我喜欢喝乌龙茶", "我喜欢喝乌龙茶的"),
    ],
)
async def test_other_words_for_the_same_are_one(world: World, one: str, other: str) -> None:
    await world.know(one)
    world.clock.advance(DAY)
    [change] = (await world.remember(other)).changes
    assert change.action is MERGED
    [memory] = await world.listed()
    assert memory.mention_count == 2
    assert memory == change.memory
    assert memory.content in {one, other}


async def test_within_one_call_as_from_call_to_call(world: World) -> None:
    outcome = await world.remember("我住在上海", "我对花生过敏", "我搬到了成都", "我住在上海。")
    actions = [change.action for change in outcome.changes]
    assert actions == [CREATED, CREATED, SUPERSEDED, REINFORCED]
    assert [change.item_index for change in outcome.changes] == [0, 1, 2, 3]
    assert await world.contents() == {"我对花生过敏", "我住在上海。"}


async def test_what_was_said_earlier_does_not_end_what_was_said_later(world: World) -> None:
    await world.know("我搬到了成都", observe_time=NOW)
    await world.know("我住在上海", observe_time=NOW - DAY)
    assert await world.contents() == {"我搬到了成都"}
    assert len(await world.listed(include_superseded=True)) == 2


async def test_exact_knows_identical_statements_only(world: World) -> None:
    exact = ReconcileMode.EXACT
    await world.remember("我住在上海", "我现在住在上海", "我搬到了成都", mode=exact)
    [again] = (await world.remember("我住在上海。", mode=exact)).changes
    assert again.action is REINFORCED
    assert await world.contents() == {"我住在上海。", "我现在住在上海", "我搬到了成都"}


async def test_what_is_left_open_is_filled_in(world: World) -> None:
    allergy = await world.know("我对花生过敏")
    assert allergy.attribute == Attribute("allergy", "花生")
    assert (allergy.kind, allergy.origin) == (MemoryKind.FACT, MemoryOrigin.EXPLICIT)
    assert allergy.sensitivity is Sensitivity.SENSITIVE
    assert allergy.importance >= 0.8
    taste = await world.know("I love oolong tea")
    assert taste.kind is MemoryKind.PREFERENCE
    assert 0.2 <= taste.importance <= 0.4
    mood = await world.know("我今天难过死了，一直在哭")
    assert mood.emotion is Emotion.SAD
    assert mood.emotion_intensity > 0.3
    exam = await world.know("我明天有一场面试")
    assert exam.event_time is not None
    assert NOW < exam.event_time < NOW + 2 * DAY


async def test_what_its_teller_set_stays(world: World) -> None:
    given = Statement(
        "我对花生过敏，难过死了",
        kind=MemoryKind.VALUE,
        origin=MemoryOrigin.INFERRED,
        attribute=Attribute("my_own_key", "x"),
        emotion=Emotion.CALM,
        emotion_intensity=0.25,
        importance=0.125,
        confidence=0.375,
        sensitivity=Sensitivity.NORMAL,
        event_time=NOW - 5 * DAY,
        subject="爸爸",
    )
    [change] = (await world.remember(given)).changes
    for field in ("kind", "origin", "attribute", "emotion", "importance"):
        assert getattr(change.memory, field) == getattr(given, field), field
    for field in ("confidence", "sensitivity", "event_time", "subject"):
        assert getattr(change.memory, field) == getattr(given, field), field


async def test_a_feeling_that_is_given_keeps_its_strength(world: World) -> None:
    known = await world.know("我在学长笛", emotion=Emotion.CALM, emotion_intensity=0.25)
    assert (known.emotion, known.emotion_intensity) == (Emotion.CALM, 0.25)


async def test_what_is_embedded_names_the_subject_once() -> None:
    model = HeldEmbedder()
    async with World(embedder=model) as world:
        await world.remember("妈妈是护士", Statement("是护士", subject="姐姐"))
    assert set(model.seen) == {"妈妈是护士", "姐姐: 是护士"}


async def test_people_are_apart(world: World) -> None:
    await world.remember("我住在上海", "我妈妈住在成都", "My sister lives in Lisbon")
    assert len(await world.listed()) == 3
    world.clock.advance(DAY)
    await world.remember("我妈妈搬到了北京")
    assert await world.contents() == {"我住在上海", "我妈妈搬到了北京", "My sister lives in Lisbon"}


async def test_private_things_are_masked_and_secrets_refused() -> None:
    model = HeldEmbedder()
    secret = "我的密码是 hunter2-XY99"
    async with World(embedder=model) as world:
        outcome = await world.remember("我的手机号是13812345678", secret, "我住在成都")
        masked, rejected, kept = outcome.changes
        assert rejected.action is ChangeAction.REJECTED
        assert (rejected.memory.memory_id, rejected.memory.content) == ("", "")
        assert rejected.item_index == 1
        assert rejected.note
        assert masked.memory.content == "我的手机号是[手机号]"
        assert kept.memory.content == "我住在成都"
        assert kept.item_index == 2
        assert len(await world.listed()) == 2
    for text in model.seen:
        assert "13812345678" not in text
        assert "hunter2" not in text


async def test_refused_alone_it_changes_nothing(world: World) -> None:
    outcome = await world.remember("My card is 4111 1111 1111 1111")
    assert [change.action for change in outcome.changes] == [ChangeAction.REJECTED]
    assert await world.listed() == []
    assert outcome.revision == 0
