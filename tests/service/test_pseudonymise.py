"""Pseudonymising: gone as if erased, but for counts and texts that are nobody's."""

import json

import pytest

from myosotis_server.memory.errors import MemoryNotFound, RecordCorrupt
from myosotis_server.memory.kept import Kept
from myosotis_server.memory.values import (
    DAY,
    Emotion,
    ExtractionMode,
    ForgetMode,
    MemoryFilter,
    Owner,
    Role,
    TimeRange,
    Turn,
)
from ports.builders import ALICE, BOB, NOW
from service.world import World, request

PSEUDONYMISE = ForgetMode.PSEUDONYMISE
ZH = ["我每天早上喝咖啡", "我叫欧阳梓涵，住在杭州西湖区", "我和王伟在腾讯总部上班"]
EN = ["I drink tea every morning", "My sister Eleanor Vance lives in Bristol"]
NAMES = ["欧阳", "梓涵", "杭州", "西湖", "王伟", "腾讯", "Eleanor", "Vance", "Bristol", "alice"]


def words(kept: Kept) -> str:
    return json.dumps([each.content for each in kept.statements], ensure_ascii=False).lower()


async def test_nothing_reaches_who_was_pseudonymised(world: World) -> None:
    known = await world.know(ZH[0])
    await world.say("我最近压力很大", session="s9", mode=ExtractionMode.OFF)
    await world.remember("我住在成都", owner=BOB)
    forgotten = await world.forget(everything=True, mode=PSEUDONYMISE)
    assert (forgotten.count, forgotten.revision) == (1, 0)
    assert forgotten.receipt_id
    assert world.store.head(ALICE) is None
    assert await world.listed() == []
    assert world.store.sessions(ALICE) == []
    assert world.store.moods(ALICE, TimeRange()) == []
    with pytest.raises(MemoryNotFound):
        await world.use.browse.get(ALICE, known.memory_id)
    assert world.store.owners("", 9) == ([BOB], "")
    assert await world.contents(BOB) == {"我住在成都"}
    assert (await world.forget(everything=True, mode=PSEUDONYMISE)).count == 0


async def test_texts_are_kept_in_general_words_and_names_in_none(world: World) -> None:
    await world.remember(*ZH, *EN)
    await world.forget(everything=True, mode=PSEUDONYMISE)
    kept = world.store.kept(ALICE.tenant)
    assert {ZH[0], EN[0]} <= {each.content for each in kept.statements}
    for name in NAMES:
        assert name.lower() not in words(kept)
    assert {each.language for each in kept.statements} == {"zh", "en"}
    assert {each.year for each in kept.statements} == {2025}


async def test_who_somebody_is_to_the_user_stays_and_their_names_go(world: World) -> None:
    await world.say("My boss Karen is driving me crazy", "我哥哥阿强喜欢喝咖啡")
    await world.forget(everything=True, mode=PSEUDONYMISE)
    assert {each.content for each in world.store.kept(None).statements} == {
        "My boss [name] is driving me crazy",
        "我哥哥[名称]喜欢喝咖啡",
    }


async def test_what_is_sensitive_is_counted_and_not_kept(world: World) -> None:
    await world.remember("我有抑郁症，每天都吃药", "I was diagnosed with depression last year")
    await world.forget(everything=True, mode=PSEUDONYMISE)
    kept = world.store.kept(None)
    assert kept.statements == ()
    assert kept.statistics.counts["sensitivity"] == {"sensitive": 2}


async def test_counts_and_moods_add_up_over_people(world: World) -> None:
    for owner in (ALICE, BOB):
        await world.remember("我喜欢喝咖啡", "I like coffee", owner=owner)
        turn = Turn("t", Role.USER, "我今天特别开心", NOW)
        await world.say(turn, owner=owner, mode=ExtractionMode.OFF)
    for owner in (ALICE, BOB):
        await world.forget(everything=True, mode=PSEUDONYMISE, owner=owner)
    statistics = world.store.kept("default").statistics
    assert (statistics.people, statistics.memories) == (2, 4)
    assert statistics.counts["kind"] == {"preference": 4}
    assert statistics.counts["topic"]["drink"] == 4
    assert statistics.counts["language"] == {"zh": 2, "en": 2}
    assert [*statistics.moods] == [NOW // DAY]
    assert statistics.moods[NOW // DAY][Emotion.HAPPY] == 2
    assert world.store.kept("other") == Kept()


async def test_some_of_a_users_memories(world: World) -> None:
    gone = await world.know("我喜欢喝咖啡", tags=("drinks",))
    await world.remember("我有一只猫")
    tagged = MemoryFilter(tags=frozenset({"drinks"}))
    first = await world.forget(filter=tagged, mode=PSEUDONYMISE, request=request())
    again = await world.forget(filter=tagged, mode=PSEUDONYMISE, request=request())
    assert (first.count, again.receipt_id) == (1, first.receipt_id)
    with pytest.raises(MemoryNotFound):
        await world.use.browse.get(ALICE, gone.memory_id)
    assert await world.contents() == {"我有一只猫"}
    kept = world.store.kept(None)
    assert [each.content for each in kept.statements] == ["我喜欢喝咖啡"]
    assert (kept.statistics.people, kept.statistics.memories) == (0, 1)
    assert kept.statistics.moods == {}


async def test_a_dry_run_keeps_nothing(world: World) -> None:
    await world.remember("我喜欢喝咖啡")
    shown = await world.forget(everything=True, mode=PSEUDONYMISE, dry_run=True)
    assert [each.content for each in shown.memories] == ["我喜欢喝咖啡"]
    assert world.store.kept(None) == Kept()
    assert await world.contents() == {"我喜欢喝咖啡"}


async def test_erasing_keeps_nothing(world: World) -> None:
    known = await world.know("我喜欢喝咖啡")
    await world.forget(known.memory_id)
    await world.forget(everything=True)
    assert world.store.kept(None) == Kept()


async def test_the_damaged_are_erased_and_not_pseudonymised(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.remember("我喜欢喝咖啡")
    head = world.store.head

    def damaged(owner: Owner) -> None:
        raise RecordCorrupt("damaged")

    monkeypatch.setattr(world.store, "head", damaged)
    with pytest.raises(RecordCorrupt):
        await world.forget(everything=True, mode=PSEUDONYMISE)
    forgotten = await world.forget(everything=True)
    assert forgotten.receipt_id
    assert head(ALICE) is None
    assert world.store.kept(None) == Kept()
