"""Remember: statements in, reconciled memories on disk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from myosotis_server.memory.identity import memory_id, same_statement_key
from myosotis_server.memory.ports import Clock, Store, UserHead, Views
from myosotis_server.memory.reconcile import reconcile
from myosotis_server.memory.rows import UNKNOWN, statement_label
from myosotis_server.memory.values import (
    Instant,
    Memory,
    MemoryFilter,
    Owner,
    ReconcileMode,
    Statement,
)
from myosotis_server.service.commit import Committer, Outcome, Plan, RequestKey
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.row_maker import RowMaker, text_of
from myosotis_server.understanding.describe import describe


class Remember:
    def __init__(
        self,
        committer: Committer,
        store: Store,
        views: Views,
        embedding: EmbedQueue,
        rows: RowMaker,
        clock: Clock,
    ) -> None:
        self._committer = committer
        self._store = store
        self._views = views
        self._embedding = embedding
        self._rows = rows
        self._clock = clock

    async def __call__(
        self,
        owner: Owner,
        statements: Sequence[Statement],
        mode: ReconcileMode,
        request: RequestKey | None,
    ) -> Outcome:
        """One change per statement, in order, once all of them are durable; all or none."""
        vectors = await self._embedding.passages(
            [text_of(item.content, item.subject) for item in statements]
        )

        def plan(head: UserHead) -> Plan:
            return self._plan(owner, head, statements, vectors, mode)

        return await self._committer.commit(owner, plan, request, create=True)

    def _plan(
        self,
        owner: Owner,
        head: UserHead,
        statements: Sequence[Statement],
        vectors: Sequence[Vector],
        mode: ReconcileMode,
    ) -> Plan:
        now = self._clock.now()
        # The revision is part of a copy's identity, so that each one is a memory of its own.
        always_new = mode is ReconcileMode.OFF
        # A microsecond apart, so that what was said in one call keeps its order.
        drafts = [
            describe(
                item,
                head.namespace,
                now + index,
                f"{head.revision}:{index}" if always_new else "",
            )
            for index, item in enumerate(statements)
        ]
        known: dict[str, Memory] = {}
        if not always_new:
            drafts, known = self._meet(owner, head, drafts)
        drafts = self._in_order(owner, drafts, known)
        changes = reconcile(known, drafts)
        latest = {
            change.memory.memory_id: (change.memory, vector)
            for change, vector in zip(changes, vectors, strict=True)
        }
        return Plan(changes, self._rows.rows(latest.values()))

    def _in_order(
        self, owner: Owner, drafts: Sequence[Memory], known: Mapping[str, Memory]
    ) -> list[Memory]:
        """The drafts, those that are new a microsecond after what their session has of that time.

        Callers stamp whole sessions with one time, and who answered whom is told by the order.
        """
        sessions = {
            draft.session_id
            for draft in drafts
            if draft.session_id and draft.memory_id not in known
        }
        taken: dict[str, set[Instant]] = {session: set() for session in sessions}
        with self._views.open(owner) as view:
            if view is not None:
                for session, moments in taken.items():
                    turns = MemoryFilter(session_ids=frozenset({session}), include_superseded=True)
                    mask = view.select(turns, UNKNOWN, None)
                    moments.update(view.columns["create_time"][mask].tolist())
        free: dict[tuple[str, Instant], Instant] = {}
        ordered = []
        for draft in drafts:
            said = draft.create_time
            if draft.session_id in taken and draft.memory_id not in known:
                moments, place = taken[draft.session_id], (draft.session_id, said)
                said = free.get(place, said)
                while said in moments:
                    said += 1
                moments.add(said)
                free[place] = said + 1
            shift = said - draft.create_time
            ordered.append(_said_later(draft, shift) if shift else draft)
        return ordered

    def _meet(
        self, owner: Owner, head: UserHead, drafts: Sequence[Memory]
    ) -> tuple[list[Memory], dict[str, Memory]]:
        """The drafts under the ids of the memories that they repeat, and those memories.

        A memory whose text was updated keeps its id, so the id alone does not tell what it says:
        it is found by its statement, and a new statement never takes an id that is in use.
        """
        with self._views.open(owner) as view:
            carriers = [
                [] if view is None else view.carrying(statement_label(draft)) for draft in drafts
            ]
        ids = {each for found in carriers for each in found}
        ids |= {draft.memory_id for draft in drafts}
        stored = {
            memory.memory_id: memory
            for memory in self._store.memories(owner, sorted(ids))
            if memory is not None
        }
        met = []
        for draft, found in zip(drafts, carriers, strict=True):
            same = [stored[each] for each in found if each in stored and _same(stored[each], draft)]
            if same:
                oldest = min(same, key=lambda memory: (memory.create_time, memory.memory_id))
                met.append(replace(draft, memory_id=oldest.memory_id))
            elif draft.memory_id in stored:
                copy = f"{head.revision}"
                free = memory_id(head.namespace, draft.kind, draft.subject, draft.content, copy)
                met.append(replace(draft, memory_id=free))
            else:
                met.append(draft)
        return met, stored


def _said_later(draft: Memory, microseconds: int) -> Memory:
    """`draft` as if it had been said so much later."""
    return replace(
        draft,
        create_time=draft.create_time + microseconds,
        update_time=draft.update_time + microseconds,
        valid_from=draft.valid_from + microseconds,
        expire_time=None if draft.expire_time is None else draft.expire_time + microseconds,
    )


def _same(one: Memory, other: Memory) -> bool:
    return same_statement_key(one.kind, one.subject, one.content) == same_statement_key(
        other.kind, other.subject, other.content
    )
