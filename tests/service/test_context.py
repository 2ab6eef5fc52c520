"""GetContext: what was just said, who the user is, what matters now; and nothing twice."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from myosotis_server.memory.values import DAY, MINUTE, Emotion, MemoryKind, Role
from myosotis_server.service.context import ContextQuestion, ReplyContext
from myosotis_server.understanding.briefing_parts import ContextFormat
from ports.builders import ALICE, BOB
from service.talks import SAID, talk
from service.world import World, turn

LANGUAGES = ["zh", "en"]


async def context(world: World, **fields: Any) -> ReplyContext:
    return await world.use.context(ALICE, ContextQuestion(**{"session_id": "s1", **fields}))


def system_of(found: ReplyContext) -> str:
    return next(content for role, content in found.rendered.messages if role is Role.SYSTEM)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_last_six_exchanges_stand_verbatim(world: World, language: str) -> None:
    await talk(world, SAID[language])
    found = await context(world)
    turns = [content for role, content in found.rendered.messages if role is Role.USER]
    assert turns == SAID[language][6:]
    assert [role for role, _ in found.rendered.messages][-2:] == [Role.USER, Role.ASSISTANT]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reviewed", [True, False])
async def test_what_left_the_window_is_not_lost(language: str, reviewed: bool) -> None:
    said = ["帮我看看这段代码吧"] if language == "zh" else ["Can you help me with my essay?"]
    async with World(reads_on=False) as world:
        await talk(world, said + SAID[language])
        if reviewed:
            await world.use.closing.review(ALICE)
        told = system_of(await context(world, token_budget=4_096))
    for text in said + SAID[language][:6]:
        assert text.rstrip("?") in told


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_told_twice(world: World, language: str) -> None:
    await talk(world, SAID[language])
    await world.read_all()
    await world.use.closing.review(ALICE)
    found = await context(world, token_budget=8_192, format=ContextFormat.TEXT)
    for text in SAID[language]:
        assert found.rendered.text.count(text) == 1


async def test_who_the_user_is_and_what_lies_around_now(world: World) -> None:
    now = world.clock.now()
    await world.know("I'm a nurse", importance=0.9, kind=MemoryKind.FACT)
    await world.know("I like tea", importance=0.3, kind=MemoryKind.PREFERENCE)
    event = MemoryKind.EVENT
    await world.know("My interview was on Monday", kind=event, event_time=now - 2 * DAY)
    await world.know("I fly to Oslo soon", kind=event, event_time=now + 3 * DAY)
    past = now - 60 * DAY
    await world.know("I broke my arm", kind=event, event_time=past, observe_time=past)
    found = await context(world)
    assert [each.content for each in found.profile] == ["I'm a nurse", "I like tea"]
    events = {each.content for each in found.recent_events}
    assert events == {"My interview was on Monday", "I fly to Oslo soon"}
    longer = await context(world, recent_window=90 * DAY)
    assert "I broke my arm" in {each.content for each in longer.recent_events}


async def test_a_passed_value_is_not_told(world: World) -> None:
    await talk(world, ["我住在成都", "我搬到上海了，现在住在上海"])
    await world.read_all()
    found = await context(world, session_id="s2", query="我住哪儿？")
    assert not any("成都" in each.content for each in found.profile)
    assert "住在上海" in system_of(found)
    assert "住在成都" not in system_of(found)


async def test_a_new_session_knows_what_the_last_one_was_about(world: World) -> None:
    await talk(world, ["我下周要去腾讯面试", "面试让我很紧张", "我准备面试两周了"])
    await world.use.closing.end(ALICE, "s1")
    found = await context(world, session_id="s2")
    assert "面试" in found.last_topic
    assert (await context(world)).last_topic == ""


@pytest.mark.parametrize(
    ("said", "emotion", "hurried"),
    [
        ("我好焦虑，马上要迟到了，快告诉我怎么办", Emotion.ANXIOUS, True),
        ("I'm so anxious and in a hurry, what do I do?", Emotion.ANXIOUS, True),
        ("我好累啊", Emotion.TIRED, False),
        ("I'm so happy today!", Emotion.HAPPY, False),
    ],
)
async def test_the_tone_suits_the_user(
    world: World, said: str, emotion: Emotion, hurried: bool
) -> None:
    await talk(world, [said])
    tone = (await context(world)).tone
    assert (tone.emotion, tone.solution_first) == (emotion, hurried)
    assert tone.guidance in system_of(await context(world))


async def test_an_old_hurry_is_over(world: World) -> None:
    await talk(world, ["快点告诉我，我赶时间"])
    assert (await context(world)).tone.solution_first
    world.clock.advance(61 * MINUTE)
    assert not (await context(world)).tone.solution_first


async def test_a_stranger_gets_what_there_is(world: World) -> None:
    found = await world.use.context(BOB, ContextQuestion(query="你好", persona="你是小忆。"))
    assert found.profile == found.recent_events == found.relevant == []
    assert system_of(found).startswith("你是小忆。")


async def test_the_language_is_the_users_unless_asked_for(world: World) -> None:
    await talk(world, ["我住在成都", "我养了一只猫叫团子"])
    await world.read_all()
    assert "关于用户" in system_of(await context(world, session_id="s2"))
    assert "About the user" in system_of(await context(world, session_id="s2", language="en"))


async def test_only_what_is_relevant_counts_as_recalled(world: World) -> None:
    nurse = await world.know("I'm a nurse", importance=0.95)
    tea = await world.know("I drink green tea every morning", importance=0.2)
    await context(world, query="which green tea do I drink every morning?")
    await world.app._accesses.flush()
    now = {each.memory_id: each.access_count for each in await world.listed()}
    assert now == {nurse.memory_id: 0, tea.memory_id: 1}


TEXTS = st.text(max_size=300) | st.sampled_from(SAID["zh"] + SAID["en"]).map(lambda text: 9 * text)


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    said=st.lists(TEXTS.filter(lambda text: text.strip(" \0") != ""), max_size=20),
    known=st.lists(st.sampled_from(SAID["zh"] + SAID["en"]), max_size=20),
    persona=st.text(max_size=2_000),
    budget=st.integers(128, 32_768),
    form=st.sampled_from([ContextFormat.MESSAGES, ContextFormat.TEXT]),
    language=st.sampled_from(["zh", "en", ""]),
)
async def test_the_budget_is_never_exceeded(
    said: list[str],
    known: list[str],
    persona: str,
    budget: int,
    form: ContextFormat,
    language: str,
) -> None:
    async with World(reads_on=False) as world:
        if known:
            await world.remember(*known)
        if said:
            await world.say(*(turn(text, f"t{place}") for place, text in enumerate(said)))
        found = await context(
            world, persona=persona, token_budget=budget, format=form, language=language
        )
        rendered = found.rendered
        assert rendered.token_count <= budget
        whole = [rendered.text] if rendered.text else [each.content for each in rendered.messages]
        assert sum(world.embedder.count_tokens(text) for text in whole) <= budget
