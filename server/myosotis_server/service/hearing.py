"""Hears statements and turns: filters, reads, embeds and judges them, and changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from myosotis_server.memory.heads import EMOTIONS, Heads, Judgements
from myosotis_server.memory.ports import Clock
from myosotis_server.memory.reading import NOTHING_READ, Reading
from myosotis_server.memory.stages import spent
from myosotis_server.memory.values import Role, Statement, Turn, TurnReference
from myosotis_server.service.cleaning import cleaned
from myosotis_server.service.embed_queue import EmbedQueue, Vector
from myosotis_server.service.lanes import Lanes
from myosotis_server.service.row_maker import text_of
from myosotis_server.understanding.attributes import readings_of
from myosotis_server.understanding.describe import language_of
from myosotis_server.understanding.emotions import Felt, felt, felt_together
from myosotis_server.understanding.entities import entities_of
from myosotis_server.understanding.event_times import event_time_of, is_of_another_time
from myosotis_server.understanding.keeping import is_worth_keeping
from myosotis_server.understanding.privacy import (
    PrivacyAction,
    PrivacyPolicy,
    PrivateClass,
    classes_in,
    filtered,
    masked_classes,
)
from myosotis_server.understanding.sensitivity import sensitivity_of
from myosotis_server.understanding.telling import filled
from myosotis_server.understanding.turn_reading import TurnReading, read_turn

_BUSY = 4
"""Texts that wait for the model."""
_NO_OPINION = np.full(EMOTIONS, 0.08, np.float32)
_NO_OPINION[0] = 1 - 0.08 * (EMOTIONS - 1)
"""Of a classifier, of the emotions: most turns show none."""


@dataclass(frozen=True, slots=True)
class Told:
    """A statement made whole, with what it claims and its vector [dimension].

    `item` is the place of what it comes from in the request. What `only_repairs` is worth keeping
    only where it corrects something that is known ("no, it's on Friday").
    """

    statement: Statement
    reading: Reading
    vector: Vector
    item: int
    only_repairs: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """What the privacy filter let nobody keep, by its classes alone."""

    item: int
    classes: tuple[PrivateClass, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn as it may be kept: its text filtered, its feeling filled in.

    `pins` is the earlier turn of which all shall be kept, `retracts` the one of which nothing shall
    be remembered after all. `is_earlier` where it was heard again for the sake of such a bid.
    `item` is its place, or that of the bid, in the request. `keeps_out` where some of it is not to
    be remembered.
    """

    turn: Turn
    session_id: str
    item: int = 0
    told: tuple[Told | Refused, ...] = ()
    pins: TurnReference | None = None
    retracts: TurnReference | None = None
    is_earlier: bool = False
    keeps_out: bool = False
    forget_requests: tuple[str, ...] = ()
    passed_over: int = 0
    """Clauses in which there was nothing worth keeping."""

    @property
    def reference(self) -> TurnReference:
        return TurnReference(self.session_id, self.turn.turn_id)


@dataclass(frozen=True, slots=True)
class _Read:
    """One of the turns, filtered and read; `item` is its place in the request."""

    turn: Turn
    reading: TurnReading
    refused: tuple[PrivateClass, ...]
    item: int
    pins: TurnReference | None = None
    retracts: TurnReference | None = None
    is_earlier: bool = False


class Hearing:
    def __init__(
        self,
        embedding: EmbedQueue,
        heads: Heads,
        lanes: Lanes,
        policy: PrivacyPolicy,
        clock: Clock,
    ) -> None:
        self._embedding = embedding
        self._heads = heads
        self._lanes = lanes
        self._policy = policy
        self._clock = clock

    async def statements(
        self, statements: Sequence[Statement], zone: ZoneInfo
    ) -> list[Told | Refused]:
        """Each of `statements` filtered or refused, and what it left open filled in."""
        length = sum(len(each.content) for each in statements)
        said = await self._lanes.call_if_long(length, lambda: self._all_filtered(statements))
        kept = {place: each for place, each in enumerate(said) if isinstance(each, Statement)}
        vectors = await self._embedding.passages(
            [text_of(each.content, each.subject) for each in kept.values()]
        )
        now = self._clock.now()

        def make_whole() -> list[Told]:
            since = perf_counter()
            judged = self._judge(vectors, [each.content for each in kept.values()])
            told = []
            for row, (place, statement) in enumerate(kept.items()):
                reading = _read_statement(statement)
                feeling = felt(statement.content, judged.emotions[row])
                if statement.event_time is None:
                    said = now if statement.observe_time is None else statement.observe_time
                    event = event_time_of(statement.content, said, zone)
                    statement = replace(statement, event_time=event)
                whole = _whole(statement, reading, judged.kinds[row], feeling)
                told.append(Told(whole, reading, vectors[row], place))
            spent("judge", since)
            return told

        whole = await self._lanes.call_if_long(length, make_whole)
        told = {each.item: each for each in whole}
        return [
            told[place] if isinstance(each, Statement) else Refused(place, each)
            for place, each in enumerate(said)
        ]

    async def turns(
        self, session_id: str, turns: Sequence[Turn], zone: ZoneInfo, before: Turn | None
    ) -> list[Heard]:
        """Each of `turns` of one session, in order; `before` is the user's turn before them.

        Only what users say is taken for their own. What a turn bids of an earlier one ("remember
        this", "don't keep that") is obeyed; if that is `before`, it is heard again, ahead of them.
        """
        length = sum(len(turn.content) for turn in turns)
        read = await self._lanes.call_if_long(length, lambda: self._read(session_id, turns, before))
        clauses = [clause for each in read for clause in each.reading.clauses]
        vectors = await self._embedding.passages(
            [text_of(clause.text, clause.subject) for clause in clauses]
        )

        def hear() -> list[Heard]:
            since = perf_counter()
            judged = self._judge(vectors, [clause.text for clause in clauses])
            heard, row = [], 0
            for each in read:
                rows = range(row, row := row + len(each.reading.clauses))
                heard.append(self._heard(each, session_id, vectors, judged, rows, zone))
            spent("judge", since)
            return heard

        return await self._lanes.call_if_long(length, hear)

    @property
    def is_busy(self) -> bool:
        """Whether turns would have to wait for the model."""
        return self._embedding.waiting >= _BUSY

    async def by_words(self, session_id: str, turns: Sequence[Turn]) -> list[Heard]:
        """Each of `turns` filtered, and its mood as words name it: what needs no model."""
        length = sum(len(turn.content) for turn in turns)
        return await self._lanes.call_if_long(length, lambda: self._looked_at(session_id, turns))

    def _looked_at(self, session_id: str, turns: Sequence[Turn]) -> list[Heard]:
        heard = []
        for place, turn in enumerate(turns):
            turn = replace(turn, content=filtered(turn.content, self._policy).text)
            if turn.role is Role.USER:
                mood = felt(turn.content, _NO_OPINION)
                intensity = float(mood.intensity)
                turn = replace(turn, emotion=mood.emotion, emotion_intensity=intensity)
            heard.append(Heard(turn, session_id, place))
        return heard

    def _read(self, session_id: str, turns: Sequence[Turn], before: Turn | None) -> list[_Read]:
        since = perf_counter()
        read: list[_Read] = []
        for place, turn in enumerate(turns):
            turn = replace(turn, content=filtered(turn.content, self._policy).text)
            reading = read_turn(turn.content) if turn.role is Role.USER else TurnReading()
            last = next((at for at in reversed(range(len(read))) if _is_user(read[at])), None)
            if last is None and before is not None and _bids(reading):
                again = read_turn(before.content)
                refused = self._refused(before.content)
                read.append(_Read(before, again, refused, place, is_earlier=True))
                last = len(read) - 1
            this = _Read(turn, reading, self._refused(turn.content), place)
            if last is not None and _bids(reading):
                read[last] = replace(read[last], reading=_bidden(read[last].reading, reading))
                about = TurnReference(session_id, read[last].turn.turn_id)
                this = replace(
                    this,
                    pins=about if reading.pins_earlier else None,
                    retracts=about if reading.keeps_out_earlier else None,
                )
            read.append(this)
        spent("read", since)
        return read

    def _heard(
        self,
        read: _Read,
        session_id: str,
        vectors: Sequence[Vector],
        judged: Judgements,
        rows: range,
        zone: ZoneInfo,
    ) -> Heard:
        turn, clauses = read.turn, read.reading.clauses
        heard = Heard(
            turn,
            session_id,
            read.item,
            pins=read.pins,
            retracts=read.retracts,
            is_earlier=read.is_earlier,
            keeps_out=any(clause.kept_out for clause in clauses),
            forget_requests=read.reading.forget_requests,
        )
        if turn.role is not Role.USER:
            return heard
        feelings = [
            felt(clause.text, judged.emotions[row])
            for clause, row in zip(clauses, rows, strict=True)
        ]
        mood = felt_together(feelings)
        told: list[Told | Refused] = []
        for clause, row, feeling in zip(clauses, rows, feelings, strict=True):
            classes = masked_classes(clause.text) & set(read.refused)
            reading = clause.readings[0] if clause.readings else NOTHING_READ
            event = event_time_of(clause.text, turn.say_time, zone) if clause.tells else None
            dated = not reading.corrects and is_of_another_time(event, turn.say_time, zone)
            certain = dated or bool(masked_classes(clause.text))
            worth = is_worth_keeping(clause, float(judged.keep[row]), is_certain=certain)
            if clause.tells and classes:
                told.append(Refused(read.item, tuple(sorted(classes))))
            elif worth or (clause.tells and reading.corrects):
                statement = Statement(
                    clause.text,
                    subject=clause.subject,
                    pinned=clause.pinned,
                    tags=entities_of(clause.readings, clause.subject),
                    event_time=event,
                    observe_time=turn.say_time,
                    session_id=session_id,
                    sources=(TurnReference(session_id, turn.turn_id),),
                )
                whole = _whole(statement, reading, judged.kinds[row], feeling)
                told.append(Told(whole, reading, vectors[row], read.item, not worth))
        turn = replace(turn, emotion=mood.emotion, emotion_intensity=float(mood.intensity))
        passed_over = len(clauses) - len(told)
        return replace(heard, turn=turn, told=tuple(told), passed_over=passed_over)

    def _refused(self, text: str) -> tuple[PrivateClass, ...]:
        """Classes for which `text` is not to be kept, by its masks: a stored turn has no more."""
        masked = masked_classes(text)
        reject = PrivacyAction.REJECT
        return tuple(sorted(each for each in masked if self._policy.action_of(each) is reject))

    def _all_filtered(
        self, statements: Sequence[Statement]
    ) -> list[Statement | tuple[PrivateClass, ...]]:
        since = perf_counter()
        said = list(map(self._filtered, statements))
        spent("read", since)
        return said

    def _filtered(self, statement: Statement) -> Statement | tuple[PrivateClass, ...]:
        """`statement` without what is private, or the classes for which it is refused."""
        said = {"content": statement.content, "attribute": statement.attribute}
        clean, refused = cleaned(said, self._policy)
        return refused or (statement if clean == said else replace(statement, **clean))

    def _judge(self, vectors: Sequence[Vector], texts: Sequence[str]) -> Judgements:
        dimension = self._embedding.model.dimension
        stacked = np.array(vectors, np.float32).reshape(len(texts), dimension)
        return self._heads.judge(stacked, texts)


def _read_statement(statement: Statement) -> Reading:
    """What `statement` claims; what its caller says that it claims goes before what is read."""
    readings = readings_of(statement.content, language_of(statement.content))
    reading = readings[0] if readings else NOTHING_READ
    if statement.attribute is not None and reading.attribute != statement.attribute:
        reading = replace(reading, attribute=statement.attribute)
    if statement.subject:
        # In somebody's own words "I" is them, and "my mother" is theirs.
        whose = f"{statement.subject}/{reading.subject}" if reading.subject else statement.subject
        reading = replace(reading, subject=whose)
    return reading


def _whole(
    statement: Statement, reading: Reading, kinds: NDArray[np.float32], feeling: Felt
) -> Statement:
    """`statement` with all that it leaves open but for its time."""
    if not statement.subject and reading.subject:
        statement = replace(statement, subject=reading.subject)
    attribute = statement.attribute or reading.attribute
    care = sensitivity_of(statement.content, attribute, classes_in(statement.content))
    return filled(statement, reading, kinds, feeling, care)


def _is_user(read: _Read) -> bool:
    return read.turn.role is Role.USER


def _bids(reading: TurnReading) -> bool:
    return reading.pins_earlier or reading.keeps_out_earlier


def _bidden(reading: TurnReading, by: TurnReading) -> TurnReading:
    """`reading` as the later turn `by` bids it to be taken."""
    clauses = (
        replace(
            clause,
            pinned=clause.pinned or by.pins_earlier,
            kept_out=clause.kept_out or by.keeps_out_earlier,
        )
        for clause in reading.clauses
    )
    return replace(reading, clauses=tuple(clauses))
