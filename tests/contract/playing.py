"""Plays a story against a server, as the backend of a companion would, and checks each step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from contract.seeing import FORMATS, Seeing, is_called, names, told, written
from contract.story import (
    Check,
    ContextCheck,
    End,
    Forget,
    Line,
    Maintain,
    MemoriesCheck,
    NeighborsCheck,
    Phrases,
    ProfileCheck,
    RecallCheck,
    SessionsCheck,
    Story,
    Talk,
    TrendCheck,
)
from contract.story_files import EMOTIONS
from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import memory_pb2 as pb
from ports.set_clock import SetClock

ROLES = {"user": talk_pb.ROLE_USER, "companion": talk_pb.ROLE_ASSISTANT}
SIGNS = {"rising": 1, "falling": -1}


class Playing:
    """One story on one server. `faults` has, for each step that went wrong, what did."""

    def __init__(self, story: Story, see: Seeing, clock: SetClock) -> None:
        self.faults: dict[str, list[str]] = {}
        self.changes: list[tuple[Line, Sequence[pb.MemoryChange]]] = []
        """What each turn changed, and the mood it was heard in."""
        self.moods: list[tuple[Line, int]] = []
        self._story = story
        self._clock = clock
        self._see = see
        self._asked: list[str] = []

    async def play(self) -> None:
        """Every step, whatever became of those before it."""
        for place, step in enumerate(self._story.steps, 1):
            self._move_to(step.at)
            name = step.name if isinstance(step, Check) else f"step {place}"
            found: list[str] = []
            if isinstance(step, Talk):
                await self._try(found, "AppendTurns", lambda step=step: self._talk(step))
            elif isinstance(step, End):
                await self._try(found, "EndSession", lambda step=step: self._see.end(step.session))
            elif isinstance(step, Maintain):
                await self._try(found, "RunMaintenance", self._see.maintain)
            elif isinstance(step, Forget):
                await self._try(found, "Forget", lambda step=step: self._forget(step))
            else:
                await self._check(found, step)
            if found:
                self.faults[name] = found

    def _move_to(self, moment: datetime) -> None:
        self._clock.advance(max(0, instant(moment) - self._clock.now()))

    async def _try(self, found: list[str], what: str, step: Callable[[], Awaitable[Any]]) -> None:
        """Adds the lines that `step` answers; that it failed, if it did."""
        try:
            found += await step() or []
        except grpc.aio.AioRpcError as error:
            found.append(f"{what}: {error.code().name} {error.details()}")

    async def _talk(self, talk: Talk) -> None:
        self._asked = []
        for line in talk.lines:
            self._move_to(line.at)
            answer = await self._see.append(
                talk.session,
                talk_pb.Turn(
                    role=ROLES[line.speaker], content=line.content, say_time=stamp(line.at)
                ),
                zone_of(line.at),
            )
            self.changes.append((line, answer.changes))
            self.moods.append((line, answer.turns[0].emotion))
            self._asked += [
                change.memory.memory_id
                for change in answer.changes
                if change.action == pb.CHANGE_ACTION_FORGOTTEN
            ]

    async def _forget(self, step: Forget) -> list[str]:
        if step.query:
            answer = await self._see.forget(query=step.query)
        elif self._asked:
            answer = await self._see.forget(ids=pb.MemoryIds(memory_ids=self._asked))
        else:
            return ["no turn was understood as asking to forget anything"]
        return [] if answer.forgotten_count else ["nothing was forgotten"]

    async def _check(self, found: list[str], check: Check) -> None:
        zone = zone_of(check.at)
        tries: list[tuple[str, Any, Callable[[Any], Awaitable[list[str]]]]] = [
            ("context", check.context, self._context),
            ("memories", check.memories, lambda each: self._memories(each, check.at)),
            ("trend", check.trend, lambda each: self._trend(each, check.at)),
            ("profile", check.profile, self._profile),
            ("entities", check.entities, self._entities),
            ("sessions", check.sessions, self._sessions),
            ("turns", check.turns, self._turns),
        ]
        tries += [("recall", each, lambda e: self._recall(e, zone)) for each in check.recall]
        tries += [("neighbors", each, self._neighbors) for each in check.neighbors]
        tries += [("nowhere", each, lambda e: self._nowhere(e, check.at)) for each in check.nowhere]
        for what, wanted, see in tries:
            if wanted not in (None, Phrases()):
                await self._try(found, what, lambda see=see, wanted=wanted: see(wanted))

    async def _context(self, wanted: ContextCheck) -> list[str]:
        faults = []
        for form in FORMATS:
            answer = await self._see.context(wanted.session, wanted.query, wanted.budget, form)
            where = f"context as {form}"
            text = "\n".join([answer.text, *(each.content for each in answer.messages)])
            faults += wanted.text.faults(where, text)
            if answer.token_count > (wanted.budget or 1_024):
                faults.append(f"{where}: {answer.token_count} tokens are over the budget")
        faults += wanted.profile.faults("context.profile", told(answer.profile))
        faults += wanted.recent.faults("context.recent", told(answer.recent_events))
        relevant = told([each.memory for each in answer.relevant])
        return faults + wanted.relevant.faults("context.relevant", relevant)

    async def _recall(self, wanted: RecallCheck, zone: str) -> list[str]:
        answer = await self._see.recall(wanted.ask, zone)
        contents = [each.memory.content for each in answer.memories]
        where = f"recall {wanted.ask!r}"
        first = (wanted.first,) if wanted.first else ()
        faults = Phrases(first).faults(f"{where}, first", "\n".join(contents[:1]))
        faults += Phrases(wanted.top).faults(f"{where}, top", "\n".join(contents[:3]))
        faults += Phrases((), wanted.lacks).faults(where, "\n".join(contents))
        if faults:
            faults.append(f"{where} found {contents[:3]}")
        return faults

    async def _memories(self, wanted: MemoriesCheck, at: datetime) -> list[str]:
        every = await self._see.memories(include_superseded=True)
        active = [each for each in every if each.state != pb.MEMORY_STATE_SUPERSEDED]
        ended = [each for each in every if each.state == pb.MEMORY_STATE_SUPERSEDED]
        faults = Phrases(wanted.has, wanted.lacks).faults("memories", told(active))
        # A digest of the time in which it was true may tell of it.
        stated = [each for each in active if each.kind != pb.MEMORY_KIND_SUMMARY]
        faults += Phrases(lacks=wanted.ended).faults("memories", told(stated))
        faults += Phrases(tuple((each,) for each in wanted.ended)).faults("ended", told(ended))
        for key, values in wanted.attributes.items():
            known = {
                each.attribute.value
                for each in active
                if each.attribute.key == key and not each.subject
            }
            if len(known) != 1 or not known <= set(values):
                faults.append(f"memories: {key} is {sorted(known)}, not {' / '.join(values)}")
        for phrase, day in wanted.dated.items():
            days = {
                each.event_time.ToDatetime(at.tzinfo).date()
                for each in active
                if phrase.casefold() in each.content.casefold() and each.HasField("event_time")
            }
            if day not in days:
                faults.append(f"memories: {phrase} is of {sorted(map(str, days))}, not {day}")
        return faults

    async def _trend(self, wanted: TrendCheck, at: datetime) -> list[str]:
        first = at.date() - timedelta(days=wanted.days - 1)
        start = datetime.combine(first, time(), at.tzinfo)
        span = pb.TimeRange(start_time=stamp(start), end_time=stamp(at))
        trend = await self._see.trend(span, zone_of(at))
        faults = wanted.summary.faults("trend.summary", trend.summary)
        if wanted.dominant and trend.dominant != EMOTIONS[wanted.dominant]:
            faults.append(f"trend: {pb.Emotion.Name(trend.dominant)}, not {wanted.dominant}")
        sign = SIGNS.get(wanted.slope, 0)
        if sign and trend.slope * sign <= 0:
            faults.append(f"trend: a slope of {trend.slope:.3f} is not {wanted.slope}")
        if wanted.turned:
            turned = wanted.turned.isoformat()
            told_of = [each for each in trend.days if each.turn_count]
            before = [each.valence for each in told_of if each.date < turned]
            after = [each.valence for each in told_of if each.date >= turned]
            if not before or not after or (mean(after) - mean(before)) * sign <= 0:
                faults.append(f"trend: {before}, and from {turned} {after}: not {wanted.slope}")
        if faults:
            faults.append(f"trend.summary: {trend.summary}")
        return faults

    async def _profile(self, wanted: ProfileCheck) -> list[str]:
        profile = await self._see.profile()
        faults = []
        for part in ("facts", "preferences", "habits", "values"):
            faults += getattr(wanted, part).faults(f"profile.{part}", told(getattr(profile, part)))
        topics = "\n".join(topic.label for topic in profile.topics)
        faults += wanted.topics.faults("profile.topics", topics)
        return faults + wanted.summary.faults("profile.summary", profile.summary)

    async def _entities(self, wanted: Phrases) -> list[str]:
        entities = await self._see.entities()
        return wanted.faults("entities", "\n".join(map(names, entities)))

    async def _neighbors(self, wanted: NeighborsCheck) -> list[str]:
        found = await self._see.entities()
        of = [each for each in found if is_called(each, wanted.of)]
        if not of:
            return [f"neighbors: no entity is called {wanted.of}"]
        near = [
            each
            for entity in of
            for each in await self._see.neighbors(entity.entity_id, wanted.hops)
        ]
        text = "\n".join(
            names(each.entity) if each.WhichOneof("node") == "entity" else each.memory.content
            for each in near
        )
        return Phrases(wanted.has, wanted.lacks).faults(f"neighbors of {wanted.of}", text)

    async def _sessions(self, wanted: SessionsCheck) -> list[str]:
        sessions = await self._see.sessions()
        ended = {each.session_id for each in sessions if each.HasField("end_time")}
        faults = [f"sessions: {each} has not ended" for each in wanted.ended if each not in ended]
        topics = "\n".join(each.topic for each in sessions)
        return faults + wanted.topics.faults("sessions.topics", topics)

    async def _turns(self, wanted: Phrases) -> list[str]:
        turns = await self._see.turns()
        return wanted.faults("turns", "\n".join(each.content for each in turns))

    async def _nowhere(self, phrase: str, at: datetime) -> list[str]:
        faults: list[str] = []
        for where, call in self._see.everything(phrase, zone_of(at)).items():

            async def look(where: str = where, call: Callable[[], Any] = call) -> list[str]:
                return Phrases((), (phrase,)).faults(where, written(await call()))

            await self._try(faults, where, look)
        return faults


def instant(moment: datetime) -> int:
    """Microseconds."""
    return round(moment.timestamp() * 1_000_000)


def stamp(moment: datetime) -> Timestamp:
    return Timestamp(seconds=int(moment.timestamp()))


def zone_of(moment: datetime) -> str:
    assert isinstance(moment.tzinfo, ZoneInfo)
    return moment.tzinfo.key


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
