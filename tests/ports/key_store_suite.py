"""What every key store must do. Subclass with a `keys` fixture; each test has an empty one."""

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from myosotis_server.memory.access import ApiKey, KeyStore, Scope
from myosotis_server.memory.errors import KeyNameTaken
from ports.builders import NOW

BACKEND = ApiKey(
    name="backend",
    tenant="甲公司",
    scopes=frozenset({Scope.READ, Scope.WRITE}),
    digest=bytes(range(32)),
    create_time=NOW,
    expire_time=NOW + 5,
)
OPS = ApiKey("ops", "default", frozenset({Scope.ADMIN}), b"o" * 32, NOW, server_wide=True)


class KeyStoreSuite:
    def test_a_new_store_has_no_keys(self, keys: KeyStore) -> None:
        ring = keys.ring()
        assert (list(ring.keys), ring.unreadable) == ([], 0)
        assert not ring

    def test_keys_come_back_as_they_were_added_by_name(self, keys: KeyStore) -> None:
        keys.add(OPS)
        keys.add(BACKEND)
        assert list(keys.ring().keys) == [BACKEND, OPS]
        assert keys.ring()

    def test_digest_key_must_be_the_same_for_good(self, keys: KeyStore) -> None:
        before = keys.ring().digest_key
        keys.add(OPS)
        keys.revoke("ops", NOW)
        assert keys.ring().digest_key == before
        assert len(before) == 32

    def test_a_name_is_given_once(self, keys: KeyStore) -> None:
        keys.add(OPS)
        with pytest.raises(KeyNameTaken):
            keys.add(replace(BACKEND, name="ops"))
        assert keys.revoke("ops", NOW)
        with pytest.raises(KeyNameTaken):
            keys.add(replace(BACKEND, name="ops"))
        assert list(keys.ring().keys) == [replace(OPS, revoke_time=NOW)]

    def test_only_one_of_several_may_succeed(self, keys: KeyStore) -> None:
        added: list[int] = []
        barrier = threading.Barrier(8)

        def add(number: int) -> None:
            barrier.wait()
            try:
                keys.add(replace(OPS, digest=bytes([number]) * 32))
            except KeyNameTaken:
                return
            added.append(number)

        threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(added) == 1
        assert [key.digest[0] for key in keys.ring().keys] == added

    def test_a_revoked_key_must_keep_its_time(self, keys: KeyStore) -> None:
        keys.add(OPS)
        assert keys.revoke("ops", NOW + 1)
        assert keys.revoke("ops", NOW + 2)
        assert [key.revoke_time for key in keys.ring().keys] == [NOW + 1]

    def test_an_unknown_name_is_not_revoked(self, keys: KeyStore) -> None:
        keys.add(OPS)
        assert not keys.revoke("backend", NOW)
        assert list(keys.ring().keys) == [OPS]

    def test_every_process_must_see_what_one_changes(
        self, keys: KeyStore, another: Callable[[], KeyStore]
    ) -> None:
        other = another()
        assert other.ring().digest_key == keys.ring().digest_key
        keys.add(OPS)
        assert list(other.ring().keys) == [OPS]
        other.revoke("ops", NOW)
        assert list(keys.ring().keys) == [replace(OPS, revoke_time=NOW)]
