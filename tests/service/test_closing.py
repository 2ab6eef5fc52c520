"""Sessions: what leaves the window is compressed, what falls silent ends, and no turn is lost."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from myosotis_server.memory.values import (
    DAY,
    MINUTE,
    SECOND,
    MemoryFilter,
    MemoryKind,
    MemoryOrigin,
    MemoryTier,
    TurnReference,
)
from ports.builders import ALICE, BOB
from service.talks import SAID, digests, talk
from service.world import World, turn

SHORT, EPISODIC = MemoryTier.SHORT_TERM, MemoryTier.EPISODIC
LANGUAGES = ["zh", "en"]


def quotes(digest: str, said: str) -> bool:
    """Whether `digest` has what was `said`, whatever mark follows it."""
    return said.rstrip("。.") in digest


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_window_itself_is_not_compressed(world: World, language: str) -> None:
    await talk(world, SAID[language][:8])
    await world.use.closing.review(ALICE)
    assert await digests(world, SHORT) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_leaves_the_window_is_kept_for_a_day(world: World, language: str) -> None:
    said = SAID[language]
    await talk(world, said)
    await world.use.closing.review(ALICE)
    found = await digests(world, SHORT)
    assert len(found) == 2
    for digest, three in zip(found, (said[:3], said[3:6]), strict=True):
        assert all(quotes(digest.content, each) for each in three)
        assert digest.language == language
        assert digest.origin is MemoryOrigin.CONSOLIDATED
        assert digest.session_id == "s1"
        assert digest.expire_time is not None
        assert 0 <= digest.expire_time - world.clock.now() - DAY < SECOND
        assert digest.metadata["intent"] == "told"
    assert found[0].sources == tuple(TurnReference("s1", f"u{place}") for place in range(3))
    assert {"团子", "Biscuit"} & {*found[0].tags}


async def test_each_turn_is_compressed_once(world: World) -> None:
    for start in range(0, 12, 2):
        await talk(world, SAID["zh"][start : start + 2], start=start)
        await world.use.closing.review(ALICE)
    found = await digests(world, SHORT)
    assert [digest.mention_count for digest in found] == [1, 1]
    for one, other in pairwise(found):
        assert not {*one.sources} & {*other.sources}


async def test_a_restart_loses_nothing_and_doubles_nothing() -> None:
    async with World(reads_on=False) as killed:
        await talk(killed, SAID["zh"])
    for _ in range(2):
        async with World(killed.store, clock=killed.clock) as later:
            await later.use.closing.review(ALICE)
            assert len(await digests(later, SHORT)) == 2


async def test_two_processes_compress_a_turn_once() -> None:
    async with World(reads_on=False) as one:
        await talk(one, SAID["en"])
        async with World(one.store, clock=one.clock, reads_on=False) as other:
            assert sum([await one.use.closing.review(ALICE), await other.use.closing.review(ALICE)])
            assert [each.mention_count for each in await digests(one, SHORT)] == [1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_end_writes_a_summary_and_learns_what_waited(language: str) -> None:
    async with World(reads_on=False) as world:
        await talk(world, SAID[language][:4])
        ended = await world.use.closing.end(ALICE, "s1")
    assert ended.summary is not None
    assert ended.summary.tier is EPISODIC
    assert all(quotes(ended.summary.content, each) for each in SAID[language][:4])
    learnt = [change.memory.content for change in ended.changes]
    assert SAID[language][1] in learnt
    assert learnt[-1] == ended.summary.content


async def test_an_end_can_be_asked_for_again(world: World) -> None:
    await talk(world, SAID["en"][:4])
    first = await world.use.closing.end(ALICE, "s1")
    again = await world.use.closing.end(ALICE, "s1")
    assert again.summary == first.summary is not None
    assert again.changes == ()
    assert (await world.use.closing.end(ALICE, "unknown")).summary is None


async def test_a_session_goes_on_after_its_end_and_has_one_summary(world: World) -> None:
    await talk(world, SAID["zh"][:2])
    await world.use.closing.end(ALICE, "s1")
    await talk(world, SAID["zh"][2:4], start=2)
    [session], _ = await world.use.sessions.page(ALICE, 10, None)
    assert session.end_time is None
    await world.use.closing.end(ALICE, "s1")
    [summary] = await digests(world, EPISODIC)
    assert all(quotes(summary.content, each) for each in SAID["zh"][:4])


async def test_silence_ends_a_session(world: World) -> None:
    await talk(world, SAID["zh"][:3])
    world.clock.advance(29 * MINUTE)
    await world.use.closing.review(ALICE)
    [session], _ = await world.use.sessions.page(ALICE, 10, None)
    assert session.end_time is None
    world.clock.advance(MINUTE)
    await world.use.closing.review(ALICE)
    [session], _ = await world.use.sessions.page(ALICE, 10, None)
    assert session.end_time == world.clock.now()
    assert session.topic
    assert len(await digests(world, EPISODIC)) == 1


async def test_an_old_dialogue_that_comes_now_is_not_silent(world: World) -> None:
    long_ago = world.clock.now() - 900 * DAY
    await world.say(turn("我住在成都", say_time=long_ago))
    await world.use.closing.review(ALICE)
    [session], _ = await world.use.sessions.page(ALICE, 10, None)
    assert session.end_time is None


async def test_a_long_dialogue_that_comes_at_once_is_compressed_in_larger_parts() -> None:
    async with World(reads_on=False) as world:
        said = [f"我养了第{number}只叫豆{number}的猫" for number in range(90)]
        await world.say(*said)
        await world.use.closing.review(ALICE)
        found = await digests(world, SHORT)
        assert 5 <= len(found) < 30
        kept = " ".join(digest.content for digest in found)
        assert "豆0" in kept
        assert "豆83" in kept
        assert "豆84" not in kept


async def test_what_was_to_be_kept_out_is_in_no_digest(world: World) -> None:
    await talk(world, ["我住在成都", "我和前男友阿哲又联系了", "别记这个", "我喜欢爬山"])
    ended = await world.use.closing.end(ALICE, "s1")
    assert ended.summary is not None
    assert "阿哲" not in ended.summary.content


async def test_small_talk_has_no_summary_and_ends_all_the_same(world: World) -> None:
    await talk(world, ["嗯嗯", "好的"])
    assert (await world.use.closing.end(ALICE, "s1")).summary is None
    [session], _ = await world.use.sessions.page(ALICE, 10, None)
    assert session.end_time is not None


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [
        ("我住在成都", "我搬到上海了，现在住在上海", "我住在哪个城市？"),
        ("I live in Austin", "I moved to Seattle, I live in Seattle now", "Where do I live?"),
    ],
)
async def test_a_digest_that_quotes_what_has_ended_answers_no_more(
    world: World, before: str, after: str, asked: str
) -> None:
    await talk(world, [before, *SAID["en"][3:6]])
    await world.use.closing.end(ALICE, "s1")
    await talk(world, [after], session="s2")
    await world.use.closing.end(ALICE, "s2")
    summaries = frozenset({MemoryKind.SUMMARY})
    assert not any(before in each for each in await world.recalled(asked, limit=20))
    asked_for = MemoryFilter(kinds=summaries)
    assert any(before in each for each in await world.recalled(asked, limit=20, filter=asked_for))


async def test_what_is_forgotten_while_a_summary_is_made_is_not_in_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await talk(world, ["我住在成都", "我男朋友叫周牧", "我喜欢爬山"])
    await world.read_all()
    made = world.use.closing._digests.summary
    forgotten = False

    async def slowly(*asked: Any) -> Any:
        nonlocal forgotten
        found = await made(*asked)
        if not forgotten:
            forgotten = True
            await world.forget(query="周牧")
        return found

    monkeypatch.setattr(world.use.closing._digests, "summary", slowly)
    ended = await world.use.closing.end(ALICE, "s1")
    assert ended.summary is not None
    assert "周牧" not in ended.summary.content
    assert "爬山" in ended.summary.content


async def test_an_end_that_comes_with_something_to_do_is_heard(world: World) -> None:
    await talk(world, SAID["zh"][:2])
    await asyncio.sleep(0.01)
    async with asyncio.timeout(5):
        world.use.closing.note(BOB)
        await world.use.closing.stop()
