"""Tells who a call comes from by its API key; makes new keys."""

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Iterable

import structlog

from myosotis_server.memory.access import (
    ANYONE,
    ApiKey,
    Authentication,
    Caller,
    KeyRing,
    KeyStore,
    Scope,
)
from myosotis_server.memory.errors import NotAuthenticated, RecordCorrupt
from myosotis_server.memory.ports import Clock
from myosotis_server.memory.values import Instant
from myosotis_server.service.lanes import Lanes

SECRET_PREFIX = "myo_"
"""By which a key is known for one, to people and to scanners of leaked secrets."""
FRESH_SECONDS = 2.0
"""How long keys are taken for what they were when last read: so soon a revocation tells."""

_LONGEST_HEADER = 256
_SCHEME = "bearer "
_INDEX_BYTES = 8


def new_key(
    store: KeyStore,
    secret: str,
    name: str,
    tenant: str,
    scopes: Iterable[Scope],
    now: Instant,
    expire_time: Instant | None = None,
    *,
    server_wide: bool = False,
) -> ApiKey:
    """Keeps a key for `secret`, which must be 256 random bits. KeyNameTaken if the name is."""
    digest = _digest(store.ring().digest_key, secret)
    key = ApiKey(name, tenant, frozenset(scopes), digest, now, expire_time, server_wide=server_wide)
    store.add(key)
    return key


class Admission:
    """Knows the keys of the last seconds. For one event loop."""

    def __init__(
        self,
        store: KeyStore,
        lanes: Lanes,
        clock: Clock,
        authentication: Authentication,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seconds` is a clock that nobody sets: a revocation must tell whatever the time is."""
        self._store = store
        self._lanes = lanes
        self._clock = clock
        self._authentication = authentication
        self._seconds = seconds
        self._ring: KeyRing | None = None
        self._by_digest: dict[bytes, ApiKey] = {}
        self._stale_from = 0.0
        self._reading: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("myosotis")

    async def caller(self, authorization: str | None) -> Caller:
        """Who sent the header `authorization`, None if there was none. NotAuthenticated if nobody
        is known to have that key."""
        if self._authentication is Authentication.OFF:
            return ANYONE
        if self._ring is None or self._seconds() >= self._stale_from:
            await self._read_again()
        if self._authentication is Authentication.AUTO and not self._ring:
            return ANYONE
        return self._known(authorization).caller

    def _known(self, authorization: str | None) -> ApiKey:
        """The valid key in a header; the same refusal for whatever is wrong with it."""
        if self._ring is not None and authorization and len(authorization) <= _LONGEST_HEADER:
            scheme, secret = authorization[: len(_SCHEME)], authorization[len(_SCHEME) :].strip()
            if scheme.lower() == _SCHEME and secret.startswith(SECRET_PREFIX):
                digest = _digest(self._ring.digest_key, secret)
                key = self._by_digest.get(digest[:_INDEX_BYTES])
                if (
                    key is not None
                    and hmac.compare_digest(key.digest, digest)
                    and key.is_valid(self._clock.now())
                ):
                    return key
        raise NotAuthenticated("the call has no valid API key")

    async def _read_again(self) -> None:
        """Reads the keys, once for all calls that wait for them."""
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        # Whoever goes away must not take the others' answer along.
        await asyncio.shield(self._reading)

    async def _read(self) -> None:
        try:
            begun = self._seconds()
            ring = await self._lanes.call(self._store.ring)
            self._by_digest = {key.digest[:_INDEX_BYTES]: key for key in ring.keys}
            if ring.unreadable and (self._ring is None or not self._ring.unreadable):
                self._log.error("damaged API keys are refused", count=ring.unreadable)
            self._ring = ring
            self._stale_from = begun + FRESH_SECONDS
        except RecordCorrupt:
            self._log.error("the key of all digests is damaged: every API key is refused")
            raise NotAuthenticated("API keys cannot be checked") from None
        finally:
            self._reading = None


def _digest(digest_key: bytes, secret: str) -> bytes:
    # What a header cannot carry is no key of ours, whatever it turns into.
    return hmac.digest(digest_key, secret.encode(errors="replace"), hashlib.sha256)
