"""Watching a user's memories over breaks of the connection: how far it came, when it tries again.

Both clients drive the same `Watching`; they differ only in how they read a stream and wait.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import grpc

from myosotis.calls import StreamCall
from myosotis.conversation_convert import watched_change
from myosotis.conversation_values import WatchedChange
from myosotis.enums import ChangeAction
from myosotis.errors import MyosotisError, Unavailable
from myosotis.v1.conversation_service_pb2 import WatchMemoriesRequest

# Those of service_config.json, which gRPC does not apply to a stream once it has begun.
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
# gRPC gives up connecting after 20 s, so that whatever took longer had a connection.
SURELY_CONNECTED = 30.0
ENDED = "the server ended the watch"


@dataclass(frozen=True, slots=True)
class WatchCall:
    """The first stream's request, and how long to go on; times in seconds."""

    request: WatchMemoriesRequest
    patience: float
    timeout: float | None


def watch(
    user_id: str,
    *,
    after_revision: int = 0,
    patience: float = 60.0,
    timeout: float | None = None,
) -> WatchCall:
    """Iterates over the changes of a user's memories as they happen, without end, oldest first.

    Starts behind `after_revision`: 0 is the user's beginning; the `revision` that a recall or a
    write gave is that moment. While the server is unavailable it is asked again, and nothing is
    missed or comes twice; Unavailable is raised after `patience` seconds of that
    (math.inf: never). To resume in
    another process, give the last revision that was dealt with whole: one less than that of the
    last change, of which there may have been more. RevisionGone means that too much happened since,
    or that the user was erased: list the memories anew. `timeout` holds for the whole watch and
    ends it with DeadlineExceeded; none unless given. Leaving the loop cancels the call.

        for told in client.watch("小雨", after_revision=client.recall("小雨").revision):
            print(told.revision, told.change.action.name, told.change.memory.content)
    """
    request = WatchMemoriesRequest(user_id=user_id, after_revision=after_revision)
    return WatchCall(request, patience, timeout)


class Watching:
    """The state of one watch. Ask for the `next_call`, then whether each of its changes `is_news`;
    when it has ended, wait for `pause` seconds and ask anew."""

    def __init__(self, call: WatchCall, clock: Callable[[], float] = time.monotonic) -> None:
        self._call = call
        self._clock = clock
        self._deadline = None if call.timeout is None else clock() + call.timeout
        self._pause = FIRST_PAUSE
        self._lost_since = self._began = clock()
        self._is_heard = False
        self._revision = call.request.after_revision + 1
        """That whose changes came last; there may be more of it."""
        self._told: Counter[tuple[ChangeAction, str]] = Counter()
        """What came of it."""
        self._repeated: Counter[tuple[ChangeAction, str]] = Counter()
        """What of that will come again."""

    def next_call(self) -> StreamCall[WatchedChange]:
        """The stream that goes on from here."""
        self._began = self._clock()
        self._is_heard = False
        self._repeated = self._told.copy()
        request = WatchMemoriesRequest(
            user_id=self._call.request.user_id, after_revision=self._revision - 1
        )
        left = None if self._deadline is None else max(0.0, self._deadline - self._began)
        return StreamCall("ConversationService/WatchMemories", request, watched_change, left)

    def is_news(self, told: WatchedChange) -> bool:
        """Whether the change is a new one, rather than one that came before the stream broke."""
        self._is_heard = True
        if told.revision != self._revision:
            self._revision = told.revision
            self._told.clear()
            self._repeated.clear()
        what = (told.change.action, told.change.memory.memory_id)
        if self._repeated[what]:
            self._repeated[what] -= 1
            return False
        self._told[what] += 1
        return True

    def pause(self, failure: Unavailable | None) -> float:
        """Seconds to wait after a stream that failed or, if None, was ended by the server.

        Raises the failure when there is no patience or no time left for that.
        """
        now = self._clock()
        if self._is_heard or now - self._began > SURELY_CONNECTED:
            self._pause = FIRST_PAUSE
            self._lost_since = now
        error: MyosotisError = failure or Unavailable(ENDED, code=grpc.StatusCode.UNAVAILABLE)
        pause = max(self._pause * random.uniform(0.8, 1.2), error.retry_after or 0.0)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        out_of_patience = now + pause - self._lost_since > self._call.patience
        if out_of_patience or (self._deadline is not None and now + pause >= self._deadline):
            raise error
        return pause
