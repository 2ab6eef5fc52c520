"""Compresses what has left the window of a session, and closes sessions that fell silent.

All that is to be done is in the store: which sessions are open, and how far each is reviewed. This
only knows when to look, so that a restart loses nothing and nothing is done twice.
"""

import asyncio
import contextlib
import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import structlog

from myosotis_server.memory.ports import Claims, Clock, Store, UserHead, Views
from myosotis_server.memory.sessions import Session, SessionUpdate
from myosotis_server.memory.values import (
    SECOND,
    Memory,
    MemoryChange,
    Owner,
    ReconcileMode,
    Role,
)
from myosotis_server.memory.window import Placed, first_exchanges, window_start
from myosotis_server.service.background import Background
from myosotis_server.service.commit import Plan
from myosotis_server.service.digests import Digests, Made, summaries_of
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.learning import Learning
from myosotis_server.service.unread import Unread

CHUNK_EXCHANGES = 3
"""So many exchanges that left the window are compressed together: one alone is its own digest."""
FAR_BEHIND = 100
FAR_BEHIND_EXCHANGES = 12
"""With so many turns to review, as after the import of a dialogue, more are compressed together."""
MOST_SUMMARISED = 400
"""Turns of a session, the latest, that its summary is made of."""
LOOKERS = 3
SOON_SECONDS = 0.5
RETRY_SECONDS = 30.0
ELSEWHERE_SECONDS = 5.0
"""So soon is it looked again at whoever's sessions another process is looking at."""
LONGEST_WAIT_SECONDS = 600.0
"""Another process may have gone on with a session: so late at most is that seen."""
RESTS = 3
BREATH_SECONDS = 1.0
"""While somebody asked so lately, this rests `RESTS` times as long as it works."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How long what lasts: `window` in exchanges, the rest in microseconds."""

    window: int
    idle: int
    short_term: int
    summary: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A session's summary, None if nothing in it is worth one, and all that its end changed."""

    summary: Memory | None
    changes: tuple[MemoryChange, ...] = ()


class Closing:
    def __init__(
        self,
        store: Store,
        views: Views,
        lanes: Lanes,
        learning: Learning,
        digests: Digests,
        unread: Unread,
        embedding: EmbedQueue,
        clock: Clock,
        terms: Terms,
        claims: Claims,
    ) -> None:
        self._claims = claims
        self._store = store
        self._views = views
        self._lanes = lanes
        self._learning = learning
        self._digests = digests
        self._unread = unread
        self._embedding = embedding
        self._clock = clock
        self._terms = terms
        self._due: dict[Owner, float] = {}
        """When to look at whose sessions, by the loop's clock."""
        self._agenda: list[tuple[float, int, Owner]] = []
        """The same as a heap, with what is outdated still in it."""
        self._order = 0
        self._wake = asyncio.Event()
        self._background = Background(self._run)
        self._log = structlog.get_logger("myosotis")

    def note(self, owner: Owner) -> None:
        """Something was said, or forgotten, in a session of `owner`."""
        self._look(owner, SOON_SECONDS)

    def owners(self) -> list[Owner]:
        """At whose sessions it is to look."""
        return [*self._due]

    def drop(self, owner: Owner) -> None:
        """Forgets when to look at a user who was erased."""
        self._due.pop(owner, None)
        self._agenda = [each for each in self._agenda if each[2] != owner]
        heapq.heapify(self._agenda)

    def start(self) -> None:
        self._background.start()

    async def stop(self) -> None:
        """Ends; what is still to be done is done after the next start."""
        await self._background.stop()

    async def review(self, owner: Owner) -> int:
        """Does now what is due for the open sessions of `owner`; how many digests that made."""
        made = 0
        for session in await self._lanes.call(lambda: self._store.open_sessions(owner)):
            if self._clock.now() - session.write_time >= self._terms.idle:
                ended = await self.end(owner, session.session_id)
                made += ended.summary is not None
            else:
                made += await self._compress(owner, session)
        return made

    async def end(self, owner: Owner, session_id: str) -> Ended:
        """Reads what still waits to be read, summarises the session and closes it.

        Of a session that has ended the summary is given again; of an unknown one there is none.
        """
        learnt = await self._unread.finish(owner)
        while True:
            session = await self._lanes.call(lambda: self._store.session(owner, session_id))
            if session is None:
                return Ended(None, tuple(learnt))
            if session.end_time is not None:
                return Ended(await self._lanes.call(lambda: self._summary(owner, session_id)))
            outcome = await self._close(owner, session)
            if outcome is not None:
                summary = outcome[-1].memory if outcome else None
                return Ended(summary, (*learnt, *outcome))

    async def _close(self, owner: Owner, session: Session) -> list[MemoryChange] | None:
        """What closing `session` as it is changed; None where it is another by now."""
        session_id = session.session_id
        read = partial(self._store.session_turns, owner, session_id, None, MOST_SUMMARISED)
        turns = await self._lanes.call(read)
        made = await self._digests.summary(
            session_id, [turn for _, turn in turns], self._terms.summary
        )
        stale = True

        def plan(head: UserHead, vectors: Mapping[str, Vector]) -> Plan:
            nonlocal stale
            now = self._store.session(owner, session_id)
            stale = now is None or (now.turn_count, now.end_time) != (session.turn_count, None)
            # What was forgotten meanwhile must not come back with the summary.
            stale = stale or read() != turns
            if stale:
                return Plan()
            topic = made.topic if made is not None else ""
            end = SessionUpdate(session_id, session.turn_count, self._clock.now(), topic)
            planned = self._written(owner, head, made, vectors)
            kept = {change.memory.memory_id for change in planned.changes}
            earlier = summaries_of(self._store, self._views, owner, session_id)
            replaced = [each.memory_id for each in earlier if each.memory_id not in kept]
            return replace(planned, sessions=[end], removals=replaced)

        outcome = await self._learning.commit(owner, plan, None, create=False)
        return None if stale else outcome.changes

    async def _compress(self, owner: Owner, session: Session) -> int:
        """Digests of what left the window of `session`, as many as are due; how many."""
        made = 0
        reviewed = session.reviewed
        while True:
            chunk = await self._lanes.call(
                partial(self._chunk, owner, session.session_id, reviewed)
            )
            if not chunk:
                return made
            end = chunk[-1][0] + 1
            digest = await self._digests.short_term(
                session.session_id, [turn for _, turn in chunk], self._terms.short_term
            )
            if not await self._keep(owner, session.session_id, reviewed, chunk, digest):
                self._look(owner, SOON_SECONDS)  # whoever changed it may be gone by now
                return made
            made += digest is not None
            reviewed = end

    def _chunk(self, owner: Owner, session_id: str, reviewed: int) -> list[Placed]:
        """The next turns to be compressed; none as long as too few have left the window."""
        session = self._store.session(owner, session_id)
        if session is None or session.reviewed != reviewed:
            return []
        behind = session.turn_count - reviewed
        if behind < self._terms.window + CHUNK_EXCHANGES:
            return []
        is_far_behind = behind > FAR_BEHIND
        end = reviewed + FAR_BEHIND if is_far_behind else session.turn_count
        turns = self._store.session_turns(owner, session_id, end, end - reviewed)
        left = [each for each in turns if each[0] >= reviewed]
        if is_far_behind:
            return list(first_exchanges(left, FAR_BEHIND_EXCHANGES))
        start = window_start(left, self._terms.window)
        left = [each for each in left if each[0] < start]
        spoken = sum(turn.role is Role.USER for _, turn in left)
        return list(first_exchanges(left, CHUNK_EXCHANGES)) if spoken >= CHUNK_EXCHANGES else []

    async def _keep(
        self,
        owner: Owner,
        session_id: str,
        reviewed: int,
        chunk: Sequence[Placed],
        made: Made | None,
    ) -> bool:
        """Whether this call keeps the digest of `chunk`, the next of the turns to be reviewed."""
        end = chunk[-1][0] + 1
        is_kept = False

        def plan(head: UserHead, vectors: Mapping[str, Vector]) -> Plan:
            nonlocal is_kept
            session = self._store.session(owner, session_id)
            now = self._store.session_turns(owner, session_id, end, len(chunk))
            # Another process may have come first, or some of it may be forgotten.
            is_kept = session is not None and session.reviewed == reviewed and now == [*chunk]
            if session is None or not is_kept:
                return Plan()
            update = SessionUpdate(session_id, end, session.end_time, session.topic)
            return replace(self._written(owner, head, made, vectors), sessions=[update])

        await self._learning.commit(owner, plan, None, create=False)
        return is_kept

    def _written(
        self, owner: Owner, head: UserHead, made: Made | None, vectors: Mapping[str, Vector]
    ) -> Plan:
        """The digest put, unless it says what one says already."""
        if made is None:
            return Plan()
        return self._learning.plan(owner, head, [made.told], ReconcileMode.EXACT, vectors)

    def _summary(self, owner: Owner, session_id: str) -> Memory | None:
        found = summaries_of(self._store, self._views, owner, session_id)
        return max(found, key=lambda each: each.update_time, default=None)

    def _look(self, owner: Owner, seconds: float) -> None:
        """Looks at the sessions of `owner` in so many seconds, or sooner if that was planned."""
        due = asyncio.get_running_loop().time() + seconds
        if due < self._due.get(owner, float("inf")):
            self._due[owner] = due
            self._order += 1
            heapq.heappush(self._agenda, (due, self._order, owner))
            self._wake.set()

    async def _run(self) -> None:
        await self._find_all()
        # Where a language model sums up, one session must not keep all others waiting for it.
        async with asyncio.TaskGroup() as lookers:
            for _ in range(LOOKERS):
                lookers.create_task(self._look_on())

    async def _look_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._wake.clear()
            if not self._agenda or self._agenda[0][0] > loop.time():
                wait = self._agenda[0][0] - loop.time() if self._agenda else None
                # Not `wait_for`, which up to Python 3.11 passes over an end that comes with a wake.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._wake.wait()
                continue
            await self._look_at_next()

    async def _look_at_next(self) -> None:
        """On its own, so that whoever waits for the next one does not go on holding the last."""
        due, _, owner = heapq.heappop(self._agenda)
        if self._due.get(owner) == due:
            del self._due[owner]
            self._wake.set()
            with self._claims.take("review sessions", owner) as is_taken:
                if is_taken:
                    await self._look_at(owner)
                else:
                    self._look(owner, ELSEWHERE_SECONDS)

    async def _find_all(self) -> None:
        """Takes up what an earlier process left."""
        while True:
            try:
                owners = await self._lanes.call(self._store.owners_open)
                break
            except Exception as error:
                self._log.warning("open sessions not found", error=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
        for owner in owners:
            self._look(owner, SOON_SECONDS)

    async def _look_at(self, owner: Owner) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            await self.review(owner)
            still = await self._lanes.call(lambda: self._store.open_sessions(owner))
        except Exception as error:
            self._log.warning("sessions could not be reviewed", error=type(error).__name__)
            self._look(owner, RETRY_SECONDS)
            return
        if still:
            oldest = min(each.write_time for each in still)
            left = (oldest + self._terms.idle - self._clock.now()) / SECOND
            self._look(owner, min(max(left, SOON_SECONDS), LONGEST_WAIT_SECONDS))
        if self._embedding.asked_within(BREATH_SECONDS):
            await asyncio.sleep(RESTS * (loop.time() - begun))
