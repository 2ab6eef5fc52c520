"""Copies of the store, and of what they need to be read: the port that takes them."""

from enum import StrEnum
from typing import Protocol

from myosotis_server.memory.values import Instant


class BackupKind(StrEnum):
    """Of what a backup is. Two, because only what is not in a copy can make it unreadable."""

    STORE = "store"
    """Everything but what follows, encrypted as it lies in the store."""
    USER_KEYS = "user-keys"
    """The users' secrets: of these only the latest copy may be kept, or erasing is undone."""


class TakenBackup(Protocol):
    """A backup that has been taken and is being read."""

    def read(self) -> bytes:
        """The next bytes, at most 1 MiB; none at the end, which closes it."""

    def close(self) -> None:
        """Gives back what it holds, also before the end; may be called again."""


class Backups(Protocol):
    """Takes backups while the store is in use."""

    def take(self, kind: BackupKind, now: Instant, model_digest: str) -> TakenBackup:
        """The store as it was at one moment after the call began. Blocks while it is copied.

        StoreFull where there is no room for the copy, StoreUnusable where it cannot be made.
        """
