"""Takes a conversation in: its turns on disk at once, what they tell learnt at once or later."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from myosotis_server.memory.errors import TurnIdReused
from myosotis_server.memory.ports import Randomness, SessionTurn, Store, UserHead
from myosotis_server.memory.values import (
    ChangeAction,
    ExtractionMode,
    ForgetMode,
    MemoryChange,
    Owner,
    Role,
    Turn,
    TurnReference,
)
from myosotis_server.service.closing import Closing
from myosotis_server.service.commit import Outcome, Plan, RequestKey
from myosotis_server.service.embed_queue import Vector
from myosotis_server.service.forget import Forget, ForgetTarget
from myosotis_server.service.hearing import Heard, Hearing
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.learning import Learning
from myosotis_server.service.model_reading import ModelReading
from myosotis_server.service.unread import Unread, said_before, still_said

_BEHIND = 2
"""Users whose turns may wait to be read before those of others are only looked at."""


@dataclass(frozen=True, slots=True)
class Appended:
    """`turns` as they are stored; `changes` only where what they tell was learnt at once."""

    turns: tuple[Turn, ...]
    changes: tuple[MemoryChange, ...]
    revision: int


class AppendTurns:
    def __init__(
        self,
        store: Store,
        lanes: Lanes,
        hearing: Hearing,
        learning: Learning,
        forget: Forget,
        unread: Unread,
        reading: ModelReading,
        closing: Closing,
        randomness: Randomness,
    ) -> None:
        self._store = store
        self._lanes = lanes
        self._hearing = hearing
        self._learning = learning
        self._forget = forget
        self._unread = unread
        self._reading = reading
        self._closing = closing
        self._randomness = randomness

    async def __call__(
        self,
        owner: Owner,
        session_id: str,
        turns: Sequence[Turn],
        mode: ExtractionMode,
        zone: ZoneInfo,
        request: RequestKey | None,
    ) -> Appended:
        """The turns as stored, once they are durable; all of them or none.

        A turn that its session has already is passed over, TurnIdReused where it said something
        else. Of what is read in the background, moods are judged by words alone while the server is
        busy. Turns without an id are given one, the same one whenever `request` is repeated.
        """
        turns = [self._with_id(turn, place, request) for place, turn in enumerate(turns)]
        ids = [TurnReference(session_id, turn.turn_id) for turn in turns]
        at_once = mode is ExtractionMode.INLINE
        # Where much waits, turns must not hold up those who ask: they are heard when there is time.
        behind = self._unread.waiting > _BEHIND or self._hearing.is_busy
        by_words = not at_once and behind
        if by_words:
            heard = await self._hearing.by_words(session_id, turns)
        else:
            before = await self._lanes.call(
                lambda: said_before(self._store, owner, session_id, ids)
            )
            heard = await self._hearing.turns(session_id, turns, zone, before)
        if at_once:
            heard = await self._reading(heard, zone)
        later = mode in (ExtractionMode.UNSPECIFIED, ExtractionMode.BACKGROUND)
        new: list[Heard] = []

        def plan(head: UserHead, vectors: Mapping[str, Vector]) -> Plan:
            new[:] = self._new(owner, heard)
            learnt = Plan()
            if at_once and new:
                told = still_said(self._store, owner, _with_earlier(heard, new))
                learnt = self._learning.plan_heard(owner, head, told, vectors)
            return replace(
                learnt,
                turns=[SessionTurn(session_id, each.turn, zone.key) for each in new],
                unread=[each.reference for each in new if later and each.turn.role is Role.USER],
            )

        def note(outcome: Outcome) -> None:
            if later:
                self._unread.note(owner, () if by_words else new)
            self._closing.note(owner)

        # What is learnt at once needs vectors; what is only kept waits for them, if need be.
        outcome = await self._learning.commit(
            owner, plan, request, any_model=not at_once, then=note
        )
        asked = await self._asked_to_forget(owner, heard) if at_once else []
        stored: Sequence[Turn | None] = [each.turn for each in new]
        if outcome.replayed or len(new) < len(turns):
            stored = await self._lanes.call(lambda: self._store.turns(owner, ids))
        return Appended(
            tuple(turn for turn in stored if turn is not None),
            (*outcome.changes, *asked),
            outcome.revision,
        )

    def _with_id(self, turn: Turn, place: int, request: RequestKey | None) -> Turn:
        if turn.turn_id:
            return turn
        made = (
            uuid.uuid5(uuid.UUID(request.request_id), str(place))
            if request
            else self._randomness.uuid()
        )
        return replace(turn, turn_id=str(made))

    def _new(self, owner: Owner, heard: Sequence[Heard]) -> list[Heard]:
        """The turns that their session does not have yet."""
        said = [each for each in heard if not each.is_earlier]
        stored = self._store.turns(owner, [each.reference for each in said])
        new = []
        for each, known in zip(said, stored, strict=True):
            turn = each.turn
            if known is None:
                new.append(each)
            elif (known.role, known.speaker, known.content) != (
                turn.role,
                turn.speaker,
                turn.content,
            ):
                raise TurnIdReused("the session has a turn of this id that says something else")
        return new

    async def _asked_to_forget(self, owner: Owner, heard: Sequence[Heard]) -> list[MemoryChange]:
        """What the turns asked to forget: told, and left for the caller to forget by its id."""
        asked = []
        for each in heard:
            for request in () if each.is_earlier else each.forget_requests:
                target = ForgetTarget(query=request)
                found = await self._forget(owner, target, ForgetMode.ERASE, True, None)
                asked += [
                    MemoryChange(
                        ChangeAction.FORGOTTEN,
                        memory,
                        found.revision,
                        item_index=each.item,
                        note="asked to be forgotten, and still here: call Forget with its id",
                    )
                    for memory in found.memories
                ]
        return asked


def _with_earlier(heard: Sequence[Heard], new: Sequence[Heard]) -> list[Heard]:
    """`new`, and before them the turns of which they bid something."""
    references = {each.reference for each in new}
    about = {turn for each in new for turn in (each.pins, each.retracts) if turn is not None}
    earlier = [
        replace(each, is_earlier=True)
        for each in heard
        if each.reference in about and each.reference not in references
    ]
    return [*earlier, *new]
