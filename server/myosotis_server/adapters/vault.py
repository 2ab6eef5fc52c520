"""Keys: master key and a user's secret wrap one random key per user, which seals their values.

A sealed value is a nonce and an AES-256-GCM ciphertext, bound to its place: database and key are
its associated data, so that a value moved elsewhere fails its check.
"""

import base64
import binascii
import hashlib
import hmac
import os
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from myosotis_server.memory.errors import RecordCorrupt, StoreUnusable
from myosotis_server.memory.values import Owner

KEY_SIZE = 32
NONCE_SIZE = 12

_CHECK = b"myosotis"
_CHECK_PLACE = (b"meta", b"check")
_USER_KEY = b"user key"


@dataclass(frozen=True, slots=True)
class MasterKey:
    """`created` is true where the key was made just now: its owner should hear of it."""

    key: bytes = field(repr=False)
    created: bool


def parse_master_key(text: str) -> bytes:
    """The 32 bytes that `text` spells in hex or base64; StoreUnusable if it does not."""
    text = text.strip()
    try:
        key = bytes.fromhex(text)
    except ValueError:
        try:
            key = base64.b64decode(
                text, altchars=b"-_" if set("-_") & set(text) else None, validate=True
            )
        except (binascii.Error, ValueError):
            key = b""
    if len(key) != KEY_SIZE:
        raise StoreUnusable("a master key is 32 bytes in hex or base64")
    return key


def master_key_from_file(path: Path, store: Path) -> MasterKey:
    """The key in `path`, made there (owner-only) if neither it nor a store in `store` exists yet.

    Safe against several processes starting at once: all get the same key. StoreUnusable where a
    store exists without its key, for a new key could open nothing of it.
    """
    has_data = data_file(store).exists()  # before the key is looked for: a key is made first
    text = _read_if_there(path)
    if text is not None:
        return MasterKey(parse_master_key(text), created=False)
    if has_data:
        raise StoreUnusable("the store's master key file is missing")
    created = _write_new(path, os.urandom(KEY_SIZE).hex() + "\n")
    return MasterKey(parse_master_key(path.read_text("ascii")), created)


def data_file(store: Path) -> Path:
    """The one file in the folder `store` that holds data."""
    return store / "data.mdb"


def _read_if_there(path: Path) -> str | None:
    try:
        return path.read_text("ascii")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise StoreUnusable("a master key is 32 bytes in hex or base64") from None
    except OSError as error:
        raise StoreUnusable(f"the master key file cannot be read: {error.strerror}") from error


def _write_new(path: Path, text: str) -> bool:
    """Whether this call created `path`. It never shows half-written: it is linked when whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return False
    finally:
        draft.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return True


class Seal:
    """Seals and opens values under one key. Safe to share between threads."""

    __slots__ = ("_cipher",)

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, database: bytes, key: bytes, value: bytes) -> bytes:
        """`value` for storing under `key` of `database`, 28 bytes longer."""
        nonce = os.urandom(NONCE_SIZE)
        return nonce + self._cipher.encrypt(nonce, value, database + b"\0" + key)

    def open(self, database: bytes, key: bytes, sealed: bytes) -> bytes:
        """What was sealed for this very place; RecordCorrupt for anything else."""
        try:
            return self._cipher.decrypt(
                sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], database + b"\0" + key
            )
        except (InvalidTag, ValueError):
            raise RecordCorrupt("stored bytes fail their authenticity check") from None

    def open_all(self, database: bytes, pairs: Iterable[tuple[bytes, bytes]]) -> list[bytes]:
        """`open` for each (key, sealed value), quicker for thousands."""
        decrypt, place = self._cipher.decrypt, database + b"\0"
        try:
            return [
                decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], place + key)
                for key, sealed in pairs
            ]
        except (InvalidTag, ValueError):
            raise RecordCorrupt("stored bytes fail their authenticity check") from None


class Vault:
    """Everything that depends on the master key. Safe to use from several threads."""

    def __init__(self, master_key: bytes, cached_users: int = 10_000) -> None:
        if len(master_key) != KEY_SIZE:
            raise StoreUnusable("a master key has 32 bytes")
        self._master_key = master_key
        self._index_key = self.derive("user index")
        self._request_key = self.derive("request index")
        self._wrapping_key = self.derive("user keys")
        self._cached_users = cached_users
        self._seals: OrderedDict[int, Seal] = OrderedDict()
        self._lock = threading.Lock()

    def derive(self, purpose: str) -> bytes:
        """A 32-byte key for `purpose`, always the same under one master key."""
        info = b"myosotis v1 " + purpose.encode()
        return HKDF(SHA256(), KEY_SIZE, salt=None, info=info).derive(self._master_key)

    def user_index(self, owner: Owner) -> bytes:
        """What stands for `owner` on disk. The length in front keeps pairs from colliding."""
        tenant = owner.tenant.encode()
        text = len(tenant).to_bytes(8, "big") + tenant + owner.user_id.encode()
        return hmac.digest(self._index_key, text, hashlib.sha256)

    def request_index(self, request_id: str) -> bytes:
        """What stands for `request_id` on disk."""
        return hmac.digest(self._request_key, request_id.encode(), hashlib.sha256)[:16]

    def check_value(self) -> bytes:
        """Only the same master key accepts it again in `check`."""
        return Seal(self.derive("check")).seal(*_CHECK_PLACE, _CHECK)

    def check(self, value: bytes) -> None:
        """StoreUnusable unless `value` was made under this master key."""
        try:
            Seal(self.derive("check")).open(*_CHECK_PLACE, value)
        except RecordCorrupt:
            raise StoreUnusable("wrong master key for this store") from None

    def new_user_key(self, index: bytes, number: int, secret: bytes) -> bytes:
        """A fresh random key, wrapped and bound to this user and number; opens with `secret`."""
        return self.wrap(index, number, os.urandom(KEY_SIZE), secret)

    def wrap(self, index: bytes, number: int, key: bytes, secret: bytes) -> bytes:
        """`key`, which only this master key and `secret` together open again, at this place."""
        return self._wrapping(secret).seal(_USER_KEY, _place(index, number), key)

    def user_key(
        self, index: bytes, number: int, wrapped_key: bytes, secret: bytes | None
    ) -> bytes:
        """The bare key. Without a secret: as a store of format 1 or 2 had it wrapped.

        RecordCorrupt if the wrapped key is not theirs, or the secret another.
        """
        return self._wrapping(secret).open(_USER_KEY, _place(index, number), wrapped_key)

    def user_seal(self, index: bytes, number: int, wrapped_key: bytes, secret: bytes) -> Seal:
        """The user's own seal, cached by number, which never comes to mean another user."""
        cached = self.cached_seal(number)
        if cached is not None:
            return cached
        seal = self.unwrap(index, number, wrapped_key, secret)
        with self._lock:
            self._seals[number] = seal
            if len(self._seals) > self._cached_users:
                self._seals.popitem(last=False)
        return seal

    def unwrap(self, index: bytes, number: int, wrapped_key: bytes, secret: bytes) -> Seal:
        """The user's own seal; RecordCorrupt as in `user_key`."""
        return Seal(self.user_key(index, number, wrapped_key, secret))

    def cached_seal(self, number: int) -> Seal | None:
        """The user's seal if it is at hand."""
        with self._lock:
            seal = self._seals.get(number)
            if seal is not None:
                self._seals.move_to_end(number)
            return seal

    def forget(self, number: int) -> None:
        """Drops the user's key from RAM."""
        with self._lock:
            self._seals.pop(number, None)

    def _wrapping(self, secret: bytes | None) -> Seal:
        if secret is None:
            return Seal(self._wrapping_key)
        return Seal(hmac.digest(self._wrapping_key, secret, hashlib.sha256))


def _place(index: bytes, number: int) -> bytes:
    return index + number.to_bytes(8, "big")
