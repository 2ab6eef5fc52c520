"""What can go wrong, named once. The edge maps each to a status; see `wire/errors.py`."""

from dataclasses import dataclass


class MyosotisError(Exception):
    """Base of every failure that a caller is told about. Messages hold no content and no names."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing wrong with a request: the field's path, and what it should have been."""

    field: str
    description: str


class InvalidRequest(MyosotisError):
    """The request breaks the contract; every violation is listed."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__(f"{len(violations)} invalid field(s)")
        self.violations = violations


class MemoryNotFound(MyosotisError):
    """The user has no such memory."""

    def __init__(self, memory_id: str) -> None:
        super().__init__("no such memory")
        self.memory_id = memory_id


class EntityNotFound(MyosotisError):
    """Nothing that is known of the user speaks of such an entity."""

    def __init__(self, entity_id: str) -> None:
        super().__init__("no such entity")
        self.entity_id = entity_id


class EtagMismatch(MyosotisError):
    """The memory changed since the caller read it."""

    def __init__(self, memory_id: str) -> None:
        super().__init__("the memory has changed since it was read")
        self.memory_id = memory_id


class RevisionMismatch(MyosotisError):
    """The user's revision is not the one that the write was planned against; plan again."""


class RequestIdReused(MyosotisError):
    """The request_id was used within 24 hours for another content."""


class TurnIdReused(MyosotisError):
    """The session has a turn of this id, which says something else."""


class StoreFull(MyosotisError):
    """The store has no room (its map or its file system is full); reads go on."""


class StoreUnusable(MyosotisError):
    """The store cannot be opened (a wrong master key, another format, a damaged file), or its disk
    fails. Whether a write that ended so was kept is unknown."""


class BackupUnusable(MyosotisError):
    """A file is no backup, not whole, damaged, or not of a store under this master key."""


class RecordCorrupt(MyosotisError):
    """Stored bytes of one user fail their authenticity check."""


class ModelMissing(MyosotisError):
    """A model pack is absent or is not what its manifest says."""


class ReembedRequired(MyosotisError):
    """The user's vectors were made by another model than the one now configured."""

    def __init__(self, stored_model: str) -> None:
        super().__init__("the stored vectors were made by another model")
        self.stored_model = stored_model


class Draining(MyosotisError):
    """The server is stopping; what was asked for goes on where it is asked for again."""


class UserNotFound(MyosotisError):
    """Nothing is held of such a user."""


class Overloaded(MyosotisError):
    """A bounded queue is full; try again after a moment."""


class RevisionNotReached(MyosotisError):
    """The revision that the caller asked to read is not there in the time given."""


class RevisionGone(MyosotisError):
    """What happened since a revision is no longer known, or the user was erased meanwhile."""


class NotAuthenticated(MyosotisError):
    """The call has no API key, or one that is unknown, ended or revoked."""


class ScopeMissing(MyosotisError):
    """The caller's key lacks the scope, or its reach over all tenants, that the call needs."""

    def __init__(self, scope: str, *, server_wide: bool = False) -> None:
        super().__init__("the key does not allow this call")
        self.scope = scope
        self.server_wide = server_wide


class RateLimited(MyosotisError):
    """Too many calls; `retry_after` is in seconds, `subject` is "key" or "user"."""

    def __init__(self, subject: str, retry_after: float) -> None:
        super().__init__("too many calls in a short time")
        self.subject = subject
        self.retry_after = retry_after


class QuotaExceeded(MyosotisError):
    """The user would hold more memories than the `limit` that they may."""

    def __init__(self, limit: int) -> None:
        super().__init__("the quota of memories is used up")
        self.limit = limit


class CertificateUnusable(MyosotisError):
    """A TLS certificate or key cannot be read, or they do not belong together."""


class TracingMissing(MyosotisError):
    """Traces are asked for, but what makes them is not installed."""


class KeyNameTaken(MyosotisError):
    """There is, or was, an API key of that name."""


class NotImplementedYet(MyosotisError):
    """Part of the contract that this version does not serve."""
