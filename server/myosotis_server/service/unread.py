"""Reads turns in the background: each exactly once, whatever restarts in between."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

import structlog

from myosotis_server.memory.ports import Claims, SessionTurn, Store, UserHead
from myosotis_server.memory.values import MemoryChange, Owner, Role, Turn, TurnReference
from myosotis_server.service.commit import Plan
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.hearing import Heard, Hearing
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.learning import Learning
from myosotis_server.service.model_reading import ModelReading, Tally

AT_ONCE = 10
"""Turns of one user that are learnt in one write."""
REMEMBERED_TURNS = 2_000
"""Turns heard when they came that are kept in RAM until they are learnt. Others are heard anew, as
are those that bid something of an earlier turn, which may be known by then."""
READERS = 1
RESTS = 3
BREATH_SECONDS = 1.0
"""While somebody asked so lately, reading rests `RESTS` times as long as it works."""
LOOKED_BACK = 6
"""Turns of a session searched for what its user said last."""
SEARCHED_AT_ONCE = 200
RETRY_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 60.0
ELSEWHERE_SECONDS = 1.0
"""So soon is it looked again at whoever's turns another process is reading."""
LOOKS_SECONDS = 60.0
"""What waits at two such looks in a row is taken up, whoever let it wait: that may have died."""

_Key = tuple[Owner, TurnReference]


class Unread:
    """What waits is in the store; this only knows whose turns wait, and heard them already."""

    def __init__(
        self,
        store: Store,
        lanes: Lanes,
        hearing: Hearing,
        reading: ModelReading,
        learning: Learning,
        embedding: EmbedQueue,
        tally: Tally,
        claims: Claims,
    ) -> None:
        self._claims = claims
        self._tally = tally
        self._embedding = embedding
        self._store = store
        self._reading_of = reading
        self._lanes = lanes
        self._hearing = hearing
        self._learning = learning
        self._owners: OrderedDict[Owner, None] = OrderedDict()
        self._reading: set[Owner] = set()
        self._pauses: dict[Owner, float] = {}
        """How long those wait whose turns could not be read."""
        self._retries: dict[Owner, asyncio.TimerHandle] = {}
        self._since: dict[Owner, float] = {}
        """When turns of those who wait began to, by `time.monotonic`; the longest first."""
        self._heard: OrderedDict[_Key, Heard] = OrderedDict()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._log = structlog.get_logger("myosotis")

    @property
    def waiting(self) -> int:
        """Users whose turns wait to be read."""
        return len({*self._owners, *self._reading, *self._retries})

    @property
    def oldest_seconds(self) -> float:
        """How long somebody's turns have waited; from any thread."""
        while True:
            try:
                since = next(iter(self._since.values()), None)
            except RuntimeError:  # it changed this very moment
                continue
            return 0.0 if since is None else time.monotonic() - since

    def note(self, owner: Owner, new: Sequence[Heard]) -> None:
        """Turns of `owner` wait in the store, `new` ones and perhaps others."""
        for each in new:
            # A user who was erased meanwhile may have a turn of this name again.
            self._heard.pop((owner, each.reference), None)
            if each.turn.role is Role.USER and each.pins is None and each.retracts is None:
                self._heard[owner, each.reference] = each
        while len(self._heard) > REMEMBERED_TURNS:
            self._heard.popitem(last=False)
        self._add(owner)

    def drop(self, owner: Owner) -> None:
        """Forgets what was heard of a user who was erased, and that anything failed."""
        for key in [key for key in self._heard if key[0] == owner]:
            del self._heard[key]
        self._pauses.pop(owner, None)
        self._no_retry(owner)
        self._owners.pop(owner, None)
        self._since.pop(owner, None)

    def owners(self) -> list[Owner]:
        """Of whom anything is held here."""
        return [*{*self._owners, *self._retries, *(owner for owner, _ in self._heard)}]

    async def finish(self, owner: Owner) -> list[MemoryChange]:
        """Reads at once what waits of `owner`; what that changed.

        What the reader in the background reads meanwhile is not told of.
        """
        changes: list[MemoryChange] = []
        while waiting := await self._lanes.call(lambda: self._store.unread(owner, AT_ONCE)):
            changes += await self._read(owner, waiting)
        return changes

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._find_all())]
        self._tasks += [loop.create_task(self._read_on()) for _ in range(READERS)]

    async def stop(self) -> None:
        """Ends; what still waits is read after the next start."""
        for retry in self._retries.values():
            retry.cancel()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _find_all(self) -> None:
        """Takes up what an earlier process left, and from then on what another one leaves."""
        pause = RETRY_SECONDS
        waited: set[Owner] | None = None
        while True:
            try:
                owners = await self._lanes.call(self._store.owners_unread)
            except Exception as error:
                self._log.warning("unread turns not found", error=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY_SECONDS)
                continue
            pause = RETRY_SECONDS
            for owner in owners:
                is_known = owner in self._since
                if not is_known and (waited is None or owner in waited):
                    self._add(owner)
            waited = set(owners)
            await asyncio.sleep(LOOKS_SECONDS)

    def _add(self, owner: Owner) -> None:
        self._owners[owner] = None
        self._since.setdefault(owner, time.monotonic())
        self._wake.set()
        self._tally.unread_users(self.waiting)

    async def _read_on(self) -> None:
        while True:
            owner = next((each for each in self._owners if each not in self._reading), None)
            if owner is None:
                self._wake.clear()
                await self._wake.wait()
                continue
            del self._owners[owner]
            self._reading.add(owner)
            try:
                with self._claims.take("read turns", owner) as is_taken:
                    if is_taken:
                        await self._read_all(owner)
                    else:
                        self._look_again(owner, ELSEWHERE_SECONDS)
            finally:
                self._reading.discard(owner)
                self._wake.set()
                self._tally.unread_users(self.waiting)

    async def _read_all(self, owner: Owner) -> None:
        """Reads until nothing of `owner` waits, or leaves what fails for a better moment."""
        self._no_retry(owner)
        try:
            while waiting := await self._lanes.call(lambda: self._store.unread(owner, AT_ONCE)):
                begun = asyncio.get_running_loop().time()
                # What cannot be kept yet need not be heard.
                await self._lanes.call(lambda: self._learning.check_model(owner))
                try:
                    await self._read(owner, waiting)
                except Exception:
                    await self._read_each(owner, waiting)
                if self._embedding.asked_within(BREATH_SECONDS):
                    await asyncio.sleep(RESTS * (asyncio.get_running_loop().time() - begun))
        except Exception as error:
            self._log.warning("turns could not be read", error=type(error).__name__)
            pause = self._pauses.get(owner, RETRY_SECONDS)
            self._pauses[owner] = min(2 * pause, LONGEST_RETRY_SECONDS)
            self._look_again(owner, pause)
        else:
            self._pauses.pop(owner, None)
            since = self._since.pop(owner, None)
            if since is not None:
                self._tally.caught_up(time.monotonic() - since)
            if owner in self._owners:  # more came meanwhile
                self._since[owner] = time.monotonic()
            # Of a user who was erased, or whose turns another process read.
            for key in [key for key in self._heard if key[0] == owner]:
                del self._heard[key]

    def _look_again(self, owner: Owner, seconds: float) -> None:
        self._no_retry(owner)
        loop = asyncio.get_running_loop()
        self._retries[owner] = loop.call_later(seconds, self._retry, owner)

    def _no_retry(self, owner: Owner) -> None:
        if (retry := self._retries.pop(owner, None)) is not None:
            retry.cancel()

    def _retry(self, owner: Owner) -> None:
        self._retries.pop(owner, None)
        self._add(owner)

    async def _read_each(self, owner: Owner, waiting: Sequence[SessionTurn]) -> None:
        """One turn after the other, so that one that fails does not hold up those behind it.

        Raises what the last of them to fail raised.
        """
        failure: Exception | None = None
        for each in waiting:
            try:
                await self._read(owner, [each])
            except Exception as error:
                failure = error
        if failure is not None:
            raise failure

    async def _read(self, owner: Owner, waiting: Sequence[SessionTurn]) -> list[MemoryChange]:
        heard: list[Heard] = []
        for each in waiting:
            known = self._heard.get((owner, _reference(each)))
            heard += [known] if known is not None else await self._hear(owner, each)
        read = [_reference(each) for each in waiting]
        zone = ZoneInfo(waiting[0].time_zone or "UTC")
        heard = await self._reading_of(heard, zone)

        def plan(head: UserHead, vectors: Mapping[str, Vector]) -> Plan:
            # Another process may have read some of them meanwhile, or they were forgotten: a turn
            # of the same name, of a user who came back, is not what was heard.
            left = {_reference(each): each for each in self._store.unread(owner, 2 * AT_ONCE)}
            if any(left.get(_reference(each)) != each for each in waiting):
                return Plan()
            told = still_said(self._store, owner, heard)
            learnt = self._learning.plan_heard(owner, head, told, vectors)
            return replace(learnt, read=[*learnt.read, *read])

        outcome = await self._learning.commit(owner, plan, None, create=False)
        for reference in read:
            self._heard.pop((owner, reference), None)
        return outcome.changes

    async def _hear(self, owner: Owner, waiting: SessionTurn) -> list[Heard]:
        """The turn heard anew, as after a restart, and what it bids of the one before it."""
        reference = _reference(waiting)
        before = await self._lanes.call(
            lambda: said_before(self._store, owner, waiting.session_id, [reference])
        )
        zone = ZoneInfo(waiting.time_zone or "UTC")
        return await self._hearing.turns(waiting.session_id, [waiting.turn], zone, before)


def _reference(waiting: SessionTurn) -> TurnReference:
    return TurnReference(waiting.session_id, waiting.turn.turn_id)


def still_said(store: Store, owner: Owner, heard: Sequence[Heard]) -> list[Heard]:
    """`heard` without the earlier turns that were forgotten since they were heard again."""
    earlier = [each for each in heard if each.is_earlier]
    if not earlier:
        return [*heard]
    stored = store.turns(owner, [each.reference for each in earlier])
    gone = {
        each.reference
        for each, turn in zip(earlier, stored, strict=True)
        if turn is None or turn.content != each.turn.content
    }
    return [each for each in heard if not (each.is_earlier and each.reference in gone)]


def said_before(
    store: Store, owner: Owner, session_id: str, turns: Sequence[TurnReference]
) -> Turn | None:
    """What the user said last in the session ahead of `turns`, if it was lately.

    Those of `turns` that the session has already may lie far back in it.
    """
    stored = store.turns(owner, turns)
    ids = {turn.turn_id for turn in stored if turn is not None}
    end: int | None = None
    unseen = set(ids)
    while unseen and end != 0:
        page = store.session_turns(owner, session_id, end, SEARCHED_AT_ONCE)
        if not page:
            break
        places = [place for place, turn in page if turn.turn_id in unseen]
        unseen -= {turn.turn_id for _, turn in page}
        end = page[0][0] if unseen else min(places)
    latest = store.session_turns(owner, session_id, end, LOOKED_BACK)
    earlier = [turn for _, turn in latest if turn.role is Role.USER]
    return earlier[-1] if earlier else None
