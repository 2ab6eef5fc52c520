"""Statements made whole: languages, defaults, times."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import NAMESPACE, NOON, quick
from myosotis_server.memory.identity import memory_id
from myosotis_server.memory.values import (
    DAY,
    SECOND,
    Attribute,
    Emotion,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Statement,
    TurnReference,
)
from myosotis_server.understanding.describe import (
    CONFIDENCE,
    IMPORTANCE,
    describe,
    language_of,
    with_origin,
)

KINDS = [kind for kind in MemoryKind if kind]
ORIGINS = [origin for origin in MemoryOrigin if origin]


def described(content: str = "likes tea", **fields: Any) -> Memory:
    return describe(Statement(content, **fields), NAMESPACE, NOON)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我喜欢喝茶", "zh"),
        ("我在 Google 上班", "zh"),
        ("我的 MBTI 是 INFP", "zh"),
        ("今天好累😭😭😭", "zh"),
        ("我養了一隻貓", "zh"),
        ("我在读列夫・托尔斯泰", "zh"),
        ("我在读列夫·托尔斯泰", "zh"),
        ("I moved to Chengdu in May", "en"),
        ("my favourite dish is 麻婆", "en"),
        ("J'aime le café", "en"),
        ("so tired 😭", "en"),
        ("東京に住んでいます", "ja"),
        ("コーヒーが好き", "ja"),
        ("Google で働いています", "ja"),
        ("저는 서울에 살아요", "ko"),
        ("커피를 좋아해요", "ko"),
        ("😀🎉", "und"),
        ("12345 +-", "und"),
        ("Привет", "und"),
        ("", "und"),
    ],
)
def test_language_is_that_which_carries_the_text(text: str, language: str) -> None:
    assert language_of(text) == language


@quick
@given(st.text(max_size=40))
def test_every_text_has_a_language(text: str) -> None:
    assert language_of(text) in {"zh", "en", "ja", "ko", "und"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_defaults(kind: MemoryKind) -> None:
    made = described(kind=kind)
    assert made.kind is kind
    assert made.importance == IMPORTANCE[kind]
    assert 0 < made.importance < 1
    fleeting = {MemoryKind.EVENT, MemoryKind.EMOTION, MemoryKind.SUMMARY}
    assert made.tier is (MemoryTier.EPISODIC if kind in fleeting else MemoryTier.SEMANTIC)


@pytest.mark.parametrize("origin", ORIGINS)
def test_every_origin_has_its_confidence(origin: MemoryOrigin) -> None:
    assert described(origin=origin).confidence == CONFIDENCE[origin]
    assert described(origin=origin).origin is origin


def test_what_is_inferred_is_less_sure_than_what_was_said() -> None:
    assert CONFIDENCE[MemoryOrigin.INFERRED] == min(CONFIDENCE.values())
    assert CONFIDENCE[MemoryOrigin.EXPLICIT] == max(CONFIDENCE.values())


def test_what_was_said_is_explicit_by_default() -> None:
    assert described().origin is MemoryOrigin.EXPLICIT


def test_a_time_makes_an_event_unless_the_kind_is_given() -> None:
    assert described().kind is MemoryKind.FACT
    assert described(event_time=NOON).kind is MemoryKind.EVENT
    assert described(event_time=NOON, kind=MemoryKind.HABIT).kind is MemoryKind.HABIT


def test_what_the_caller_set_stands_even_where_it_is_zero() -> None:
    made = described(importance=0.0, confidence=0.0, tier=MemoryTier.SHORT_TERM)
    assert (made.importance, made.confidence) == (0.0, 0.0)
    assert made.tier is MemoryTier.SHORT_TERM


def test_it_holds_from_when_it_was_said() -> None:
    now = described()
    assert (now.create_time, now.update_time, now.valid_from) == (NOON, NOON, NOON)
    then = described(observe_time=NOON - DAY)
    assert then.valid_from == then.create_time == then.update_time == NOON - DAY
    assert now.valid_to is None


def test_it_expires_so_long_after_it_was_said() -> None:
    assert described().expire_time is None
    assert described(ttl=60 * SECOND).expire_time == NOON + 60 * SECOND
    late = described(ttl=60 * SECOND, observe_time=NOON - DAY)
    assert late.expire_time == NOON - DAY + 60 * SECOND


def test_a_feeling_is_felt_by_half_and_none_not_at_all() -> None:
    assert described(emotion=Emotion.ANXIOUS).emotion_intensity == 0.5
    assert described().emotion_intensity == 0


def test_everything_else_is_passed_on() -> None:
    given = {
        "attribute": Attribute("drink", "茶"),
        "pinned": True,
        "subject": "妈妈",
        "tags": ("家",),
        "metadata": {"来源": "chat"},
        "sources": (TurnReference("s", "1"),),
        "session_id": "s",
    }
    made = described("喜欢喝茶", **given)
    assert {name: getattr(made, name) for name in given} == given
    assert made.content == "喜欢喝茶"
    assert made.language == "zh"
    assert made.state is MemoryState.ACTIVE
    assert (made.mention_count, made.access_count, made.revision) == (1, 0, 0)


def test_its_id_is_that_of_the_statement() -> None:
    made = described("喜欢喝茶", subject="妈妈")
    assert made.memory_id == memory_id(NAMESPACE, MemoryKind.FACT, "妈妈", "喜欢喝茶")
    copy = describe(Statement("喜欢喝茶", subject="妈妈"), NAMESPACE, NOON, "3:0")
    assert copy.memory_id != made.memory_id


def test_an_origin_is_filled_in_and_never_replaced() -> None:
    plain = Statement("likes tea")
    assert with_origin(plain, MemoryOrigin.IMPORTED).origin is MemoryOrigin.IMPORTED
    inferred = Statement("likes tea", origin=MemoryOrigin.INFERRED)
    assert with_origin(inferred, MemoryOrigin.IMPORTED) is inferred
