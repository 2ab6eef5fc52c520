"""Learns what was told: plans how it meets what is known of the user, and commits it."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.claims import Claim, claim_of, key_of
from myosotis_server.memory.identity import memory_id, same_statement_key
from myosotis_server.memory.ports import Clock, Store, UserHead, View, Views
from myosotis_server.memory.reconcile import Reconciled, reconcile
from myosotis_server.memory.rows import UNKNOWN, Rows, Terms, label, statement_label
from myosotis_server.memory.slots import SLOTS, slot_of
from myosotis_server.memory.values import (
    ChangeAction,
    Instant,
    Memory,
    MemoryChange,
    MemoryFilter,
    Owner,
    ReconcileMode,
    TurnReference,
)
from myosotis_server.service.bids import Amended, Bids
from myosotis_server.service.commit import NOT_STORED, Committer, Outcome, Plan, RequestKey
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.hearing import Heard, Refused, Told
from myosotis_server.service.row_maker import RowMaker, text_of
from myosotis_server.understanding.describe import describe
from myosotis_server.understanding.importance import MARKED

NEAREST = 12
"""Known memories by meaning that each statement is compared with, besides those that share a slot
with it."""
_MOST_OF_A_SLOT = 200
_LATEST = 8
"""A correction is about one of the last things said."""
_AS_STORED = Amended()
_NO_TERMS = Terms(np.empty(0, np.uint32), np.empty(0, np.uint16))


class Unembedded(Exception):
    """Reconciling made texts that have no vector yet."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(f"{len(texts)} text(s) to embed")
        self.texts = texts


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known and might be met: `vectors` [claims, dimension] as stored."""

    claims: Sequence[Claim]
    vectors: NDArray[np.float32]


class Learning:
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
        self._bids = Bids(store, views)

    async def commit(
        self,
        owner: Owner,
        plan: Callable[[UserHead, Mapping[str, Vector]], Plan],
        request: RequestKey | None,
        *,
        create: bool = True,
    ) -> Outcome:
        """What `plan` changed, once it is durable; see `Committer.commit`.

        `plan` is given the vectors of the texts for which it raised `Unembedded` before.
        """
        vectors: dict[str, Vector] = {}
        while True:
            try:
                return await self._committer.commit(
                    owner, lambda head: plan(head, vectors), request, create=create
                )
            except Unembedded as missing:
                made = await self._embedding.passages(missing.texts)
                vectors.update(zip(missing.texts, made, strict=True))

    def plan(
        self,
        owner: Owner,
        head: UserHead,
        heard: Sequence[Told | Refused],
        mode: ReconcileMode,
        vectors: Mapping[str, Vector],
        amended: Amended = _AS_STORED,
    ) -> Plan:
        """How `heard` changes what is known: one answer for each of them, in order.

        What is known is as stored but for what is `amended`, which is no part of the plan. Raises
        Unembedded for texts that are missing among `vectors`.
        """
        told = [each for each in heard if isinstance(each, Told)]
        drafts = self._drafts(owner, head, told, mode, amended)
        known = self._known(owner, told, drafts, mode, amended)
        claims = [claim_of(draft, each.reading) for draft, each in zip(drafts, told, strict=True)]
        stacked = np.array([each.vector for each in told], np.float32)
        met = reconcile(known.claims, claims, self._likeness(stacked, known.vectors), mode)
        rows = self._latest(met, told, known, vectors)
        changes = _of_items(met, told)
        return Plan(
            changes,
            self._rows.rows(rows) if rows else None,
            answers=_answers(heard, changes, met.answers),
        )

    def plan_heard(
        self,
        owner: Owner,
        head: UserHead,
        heard: Sequence[Heard],
        vectors: Mapping[str, Vector],
    ) -> Plan:
        """How turns change what is known; what they took back of earlier ones is to go.

        An earlier turn of which a bid decides has been read with it, should it still wait for that.
        """
        anew = {each.reference for each in heard if not each.is_earlier}
        telling = {each.reference for each in heard if each.told and not each.is_earlier}
        retracted = {each.retracts for each in heard if each.retracts is not None}
        pinned = {each.pins: each.turn.say_time for each in heard if each.pins is not None}
        amended = self._bids.amended(
            owner,
            {turn: time for turn, time in pinned.items() if turn not in anew},
            retracted - anew,
        )
        known = telling | amended.learnt
        told = [
            _pinned(said) if pinned.keys() & _sources_of(said) else said
            for each in heard
            if not (each.is_earlier and each.reference in known)
            for said in each.told
            if retracted.isdisjoint(_sources_of(said))
        ]
        planned = self.plan(owner, head, told, ReconcileMode.FULL, vectors, amended)
        idle = {
            place
            for place, (said, answer) in enumerate(zip(told, planned.told, strict=True))
            if _is_slight(said) and answer.action is ChangeAction.CREATED
        }
        if idle:
            told = [said for place, said in enumerate(told) if place not in idle]
            planned = self.plan(owner, head, told, ReconcileMode.FULL, vectors, amended)
        planned = self._amending(owner, planned, amended)
        return replace(planned, read=sorted((pinned.keys() | retracted) - anew, key=_name))

    def _amending(self, owner: Owner, planned: Plan, amended: Amended) -> Plan:
        """`planned`, and what is `amended` beside it."""
        changed = {change.memory.memory_id for change in planned.changes}
        left = {key: each for key, each in amended.memories.items() if key not in changed}
        gone = [key for key, each in left.items() if each is None]
        kept = [each for each in left.values() if each is not None]
        if not kept:
            return replace(planned, removals=gone)
        with self._views.open(owner) as view:
            slots = [view.slot(each.memory_id) if view else None for each in kept]
            if view is None or None in slots:  # the user changes meanwhile: it is planned again
                return replace(planned, removals=gone)
            vectors = view.vectors(np.array(slots, np.int64))
        changes = [
            MemoryChange(
                ChangeAction.UPDATED,
                memory,
                note="to be remembered" if memory.pinned else "what had ended it was taken back",
            )
            for memory in kept
        ]
        rows = [self._rows.rows(zip(kept, vectors, strict=True))]
        if planned.rows is not None:
            rows.insert(0, planned.rows)
        return replace(
            planned,
            changes=[*planned.changes, *changes],
            rows=Rows.concatenate(rows),
            removals=gone,
            answers=[*planned.told, *changes],
        )

    def _drafts(
        self,
        owner: Owner,
        head: UserHead,
        told: Sequence[Told],
        mode: ReconcileMode,
        amended: Amended,
    ) -> list[Memory]:
        now = self._clock.now()
        # The revision is part of a copy's identity, so that each one is a memory of its own.
        always_new = mode is ReconcileMode.OFF
        # A microsecond apart, so that what was said in one call keeps its order.
        drafts = [
            describe(
                each.statement,
                head.namespace,
                now + index,
                f"{head.revision}:{index}" if always_new else "",
            )
            for index, each in enumerate(told)
        ]
        known: Mapping[str, Memory] = {}
        if not always_new:
            drafts, known = self._meet(owner, head, drafts, amended)
        return self._in_order(owner, drafts, known)

    def _known(
        self,
        owner: Owner,
        told: Sequence[Told],
        drafts: Sequence[Memory],
        mode: ReconcileMode,
        amended: Amended,
    ) -> _Known:
        """What of the known memories `drafts` could repeat, end, correct or be ended by."""
        nothing = _Known([], np.empty((0, self._embedding.model.dimension), np.float32))
        if mode is ReconcileMode.OFF or not told:
            return nothing
        with self._views.open(owner) as view:
            if view is None:
                return nothing
            slots = {
                slot
                for draft in drafts
                for each in view.carrying(statement_label(draft))
                if (slot := view.slot(each)) is not None
            }
            if mode is not ReconcileMode.EXACT:
                slots |= _candidates(view, told, drafts, self._clock.now())
            ids = [*(draft.memory_id for draft in drafts), *amended.memories]
            slots |= {slot for each in ids if (slot := view.slot(each)) is not None}
            if not slots:
                return nothing
            found = np.array(sorted(slots), np.int64)
            memory_ids = view.memory_ids(found)
            vectors = view.vectors(found)
        stored = _amended(self._store.memories(owner, memory_ids), amended)
        there = [place for place, memory in enumerate(stored) if memory is not None]
        claims = [claim_of(memory) for memory in stored if memory is not None]
        return _Known(claims, vectors[there])

    def _likeness(
        self, drafts: NDArray[np.float32], known: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        """How alike drafts are to what is known and to drafts, [drafts, known + drafts]."""
        if not len(drafts):
            return np.empty((0, len(known)))
        cosines = drafts @ np.concatenate([known, drafts]).T
        return self._embedding.model.similarity.place(cosines)

    def _latest(
        self,
        met: Reconciled,
        told: Sequence[Told],
        known: _Known,
        vectors: Mapping[str, Vector],
    ) -> list[tuple[Memory, Vector]]:
        """The last state of every memory that changes, with the vector of its text.

        A memory whose words stay keeps its vector, as nearly as it is stored.
        """
        made = dict(vectors)
        made |= {
            _text(claim.memory): row for claim, row in zip(known.claims, known.vectors, strict=True)
        }
        made |= {
            text_of(each.statement.content, each.statement.subject): each.vector for each in told
        }
        latest = {change.memory.memory_id: change.memory for change in met.changes}
        texts = {key: _text(memory) for key, memory in latest.items()}
        missing = [text for text in dict.fromkeys(texts.values()) if text not in made]
        if missing:
            raise Unembedded(missing)
        return [(memory, made[texts[key]]) for key, memory in latest.items()]

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
        self, owner: Owner, head: UserHead, drafts: Sequence[Memory], amended: Amended
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
            there = [stored[each] for each in found if each in stored]
            same = [each for each in _amended(there, amended) if each and _same(each, draft)]
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


def _amended(stored: Sequence[Memory | None], amended: Amended) -> list[Memory | None]:
    return [each and amended.memories.get(each.memory_id, each) for each in stored]


def _sources_of(said: Told | Refused) -> Set[TurnReference]:
    return {*said.statement.sources} if isinstance(said, Told) else set()


def _pinned(said: Told | Refused) -> Told | Refused:
    if isinstance(said, Refused):
        return said
    importance = max(said.statement.importance or 0.0, MARKED)
    return replace(said, statement=replace(said.statement, pinned=True, importance=importance))


def _name(turn: TurnReference) -> tuple[str, str]:
    return turn.session_id, turn.turn_id


def _is_slight(said: Told | Refused) -> bool:
    return isinstance(said, Told) and said.only_repairs and not said.statement.pinned


def _text(memory: Memory) -> str:
    return text_of(memory.content, memory.subject)


def _candidates(
    view: View, told: Sequence[Told], drafts: Sequence[Memory], now: Instant
) -> set[int]:
    """Slots of what may be ended, merged into or corrected: by slot, by meaning, by time."""
    mask = view.select(MemoryFilter(), now, None)
    found: set[int] = set()
    for each, draft in zip(told, drafts, strict=True):
        hits = view.search(each.vector, _NO_TERMS, [mask], NEAREST)
        near = hits.slots[np.argsort(-hits.semantic, kind="stable")[:NEAREST]]
        found.update(near.tolist())
        for key in _keys_at_stake(each, draft):
            held = [view.slot(known) for known in view.carrying(label("attribute", key))]
            current = [slot for slot in held if slot is not None and mask[slot]]
            current.sort(key=lambda slot: -int(view.columns["update_time"][slot]))
            found.update(current[:_MOST_OF_A_SLOT])
        if each.reading.corrects:
            last = np.flatnonzero(mask)
            order = np.argsort(-view.columns["update_time"][last], kind="stable")
            found.update(last[order[:_LATEST]].tolist())
    return found


def _keys_at_stake(told: Told, draft: Memory) -> set[str]:
    """Attributes of which another value, or the same one, might not survive this statement."""
    keys = {ended.key for ended in told.reading.ends}
    attribute = draft.attribute or told.reading.attribute
    if attribute is not None:
        key = key_of(attribute)
        slot = slot_of(key)
        if slot.single or key in SLOTS:
            keys.add(key)
        keys |= {name for name, other in SLOTS.items() if other.opposite == key}
        keys |= {slot.opposite}
    return {name for key in keys - {""} for name in (key, key.replace("favourite_", "favorite_"))}


def _of_items(met: Reconciled, told: Sequence[Told]) -> list[MemoryChange]:
    """The changes, each with the place of what led to it in the request."""
    return [replace(change, item_index=told[change.item_index].item) for change in met.changes]


def _answers(
    heard: Sequence[Told | Refused], met: Sequence[MemoryChange], answered: Sequence[int]
) -> list[MemoryChange]:
    """What is told of each of `heard`, what the privacy filter refused among them."""
    kept = (met[place] for place in answered)
    return [next(kept) if isinstance(each, Told) else _rejection(each) for each in heard]


def _rejection(refused: Refused) -> MemoryChange:
    held = ", ".join(name.replace("_", " ") for name in refused.classes)
    note = f"not kept, because it holds {held}"
    return MemoryChange(ChangeAction.REJECTED, NOT_STORED, item_index=refused.item, note=note)


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
