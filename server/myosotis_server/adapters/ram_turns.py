"""One user's turns and sessions in plain dicts, for the store's twin."""

from dataclasses import dataclass, field

from myosotis_server.adapters.session_states import latest_first, updated, with_turn
from myosotis_server.adapters.stamped_write import StampedWrite, reference_of
from myosotis_server.memory.ports import SessionTurn
from myosotis_server.memory.sessions import Mood, Session, SessionUpdate
from myosotis_server.memory.values import Role, TimeRange, Turn, TurnReference


@dataclass(slots=True)
class RamTurns:
    """Sessions with their turns in the order written, None where one was forgotten or erased."""

    sessions: dict[str, Session] = field(default_factory=dict)
    said: dict[str, list[Turn | None]] = field(default_factory=dict)
    places: dict[TurnReference, int] = field(default_factory=dict)
    waiting: dict[TurnReference, SessionTurn] = field(default_factory=dict)
    moods: list[Mood] = field(default_factory=list)

    def check(self, stamped: StampedWrite) -> None:
        """ValueError where a session already has one of the turns."""
        if any(reference_of(said) in self.places for said in stamped.turns):
            raise ValueError("the session already has a turn of this write")

    def apply(self, stamped: StampedWrite) -> bool:
        """Whether anything was put or removed."""
        before = self.sessions.copy()
        read = [each for each in stamped.read if self.waiting.pop(each, None) is not None]
        for said, waits in zip(stamped.turns, stamped.waits, strict=True):
            self._append(said, waits, stamped)
        for update in stamped.sessions:
            if update.session_id in self.sessions:
                self._update(update)
        forgotten = [each for each in stamped.forgotten_turns if each in self.places]
        for each in forgotten:
            self.said[each.session_id][self.places.pop(each)] = None
            self.waiting.pop(each, None)
        return bool(stamped.turns or read or forgotten or self.sessions != before)

    def found(self, reference: TurnReference) -> Turn | None:
        """See `Store.turns`."""
        place = self.places.get(reference)
        return None if place is None else self.said[reference.session_id][place]

    def of_session(self, session_id: str, before: int | None, limit: int) -> list[tuple[int, Turn]]:
        """See `Store.session_turns`."""
        older = [
            (place, turn)
            for place, turn in enumerate(self.said.get(session_id, []))
            if turn is not None and (before is None or place < before)
        ]
        return older[max(len(older) - max(limit, 0), 0) :]

    def open(self) -> list[Session]:
        """See `Store.open_sessions`."""
        return latest_first(each for each in self.sessions.values() if each.end_time is None)

    def moods_within(self, span: TimeRange) -> list[Mood]:
        """See `Store.moods`."""
        within = [
            mood
            for mood in self.moods
            if (span.start is None or mood.time >= span.start)
            and (span.end is None or mood.time < span.end)
        ]
        return sorted(within, key=lambda mood: mood.time)

    def _update(self, update: SessionUpdate) -> None:
        session_id = update.session_id
        session = self.sessions[session_id]
        after = self.sessions[session_id] = updated(session, update)
        turns = self.said[session_id]
        for place in range(session.kept_from, after.kept_from):
            turn, turns[place] = turns[place], None
            if turn is not None:
                erased = TurnReference(session_id, turn.turn_id)
                del self.places[erased]
                self.waiting.pop(erased, None)

    def _append(self, said: SessionTurn, waits: bool, stamped: StampedWrite) -> None:
        session_id, turn = said.session_id, said.turn
        session = with_turn(self.sessions.get(session_id), said, stamped.time)
        self.sessions[session_id] = session
        self.said.setdefault(session_id, []).append(turn)
        self.places[reference_of(said)] = session.turn_count - 1
        if waits:
            self.waiting[reference_of(said)] = said
        if turn.role is Role.USER:
            self.moods.append(Mood(turn.say_time, turn.emotion, turn.emotion_intensity))
