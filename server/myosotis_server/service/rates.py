"""How often each key and each user may call: token buckets, as many as memory is set aside for."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from myosotis_server.memory.access import Caller
from myosotis_server.memory.errors import RateLimited
from myosotis_server.memory.values import Owner

MOST_SUBJECTS = 100_000
"""Buckets held; the one not used for longest goes, and is full when it comes back."""


class Buckets:
    """A bucket per subject, which gains `per_second` tokens a second; 0 is no limit.

    It holds what a second brings, but at least one token. Kept as the virtual time at which the
    bucket is full again (the generic cell rate algorithm, ITU-T I.371, appendix I): one number.
    """

    def __init__(
        self,
        per_second: float,
        seconds: Callable[[], float] = time.monotonic,
        most: int = MOST_SUBJECTS,
    ) -> None:
        self.per_second = per_second
        self._interval = 1 / per_second if per_second else 0.0
        # How far ahead of now the bucket may be full again. The little on top is more than clocks
        # that count for years round off, so that whoever waits as long as told is let through.
        self._tolerance = max(1.0 - self._interval, 0.0) + 1e-6
        self._seconds = seconds
        self._most = most
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, subject: Hashable) -> float:
        """0 where a token was there and is taken, else the seconds until there is one."""
        if not self.per_second:
            return 0.0
        now = self._seconds()
        full_at = max(self._full_at.get(subject, now), now)
        wait = full_at - now - self._tolerance
        if wait > 0:
            return wait
        self._full_at[subject] = full_at + self._interval
        self._full_at.move_to_end(subject)
        if len(self._full_at) > self._most:
            self._full_at.popitem(last=False)
        return 0.0


class Rates:
    """Limits of calls per second, of one key over all its users and of one user over all keys."""

    def __init__(self, per_key: Buckets, per_user: Buckets) -> None:
        self._per_key = per_key
        self._per_user = per_user

    @property
    def limit_users(self) -> bool:
        return self._per_user.per_second > 0

    @property
    def limit_anything(self) -> bool:
        return self.limit_users or self._per_key.per_second > 0

    def count_caller(self, caller: Caller) -> None:
        """RateLimited where the key calls too often. Without keys all calls count as one key's."""
        wait = self._per_key.take(caller.name)
        if wait:
            raise RateLimited("key", wait)

    def count_user(self, owner: Owner) -> None:
        """RateLimited where too many calls are about the user."""
        # By a number that tells of nobody: what is held here outlives a user who is erased.
        wait = self._per_user.take(hash(owner))
        if wait:
            raise RateLimited("user", wait)
