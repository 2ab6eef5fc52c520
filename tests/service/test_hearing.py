"""What is heard: filtered, read, embedded and judged, and nothing changed by it."""

from collections.abc import AsyncIterator, Sequence
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from numpy.typing import NDArray

from myosotis_server.adapters.ram_heads import NoHeads
from myosotis_server.memory.heads import EMOTIONS, KINDS, Heads, Judgements
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Attribute,
    Emotion,
    Role,
    Statement,
    Turn,
    TurnReference,
)
from myosotis_server.service.embed_queue import EmbedQueue
from myosotis_server.service.hearing import Heard, Hearing, Refused, Told
from myosotis_server.service.lanes import Lanes
from myosotis_server.understanding.privacy import DEFAULT_POLICY
from ports.builders import NOW
from ports.set_clock import SetClock
from service.held_embedder import HeldEmbedder
from service.world import turn

UTC = ZoneInfo("UTC")
CARD = "My card is 4111 1111 1111 1111"
SECRET = "我的密码是 hunter2-XY99"


class KeepAll:
    """Finds all worth keeping, and is undecided on everything else."""

    def judge(self, vectors: NDArray[np.float32], texts: Sequence[str]) -> Judgements:
        number = len(texts)
        return Judgements(
            np.ones(number, np.float32),
            np.full((number, KINDS), 1 / KINDS, np.float32),
            np.full((number, EMOTIONS), 1 / EMOTIONS, np.float32),
        )


class Ear:
    """A Hearing on twins, and what its embedder saw."""

    def __init__(self, heads: Heads) -> None:
        self.model = HeldEmbedder()
        self.lanes = Lanes(2)
        self.embedding = EmbedQueue(self.model, workers=1)
        self.hearing = Hearing(self.embedding, heads, self.lanes, DEFAULT_POLICY, SetClock())

    async def turns(self, *turns: Turn, before: Turn | None = None) -> list[Heard]:
        return await self.hearing.turns("s1", turns, UTC, before)

    async def told(self, *turns: Turn, before: Turn | None = None) -> list[list[str]]:
        """Contents told by each turn heard."""
        return [contents(each) for each in await self.turns(*turns, before=before)]

    async def statements(self, *statements: Statement) -> list[Told | Refused]:
        return await self.hearing.statements(statements, UTC)


def contents(heard: Heard) -> list[str]:
    return [said.statement.content for said in heard.told if isinstance(said, Told)]


@pytest.fixture(params=[NoHeads])
async def ear(request: pytest.FixtureRequest) -> AsyncIterator[Ear]:
    ear = Ear(request.param())
    yield ear
    ear.embedding.close()
    ear.lanes.close()


async def test_statements_come_back_in_their_places(ear: Ear) -> None:
    heard = await ear.statements(
        Statement("我住在成都"), Statement(CARD), Statement("I like tea"), Statement(SECRET)
    )
    assert [type(each) for each in heard] == [Told, Refused, Told, Refused]
    assert [each.item for each in heard] == [0, 1, 2, 3]
    first, card = heard[0], heard[1]
    assert isinstance(first, Told)
    assert isinstance(card, Refused)
    assert np.isclose(np.linalg.norm(first.vector), 1)
    assert [str(each) for each in card.classes] == ["bank_card"]


async def test_a_callers_own_tags_and_numbers_stay(ear: Ear) -> None:
    own = {"message": "6222021234567890128"}
    statement = Statement("我搬家了", tags=("13812345678",), metadata=own)
    [told] = await ear.hearing.statements([statement], UTC)
    assert isinstance(told, Told)
    assert (told.statement.tags, told.statement.metadata) == (("13812345678",), own)


async def test_nothing_private_reaches_the_model(ear: Ear) -> None:
    private = Statement(
        "我的手机号是13812345678",
        attribute=Attribute("phone_number", "13812345678"),
        tags=("家",),
    )
    [told, _] = await ear.statements(private, Statement(SECRET))
    await ear.turns(turn("打13812345678找我，我搬家了"), turn(SECRET))
    assert ear.model.seen
    for text in [*ear.model.seen, repr(told)]:
        assert "13812345678" not in text
        assert "hunter2" not in text


async def test_a_secret_in_the_attribute_refuses_a_statement(ear: Ear) -> None:
    hidden = Statement("我换了一张新卡", attribute=Attribute("note", CARD))
    [refused] = await ear.statements(hidden)
    assert isinstance(refused, Refused)


async def test_no_statements_and_no_turns(ear: Ear) -> None:
    assert await ear.statements() == []
    assert await ear.turns() == []


@pytest.mark.parametrize(("zone", "day"), [("UTC", -1), ("Asia/Tokyo", 0)])
async def test_days_are_those_of_the_zone(ear: Ear, zone: str, day: int) -> None:
    """At 22 o'clock in London it is tomorrow in Tokyo."""
    late = NOW // DAY * DAY + 22 * 3_600 * SECOND
    given = Statement("我昨天搬家了", observe_time=late)
    [told] = await ear.hearing.statements([given], ZoneInfo(zone))
    assert isinstance(told, Told)
    time = told.statement.event_time
    assert time is not None
    offset = 9 * 3_600 * SECOND if zone != "UTC" else 0
    assert (time + offset) // DAY == late // DAY + day


async def test_what_its_caller_claims_goes_before_what_is_read(ear: Ear) -> None:
    given = Attribute("home_city", "蓉城")
    [told] = await ear.statements(Statement("我住在成都", attribute=given))
    assert isinstance(told, Told)
    assert told.reading.attribute == told.statement.attribute == given


async def test_in_somebodys_words_mother_is_theirs(ear: Ear) -> None:
    own, theirs = await ear.statements(
        Statement("我妈妈是护士"), Statement("我妈妈是护士", subject="王芳")
    )
    assert isinstance(own, Told)
    assert isinstance(theirs, Told)
    assert own.reading.subject == own.statement.subject == "妈妈"
    assert theirs.reading.subject == "王芳/妈妈"
    assert theirs.statement.subject == "王芳"


async def test_a_turn_tells_its_statements_with_where_they_are_from(ear: Ear) -> None:
    said = turn("我住在成都。I'm allergic to peanuts.", "t1", say_time=NOW - DAY)
    [_, heard] = await ear.turns(turn("你好", "t0"), said)
    assert contents(heard) == ["我住在成都", "I'm allergic to peanuts"]
    assert heard.reference == TurnReference("s1", "t1")
    for each in heard.told:
        assert isinstance(each, Told)
        assert each.item == heard.item == 1
        assert each.statement.sources == (TurnReference("s1", "t1"),)
        assert each.statement.session_id == "s1"
        assert each.statement.observe_time == NOW - DAY


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.SYSTEM])
async def test_only_what_users_say_is_taken_for_theirs(ear: Ear, role: Role) -> None:
    [heard] = await ear.turns(turn("我住在成都。记住这个。忘了我的面试吧。", role=role))
    assert heard.told == ()
    assert heard.forget_requests == ()
    assert heard.turn.emotion is Emotion.UNSPECIFIED


@pytest.mark.parametrize(
    "content",
    ["我住在哪里？", "Where do I live?", "帮我写一首诗", "如果我住在成都就好了", "你好"],
)
async def test_what_tells_nothing_of_the_user(ear: Ear, content: str) -> None:
    [heard] = await ear.turns(turn(content))
    assert heard.told == ()
    assert heard.turn.content == content


async def test_a_turn_is_kept_filtered_with_its_feeling(ear: Ear) -> None:
    said = turn("我太开心了！我的邮箱是 xiaoming@example.com", "t1", speaker="小明")
    [heard] = await ear.turns(said)
    assert "xiaoming@example.com" not in heard.turn.content
    assert "[邮箱]" in heard.turn.content
    assert heard.turn.emotion is Emotion.HAPPY
    assert 0 < heard.turn.emotion_intensity <= 1
    assert (heard.turn.turn_id, heard.turn.speaker, heard.turn.say_time) == ("t1", "小明", NOW)


@pytest.mark.parametrize("content", [f"{SECRET}。我住在成都。", f"{CARD}. I live in Berlin."])
async def test_only_the_clause_with_a_secret_is_refused(ear: Ear, content: str) -> None:
    [heard] = await ear.turns(turn(content))
    assert {type(each) for each in heard.told} == {Told, Refused}
    assert len(contents(heard)) == 1


async def test_a_stored_turn_heard_anew_is_refused_as_before(ear: Ear) -> None:
    [first] = await ear.turns(turn(f"{SECRET}。我住在成都。"))
    [again] = await ear.turns(first.turn)
    assert again.turn == first.turn
    assert [type(each) for each in again.told] == [type(each) for each in first.told]
    earlier, _ = await ear.turns(turn("记住这个"), before=first.turn)
    assert [type(each) for each in earlier.told] == [type(each) for each in first.told]


@pytest.mark.parametrize("bid", ["记住这个", "Remember this."])
async def test_a_bid_to_keep_is_about_the_users_turn_before(ear: Ear, bid: str) -> None:
    said, other = turn("我养了一只猫", "t1"), turn("好的，你养了猫", "t2", Role.ASSISTANT)
    about = TurnReference("s1", "t1")
    heard = await ear.turns(said, other, turn(bid, "t3"))
    assert [each.pins for each in heard] == [None, None, about]
    [told] = heard[0].told
    assert isinstance(told, Told)
    assert told.statement.pinned
    [earlier, now] = await ear.turns(turn(bid, "t3"), before=said)
    assert (earlier.reference, earlier.is_earlier) == (about, True)
    assert (now.pins, now.is_earlier) == (about, False)
    [told] = earlier.told
    assert isinstance(told, Told)
    assert told.statement.pinned


@pytest.mark.parametrize("bid", ["别记这个", "Don't remember that."])
async def test_a_bid_to_keep_out_is_about_the_users_turn_before(ear: Ear, bid: str) -> None:
    said = turn("我养了一只猫", "t1")
    kept_out, now = await ear.turns(said, turn(bid, "t3"))
    assert (kept_out.told, now.retracts) == ((), TurnReference("s1", "t1"))
    earlier, now = await ear.turns(turn(bid, "t3"), before=said)
    assert (earlier.told, now.retracts) == ((), TurnReference("s1", "t1"))


async def test_a_bid_within_a_turn_or_about_nothing(ear: Ear) -> None:
    before = turn("我养了一只猫", "t0")
    [heard] = await ear.turns(turn("我对花生过敏。记住这个。"), before=before)
    assert heard.pins is None
    assert contents(heard) == ["我对花生过敏"]
    assert await ear.told(turn("我对花生过敏，别记这个。"), before=before) == [[]]
    [alone] = await ear.turns(turn("记住这个"))
    assert (alone.pins, alone.told) == (None, ())


async def test_turns_without_a_bid_leave_the_earlier_one_alone(ear: Ear) -> None:
    assert await ear.told(turn("我住在成都"), before=turn("我养了一只猫")) == [["我住在成都"]]


@pytest.mark.parametrize("request_", ["忘了我面试的事吧", "Forget about my interview."])
async def test_requests_to_forget_are_told_apart(ear: Ear, request_: str) -> None:
    [heard] = await ear.turns(turn(request_))
    assert heard.told == ()
    assert len(heard.forget_requests) == 1


async def test_long_turns_are_heard_as_short_ones(ear: Ear) -> None:
    """They are read on a thread."""
    sentences = [f"我养了第{number}只叫豆{number}的猫" for number in range(60)]
    [heard] = await ear.turns(turn("。".join(sentences), "long"))
    assert contents(heard)[:3] == sentences[:3]
    assert len(heard.told) == 60
