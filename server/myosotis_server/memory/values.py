"""The values that the whole server speaks in.

Times are `Instant`s: whole microseconds since 1970-01-01 UTC. Enum numbers equal the wire's, which
a test checks, so that the edge converts by number alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

Instant = int
"""Microseconds since the Unix epoch, UTC."""

SECOND = 1_000_000
MINUTE = 60 * SECOND
DAY = 86_400 * SECOND

MOST_TAGS = 64
MOST_METADATA = 64
MOST_SOURCES = 64
"""How many of each a memory carries, however often it is said again."""


class MemoryKind(IntEnum):
    UNSPECIFIED = 0
    FACT = 1
    PREFERENCE = 2
    EVENT = 3
    EMOTION = 4
    HABIT = 5
    VALUE = 6
    SUMMARY = 7


class MemoryTier(IntEnum):
    UNSPECIFIED = 0
    SHORT_TERM = 1
    EPISODIC = 2
    SEMANTIC = 3


class MemoryOrigin(IntEnum):
    UNSPECIFIED = 0
    EXPLICIT = 1
    INFERRED = 2
    CONSOLIDATED = 3
    IMPORTED = 4


class Emotion(IntEnum):
    UNSPECIFIED = 0
    NEUTRAL = 1
    HAPPY = 2
    SAD = 3
    ANXIOUS = 4
    ANGRY = 5
    CALM = 6
    SURPRISED = 7
    TIRED = 8


class Sensitivity(IntEnum):
    UNSPECIFIED = 0
    NORMAL = 1
    PERSONAL = 2
    SENSITIVE = 3


class MemoryState(IntEnum):
    UNSPECIFIED = 0
    ACTIVE = 1
    SUPERSEDED = 2
    PSEUDONYMISED = 3


class ReconcileMode(IntEnum):
    UNSPECIFIED = 0
    FULL = 1
    EXACT = 2
    OFF = 3


class ChangeAction(IntEnum):
    UNSPECIFIED = 0
    CREATED = 1
    REINFORCED = 2
    MERGED = 3
    SUPERSEDED = 4
    UPDATED = 5
    REJECTED = 6
    EXPIRED = 7
    FORGOTTEN = 8


class RecallMode(IntEnum):
    UNSPECIFIED = 0
    EXPLICIT = 1
    ASSOCIATIVE = 2


class ForgetMode(IntEnum):
    UNSPECIFIED = 0
    ERASE = 1
    PSEUDONYMISE = 2


class Role(IntEnum):
    UNSPECIFIED = 0
    USER = 1
    ASSISTANT = 2
    SYSTEM = 3


class ExtractionMode(IntEnum):
    UNSPECIFIED = 0
    BACKGROUND = 1
    INLINE = 2
    OFF = 3


@dataclass(frozen=True, slots=True)
class Owner:
    """The isolation key: nothing of one owner is ever visible to another."""

    tenant: str
    user_id: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """A structured reading of a memory, such as favourite_drink = latte."""

    key: str
    value: str
    number: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class TurnReference:
    session_id: str
    turn_id: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said at once; `turn_id` is unique within its session."""

    turn_id: str
    role: Role
    content: str
    say_time: Instant
    speaker: str = ""
    emotion: Emotion = Emotion.UNSPECIFIED
    emotion_intensity: float = 0.0


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing known of a user, as stored.

    `create_time` and `valid_from` are when it was first said (the earliest observe time),
    `update_time` when it was last said or changed. `memory_id` is a UUID's canonical text. The
    access fields are kept apart from the rest in the store and do not count as changes.
    """

    memory_id: str
    content: str
    kind: MemoryKind
    tier: MemoryTier
    origin: MemoryOrigin
    state: MemoryState
    create_time: Instant
    update_time: Instant
    valid_from: Instant
    valid_to: Instant | None = None
    event_time: Instant | None = None
    expire_time: Instant | None = None
    attribute: Attribute | None = None
    emotion: Emotion = Emotion.UNSPECIFIED
    emotion_intensity: float = 0.0
    importance: float = 0.5
    confidence: float = 1.0
    mention_count: int = 1
    sensitivity: Sensitivity = Sensitivity.NORMAL
    pinned: bool = False
    language: str = ""
    subject: str = ""
    session_id: str = ""
    sources: tuple[TurnReference, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    superseded_by: str = ""
    last_access_time: Instant | None = None
    access_count: int = 0
    revision: int = 0
    """The user's revision that last changed it; what its etag is made of."""
    learn_time: Instant | None = None
    """When the server was last told of it, by its own clock: disuse counts from then."""
    faded_to: Instant | None = None
    """Up to when disuse has been taken off its confidence."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something to remember, checked by the edge. Unset fields are for the server to work out."""

    content: str
    kind: MemoryKind = MemoryKind.UNSPECIFIED
    tier: MemoryTier = MemoryTier.UNSPECIFIED
    origin: MemoryOrigin = MemoryOrigin.UNSPECIFIED
    attribute: Attribute | None = None
    emotion: Emotion = Emotion.UNSPECIFIED
    emotion_intensity: float | None = None
    importance: float | None = None
    confidence: float | None = None
    sensitivity: Sensitivity = Sensitivity.UNSPECIFIED
    pinned: bool = False
    subject: str = ""
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    event_time: Instant | None = None
    observe_time: Instant | None = None
    ttl: int | None = None
    """Microseconds after the observe time at which it expires."""
    sources: tuple[TurnReference, ...] = ()
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """Half-open: `start` included, `end` excluded; None is unbounded."""

    start: Instant | None = None
    end: Instant | None = None


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Narrows to some of a user's memories: fields are ANDed, values within a field ORed."""

    kinds: frozenset[MemoryKind] = frozenset()
    tiers: frozenset[MemoryTier] = frozenset()
    emotions: frozenset[Emotion] = frozenset()
    tags: frozenset[str] = frozenset()
    session_ids: frozenset[str] = frozenset()
    attribute_keys: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    metadata: Mapping[str, str] = field(default_factory=dict)
    min_importance: float | None = None
    min_confidence: float | None = None
    create_time: TimeRange | None = None
    event_time: TimeRange | None = None
    include_superseded: bool = False

    @property
    def is_empty(self) -> bool:
        """True where nothing narrows: such a filter matches every active memory."""
        return self == MemoryFilter(include_superseded=self.include_superseded)


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What one statement or call did to one memory; `memory` is its state just after.

    Without `in_history` that is none of the states that the memory has had: time did it alone.
    """

    action: ChangeAction
    memory: Memory
    revision: int = 0
    replaced_memory_ids: tuple[str, ...] = ()
    item_index: int = 0
    note: str = ""
    in_history: bool = True


@dataclass(frozen=True, slots=True)
class RecallWeights:
    """How much each part counts, each 0 or more. `recency_decay_per_day` is λ of e^(−λ·days).

    Relevance is made of the semantic, lexical, context and graph parts, which are weighed against
    each other by the fields of their names.
    """

    relevance: float
    recency: float
    frequency: float
    importance: float
    emotion: float
    recency_decay_per_day: float
    semantic: float
    lexical: float
    context: float
    graph: float = 0.0


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The parts of one score, each 0 to 1 before weighting."""

    semantic: float = 0.0
    lexical: float = 0.0
    context: float = 0.0
    recency: float = 0.0
    frequency: float = 0.0
    importance: float = 0.0
    emotion: float = 0.0
    graph: float = 0.0
