"""API keys in RAM: the KeyStore port's twin for tests."""

import os
import threading
from dataclasses import replace

from myosotis_server.memory.access import ApiKey, KeyRing
from myosotis_server.memory.errors import KeyNameTaken
from myosotis_server.memory.values import Instant


class RamKeys:
    """The KeyStore port without a disk."""

    def __init__(self) -> None:
        self._digest_key = os.urandom(32)
        self._keys: dict[str, ApiKey] = {}
        self._lock = threading.Lock()

    def ring(self) -> KeyRing:
        with self._lock:
            return KeyRing(self._digest_key, [self._keys[name] for name in sorted(self._keys)])

    def add(self, key: ApiKey) -> None:
        with self._lock:
            if key.name in self._keys:
                raise KeyNameTaken("there is a key of that name, or was")
            self._keys[key.name] = key

    def revoke(self, name: str, time: Instant) -> bool:
        with self._lock:
            key = self._keys.get(name)
            if key is not None and key.revoke_time is None:
                self._keys[name] = replace(key, revoke_time=time)
            return key is not None
