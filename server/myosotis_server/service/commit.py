"""The way of every change to disk: planned in the user's lane, committed against its revision."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from myosotis_server.memory.errors import Overloaded, RequestIdReused, RevisionMismatch
from myosotis_server.memory.graph import Edge
from myosotis_server.memory.kept import Kept
from myosotis_server.memory.meter import UNMEASURED, Meter
from myosotis_server.memory.ports import (
    Answer,
    ChangeReference,
    Clock,
    SessionTurn,
    Store,
    UserHead,
    Write,
)
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.sessions import SessionUpdate
from myosotis_server.memory.stages import spent
from myosotis_server.memory.values import (
    DAY,
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryKind,
    MemoryOrigin,
    MemoryState,
    MemoryTier,
    Owner,
    TurnReference,
)
from myosotis_server.service.bulletin import Bulletin
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.model_guard import ModelGuard
from myosotis_server.understanding.links import links_of

ANSWER_LIFETIME = DAY
_ATTEMPTS = 50


@dataclass(frozen=True, slots=True)
class RequestKey:
    """What makes a call idempotent: its id, and the digest of what it asked."""

    request_id: str
    digest: bytes


NOT_STORED = Memory(
    "",
    "",
    MemoryKind.UNSPECIFIED,
    MemoryTier.UNSPECIFIED,
    MemoryOrigin.UNSPECIFIED,
    MemoryState.UNSPECIFIED,
    create_time=0,
    update_time=0,
    valid_from=0,
)
"""Stands in a change for the memory that there is none of."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a call means to change; see `Write`.

    `answers` is what its caller is told, if that is not all of `changes`: those that answer the
    request, and what it asked for in vain (see NOT_STORED). `is_upkeep` where nobody told anything:
    then disuse goes on counting.
    """

    changes: Sequence[MemoryChange] = ()
    rows: Rows | None = None
    removals: Sequence[str] = ()
    receipt_id: str = ""
    answers: Sequence[MemoryChange] | None = None
    turns: Sequence[SessionTurn] = ()
    unread: Sequence[TurnReference] = ()
    read: Sequence[TurnReference] = ()
    sessions: Sequence[SessionUpdate] = ()
    forgotten_turns: Sequence[TurnReference] = ()
    related: Sequence[Edge] = ()
    unrelated: Sequence[Edge] = ()
    is_upkeep: bool = False
    kept: Kept | None = None

    @property
    def told(self) -> Sequence[MemoryChange]:
        return self.changes if self.answers is None else self.answers


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call changed, now or, if `replayed`, when it was made first."""

    revision: int
    changes: list[MemoryChange] = field(default_factory=list)
    forgotten_count: int = 0
    receipt_id: str = ""
    replayed: bool = False


def nothing_more(outcome: Outcome) -> None:
    """Where all is done with the commit."""


class Committer:
    """Plans and commits one user's change; plans again when another process came first."""

    def __init__(
        self,
        store: Store,
        lanes: Lanes,
        clock: Clock,
        guard: ModelGuard,
        bulletin: Bulletin,
        meter: Meter = UNMEASURED,
    ) -> None:
        self._meter = meter
        self._bulletin = bulletin
        self._store = store
        self._lanes = lanes
        self._clock = clock
        self._guard = guard

    def check_model(self, owner: Owner) -> None:
        """ReembedRequired when the user's vectors are another model's; blocking."""
        head = self._store.head(owner)
        if head is not None:
            self._guard.check(head)

    async def commit(
        self,
        owner: Owner,
        plan: Callable[[UserHead], Plan],
        request: RequestKey | None = None,
        *,
        create: bool = False,
        any_model: bool = False,
        then: Callable[[Outcome], None] = nothing_more,
    ) -> Outcome:
        """What `plan` changed, once it is durable.

        `then` does on the event loop what must not be left out once it is, even if the caller has
        left: their next try is answered from what was kept of this one.

        `plan` runs on a thread, possibly more than once, and must have no effect of its own. A
        user who is not known stays so unless `create`, and then nothing is planned. ReembedRequired
        when the user's vectors are another model's, unless the plan has no use for vectors.
        """
        async with self._lanes.lane(owner):
            return await self._lanes.see_through(
                lambda: self._commit(owner, plan, request, create, any_model), then
            )

    def _commit(
        self,
        owner: Owner,
        plan: Callable[[UserHead], Plan],
        request: RequestKey | None,
        create: bool,
        any_model: bool,
    ) -> Outcome:
        for _ in range(_ATTEMPTS):
            now = self._clock.now()
            if request and (earlier := self._replay(owner, request, now)):
                return earlier
            head = self._store.head(owner)
            if head is None:
                if not create:
                    return Outcome(revision=0)
                since = perf_counter()
                head = self._store.open_user(owner, self._guard.digest).result()
                spent("commit", since)
            if not any_model:
                self._guard.check(head)
            since = perf_counter()
            planned = plan(head)
            spent("plan", since)
            if not planned.is_upkeep:
                planned = _learnt(planned, now)
            latest = {change.memory.memory_id: change.memory for change in planned.changes}
            write = Write(
                owner=owner,
                base=head,
                changes=planned.changes,
                rows=planned.rows,
                removals=planned.removals,
                turns=planned.turns,
                unread=planned.unread,
                read=planned.read,
                sessions=planned.sessions,
                forgotten_turns=planned.forgotten_turns,
                links={key: links_of(each, head.namespace) for key, each in latest.items()},
                related=planned.related,
                unrelated=planned.unrelated,
                request_id=request.request_id if request else "",
                answer=_answer(planned, request, now) if request else None,
                time=now,
                kept=planned.kept,
                forgets=bool(planned.receipt_id),
            )
            if not _does_something(write):
                self._meter.changed(_actions(planned))
                return Outcome(head.revision, list(planned.told), receipt_id=planned.receipt_id)
            since = perf_counter()
            try:
                revision = self._store.commit(write).result()
            except RevisionMismatch:
                continue
            finally:
                spent("commit", since)
            self._meter.changed(_actions(planned))
            self._bulletin.post(owner)
            return Outcome(
                revision,
                [_as_committed(change, revision) for change in planned.told],
                len(planned.removals),
                planned.receipt_id,
            )
        raise Overloaded("the user is being changed by too many writers at once")

    def _replay(self, owner: Owner, request: RequestKey, now: int) -> Outcome | None:
        answer = self._store.answer(owner, request.request_id, now)
        if answer is None:
            return None
        if answer.digest != request.digest:
            raise RequestIdReused("the request_id was used for another content")
        return Outcome(
            answer.revision,
            self._changes_of(owner, answer),
            answer.forgotten_count,
            answer.receipt_id,
            replayed=True,
        )

    def _changes_of(self, owner: Owner, answer: Answer) -> list[MemoryChange]:
        """The answer's changes as they were; those forgotten since are left out.

        Only how often the memories were recalled is told as it is now: that is no part of a state.
        """
        ids = sorted({reference.memory_id for reference in answer.changes} - {""})
        now = {each.memory_id: each for each in self._store.memories(owner, ids) if each}
        states: dict[str, list[MemoryChange]] = {}
        changes = []
        for reference in answer.changes:
            if not reference.memory_id:
                changes.append(
                    MemoryChange(
                        reference.action,
                        NOT_STORED,
                        answer.revision,
                        item_index=reference.item_index,
                        note=reference.note,
                    )
                )
                continue
            if reference.memory_id not in states:
                newest_first = self._store.history(
                    owner, reference.memory_id, answer.revision + 1, len(answer.changes)
                )
                states[reference.memory_id] = [
                    change for change in newest_first if change.revision == answer.revision
                ]
            current = now.get(reference.memory_id)
            for change in states[reference.memory_id]:
                asked = (change.action, change.item_index)
                if current and asked == (reference.action, reference.item_index):
                    changes.append(replace(change, memory=with_accesses(change.memory, current)))
        return changes


def _actions(planned: Plan) -> Counter[ChangeAction]:
    """What happens to how many memories; rejected are those that there will not be."""
    actions = Counter(change.action for change in planned.changes)
    rejected = ChangeAction.REJECTED
    actions[rejected] += sum(change.action is rejected for change in planned.answers or ())
    return actions


def _does_something(write: Write) -> bool:
    memories = write.changes or write.removals or write.related or write.unrelated
    turns = write.turns or write.read or write.sessions or write.forgotten_turns
    return bool(memories or turns or write.answer)


_TOLD = frozenset(
    {
        ChangeAction.CREATED,
        ChangeAction.REINFORCED,
        ChangeAction.MERGED,
        ChangeAction.UPDATED,
    }
)


def _learnt(planned: Plan, now: Instant) -> Plan:
    """`planned` with the time at which the server was told, from which disuse counts anew."""

    def learnt(change: MemoryChange) -> MemoryChange:
        if change.action not in _TOLD or change.memory is NOT_STORED:
            return change
        return replace(change, memory=replace(change.memory, learn_time=now, faded_to=None))

    # Most answers are among the changes, and need not be made twice.
    changes = [learnt(change) for change in planned.changes]
    made = {id(before): after for before, after in zip(planned.changes, changes, strict=True)}
    answers = planned.answers
    if answers is not None:
        answers = [made.get(id(each)) or learnt(each) for each in answers]
    return replace(planned, changes=changes, answers=answers)


def with_accesses(state: Memory, current: Memory) -> Memory:
    """`state` with the access fields of `current`."""
    return replace(
        state,
        last_access_time=current.last_access_time,
        access_count=current.access_count,
    )


def _as_committed(change: MemoryChange, revision: int) -> MemoryChange:
    memory = change.memory
    if memory is not NOT_STORED:
        memory = replace(memory, revision=revision)
    return replace(change, revision=revision, memory=memory)


def _answer(planned: Plan, request: RequestKey, now: int) -> Answer:
    return Answer(
        digest=request.digest,
        revision=0,
        changes=tuple(
            ChangeReference(
                change.action,
                change.memory.memory_id,
                change.replaced_memory_ids,
                change.item_index,
                change.note,
            )
            for change in planned.told
        ),
        forgotten_count=len(planned.removals),
        receipt_id=planned.receipt_id,
        expire_time=now + ANSWER_LIFETIME,
    )
