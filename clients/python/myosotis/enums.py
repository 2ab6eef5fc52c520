"""The contract's enums. Numbers equal the protos'; UNSPECIFIED leaves the choice to the server."""

from __future__ import annotations

from enum import IntEnum
from typing import Self


class _OpenEnum(IntEnum):
    """Keeps a number that a newer server sends, as a member named UNKNOWN_<number>."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int) or not 0 <= value < 2**31:
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member


class Kind(_OpenEnum):
    """What a memory is about."""

    UNSPECIFIED = 0
    FACT = 1  # identity, family, work, health, possessions
    PREFERENCE = 2  # likes, dislikes, ways of being spoken to
    EVENT = 3  # something that happened or is planned
    EMOTION = 4  # how the user felt, and why
    HABIT = 5  # a behaviour that recurs
    VALUE = 6  # attitudes to family, work, life
    SUMMARY = 7  # a digest of a session or a period


class Tier(_OpenEnum):
    """How long a memory is meant to last; consolidation moves memories upwards."""

    UNSPECIFIED = 0
    SHORT_TERM = 1  # hours
    EPISODIC = 2  # weeks to months, decays
    SEMANTIC = 3  # stable knowledge of the user


class Origin(_OpenEnum):
    """Where a memory comes from."""

    UNSPECIFIED = 0
    EXPLICIT = 1  # the user said so
    INFERRED = 2  # concluded from what the user said
    CONSOLIDATED = 3  # distilled from several memories
    IMPORTED = 4


class Emotion(_OpenEnum):
    """How the user felt."""

    UNSPECIFIED = 0
    NEUTRAL = 1
    HAPPY = 2
    SAD = 3
    ANXIOUS = 4
    ANGRY = 5
    CALM = 6
    SURPRISED = 7
    TIRED = 8


class Sensitivity(_OpenEnum):
    """How careful a reader must be with a memory."""

    UNSPECIFIED = 0
    NORMAL = 1
    PERSONAL = 2  # contact, address, birthday: redacted in display
    SENSITIVE = 3  # health, sexuality, identity papers, credentials


class State(_OpenEnum):
    """Whether a memory still holds."""

    UNSPECIFIED = 0
    ACTIVE = 1
    SUPERSEDED = 2  # was true until `valid_to_time`
    PSEUDONYMISED = 3


class Durability(_OpenEnum):
    """When a write returns; UNSPECIFIED is SYNCED."""

    UNSPECIFIED = 0
    SYNCED = 1  # on disk before the call returns
    QUEUED = 2  # accepted; on disk within a second


class ReconcileMode(_OpenEnum):
    """How new statements meet what is known; UNSPECIFIED is FULL."""

    UNSPECIFIED = 0
    FULL = 1  # reinforce, merge, supersede
    EXACT = 2  # reinforce only identical statements
    OFF = 3  # always add


class ChangeAction(_OpenEnum):
    """What happened to a memory."""

    UNSPECIFIED = 0
    CREATED = 1
    REINFORCED = 2  # said before: mention_count and confidence rise
    MERGED = 3  # near-duplicate folded in
    SUPERSEDED = 4  # an older memory ended by a newer one
    UPDATED = 5
    REJECTED = 6  # the privacy filter refused it; see `note`
    EXPIRED = 7
    FORGOTTEN = 8


class RecallMode(_OpenEnum):
    """How recall weighs its parts; UNSPECIFIED is decided from the query."""

    UNSPECIFIED = 0
    EXPLICIT = 1  # the user asks what they said: exact terms weigh more
    ASSOCIATIVE = 2  # the mood and topic call up similar scenes


class Role(_OpenEnum):
    """Who said a turn."""

    UNSPECIFIED = 0
    USER = 1
    ASSISTANT = 2
    SYSTEM = 3


class ExtractionMode(_OpenEnum):
    """When what turns tell is learnt; UNSPECIFIED is BACKGROUND."""

    UNSPECIFIED = 0
    BACKGROUND = 1
    INLINE = 2  # before the call returns
    OFF = 3


class ContextFormat(_OpenEnum):
    """What a context comes as; UNSPECIFIED is MESSAGES."""

    UNSPECIFIED = 0
    MESSAGES = 1  # system message and window, ready for a chat model
    TEXT = 2  # one block of text


class EntityType(_OpenEnum):
    """What sort of thing memories speak of."""

    UNSPECIFIED = 0
    USER = 1
    PERSON = 2
    PLACE = 3
    ORGANISATION = 4
    THING = 5
    ACTIVITY = 6
    TIME = 7
    CATEGORY = 8


class ForgetMode(_OpenEnum):
    """What forgetting leaves; UNSPECIFIED is ERASE."""

    UNSPECIFIED = 0
    ERASE = 1  # gone, and unreadable in any backup
    PSEUDONYMISE = 2  # kept for statistics, tied to no person
