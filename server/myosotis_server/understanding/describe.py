"""Makes a statement whole: whatever its caller left open is decided here."""

import unicodedata
from dataclasses import replace
from uuid import UUID

from myosotis_server.memory.fading import SHORT_TERM_LASTS
from myosotis_server.memory.identity import memory_id
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Sensitivity,
    Statement,
)

IMPORTANCE = {
    MemoryKind.FACT: 0.7,
    MemoryKind.EVENT: 0.6,
    MemoryKind.HABIT: 0.5,
    MemoryKind.VALUE: 0.5,
    MemoryKind.EMOTION: 0.5,
    MemoryKind.SUMMARY: 0.5,
    MemoryKind.PREFERENCE: 0.4,
}
"""Middle of the band of each kind: identity 0.8-1, events 0.5-0.7, tastes 0.2-0.4."""

CONFIDENCE = {
    MemoryOrigin.EXPLICIT: 0.9,
    MemoryOrigin.IMPORTED: 0.9,
    MemoryOrigin.CONSOLIDATED: 0.8,
    MemoryOrigin.INFERRED: 0.6,
}

_NAME_DOTS = "゠・"
"""Among the kana, but Chinese parts the names of foreigners with them as well."""

_FLEETING = {MemoryKind.EVENT, MemoryKind.EMOTION, MemoryKind.SUMMARY}


def describe(statement: Statement, namespace: UUID, now: Instant, copy: str = "") -> Memory:
    """`statement` as the memory that it would be if nothing else were known of the user.

    A statement without a kind is an event if it carries a time, else a fact. `copy` is passed on
    to the memory's identity.
    """
    kind = statement.kind or (
        MemoryKind.EVENT if statement.event_time is not None else MemoryKind.FACT
    )
    tier = statement.tier or (MemoryTier.EPISODIC if kind in _FLEETING else MemoryTier.SEMANTIC)
    origin = statement.origin or MemoryOrigin.EXPLICIT
    said = now if statement.observe_time is None else statement.observe_time
    return Memory(
        memory_id=memory_id(namespace, kind, statement.subject, statement.content, copy),
        content=statement.content,
        kind=kind,
        tier=tier,
        origin=origin,
        state=MemoryState.ACTIVE,
        create_time=said,
        update_time=said,
        valid_from=said,
        event_time=statement.event_time,
        expire_time=_expire_time(statement, tier, said, now),
        attribute=statement.attribute,
        emotion=statement.emotion,
        emotion_intensity=_intensity(statement),
        importance=IMPORTANCE[kind] if statement.importance is None else statement.importance,
        confidence=(CONFIDENCE[origin] if statement.confidence is None else statement.confidence),
        sensitivity=statement.sensitivity or Sensitivity.NORMAL,
        pinned=statement.pinned,
        language=language_of(statement.content),
        subject=statement.subject,
        session_id=statement.session_id,
        sources=statement.sources,
        tags=statement.tags,
        metadata=statement.metadata,
    )


def _expire_time(
    statement: Statement, tier: MemoryTier, said: Instant, now: Instant
) -> Instant | None:
    """As its teller set it; short-term memory ends by itself."""
    if statement.ttl is not None:
        return said + statement.ttl
    return now + SHORT_TERM_LASTS if tier is MemoryTier.SHORT_TERM else None


def _intensity(statement: Statement) -> float:
    if statement.emotion_intensity is not None:
        return statement.emotion_intensity
    return 0.5 if statement.emotion else 0.0


def language_of(text: str) -> str:
    """`zh` where Chinese characters carry the text, `en` where Latin letters do, else `und`.

    A Chinese character says about as much as a Latin word, so the one is weighed against the
    other's words: "我在 Google 上班" is Chinese. Kana or Hangul make it `ja` or `ko`.
    """
    if text.isascii():
        return "en" if any(map(str.isalpha, text)) else "und"
    han = kana = hangul = latin_words = 0
    in_word = False
    for character in text:
        latin = False
        if "一" <= character <= "鿿" or "㐀" <= character <= "䶿":
            han += 1
        elif "぀" <= character <= "ヿ" and character not in _NAME_DOTS:
            kana += 1
        elif "가" <= character <= "힯":
            hangul += 1
        elif character.isalpha() and _is_latin(character):
            latin = True
            latin_words += not in_word
        in_word = latin
    if kana and kana + han >= latin_words:
        return "ja"
    if hangul and hangul >= latin_words:
        return "ko"
    if han and han >= latin_words:
        return "zh"
    return "en" if latin_words else "und"


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")


def with_origin(statement: Statement, origin: MemoryOrigin) -> Statement:
    """`statement` with `origin` where it had none."""
    return statement if statement.origin else replace(statement, origin=origin)
