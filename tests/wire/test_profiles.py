"""GetProfile on the wire: what is known of a user, by what it is about."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest

from myosotis.v1 import conversation_service_pb2 as talk_service
from myosotis.v1 import memory_pb2 as pb
from running.refusals import refusal
from wire.saying import append, forget, listed, remember
from wire.talking import HOSTILE, assert_refused, end, profile

PEOPLE = {
    "zh": {
        "facts": ["我住在成都", "我朋友阿楠在腾讯工作"],
        "preferences": ["我喜欢喝拿铁"],
        "habits": ["我每周二去游泳"],
        "values": ["对我来说家庭最重要"],
        "home": "成都",
    },
    "en": {
        "facts": ["I live in Lisbon", "My friend Priya works at Siemens"],
        "preferences": ["I like drinking latte"],
        "habits": ["I go swimming every Tuesday"],
        "values": ["Family matters most to me"],
        "home": "Lisbon",
    },
}
PARTS = ("facts", "preferences", "habits", "values")
EMPTY = talk_service.GetProfileResponse()


@pytest.mark.parametrize("language", PEOPLE)
def test_what_is_known_by_what_it_is_about(stub, talk, user: str, language: str) -> None:
    person = PEOPLE[language]
    append(talk, user, *(each for part in PARTS for each in person[part]))
    end(talk, user)
    found = profile(talk, user)
    for part in PARTS:
        assert sorted(memory.content for memory in getattr(found, part)) == sorted(person[part])
    importances = [memory.importance for memory in found.facts]
    assert importances == sorted(importances, reverse=True)
    assert person["home"] in found.summary
    assert found.summary.isascii() is (language == "en")
    known = listed(stub, user)
    assert all(memory in known for part in PARTS for memory in getattr(found, part))


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("我住在成都", "我搬到了上海", "成都", "上海"),
        ("I live in Lisbon", "I moved to Leeds", "Lisbon", "Leeds"),
    ],
)
def test_what_is_history_is_not_in_it(stub, talk, user: str, before, after, old, new) -> None:
    append(talk, user, before)
    append(talk, user, after)
    found = profile(talk, user)
    assert [memory.content for memory in found.facts] == [after]
    assert new in found.summary
    assert old not in str(found)


@pytest.mark.parametrize(
    ("walks", "meals"),
    [
        (
            ["我去爬了青城山", "我和朋友爬了峨眉山", "周末爬山看了日出", "爬山的时候下雨了"],
            ["我做了红烧肉", "红烧肉做咸了", "妈妈教我做红烧肉", "红烧肉要炖两个小时"],
        ),
        (
            [
                "I went hiking in the Alps",
                "Hiking with my brother was great",
                "It rained while hiking",
                "I bought hiking boots",
            ],
            [
                "I baked sourdough bread",
                "My bread burnt in the oven",
                "Mum taught me to bake bread",
                "This bread takes two hours",
            ],
        ),
    ],
)
def test_topics_are_what_several_memories_are_about(stub, talk, user: str, walks, meals) -> None:
    remember(stub, user, *walks, *meals)
    topics = profile(talk, user).topics
    known = {memory.memory_id: memory.content for memory in listed(stub, user)}
    assert topics
    for topic in topics:
        assert topic.label
        assert topic.memory_count == len(topic.memory_ids) >= 3
        about = {known[each] for each in topic.memory_ids}
        assert about <= set(walks) or about <= set(meals)
        latest = max(m.update_time.ToNanoseconds() for m in listed(stub, user)
                     if m.memory_id in topic.memory_ids)  # fmt: skip
        assert topic.last_time.ToNanoseconds() == latest
    counts = [topic.memory_count for topic in topics]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("language", PEOPLE)
def test_what_was_forgotten_is_not_in_it(stub, talk, user: str, language: str) -> None:
    person = PEOPLE[language]
    append(talk, user, *person["facts"])
    [home] = [each for each in profile(talk, user).facts if person["home"] in each.content]
    forget(stub, user, ids=pb.MemoryIds(memory_ids=[home.memory_id]))
    found = profile(talk, user)
    assert [memory.content for memory in found.facts] == person["facts"][1:]
    assert person["home"] not in found.summary
    forget(stub, user, everything=True)
    assert profile(talk, user) == EMPTY


def test_a_user_who_is_not_known_is_no_error(stub, talk, user: str) -> None:
    assert profile(talk, user) == EMPTY
    assert listed(stub, user) == []
    # Nor is one who has said nothing to remember.
    append(talk, user, "在吗", "ok")
    assert profile(talk, user) == EMPTY


def test_two_users_of_the_same_words_never_meet(stub, talk, new_user: Callable[[], str]) -> None:
    one, other = new_user(), new_user()
    append(talk, one, *PEOPLE["zh"]["facts"])
    append(talk, other, PEOPLE["zh"]["facts"][0])
    ids = {
        each: {memory.memory_id for memory in profile(talk, each).facts} for each in (one, other)
    }
    assert len(ids[one]) == 2
    assert len(ids[other]) == 1
    assert ids[one].isdisjoint(ids[other])
    assert all(memory.user_id == other for memory in profile(talk, other).facts)
    assert "阿楠" not in str(profile(talk, other))


def test_hostile_user_ids_are_only_names(stub, talk) -> None:
    names = {f"{uuid.uuid4()}{text}": number for number, text in enumerate(HOSTILE.values())}
    for name, number in names.items():
        append(talk, name, f"I have {number + 2} cats", session=name)
    for name, number in names.items():
        found = profile(talk, name)
        assert [memory.content for memory in found.facts] == [f"I have {number + 2} cats"]
        assert found.facts[0].user_id == name


def test_a_profile_fits_into_a_message(stub, talk, user: str) -> None:
    """However much its memories carry: clients take four mebibytes."""
    kinds = (pb.MEMORY_KIND_FACT, pb.MEMORY_KIND_PREFERENCE, pb.MEMORY_KIND_HABIT)
    metadata = {f"key {number}": "x" * 2_048 for number in range(64)}
    for kind in kinds:
        memories = [
            pb.NewMemory(content=f"{kind}-{number}", kind=kind, metadata=metadata)
            for number in range(20)
        ]
        remember(stub, user, *memories, reconcile=pb.RECONCILE_MODE_OFF)
    found = profile(talk, user)
    assert found.ByteSize() < 4 << 20
    for part in PARTS[:3]:
        assert len(getattr(found, part)) >= 5


@pytest.mark.parametrize(
    ("user_id", "words"),
    [("", "required"), ("\u200b", "white space"), ("a\0", "NUL"), ("u" * 513, "513 bytes")],
)
def test_a_bad_user_id_is_named(stub, talk, user_id: str, words: str) -> None:
    request = talk_service.GetProfileRequest(user_id=user_id)
    assert_refused(refusal(talk.GetProfile, request), {"user_id": words})
