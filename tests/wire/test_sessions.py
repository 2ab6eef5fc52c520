"""Sessions on the wire: what was said is kept word for word, ended, digested, and listed."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_pb2 as pb
from running.patience import eventually
from running.refusals import refusal
from wire.saying import BACKGROUND, OFF, append, forget, instant, listed, remember, said
from wire.talking import (
    ASSISTANT,
    HOSTILE,
    SYSTEM,
    assert_no_token,
    assert_refused,
    contents,
    context,
    end,
    forged,
    pages,
    sessions,
    shown,
    turn,
    turns,
)

MORNINGS = {
    "zh": ["我住在成都", "我养了一只叫豆豆的猫", "我下周一有一场面试，好紧张"],
    "en": ["I live in Lisbon", "I have a cat named Biscuit", "I have an interview next Monday"],
}


def listing(user: str) -> talk_service.ListSessionsRequest:
    return talk_service.ListSessionsRequest(user_id=user)


def reading(user: str, session: str = "s1") -> talk_service.ListTurnsRequest:
    return talk_service.ListTurnsRequest(user_id=user, session_id=session)


def test_turns_come_back_as_they_were_said(stub, talk, user: str) -> None:
    told = [
        turn("你是一个陪伴助手", "a", SYSTEM),
        turn("我今天好开心！😀", "b", speaker="小明", say_time=instant(2026, 3, 1, 9)),
        turn("  What   happened? \n", "c", ASSISTANT, say_time=instant(2026, 3, 1, 10)),
        turn("I got the job", say_time=instant(2026, 3, 1, 11)),
    ]
    answered = append(talk, user, *told)
    kept = turns(talk, user)
    assert kept == list(answered.turns)
    assert [each.content for each in kept] == [each.content for each in told]
    assert [each.role for each in kept] == [each.role for each in told]
    assert [each.turn_id for each in kept][:3] == ["a", "b", "c"]
    assert kept[1].speaker == "小明"
    assert kept[1].say_time == instant(2026, 3, 1, 9)
    assert kept[1].emotion == pb.EMOTION_HAPPY
    assert 0 < kept[1].emotion_intensity <= 1


def test_secrets_are_kept_masked(stub, talk, user: str) -> None:
    append(talk, user, "我的手机号是13812345678", "My card number is 4111 1111 1111 1111")
    kept = str(turns(talk, user)) + shown(context(talk, user))
    assert "13812345678" not in kept
    assert "4111" not in kept


def test_pages_of_turns_hold_each_once_in_order(stub, talk, user: str) -> None:
    for batch in range(3):
        append(talk, user, *(f"第{batch}-{number}句" for number in range(7)), extraction=OFF)
    every = turns(talk, user)
    assert [each.content for each in every] == [f"第{a}-{b}句" for a in range(3) for b in range(7)]
    for size in (1, 4, 21, 1_000):
        assert turns(talk, user, size=size) == every
    assert [len(page.turns) for page in pages(talk.ListTurns, reading(user), 8)] == [8, 8, 5]


def test_what_is_said_meanwhile_comes_at_the_end(stub, talk, user: str) -> None:
    append(talk, user, *(f"t{number}" for number in range(9)), extraction=OFF)
    read: list[str] = []
    for number, page in enumerate(pages(talk.ListTurns, reading(user), 2)):
        read += [each.content for each in page.turns]
        if number < 3:
            append(talk, user, f"later {number}", extraction=OFF)
    assert read == [f"t{number}" for number in range(9)] + [f"later {each}" for each in range(3)]


def test_pages_go_on_over_forgotten_turns(stub, talk, user: str) -> None:
    homes = ["我住在成都", "我养了一只叫豆豆的猫", "我喜欢喝拿铁", "I play the flute"]
    append(talk, user, *(each for home in homes for each in ("在吗", home)))
    known = {memory.content: memory.memory_id for memory in listed(stub, user)}
    read: list[str] = []
    for number, page in enumerate(pages(talk.ListTurns, reading(user), 2)):
        read += [each.content for each in page.turns]
        if number == 0:
            forget(stub, user, ids=pb.MemoryIds(memory_ids=[known[homes[1]], known[homes[2]]]))
    assert read == ["在吗", homes[0], "在吗", "在吗", "在吗", homes[3]]


def test_pages_of_long_turns_fit_into_a_message(stub, talk, user: str) -> None:
    long = "哈" * 10_000
    for _ in range(2):
        append(talk, user, *[turn(long, role=ASSISTANT)] * 90, extraction=OFF)
    found = list(pages(talk.ListTurns, reading(user), 1_000))
    assert len(found) > 1
    assert sum(len(page.turns) for page in found) == 180


def test_sessions_the_one_with_the_latest_turn_first(stub, talk, user: str) -> None:
    for number, day in enumerate((4, 2, 9, 2, 7)):
        told = [turn("在吗", say_time=instant(2026, 3, day, hour)) for hour in (8, 9)]
        append(talk, user, *told, session=f"会话{number}", extraction=OFF)
    every = sessions(talk, user)
    assert [each.session_id for each in every] == ["会话2", "会话4", "会话0", "会话1", "会话3"]
    first = every[0]
    assert first.start_time == instant(2026, 3, 9, 8)
    assert first.last_turn_time == instant(2026, 3, 9, 9)
    assert first.turn_count == 2
    assert not first.HasField("end_time")
    for size in (1, 2, 5, 1_000):
        assert sessions(talk, user, size) == every


def test_pages_of_sessions_are_stable_under_new_ones(stub, talk, user: str) -> None:
    for day in range(1, 8):
        told = turn("你好", say_time=instant(2026, 3, day))
        append(talk, user, told, session=f"s{day}", extraction=OFF)
    read: list[str] = []
    for number, page in enumerate(pages(talk.ListSessions, listing(user), 2)):
        read += [each.session_id for each in page.sessions]
        append(talk, user, "hello", session=f"new {number}", extraction=OFF)
        append(talk, user, "hello again", session=read[0], extraction=OFF)
    assert read == [f"s{day}" for day in range(7, 0, -1)]


@pytest.mark.parametrize("language", MORNINGS)
def test_ending_a_session_summarises_it(stub, talk, user: str, language: str) -> None:
    append(talk, user, *MORNINGS[language])
    ended = end(talk, user)
    assert ended.summary.kind == pb.MEMORY_KIND_SUMMARY
    assert ended.summary.origin == pb.MEMORY_ORIGIN_CONSOLIDATED
    assert ended.summary.tier == pb.MEMORY_TIER_EPISODIC
    assert ended.summary.language == language
    assert ended.summary.session_id == "s1"
    assert ("成都" if language == "zh" else "Lisbon") in ended.summary.content
    kept = {each.turn_id for each in turns(talk, user)}
    assert {each.turn_id for each in ended.summary.sources} <= kept
    [change] = ended.changes
    assert (change.action, change.memory) == (pb.CHANGE_ACTION_CREATED, ended.summary)
    assert ended.summary in listed(stub, user)
    [session] = sessions(talk, user)
    assert session.end_time.ToNanoseconds() >= session.last_turn_time.ToNanoseconds()
    assert session.topic
    assert session.turn_count == 3


def test_ending_twice_is_answered_with_the_same_summary(stub, talk, user: str) -> None:
    append(talk, user, *MORNINGS["zh"])
    first = end(talk, user)
    before = sessions(talk, user), listed(stub, user)
    again = end(talk, user)
    assert again.summary == first.summary
    assert list(again.changes) == []
    assert (sessions(talk, user), listed(stub, user)) == before


def test_who_goes_on_opens_the_session_again(stub, talk, user: str) -> None:
    append(talk, user, *MORNINGS["en"])
    first = end(talk, user).summary
    append(talk, user, "I started learning the violin")
    [session] = sessions(talk, user)
    assert not session.HasField("end_time")
    assert session.turn_count == 4
    second = end(talk, user).summary
    assert "violin" in second.content
    known = [each for each in listed(stub, user) if each.kind == pb.MEMORY_KIND_SUMMARY]
    assert known == [second]
    assert first.content != second.content


def test_ending_learns_what_still_waits(stub, talk, user: str) -> None:
    """The working memory is flushed: what was learnt in the background is there afterwards."""
    told = [f"{name}是我的同事" for name in ("王磊", "李娜", "张伟", "刘洋", "陈静")]
    append(talk, user, *told, extraction=BACKGROUND)
    ended = end(talk, user)
    assert set(told) <= set(said(stub, user))
    assert ended.changes[-1].memory == ended.summary


@pytest.mark.parametrize("small_talk", [("嗯", "好的", "哈哈"), ("ok", "yeah", "haha")])
def test_small_talk_is_worth_no_summary(stub, talk, user: str, small_talk) -> None:
    append(talk, user, *small_talk)
    ended = end(talk, user)
    assert not ended.HasField("summary")
    assert listed(stub, user) == []
    [session] = sessions(talk, user)
    assert session.HasField("end_time")


def test_a_session_or_user_that_is_not_known_is_no_error(stub, talk, user: str) -> None:
    for is_known in (False, True):
        assert end(talk, user, "never") == talk_service.EndSessionResponse()
        assert turns(talk, user, "never") == []
        if not is_known:
            assert sessions(talk, user) == []
            remember(stub, user, "现在认识了")
    assert sessions(talk, user) == []
    assert said(stub, user) == ["现在认识了"]


@pytest.mark.parametrize(
    ("told", "closing"),
    [
        ("我今天去看了{}号展厅的画展，很喜欢", "我们去吃面吧"),
        ("I went to see hall number {} of the exhibition and loved it", "Let's get noodles"),
    ],
)
def test_what_leaves_the_window_is_compressed(stub, talk, user: str, told: str, closing) -> None:
    """Twelve exchanges: the last six stay as they are, the first are digested for a day."""
    exchanges = [told.format(number) for number in range(1, 12)] + [closing]
    append(talk, user, *(each for one in exchanges for each in (one, turn("😊", role=ASSISTANT))))

    def digests() -> list[pb.Memory]:
        wanted = pb.MemoryFilter(tiers=[pb.MEMORY_TIER_SHORT_TERM])
        return listed(stub, user, filter=wanted)

    made = eventually(digests, bool, seconds=10)
    places = {each.turn_id: place for place, each in enumerate(turns(talk, user))}
    for digest in made:
        assert digest.session_id == "s1"
        assert digest.content
        lasts = digest.expire_time.ToSeconds() - digest.create_time.ToSeconds()
        assert abs(lasts - 86_400) < 60
        assert all(places[source.turn_id] < 12 for source in digest.sources)
    assert len(turns(talk, user)) == 24


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("我朋友阿楠在腾讯工作", "阿楠"),
        ("My friend Priya works at Siemens", "Priya"),
    ],
)
def test_forgetting_takes_turns_digests_and_names_with_it(
    stub, talk, user: str, told: str, name: str
) -> None:
    append(talk, user, "我喜欢喝茶", told, turn(f"Say hello to {name}!", role=ASSISTANT), "嗯嗯")
    append(talk, user, f"{name}", "晚安", session="s2")
    end(talk, user)
    end(talk, user, "s2")
    known = {memory.content: memory.memory_id for memory in listed(stub, user)}
    forget(stub, user, ids=pb.MemoryIds(memory_ids=[known[told]]))
    assert contents(talk, user) == ["我喜欢喝茶", "嗯嗯"]
    assert contents(talk, user, "s2") == ["晚安"]
    assert not any(name in content for content in said(stub, user))
    assert name not in str(sessions(talk, user))
    for session in ("s1", "s2", "s3"):
        assert name not in str(context(talk, user, session_id=session, query=f"{name}?"))
    # The session is summarised anew, of what is left.
    summary = end(talk, user).summary
    assert name not in summary.content
    assert "茶" in summary.content


def test_forgetting_everything_takes_all_sessions(stub, talk, user: str) -> None:
    append(talk, user, *MORNINGS["zh"])
    append(talk, user, *MORNINGS["en"], session="s2")
    end(talk, user)
    forget(stub, user, everything=True)
    assert sessions(talk, user) == []
    assert turns(talk, user) == turns(talk, user, "s2") == []
    append(talk, user, "在吗", extraction=OFF)
    assert [each.turn_count for each in sessions(talk, user)] == [1]


def test_session_ids_are_taken_as_they_are(stub, talk, user: str) -> None:
    near = ["s1", "S1", "s1 ", " s1", "s1\u200f", "s1\n", "ｓ１", "s\u0301", "ś", "s" * 512]
    ids = [*HOSTILE.values(), *near]
    for number, session_id in enumerate(ids):
        append(talk, user, f"turn {number}", session=session_id, extraction=OFF)
    assert sorted(each.session_id for each in sessions(talk, user, 4)) == sorted(ids)
    for number, session_id in enumerate(ids):
        assert contents(talk, user, session_id) == [f"turn {number}"]
        assert end(talk, user, session_id).changes == []


def test_two_users_never_meet_in_a_session(stub, talk, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    append(talk, one, turn("我住在成都", "t1"), turn("我朋友阿楠来了", "t2"))
    append(talk, other, turn("I live in Lisbon", "t1"))
    assert contents(talk, one) == ["我住在成都", "我朋友阿楠来了"]
    assert contents(talk, other) == ["I live in Lisbon"]
    assert "成都" not in end(talk, other).summary.content
    assert [each.turn_count for each in sessions(talk, one)] == [2]
    assert not sessions(talk, one)[0].HasField("end_time")
    forget(stub, other, everything=True)
    assert contents(talk, one) == ["我住在成都", "我朋友阿楠来了"]
    assert sessions(talk, other) == []


def test_page_tokens_are_good_for_their_own_question(
    stub, talk, new_user: Callable[[], str]
) -> None:
    one, other = new_user(), new_user()
    for user, session in itertools.product((one, other), ("s1", "s2")):
        append(talk, user, "在吗", "在的", session=session, extraction=OFF)
    of_turns = next(pages(talk.ListTurns, reading(one), 1)).next_page_token
    of_sessions = next(pages(talk.ListSessions, listing(one), 1)).next_page_token
    for token in (of_sessions, *forged(of_turns)):
        assert_no_token(talk.ListTurns, reading(one), token)
    for request in (reading(other), reading(one, "s2"), reading(one, "s"), reading(one, "s11")):
        assert_no_token(talk.ListTurns, request, of_turns)
    for token in (of_turns, *forged(of_sessions)):
        assert_no_token(talk.ListSessions, listing(one), token)
    assert_no_token(talk.ListSessions, listing(other), of_sessions)


BAD_SESSIONS = {
    "": "required",
    " \n　\u200b": "white space",
    "a\0b": "NUL",
    "s" * 513: "513 bytes",
    "好" * 171: "513 bytes",
}
BAD_USERS = {"": "required", "\u200b ": "white space", "\0": "NUL", "u" * 513: "513 bytes"}


@pytest.mark.parametrize("method", ["EndSession", "ListTurns"])
@pytest.mark.parametrize("number", range(len(BAD_SESSIONS)))
def test_a_bad_session_id_is_named(stub, talk, user: str, method: str, number: int) -> None:
    session_id, words = list(BAD_SESSIONS.items())[number]
    make = getattr(talk_service, f"{method}Request")
    refused = refusal(getattr(talk, method), make(user_id=user, session_id=session_id))
    assert_refused(refused, {"session_id": words})


@pytest.mark.parametrize("method", ["EndSession", "ListTurns", "ListSessions"])
@pytest.mark.parametrize("number", range(len(BAD_USERS)))
def test_a_bad_user_id_is_named(stub, talk, method: str, number: int) -> None:
    user_id, words = list(BAD_USERS.items())[number]
    request = getattr(talk_service, f"{method}Request")(user_id=user_id)
    violations = {"user_id": words}
    if method != "ListSessions":
        violations["session_id"] = "required"
    if method != "EndSession":
        request.page_size = 1_001
        violations["page_size"] = "at most 1000"
    assert_refused(refusal(getattr(talk, method), request), violations)


def test_the_size_of_a_page(stub, talk, user: str) -> None:
    for size in (1_001, 2**32 - 1):
        for call, request in ((talk.ListTurns, reading(user)), (talk.ListSessions, listing(user))):
            request.page_size = size
            assert_refused(refusal(call, request), {"page_size": "at most 1000"})
    for batch in range(2):
        told: list[Any] = [f"{batch}-{number}" for number in range(60)]
        append(talk, user, *told, extraction=OFF)
    page = talk.ListTurns(reading(user), timeout=30)
    assert len(page.turns) == 100
    assert page.next_page_token
