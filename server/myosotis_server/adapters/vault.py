"""Keys: master key and a user's secret wrap one random key per user, which seals their values.

A sealed value is a nonce and an AES-256-GCM ciphertext, bound to its place: database and key are
its associated data, so that a value moved elsewhere fails its check.
"""

import contextlib
import hashlib
import hmac
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from myosotis_server.adapters.keyed_digest import KeyedDigest
from myosotis_server.memory.errors import MyosotisError, RecordCorrupt, StoreUnusable
from myosotis_server.memory.values import Owner

KEY_SIZE = 32
NONCE_SIZE = 12
REREAD_SECONDS = 1.0
"""How long after asking for the master keys anew they are not asked for again."""

_CHECK = b"myosotis"
_CHECK_PLACE = (b"meta", b"check")
_USER_KEY = b"user key"

_log = logging.getLogger(__name__)


def data_file(store: Path) -> Path:
    """The one file in the folder `store` that holds data."""
    return store / "data.mdb"


@dataclass(frozen=True, slots=True)
class WrappedKeys:
    """A user's key as it is stored, and the `next` one, b"" unless it is being changed to that."""

    key: bytes
    next: bytes = b""


class Seal:
    """Seals and opens values under one key. Safe to share between threads.

    While a user's key is being changed there are two: what was sealed under the `earlier` one opens
    too. `source` are the wrapped keys that it was made of, if it is a user's.
    """

    __slots__ = ("_cipher", "_earlier", "source")

    def __init__(
        self, key: bytes, earlier: bytes | None = None, source: WrappedKeys | None = None
    ) -> None:
        self._cipher = AESGCM(key)
        self._earlier = None if earlier is None else AESGCM(earlier)
        self.source = source

    def seal(self, database: bytes, key: bytes, value: bytes) -> bytes:
        """`value` for storing under `key` of `database`, 28 bytes longer."""
        nonce = os.urandom(NONCE_SIZE)
        return nonce + self._cipher.encrypt(nonce, value, database + b"\0" + key)

    def open(self, database: bytes, key: bytes, sealed: bytes) -> bytes:
        """What was sealed for this very place; RecordCorrupt for anything else."""
        place = database + b"\0" + key
        opened = _opened(self._cipher, place, sealed)
        if opened is None and self._earlier is not None:
            opened = _opened(self._earlier, place, sealed)
        if opened is None:
            raise _corrupt()
        return opened

    def open_all(self, database: bytes, pairs: Iterable[tuple[bytes, bytes]]) -> list[bytes]:
        """`open` for each (key, sealed value), quicker for thousands."""
        if self._earlier is not None:
            return [self.open(database, key, sealed) for key, sealed in pairs]
        decrypt, place = self._cipher.decrypt, database + b"\0"
        try:
            return [
                decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], place + key)
                for key, sealed in pairs
            ]
        except (InvalidTag, ValueError):
            raise _corrupt() from None

    def is_current(self, database: bytes, key: bytes, sealed: bytes) -> bool:
        """Whether it opens without the earlier key."""
        return _opened(self._cipher, database + b"\0" + key, sealed) is not None


def _opened(cipher: AESGCM, place: bytes, sealed: bytes) -> bytes | None:
    try:
        return cipher.decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], place)
    except (InvalidTag, ValueError):
        return None


def _corrupt() -> RecordCorrupt:
    return RecordCorrupt("stored bytes fail their authenticity check")


class Master:
    """One master key, and all that depends on it. Safe to use from several threads."""

    __slots__ = ("_key", "_wrapping_key")

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_SIZE:
            raise StoreUnusable("a master key has 32 bytes")
        self._key = key
        self._wrapping_key = self.derive("user keys")

    def derive(self, purpose: str) -> bytes:
        """A 32-byte key for `purpose`, always the same under one master key."""
        return _derived(self._key, purpose)

    def seal(self, purpose: str) -> Seal:
        """What seals under the key for `purpose`."""
        return Seal(self.derive(purpose))

    def is_key(self, key: bytes) -> bool:
        return hmac.compare_digest(self._key, key)

    def check_value(self) -> bytes:
        """Only the same master key `fits` it."""
        return self.seal("check").seal(*_CHECK_PLACE, _CHECK)

    def fits(self, check: bytes) -> bool:
        """Whether `check` was made under this master key."""
        return self.seal("check").is_current(*_CHECK_PLACE, check)

    def wrap(self, index: bytes, number: int, key: bytes, secret: bytes) -> bytes:
        """`key`, which only this master key and `secret` together open again, at this place."""
        return self._wrapping(secret).seal(_USER_KEY, _place(index, number), key)

    def user_key(
        self, index: bytes, number: int, wrapped_key: bytes, secret: bytes | None
    ) -> bytes:
        """The bare key. Without a secret: as a store of format 1 or 2 had it wrapped.

        RecordCorrupt if the wrapped key is not theirs, or the secret or the master key another.
        """
        return self._wrapping(secret).open(_USER_KEY, _place(index, number), wrapped_key)

    def _wrapping(self, secret: bytes | None) -> Seal:
        if secret is None:
            return Seal(self._wrapping_key)
        return Seal(hmac.digest(self._wrapping_key, secret, hashlib.sha256))


@dataclass(frozen=True, slots=True)
class OwnKeys:
    """What a store's own keys are derived from, which stay when the master key is changed.

    `fixed` are those that are not derived from `root`, by purpose.
    """

    root: bytes = field(repr=False)
    fixed: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def derive(self, purpose: str) -> bytes:
        return self.fixed.get(purpose) or _derived(self.root, purpose)


class Vault:
    """The master keys that this process knows, and all that depends on them.

    Safe to use from several threads. The first key is the one to use, the others are earlier ones;
    under which of them a store is sealed, the store says: see `store_keys.masters`.
    """

    def __init__(
        self,
        master_keys: bytes | Sequence[bytes],
        cached_users: int = 10_000,
        reread: Callable[[], Sequence[bytes]] | None = None,
    ) -> None:
        """`reread` gives the keys anew, for a process that goes on while they are changed."""
        keys = [master_keys] if isinstance(master_keys, bytes) else master_keys
        self._masters = tuple(map(Master, keys))
        self._reread = reread
        self._reread_at = -REREAD_SECONDS
        self._rereading = threading.Lock()
        self._by_check: dict[bytes, Master] = {}
        # As stores up to format 3 had them, until a store is opened that tells its own.
        self.adopt(OwnKeys(keys[0]))
        self._cached_users = cached_users
        self._seals: OrderedDict[int, Seal] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def masters(self) -> tuple[Master, ...]:
        """All that are known, the one to use first."""
        return self._masters

    def adopt(self, keys: OwnKeys) -> None:
        """From now on what depends on no master key depends on `keys`, those of the open store."""
        self._own_keys = keys
        self._user_digest = KeyedDigest(keys.derive("user index"))
        self._request_digest = KeyedDigest(keys.derive("request index"))

    def derive(self, purpose: str) -> bytes:
        """A 32-byte key for `purpose`, one for a store under whatever master key."""
        return self._own_keys.derive(purpose)

    def user_index(self, owner: Owner) -> bytes:
        """What stands for `owner` on disk. The length in front keeps pairs from colliding."""
        tenant = owner.tenant.encode()
        text = len(tenant).to_bytes(8, "big") + tenant + owner.user_id.encode()
        return self._user_digest(text)

    def request_index(self, request_id: str) -> bytes:
        """What stands for `request_id` on disk."""
        return self._request_digest(request_id.encode())[:16]

    def fitting(self, check: bytes) -> Master:
        """The master key under which `check` was made. StoreUnusable where it is not known.

        Keys that came after this process started are asked for, at most every REREAD_SECONDS.
        """
        found = self._known(check)
        if found is None:
            with self._rereading:
                found = self._known(check)
                if found is None and self._read_again():
                    found = self._known(check)
        if found is None:
            raise StoreUnusable("wrong master key for this store")
        return found

    def user_key(
        self,
        index: bytes,
        number: int,
        wrapped_key: bytes,
        secret: bytes | None,
        masters: Sequence[Master] | None = None,
    ) -> bytes:
        """See `Master.user_key`; whichever of `masters` opens it, all that are known if None."""
        for master in self._masters if masters is None else masters:
            with contextlib.suppress(RecordCorrupt):
                return master.user_key(index, number, wrapped_key, secret)
        raise _corrupt()

    def user_seal(
        self,
        index: bytes,
        number: int,
        wrapped: WrappedKeys,
        secret: bytes,
        masters: Sequence[Master] | None = None,
    ) -> Seal:
        """The user's own seal, cached by number, which never comes to mean another user."""
        cached = self.cached_seal(number)
        if cached is not None and cached.source == wrapped:
            return cached
        seal = self.unwrap(index, number, wrapped, secret, masters)
        with self._lock:
            self._seals[number] = seal
            if len(self._seals) > self._cached_users:
                self._seals.popitem(last=False)
        return seal

    def unwrap(
        self,
        index: bytes,
        number: int,
        wrapped: WrappedKeys,
        secret: bytes,
        masters: Sequence[Master] | None = None,
    ) -> Seal:
        """The user's own seal; RecordCorrupt as in `user_key`."""
        key = self.user_key(index, number, wrapped.key, secret, masters)
        if not wrapped.next:
            return Seal(key, None, wrapped)
        next_key = self.user_key(index, number, wrapped.next, secret, masters)
        return Seal(next_key, key, wrapped)

    def cached_seal(self, number: int) -> Seal | None:
        """The user's seal if it is at hand. Whether it is still theirs, its `source` tells."""
        with self._lock:
            seal = self._seals.get(number)
            if seal is not None:
                self._seals.move_to_end(number)
            return seal

    def cached_numbers(self) -> list[int]:
        """The users whose keys are at hand."""
        with self._lock:
            return [*self._seals]

    def forget(self, number: int) -> None:
        """Drops the user's key from RAM."""
        with self._lock:
            self._seals.pop(number, None)

    def _known(self, check: bytes) -> Master | None:
        with self._lock:
            found = self._by_check.get(check)
        if found is None:
            found = next((master for master in self._masters if master.fits(check)), None)
            if found is not None:
                with self._lock:
                    self._by_check[check] = found
        return found

    def _read_again(self) -> bool:
        """Whether the keys were read just now. Those that were known stay known."""
        if self._reread is None or time.monotonic() - self._reread_at < REREAD_SECONDS:
            return False
        try:
            keys = self._reread()
        except (MyosotisError, OSError) as error:
            _log.warning("the master keys cannot be read again: %s", error)
            return False
        finally:
            self._reread_at = time.monotonic()
        known = list(self._masters)
        found = [_taken(known, key) or Master(key) for key in keys]
        self._masters = (*found, *known)
        return True


def _taken(known: list[Master], key: bytes) -> Master | None:
    """The one of `known` that has this key, which is taken out of it."""
    for master in known:
        if master.is_key(key):
            known.remove(master)
            return master
    return None


def _derived(key: bytes, purpose: str) -> bytes:
    info = b"myosotis v1 " + purpose.encode()
    return HKDF(SHA256(), KEY_SIZE, salt=None, info=info).derive(key)


def _place(index: bytes, number: int) -> bytes:
    return index + number.to_bytes(8, "big")
