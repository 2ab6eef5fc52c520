"""What goes in and comes out of the clients: frozen, plain Python values.

Times are aware datetimes, UTC when they come from the server. Scores, importance, confidence and
intensity lie between 0 and 1. An empty string or None means that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypedDict

from myosotis.enums import (
    ChangeAction,
    Emotion,
    Kind,
    Origin,
    RecallMode,
    Sensitivity,
    State,
    Tier,
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A structured reading of a memory, such as favourite_drink = latte.

    `key` is snake_case, at most 64 characters. `number` is set for a quantity, in `unit`.
    """

    key: str
    value: str = ""
    number: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class TurnReference:
    """The turn from which a memory was taken."""

    session_id: str
    turn_id: str


@dataclass(frozen=True, slots=True)
class NodeReference:
    """A node of the memory graph: either a memory or an entity, by its id."""

    memory_id: str = ""
    entity_id: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing known of a user, as the server holds it.

    `language` is a BCP 47 tag, `subject` whom it concerns (empty: the user). It is held to be true
    from `valid_from_time` until `valid_to_time`; no end means still. `etag` changes whenever the
    memory does.
    """

    memory_id: str
    user_id: str
    content: str
    kind: Kind = Kind.UNSPECIFIED
    tier: Tier = Tier.UNSPECIFIED
    origin: Origin = Origin.UNSPECIFIED
    state: State = State.UNSPECIFIED
    attribute: Attribute | None = None
    emotion: Emotion = Emotion.UNSPECIFIED
    emotion_intensity: float = 0.0
    importance: float = 0.0
    confidence: float = 0.0
    mention_count: int = 0
    sensitivity: Sensitivity = Sensitivity.UNSPECIFIED
    pinned: bool = False
    language: str = ""
    subject: str = ""
    session_id: str = ""
    sources: tuple[TurnReference, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    event_time: datetime | None = None
    valid_from_time: datetime | None = None
    valid_to_time: datetime | None = None
    superseded_by: str = ""
    create_time: datetime | None = None
    update_time: datetime | None = None
    last_access_time: datetime | None = None
    access_count: int = 0
    expire_time: datetime | None = None
    etag: str = ""

    @property
    def node(self) -> NodeReference:
        """The memory as a node of the graph."""
        return NodeReference(memory_id=self.memory_id)


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A statement to remember; the server works out what is left out.

    `content` is at most 8,192 bytes of UTF-8. `observe_time` is when it was said (the server's
    clock if None), `event_time` when what it tells of happens, `ttl` how long to keep it.
    """

    content: str
    kind: Kind = Kind.UNSPECIFIED
    tier: Tier = Tier.UNSPECIFIED
    origin: Origin = Origin.UNSPECIFIED
    attribute: Attribute | None = None
    emotion: Emotion = Emotion.UNSPECIFIED
    importance: float | None = None
    confidence: float | None = None
    pinned: bool = False
    subject: str = ""
    tags: Sequence[str] = ()
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    event_time: datetime | None = None
    observe_time: datetime | None = None
    ttl: timedelta | None = None
    sources: Sequence[TurnReference] = ()


class MemoryFields(TypedDict, total=False):
    """What `update` can change. None takes an attribute or a time away, () takes tags away."""

    content: str
    kind: Kind
    tier: Tier
    attribute: Attribute | None
    emotion: Emotion
    emotion_intensity: float
    importance: float
    confidence: float
    sensitivity: Sensitivity
    pinned: bool
    subject: str
    tags: Sequence[str]
    metadata: Mapping[str, str]
    event_time: datetime | None
    expire_time: datetime | None


@dataclass(frozen=True, slots=True)
class TimeRange:
    """From `start_time`, included, to `end_time`, excluded; None leaves that end open."""

    start_time: datetime | None = None
    end_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Narrows a call. Fields are ANDed, values within a field ORed; empty means all active ones."""

    kinds: Sequence[Kind] = ()
    tiers: Sequence[Tier] = ()
    emotions: Sequence[Emotion] = ()
    tags: Sequence[str] = ()
    session_ids: Sequence[str] = ()
    attribute_keys: Sequence[str] = ()
    subjects: Sequence[str] = ()
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    min_importance: float | None = None
    min_confidence: float | None = None
    create_time: TimeRange | None = None
    event_time: TimeRange | None = None
    include_superseded: bool = False


@dataclass(frozen=True, slots=True)
class RecallWeights:
    """How much each part counts, 0 or more; None keeps the server's default.

    `recency_decay_per_day` is the rate at which recency falls, per day. `semantic`, `lexical`,
    `context` and `graph` say how much each part of relevance counts beside the others.
    """

    relevance: float | None = None
    recency: float | None = None
    frequency: float | None = None
    importance: float | None = None
    emotion: float | None = None
    recency_decay_per_day: float | None = None
    semantic: float | None = None
    lexical: float | None = None
    context: float | None = None
    graph: float | None = None


@dataclass(frozen=True, slots=True)
class IdentitySignals:
    """What is known of who is asking, for memories that need care. Scores are 0 to 1."""

    device_id: str = ""
    voiceprint_score: float | None = None
    behaviour_score: float | None = None
    confirmed_explicitly: bool = False


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The parts of a score, each 0 to 1 before weighting."""

    semantic: float = 0.0
    lexical: float = 0.0
    context: float = 0.0
    recency: float = 0.0
    frequency: float = 0.0
    importance: float = 0.0
    emotion: float = 0.0
    graph: float = 0.0


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory, with how well it answers the query: 0 to 1."""

    memory: Memory
    score: float
    breakdown: ScoreBreakdown


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What happened to a memory, which item of the request led to it (from 0), and why.

    Where the action is REJECTED there is no memory: all of its fields are empty.
    """

    action: ChangeAction
    memory: Memory
    replaced_memory_ids: tuple[str, ...] = ()
    item_index: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class RememberResult:
    """What remembering changed. Pass `revision` to recall as `min_revision` to read your writes."""

    changes: tuple[MemoryChange, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Memories, best first; with how many were held back until the user's identity is sure."""

    memories: tuple[RecalledMemory, ...]
    mode: RecallMode
    emotion: Emotion
    withheld_count: int
    identity_confirmation_required: bool
    revision: int


@dataclass(frozen=True, slots=True)
class ForgetResult:
    """What was forgotten, or, after a dry run, what would be. `receipt_id` proves it in audits."""

    forgotten_count: int
    memories: tuple[Memory, ...]
    receipt_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """The memory as it now is, and the user's revision after the write."""

    memory: Memory
    revision: int


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """What of an import is on disk: the first `acknowledged_count` batches, and what they did."""

    acknowledged_count: int
    created_count: int
    reinforced_count: int
    rejected_count: int


@dataclass(frozen=True, slots=True)
class ExportBatch:
    """Some of what is held about a user; the batches together are all of it."""

    memories: tuple[Memory, ...]
    revisions: tuple[MemoryChange, ...]
