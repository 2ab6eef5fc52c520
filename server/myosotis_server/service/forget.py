"""Forget: by id, by filter, by meaning, or everything; gone when the call returns.

What is pseudonymised goes just the same: what stays of it is counts, and texts that are nobody's.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from myosotis_server.memory.errors import Overloaded, RecordCorrupt, RevisionMismatch
from myosotis_server.memory.kept import Kept
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import (
    Randomness,
    Store,
    UserHead,
    View,
    Views,
    WordAnalyzer,
)
from myosotis_server.memory.rows import UNKNOWN
from myosotis_server.memory.scoring import word_part
from myosotis_server.memory.values import ForgetMode, Memory, MemoryFilter, Owner
from myosotis_server.service.access_log import AccessLog
from myosotis_server.service.bulletin import Bulletin
from myosotis_server.service.commit import Committer, Plan, RequestKey
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.service.paging import fitting
from myosotis_server.service.pseudonyms import Pseudonyms
from myosotis_server.service.ranking import words_asked
from myosotis_server.service.traces import Traces, mentioning, traces_of
from myosotis_server.service.unread import Unread
from myosotis_server.understanding.entities import is_name
from myosotis_server.understanding.forget_requests import topic_of
from myosotis_server.understanding.privacy import PrivacyPolicy, filtered

SHOWN_IN_DRY_RUN = 1_000
"""A dry run counts all but shows no more, so that the answer fits into one message."""
MEANT_AT_LEAST = 0.3
"""How relevant a memory must be for a request in words to mean it.

What is gone does not come back, so this is set where requests about nothing that is known find
nothing; a request that finds too little can be said again.
"""
MEANT_BY_MEANING_AT_LEAST = 0.15
"""… of which so much must be by its meaning: of 量子力学 nothing but 学 may be known, and that is
in "我在学吉他" too. Of what a request means hardly anything lies below 0.28, of what it does not,
70 % below this (e5-small, both languages)."""
MEANT_BESIDE_BEST = 0.6
"""… and how near to the best match, as a share of it."""
_MEANT_AT_MOST = 50
LONGEST_NAME = 40
"""In characters. A request of more words than that names nobody alone."""
_ATTEMPTS = 50

EVERYTHING = MemoryFilter(include_superseded=True)


@dataclass(frozen=True, slots=True)
class ForgetTarget:
    """Exactly one is set."""

    memory_ids: tuple[str, ...] = ()
    filter: MemoryFilter | None = None
    query: str = ""
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    count: int
    revision: int
    receipt_id: str = ""
    memories: tuple[Memory, ...] = ()
    """What would go; only for a dry run."""


class Forget:
    def __init__(
        self,
        committer: Committer,
        store: Store,
        views: Views,
        lanes: Lanes,
        embedding: EmbedQueue,
        analyzer: WordAnalyzer,
        guard: ModelGuard,
        accesses: AccessLog,
        randomness: Randomness,
        policy: PrivacyPolicy,
        unread: Unread,
        bulletin: Bulletin,
        drops: Sequence[Callable[[Owner], None]] = (),
        meter: Meter = UNMEASURED,
    ) -> None:
        """`drops` let go of what is held in RAM about a user who is erased."""
        self._committer = committer
        self._store = store
        self._views = views
        self._lanes = lanes
        self._embedding = embedding
        self._analyzer = analyzer
        self._guard = guard
        self._accesses = accesses
        self._randomness = randomness
        self._policy = policy
        self._unread = unread
        self._bulletin = bulletin
        self._drops = drops
        self._meter = meter
        self._pseudonyms = Pseudonyms(store, randomness)

    async def __call__(
        self,
        owner: Owner,
        target: ForgetTarget,
        mode: ForgetMode,
        dry_run: bool,
        request: RequestKey | None,
    ) -> Forgotten:
        """How many memories went (or would go). Forgetting what is not there is no error."""
        if target.query:
            said = target.query
            query = await self._lanes.call_if_long(
                len(said), lambda: filtered(said, self._policy).text
            )
            target = replace(target, query=topic_of(query))
        vector = await self._embedding.query(target.query) if target.query else None
        if not target.everything:
            await self._read_what_waits(owner)
        if dry_run:
            return await self._lanes.call(lambda: self._preview(owner, target, vector))
        receipt = str(self._randomness.uuid())
        if target.everything:
            forgotten = await self._erase(owner, receipt, mode)
        else:
            keeps = mode is ForgetMode.PSEUDONYMISE

            def plan(head: UserHead) -> Plan:
                chosen, traces = self._targets(owner, target, vector)
                ids = [*chosen, *traces.memory_ids]
                return Plan(
                    removals=ids,
                    forgotten_turns=traces.turns,
                    sessions=traces.sessions,
                    receipt_id=receipt,
                    kept=self._pseudonyms.kept(owner, ids, whole=False) if keeps and ids else None,
                )

            # Counted now, recalls go with what is forgotten; later they would count for whatever
            # is remembered under the same id. Forgetting must not depend on it.
            with contextlib.suppress(Exception):
                await self._accesses.flush()
            # Forgetting must not wait for a model: only what is meant by words needs vectors.
            outcome = await self._committer.commit(
                owner,
                plan,
                request,
                any_model=vector is None,
                then=lambda outcome: self._let_go(outcome.forgotten_count, whole=False),
            )
            forgotten = Forgotten(
                outcome.forgotten_count, outcome.revision, outcome.receipt_id or receipt
            )
        return forgotten

    def _let_go(self, count: int, *, whole: bool) -> None:
        self._meter.forgot(count, whole)
        # Questions quote what they ask about, and the caches do not know whose words they hold.
        self._embedding.forget_queries()
        self._analyzer.forget()

    async def _read_what_waits(self, owner: Owner) -> None:
        """Turns that were said before are learnt first, so that they are forgotten too.

        What cannot be read now, as in a full store, must not keep the rest from being forgotten.
        """
        with contextlib.suppress(Exception):
            await self._unread.finish(owner)

    def _preview(self, owner: Owner, target: ForgetTarget, vector: Vector | None) -> Forgotten:
        head = self._store.head(owner)
        chosen, traces = self._targets(owner, target, vector)
        ids = [*chosen, *traces.memory_ids]
        stored = self._store.memories(owner, ids[:SHOWN_IN_DRY_RUN])
        shown = [memory for memory in stored if memory is not None]
        return Forgotten(
            len(ids),
            head.revision if head else 0,
            memories=tuple(shown[: fitting(shown)]),
        )

    async def _erase(self, owner: Owner, receipt: str, mode: ForgetMode) -> Forgotten:
        def let_go(count: int) -> None:
            for drop in (self._accesses.drop, *self._drops):
                drop(owner)
            self._let_go(count, whole=True)

        async with self._lanes.lane(owner):
            count = await self._lanes.see_through(lambda: self._erase_user(owner, mode), let_go)
        return Forgotten(count, 0, receipt)

    def _erase_user(self, owner: Owner, mode: ForgetMode) -> int:
        """How many memories the user had. Nobody knows of a user whose records are damaged."""
        keeps = mode is ForgetMode.PSEUDONYMISE
        for _ in range(_ATTEMPTS):
            kept: Kept | None = None
            try:
                head = self._store.head(owner)
            except RecordCorrupt:
                if keeps:
                    raise
                self._store.erase_user(owner, None).result()
                count = 0
            else:
                if head is None:
                    return 0
                if keeps:
                    kept = self._pseudonyms.kept(owner, self._all_ids(owner), whole=True)
                try:
                    self._store.erase_user(owner, head, kept).result()
                except RevisionMismatch:
                    continue
                count = head.memory_count
            self._views.discard(owner)
            self._bulletin.post(owner)
            return count
        raise Overloaded("the user is being changed by too many writers at once")

    def _all_ids(self, owner: Owner) -> list[str]:
        with self._views.open(owner) as view:
            if view is None:
                return []
            return view.memory_ids(np.flatnonzero(view.select(EVERYTHING, UNKNOWN, None)))

    def _targets(
        self, owner: Owner, target: ForgetTarget, vector: Vector | None
    ) -> tuple[list[str], Traces]:
        """The memories that are meant, and what else would tell of them."""
        with self._views.open(owner) as view:
            if view is None:
                return [], Traces()
            names: set[str] = set()
            if target.memory_ids:
                ids = [each for each in target.memory_ids if view.slot(each) is not None]
            elif vector is not None:
                self._guard.check(view.head)
                ids = self._meant(view, target.query, vector)
                names, of_that_name = self._named(view, owner, target.query)
                ids = list(dict.fromkeys((*ids, *of_that_name)))
            else:
                # What has expired but is still held goes as well, hence no present time.
                wanted = EVERYTHING if target.everything else target.filter or EVERYTHING
                ids = view.memory_ids(np.flatnonzero(view.select(wanted, UNKNOWN, None)))
                if target.everything:
                    return ids, Traces()
            return ids, traces_of(self._store, view, owner, ids, names)

    def _named(self, view: View, owner: Owner, query: str) -> tuple[set[str], list[str]]:
        """The name that a request is about, if it is nothing but one, and what mentions it."""
        if len(query) > LONGEST_NAME:
            return set(), []
        found = mentioning(self._store, view, owner, query)
        return ({query} if found or is_name(query) else set()), found

    def _meant(self, view: View, query: str, vector: Vector) -> list[str]:
        """What a request in words means: clearly about it, and near to the best match."""
        mask = view.select(EVERYTHING, UNKNOWN, None)
        hits = view.search(vector, words_asked(self._analyzer, query), [mask], _MEANT_AT_MOST)
        semantic = self._embedding.model.relevance.place(hits.semantic)
        lexical = word_part(hits.lexical, hits.lexical_ceiling)
        # Half and half in every language: without a word in common, only a close meaning will do.
        meant = (semantic + lexical) / 2
        meant[semantic < MEANT_BY_MEANING_AT_LEAST] = 0.0
        bar = max(MEANT_AT_LEAST, MEANT_BESIDE_BEST * meant.max(initial=0.0))
        order = np.argsort(-meant, kind="stable")
        return view.memory_ids(hits.slots[order[meant[order] >= bar]][:_MEANT_AT_MOST])


def as_target(ids: Sequence[str]) -> ForgetTarget:
    """Distinct ids in the order given."""
    return ForgetTarget(memory_ids=tuple(dict.fromkeys(ids)))
