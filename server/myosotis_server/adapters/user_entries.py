"""Users as stored: who they are and where they stand."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

import lmdb

from myosotis_server.adapters.entry_codec import (
    UserEntry,
    UserIdentity,
    decode_identity,
    decode_user,
    encode_identity,
    encode_user,
)
from myosotis_server.adapters.store_format import (
    USERS,
    Databases,
    erase_ranges,
    take_number,
    user_prefix,
)
from myosotis_server.adapters.store_keys import masters
from myosotis_server.adapters.user_secrets import UserSecrets
from myosotis_server.adapters.vault import KEY_SIZE, Master, Seal, Vault
from myosotis_server.memory.errors import RecordCorrupt, RevisionMismatch
from myosotis_server.memory.ports import UserHead
from myosotis_server.memory.values import Owner


@dataclass(frozen=True, slots=True)
class User:
    """One user at one moment, with the key to everything of theirs."""

    owner: Owner
    head: UserHead
    seal: Seal

    @property
    def prefix(self) -> bytes:
        """What the keys of their data begin with."""
        return user_prefix(self.head.number)


class Users:
    """Finds and makes users. RecordCorrupt where an entry fails its check."""

    def __init__(
        self,
        vault: Vault,
        secrets: UserSecrets,
        databases: Databases,
        new_namespace: Callable[[], UUID],
    ) -> None:
        self._vault = vault
        self._secrets = secrets
        self._at = databases
        self._new_namespace = new_namespace

    def find(self, txn: "lmdb.Transaction[bytes]", owner: Owner) -> User | None:
        """The user as `txn` sees them."""
        return self.at(txn, self._vault.user_index(owner))

    def at(self, txn: "lmdb.Transaction[bytes]", index: bytes) -> User | None:
        """The user under the key `index`.

        None as well for one whose secret is erased: `txn` sees a store that is being erased from,
        or one that was put back to a state before it.
        """
        stored = txn.get(index, db=self._at.users)
        if stored is None:
            return None
        entry = decode_user(stored)
        number = entry.number
        seal = self._vault.cached_seal(number)
        if seal is None or seal.source != entry.wrapped:
            secret = self._secrets.secret(number)
            if secret is None:
                return None
            known = masters(txn, self._at.meta, self._vault)
            seal = self._vault.user_seal(index, number, entry.wrapped, secret, known)
        place = index + user_prefix(number)
        identity = decode_identity(seal.open(USERS, place, entry.identity))
        namespace = UUID(bytes=identity.namespace)
        head = UserHead(
            number,
            entry.revision,
            namespace,
            identity.model_digest,
            entry.memory_count,
            entry.devices,
        )
        return User(Owner(identity.tenant, identity.user_id), head, seal)

    def page(
        self, txn: "lmdb.Transaction[bytes]", after: bytes, limit: int
    ) -> tuple[list[bytes], bytes]:
        """The keys of up to `limit` users behind the key `after`, and the last one.

        b"" in its place where there are no more.
        """
        indexes: list[bytes] = []
        cursor = txn.cursor(self._at.users)
        if cursor.set_range(after + b"\0"):
            for index in cursor.iternext(values=False):
                if len(indexes) >= limit:
                    return indexes, indexes[-1] if indexes else after
                indexes.append(index)
        return indexes, b""

    def erased(self, txn: "lmdb.Transaction[bytes]") -> list[tuple[bytes, int]]:
        """Key and number of those who have an entry but no secret any more."""
        found: list[tuple[bytes, int]] = []
        for index, stored in txn.cursor(self._at.users):
            with contextlib.suppress(RecordCorrupt):
                number = decode_user(stored).number
                if self._secrets.secret(number) is None:
                    found.append((index, number))
        return found

    def number_of_damaged(self, txn: "lmdb.Transaction[bytes]", index: bytes) -> int | None:
        """The number of whoever is under the key `index`, however damaged; None for nobody.

        A number that their wrapped key does not vouch for may be another's. So it counts only if
        nobody else claims it; else whichever living secret nobody claims is theirs, if that is one
        alone. RecordCorrupt where it cannot be told.
        """
        stored = txn.get(index, db=self._at.users)
        if stored is None:
            return None
        known = masters(txn, self._at.meta, self._vault)
        claimed: set[int] = set()
        unsure = 0
        number: int | None = None
        for other, entry in txn.cursor(self._at.users):
            try:
                found = decode_user(entry)
            except RecordCorrupt:
                unsure += 1
                continue
            if other != index:
                claimed.add(found.number)
            elif self._is_genuine(index, found, known):
                return found.number
            else:
                unsure += 1
                number = found.number
        if number is not None and number not in claimed and self._lives(number):
            return number
        orphans = [
            each
            for each in range(1, self._secrets.next_number)
            if each not in claimed and self._lives(each)
        ]
        if len(orphans) == unsure == 1:
            return orphans[0]
        raise RecordCorrupt("the user's entry is damaged, and their number is not known")

    def _is_genuine(self, index: bytes, entry: UserEntry, known: Sequence[Master]) -> bool:
        try:
            secret = self._secrets.secret(entry.number)
            if secret is not None:
                self._vault.unwrap(index, entry.number, entry.wrapped, secret, known)
        except RecordCorrupt:
            return False
        return secret is not None

    def _lives(self, number: int) -> bool:
        try:
            return self._secrets.secret(number) is not None
        except RecordCorrupt:
            return False

    def find_or_create(
        self, txn: "lmdb.Transaction[bytes]", owner: Owner, model_digest: str
    ) -> UserHead:
        """The user's head, at revision 0 with a number and a key of their own if new.

        Their secret must be synced before `txn` commits.
        """
        found = self.find(txn, owner)
        if found is not None:
            return found.head
        index = self._vault.user_index(owner)
        unreadable = txn.get(index, db=self._at.users)
        if unreadable is not None:
            erase_ranges(txn, self._at, index, decode_user(unreadable).number)
        # Beyond every slot: in a store that was put back to an earlier state, later users, who
        # may yet be restored, have theirs.
        number = take_number(txn, self._at, self._secrets.next_number)
        namespace = self._new_namespace()
        secret = self._secrets.make(number)
        key = os.urandom(KEY_SIZE)
        # Not through the cache: the transaction may yet fail, and the number be another's.
        seal = Seal(key)
        master = masters(txn, self._at.meta, self._vault)[0]
        wrapped_key = master.wrap(index, number, key, secret)
        identity = encode_identity(
            UserIdentity(owner.tenant, owner.user_id, namespace.bytes, model_digest)
        )
        sealed = seal.seal(USERS, index + user_prefix(number), identity)
        entry = UserEntry(number, 0, 0, wrapped_key, sealed)
        txn.put(index, encode_user(entry), db=self._at.users)
        return UserHead(number, 0, namespace, model_digest)


def entry_at(
    txn: "lmdb.Transaction[bytes]",
    databases: Databases,
    index: bytes,
    base: UserHead,
    seal: Seal | None = None,
) -> UserEntry:
    """The user's entry if it still has the number and revision of `base`, and the key of `seal`.

    RevisionMismatch otherwise. Needs no key, so that a damaged user can be erased; but what was
    sealed ahead must be compared, for the user's key may have changed meanwhile.
    """
    stored = txn.get(index, db=databases.users)
    entry = None if stored is None else decode_user(stored)
    if entry is None or (entry.number, entry.revision) != (base.number, base.revision):
        raise RevisionMismatch("the user's revision has moved on")
    if seal is not None and seal.source != entry.wrapped:
        raise RevisionMismatch("the user's key is another by now")
    return entry
