"""Learns what was told: plans how it meets what is known of the user, and commits it."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.claims import Claim, claim_of
from myosotis_server.memory.ports import Clock, Store, UserHead, Views
from myosotis_server.memory.reconcile import Reconciled, reconcile
from myosotis_server.memory.rows import Rows
from myosotis_server.memory.values import (
    ChangeAction,
    Memory,
    MemoryChange,
    Owner,
    ReconcileMode,
    TurnReference,
)
from myosotis_server.service.bids import Amended, Bids
from myosotis_server.service.commit import (
    NOT_STORED,
    Committer,
    Outcome,
    Plan,
    RequestKey,
    nothing_more,
)
from myosotis_server.service.drafting import described, in_order, under_known_ids
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.hearing import Heard, Refused, Told
from myosotis_server.service.quota import Quota
from myosotis_server.service.row_maker import RowMaker, text_of
from myosotis_server.service.survey import survey
from myosotis_server.understanding.importance import MARKED

_AS_STORED = Amended()


class Unembedded(Exception):
    """Reconciling made texts that have no vector yet."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(f"{len(texts)} text(s) to embed")
        self.texts = texts


class Learning:
    def __init__(
        self,
        committer: Committer,
        store: Store,
        views: Views,
        embedding: EmbedQueue,
        rows: RowMaker,
        clock: Clock,
        quota: Quota,
    ) -> None:
        self._quota = quota
        self._committer = committer
        self._store = store
        self._views = views
        self._embedding = embedding
        self._rows = rows
        self._clock = clock
        self._bids = Bids(store, views)

    def check_model(self, owner: Owner) -> None:
        """ReembedRequired where nothing can be learnt of the user before that; blocking."""
        self._committer.check_model(owner)

    async def commit(
        self,
        owner: Owner,
        plan: Callable[[UserHead, Mapping[str, Vector]], Plan],
        request: RequestKey | None,
        *,
        create: bool = True,
        any_model: bool = False,
        then: Callable[[Outcome], None] = nothing_more,
    ) -> Outcome:
        """What `plan` changed, once it is durable; see `Committer.commit`.

        `plan` is given the vectors of the texts for which it raised `Unembedded` before.
        """
        vectors: dict[str, Vector] = {}
        while True:
            try:
                return await self._committer.commit(
                    owner,
                    lambda head: plan(head, vectors),
                    request,
                    create=create,
                    any_model=any_model,
                    then=then,
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
        drafts = described(told, head, mode, self._clock.now())
        with self._views.open(owner) as view:
            around = survey(view, told, drafts, mode, amended.memories, self._clock.now())
        stored = self._store.memories(owner, around.memory_ids)
        known = {
            memory.memory_id: (memory, vector)
            for memory, vector in zip(stored, around.vectors, strict=True)
            if memory is not None
        }
        if mode is not ReconcileMode.OFF:
            there = {key: memory for key, (memory, _) in known.items()}
            drafts = under_known_ids(drafts, around.carriers, there, amended.memories, head)
        drafts = in_order(drafts, around.moments, known.keys())
        held = [
            (claim_of(now), vector)
            for key, (memory, vector) in known.items()
            if (now := amended.memories.get(key, memory)) is not None
        ]
        claims = [claim_of(draft, each.reading) for draft, each in zip(drafts, told, strict=True)]
        stacked = np.array([each.vector for each in told], np.float32)
        likeness = self._likeness(stacked, [vector for _, vector in held])
        met = reconcile([claim for claim, _ in held], claims, likeness, mode)
        rows = self._latest(met, told, held, vectors)
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
        What the user may hold no more of is answered as rejected: turns are taken all the same.
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
        turned_away: list[MemoryChange] = []
        while surplus := self._quota.surplus(owner, head, planned):
            answers = [answer.memory.memory_id for answer in planned.told]
            beyond = {place for place, id_ in enumerate(answers) if id_ in surplus}
            if not beyond:
                break
            turned_away += [_surplus(told[place]) for place in sorted(beyond)]
            told = [said for place, said in enumerate(told) if place not in beyond]
            planned = self.plan(owner, head, told, ReconcileMode.FULL, vectors, amended)
        planned = replace(planned, answers=[*planned.told, *turned_away])
        planned = self._amending(owner, planned, amended)
        return replace(planned, read=sorted((pinned.keys() | retracted) - anew, key=_name))

    def _amending(self, owner: Owner, planned: Plan, amended: Amended) -> Plan:
        """`planned`, and what is `amended` beside it."""
        changed = {change.memory.memory_id for change in planned.changes}
        left = {key: each for key, each in amended.memories.items() if key not in changed}
        gone = [key for key, each in left.items() if each is None]
        kept = [each for each in left.values() if each is not None]
        changes = [
            MemoryChange(
                ChangeAction.UPDATED,
                memory,
                note="to be remembered" if memory.pinned else "what had ended it was taken back",
            )
            for memory in kept
        ]
        whole = self.with_states(owner, planned, changes)
        added = whole.changes[len(planned.changes) :]
        return replace(whole, removals=gone, answers=[*planned.told, *added])

    def with_states(self, owner: Owner, planned: Plan, changes: Sequence[MemoryChange]) -> Plan:
        """`planned`, and behind it `changes` of memories that are there and keep their words.

        None of `changes` where one of them is no longer there: it will be planned anew.
        """
        if not changes:
            return planned
        with self._views.open(owner) as view:
            slots = [view.slot(each.memory.memory_id) if view else None for each in changes]
            if view is None or None in slots:
                return planned
            vectors = view.vectors(np.array(slots, np.int64))
        memories = [each.memory for each in changes]
        rows = [self._rows.rows(zip(memories, vectors, strict=True))]
        if planned.rows is not None:
            rows.insert(0, planned.rows)
        return replace(
            planned,
            changes=[*planned.changes, *changes],
            rows=Rows.concatenate(rows),
        )

    def _likeness(
        self, drafts: NDArray[np.float32], known: Sequence[Vector]
    ) -> NDArray[np.float64]:
        """How alike drafts are to what is known and to drafts, [drafts, known + drafts]."""
        if not len(drafts):
            return np.empty((0, len(known)))
        cosines = drafts @ np.stack([*known, *drafts]).T
        return self._embedding.model.similarity.place(cosines)

    def _latest(
        self,
        met: Reconciled,
        told: Sequence[Told],
        held: Sequence[tuple[Claim, Vector]],
        vectors: Mapping[str, Vector],
    ) -> list[tuple[Memory, Vector]]:
        """The last state of every memory that changes, with the vector of its text.

        A memory whose words stay keeps its vector, as nearly as it is stored.
        """
        made = dict(vectors)
        made |= {_text(claim.memory): vector for claim, vector in held}
        made |= {
            text_of(each.statement.content, each.statement.subject): each.vector for each in told
        }
        latest = {change.memory.memory_id: change.memory for change in met.changes}
        texts = {key: _text(memory) for key, memory in latest.items()}
        missing = [text for text in dict.fromkeys(texts.values()) if text not in made]
        if missing:
            raise Unembedded(missing)
        return [(memory, made[texts[key]]) for key, memory in latest.items()]


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


def _of_items(met: Reconciled, told: Sequence[Told]) -> list[MemoryChange]:
    """The changes, each with the place of what led to it in the request."""
    return [
        change
        if change.item_index == (item := told[change.item_index].item)
        else replace(change, item_index=item)
        for change in met.changes
    ]


def _answers(
    heard: Sequence[Told | Refused], met: Sequence[MemoryChange], answered: Sequence[int]
) -> list[MemoryChange]:
    """What is told of each of `heard`, what the privacy filter refused among them."""
    kept = (met[place] for place in answered)
    return [next(kept) if isinstance(each, Told) else _rejection(each) for each in heard]


def _surplus(said: Told | Refused) -> MemoryChange:
    note = "not kept, because the user holds as many memories as they may"
    return MemoryChange(ChangeAction.REJECTED, NOT_STORED, item_index=said.item, note=note)


def _rejection(refused: Refused) -> MemoryChange:
    held = ", ".join(name.replace("_", " ") for name in refused.classes)
    note = f"not kept, because it holds {held}"
    return MemoryChange(ChangeAction.REJECTED, NOT_STORED, item_index=refused.item, note=note)
