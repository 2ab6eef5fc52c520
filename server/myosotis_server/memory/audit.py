"""The audit trail: who did what to whose memories and how it ended, in a chain of hashes."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from myosotis_server.memory.values import MINUTE, Instant, Owner, TimeRange

ANONYMOUS = "(anonymous)"
"""The actor of a call without an API key, or with one that is not known. No key has such a name."""
SYSTEM = "(system)"
"""The actor of what the trail tells of itself."""
OPERATOR = "(operator)"
"""The actor of what is done to the store itself, by whoever has it at hand."""
EVENTS_LOST = "audit.events_lost"
"""So many events could not be kept (`count`): the store took none for too long."""
EVENTS_PRUNED = "audit.events_pruned"
"""So many events (`count`) had outlived their retention."""
TRAIL_MENDED = "audit.trail_mended"
"""The trail's end was not as it was left (`why`): what lay there before may be gone."""

CALLS_REFUSED = "audit.calls_refused"
"""So many more calls (`count`) came at about that time from callers who are not known."""

DIGEST_DIGITS = 32
"""Of a user's digest, in hexadecimal."""
CLOCK_SLACK = 60 * MINUTE
"""How far the times of events may be out of order for a time range to find them all."""


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One call. It holds no content, no user id and no key.

    `tenant` is "" where it is not known, `actor` the API key's name, `action` such as
    memory.recall, `user_digest` 32 hexadecimal digits or "" where the call names no user,
    `outcome` the name of a status code. `event_id` is given by the trail.
    """

    time: Instant
    tenant: str
    actor: str
    action: str
    user_digest: str
    outcome: str
    request_id: str = ""
    details: Mapping[str, str] = field(default_factory=dict)
    event_id: str = ""


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Narrows to some events; fields are ANDed. `tenant` None means those of every tenant."""

    tenant: str | None = None
    user_digest: str = ""
    span: TimeRange = field(default_factory=TimeRange)

    def matches(self, event: AuditEvent) -> bool:
        start, end = self.span.start, self.span.end
        return (
            (self.tenant is None or event.tenant == self.tenant)
            and (not self.user_digest or event.user_digest == self.user_digest)
            and (start is None or event.time >= start)
            and (end is None or event.time < end)
        )


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Events, newest first, and the place after which there may be more, "" at the end."""

    events: Sequence[AuditEvent]
    next: str


class Fault(StrEnum):
    """What can be wrong at one place of the trail."""

    KEY = "the trail's key is missing or damaged"
    START = "the mark of where the trail begins is damaged"
    END = "the mark of where the trail ends is missing or damaged"
    MISSING = "the event is missing"
    DAMAGED = "the event fails its check: it was changed, moved or forged"
    UNCHAINED = "the event does not follow the one before it"
    BEYOND = "lies outside the trail: it was never written here"
    LEFT = "no event has the hash given: it was taken away, or is older than what is kept"
    MENDED = "here the server found the trail's end missing or changed, and went on"


@dataclass(frozen=True, slots=True)
class AuditFault:
    """`sequence` counts events from 1; 0 is the trail as a whole."""

    sequence: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """What `AuditLog.verify` found: the first of `fault_count` faults, in order.

    `head` is the hash of the last of `event_count` events, in hexadecimal. Kept elsewhere, it shows
    later that nothing before it was changed, and that no older copy was put in its place.
    """

    event_count: int
    head: str
    faults: tuple[AuditFault, ...] = ()
    fault_count: int = 0


class AuditLog(Protocol):
    """A trail to which events are only added. Several processes may add to one trail at once."""

    def digest(self, owner: Owner) -> str:
        """What stands for `owner`: 32 hexadecimal digits, equal for equal owners for good.

        It must tell nothing to who lacks the store's keys.
        """

    def append(self, events: Sequence[AuditEvent], urgent: bool = False) -> "Future[None]":
        """Durable once done, all of them or none, in this order; their ids are not looked at.

        Fails with StoreFull without room; `urgent` takes the room that is kept for forgetting.
        A trail whose end was changed must be gone on with, and that must be told by an event.
        """

    def events(self, wanted: AuditFilter, after: str, limit: int) -> AuditPage:
        """Up to `limit` of those wanted, newest first, older than the place `after` ("" for none).

        It looks at a bounded number of events, so a page may have fewer, or none, and still be
        followed by another. It must pass over damaged events. With a time range it may miss events
        whose times are out of order by more than `CLOCK_SLACK`. RecordCorrupt where the trail's key
        is damaged, ValueError for a place that is none.
        """

    def prune(self, before: Instant, now: Instant) -> "Future[int]":
        """How many events from before `before` went, of the oldest and a bounded number at a time.

        What remains must verify. Where any went, an event at `now` must tell how many.
        """

    def verify(self, head: str = "") -> AuditCheck:
        """Follows the whole chain; must find whatever was changed, moved, removed or added.

        Where an earlier `head` is given, the chain must still come by it.
        """
