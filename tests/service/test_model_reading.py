"""A language model reads turns, and the local reading stands in for it."""

from collections.abc import Sequence

import pytest

from myosotis_server.memory.language_model import Extracted, FailureReason, ModelFailed
from myosotis_server.memory.values import (
    ChangeAction,
    ExtractionMode,
    MemoryKind,
    Role,
    Statement,
    Turn,
)
from ports.builders import NOW
from service.world import World

INLINE = ExtractionMode.INLINE


class ScriptedModel:
    """Gives for each turn what it was told to, or fails."""

    def __init__(
        self, found: dict[str, Sequence[Statement]], failure: FailureReason | None = None
    ) -> None:
        self._found = found
        self._failure = failure
        self.seen: list[list[str]] = []

    def extract(self, turns: Sequence[Turn], before: Sequence[Turn] = ()) -> list[Extracted]:
        self.seen.append([each.content for each in turns])
        if self._failure is not None:
            raise ModelFailed(self._failure)
        return [
            Extracted(place, statement)
            for place, each in enumerate(turns)
            for statement in self._found.get(each.content, ())
        ]

    def summarise(self, turns: Sequence[Turn], most_bytes: int) -> str:
        raise ModelFailed("refused")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("唉，又是加班的一天，腾讯真累", "我在腾讯上班"),
        ("ugh, another late shift at the bakery", "I work at the bakery"),
    ],
)
async def test_what_the_model_finds_is_learnt(said: str, kept: str) -> None:
    model = ScriptedModel({said: [Statement(kept, kind=MemoryKind.FACT)]})
    async with World(language_model=model) as world:
        appended = await world.say(said, mode=INLINE)
        [change] = appended.changes
        assert (change.memory.content, change.memory.kind) == (kept, MemoryKind.FACT)
        assert change.memory.sources[0].turn_id == appended.turns[0].turn_id
        assert await world.contents() == {kept}


async def test_what_it_finds_is_reconciled() -> None:
    model = ScriptedModel({"搬家累死了": [Statement("我搬到北京了")]})
    async with World(language_model=model) as world:
        await world.remember("我住在上海")
        [change] = (await world.say("搬家累死了", mode=INLINE)).changes
        assert change.action is ChangeAction.SUPERSEDED
        assert await world.contents() == {"我搬到北京了"}


async def test_what_it_finds_goes_through_the_privacy_filter() -> None:
    model = ScriptedModel({"hello there": [Statement("我的手机号是13800138000")]})
    async with World(language_model=model) as world:
        await world.say("hello there", mode=INLINE)
        assert await world.contents() == {"我的手机号是[手机号]"}


async def test_it_is_given_filtered_turns() -> None:
    model = ScriptedModel({})
    async with World(language_model=model) as world:
        await world.say("我的手机号是13800138000", mode=INLINE)
    assert model.seen == [["我的手机号是[手机号]"]]


@pytest.mark.parametrize(
    "failure", ["timeout", "unreachable", "refused", "bad_answer", "over_budget"]
)
async def test_the_local_reading_stands_in_where_it_fails(failure: FailureReason) -> None:
    model = ScriptedModel({}, failure)
    async with World(language_model=model) as world:
        await world.say("我叫李伟", mode=INLINE)
        assert await world.contents() == {"我叫李伟"}
        assert world.tally.failures == [failure]


async def test_bids_are_settled_without_it() -> None:
    model = ScriptedModel({"别记这个，我昨天见了前任": [Statement("我昨天见了前任")]})
    async with World(language_model=model) as world:
        await world.say("别记这个，我昨天见了前任", mode=INLINE)
        assert await world.contents() == set()
    assert model.seen == []


async def test_it_reads_in_the_background_as_well_and_not_before_the_answer() -> None:
    model = ScriptedModel({"ugh, late shift": [Statement("I work shifts")]})
    async with World(language_model=model) as world:
        await world.say("ugh, late shift", mode=ExtractionMode.BACKGROUND)
        await world.read_all()
        assert await world.contents() == {"I work shifts"}
    assert model.seen == [["ugh, late shift"]]


async def test_the_assistants_turns_are_never_learnt() -> None:
    model = ScriptedModel({"You live in Leeds": [Statement("You live in Leeds")]})
    async with World(language_model=model) as world:
        await world.say(Turn("", Role.ASSISTANT, "You live in Leeds", NOW), mode=INLINE)
        assert await world.contents() == set()
