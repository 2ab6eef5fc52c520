"""Lets a language model read turns where one is configured; the local reading stands in for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Protocol
from zoneinfo import ZoneInfo

from myosotis_server.memory.language_model import (
    Extracted,
    FailureReason,
    LanguageModel,
    ModelFailed,
)
from myosotis_server.memory.values import Role, Statement
from myosotis_server.service.hearing import Heard, Hearing, Refused, Told
from myosotis_server.understanding.event_times import event_time_of


class Tally(Protocol):
    """Counts how turns were read and summed up, for whoever watches the server."""

    def read_locally(self) -> None: ...

    def read_by_model(self, failure: FailureReason | None = None) -> None: ...

    def summarised_locally(self) -> None: ...

    def summarised_by_model(self, failure: FailureReason | None = None) -> None: ...

    def asked_model(self, seconds: float) -> None: ...

    def statements(self, kept: int = 0, rejected: int = 0, passed_over: int = 0) -> None: ...

    def unread_users(self, count: int) -> None: ...

    def caught_up(self, seconds: float) -> None: ...


class ModelReading:
    def __init__(self, hearing: Hearing, model: LanguageModel | None, tally: Tally) -> None:
        self._hearing = hearing
        self._model = model
        self._tally = tally

    async def __call__(self, heard: Sequence[Heard], zone: ZoneInfo) -> list[Heard]:
        """`heard` with what the model makes of it, or as it is where there is none or it fails.

        Turns that bid the memory something were understood as far as they need be. What the model
        gives goes the way of everything that is told: filter, reading, reconciling.
        """
        told = list(heard)
        model = self._model
        if model is None or not any(map(_is_for_model, told)):
            self._tally.read_locally()
        else:
            turns = [each.turn for each in told]
            since = perf_counter()
            try:
                # Not in the lanes, whose threads are for what takes milliseconds.
                try:
                    found = await asyncio.to_thread(model.extract, turns)
                finally:
                    self._tally.asked_model(perf_counter() - since)
            except ModelFailed as failure:
                self._tally.read_by_model(failure.reason)
            else:
                self._tally.read_by_model()
                told = await self._with(told, found, zone)
        said = [each for turn in told for each in turn.told]
        kept = sum(isinstance(each, Told) for each in said)
        self._tally.statements(
            kept=kept,
            rejected=len(said) - kept,
            passed_over=sum(turn.passed_over for turn in told),
        )
        return told

    async def _with(
        self, heard: Sequence[Heard], found: Sequence[Extracted], zone: ZoneInfo
    ) -> list[Heard]:
        found = [each for each in found if _is_for_model(heard[each.turn])]
        statements = [_statement(each, heard[each.turn], zone) for each in found]
        told: dict[int, list[Told]] = {}
        for each, said in zip(found, await self._hearing.statements(statements, zone), strict=True):
            if isinstance(said, Told):
                item = heard[each.turn].item
                told.setdefault(each.turn, []).append(replace(said, item=item))
        return [
            replace(each, told=(*_refused(each), *told.get(place, ())))
            if _is_for_model(each)
            else each
            for place, each in enumerate(heard)
        ]


def _statement(extracted: Extracted, heard: Heard, zone: ZoneInfo) -> Statement:
    """What the model found, as said in the turn. Of whom it speaks is read out of its words."""
    said = heard.turn.say_time
    return replace(
        extracted.statement,
        subject="",
        event_time=event_time_of(extracted.when, said, zone) if extracted.when else None,
        observe_time=said,
        session_id=heard.session_id,
        sources=(heard.reference,),
    )


def _is_for_model(heard: Heard) -> bool:
    """Whether a user says something in it that no bid has settled."""
    bids = heard.pins or heard.retracts or heard.forget_requests or heard.is_earlier
    pinned = any(isinstance(said, Told) and said.statement.pinned for said in heard.told)
    is_settled = bool(bids) or pinned or heard.keeps_out
    return heard.turn.role is Role.USER and not is_settled


def _refused(heard: Heard) -> list[Refused]:
    return [said for said in heard.told if isinstance(said, Refused)]
