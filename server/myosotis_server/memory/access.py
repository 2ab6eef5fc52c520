"""Who may call: API keys, the scopes that they carry, and the port that keeps them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from myosotis_server.memory.errors import ScopeMissing
from myosotis_server.memory.values import Instant

DEFAULT_TENANT = "default"
"""Whose users they are where no key says otherwise."""
TENANT_BYTES = 128

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class Authentication(StrEnum):
    """Whether calls need a key. AUTO: as soon as there ever was one."""

    AUTO = "auto"
    REQUIRED = "required"
    OFF = "off"


class Scope(StrEnum):
    """What a key allows. None includes another: who cleans up need not be able to read."""

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Need:
    """What a call takes; `server_wide` where it concerns the users of every tenant."""

    scope: Scope
    server_wide: bool = False


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the key's name ("" without keys), whose users it speaks of, what it may do."""

    name: str
    tenant: str
    scopes: frozenset[Scope]
    server_wide: bool = False

    def require(self, need: Need) -> None:
        """ScopeMissing unless the caller may do what takes `need`."""
        if need.scope not in self.scopes or (need.server_wide and not self.server_wide):
            raise ScopeMissing(need.scope, server_wide=need.server_wide)


ANYONE = Caller("", DEFAULT_TENANT, frozenset(Scope), server_wide=True)
"""Who calls where no key is asked for."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key as it is kept: a keyed digest in place of its secret.

    `name` identifies it for good, in logs and in the audit trail; `expire_time` and `revoke_time`
    are None where it does not end and has not been revoked.
    """

    name: str
    tenant: str
    scopes: frozenset[Scope]
    digest: bytes = field(repr=False)
    create_time: Instant
    expire_time: Instant | None = None
    revoke_time: Instant | None = None
    server_wide: bool = False

    def is_valid(self, now: Instant) -> bool:
        """Whether it may be used at `now`."""
        return self.revoke_time is None and (self.expire_time is None or now < self.expire_time)

    @property
    def caller(self) -> Caller:
        return Caller(self.name, self.tenant, self.scopes, self.server_wide)


@dataclass(frozen=True, slots=True)
class KeyRing:
    """Every key that was ever made, by name; `unreadable` counts those whose bytes are damaged.

    A secret's digest is its HMAC-SHA-256 under `digest_key`. That is enough: a secret is 256 random
    bits, so there is nothing that a slow hash, made for passwords, would keep from being guessed.
    """

    digest_key: bytes = field(repr=False)
    keys: Sequence[ApiKey] = ()
    unreadable: int = 0

    def __bool__(self) -> bool:
        """Whether there ever was a key."""
        return bool(self.keys) or self.unreadable > 0


class KeyStore(Protocol):
    """Keeps API keys. What one process changes, every process must see in its next `ring`."""

    def ring(self) -> KeyRing:
        """All keys from one moment. The digest key must be the same for good.

        RecordCorrupt where the digest key itself is damaged: then no key can be checked.
        """

    def add(self, key: ApiKey) -> None:
        """Durable when it returns. KeyNameTaken if there ever was a key of that name.

        Of several that add one name at once, only one may succeed.
        """

    def revoke(self, name: str, time: Instant) -> bool:
        """Durable when it returns. Whether there is such a key.

        One that is revoked already must keep its time.
        """


def is_key_name(name: str) -> bool:
    """1 to 64 of a-z, 0-9, dot, underscore and hyphen, a letter or digit first."""
    return _NAME.fullmatch(name) is not None


def is_tenant(name: str) -> bool:
    """1 to 128 bytes of UTF-8 that can be printed."""
    return bool(name) and name.isprintable() and len(name.encode()) <= TENANT_BYTES
