"""Showing less: who may see what, and that what is withheld shows nowhere else either."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from myosotis_server.config import Settings
from myosotis_server.memory.access import ANYONE, Caller, Scope
from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.errors import MemoryNotFound
from myosotis_server.memory.trust import IdentityPolicy, Signals
from myosotis_server.memory.values import (
    DAY,
    ExtractionMode,
    Memory,
    MemoryFilter,
    MemoryKind,
    Sensitivity,
)
from myosotis_server.service.clearing import Showing
from myosotis_server.service.context import FRESH_FOR, ContextQuestion, ReplyContext
from myosotis_server.service.relate import Reference
from myosotis_server.understanding.briefing_parts import ContextFormat
from myosotis_server.understanding.privacy import PrivacyAction, PrivacyPolicy, PrivateClass
from ports.builders import ALICE
from service.world import World

NORMAL, PERSONAL = Clearance(Sensitivity.NORMAL), Clearance(Sensitivity.PERSONAL)
REDACTING = Clearance(redacts=True)
READER = Caller("reader", "default", frozenset({Scope.READ}))
BACKEND = Caller("backend", "default", frozenset({Scope.READ, Scope.WRITE}))
OPERATOR = Caller("ops", "default", frozenset({Scope.READ, Scope.ADMIN}))
LIVES = {
    "zh": ("我喜欢喝拿铁", "我的生日是1990年3月7日", "我有糖尿病", "糖尿病"),
    "en": ("I love climbing", "I was born on 7 March 1990", "I have diabetes", "diabetes"),
}
QUESTIONS = {"zh": "我有什么病，生日是哪天？", "en": "what illness do I have, and my birthday?"}
LANGUAGES = pytest.mark.parametrize("language", LIVES)


async def lives(world: World, language: str) -> list[Memory]:
    """One memory of each sensitivity."""
    known = [await world.know(text, session_id="s1") for text in LIVES[language][:3]]
    assert [each.sensitivity for each in known] == [
        Sensitivity.NORMAL,
        Sensitivity.PERSONAL,
        Sensitivity.SENSITIVE,
    ]
    return known


async def context(world: World, clearance: Clearance, query: str) -> ReplyContext:
    question = ContextQuestion("s1", query, format=ContextFormat.TEXT, clearance=clearance)
    return await world.use.context(ALICE, question)


async def shown(world: World, clearance: Clearance, language: str) -> str:
    """All that every way of reading shows."""
    use = world.use
    question = QUESTIONS[language]
    found: list[object] = [
        await world.recall(question, clearance=clearance, graph_hops=2, limit=10),
        await world.recall(clearance=clearance),
        await context(world, clearance, question),
        await use.profile(ALICE, clearance),
        await use.browse.page(ALICE, MemoryFilter(include_superseded=True), 100, None, clearance),
        [page async for page in use.transfer.dump(ALICE, True, clearance)],
        await use.sessions.page(ALICE, 10, None, clearance),
        await use.sessions.turns(ALICE, "s1", 100, 0, clearance),
        await use.relate.entities(ALICE, (), 100, None, clearance),
    ]
    for memory in await world.listed():
        for get in (
            lambda memory: use.browse.get(ALICE, memory.memory_id, clearance),
            lambda memory: use.browse.history(ALICE, memory.memory_id, 10, None, clearance),
            lambda memory: use.relate.neighbours(
                ALICE, Reference(memory.memory_id, is_memory=True), 3, (), 100, clearance
            ),
        ):
            try:
                found.append(await get(memory))
            except MemoryNotFound:
                found.append("not found")
    last = await world.know("I like rain")
    async with asyncio.timeout(10):
        async for change in use.watch(ALICE, 0, clearance):
            found.append(change)
            if change.memory == last:
                break
    return "\n".join(map(str, found))


@LANGUAGES
async def test_who_sends_no_signals_sees_everything(world: World, language: str) -> None:
    known = await lives(world, language)
    clearance = world.use.clearing.of_caller(ANYONE)
    assert clearance is FULL
    assert sorted(await world.recalled(clearance=clearance)) == sorted(
        each.content for each in known
    )
    answer = await world.recall(QUESTIONS[language])
    assert answer.withheld == 0


@LANGUAGES
@pytest.mark.parametrize(("clearance", "count"), [(NORMAL, 2), (PERSONAL, 1), (FULL, 0)])
async def test_what_is_withheld_is_counted(
    world: World, language: str, clearance: Clearance, count: int
) -> None:
    known = await lives(world, language)
    answer = await world.recall(QUESTIONS[language], clearance=clearance)
    assert answer.withheld == count
    assert {each.memory.content for each in answer.memories} == {
        each.content for each in known[: 3 - count]
    }


async def test_only_what_would_have_been_answered_counts(world: World) -> None:
    await lives(world, "zh")
    assert (await world.recall("我有糖尿病", clearance=NORMAL, limit=1)).withheld == 1
    assert (await world.recall("我喜欢喝拿铁", clearance=NORMAL, limit=1)).withheld == 0
    preferences = MemoryFilter(kinds=frozenset({MemoryKind.PREFERENCE}))
    assert (await world.recall("糖尿病", clearance=NORMAL, filter=preferences)).withheld == 0


@LANGUAGES
async def test_what_is_withheld_shows_nowhere(world: World, language: str) -> None:
    _, birthday, illness, word = LIVES[language]
    await lives(world, language)
    await world.say(illness, LIVES[language][0], mode=ExtractionMode.OFF)
    world.clock.advance(FRESH_FOR + DAY)
    everything = await shown(world, FULL, language)
    assert word in everything
    assert birthday in everything
    for clearance, secrets in ((NORMAL, [word, birthday, "1990"]), (PERSONAL, [word])):
        seen = await shown(world, clearance, language)
        assert [secret for secret in secrets if secret in seen] == []


@LANGUAGES
async def test_what_is_redacted_shows_nowhere_in_full(world: World, language: str) -> None:
    _, birthday, illness, word = LIVES[language]
    await lives(world, language)
    await world.say(illness, birthday, mode=ExtractionMode.OFF)
    seen = await shown(world, REDACTING, language)
    assert [each for each in (word, birthday, "3月7日", "7 March", "03-07") if each in seen] == []
    assert "1990" in seen


async def test_hidden_memories_do_not_show_in_the_scores_of_others(world: World) -> None:
    others = [await world.know(text, session_id="s1") for text in ("我喜欢喝拿铁", "周末去爬山了")]
    before = await world.recall("糖尿病和拿铁", clearance=NORMAL)
    await world.know("我有糖尿病", session_id="s1")
    after = await world.recall("糖尿病和拿铁", clearance=NORMAL)
    assert [each.memory for each in after.memories] == [each.memory for each in before.memories]
    assert len(after.memories) == len(others)
    for one, other in zip(before.memories, after.memories, strict=True):
        assert (other.breakdown.context, other.breakdown.graph) == (
            one.breakdown.context,
            one.breakdown.graph,
        )


async def test_what_was_just_said_stays_in_the_window(world: World) -> None:
    await world.say("我有糖尿病", "今天吃什么好？", mode=ExtractionMode.OFF)
    now = await context(world, NORMAL, "")
    assert "我有糖尿病" in now.rendered.text
    world.clock.advance(FRESH_FOR + DAY)
    later = await context(world, NORMAL, "")
    assert "糖尿病" not in str(later)
    assert "今天吃什么好" in later.rendered.text


async def test_a_withheld_memory_is_not_found(world: World) -> None:
    known = (await lives(world, "zh"))[2]
    for read in (
        lambda: world.use.browse.get(ALICE, known.memory_id, NORMAL),
        lambda: world.use.browse.history(ALICE, known.memory_id, 10, None, NORMAL),
    ):
        with pytest.raises(MemoryNotFound):
            await read()
    assert await world.use.browse.get(ALICE, known.memory_id, FULL) == known


async def test_pages_hold_as_many_as_asked_though_some_are_withheld(world: World) -> None:
    for number in range(6):
        await world.know(f"我喜欢第{number}杯茶")
        await world.know(f"我有{number}期糖尿病")
    page = await world.use.browse.page(ALICE, MemoryFilter(), 4, None, NORMAL)
    assert len(page.memories) == 4
    assert page.next is not None


async def judged(world: World, *signals: Signals, caller: Caller = ANYONE) -> Sequence[Sensitivity]:
    return [
        (await world.use.clearing.of_signals(caller, ALICE, each, learns=True)).most
        for each in signals
    ]


async def test_a_device_is_trusted_after_the_user_was_sure_on_it(world: World) -> None:
    await world.know("茶")
    phone, sure = Signals("手机"), Signals("手机", is_confirmed=True)
    assert await judged(world, phone, sure, phone, Signals("平板")) == [
        Sensitivity.NORMAL,
        Sensitivity.SENSITIVE,
        Sensitivity.PERSONAL,
        Sensitivity.NORMAL,
    ]
    both = Signals("手机", behaviour=0.9)
    assert await judged(world, both) == [Sensitivity.SENSITIVE]


async def test_a_preview_makes_no_device_known(world: World) -> None:
    await world.know("茶")
    sure = Signals("phone", voiceprint=0.9)
    clearing = world.use.clearing
    assert (await clearing.of_signals(ANYONE, ALICE, sure, learns=False)).is_full
    assert await judged(world, Signals("phone")) == [Sensitivity.NORMAL]


async def test_devices_go_with_the_user(world: World) -> None:
    await world.know("茶")
    await judged(world, Signals("phone", is_confirmed=True))
    await world.forget(everything=True)
    await world.know("咖啡")
    assert await judged(world, Signals("phone")) == [Sensitivity.NORMAL]


async def test_of_nobody_a_device_is_known(world: World) -> None:
    assert await judged(world, Signals("phone", is_confirmed=True), Signals("phone")) == [
        Sensitivity.SENSITIVE,
        Sensitivity.NORMAL,
    ]
    assert world.store.head(ALICE) is None


@pytest.mark.parametrize(
    ("policy", "unsignalled", "signalled"),
    [
        (IdentityPolicy.OFF, Sensitivity.SENSITIVE, Sensitivity.SENSITIVE),
        (IdentityPolicy.WHEN_SIGNALLED, Sensitivity.SENSITIVE, Sensitivity.NORMAL),
        (IdentityPolicy.REQUIRED, Sensitivity.NORMAL, Sensitivity.NORMAL),
    ],
)
async def test_the_policy_says_who_is_judged(
    policy: IdentityPolicy, unsignalled: Sensitivity, signalled: Sensitivity
) -> None:
    async with World(showing=Showing(policy)) as world:
        clearing = world.use.clearing
        for caller in (ANYONE, READER, BACKEND):
            assert clearing.of_caller(caller).most is unsignalled
        # A key of whoever runs the service is no end user; with signals somebody is speaking.
        assert clearing.of_caller(OPERATOR).is_full
        assert await judged(world, Signals("phone"), caller=OPERATOR) == [signalled]


async def test_callers_without_the_scope_see_redacted_memories() -> None:
    async with World(showing=Showing(unredacted_scope=Scope.WRITE)) as world:
        clearing = world.use.clearing
        assert [clearing.of_caller(each).redacts for each in (READER, BACKEND, OPERATOR)] == [
            True,
            False,
            True,
        ]
        sure = await clearing.of_signals(READER, ALICE, Signals(is_confirmed=True), learns=False)
        assert sure == REDACTING
        assert clearing.of_caller(ANYONE).is_full


async def test_what_is_not_asked_for_costs_next_to_nothing(world: World) -> None:
    clearing = world.use.clearing
    rounds = 2_000
    began = time.process_time()
    for _ in range(rounds):
        clearing.of_caller(BACKEND)
    assert (time.process_time() - began) / rounds < 20e-6


async def test_watching_tells_of_what_is_shown_alone(world: World) -> None:
    known = await lives(world, "en")
    seen: list[str] = []

    async def watch() -> None:
        async for change in world.use.watch(ALICE, 0, NORMAL):
            seen.append(change.memory.content)
            if change.memory.content == "I like tea":
                return

    watching = asyncio.create_task(watch())
    await world.know("I like tea")
    async with asyncio.timeout(10):
        await watching
    assert seen == [known[0].content, "I like tea"]


async def test_edges_of_redacted_memories_are_not_shown(world: World) -> None:
    await world.know("我有糖尿病")
    await world.know("我喜欢喝拿铁")
    names = {each.name for each in (await world.use.relate.entities(ALICE, (), 100, None))[0]}
    assert "拿铁" in names
    shown_names = {
        each.name for each in (await world.use.relate.entities(ALICE, (), 100, None, REDACTING))[0]
    }
    assert "拿铁" in shown_names
    assert "糖尿病" not in shown_names
    assert replace(REDACTING, redacts=False) == FULL


def test_settings_change_the_figures_and_leave_the_rest() -> None:
    usual = Settings.model_validate({}).showing
    assert usual == Showing()
    chosen = Settings.model_validate(
        {
            "identity_policy": "required",
            "identity_weights": {"device": 0.4},
            "identity_needs": {"sensitive": 0.9},
            "unredacted_scope": "write",
        }
    ).showing
    assert chosen.identity is IdentityPolicy.REQUIRED
    assert dict(chosen.rules.weights) == {"device": 0.4, "voiceprint": 0.5, "behaviour": 0.2}
    assert dict(chosen.rules.needs) == {"personal": 0.3, "sensitive": 0.9}
    assert chosen.unredacted_scope is Scope.WRITE


@pytest.mark.parametrize(
    "wrong",
    [
        {"identity_needs": {"sensitive": 0.2}},
        {"identity_weights": {"device": 1.5}},
        {"identity_weights": {"shoes": 0.1}},
        {"identity_policy": "sometimes"},
        {"unredacted_scope": "write", "authentication": "off"},
        {"unredacted_scope": "everything"},
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"identity_|unredacted_scope"):
        Settings.model_validate(wrong)


async def test_what_is_rewritten_is_as_sensitive_as_it_now_reads(world: World) -> None:
    known = await world.know("我喜欢喝拿铁")
    ill = await world.revise(known, content="我有糖尿病")
    assert ill.sensitivity is Sensitivity.SENSITIVE
    assert await world.recalled(clearance=PERSONAL) == []
    assert (await world.revise(ill, pinned=True)).sensitivity is Sensitivity.SENSITIVE
    assert (await world.revise(ill, content="我喜欢喝茶")).sensitivity is Sensitivity.NORMAL


async def test_what_a_caller_called_sensitive_stays_so(world: World) -> None:
    known = await world.know("I am left-handed")
    called = await world.revise(known, sensitivity=Sensitivity.SENSITIVE)
    rewritten = await world.revise(called, content="I am right-handed")
    assert rewritten.sensitivity is Sensitivity.SENSITIVE
    called = await world.revise(rewritten, sensitivity=Sensitivity.NORMAL)
    assert (await world.revise(called, importance=0.9)).sensitivity is Sensitivity.NORMAL


@pytest.mark.parametrize("text", ["文件发到 zhangsan@example.com", "mail it to anna@example.com"])
async def test_what_the_privacy_filter_keeps_is_personal(text: str) -> None:
    kept = PrivacyPolicy({PrivateClass.EMAIL: PrivacyAction.KEEP})
    async with World(policy=kept) as world:
        known = await world.know(text)
        assert known.content == text
        assert known.sensitivity is Sensitivity.PERSONAL
